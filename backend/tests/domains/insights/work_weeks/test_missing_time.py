"""Tests who logged less time than was available in a month, by week, and whose hours each caller sees."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.records.employees.models import Employee
from tests.factories.figures import grant_metrics
from tests.factories.people import make_employee, make_leave
from tests.factories.work import SYNCED, make_time
from tests.factories.world import World, build_world

PATH = "/api/v1/missing-time"


@pytest.fixture
def world(database: Database) -> World:
    return build_world(database)


def make_person(session: Session, name: str) -> Employee:
    return make_employee(session, name=name, capacity_hours_week=Decimal(40), teamwork_user_id=f"logs-{name}")


def log_days(session: Session, name: str, first: date, last: date, minutes: int = 480) -> None:
    for day in range(first.toordinal(), last.toordinal() + 1):
        if date.fromordinal(day).weekday() < 5:
            make_time(session, teamwork_user_id=f"logs-{name}", worked_on=date.fromordinal(day), minutes=minutes)


def fetch(world: World, query: str = "", column: str = "admin") -> dict[str, Any]:
    answer = world.browser(column).get(f"{PATH}?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def test_weeks_name_the_people_with_their_days_without_time(world: World):
    with world.database.write() as session:
        # October: 22 working days. One afternoon of the third week and two days of the fourth are missing.
        log_days(session, "Zoé", date(2026, 10, 1), date(2026, 10, 15))
        make_person(session, "Zoé")
        make_time(session, teamwork_user_id="logs-Zoé", worked_on=date(2026, 10, 16), minutes=240)
        log_days(session, "Zoé", date(2026, 10, 19), date(2026, 10, 20))
        log_days(session, "Zoé", date(2026, 10, 23), date(2026, 10, 31))
        make_time(session, teamwork_user_id="logs-Zoé", worked_on=date(2026, 10, 21), deleted_at=SYNCED)
        make_person(session, "Complete")
        log_days(session, "Complete", date(2026, 10, 1), date(2026, 10, 31))
        # Hours over in one week make up for another one: nothing is missing in the month.
        make_person(session, "Moved")
        log_days(session, "Moved", date(2026, 10, 1), date(2026, 10, 23))
        log_days(session, "Moved", date(2026, 10, 26), date(2026, 10, 30), minutes=540)
        make_employee(session, name="Logs nothing", capacity_hours_week=Decimal(40))
    data = fetch(world, "on=2026-10-09")
    assert (data["starts_on"], data["ends_on"], data["people"]) == ("2026-10-01", "2026-10-31", 1)
    weeks = {week["starts_on"]: week for week in data["weeks"]}
    assert [*weeks] == ["2026-10-12", "2026-10-19"]
    third, fourth = weeks.values()
    assert (third["ends_on"], third["missing_hours"]) == ("2026-10-18", "4.00")
    assert third["people"][0]["days"] == []
    (person,) = fourth["people"]
    assert person["employee"]["name"] == "Zoé"
    assert (person["hours"], person["available_hours"], person["missing_hours"]) == ("24.00", "40.00", "16.00")
    assert person["days"] == ["2026-10-21", "2026-10-22"]


def test_present_month_ends_yesterday_and_days_of_leave_are_not_missing(world: World):
    with world.database.write() as session:
        person = make_person(session, "Away")
        make_leave(session, person, starts_on=date(2026, 11, 1), ends_on=date(2026, 11, 17))
    data = fetch(world)
    assert data["as_of"] == "2026-11-20"
    (week,) = data["weeks"]
    assert (week["starts_on"], week["ends_on"], week["missing_hours"]) == ("2026-11-16", "2026-11-19", "16.00")
    assert week["people"][0]["days"] == ["2026-11-18", "2026-11-19"]
    assert fetch(world, "on=2026-12-01")["weeks"] == []


def test_callers_see_the_people_of_their_scope(world: World):
    with world.database.write() as session:
        make_person(session, "Other")
        me = session.get_one(Employee, world.people["employee"].employee.id)
        me.teamwork_user_id, me.capacity_hours_week = "logs-me", Decimal(40)
        name = me.name
    assert world.browser("employee").get(PATH).status_code == 403
    grant_metrics(world, "employee", ["hours"], ["own"])
    data = fetch(world, "on=2026-10-01", "employee")
    assert {person["employee"]["name"] for week in data["weeks"] for person in week["people"]} == {name}
    assert data["people"] == 1
    assert {"Other", name} <= {
        person["employee"]["name"] for week in fetch(world, "on=2026-10-01")["weeks"] for person in week["people"]
    }


def test_former_employees_are_named_for_those_who_read_their_record(world: World):
    with world.database.write() as session:
        person = make_person(session, "Former")
        person.status, person.ended_on = "left", date(2026, 10, 9)
    assert fetch(world, "on=2026-10-01")["people"] == 1
    grant_metrics(world, "employee", ["hours"], ["organization"])
    assert fetch(world, "on=2026-10-01", "employee")["people"] == 0
