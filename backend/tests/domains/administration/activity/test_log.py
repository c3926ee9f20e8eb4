"""Tests of the activity log: changed values, actors and impersonators, and who sees which entries."""

from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.audit.activity import MASK, ActivityEntry, Audit
from regie.core.db.database import Database
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.factories.people import make_team, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged

PATH = "/api/v1/activity"


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin", first_name="Ada", last_name="Roy")


def _list_entries(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    answer = browser.get(f"{PATH}?per_page=100{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _changes_by_field(entry: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {change["field"]: (change["before"], change["after"]) for change in entry["changes"]}


def test_change_has_old_and_new_values_with_names(admin: Browser, database: Database):
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Roy")
        client = make_client(session, name="Maison", team_id=make_team(session, name="Nord").id)
        team = make_team(session, name="Sud")
    sent = {"name": "Maison Pivoine", "account_manager": manager.api_id, "team": team.api_id, "tags": ["vip"]}
    assert admin.patch(f"/api/v1/clients/{client.api_id}", sent).status_code == 200
    entry = _list_entries(admin, f"&subject={client.api_id}&action=changed")[0]
    changes = _changes_by_field(entry)
    assert changes["name"] == ("Maison", "Maison Pivoine")
    assert changes["team"] == ("Nord", "Sud")
    assert changes["tags"] == ([], ["vip"])
    assert changes["account_manager"][1] == "Zoé Roy"
    assert (entry["subject"], entry["actor"]["name"], entry["real_actor"]) == ("Maison Pivoine", "Ada Roy", None)


def test_deleted_record_leaves_its_name_only(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session, name="Maison", contact_name="Ulla Nachtigall", notes="Kanari")
    assert admin.delete(f"/api/v1/clients/{client.api_id}").status_code == 204
    entry = _list_entries(admin, f"&subject={client.api_id}&action=deleted")[0]
    assert (entry["subject"], entry["changes"]) == ("Maison", [])


def test_unchanged_value_is_not_logged(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session, name="Maison")
    before = len(_list_entries(admin))
    assert admin.patch(f"/api/v1/clients/{client.api_id}", {"name": "Maison"}).status_code == 200
    assert len(_list_entries(admin)) == before


def test_refused_change_is_not_logged(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session)
    with assert_unchanged(database):
        sent = {"name": "Autre", "account_manager": "01930000-0000-7000-8000-000000000000"}
        assert admin.patch(f"/api/v1/clients/{client.api_id}", sent).status_code == 422


def test_secret_fields_are_masked_and_hidden_ones_omitted(
    database: Database, monkeypatch: pytest.MonkeyPatch, admin: Browser
):
    monkeypatch.setattr(User, "audit", Audit("user", secret=frozenset({"currency"}), hidden=frozenset({"timezone"})))
    with database.write() as session:
        person = make_user(session, roles=["employee"])
    admin.patch(f"/api/v1/users/{person.api_id}", {"currency": "EUR", "timezone": "Europe/Paris"})
    changes = _changes_by_field(_list_entries(admin, f"&subject={person.api_id}&action=changed")[0])
    assert changes == {"currency": (MASK, MASK)}


def test_financial_manager_sees_the_money_topic_only(sign_in_as: Any, admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
    admin.patch(f"/api/v1/projects/{project.api_id}", {"amount": "13000.00"})
    admin.patch(f"/api/v1/projects/{project.api_id}", {"description": "Sans argent"})
    admin.patch(f"/api/v1/clients/{client.api_id}", {"payment_terms_days": 45})
    entries = _list_entries(sign_in_as("financial_manager"), "&action=changed")
    assert [sorted(_changes_by_field(entry)) for entry in entries] == [["payment_terms_days"], ["amount"]]
    assert _changes_by_field(entries[1])["amount"] == ("12000.00", "13000.00")
    assert _list_entries(sign_in_as("churn_manager")) == []


def test_account_manager_sees_entries_of_own_records(sign_in_as: Any, admin: Browser, database: Database):
    manager = sign_in_as("account_manager")
    with database.write() as session:
        own_client, other_client = make_client(session, account_manager_id=manager.user.id), make_client(session)
        project = make_project(session, client_id=other_client.id, account_manager_id=manager.user.id)
        other_project = make_project(session, client_id=other_client.id)
    for api_id in (own_client.api_id, other_client.api_id):
        admin.patch(f"/api/v1/clients/{api_id}", {"tags": ["vip"]})
    for api_id in (project.api_id, other_project.api_id):
        admin.patch(f"/api/v1/projects/{api_id}", {"tags": ["vip"]})
    assert {entry["subject_api_id"] for entry in _list_entries(manager)} == {own_client.api_id, project.api_id}
    assert _list_entries(manager, f"&subject={other_client.api_id}") == []
    assert len({entry["subject_api_id"] for entry in _list_entries(admin, "&action=changed")}) == 4


def test_employee_cannot_read_the_log(sign_in_as: Any):
    assert sign_in_as("employee").get(PATH).status_code == 403


def test_only_admins_see_sign_ins(sign_in_as: Any, admin: Browser, app: Any):
    admin.post("/login", {"email": "unknown@regie.example", "password": "wrong"})
    owner = sign_in_as("super_admin")
    assert [entry["action"] for entry in _list_entries(owner, "&action=sign_in_refused")] == ["sign_in_refused"]
    for role in ("financial_manager", "account_manager", "churn_manager"):
        assert [entry for entry in _list_entries(sign_in_as(role)) if entry["subject_type"] == "user"] == []


def test_entries_are_filtered_by_actor_action_subject_and_date(admin: Browser, database: Database, clock):
    with database.write() as session:
        client = make_client(session, name="Maison Érable")
    admin.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"]})
    today, tomorrow = date(2026, 11, 20), date(2026, 11, 21)
    expected = {
        f"&actor={admin.user.api_id}&action=changed": 1,
        "&search=erable&action=changed": 1,
        "&search=ada&action=changed": 1,
        "&subject_type=client&action=changed": 1,
        "&subject_type=team": 0,
        f"&action=changed&at_from={today}&at_to={today}": 1,
        f"&action=changed&at_from={tomorrow}": 0,
        f"&action=changed&at_to={today - timedelta(days=1)}": 0,
    }
    assert {query: len(_list_entries(admin, query)) for query in expected} == expected


def test_date_filter_uses_the_organizations_time_zone(sign_in_as: Any, database: Database, clock):
    """23:30 in Toronto is the next day in UTC."""
    clock.moment = clock.moment.replace(hour=4, minute=30) + timedelta(days=1)
    admin = sign_in_as("admin")
    with database.write() as session:
        client = make_client(session)
    admin.patch(f"/api/v1/clients/{client.api_id}", {"tags": ["vip"]})
    assert len(_list_entries(admin, "&action=changed&at_from=2026-11-20&at_to=2026-11-20")) == 1
    assert _list_entries(admin, "&action=changed&at_from=2026-11-21") == []


def test_entry_retains_names_of_its_time(admin: Browser, database: Database):
    with database.write() as session:
        client = make_client(session, name="Avant")
    path = f"/api/v1/clients/{client.api_id}"
    admin.patch(path, {"tags": ["vip"]})
    admin.patch(path, {"name": "Après"})
    admin.patch(f"/api/v1/users/{admin.user.api_id}", {"first_name": "Ève"})
    names = [
        (entry["subject"], entry["actor"]["name"])
        for entry in _list_entries(admin, "&action=changed&subject_type=client")
    ]
    assert names == [("Après", "Ada Roy"), ("Avant", "Ada Roy")]


def test_entries_cannot_be_written_or_deleted(admin: Browser, database: Database):
    with assert_unchanged(database):
        for method in ("POST", "PUT", "PATCH", "DELETE"):
            assert admin.call(method, PATH).status_code in (404, 405)


def test_rolled_back_change_is_not_logged(database: Database):
    """Control: change and log entry are in one transaction."""

    def change_and_fail() -> None:
        with database.write() as session:
            make_client(session)
            raise ValueError

    with assert_unchanged(database), pytest.raises(ValueError):  # noqa: PT011
        change_and_fail()
    assert ActivityEntry.__tablename__ == "activity"
