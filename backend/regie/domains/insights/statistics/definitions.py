"""Defines the figures of the dashboard: how each is read, who may read it, and the tables that it depends on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.db.query_cache import QueryCache
from regie.domains.insights.goals.queries import METRICS
from regie.domains.insights.statistics import money_contributions, people_contributions, targets
from regie.domains.insights.statistics.contributions import FigureSum
from regie.domains.insights.statistics.published import (
    STORED,
    PastReader,
    every_group,
)
from regie.domains.insights.statistics.reader import ContributionReader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import (
    DashboardUnit,
    FigureName,
    PublishedFigure,
    StoredFigure,
)
from regie.domains.records.churns.models import CHURN_DAYS
from regie.domains.records.employees.models import HOURS_OF_EMPLOYEES
from regie.domains.records.projects.models import (
    BILLED_PROJECTS,
    PROJECT_STATES,
    RETAINER_DAYS,
    SOLD_PROJECTS,
    STATED_HOURS,
)
from regie.domains.records.terms.models import CAPACITY_TERMS, STATE_TERMS

P = Permission
SumCache = QueryCache[tuple[FigureSum, dict[str, FigureSum]]]

# The tables that decide who owns a record, in narrower scopes than `all`.
PEOPLE = ("employees", "team_members")
_PROJECTS = ("clients", "project_members", "project_sellers", "projects", *PEOPLE)
# The tables, or parts of them, of each kind of figure.
_RETAINERS = (CHURN_DAYS, "project_fees", RETAINER_DAYS, STATE_TERMS)
_BILLED = ("invoices", "payment_allocations", "project_payments", BILLED_PROJECTS)
_BALANCES = ("customer_credits", "invoice_payments", "invoices", "settings")
REVENUE_TABLES = (*_RETAINERS, *_BILLED)
_SALES = ("oos_approvals", "project_amendments", SOLD_PROJECTS)
_HOURS = ("employee_leaves", HOURS_OF_EMPLOYEES, CAPACITY_TERMS, "time_entries")
_DEALS = ("hubspot_deals", "hubspot_stages")
_GOALS = ("employee_goals", "goal_check_ins", *(name for one in METRICS.values() for name in one.cache.tables))


@dataclass(frozen=True, slots=True)
class FigureDefinition:
    """A figure: `permission` allows reading it, `rows_permission` the records behind it."""

    unit: DashboardUnit
    permission: Permission
    rows_permission: Permission
    read: ContributionReader
    # The tables it is read from in the scope `all`, besides those that all figures are read from.
    tables: tuple[str, ...]
    # The other tables that narrower scopes read.
    owners: tuple[str, ...] = _PROJECTS
    # Whether a higher value is good news; None for a figure that is neither.
    more_is_better: bool | None = True
    target: ContributionReader | None = None
    target_tables: tuple[str, ...] = ("company_targets",)
    # Each month of the period needs its own target.
    has_monthly_targets: bool = False
    # Some figures are known for today only: periods without it do not have them.
    is_current_only: bool = False
    # What closing a month publishes of it; `is_part` selects groups of that.
    published: PublishedFigure | None = None
    is_part: Callable[[str], bool] = every_group
    # The stored figure of past months, if it is not a published one.
    stored: StoredFigure | None = None
    # Goals contain their own targets, so they are not compared with the previous period.
    is_goal: bool = False
    # By whether it is the target, and whether the scope is `all`.
    caches: Mapping[tuple[bool, bool], SumCache] = field(init=False, compare=False)

    # What is shown: closed months as they were published; and what is known today.
    read_shown: ContributionReader = field(init=False, compare=False)
    read_known: ContributionReader = field(init=False, compare=False)

    def __post_init__(self) -> None:
        stored = self.published or self.stored
        formula = stored and STORED[stored]
        shown = self.read if formula is None else PastReader(formula, self.published, self.is_part)
        known = self.read if formula is None else PastReader(formula, None, self.is_part)
        object.__setattr__(self, "read_shown", shown)
        object.__setattr__(self, "read_known", known)
        caches = {
            (is_target, is_whole): SumCache(self._tables(is_target=is_target, is_whole=is_whole))
            for is_target in (False, True)
            for is_whole in (False, True)
        }
        object.__setattr__(self, "caches", caches)

    def cache_of(self, read: ContributionReader, scope: Scope) -> SumCache:
        """The cache of the value or of the target: a change of one leaves the other."""
        return self.caches[read is self.target, scope is Scope.ALL]

    def tables_within(self, scope: Scope) -> frozenset[str]:
        """The tables that the value depends on: those that decide who owns a record do not matter to all records."""
        return self._tables(is_target=False, is_whole=scope is Scope.ALL)

    def _tables(self, *, is_target: bool, is_whole: bool) -> frozenset[str]:
        # Amounts are converted, and closed months are shown as published.
        read = self.target_tables if is_target else (*self.tables, "closed_months")
        return frozenset((*read, "exchange_rates", *(() if is_whole else self.owners)))

    def is_known_in(self, days: DateRange, today: date) -> bool:
        return today in days or not self.is_current_only

    @property
    def is_compared(self) -> bool:
        return not (self.is_current_only or self.is_goal)


FIGURES: Mapping[FigureName, FigureDefinition] = {
    "mrr": FigureDefinition(
        "money",
        P.STATISTICS_MRR,
        P.PROJECTS_VIEW,
        money_contributions.read_mrr,
        _RETAINERS,
        # A value at the end of a day: the target is that of the last month.
        target=targets.read_mrr_target,
        published="mrr",
    ),
    "revenue": FigureDefinition(
        "money",
        P.STATISTICS_REVENUE,
        P.PROJECTS_VIEW,
        money_contributions.read_revenue,
        REVENUE_TABLES,
        target=targets.read_revenue_targets,
        has_monthly_targets=True,
        published="revenue",
    ),
    "invoiced": FigureDefinition(
        "money",
        P.STATISTICS_REVENUE,
        P.INVOICES_VIEW,
        money_contributions.read_invoiced,
        _BILLED,
        stored="invoiced",
    ),
    "receivables": FigureDefinition(
        "money",
        P.STATISTICS_RECEIVABLES,
        P.INVOICES_VIEW,
        money_contributions.read_receivables,
        _BALANCES,
        more_is_better=None,
        published="receivables",
    ),
    "overdue": FigureDefinition(
        "money",
        P.STATISTICS_RECEIVABLES,
        P.INVOICES_VIEW,
        money_contributions.read_overdue,
        _BALANCES,
        more_is_better=False,
        published="receivables",
        is_part=money_contributions.is_overdue,
    ),
    "oos_sold": FigureDefinition(
        "money",
        P.STATISTICS_OOS,
        P.PROJECTS_VIEW,
        money_contributions.read_sales,
        _SALES,
        target=targets.read_sales_targets,
        target_tables=("company_targets", "employee_goals"),
        has_monthly_targets=True,
        published="oos_sold",
    ),
    "pipeline": FigureDefinition(
        "money",
        P.DEALS_VIEW,
        P.DEALS_VIEW,
        money_contributions.read_pipeline,
        _DEALS,
        is_current_only=True,
    ),
    "unweighted_deals": FigureDefinition(
        "money",
        P.DEALS_VIEW,
        P.DEALS_VIEW,
        money_contributions.read_unweighted_deals,
        _DEALS,
        more_is_better=None,
        is_current_only=True,
    ),
    "burn_at_risk": FigureDefinition(
        "count",
        P.RETAINERS_VIEW,
        P.RETAINERS_VIEW,
        people_contributions.read_burn_at_risk,
        (PROJECT_STATES, STATED_HOURS, "retainer_periods"),
        more_is_better=False,
        is_current_only=True,
    ),
    "utilisation": FigureDefinition(
        "percent",
        P.STATISTICS_HOURS,
        P.DIRECTORY_VIEW,
        people_contributions.read_hours,
        _HOURS,
        target=people_contributions.read_hours_targets,
        target_tables=_HOURS,
        published="utilisation",
    ),
    "billable_hours": FigureDefinition(
        "hours",
        P.STATISTICS_HOURS,
        P.DIRECTORY_VIEW,
        people_contributions.read_hours,
        _HOURS,
        published="utilisation",
    ),
    "goals": FigureDefinition(
        "percent", P.STATISTICS_GOALS, P.GOALS_VIEW, people_contributions.read_goals, _GOALS, is_goal=True
    ),
    "values_received": FigureDefinition(
        "count", P.STATISTICS_VALUES, P.CORE_VALUES_VIEW, people_contributions.read_recognition, ("awards",)
    ),
    "lost_retainers": FigureDefinition(
        "count",
        P.STATISTICS_CHURN,
        P.PROJECTS_VIEW,
        people_contributions.read_lost_retainers,
        _RETAINERS,
        more_is_better=False,
        target=targets.read_churn_targets,
        has_monthly_targets=True,
        published="lost_retainers",
    ),
    "lost_clients": FigureDefinition(
        "count",
        P.STATISTICS_CHURN,
        P.CLIENTS_VIEW,
        people_contributions.read_lost_clients,
        _RETAINERS,
        more_is_better=False,
        published="lost_clients",
    ),
    "active_projects": FigureDefinition(
        "count",
        P.PROJECTS_VIEW,
        P.PROJECTS_VIEW,
        people_contributions.ACTIVE_PROJECTS,
        (PROJECT_STATES,),
        is_current_only=True,
    ),
    "late_projects": FigureDefinition(
        "count",
        P.PROJECTS_VIEW,
        P.PROJECTS_VIEW,
        people_contributions.LATE_PROJECTS,
        (PROJECT_STATES,),
        more_is_better=False,
        is_current_only=True,
    ),
    "active_clients": FigureDefinition(
        "count",
        P.CLIENTS_VIEW,
        P.CLIENTS_VIEW,
        people_contributions.ACTIVE_CLIENTS,
        ("clients", PROJECT_STATES),
        is_current_only=True,
    ),
}


def effective_scope(actor: Actor, definition: FigureDefinition, requested: Scope) -> Scope | None:
    """The narrower of the requested scope and the caller's scope for the figure; None without permission."""
    granted = actor.scope(definition.permission)
    return None if granted is None else min(granted, requested)
