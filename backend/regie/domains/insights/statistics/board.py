"""The dashboard: figures as far as the reader asks and holds them, in one currency, beside what they are measured by.

A figure is compared with its target first, where it has one, and with the days before. `MEASURES` is the list of all.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import get_args

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.db.query_cache import QueryCache, read_changes
from regie.domains.insights.statistics import money_parts, people_parts
from regie.domains.insights.statistics.parts import Part, Sum, add_up
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import BoardFigure, BoardMonth, BoardUnit, FigureName, HistoryName
from regie.domains.insights.statistics.spans import Days
from regie.domains.records.exchange_rates.figures import Rates

P = Permission
Read = Callable[[Reader, Scope, Days], Iterable[Part]]


# What says whose a record is, how people work and which rate a day has.
_PEOPLE = ("employees", "team_members")
_PROJECTS = ("clients", "project_members", "project_sellers", "projects", *_PEOPLE)
_RETAINERS = ("churn_events", "project_fees", *_PROJECTS)
_INVOICES = ("invoice_payments", "invoices", "settings", *_PROJECTS)
_SALES = ("oos_approvals", *_PROJECTS)
_GOALS = (
    "awards", "churn_attributions", "employee_goals", "employee_leaves", "exchange_rates", "goal_check_ins",
    "project_payments", "time_entries", *_INVOICES, *_RETAINERS, *_SALES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Measure:
    """`opens` is the permission that holds the figure, `rows` the one that shows the records it is made of."""

    unit: BoardUnit
    opens: Permission
    rows: Permission
    read: Read
    # All that it is read from, besides rates: what it comes to is remembered until one of these changes.
    tables: tuple[str, ...]
    target: Read | None = None
    # What is only known as it is now has no other day.
    is_of_now: bool = False
    # Goals are what they are compared with.
    is_goal: bool = False
    kept: QueryCache[tuple[Sum, dict[str, Sum]]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", QueryCache((*self.tables, "exchange_rates"), most=500))

    @property
    def is_compared(self) -> bool:
        return not (self.is_of_now or self.is_goal)


MEASURES: Mapping[FigureName, Measure] = {
    "mrr": Measure("money", P.STATISTICS_MRR, P.PROJECTS_VIEW, money_parts.mrr_parts, _RETAINERS),
    "revenue": Measure(
        "money",
        P.STATISTICS_REVENUE,
        P.PROJECTS_VIEW,
        money_parts.revenue_parts,
        ("project_payments", *_RETAINERS, *_INVOICES),
    ),
    "receivables": Measure("money", P.STATISTICS_RECEIVABLES, P.INVOICES_VIEW, money_parts.receivable_parts, _INVOICES),
    "overdue": Measure("money", P.STATISTICS_RECEIVABLES, P.INVOICES_VIEW, money_parts.overdue_parts, _INVOICES),
    "oos_sold": Measure(
        "money",
        P.STATISTICS_OOS,
        P.PROJECTS_VIEW,
        money_parts.sale_parts,
        ("employee_goals", *_SALES),
        target=money_parts.sale_targets,
    ),
    "pipeline": Measure(
        "money",
        P.DEALS_VIEW,
        P.DEALS_VIEW,
        money_parts.pipeline_parts,
        ("hubspot_deals", "hubspot_stages", *_PROJECTS),
        is_of_now=True,
    ),
    "burn_at_risk": Measure(
        "count",
        P.RETAINERS_VIEW,
        P.RETAINERS_VIEW,
        people_parts.danger_parts,
        ("retainer_periods", "settings", "teams", "time_entries", *_RETAINERS),
        is_of_now=True,
    ),
    "utilisation": Measure(
        "percent",
        P.STATISTICS_HOURS,
        P.DIRECTORY_VIEW,
        people_parts.hours_parts,
        ("employee_leaves", "time_entries", *_PEOPLE),
        target=people_parts.hours_targets,
    ),
    "goals": Measure("percent", P.STATISTICS_GOALS, P.GOALS_VIEW, people_parts.goal_parts, _GOALS, is_goal=True),
    "values_received": Measure(
        "count", P.STATISTICS_VALUES, P.CORE_VALUES_VIEW, people_parts.value_parts, ("awards", *_PEOPLE)
    ),
    "lost_retainers": Measure(
        "count", P.STATISTICS_CHURN, P.PROJECTS_VIEW, people_parts.lost_retainer_parts, _RETAINERS
    ),
    "lost_clients": Measure("count", P.STATISTICS_CHURN, P.CLIENTS_VIEW, people_parts.lost_client_parts, _RETAINERS),
    "active_projects": Measure(
        "count", P.PROJECTS_VIEW, P.PROJECTS_VIEW, people_parts.project_parts, _PROJECTS, is_of_now=True
    ),
    "active_clients": Measure(
        "count", P.CLIENTS_VIEW, P.CLIENTS_VIEW, people_parts.client_parts, _PROJECTS, is_of_now=True
    ),
}


# What is so much at the close of a day, and was so on days gone by.
BY_MONTH: tuple[HistoryName, ...] = get_args(HistoryName)


def read_board(reader: Reader, rates: Rates) -> dict[FigureName, BoardFigure]:
    """Every figure that the caller holds, by name."""
    reaches: dict[FigureName, Scope | None] = {
        name: reach(reader.actor, measure, reader.asked.scope) for name, measure in MEASURES.items()
    }
    changes = read_changes(reader.db)
    return {name: _figure(reader, name, scope, rates, changes) for name, scope in reaches.items() if scope is not None}


def read_history(reader: Reader, rates: Rates) -> dict[HistoryName, list[BoardMonth]]:
    """What the caller's figures of `BY_MONTH` were at the close of each month asked for, and of today."""
    changes = read_changes(reader.db)
    reaches: dict[HistoryName, Scope | None] = {
        name: reach(reader.actor, MEASURES[name], reader.asked.scope) for name in BY_MONTH
    }
    return {
        name: [_month(reader, name, scope, days, rates, changes) for days in reader.days.months()]
        for name, scope in reaches.items()
        if scope is not None
    }


def reach(actor: Actor, measure: Measure, wanted: Scope) -> Scope | None:
    """How far a figure goes: as far as it is asked for, and as the caller holds it; None where they do not."""
    held = actor.scope(measure.opens)
    return None if held is None else min(held, wanted)


def key_of(reader: Reader, scope: Scope) -> Hashable:
    """All that a figure of some days depends on besides its tables: everybody's records are the same for all."""
    whose = None if scope is Scope.ALL else (reader.actor.user_id, reader.actor.employee_id)
    return reader.db.engine, scope, whose, reader.asked.currency, reader.today


def _figure(reader: Reader, name: FigureName, scope: Scope, rates: Rates, changes: Mapping[str, int]) -> BoardFigure:
    measure, asked = MEASURES[name], reader.asked
    add = partial(_add, reader, measure, scope, rates, changes)
    whole, groups = add(measure.read, reader.days)
    previous = None if not measure.is_compared else add(measure.read, reader.before)[0]
    target = None if measure.target is None else add(measure.target, asked.days)[0]
    return {
        "unit": measure.unit,
        "formula": name,
        "scope": scope.word,
        "as_of": reader.today if measure.is_of_now else reader.days.last,
        "has_rows": reader.actor.sees_all(measure.rows, scope),
        **whole.told(),
        "groups": [{"name": group, **part.told()} for group, part in sorted(groups.items()) if group],
        # Nobody set one: there is no target of nothing.
        "target": target.told() if target is not None and target.count else None,
        "previous": None if previous is None else previous.told(),
    }


def _month(
    reader: Reader, name: HistoryName, scope: Scope, days: Days, rates: Rates, changes: Mapping[str, int]
) -> BoardMonth:
    measure = MEASURES[name]
    whole, _ = _add(reader, measure, scope, rates, changes, measure.read, days)
    return {"from": days.first, "to": days.last, **whole.told()}


def _add(
    reader: Reader,
    measure: Measure,
    scope: Scope,
    rates: Rates,
    changes: Mapping[str, int],
    read: Read,
    days: Days,
) -> tuple[Sum, dict[str, Sum]]:
    """What a figure, or its target, comes to in some days: anew once what it is read from changed."""
    currency = reader.asked.currency
    key = (key_of(reader, scope), read, days)
    parts = partial(read, reader, scope, days)
    return measure.kept.get_among(changes, key, lambda: add_up(parts(), measure.unit, currency, rates))
