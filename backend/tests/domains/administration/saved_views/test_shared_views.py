"""Tests of shared views: who finds, changes and shares them, and that they grant no access."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from regie.access.permissions import Role
from regie.core.db.database import Database
from regie.domains.administration.saved_views.actions import MAX_SHARED_VIEWS
from regie.domains.administration.saved_views.models import SavedView, SavedViewDefault
from tests.browser import Browser
from tests.conftest import NOON, MovableClock
from tests.factories.people import make_user
from tests.factories.saved_views import make_saved_view
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged

PATH = "/api/v1/saved-views"
SHARERS = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager")
SignIn = Callable[..., Browser]


@pytest.fixture
def sharer(sign_in_as: SignIn) -> Browser:
    return sign_in_as("account_manager")


def _share(browser: Browser, **fields: Any) -> dict[str, Any]:
    sent = {"list_name": "clients", "name": "À risque", "query": "status=active", "is_shared": True} | fields
    answer = browser.post(PATH, sent)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _names(browser: Browser, **params: str) -> list[str]:
    address = "&".join(f"{name}={value}" for name, value in params.items())
    return [row["name"] for row in browser.get(f"{PATH}?{address}").json()["data"]]


def _make_shared_views(database: Database, owner: int, count: int = MAX_SHARED_VIEWS) -> None:
    with database.write() as session:
        for _ in range(count):
            make_saved_view(session, owner, is_shared=True)


def test_shared_view_is_visible_to_readers_of_the_list(sharer: Browser, sign_in_as: SignIn):
    saved = _share(sharer)
    assert (saved["is_shared"], saved["is_mine"], saved["may_change"]) == (True, True, True)
    assert saved["owner"] == {"api_id": sharer.user.api_id, "name": sharer.user.name}
    for role in Role:
        other = sign_in_as(role.value)
        (found,) = other.get(f"{PATH}?list_name=clients&is_shared=true").json()["data"]
        may_change = role in (Role.SUPER_ADMIN, Role.ADMIN)
        assert found == saved | {"is_mine": False, "may_change": may_change}, role
        assert other.get(f"{PATH}/{saved['api_id']}").json()["data"] == found


def test_views_of_unreadable_lists_are_hidden(sign_in_as: SignIn, database: Database):
    saved = _share(sign_in_as("admin"), list_name="users", query="")
    other = sign_in_as("account_manager")
    assert _names(other) == _names(other, list_name="users") == []
    with assert_unchanged(database):
        url = f"{PATH}/{saved['api_id']}"
        calls = (other.get(url), other.patch(url, {"name": "B"}), other.delete(url), other.put(f"{url}/default"))
        assert {answer.status_code for answer in (*calls, other.put(f"{url}/use"))} == {404}
        assert other.post(PATH, {"list_name": "users", "name": "A", "is_shared": True}).status_code == 403


def test_sharing_requires_permission(sign_in_as: SignIn, database: Database):
    employee = sign_in_as("employee")
    own = employee.post(PATH, {"list_name": "clients", "name": "Mienne"}).json()["data"]
    with assert_unchanged(database):
        assert employee.post(PATH, {"list_name": "clients", "name": "B", "is_shared": True}).status_code == 403
        assert employee.patch(f"{PATH}/{own['api_id']}", {"is_shared": True}).status_code == 403
    assert employee.patch(f"{PATH}/{own['api_id']}", {"is_shared": False}).status_code == 200
    for role in SHARERS:
        browser = sign_in_as(role)
        created = browser.post(PATH, {"list_name": "clients", "name": role}).json()["data"]
        shared = browser.patch(f"{PATH}/{created['api_id']}", {"is_shared": True, "version": 1}).json()["data"]
        assert (shared["is_shared"], shared["version"]) == (True, 2)


def test_shared_view_of_others_can_be_changed_by_admins_only(sharer: Browser, sign_in_as: SignIn, database: Database):
    saved = _share(sharer)
    url = f"{PATH}/{saved['api_id']}"
    for role in ("financial_manager", "churn_manager", "account_manager", "employee"):
        other = sign_in_as(role)
        with assert_unchanged(database):
            for sent in ({"name": "B"}, {"query": ""}, {"is_shared": False}):
                assert other.patch(url, sent).status_code == 403
            assert other.delete(url).status_code == 403
    changed = sign_in_as("admin").patch(url, {"query": "status=churned", "version": 1}).json()["data"]
    assert (changed["query"], changed["owner"]["api_id"]) == ("status=churned", sharer.user.api_id)
    with assert_unchanged(database):
        answer = sharer.patch(url, {"query": "", "version": 1})
    assert answer.status_code == 409
    assert answer.json()["conflicts"] == {"query": {"theirs": "status=churned", "yours": ""}}


def test_filter_does_not_reveal_record_names(sharer: Browser, sign_in_as: SignIn, database: Database):
    """A view contains only the record's id, which reveals nothing to users who may not see the record."""
    with database.write() as session:
        client = make_client(session, name="Maison Pivoine", account_manager_id=sharer.user.id).api_id
    saved = _share(sharer, list_name="projects.fixed", query=f"client={client}")
    employee = sign_in_as("employee")
    found = employee.get(f"{PATH}/{saved['api_id']}")
    assert found.status_code == 200
    assert "Pivoine" not in found.text
    assert employee.get(f"/api/v1/clients/{client}").status_code == 404
    assert employee.get(f"/api/v1/projects?client={client}").json()["data"] == []


def test_list_has_at_most_twelve_shared_views(sharer: Browser, sign_in_as: SignIn, database: Database):
    _make_shared_views(database, sign_in_as("admin").user.id)
    own = sharer.post(PATH, {"list_name": "clients", "name": "Mienne"}).json()["data"]
    messages = {
        "en-us": ("A list can have at most 12 shared views", "or stop sharing one"),
        "fr-ca": ("Une liste compte au plus 12 vues partagées", "cessez d’en partager une"),
    }
    for locale, (field, advice) in messages.items():
        sharer.locale = locale
        with assert_unchanged(database):
            new = sharer.post(PATH, {"list_name": "clients", "name": "De trop", "is_shared": True})
            changed = sharer.patch(f"{PATH}/{own['api_id']}", {"is_shared": True})
        for answer in (new, changed):
            assert (answer.status_code, answer.json()["code"]) == (422, "shared_views_full")
            assert answer.json()["errors"] == {"is_shared": [field]}
            assert advice in answer.json()["message"]
    assert _share(sharer, list_name="invoices", query="")["is_shared"] is True
    (first, *_) = sharer.get(f"{PATH}?is_shared=true&list_name=clients").json()["data"]
    assert sign_in_as("admin").delete(f"{PATH}/{first['api_id']}").status_code == 204
    assert sharer.patch(f"{PATH}/{own['api_id']}", {"is_shared": True}).status_code == 200


def test_concurrent_sharing_respects_the_limit(sharer: Browser, sign_in_as: SignIn, database: Database):
    _make_shared_views(database, sharer.user.id, MAX_SHARED_VIEWS - 1)
    browsers = (sharer, sign_in_as("admin"))

    def share(number: int) -> Any:
        sent = {"list_name": "clients", "name": f"Vue de {number}", "is_shared": True}
        while (answer := browsers[number].post(PATH, sent)).status_code == 503:
            pass
        return answer

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(share, range(2)))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 422: 1}
    with database.read() as db:
        count = select(func.count()).select_from(SavedView).where(SavedView.is_shared)
        assert db.execute(count).scalar_one() == MAX_SHARED_VIEWS


def test_shared_names_are_unique_per_list(sharer: Browser, sign_in_as: SignIn, database: Database):
    _share(sharer)
    admin = sign_in_as("admin")
    own = admin.post(PATH, {"list_name": "clients", "name": "a RISQUE"}).json()["data"]
    other = _share(admin, name="Calme")
    with assert_unchanged(database):
        answers = (
            admin.post(PATH, {"list_name": "clients", "name": "À RISQUE", "is_shared": True}),
            admin.patch(f"{PATH}/{own['api_id']}", {"is_shared": True}),
            sharer.post(PATH, {"list_name": "clients", "name": "calme", "is_shared": True}),
        )
    for answer in answers:
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["name"])
    shown = "Another shared view of this list already has this name"
    assert [answer.json()["errors"]["name"] for answer in answers[1:]] == [[shown], [shown]]
    assert _share(admin, list_name="invoices", query="")["name"] == "À risque"
    assert admin.patch(f"{PATH}/{other['api_id']}", {"name": "CALME"}).status_code == 200


def test_pin_belongs_to_one_user(sharer: Browser, sign_in_as: SignIn):
    saved = _share(sharer)
    employee = sign_in_as("employee")
    assert employee.put(f"{PATH}/{saved['api_id']}/default").status_code == 204
    assert _names(employee, is_default="true") == ["À risque"]
    assert _names(employee, is_default="false") == []
    assert _names(sharer, is_default="true") == []
    assert sharer.get(f"{PATH}/{saved['api_id']}").json()["data"] == saved


def test_unsharing_deletes_pins_of_others(sharer: Browser, sign_in_as: SignIn, database: Database):
    saved = _share(sharer, is_default=True)
    url = f"{PATH}/{saved['api_id']}"
    employee = sign_in_as("employee")
    employee.put(f"{url}/default")
    assert sharer.patch(url, {"is_shared": False}).json()["data"]["is_default"] is True
    assert employee.get(url).status_code == 404
    assert sharer.patch(url, {"is_shared": True}).status_code == 200
    assert _names(employee, is_default="true") == []
    employee.put(f"{url}/default")
    assert sharer.delete(url).status_code == 204
    with database.read() as db:
        assert db.execute(select(func.count()).select_from(SavedViewDefault)).scalar_one() == 0


def test_unused_view_is_flagged_for_users_who_can_change_it(sharer: Browser, sign_in_as: SignIn, clock: MovableClock):
    url = f"{PATH}/{_share(sharer)['api_id']}"
    admin, employee = sign_in_as("admin"), sign_in_as("employee")
    for days, flagged in ((90, False), (91, True)):
        clock.moment = NOON + timedelta(days=days)
        for browser in (sharer, admin, employee):
            browser.signed_in_as(browser.user, clock.moment)
        seen = [browser.get(url).json()["data"]["is_unused"] for browser in (sharer, admin, employee)]
        assert seen == [flagged, flagged, False]
    assert employee.put(f"{url}/use").status_code == 204
    assert sharer.get(url).json()["data"]["is_unused"] is False


def test_use_is_recorded_once_a_day_without_changing_the_view(sharer: Browser, database: Database, clock: MovableClock):
    saved = _share(sharer)
    url = f"{PATH}/{saved['api_id']}"
    with assert_unchanged(database):
        assert sharer.put(f"{url}/use").status_code == 204
    clock.moment = NOON + timedelta(days=1)
    sharer.signed_in_as(sharer.user, clock.moment)
    with assert_unchanged(database):
        assert sharer.get(url).json()["data"] == saved
    log = sharer.get("/api/v1/activity").json()["meta"]["total"]
    assert sharer.put(f"{url}/use").status_code == 204
    assert sharer.get(url).json()["data"] == saved | {"last_used_on": "2026-11-21"}
    assert sharer.get("/api/v1/activity").json()["meta"]["total"] == log
    with assert_unchanged(database):
        assert sharer.put(f"{url}/use").status_code == 204


def test_view_stays_shared_after_its_owner_loses_the_permission(
    sharer: Browser, sign_in_as: SignIn, database: Database
):
    url = f"{PATH}/{_share(sharer)['api_id']}"
    with database.write() as session:
        session.merge(sharer.user).roles = ["employee"]
    with assert_unchanged(database):
        assert sharer.get(url).json()["data"]["may_change"] is False
        refused = (sharer.patch(url, {"is_shared": False}), sharer.delete(url))
        assert [answer.status_code for answer in refused] == [403, 403]
    admin = sign_in_as("admin")
    assert admin.post(f"/api/v1/deactivated-users/{sharer.user.api_id}").status_code == 200
    assert _names(sign_in_as("employee")) == ["À risque"]
    assert admin.delete(url).status_code == 204


def test_private_views_of_others_are_hidden(database: Database, sharer: Browser):
    """Control: private views of others stay hidden."""
    with database.write() as session:
        make_saved_view(session, make_user(session).id, name="Secrète")
    assert _names(sharer) == []
