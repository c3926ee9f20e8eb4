"""A person keeps what a list knows, under a name; one view at most opens their list."""

from collections.abc import Callable
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.administration.saved_views.actions import MOST_VIEWS
from tests.browser import Browser
from tests.factories.statements import count_statements
from tests.factories.views import make_view
from tests.factories.world import unchanged

PATH = "/api/v1/saved-views"
REFUSED = {"en-us": "The list does not know this: ", "fr-ca": "La liste ne connaît pas ceci\u00a0: "}


@pytest.fixture
def reader(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("account_manager")


def _keep(browser: Browser, **fields: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"list_name": "projects.fixed", "name": "À risque"} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _defaults(browser: Browser) -> list[str]:
    return sorted(row["name"] for row in browser.get(f"{PATH}?is_default=true").json()["data"])


def test_a_view_is_kept_in_one_spelling_and_read_again(reader: Browser):
    query = "status=active%2Con_hold&sort=-end_on&q=%C3%A9rable&hidden=tags%2Cteam&density=compact&per_page=50"
    kept = _keep(reader, query=query)
    assert kept["query"] == (
        "density=compact&hidden=tags%2Cteam&per_page=50&q=%C3%A9rable&sort=-end_on&status=active%2Con_hold"
    )
    assert (kept["list_name"], kept["name"], kept["is_default"], kept["version"]) == (
        "projects.fixed",
        "À risque",
        False,
        1,
    )
    assert reader.get(f"{PATH}/{kept['api_id']}").json()["data"] == kept
    assert reader.get(f"{PATH}?list_name=projects.fixed").json()["data"] == [kept]
    assert reader.get(f"{PATH}?list_name=projects.oos").json()["data"] == []


def test_the_list_as_it_comes_can_be_kept_too(reader: Browser):
    assert _keep(reader, query="")["query"] == ""


@pytest.mark.parametrize(
    ("query", "named"),
    [
        pytest.param("colour=red", "colour", id="unknown parameter"),
        pytest.param("status=asleep", "status", id="unknown value"),
        pytest.param("status=active,asleep", "status", id="one of several values"),
        pytest.param("status=", "status", id="empty value"),
        pytest.param("client=nobody", "client", id="no id"),
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
def test_what_the_list_does_not_know_is_refused(reader: Browser, database: Database, query: str, named: str):
    kept = _keep(reader)
    for locale, words in REFUSED.items():
        reader.locale = locale
        with unchanged(database):
            new = reader.post(PATH, {"list_name": "projects.fixed", "name": "Autre", "query": query})
            changed = reader.patch(f"{PATH}/{kept['api_id']}", {"query": query})
        for answer in (new, changed):
            (said,) = answer.json()["errors"]["query"]
            assert (answer.status_code, named in said) == (422, True)
            assert said.startswith(words)


@pytest.mark.parametrize("name", ["nothing", "saved-views/x", "projects.", "../clients", "projects.fixed.more"])
def test_a_list_that_is_none_is_refused(reader: Browser, database: Database, name: str):
    with unchanged(database):
        answer = reader.post(PATH, {"list_name": name, "name": "À risque"})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["list_name"])


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\0b", None])
def test_a_name_has_between_one_and_sixty_letters(reader: Browser, database: Database, name: str | None):
    with unchanged(database):
        answer = reader.post(PATH, {"list_name": "clients", "name": name})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["name"])
    assert _keep(reader, name="x" * 60)["name"] == "x" * 60


def test_a_name_stands_for_one_view_of_a_list(reader: Browser, database: Database):
    _keep(reader)
    other = _keep(reader, name="Calme")
    with unchanged(database):
        assert reader.post(PATH, {"list_name": "projects.fixed", "name": "a RISQUE"}).status_code == 422
        renamed = reader.patch(f"{PATH}/{other['api_id']}", {"name": "à risque"})
    assert renamed.json()["errors"] == {"name": ["This is already in use"]}
    assert _keep(reader, list_name="projects.oos")["name"] == "À risque"
    assert reader.patch(f"{PATH}/{other['api_id']}", {"name": "CALME"}).json()["data"]["name"] == "CALME"


def test_a_list_keeps_thirty_views(reader: Browser, database: Database):
    with database.write() as session:
        for _ in range(MOST_VIEWS):
            make_view(session, reader.user.id)
    with unchanged(database):
        answer = reader.post(PATH, {"list_name": "clients", "name": "De trop"})
    assert answer.json()["errors"] == {"name": ["A list can have 30 views at most: remove one first"]}
    assert _keep(reader, list_name="invoices", name="Ailleurs")["list_name"] == "invoices"


def test_a_list_has_one_default_at_most(reader: Browser, sign_in_as: Callable[..., Browser]):
    first = _keep(reader, is_default=True)
    second = _keep(reader, name="Calme", is_default=True)
    assert second["is_default"] is True
    _keep(reader, list_name="clients", name="Ailleurs", is_default=True)
    _keep(sign_in_as("admin"), is_default=True)
    assert _defaults(reader) == ["Ailleurs", "Calme"]
    for _ in range(2):
        assert reader.put(f"{PATH}/{first['api_id']}/pin").status_code == 204
        assert _defaults(reader) == ["Ailleurs", "À risque"]
    # Pinning is the reader's choice, not a change of the view.
    assert reader.get(f"{PATH}/{first['api_id']}").json()["data"] == first
    # Another view's pin is not this one's to take away.
    assert reader.delete(f"{PATH}/{second['api_id']}/pin").status_code == 204
    assert _defaults(reader) == ["Ailleurs", "À risque"]
    assert reader.delete(f"{PATH}/{first['api_id']}/pin").status_code == 204
    assert _defaults(reader) == ["Ailleurs"]


def test_only_what_is_sent_changes(reader: Browser, database: Database):
    kept = _keep(reader, query="status=active", is_default=True)
    url = f"{PATH}/{kept['api_id']}"
    assert reader.patch(url, {"name": "Autre"}).json()["data"]["query"] == "status=active"
    changed = reader.patch(url, {"query": "status=draft"}).json()["data"]
    assert reader.get(f"{PATH}?is_shared=false").json()["data"] == [changed]
    assert (changed["name"], changed["query"], changed["is_default"]) == ("Autre", "status=draft", True)
    assert reader.patch(url, {}).json()["data"] == changed
    with unchanged(database):
        for field, value in (("list_name", "clients"), ("is_default", False), ("last_used_on", "2026-01-01")):
            assert reader.patch(url, {field: value}).status_code == 422


def test_two_windows_learn_of_each_other(reader: Browser, database: Database):
    kept = _keep(reader, query="status=active")
    url = f"{PATH}/{kept['api_id']}"
    reader.patch(url, {"query": "status=draft", "version": 1})
    with unchanged(database):
        answer = reader.patch(url, {"query": "status=on_hold", "version": 1})
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == {"query": {"theirs": "status=draft", "yours": "status=on_hold"}}


def test_a_view_that_is_sent_twice_is_kept_once(reader: Browser):
    sent = {"list_name": "clients", "name": "À risque"}
    first, second = (reader.post(PATH, sent, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert first.json() == second.json()
    assert reader.get(PATH).json()["meta"]["total"] == 1


def test_a_removed_view_is_gone(reader: Browser, database: Database):
    kept = _keep(reader, is_default=True)
    assert reader.delete(f"{PATH}/{kept['api_id']}").status_code == 204
    with unchanged(database):
        assert reader.delete(f"{PATH}/{kept['api_id']}").status_code == 404
    assert _defaults(reader) == []


def test_nobody_else_sees_or_changes_a_view(reader: Browser, sign_in_as: Callable[..., Browser], database: Database):
    kept = _keep(reader)
    other = sign_in_as("super_admin")
    assert other.get(PATH).json()["meta"]["total"] == 0
    with unchanged(database):
        url = f"{PATH}/{kept['api_id']}"
        answers = (other.get(url), other.patch(url, {"name": "Volée"}), other.delete(url))
        assert [answer.status_code for answer in answers] == [404, 404, 404]
        assert other.patch(f"{PATH}/nonsense", {"name": "Volée"}).status_code == 404


def test_the_log_says_who_changed_a_view(reader: Browser, sign_in_as: Callable[..., Browser]):
    kept = _keep(reader)
    reader.patch(f"{PATH}/{kept['api_id']}", {"name": "Calme"})
    found = sign_in_as("admin").get("/api/v1/activity?subject_type=saved_view").json()["data"]
    assert [(row["action"], row["actor"]["name"]) for row in found] == [
        ("changed", reader.user.name),
        ("created", reader.user.name),
    ]
    assert found[0]["changes"] == [{"field": "name", "before": "À risque", "after": "Calme"}]


def test_the_list_takes_as_many_statements_for_one_as_for_many(reader: Browser, database: Database):
    _keep(reader)
    reader.get(PATH)
    with count_statements(database) as few:
        reader.get(PATH)
    with database.write() as session:
        for _ in range(20):
            make_view(session, reader.user.id, list_name="projects.fixed")
    reader.get(f"{PATH}?per_page=100")
    with count_statements(database) as many:
        assert len(reader.get(f"{PATH}?per_page=100").json()["data"]) == 21
    assert len(few) == len(many) <= 4
