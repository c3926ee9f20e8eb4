"""Where goals stand today: what was noted last, the figure that a linked goal follows, or what it was closed with."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.orm import Session, aliased

from regie.domains.goals.figures import Course, rounded
from regie.domains.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.metrics.figures import Span, utilisation
from regie.domains.metrics.queries import (
    read_available_hours,
    read_churned_mrr,
    read_hours,
    read_oos_sold,
    read_retained_mrr,
    read_values_received,
)

Db = Connection | Session
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


def read_standings(db: Db, goals: Sequence[Goal], today: date) -> dict[int, Standing]:
    """By the goals' keys, as they stood on a day; the number of statements does not depend on how many they are."""
    noted = _read_latest(db, [goal.id for goal in goals if goal.measure != "linked"], today)
    live = _read_linked(db, [goal for goal in goals if goal.measure == "linked" and not _is_over(goal, today)], today)
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


def _read_linked(db: Db, goals: Sequence[Goal], today: date) -> dict[int, Decimal | None]:
    """Each goal's figure for its person, over its period until today; none before it has begun."""
    by_metric: dict[str, dict[int, tuple[Span, str | None]]] = defaultdict(dict)
    for goal in goals:
        if goal.period_start <= today:
            span = Span(goal.employee_id, goal.period_start, min(goal.period_end, today))
            by_metric[str(goal.metric_key)][goal.id] = (span, goal.currency)
    return {key: value for metric, asked in by_metric.items() for key, value in _FIGURES[metric](db, asked).items()}


Asked = Mapping[int, tuple[Span, str | None]]
Figures = Callable[[Db, Asked], dict[int, Decimal | None]]


def _money(read: Callable[[Db, Collection[Span]], Mapping[Span, Mapping[str, Decimal]]]) -> Figures:
    """What the figure is in the goal's own currency: two currencies are never added."""

    def figures(db: Db, asked: Asked) -> dict[int, Decimal | None]:
        found = read(db, {span for span, _ in asked.values()})
        return {key: found[span].get(str(currency), Decimal(0)) for key, (span, currency) in asked.items()}

    return figures


def _utilisation(db: Db, asked: Asked) -> dict[int, Decimal | None]:
    spans = {span for span, _ in asked.values()}
    worked, available = read_hours(db, spans), read_available_hours(db, spans)
    shares = {span: utilisation(worked[span], available[span]) for span in spans}
    return {key: _percent(shares[span]) for key, (span, _) in asked.items()}


def _percent(share: Fraction | None) -> Decimal | None:
    return None if share is None else rounded(share * 100)


def _values_received(db: Db, asked: Asked) -> dict[int, Decimal | None]:
    found = read_values_received(db, {span for span, _ in asked.values()})
    return {key: Decimal(found[span]) for key, (span, _) in asked.items()}


_FIGURES: Mapping[str, Figures] = {
    "retained_mrr": _money(read_retained_mrr),
    "churned_mrr": _money(read_churned_mrr),
    "oos_sold": _money(read_oos_sold),
    "utilisation": _utilisation,
    "values_received": _values_received,
}
