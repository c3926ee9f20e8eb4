"""Tests of saved views: validation, limits and the default of a list."""

from collections.abc import Callable
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.administration.saved_views.actions import MAX_VIEWS
from tests.browser import Browser
from tests.factories.saved_views import make_saved_view
from tests.factories.statements import record_statements
from tests.factories.world import assert_unchanged

PATH = "/api/v1/saved-views"
REFUSED = {"en-us": "The list does not support: ", "fr-ca": "La liste ne prend pas en charge\u00a0: "}


@pytest.fixture
def reader(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("account_manager")


def _save(browser: Browser, **fields: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"list_name": "projects.fixed", "name": "À risque"} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _default_names(browser: Browser) -> list[str]:
    return sorted(row["name"] for row in browser.get(f"{PATH}?is_default=true").json()["data"])


def test_query_is_normalized(reader: Browser):
    query = "status=active%2Con_hold&sort=-end_on&q=%C3%A9rable&hidden=tags%2Cteam&density=compact&per_page=50"
    saved = _save(reader, query=query)
    assert saved["query"] == (
        "density=compact&hidden=tags%2Cteam&per_page=50&q=%C3%A9rable&sort=-end_on&status=active%2Con_hold"
    )
    assert (saved["list_name"], saved["name"], saved["is_default"], saved["version"]) == (
        "projects.fixed",
        "À risque",
        False,
        1,
    )
    assert reader.get(f"{PATH}/{saved['api_id']}").json()["data"] == saved
    assert reader.get(f"{PATH}?list_name=projects.fixed").json()["data"] == [saved]
    assert reader.get(f"{PATH}?list_name=projects.oos").json()["data"] == []


def test_empty_query_can_be_saved(reader: Browser):
    assert _save(reader, query="")["query"] == ""


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        pytest.param("colour=red", "colour", id="unknown parameter"),
        pytest.param("status=asleep", "status", id="unknown value"),
        pytest.param("status=active,asleep", "status", id="one of several values"),
        pytest.param("status=", "status", id="empty value"),
        pytest.param("client=unknown", "client", id="no id"),
        pytest.param("search=x", "search", id="the API's own word"),
        pytest.param("page=2", "page", id="page"),
        pytest.param("edit=new", "edit", id="open dialogue"),
        pytest.param("per_page=101", "per_page", id="page size"),
        pytest.param("sort=name;drop", "sort", id="sort"),
        pytest.param("hidden=Tags", "hidden", id="columns"),
        pytest.param("status=active&status=draft", "status=active", id="twice"),
        pytest.param("archived=include&nonsense", "nonsense", id="no pairs"),
        pytest.param("&".join(f"a{number}=1" for number in range(60)), "a0", id="too many"),
    ],
)
def test_query_unknown_to_the_list_returns_422(reader: Browser, database: Database, query: str, parameter: str):
    saved = _save(reader)
    for locale, prefix in REFUSED.items():
        reader.locale = locale
        with assert_unchanged(database):
            new = reader.post(PATH, {"list_name": "projects.fixed", "name": "Autre", "query": query})
            changed = reader.patch(f"{PATH}/{saved['api_id']}", {"query": query})
        for answer in (new, changed):
            (message,) = answer.json()["errors"]["query"]
            assert (answer.status_code, parameter in message) == (422, True)
            assert message.startswith(prefix)


@pytest.mark.parametrize("name", ["nothing", "saved-views/x", "projects.", "../clients", "projects.fixed.more"])
def test_unknown_list_returns_422(reader: Browser, database: Database, name: str):
    with assert_unchanged(database):
        answer = reader.post(PATH, {"list_name": name, "name": "À risque"})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["list_name"])


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\0b", None])
def test_name_has_one_to_sixty_characters(reader: Browser, database: Database, name: str | None):
    with assert_unchanged(database):
        answer = reader.post(PATH, {"list_name": "clients", "name": name})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["name"])
    assert _save(reader, name="x" * 60)["name"] == "x" * 60


def test_names_are_unique_per_list(reader: Browser, database: Database):
    _save(reader)
    other = _save(reader, name="Calme")
    with assert_unchanged(database):
        assert reader.post(PATH, {"list_name": "projects.fixed", "name": "a RISQUE"}).status_code == 422
        renamed = reader.patch(f"{PATH}/{other['api_id']}", {"name": "à risque"})
    assert renamed.json()["errors"] == {"name": ["This value is already in use"]}
    assert _save(reader, list_name="projects.oos")["name"] == "À risque"
    assert reader.patch(f"{PATH}/{other['api_id']}", {"name": "CALME"}).json()["data"]["name"] == "CALME"


def test_list_has_at_most_thirty_views(reader: Browser, database: Database):
    with database.write() as session:
        for _ in range(MAX_VIEWS):
            make_saved_view(session, reader.user.id)
    with assert_unchanged(database):
        answer = reader.post(PATH, {"list_name": "clients", "name": "De trop"})
    assert answer.json()["errors"] == {"name": ["A list can have at most 30 views. Delete one first"]}
    assert _save(reader, list_name="invoices", name="Ailleurs")["list_name"] == "invoices"


def test_list_has_at_most_one_default(reader: Browser, sign_in_as: Callable[..., Browser]):
    first = _save(reader, is_default=True)
    second = _save(reader, name="Calme", is_default=True)
    assert second["is_default"] is True
    _save(reader, list_name="clients", name="Ailleurs", is_default=True)
    _save(sign_in_as("admin"), is_default=True)
    assert _default_names(reader) == ["Ailleurs", "Calme"]
    for _ in range(2):
        assert reader.put(f"{PATH}/{first['api_id']}/default").status_code == 204
        assert _default_names(reader) == ["Ailleurs", "À risque"]
    # A pin is the reader's choice and does not change the view.
    assert reader.get(f"{PATH}/{first['api_id']}").json()["data"] == first
    # Unpinning another view leaves the pin in place.
    assert reader.delete(f"{PATH}/{second['api_id']}/default").status_code == 204
    assert _default_names(reader) == ["Ailleurs", "À risque"]
    assert reader.delete(f"{PATH}/{first['api_id']}/default").status_code == 204
    assert _default_names(reader) == ["Ailleurs"]


def test_only_sent_fields_change(reader: Browser, database: Database):
    saved = _save(reader, query="status=active", is_default=True)
    url = f"{PATH}/{saved['api_id']}"
    assert reader.patch(url, {"name": "Autre"}).json()["data"]["query"] == "status=active"
    changed = reader.patch(url, {"query": "status=draft"}).json()["data"]
    assert reader.get(f"{PATH}?is_shared=false").json()["data"] == [changed]
    assert (changed["name"], changed["query"], changed["is_default"]) == ("Autre", "status=draft", True)
    assert reader.patch(url, {}).json()["data"] == changed
    with assert_unchanged(database):
        for field, value in (("list_name", "clients"), ("is_default", False), ("last_used_on", "2026-01-01")):
            assert reader.patch(url, {field: value}).status_code == 422


def test_outdated_version_returns_409_with_conflicts(reader: Browser, database: Database):
    saved = _save(reader, query="status=active")
    url = f"{PATH}/{saved['api_id']}"
    reader.patch(url, {"query": "status=draft", "version": 1})
    with assert_unchanged(database):
        answer = reader.patch(url, {"query": "status=on_hold", "version": 1})
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == {"query": {"theirs": "status=draft", "yours": "status=on_hold"}}


def test_repeated_request_creates_one_view(reader: Browser):
    sent = {"list_name": "clients", "name": "À risque"}
    first, second = (reader.post(PATH, sent, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert first.json() == second.json()
    assert reader.get(PATH).json()["meta"]["total"] == 1


def test_deleted_view_returns_404(reader: Browser, database: Database):
    saved = _save(reader, is_default=True)
    assert reader.delete(f"{PATH}/{saved['api_id']}").status_code == 204
    with assert_unchanged(database):
        assert reader.delete(f"{PATH}/{saved['api_id']}").status_code == 404
    assert _default_names(reader) == []


def test_views_of_others_return_404(reader: Browser, sign_in_as: Callable[..., Browser], database: Database):
    saved = _save(reader)
    other = sign_in_as("super_admin")
    assert other.get(PATH).json()["meta"]["total"] == 0
    with assert_unchanged(database):
        url = f"{PATH}/{saved['api_id']}"
        answers = (other.get(url), other.patch(url, {"name": "Volée"}), other.delete(url))
        assert [answer.status_code for answer in answers] == [404, 404, 404]
        assert other.patch(f"{PATH}/nonsense", {"name": "Volée"}).status_code == 404


def test_changes_are_logged(reader: Browser, sign_in_as: Callable[..., Browser]):
    saved = _save(reader)
    reader.patch(f"{PATH}/{saved['api_id']}", {"name": "Calme"})
    found = sign_in_as("admin").get("/api/v1/activity?subject_type=saved_view").json()["data"]
    assert [(row["action"], row["actor"]["name"]) for row in found] == [
        ("changed", reader.user.name),
        ("created", reader.user.name),
    ]
    assert found[0]["changes"] == [{"field": "name", "before": "À risque", "after": "Calme"}]


def test_number_of_statements_is_constant(reader: Browser, database: Database):
    _save(reader)
    reader.get(PATH)
    with record_statements(database) as few:
        reader.get(PATH)
    with database.write() as session:
        for _ in range(20):
            make_saved_view(session, reader.user.id, list_name="projects.fixed")
    reader.get(f"{PATH}?per_page=100")
    with record_statements(database) as many:
        assert len(reader.get(f"{PATH}?per_page=100").json()["data"]) == 21
    assert len(few) == len(many) <= 4
