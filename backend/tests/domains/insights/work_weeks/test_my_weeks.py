"""Tests the caller's own hours of last week and this one."""

from datetime import date
from decimal import Decimal

import pytest

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkProject
from tests.factories.people import make_leave
from tests.factories.work import SYNCED, make_client, make_project, make_time
from tests.factories.world import World, build_world


@pytest.fixture
def world(database: Database) -> World:
    return build_world(database)


def test_weeks_have_logged_available_and_missing_hours(world: World):
    with world.database.write() as session:
        me = session.get_one(Employee, world.people["employee"].employee.id)
        me.teamwork_user_id, me.capacity_hours_week = "tw-weeks", Decimal("37.5")
        make_leave(session, me, starts_on=date(2026, 11, 13), ends_on=date(2026, 11, 13))
        days = ((9, 450), (10, 450), (11, 300), (12, 480), (14, 60), (16, 450), (20, 90))
        for day, minutes in days:
            make_time(session, teamwork_user_id="tw-weeks", worked_on=date(2026, 11, day), minutes=minutes,
                      is_billable=day != 9)  # fmt: skip
        make_time(session, teamwork_user_id="tw-other", worked_on=date(2026, 11, 16), minutes=600)
    data = world.browser("employee").get("/api/v1/my-weeks").json()["data"]
    last, current = data["weeks"]
    assert (last["starts_on"], last["ends_on"]) == ("2026-11-09", "2026-11-15")
    assert [day["on"][-2:] for day in last["days"]] == ["09", "10", "11", "12", "13", "14"]
    hours = ("hours", "billable_hours", "available_hours", "missing_hours")
    assert [last[name] for name in hours] == ["29.00", "21.50", "30.00", "2.50"]
    # Today, a Friday, is not missing yet; Tuesday to Thursday are.
    assert [current[name] for name in hours] == ["9.00", "9.00", "37.50", "22.50"]
    assert current["days"][4] == {"on": "2026-11-20", "hours": "1.50", "available_hours": "7.50"}


def test_user_without_an_employee_record_has_no_weeks(world: World):
    with world.database.write() as session:
        session.get_one(Employee, world.people["admin"].employee.id).user_id = None
    assert world.browser("admin").get("/api/v1/my-weeks").json()["data"]["weeks"] == []
    assert world.browser("admin").get("/api/v1/my-week").json()["data"]["week"] is None


def build_week(world: World, column: str) -> None:
    """Two days on a project, one on an unmatched one; deleted entries and those of others do not count."""
    with world.database.write() as session:
        session.get_one(Employee, world.people[column].employee.id).teamwork_user_id = "tw-me"
        client = make_client(session, account_manager_id=world.stranger.id)
        make_project(session, client_id=client.id, teamwork_project_id="p-site", name="Site")
        session.add(TeamworkProject(external_id="p-internal", name="Interne", synced_at=SYNCED))
        mine = {"teamwork_user_id": "tw-me", "is_billable": True}
        make_time(session, **mine, teamwork_project_id="p-site", worked_on=date(2026, 11, 9), minutes=90)
        make_time(session, **mine, teamwork_project_id="p-site", worked_on=date(2026, 11, 14), minutes=20)
        make_time(session, **mine, teamwork_project_id="p-internal", worked_on=date(2026, 11, 10), minutes=300)
        make_time(session, **mine, teamwork_project_id="p-site", worked_on=date(2026, 11, 10), deleted_at=SYNCED)
        make_time(session, **mine, teamwork_project_id="p-site", worked_on=date(2026, 11, 16))
        make_time(session, teamwork_user_id="tw-other", teamwork_project_id="p-site", worked_on=date(2026, 11, 9))


@pytest.mark.parametrize("column", ["employee", "churn_manager", "admin"])
def test_week_has_own_hours_by_project_and_day(world: World, column: str):
    build_week(world, column)
    data = world.browser(column).get("/api/v1/my-week?on=2026-11-12").json()["data"]
    assert data["week"]["starts_on"] == "2026-11-09"
    assert data["week"]["hours"] == "6.83"
    internal, site = data["projects"]
    assert (internal["project"], internal["service_project"], internal["hours"]) == (None, "Interne", "5.00")
    assert (site["project"]["name"], site["hours"]) == ("Site", "1.83")
    assert site["day_hours"] == ["1.50", "0.00", "0.00", "0.00", "0.00", "0.33"]
    assert [entry["minutes"] for entry in site["entries"]] == [90, 20]


def test_week_without_a_day_is_the_present_one(world: World):
    build_week(world, "employee")
    data = world.browser("employee").get("/api/v1/my-week").json()["data"]
    assert data["week"]["starts_on"] == "2026-11-16"
    assert len(data["projects"]) == 1


def test_week_with_more_entries_than_a_page_has_all_of_them(world: World):
    with world.database.write() as session:
        session.get_one(Employee, world.people["employee"].employee.id).teamwork_user_id = "tw-me"
        for _ in range(101):
            make_time(session, teamwork_user_id="tw-me", worked_on=date(2026, 11, 9), minutes=1)
    data = world.browser("employee").get("/api/v1/my-week?on=2026-11-09").json()["data"]
    assert sum(len(project["entries"]) for project in data["projects"]) == 101
    assert sum(float(project["hours"]) for project in data["projects"]) == 1.68


@pytest.mark.one_database
@pytest.mark.parametrize("query", ["on=2026-13-01", "on=yesterday", "week=1"])
def test_invalid_day_of_week_returns_422(world: World, query: str):
    assert world.browser("employee").get(f"/api/v1/my-week?{query}").status_code == 422
