"""Request and response schemas of figures and statistics."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.access.permissions import ScopeName
from regie.core.api.wire import ApiId, Currency, Day, FromDay, Input, LinkRef, ListQuery, Money, Output, Ref
from regie.core.db.ids import is_api_id
from regie.domains.integrations.sync.schemas import Connection
from regie.domains.records.settings.schemas import Comparison

FigureName = Literal[
    "mrr",
    "revenue",
    "invoiced",
    "receivables",
    "overdue",
    "oos_sold",
    "pipeline",
    "unweighted_deals",
    "burn_at_risk",
    "utilisation",
    "billable_hours",
    "goals",
    "values_received",
    "lost_retainers",
    "lost_clients",
    "active_projects",
    "late_projects",
    "active_clients",
]
# Figures with a value for each month.
HistoryName = Literal[
    "mrr",
    "revenue",
    "invoiced",
    "receivables",
    "overdue",
    "oos_sold",
    "utilisation",
    "billable_hours",
    "lost_retainers",
    "lost_clients",
]
# Figures that closing a month publishes.
PublishedFigure = Literal[
    "mrr_start",
    "mrr_movements",
    "mrr",
    "revenue",
    "receivables",
    "oos_sold",
    "utilisation",
    "clients_start",
    "lost_retainers",
    "lost_clients",
]
# Calculated from published figures.
ChurnRate = Literal["gross_revenue_churn", "net_revenue_retention", "logo_churn"]
# Figures whose past months are stored.
StoredFigure = PublishedFigure | Literal["invoiced"]
# Parts of published figures that dashboards show by themselves.
PublishedPart = Literal["overdue", "billable_hours"]
RestatedFigure = Literal[PublishedFigure, PublishedPart]
DashboardUnit = Literal["money", "percent", "count", "hours"]
RecordKind = Literal["project", "invoice", "credit", "deal", "employee", "goal", "award", "client"]
RestatementCause = Literal["added", "changed", "removed", "deleted", "voided", "formula"]
ProjectKind = Literal["fixed", "oos", "retainer"]


class AnalysisDays(Input):
    """The days default to the current month, `currency` to the caller's own."""

    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class DashboardDays(AnalysisDays):
    """`scope` defaults to everything that the caller may see."""

    scope: ScopeName = "all"


class DashboardQuery(DashboardDays):
    """`compare`: with the previous period, the same days of the last year, or targets only."""

    compare: Comparison = "previous"


class DashboardRowsQuery(ListQuery, DashboardDays):
    """`group` is a group's name, or a month that contains several groups; without it all rows are returned."""

    figure: FigureName
    group: Annotated[str | None, StringConstraints(max_length=400)] = None


RecordFigure = Literal[
    "client_mrr", "client_outstanding", "client_overdue", "client_lifetime_revenue", "client_revenue", "project_mrr",
    "project_retainer_revenue", "project_invoiced", "project_oos_sales", "employee_retained_mrr",
    "employee_retainer_revenue", "employee_invoiced", "team_retained_mrr",
]  # fmt: skip


class FigureRowsQuery(ListQuery):
    """`id` is the client, project, employee or team. The days and `currency` are those of the figure.

    Figures of clients are known for today only, in the client's currency, except the revenue of its months. `group` is
    a month, or a month and a kind of project, of that revenue.
    """

    figure: RecordFigure
    id: ApiId
    group: Annotated[str | None, StringConstraints(max_length=40)] = None
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class DashboardSum(Output):
    """The sum of `count` records: an amount in the requested currency, a percentage, hours or a number.

    `unconverted` lists amounts without a rate on their day, in their own currency; `money` does not include them. The
    `value` of a percentage is null when its divisor is zero.
    """

    count: int
    value: str | None
    money: Money | None
    unconverted: list[Money]


class DashboardGroup(DashboardSum):
    """`name` is a month and a project kind (`2026-10:fixed`), a month, an aging bucket, a deal stage or a burn level.

    For invoices it is the kind of project that they are linked to, or `unlinked`. For lost retainers it is `recorded`
    or `unrecorded`: whether a churn is recorded.
    """

    name: str


class TargetMonths(Output):
    """How many months of the period have a target: with fewer than all, the figure is not compared with it."""

    covered: int
    of: int


class TargetOfMonth(DashboardSum):
    """The target of the whole month from `starts_on`."""

    starts_on: date


class Restatement(Output):
    """A closed month as known today, and the difference to the published figure; the records explain it exactly.

    `GET /api/v1/month-restatements` lists the records of this `figure`.
    """

    figure: RestatedFigure
    known_today: DashboardSum
    difference: DashboardSum


class DashboardFigure(DashboardSum):
    """A figure as of a day within `scope`, with its target and the period to compare with.

    `more_is_better` says whether a higher value is good news; null for a figure that is neither.

    `closed_months` are the months that are shown as they were published. `restatement` is null unless the days are one
    closed month whose records changed since.

    `month_targets` are the targets of the months of the period that have one, for figures that add up by month.

    `has_rows` is true when the caller may list all records behind it (`GET /api/v1/dashboard-rows`).
    """

    unit: DashboardUnit
    formula: FigureName
    more_is_better: bool | None
    scope: ScopeName
    as_of: date
    has_rows: bool
    groups: list[DashboardGroup]
    target: DashboardSum | None
    target_months: TargetMonths | None
    month_targets: list[TargetOfMonth]
    previous: DashboardSum | None
    closed_months: list[date]
    restatement: Restatement | None


class DashboardPeriod(FromDay, Output):
    to: date


class Dashboard(FromDay, Output):
    """Figures that the caller may not see are absent, and those known only as of today in periods without today.

    `sources` is empty unless the caller may see connections. `previous` are the days to compare with; null for a
    comparison with targets only.
    """

    as_of: date
    to: date
    previous: DashboardPeriod | None
    currency: str
    figures: dict[FigureName, DashboardFigure]
    sources: list[Connection]


class DashboardMonthsQuery(Input):
    """`currency` defaults to the caller's own, `scope` to everything that the caller may see.

    `figure` selects figures; without it, the amounts are returned, which have a value at the end of any day. With
    `same_days`, each month ends at today's day of the month, like the days that the present month is compared with.
    The last month is that of `until`, by default today's; a past month is whole.
    """

    currency: Currency | None = None
    scope: ScopeName = "all"
    figure: Annotated[list[HistoryName], Field(max_length=10)] = []
    same_days: bool = False
    until: Day | None = None


class DashboardMonth(FromDay, DashboardSum):
    """A figure at the end of the day `to`, or of the days until then if it adds up days."""

    to: date


class DashboardHistory(Output):
    """Twelve months, oldest first; figures that the caller may not see are absent."""

    as_of: date
    currency: str
    figures: dict[HistoryName, list[DashboardMonth]]


class DashboardRowMoney(Output):
    amount: Money | None
    converted: Money | None
    rate: str | None
    rate_on: date | None


class DashboardRow(DashboardRowMoney):
    """One record: its amount in its own currency and in the requested one, at the rate of the day `rate_on`.

    `converted` is null without a rate. `value` and `of` are hours, or a goal's weighted attainment and its weight.
    `record` is null for a former employee whom the caller may not see.
    """

    kind: RecordKind
    record: Ref | None
    client: LinkRef | None
    group: str
    on: date
    value: str | None
    of: str | None


MAX_IDS = 100


def _require_ids(text: str) -> str:
    ids = text.split(",")
    if len(ids) > MAX_IDS or not all(is_api_id(api_id) for api_id in ids):
        raise ValueError("reference")
    return text


class StatisticsQuery(ListQuery):
    """`id` is a comma-separated list of at most 100 ids; without it, everything that the caller may see is listed.

    The days default to the current month until today.
    """

    id: Annotated[str | None, StringConstraints(max_length=MAX_IDS * 37), AfterValidator(_require_ids)] = None
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class ProjectFigure(Output):
    """`value` is hours or a percentage as a decimal, `money` an amount; both are null when the divisor is zero."""

    unit: Literal["hours", "percent", "money"]
    formula: str
    value: str | None
    money: Money | None
    # The path of the list whose rows add up to the figure.
    rows: str | None


class ProjectStatistics(FromDay, Output):
    """One project from `from` to `as_of`; figures that the caller may not see are absent.

    Amounts are in the requested `currency`, each at the rate of its day. When a rate is missing, `missing_rate` is the
    currency pair, and all amounts are in the project's own currency.
    """

    project: Ref
    kind: ProjectKind
    as_of: date
    currency: str
    missing_rate: str | None
    figures: dict[str, ProjectFigure]


class Figure(Output):
    unit: Literal["hours", "percent", "money", "count"]
    formula: str
    value: str | None
    money: list[Money] | None


class EmployeeFigure(Figure):
    """`money` has one amount per currency; `rows` is the path of the list whose rows add up to the figure.

    `value` is hours, a percentage or a number as a decimal; `value` and `money` are null when the divisor is zero.
    """

    rows: str | None


class EmployeeStatistics(FromDay, Output):
    """One employee from `from` to `as_of`; figures that the caller may not see are absent.

    `currency` is the requested one. `missing_rates` lists the currency pairs without a rate on some day; those amounts
    are returned in their own currency. Without a requested currency, all amounts are in their own currencies.
    """

    employee: Ref
    as_of: date
    currency: str | None
    missing_rates: list[str]
    figures: dict[str, EmployeeFigure]


class TeamStatistics(FromDay, Output):
    """One team from `from` to `as_of`, by its current members and the records that name it.

    Figures that the caller may not see are absent; amounts are like those of `EmployeeStatistics`.
    """

    team: Ref
    as_of: date
    currency: str | None
    missing_rates: list[str]
    figures: dict[str, EmployeeFigure]
