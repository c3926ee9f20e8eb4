"""Somebody leaves: everything open goes to a named person, their access ends, and all of it or nothing happens."""

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
from tests.factories.log import log_of
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import unchanged

PATH = "/api/v1/departed-employees"
NOTHING = {"clients": 0, "projects": 0, "led_projects": 0, "memberships": 0, "goals": 0, "reports": 0}
HELD = {"clients": 1, "projects": 2, "led_projects": 1, "memberships": 2, "goals": 2, "reports": 1}


@dataclass
class Office:
    """Who leaves, who takes over, and the leaver's own manager."""

    leaver: Employee
    user: User
    heir: Employee
    boss: Employee
    shared_project: int


@pytest.fixture
def admin(sign_in_as: Any) -> Browser:
    return sign_in_as("admin")


@pytest.fixture
def office(database: Database) -> Office:
    """Open and closed work of the leaver in every relation; the heir is a member of one of their projects already."""
    with database.write() as session:
        user = make_user(session, roles=["account_manager", "employee"])
        boss = make_employee(session)
        leaver = make_employee(session, user_id=user.id, manager_id=boss.id, started_on=date(2024, 1, 8))
        heir = make_employee(session, user_id=make_user(session, roles=["account_manager"]).id)
        make_employee(session, manager_id=leaver.id)
        client = make_client(session, account_manager_id=user.id)
        make_client(session, account_manager_id=user.id, archived_at=NOON)
        other = make_client(session)
        led = make_project(session, client_id=other.id, account_manager_id=user.id, project_manager_id=leaver.id)
        make_project(session, client_id=client.id, account_manager_id=user.id, status="draft")
        over = make_project(session, client_id=client.id, project_manager_id=leaver.id, status="completed")
        shared = make_project(session, client_id=other.id)
        for project, member in ((led, leaver), (over, leaver), (shared, leaver), (shared, heir)):
            session.add(ProjectMember(project_id=project.id, employee_id=member.id))
        for status in ("draft", "active", "achieved"):
            session.add(_goal(leaver, status))
        session.flush()
        return Office(leaver, user, heir, boss, shared.id)


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


def _depart(admin: Browser, office: Office, **fields: Any) -> Any:
    return admin.post(f"{PATH}/{office.leaver.api_id}", {"ended_on": "2026-11-20", **fields})


def _holdings(admin: Browser, person: Employee) -> dict[str, int]:
    return admin.get(f"/api/v1/employees/{person.api_id}/holdings").json()["data"]


def test_what_is_open_is_counted_and_handed_over_at_once(admin: Browser, office: Office, database: Database):
    assert _holdings(admin, office.leaver) == HELD
    browser = Browser(admin.app, ORIGIN).carrying(office.user, NOON)
    answer = _depart(admin, office, hand_over_to=office.heir.api_id)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["data"]["status"], answer.json()["data"]["ended_on"]) == ("left", "2026-11-20")
    assert _holdings(admin, office.leaver) == NOTHING
    assert _holdings(admin, office.heir) == HELD | {"reports": 0}
    assert _holdings(admin, office.boss)["reports"] == 1
    assert browser.get("/api/v1/me").status_code == 401
    told = [row for row in log_of(database, "handed_over") if row.subject_api_id == office.leaver.api_id]
    assert [row.changes for row in told] == [
        {name: [None, count] for name, count in HELD.items()} | {"to": [None, office.heir.name]}
    ]


def test_what_is_over_stays_in_the_name_of_who_did_it(admin: Browser, office: Office, database: Database):
    _depart(admin, office, hand_over_to=office.heir.api_id)
    with database.read() as db:
        members = select(ProjectMember.project_id).where(ProjectMember.employee_id == office.leaver.id)
        assert len(db.execute(members).all()) == 1
        achieved = select(EmployeeGoal.employee_id).where(EmployeeGoal.status == "achieved")
        assert db.execute(achieved).scalars().all() == [office.leaver.id]
        shared = select(ProjectMember.employee_id).where(ProjectMember.project_id == office.shared_project)
        assert db.execute(shared).scalars().all() == [office.heir.id]


def test_without_an_heir_only_their_people_move_up(admin: Browser, office: Office):
    assert _depart(admin, office).status_code == 200
    assert _holdings(admin, office.leaver) == HELD | {"reports": 0}


def test_their_access_can_be_kept(admin: Browser, office: Office, database: Database):
    browser = Browser(admin.app, ORIGIN).carrying(office.user, NOON)
    assert _depart(admin, office, deactivate_user=False).status_code == 200
    assert browser.get("/api/v1/me").status_code == 200


def test_who_comes_back_works_here_again_and_signs_in_when_somebody_says_so(admin: Browser, office: Office):
    _depart(admin, office)
    assert admin.delete(f"{PATH}/{office.leaver.api_id}").status_code == 204
    back = admin.get(f"/api/v1/employees/{office.leaver.api_id}").json()["data"]
    assert (back["status"], back["ended_on"]) == ("active", None)
    assert admin.get(f"/api/v1/users/{office.user.api_id}").json()["data"]["status"] == "deactivated"


def _heir(office: Office, database: Database, kind: str) -> str:
    if kind == "themself":
        return office.leaver.api_id
    if kind == "nobody":
        return "01930000-0000-7000-8000-000000000000"
    with database.write() as session:
        roles = ["employee"] if kind == "does not lead" else ["account_manager"]
        user = None if kind == "no account" else make_user(session, roles=roles).id
        return make_employee(session, user_id=user, status="left" if kind == "left" else "active").api_id


@pytest.mark.parametrize("kind", ["themself", "nobody", "does not lead", "no account", "left"])
def test_not_everyone_can_take_over_and_then_nothing_happens(
    admin: Browser, office: Office, database: Database, kind: str
):
    heir = _heir(office, database, kind)
    with unchanged(database):
        answer = _depart(admin, office, hand_over_to=heir)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["hand_over_to"])


def test_who_looks_after_no_client_can_be_followed_by_somebody_without_an_account(
    admin: Browser, office: Office, database: Database
):
    with database.write() as session:
        plain = make_employee(session, started_on=date(2024, 1, 8))
        make_project(session, project_manager_id=plain.id)
    answer = admin.post(f"{PATH}/{plain.api_id}", {"ended_on": "2026-11-20", "hand_over_to": office.boss.api_id})
    assert answer.status_code == 200
    assert _holdings(admin, office.boss)["led_projects"] == 1


@pytest.mark.parametrize("day", ["2026-11-21", "2024-01-07", ""])
def test_the_last_day_is_one_that_they_worked_here(admin: Browser, office: Office, database: Database, day: str):
    with unchanged(database):
        answer = _depart(admin, office, ended_on=day)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["ended_on"])


def test_nobody_leaves_twice_nor_comes_back_who_is_here(admin: Browser, office: Office, database: Database):
    with unchanged(database):
        assert admin.delete(f"{PATH}/{office.leaver.api_id}").json()["code"] == "not_departed"
    _depart(admin, office)
    with unchanged(database):
        assert _depart(admin, office).json()["code"] == "already_departed"


def test_an_account_of_a_higher_rank_is_not_ended_by_the_way(admin: Browser, database: Database):
    with database.write() as session:
        owner = make_employee(session, user_id=make_user(session, roles=["super_admin"]).id)
    with unchanged(database):
        answer = admin.post(f"{PATH}/{owner.api_id}", {"ended_on": "2026-11-20"})
    assert answer.status_code == 403
