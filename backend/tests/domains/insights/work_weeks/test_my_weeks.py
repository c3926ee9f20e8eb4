"""Tests the caller's own hours of last week and this one."""

from datetime import date
from decimal import Decimal

from regie.domains.records.employees.models import Employee
from tests.factories.figures import grant_metrics
from tests.factories.people import make_leave
from tests.factories.work import make_time
from tests.factories.world import World


def test_weeks_have_logged_available_and_missing_hours(world: World):
    grant_metrics(world, "employee", ["hours"], ["own"])
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
