"""Reads the progress of goals: the latest check-in, the linked metric, or the value at closing."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import aliased

from regie.core.db.query_cache import QueryCache
from regie.domains.insights.goals.figures import Trajectory, round_share, unit_of
from regie.domains.insights.goals.models import EmployeeGoal, GoalCheckIn
from regie.domains.insights.metrics.figures import EmployeeSpan, HeldRuns, LoggedTime, StoredAmount, mrr_amounts
from regie.domains.insights.metrics.queries import (
    Db,
    MetricLoader,
    MetricReader,
    read_account_mrr,
    read_account_runs,
    read_churned_mrr,
    read_hours,
    read_oos_sold,
    read_values_received,
)
from regie.domains.insights.utilization.queries import Capacity, read_capacity, share_of_capacity
from regie.domains.records.churns.models import CHURN_DAYS
from regie.domains.records.employees.models import HOURS_OF_EMPLOYEES, USERS_OF_EMPLOYEES
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.projects.models import RETAINER_DAYS, RETAINER_MANAGERS, SOLD_PROJECTS
from regie.domains.records.terms.models import ACCOUNT_MANAGER_TERMS, CAPACITY_TERMS, STATE_TERMS

# A row of the columns below, or the record itself.
Goal = EmployeeGoal | Row[*tuple[Any, ...]]
COLUMNS = (
    EmployeeGoal.id, EmployeeGoal.api_id, EmployeeGoal.employee_id, EmployeeGoal.measure, EmployeeGoal.metric_key,
    EmployeeGoal.direction, EmployeeGoal.start_value, EmployeeGoal.target_value, EmployeeGoal.currency,
    EmployeeGoal.period_start, EmployeeGoal.period_end, EmployeeGoal.weight, EmployeeGoal.status,
    EmployeeGoal.closed_on, EmployeeGoal.closed_value,
)  # fmt: skip
_Correction = aliased(GoalCheckIn)
_CHECK_INS = (
    select(GoalCheckIn.goal_id, GoalCheckIn.checked_on, GoalCheckIn.value)
    .outerjoin(_Correction, _Correction.corrects_id == GoalCheckIn.id)
    .where(_Correction.id.is_(None))
    .order_by(GoalCheckIn.checked_on, GoalCheckIn.id)
)


@dataclass(frozen=True, slots=True)
class GoalProgress:
    trajectory: Trajectory
    last_checked_on: date | None
    # The day until which time elapses: today, or the day on which the goal was closed.
    as_of: date

    @property
    def elapsed(self) -> Fraction:
        return self.trajectory.elapsed(self.as_of)


def read_progress(loader: MetricLoader, goals: Sequence[Goal], today: date) -> dict[int, GoalProgress]:
    """By goal id, the progress on the day `today`; the number of statements does not depend on the number of goals."""
    check_ins = _read_latest(loader.db, [goal.id for goal in goals if goal.measure != "linked"], today)
    linked = [goal for goal in goals if goal.measure == "linked" and not _was_closed(goal, today)]
    metrics = _read_linked(loader, linked, today)
    return {goal.id: _build_progress(goal, check_ins.get(goal.id), metrics.get(goal.id), today) for goal in goals}


def _was_closed(goal: Goal, today: date) -> bool:
    """Whether the goal was closed by the day `today`; on an earlier day it was still open."""
    return goal.closed_on is not None and goal.closed_on <= today


def _build_progress(
    goal: Goal, check_in: tuple[date, Decimal] | None, metric_value: Decimal | None, today: date
) -> GoalProgress:
    if _was_closed(goal, today):
        current = goal.closed_value
    elif goal.measure == "linked":
        current = metric_value
    else:
        current = check_in[1] if check_in else goal.start_value
    is_rate = unit_of(goal.measure, goal.metric_key) == "percent"
    trajectory = Trajectory(
        goal.start_value, goal.target_value, current, goal.direction, goal.period_start, goal.period_end, is_rate
    )
    return GoalProgress(trajectory, check_in[0] if check_in else None, min(goal.closed_on or today, today))


def _read_latest(db: Db, keys: Collection[int], today: date) -> dict[int, tuple[date, Decimal]]:
    """By goal id, the check-in of the latest day; of several on one day, the last one made."""
    if not keys:
        return {}
    rows = db.execute(_CHECK_INS.where(GoalCheckIn.goal_id.in_(keys), GoalCheckIn.checked_on <= today))
    return {goal_id: (checked_on, value) for goal_id, checked_on, value in rows}


def _read_linked(loader: MetricLoader, goals: Sequence[Goal], today: date) -> dict[int, Decimal | None]:
    """By goal id, the metric of the goal's employee from its start until `today`; goals that start later are absent."""
    spans = {
        goal.id: EmployeeSpan(goal.employee_id, goal.period_start, min(goal.period_end, today))
        for goal in goals
        if goal.period_start <= today
    }
    started = [goal for goal in goals if goal.id in spans]
    of_metrics: dict[str, set[EmployeeSpan]] = defaultdict(set)
    for goal in started:
        of_metrics[str(goal.metric_key)].add(spans[goal.id])

    def compute(goal: Goal) -> Decimal | None:
        # Register the spans of all goals of the metric before loading, so that each reader runs once.
        of_metric = of_metrics.pop(str(goal.metric_key), ())
        for read in _find_formula(loader, goal).readers if of_metric else ():
            loader.request(read, of_metric)
        return _read_metric(loader, goal, spans[goal.id], today)

    def remember(goal: Goal) -> Decimal | None:
        # The loader may have rates of another day than `today`, after which there are none.
        rates_of = None if goal.currency is None else loader.rates(today).today
        key = (spans[goal.id], goal.currency, today, rates_of)
        return loader.remember(METRICS[str(goal.metric_key)].cache, key, partial(compute, goal))

    return {goal.id: remember(goal) for goal in started}


@dataclass(frozen=True, slots=True)
class _Target:
    """The days of a metric and the currency to convert it to."""

    span: EmployeeSpan
    currency: str
    rates: Rates


def _read_metric(loader: MetricLoader, goal: Goal, span: EmployeeSpan, today: date) -> Decimal | None:
    metric = _find_formula(loader, goal)
    target = _Target(span, str(goal.currency), loader.rates(today))
    return metric.combine(target, *(loader.load(read, [span])[span] for read in metric.readers))


def _find_formula(loader: MetricLoader, goal: Goal) -> "_MetricFormula":
    """How to calculate the goal's metric, from what is read for other figures anyway if possible."""
    formula = METRICS[str(goal.metric_key)]
    shared = formula.shared
    return shared if shared is not None and all(map(loader.is_requested, shared.readers)) else formula


def _mrr_of_runs(target: _Target, held: HeldRuns) -> Decimal:
    last = target.span.last
    return _converted_sum(target, mrr_amounts(held.on(last), last))


def _converted_sum(target: _Target, amounts: Iterable[StoredAmount]) -> Decimal:
    """The sum in the goal's currency, each amount at the rate of its day; amounts without a rate are left out."""
    converted = (target.rates.convert(amount, currency, target.currency, day) for day, currency, amount in amounts)
    return sum((amount for amount in converted if amount is not None), Decimal(0))


def _percent(_target: _Target, logged: LoggedTime, capacity: Capacity) -> Decimal | None:
    share = share_of_capacity(logged, capacity)
    return None if share is None else round_share(share * 100)


def _count(_target: _Target, count: int) -> Decimal:
    return Decimal(count)


@dataclass(frozen=True, slots=True)
class _MetricFormula:
    """How to calculate a metric: the readers it needs, and the function that combines their results.

    `cache` depends on the tables that the readers read.
    """

    readers: Sequence[MetricReader[Any]]
    combine: Callable[..., Decimal | None]
    cache: QueryCache[Decimal | None]
    # The same from what other figures need, too.
    shared: "_MetricFormula | None" = None


_MRR_CACHE: QueryCache[Decimal | None] = QueryCache(
    (
        "exchange_rates",
        "project_fees",
        CHURN_DAYS,
        RETAINER_DAYS,
        RETAINER_MANAGERS,
        STATE_TERMS,
        ACCOUNT_MANAGER_TERMS,
        USERS_OF_EMPLOYEES,
    )
)
METRICS: Mapping[str, _MetricFormula] = {
    "retained_mrr": _MetricFormula(
        [read_account_mrr],
        _converted_sum,
        _MRR_CACHE,
        shared=_MetricFormula([read_account_runs], _mrr_of_runs, _MRR_CACHE),
    ),
    "churned_mrr": _MetricFormula(
        [read_churned_mrr], _converted_sum, QueryCache(("churn_attributions", "churn_events", "exchange_rates"))
    ),
    "oos_sold": _MetricFormula(
        [read_oos_sold],
        _converted_sum,
        QueryCache(("exchange_rates", "oos_approvals", "project_amendments", "project_sellers", SOLD_PROJECTS)),
    ),
    "utilisation": _MetricFormula(
        [read_hours, read_capacity],
        _percent,
        QueryCache(("employee_leaves", "time_entries", HOURS_OF_EMPLOYEES, CAPACITY_TERMS)),
    ),
    "values_received": _MetricFormula([read_values_received], _count, QueryCache(("awards",))),
}
