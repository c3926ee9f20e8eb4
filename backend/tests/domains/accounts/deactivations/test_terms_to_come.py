"""Tests of terms to come that name people who leave, and of people who are not there on their first day."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.factories.activity import read_activity
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged

DEPARTURES = "/api/v1/departed-employees"
DEACTIVATIONS = "/api/v1/deactivated-users"


@dataclass
class Plan:
    """The leaver manages a client from January 1 and a project from December 15, and joins a team on December 1."""

    leaver: Employee
    user: User
    successor: Employee
    successor_user: User
    client: str
    project: str
    team: str


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def plan(admin: Browser, database: Database) -> Plan:
    with database.write() as session:
        users = [make_user(session, roles=["account_manager", "employee"]) for _ in range(3)]
        leaver, successor, _ = (make_employee(session, user_id=user.id) for user in users)
        client = make_client(session, account_manager_id=users[2].id)
        project = make_project(session, client_id=client.id, account_manager_id=users[2].id, start_on=date(2026, 1, 1))
        team = make_team(session, users[2])
        plan = Plan(leaver, users[0], successor, users[1], client.api_id, project.api_id, team.api_id)
    _record(admin, f"clients/{plan.client}", account_manager=plan.user.api_id, effective_from="2027-01-01")
    _record(admin, f"projects/{plan.project}", project_manager=plan.leaver.api_id, effective_from="2026-12-15")
    _record(admin, f"employees/{plan.leaver.api_id}", team=plan.team, effective_from="2026-12-01")
    return plan


def _path(record: str) -> str:
    return f"/api/v1/{record}/{'employment' if record.startswith('employees') else 'responsibility'}-terms"


def _record(admin: Browser, record: str, **body: Any) -> None:
    response = admin.post(_path(record), body)
    assert response.status_code == 201, response.text


def _terms(admin: Browser, record: str, term: str) -> list[tuple[Any, Any]]:
    listed = admin.get(f"{_path(record)}?per_page=100").json()["data"]
    return [(one["effective_from"], one["value"]) for one in listed if one["term"] == term and one["effective_from"]]


def _counts(admin: Browser, person: Employee) -> tuple[int, int]:
    found = admin.get(f"/api/v1/employees/{person.api_id}/responsibilities").json()["data"]
    return found["terms_to_come"], found["teams_to_come"]


def _depart(admin: Browser, plan: Plan, **body: Any) -> Any:
    return admin.post(f"{DEPARTURES}/{plan.leaver.api_id}", {"ended_on": "2026-11-20", **body})


def test_departure_needs_a_successor_for_terms_to_come(admin: Browser, plan: Plan, database: Database):
    assert _counts(admin, plan.leaver) == (2, 1)
    with assert_unchanged(database):
        response = _depart(admin, plan)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["successor"]), response.text


def test_successor_takes_over_terms_to_come(admin: Browser, plan: Plan, database: Database):
    version = admin.get(f"/api/v1/clients/{plan.client}").json()["data"]["version"]
    response = _depart(admin, plan, successor=plan.successor.api_id)
    assert response.status_code == 200, response.text
    assert _terms(admin, f"clients/{plan.client}", "account_manager") == [("2027-01-01", plan.successor_user.api_id)]
    assert _terms(admin, f"projects/{plan.project}", "project_manager") == [("2026-12-15", plan.successor.api_id)]
    assert _terms(admin, f"employees/{plan.leaver.api_id}", "membership") == []
    assert (_counts(admin, plan.leaver), _counts(admin, plan.successor)) == ((0, 0), (2, 0))
    assert admin.get(f"/api/v1/clients/{plan.client}").json()["data"]["version"] == version + 1
    (entry,) = [row for row in read_activity(database, "handed_over") if row.subject_api_id == plan.leaver.api_id]
    assert (entry.changes["terms_to_come"], entry.changes["teams_to_come"]) == ([None, 2], [None, 1])


@pytest.mark.parametrize("fields", [{"ended_on": date(2026, 12, 31)}, {"started_on": date(2027, 1, 2)}, "no user"])
def test_successor_who_cannot_take_over_is_refused(admin: Browser, plan: Plan, database: Database, fields: Any):
    """The successor leaves before a term begins, has not started by then, or is no account manager."""
    with database.write() as session:
        user_id = None if fields == "no user" else make_user(session, roles=["account_manager"]).id
        successor = make_employee(session, user_id=user_id, **({} if fields == "no user" else fields)).api_id
    with assert_unchanged(database):
        response = _depart(admin, plan, successor=successor)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["successor"]), response.text


def test_deactivation_needs_a_successor_for_terms_to_come(admin: Browser, plan: Plan, database: Database):
    with assert_unchanged(database):
        response = admin.post(f"{DEACTIVATIONS}/{plan.user.api_id}", {})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["successor"]), response.text
    response = admin.post(f"{DEACTIVATIONS}/{plan.user.api_id}", {"successor": plan.successor_user.api_id})
    assert response.status_code == 200, response.text
    assert _terms(admin, f"clients/{plan.client}", "account_manager") == [("2027-01-01", plan.successor_user.api_id)]


@pytest.mark.parametrize(
    ("fields", "day", "status"),
    [
        ({"ended_on": date(2026, 12, 31)}, "2027-01-01", 422),
        ({"ended_on": date(2026, 12, 31)}, "2026-12-31", 201),
        ({"started_on": date(2027, 1, 2)}, "2027-01-01", 422),
        ({"started_on": date(2027, 1, 2)}, "2027-01-02", 201),
    ],
)
def test_term_to_come_names_only_people_who_are_there(
    admin: Browser, plan: Plan, database: Database, fields: dict[str, date], day: str, status: int
):
    with database.write() as session:
        user = make_user(session, roles=["account_manager", "employee"])
        person = make_employee(session, user_id=user.id, **fields).api_id
    for name, value in (("account_manager", user.api_id), ("project_manager", person)):
        body = {name: value, "effective_from": day}
        if status == 201:
            _record(admin, f"projects/{plan.project}", **body)
            continue
        with assert_unchanged(database):
            response = admin.post(_path(f"projects/{plan.project}"), body)
        assert (response.status_code, list(response.json()["errors"])) == (422, [name]), response.text


def test_term_is_not_moved_after_the_last_day_of_its_person(admin: Browser, plan: Plan, database: Database):
    path = _path(f"projects/{plan.project}")
    changed = admin.patch(f"/api/v1/employees/{plan.leaver.api_id}", {"ended_on": "2027-01-31"})
    assert changed.status_code == 200, changed.text
    term = next(one for one in admin.get(path).json()["data"] if one["effective_from"] == "2026-12-15")
    with assert_unchanged(database):
        response = admin.patch(f"{path}/{term['api_id']}", {"effective_from": "2027-02-01"})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["project_manager"]), response.text
    assert admin.patch(f"{path}/{term['api_id']}", {"effective_from": "2027-01-31"}).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"ended_on": "2026-12-31"}, 422),
        ({"ended_on": "2027-01-01"}, 200),
        ({"started_on": "2026-12-02"}, 422),
        ({"started_on": "2026-12-01"}, 200),
    ],
)
def test_days_of_employment_include_terms_to_come(
    admin: Browser, plan: Plan, database: Database, body: dict[str, str], status: int
):
    path = f"/api/v1/employees/{plan.leaver.api_id}"
    if status == 200:
        assert admin.patch(path, body).status_code == 200
        return
    with assert_unchanged(database):
        response = admin.patch(path, body)
    assert (response.status_code, list(response.json()["errors"])) == (status, list(body)), response.text


@pytest.mark.parametrize(("language", "text"), [("en", "The last day of"), ("fr", "Le dernier jour de")])
def test_employment_term_after_the_last_day_is_refused(admin: Browser, database: Database, language: str, text: str):
    with database.write() as session:
        person = make_employee(session, ended_on=date(2026, 12, 31)).api_id
    path = _path(f"employees/{person}")
    with assert_unchanged(database):
        response = admin.post(
            path,
            {"capacity_hours_week": "20.00", "effective_from": "2027-01-01"},
            headers={"X-Api-Locale": language},
        )
    assert response.status_code == 422, response.text
    (message,) = response.json()["errors"]["effective_from"]
    assert message.startswith(text), message
    assert admin.post(path, {"capacity_hours_week": "20.00", "effective_from": "2026-12-31"}).status_code == 201
