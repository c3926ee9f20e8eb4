"""Tests of departures: open work is reassigned and the user deactivated, all in one transaction."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import ProjectMember
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.activity import read_activity
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged

PATH = "/api/v1/departed-employees"
NOTHING_TO_COME = {"terms_to_come": 0, "teams_to_come": 0}
NO_OPEN_WORK = {
    "clients": 0,
    "projects": 0,
    "led_projects": 0,
    "memberships": 0,
    "goals": 0,
    "reports": 0,
} | NOTHING_TO_COME
OPEN_WORK = {"clients": 1, "projects": 2, "led_projects": 1, "memberships": 2, "goals": 2, "reports": 1}


@dataclass
class Departure:
    """The leaver with their user, the successor, and the leaver's manager."""

    leaver: Employee
    user: User
    successor: Employee
    boss: Employee
    shared_project: int


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def departure(database: Database) -> Departure:
    """Create open and closed work of the leaver in every relation; the successor is already a member of one project."""
    with database.write() as session:
        user = make_user(session, roles=["account_manager", "employee"])
        boss = make_employee(session)
        leaver = make_employee(session, user_id=user.id, manager_id=boss.id, started_on=date(2024, 1, 8))
        successor = make_employee(session, user_id=make_user(session, roles=["account_manager"]).id)
        make_employee(session, manager_id=leaver.id)
        client = make_client(session, account_manager_id=user.id)
        make_client(session, account_manager_id=user.id, archived_at=NOON)
        other = make_client(session)
        led = make_project(session, client_id=other.id, account_manager_id=user.id, project_manager_id=leaver.id)
        make_project(session, client_id=client.id, account_manager_id=user.id, status="draft")
        completed = make_project(session, client_id=client.id, project_manager_id=leaver.id, status="completed")
        shared = make_project(session, client_id=other.id)
        for project, member in ((led, leaver), (completed, leaver), (shared, leaver), (shared, successor)):
            session.add(ProjectMember(project_id=project.id, employee_id=member.id))
        for status in ("draft", "active", "achieved"):
            session.add(_goal(leaver, status))
        session.flush()
        return Departure(leaver, user, successor, boss, shared.id)


def _goal(person: Employee, status: str) -> EmployeeGoal:
    return EmployeeGoal(
        employee_id=person.id,
        title=f"Certification ({status})",
        measure="number",
        start_value=Decimal(0),
        target_value=Decimal(10),
        period_start=date(2026, 1, 1),
        period_end=date(2026, 12, 31),
        status=status,
    )


def _depart(admin: Browser, departure: Departure, **fields: Any) -> Any:
    return admin.post(f"{PATH}/{departure.leaver.api_id}", {"ended_on": "2026-11-20", **fields})


def _responsibilities(admin: Browser, person: Employee) -> dict[str, int]:
    return admin.get(f"/api/v1/employees/{person.api_id}/responsibilities").json()["data"]


def test_open_work_is_counted_and_reassigned(admin: Browser, departure: Departure, database: Database):
    assert _responsibilities(admin, departure.leaver) == OPEN_WORK | NOTHING_TO_COME
    browser = Browser(admin.app, ORIGIN).signed_in_as(departure.user, NOON)
    answer = _depart(admin, departure, successor=departure.successor.api_id)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["data"]["status"], answer.json()["data"]["ended_on"]) == ("left", "2026-11-20")
    assert _responsibilities(admin, departure.leaver) == NO_OPEN_WORK
    assert _responsibilities(admin, departure.successor) == OPEN_WORK | NOTHING_TO_COME | {"reports": 0}
    assert _responsibilities(admin, departure.boss)["reports"] == 1
    assert browser.get("/api/v1/me").status_code == 401
    entries = [row for row in read_activity(database, "handed_over") if row.subject_api_id == departure.leaver.api_id]
    assert [row.changes for row in entries] == [
        {name: [None, count] for name, count in OPEN_WORK.items()} | {"to": [None, departure.successor.name]}
    ]


def test_finished_work_is_not_reassigned(admin: Browser, departure: Departure, database: Database):
    _depart(admin, departure, successor=departure.successor.api_id)
    with database.read() as db:
        members = select(ProjectMember.project_id).where(ProjectMember.employee_id == departure.leaver.id)
        assert len(db.execute(members).all()) == 1
        achieved = select(EmployeeGoal.employee_id).where(EmployeeGoal.status == "achieved")
        assert db.execute(achieved).scalars().all() == [departure.leaver.id]
        shared = select(ProjectMember.employee_id).where(ProjectMember.project_id == departure.shared_project)
        assert db.execute(shared).scalars().all() == [departure.successor.id]


def test_without_successor_only_reports_are_reassigned(admin: Browser, departure: Departure):
    assert _depart(admin, departure).status_code == 200
    assert _responsibilities(admin, departure.leaver) == OPEN_WORK | NOTHING_TO_COME | {"reports": 0}


def test_user_can_stay_active(admin: Browser, departure: Departure, database: Database):
    browser = Browser(admin.app, ORIGIN).signed_in_as(departure.user, NOON)
    assert _depart(admin, departure, deactivate_user=False).status_code == 200
    assert browser.get("/api/v1/me").status_code == 200


def test_returning_employee_stays_deactivated(admin: Browser, departure: Departure):
    _depart(admin, departure)
    assert admin.delete(f"{PATH}/{departure.leaver.api_id}").status_code == 204
    back = admin.get(f"/api/v1/employees/{departure.leaver.api_id}").json()["data"]
    assert (back["status"], back["ended_on"]) == ("active", None)
    assert admin.get(f"/api/v1/users/{departure.user.api_id}").json()["data"]["status"] == "deactivated"


def _make_successor(departure: Departure, database: Database, kind: str) -> str:
    if kind == "themself":
        return departure.leaver.api_id
    if kind == "unknown":
        return "01930000-0000-7000-8000-000000000000"
    with database.write() as session:
        roles = ["employee"] if kind == "no account manager" else ["account_manager"]
        user = None if kind == "no account" else make_user(session, roles=roles).id
        return make_employee(session, user_id=user, status="left" if kind == "left" else "active").api_id


@pytest.mark.parametrize("kind", ["themself", "unknown", "no account manager", "no account", "left"])
def test_invalid_successor_returns_422(admin: Browser, departure: Departure, database: Database, kind: str):
    successor = _make_successor(departure, database, kind)
    with assert_unchanged(database):
        answer = _depart(admin, departure, successor=successor)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["successor"])


def test_successor_needs_no_user_without_managed_clients(admin: Browser, departure: Departure, database: Database):
    with database.write() as session:
        plain = make_employee(session, started_on=date(2024, 1, 8))
        make_project(session, project_manager_id=plain.id)
    answer = admin.post(f"{PATH}/{plain.api_id}", {"ended_on": "2026-11-20", "successor": departure.boss.api_id})
    assert answer.status_code == 200
    assert _responsibilities(admin, departure.boss)["led_projects"] == 1


@pytest.mark.parametrize("day", ["2026-11-21", "2024-01-07", ""])
def test_invalid_last_day_returns_422(admin: Browser, departure: Departure, database: Database, day: str):
    with assert_unchanged(database):
        answer = _depart(admin, departure, ended_on=day)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["ended_on"])


def test_repeated_departure_or_return_is_refused(admin: Browser, departure: Departure, database: Database):
    with assert_unchanged(database):
        assert admin.delete(f"{PATH}/{departure.leaver.api_id}").json()["code"] == "not_departed"
    _depart(admin, departure)
    with assert_unchanged(database):
        assert _depart(admin, departure).json()["code"] == "already_departed"


def test_departure_of_higher_rank_returns_403(admin: Browser, database: Database):
    with database.write() as session:
        owner = make_employee(session, user_id=make_user(session, roles=["super_admin"]).id)
    with assert_unchanged(database):
        answer = admin.post(f"{PATH}/{owner.api_id}", {"ended_on": "2026-11-20"})
    assert answer.status_code == 403
