"""Where goals stand today: what was noted last, the figure that a linked goal follows, or what it was closed with."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import aliased

from regie.domains.insights.goals.figures import Course, rounded
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.metrics.figures import Kept, Span, Worked, retained, utilisation
from regie.domains.insights.metrics.queries import (
    Db,
    Read,
    Readings,
    read_account_runs,
    read_available_hours,
    read_churned_mrr,
    read_hours,
    read_oos_sold,
    read_values_received,
)
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.work.churns.figures import Run

# A goal as a row of the columns below, or as the record itself.
Goal = EmployeeGoal | Row[*tuple[Any, ...]]
COLUMNS = (
    EmployeeGoal.id, EmployeeGoal.api_id, EmployeeGoal.employee_id, EmployeeGoal.measure, EmployeeGoal.metric_key,
    EmployeeGoal.direction, EmployeeGoal.start_value, EmployeeGoal.target_value, EmployeeGoal.currency,
    EmployeeGoal.period_start, EmployeeGoal.period_end, EmployeeGoal.weight, EmployeeGoal.status,
    EmployeeGoal.closed_on, EmployeeGoal.closed_value,
)  # fmt: skip
_Correction = aliased(GoalCheckIn)
_LATEST = (
    select(GoalCheckIn.goal_id, GoalCheckIn.checked_on, GoalCheckIn.value)
    .outerjoin(_Correction, _Correction.corrects_id == GoalCheckIn.id)
    .where(_Correction.id.is_(None))
    .order_by(GoalCheckIn.checked_on, GoalCheckIn.id)
)


@dataclass(frozen=True, slots=True)
class Standing:
    course: Course
    last_checked_on: date | None
    # The day up to which time counts: a goal that is over stands still.
    as_of: date

    @property
    def elapsed(self) -> Fraction:
        return self.course.elapsed(self.as_of)


def read_standings(readings: Readings, goals: Sequence[Goal], today: date) -> dict[int, Standing]:
    """By the goals' keys, as they stood on a day; the number of statements does not depend on how many they are."""
    noted = _read_latest(readings.db, [goal.id for goal in goals if goal.measure != "linked"], today)
    linked = [goal for goal in goals if goal.measure == "linked" and not _is_over(goal, today)]
    live = _read_linked(readings, linked, today)
    return {goal.id: _standing(goal, noted.get(goal.id), live.get(goal.id), today) for goal in goals}


def _is_over(goal: Goal, today: date) -> bool:
    """On an earlier day a goal that is closed by now still ran."""
    return goal.closed_on is not None and goal.closed_on <= today


def _standing(goal: Goal, noted: tuple[date, Decimal] | None, live: Decimal | None, today: date) -> Standing:
    if _is_over(goal, today):
        current = goal.closed_value
    elif goal.measure == "linked":
        current = live
    else:
        current = noted[1] if noted else goal.start_value
    course = Course(goal.start_value, goal.target_value, current, goal.direction, goal.period_start, goal.period_end)
    return Standing(course, noted[0] if noted else None, min(goal.closed_on or today, today))


def _read_latest(db: Db, keys: Collection[int], today: date) -> dict[int, tuple[date, Decimal]]:
    """What counts of each: the check-in of the latest day, of several on one day the one that was made last."""
    if not keys:
        return {}
    rows = db.execute(_LATEST.where(GoalCheckIn.goal_id.in_(keys), GoalCheckIn.checked_on <= today))
    return {goal_id: (checked_on, value) for goal_id, checked_on, value in rows}


def _read_linked(readings: Readings, goals: Sequence[Goal], today: date) -> dict[int, Decimal | None]:
    """Each goal's figure for its person, over its period until today; none before it has begun."""
    asked: list[tuple[Goal, Span]] = []
    for goal in goals:
        if goal.period_start <= today:
            span = Span(goal.employee_id, goal.period_start, min(goal.period_end, today))
            asked.append((goal, span))
            # All ask before anything is read: what several of them need is read once.
            for read in _FIGURES[str(goal.metric_key)].reads:
                readings.ask(read, [span])
    return {goal.id: _figure(readings, goal, span, today) for goal, span in asked}


@dataclass(frozen=True, slots=True)
class _Into:
    """Of which days a figure is told, and in which currency."""

    span: Span
    currency: str
    rates: Rates


def _figure(readings: Readings, goal: Goal, span: Span, today: date) -> Decimal | None:
    figure = _FIGURES[str(goal.metric_key)]
    into = _Into(span, str(goal.currency), readings.rates(today))
    return figure.tell(into, *(readings.of(read, [span])[span] for read in figure.reads))


def _retained(into: _Into, runs: Sequence[Run]) -> Decimal:
    return _amount(into, retained(runs, into.span.last))


def _amount(into: _Into, amounts: Iterable[Kept]) -> Decimal:
    """In the goal's own currency, each at the rate of its day; what has none is not counted."""
    told = (into.rates.convert(amount, currency, into.currency, day) for day, currency, amount in amounts)
    return sum((amount for amount in told if amount is not None), Decimal(0))


def _percent(_into: _Into, worked: Worked, available: Fraction) -> Decimal | None:
    share = utilisation(worked, available)
    return None if share is None else rounded(share * 100)


def _count(_into: _Into, count: int) -> Decimal:
    return Decimal(count)


@dataclass(frozen=True, slots=True)
class _Figure:
    """What a linked goal follows: what has to be read, and what comes of it for a span, in the goal's currency."""

    reads: Sequence[Read[Any]]
    tell: Callable[..., Decimal | None]


_FIGURES: Mapping[str, _Figure] = {
    "retained_mrr": _Figure([read_account_runs], _retained),
    "churned_mrr": _Figure([read_churned_mrr], _amount),
    "oos_sold": _Figure([read_oos_sold], _amount),
    "utilisation": _Figure([read_hours, read_available_hours], _percent),
    "values_received": _Figure([read_values_received], _count),
}
