"""Reads the hours behind utilization: days on which employees are billable, in months with time data.

A month in which no employee has a time entry is unknown rather than unused: its hours are not available.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from sqlalchemy import ColumnElement, and_, exists, or_, select

from regie.core.db.row_tables import table_of
from regie.core.time.months import end_of_month, months_between
from regie.domains.insights.metrics.figures import Contract, EmployeeSpan, LoggedTime, available_hours
from regie.domains.insights.metrics.queries import Db, read_available_hours, read_contracts, read_hours
from regie.domains.records.dated_fields.figures import split_days
from regie.domains.records.dated_fields.queries import read_dated_rows
from regie.domains.records.dated_fields.schemas import EMPLOYEE_FIELDS
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.work.churns.figures import A_DAY

_TARGET = EMPLOYEE_FIELDS["utilisation_target"]
_Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class Capacity:
    """Available hours, and those that utilization divides by: of the days on which the employee was billable.

    `is_billable` is whether there are such days; `uncounted_minutes` are the billable minutes of the other ones, if so.
    """

    available: Fraction
    counted: Fraction
    is_billable: bool
    uncounted_minutes: int = 0


def read_capacity(
    db: Db,
    spans: Collection[EmployeeSpan],
    contracts: Mapping[int, Contract] | None = None,
    tracked: Collection[date] | None = None,
) -> dict[EmployeeSpan, Capacity]:
    """By span, the hours that are available in it.

    `contracts` are those of the people, and `tracked` the months of the spans with time entries, if they are known.
    """
    if contracts is None:
        contracts = read_contracts(db, {span.employee_id for span in spans})
    ranges = _read_tracked_ranges(db, {(span.first, span.last) for span in spans}, tracked)
    # Most people have the same hours on the same days, which are calculated once.
    known: dict[Hashable, Capacity] = {}
    found: dict[EmployeeSpan, Capacity] = {}
    partly: dict[EmployeeSpan, list[_Days]] = {}
    for span in spans:
        contract = contracts[span.employee_id]
        first, last = max(span.first, contract.started_on or span.first), min(span.last, contract.ended_on or span.last)
        times = (tuple(contract.hours_week), tuple(contract.is_billable), tuple(contract.leaves))
        key = (span.first, span.last, first, last, times)
        if key not in known:
            known[key] = _calculate_capacity(contract, span, ranges[span.first, span.last])
        found[span] = known[key]
        if found[span].is_billable and len(contract.is_billable) > 1:
            partly[span] = _split_by_billable(contract, span)[False]
    uncounted = _read_uncounted_minutes(db, partly)
    return found | {span: replace(found[span], uncounted_minutes=minutes) for span, minutes in uncounted.items()}


def _calculate_capacity(contract: Contract, span: EmployeeSpan, tracked: Sequence[_Days]) -> Capacity:
    """The hours of a span, without uncounted minutes; `tracked` are its days in months with time entries."""
    billable = _split_by_billable(contract, span)[True]
    counted = (available_hours(contract, *days) for days in _intersect(tracked, billable))
    return Capacity(available_hours(contract, span.first, span.last), _add(counted), bool(billable))


def counted_time(logged: LoggedTime, capacity: Capacity) -> Fraction:
    """The billable hours of the days on which the employee was billable."""
    return Fraction(logged.billable_minutes - capacity.uncounted_minutes, 60) if capacity.is_billable else Fraction(0)


def share_of_capacity(logged: LoggedTime, capacity: Capacity) -> Fraction | None:
    """Billable hours ÷ counted hours; None without counted hours."""
    return counted_time(logged, capacity) / capacity.counted if capacity.counted else None


def read_target_hours(
    db: Db,
    capacity: Mapping[EmployeeSpan, Capacity],
    contracts: Mapping[int, Contract] | None = None,
    tracked: Collection[date] | None = None,
) -> dict[EmployeeSpan, tuple[Fraction, Fraction]]:
    """The counted hours times the target of their days, and the counted hours of days with a target.

    Employees without a target on any of the days are absent; `contracts` and `tracked` are as of `read_capacity`.
    """
    # Stored figures do not depend on targets, so contracts leave them out.
    rows = read_dated_rows(db, [_TARGET], (), Employee.id.in_({span.employee_id for span in capacity}))
    parts = {
        span: [
            (EmployeeSpan(span.employee_id, first, last), Fraction(target, 100))
            for first, last, target in split_days(rows[span.employee_id].timelines[_TARGET.name], span.first, span.last)
            if target is not None
        ]
        for span in capacity
    }
    of_parts = {part for of_span in parts.values() for part, _ in of_span}
    others = of_parts - capacity.keys()
    of_others = read_capacity(db, others, contracts, tracked) if others else {}
    counted = {part: one.counted for part, one in of_others.items()}
    counted |= {span: one.counted for span, one in capacity.items()}
    return {
        span: (
            _add(counted[part] * share for part, share in of_span),
            _add(counted[part] for part, _ in of_span),
        )
        for span, of_span in parts.items()
        if of_span
    }


def read_missing_hours(db: Db, people: Collection[int], first: date, last: date, today: date) -> dict[int, Fraction]:
    """By person, the hours that were available to them on the days that are over, and that they did not log."""
    end = min(last, today - A_DAY)
    if end < first:
        return dict.fromkeys(people, Fraction(0))
    spans = {key: EmployeeSpan(key, first, end) for key in people}
    logged, available = read_hours(db, spans.values()), read_available_hours(db, spans.values())
    return {key: max(Fraction(0), available[span] - Fraction(logged[span].minutes, 60)) for key, span in spans.items()}


def employed_between(first: date, last: date) -> ColumnElement[bool]:
    """Whether the person was employed on one of the days."""
    return and_(
        or_(Employee.started_on.is_(None), Employee.started_on <= last),
        or_(Employee.ended_on.is_(None), Employee.ended_on >= first),
    )


def _split_by_billable(contract: Contract, span: EmployeeSpan) -> dict[bool, list[_Days]]:
    """The days on which the employee was billable, and the other ones."""
    found: dict[bool, list[_Days]] = {True: [], False: []}
    for first, last, is_billable in split_days(contract.is_billable, span.first, span.last):
        found[is_billable].append((first, last))
    return found


def _add(hours: Iterable[Fraction]) -> Fraction:
    """The sum; most people have one part, and adding fractions takes long."""
    parts = list(hours)
    return parts[0] if len(parts) == 1 else sum(parts, Fraction(0))


def _read_uncounted_minutes(db: Db, days: Mapping[EmployeeSpan, Sequence[_Days]]) -> dict[EmployeeSpan, int]:
    """The billable minutes on these days without capacity, of employees who were billable on some of the others."""
    parts = {span: [EmployeeSpan(span.employee_id, *part) for part in of_span] for span, of_span in days.items()}
    if not any(parts.values()):
        return {}
    logged = read_hours(db, {part for of_span in parts.values() for part in of_span})
    return {span: sum(logged[part].billable_minutes for part in of_span) for span, of_span in parts.items()}


def _intersect(some: Iterable[_Days], others: Sequence[_Days]) -> Iterator[_Days]:
    for first, last in some:
        for start, end in others:
            if max(first, start) <= min(last, end):
                yield max(first, start), min(last, end)


def _read_tracked_ranges(
    db: Db, windows: Collection[_Days], tracked: Collection[date] | None
) -> dict[_Days, list[_Days]]:
    """By range of days, its calendar months with a time entry of any employee; adjacent ones are joined."""
    months = {window: list(months_between(*window)) for window in windows}
    if tracked is None:
        firsts = {first.replace(day=1) for of_window in months.values() for first, _ in of_window}
        tracked = read_tracked_months(db, sorted(firsts))
    return {
        window: _join([days for days in of_window if days[0].replace(day=1) in tracked])
        for window, of_window in months.items()
    }


def read_tracked_months(db: Db, firsts: Sequence[date]) -> set[date]:
    """Those of the months, by their first days, in which an employee has a time entry."""
    rows = [(first, end_of_month(first)) for first in firsts]
    table = table_of("months", (("first", date), ("last", date)), rows)
    has_entry = exists(
        select(TimeEntry.id)
        .join(Employee, Employee.teamwork_user_id == TimeEntry.teamwork_user_id)
        .where(TimeEntry.worked_on.between(table.c.first, table.c.last), TimeEntry.deleted_at.is_(None))
        .correlate(table)
    )
    return set(db.execute(select(table.c.first).where(has_entry)).scalars())


def _join(ranges: Sequence[_Days]) -> list[_Days]:
    joined: list[_Days] = []
    for first, last in ranges:
        if joined and joined[-1][1] + A_DAY == first:
            joined[-1] = joined[-1][0], last
        else:
            joined.append((first, last))
    return joined
