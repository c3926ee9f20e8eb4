"""Reads the caller's logged and available hours of last week and this one, by day."""

from collections.abc import Iterable
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.domains.insights.metrics.figures import EmployeeSpan
from regie.domains.insights.metrics.queries import read_available_hours, read_hours
from regie.domains.insights.work_weeks.schemas import MyWeeks, WorkDay, WorkWeek

_DAYS_OF_WEEK = 7
_WORKING_DAYS = 5
_HUNDREDTH = Decimal("0.01")


def read_my_weeks(db: Connection, actor: Actor, today: date) -> MyWeeks:
    actor.require(Permission.STATISTICS_HOURS)
    if actor.employee_id is None:
        return {"as_of": today, "weeks": []}
    monday = today - timedelta(days=today.weekday())
    starts = (monday - timedelta(days=_DAYS_OF_WEEK), monday)
    return {"as_of": today, "weeks": [_read_week(db, actor.employee_id, start, today) for start in starts]}


def _read_week(db: Connection, employee_id: int, start: date, today: date) -> WorkWeek:
    days = [start + timedelta(days=count) for count in range(_DAYS_OF_WEEK)]
    spans = {day: EmployeeSpan(employee_id, day, day) for day in days}
    logged, available = read_hours(db, spans.values()), read_available_hours(db, spans.values())
    hours = {day: Fraction(logged[span].minutes, 60) for day, span in spans.items()}
    missing = [max(Fraction(0), available[spans[day]] - hours[day]) for day in days if day < today]
    shown = [day for day in days if day.weekday() < _WORKING_DAYS or hours[day] > 0]
    return {
        "starts_on": start,
        "ends_on": days[-1],
        "hours": _sum(hours.values()),
        "billable_hours": _sum(Fraction(logged[span].billable_minutes, 60) for span in spans.values()),
        "available_hours": _sum(available.values()),
        "missing_hours": _sum(missing),
        "days": [_day(day, hours[day], available[spans[day]]) for day in shown],
    }


def _day(day: date, hours: Fraction, available: Fraction) -> WorkDay:
    return {"on": day, "hours": _sum([hours]), "available_hours": _sum([available])}


def _sum(hours: Iterable[Fraction]) -> str:
    total = sum(hours, Fraction(0))
    return str((Decimal(total.numerator) / Decimal(total.denominator)).quantize(_HUNDREDTH, ROUND_HALF_UP))
