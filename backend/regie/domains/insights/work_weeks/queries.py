"""Reads the caller's own logged and available hours by week: no permission is needed for one's own hours."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.domains.insights.metrics.figures import EmployeeSpan
from regie.domains.insights.metrics.queries import read_available_hours, read_hours
from regie.domains.insights.work_weeks.schemas import (
    MyProjectWeek,
    MyTimeEntry,
    MyWeek,
    MyWeeks,
    WorkDay,
    WorkWeek,
)
from regie.domains.work.time_entries.queries import format_minutes, list_own_time_entries
from regie.domains.work.time_entries.schemas import TimeEntryBasic

_DAYS_OF_WEEK = 7
_WORKING_DAYS = 5
_HUNDREDTH = Decimal("0.01")


def read_my_weeks(db: Connection, actor: Actor, today: date) -> MyWeeks:
    if actor.employee_id is None:
        return {"as_of": today, "weeks": []}
    monday = first_of_week(today)
    starts = (monday - timedelta(days=_DAYS_OF_WEEK), monday)
    return {"as_of": today, "weeks": [_read_week(db, actor.employee_id, start, today) for start in starts]}


def read_my_week(db: Connection, actor: Actor, today: date, on: date | None) -> MyWeek:
    """Return the week of a day: today without one."""
    if actor.employee_id is None:
        return {"as_of": today, "week": None, "projects": []}
    week = _read_week(db, actor.employee_id, first_of_week(on or today), today)
    entries = list_own_time_entries(db, actor, week["starts_on"], week["ends_on"])
    days = [day["on"] for day in week["days"]]
    return {"as_of": today, "week": week, "projects": _by_project(entries, days)}


def first_of_week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _by_project(entries: Iterable[TimeEntryBasic], days: Sequence[date]) -> list[MyProjectWeek]:
    groups: dict[str, list[TimeEntryBasic]] = defaultdict(list)
    for entry in entries:
        groups[entry["project"]["api_id"] if entry["project"] else entry["service_project"] or ""].append(entry)
    by_hours = sorted(groups.values(), key=lambda group: -_minutes(group))
    return [_project_week(group, days) for group in by_hours]


def _project_week(entries: Sequence[TimeEntryBasic], days: Sequence[date]) -> MyProjectWeek:
    first = entries[0]
    return {
        "project": first["project"],
        "client": first["client"],
        "service_project": first["service_project"],
        "hours": format_minutes(_minutes(entries)),
        "day_hours": [format_minutes(_minutes(one for one in entries if one["worked_on"] == day)) for day in days],
        "entries": [_entry(one) for one in entries],
    }


def _minutes(entries: Iterable[TimeEntryBasic]) -> int:
    return sum(entry["minutes"] for entry in entries)


def _entry(entry: TimeEntryBasic) -> MyTimeEntry:
    assert entry["worked_on"] is not None
    return {
        "api_id": entry["api_id"],
        "worked_on": entry["worked_on"],
        "task": entry["task"],
        "description": entry["description"],
        "minutes": entry["minutes"],
        "hours": entry["hours"],
        "is_billable": entry["is_billable"],
        "source_url": entry["source_url"],
    }


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
        "hours": add_hours(hours.values()),
        "billable_hours": add_hours(Fraction(logged[span].billable_minutes, 60) for span in spans.values()),
        "available_hours": add_hours(available.values()),
        "missing_hours": add_hours(missing),
        "days": [_day(day, hours[day], available[spans[day]]) for day in shown],
    }


def _day(day: date, hours: Fraction, available: Fraction) -> WorkDay:
    return {"on": day, "hours": add_hours([hours]), "available_hours": add_hours([available])}


def add_hours(hours: Iterable[Fraction]) -> str:
    total = sum(hours, Fraction(0))
    return str((Decimal(total.numerator) / Decimal(total.denominator)).quantize(_HUNDREDTH, ROUND_HALF_UP))
