"""Logged and billable minutes are read together, and equal those of each entry, corrections below zero included."""

from datetime import date, timedelta
from random import Random

import pytest

from regie.core.db.database import Database
from regie.domains.insights.metrics.figures import EmployeeSpan, LoggedTime
from regie.domains.insights.metrics.queries import read_hours, read_hours_between
from regie.domains.records.employees.models import Employee
from tests.factories.people import make_employee
from tests.factories.work import make_time

_FIRST, _LAST = date(2026, 11, 5), date(2026, 11, 25)


@pytest.mark.parametrize("seed", range(4))
def test_minutes_are_those_of_the_entries(database: Database, seed: int):
    random, expected = Random(seed), LoggedTime()
    with database.write() as session:
        key = make_employee(session, teamwork_user_id="p-1").id
        for _ in range(30):
            day = date(2026, 11, 1) + timedelta(days=random.randrange(30))
            minutes, is_billable = random.choice((-600, -30, 0, 15, 480, 90_000)), random.random() < 0.5
            make_time(session, teamwork_user_id="p-1", worked_on=day, minutes=minutes, is_billable=is_billable)
            if _FIRST <= day <= _LAST:
                billable = expected.billable_minutes + (minutes if is_billable else 0)
                expected = LoggedTime(expected.minutes + minutes, billable)
        make_time(session, teamwork_user_id="p-2", worked_on=_FIRST, minutes=7, is_billable=True)

    span = EmployeeSpan(key, _FIRST, _LAST)
    with database.read() as connection:
        assert read_hours(connection, [span]) == {span: expected}
        assert read_hours_between(connection, Employee.id == key, {}, [(_FIRST, _LAST)]) == {span: expected}


def test_negative_billable_minutes_do_not_alter_the_others(database: Database):
    with database.write() as session:
        key = make_employee(session, teamwork_user_id="p-1").id
        make_time(session, teamwork_user_id="p-1", worked_on=_FIRST, minutes=100, is_billable=False)
        make_time(session, teamwork_user_id="p-1", worked_on=_FIRST, minutes=-30, is_billable=True)
    span = EmployeeSpan(key, _FIRST, _LAST)
    with database.read() as connection:
        assert read_hours(connection, [span]) == {span: LoggedTime(70, -30)}
