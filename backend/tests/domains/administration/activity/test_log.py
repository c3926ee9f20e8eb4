"""The activity log: what changed from what to what, by whom and in whose place; each sees what is their business."""

from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.audit.activity import MASK, ActivityEntry, Audit
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.factories.people import make_team, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import unchanged

PATH = "/api/v1/activity"


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin", first_name="Ada", last_name="Roy")


def _log(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    answer = browser.get(f"{PATH}?per_page=100{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _changes(entry: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}


def test_a_change_has_both_values_and_names_instead_of_keys(admin: Browser, database: Database):
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Roy")
        client = make_client(session, name="Maison", team_id=make_team(session, name="Nord").id)
        team = make_team(session, name="Sud")
    sent = {"name": "Maison Pivoine", "account_manager": manager.api_id, "team": team.api_id, "tags": ["vip"]}
    assert admin.patch(f"/api/v1/clients/{client.api_id}", sent).status_code == 200
    entry = _log(admin, f"&subject={client.api_id}&action=changed")[0]
    changes = _changes(entry)
    assert changes["name"] == ("Maison", "Maison Pivoine")
    assert changes["team"] == ("Nord", "Sud")
    assert changes["tags"] == ([], ["vip"])
    assert changes["account_manager"][1] == "Zoé Roy"
    assert (entry["subject"], entry["actor"]["name"], entry["real_actor"]) == ("Maison Pivoine", "Ada Roy", None)


def test_what_is_sent_again_unchanged_is_no_change(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session, name="Maison")
    before = len(_log(admin))
    assert admin.patch(f"/api/v1/clients/{client.api_id}", {"name": "Maison"}).status_code == 200
    assert len(_log(admin)) == before


def test_what_is_undone_is_not_in_the_log(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session)
    with unchanged(database):
        sent = {"name": "Autre", "account_manager": "01930000-0000-7000-8000-000000000000"}
        assert admin.patch(f"/api/v1/clients/{client.api_id}", sent).status_code == 422


def test_a_secret_field_is_masked_and_a_hidden_one_absent(
    database: Database, monkeypatch: pytest.MonkeyPatch, admin: Browser
):
    monkeypatch.setattr(User, "audit", Audit("user", secret=frozenset({"currency"}), hidden=frozenset({"timezone"})))
    with database.write() as session:
        person = make_user(session, roles=["employee"])
    admin.patch(f"/api/v1/users/{person.api_id}", {"currency": "EUR", "timezone": "Europe/Paris"})
    changes = _changes(_log(admin, f"&subject={person.api_id}&action=changed")[0])
    assert changes == {"currency": (MASK, MASK)}


def test_money_is_a_topic_of_its_own_for_those_who_keep_the_books(sign_in_as: Any, admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
    admin.patch(f"/api/v1/projects/{project.api_id}", {"amount": "13000.00"})
    admin.patch(f"/api/v1/projects/{project.api_id}", {"description": "Sans argent"})
    admin.patch(f"/api/v1/clients/{client.api_id}", {"payment_terms_days": 45})
    seen = _log(sign_in_as("financial_manager"), "&action=changed")
    assert [sorted(_changes(entry)) for entry in seen] == [["payment_terms_days"], ["amount"]]
    assert _changes(seen[1])["amount"] == ("12000.00", "13000.00")
    assert _log(sign_in_as("churn_manager")) == []


def test_an_account_manager_sees_what_happened_to_their_own_records(
    sign_in_as: Any, admin: Browser, database: Database
):
    mine = sign_in_as("account_manager")
    with database.write() as session:
        own, other = make_client(session, account_manager_id=mine.user.id), make_client(session)
        project = make_project(session, client_id=other.id, account_manager_id=mine.user.id)
        foreign = make_project(session, client_id=other.id)
    for api_id in (own.api_id, other.api_id):
        admin.patch(f"/api/v1/clients/{api_id}", {"tags": ["vip"]})
    for api_id in (project.api_id, foreign.api_id):
        admin.patch(f"/api/v1/projects/{api_id}", {"tags": ["vip"]})
    assert {entry["subject_api_id"] for entry in _log(mine)} == {own.api_id, project.api_id}
    assert _log(mine, f"&subject={other.api_id}") == []
    assert len({entry["subject_api_id"] for entry in _log(admin, "&action=changed")}) == 4


def test_whoever_has_no_business_with_it_sees_nothing_of_it(sign_in_as: Any):
    assert sign_in_as("employee").get(PATH).status_code == 403


def test_nobody_but_administrators_reads_who_signed_in(sign_in_as: Any, admin: Browser, app: Any):
    admin.post("/login", {"email": "nobody@regie.example", "password": "wrong"})
    owner = sign_in_as("super_admin")
    assert [entry["action"] for entry in _log(owner, "&action=sign_in_refused")] == ["sign_in_refused"]
    for role in ("financial_manager", "account_manager", "churn_manager"):
        assert [entry for entry in _log(sign_in_as(role)) if entry["subject_type"] == "user"] == []


def test_it_is_found_by_who_what_and_when(admin: Browser, database: Database, clock):
    with database.write() as session:
        client = make_client(session, name="Maison Érable")
    admin.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"]})
    today, tomorrow = date(2026, 11, 20), date(2026, 11, 21)
    found = {
        f"&actor={admin.user.api_id}&action=changed": 1,
        "&search=erable&action=changed": 1,
        "&search=ada&action=changed": 1,
        "&subject_type=client&action=changed": 1,
        "&subject_type=team": 0,
        f"&action=changed&at_from={today}&at_to={today}": 1,
        f"&action=changed&at_from={tomorrow}": 0,
        f"&action=changed&at_to={today - timedelta(days=1)}": 0,
    }
    assert {query: len(_log(admin, query)) for query in found} == found


def test_a_day_ends_where_the_organization_is(sign_in_as: Any, database: Database, clock):
    """23:30 in Toronto is the next day in UTC."""
    clock.moment = clock.moment.replace(hour=4, minute=30) + timedelta(days=1)
    admin = sign_in_as("admin")
    with database.write() as session:
        client = make_client(session)
    admin.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"]})
    assert len(_log(admin, "&action=changed&at_from=2026-11-20&at_to=2026-11-20")) == 1
    assert _log(admin, "&action=changed&at_from=2026-11-21") == []


def test_a_name_is_kept_as_it_was_then(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session, name="Avant")
    path = f"/api/v1/clients/{client.api_id}"
    admin.patch(path, {"tags": ["vip"]})
    admin.patch(path, {"name": "Après"})
    admin.patch(f"/api/v1/users/{admin.user.api_id}", {"first_name": "Ève"})
    told = [(entry["subject"], entry["actor"]["name"]) for entry in _log(admin, "&action=changed&subject_type=client")]
    assert told == [("Après", "Ada Roy"), ("Avant", "Ada Roy")]


def test_no_call_writes_or_removes_an_entry(admin: Browser, database: Database):
    with unchanged(database):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert admin.call(method, PATH).status_code in (404, 405)


def test_a_change_is_never_logged_without_being_made_and_the_other_way_round(database: Database):
    """The control of the two being one transaction."""

    def change() -> None:
        with database.write() as session:
            make_client(session)
            raise ValueError

    with unchanged(database), pytest.raises(ValueError):  # noqa: PT011
        change()
    assert ActivityEntry.__tablename__ == "activity"
