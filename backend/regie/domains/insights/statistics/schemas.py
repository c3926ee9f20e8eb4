"""Request and response schemas of figures and statistics."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.access.permissions import ScopeName
from regie.core.api.wire import Currency, Day, FromDay, Input, LinkRef, ListQuery, Money, Output, Ref
from regie.core.db.ids import is_api_id
from regie.domains.integrations.sync.schemas import Connection
from regie.domains.work.oos_sales.schemas import OosStatus

FigureName = Literal[
    "mrr",
    "revenue",
    "receivables",
    "overdue",
    "oos_sold",
    "pipeline",
    "burn_at_risk",
    "utilisation",
    "goals",
    "values_received",
    "lost_retainers",
    "lost_clients",
    "active_projects",
    "active_clients",
]
# Figures with a value at the end of any day.
HistoryName = Literal["mrr", "receivables", "overdue"]
DashboardUnit = Literal["money", "percent", "count"]
RecordKind = Literal["project", "invoice", "deal", "employee", "goal", "award", "client"]
ProjectKind = Literal["fixed", "oos", "retainer"]


class AnalysisDays(Input):
    """The days default to the current month, `currency` to the caller's own."""

    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class DashboardDays(AnalysisDays):
    """`scope` defaults to everything that the caller may see."""

    scope: ScopeName = "all"


class DashboardRowsQuery(ListQuery, DashboardDays):
    """`group` is a group's name, or a month that contains several groups; without it all rows are returned."""

    figure: FigureName
    group: Annotated[str | None, StringConstraints(max_length=400)] = None


class DashboardSum(Output):
    """The sum of `count` records: an amount in the requested currency, a percentage or a number.

    `unconverted` lists amounts without a rate on their day, in their own currency; `money` does not include them. The
    `value` of a percentage is null when its divisor is zero.
    """

    count: int
    value: str | None
    money: Money | None
    unconverted: list[Money]


class DashboardGroup(DashboardSum):
    """`name` is a month and a project kind (`2026-10:fixed`), a month, an aging bucket, a deal stage or a burn level.

    For lost retainers it is `recorded` or `unrecorded`: whether a churn is recorded.
    """

    name: str


class DashboardFigure(DashboardSum):
    """A figure as of a day within `scope`, with its target and the previous period.

    `has_rows` is true when the caller may list all records behind it (`GET /api/v1/dashboard-rows`).
    """

    unit: DashboardUnit
    formula: FigureName
    scope: ScopeName
    as_of: date
    has_rows: bool
    groups: list[DashboardGroup]
    target: DashboardSum | None
    previous: DashboardSum | None


class DashboardPeriod(FromDay, Output):
    to: date


class Dashboard(FromDay, Output):
    """Figures that the caller may not see are absent; `sources` is empty unless the caller may see connections."""

    as_of: date
    to: date
    previous: DashboardPeriod
    currency: str
    figures: dict[FigureName, DashboardFigure]
    sources: list[Connection]


class DashboardMonthsQuery(Input):
    """`currency` defaults to the caller's own, `scope` to everything that the caller may see."""

    currency: Currency | None = None
    scope: ScopeName = "all"


class DashboardMonth(FromDay, DashboardSum):
    """A figure at the end of the day `to`: the last day of a month, or today."""

    to: date


class DashboardHistory(Output):
    """The last twelve months with the current one, oldest first; figures that the caller may not see are absent."""

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


class SalesGroup(Output):
    """The sum of `count` sellers' shares of out-of-scope sales, each at the rate of its sale date.

    The amounts of `hidden` shares are not visible to the caller and not included; `unconverted` lists amounts without a
    rate, in their own currency.
    """

    count: int
    hidden: int
    money: Money
    unconverted: list[Money]


class SalesStatus(SalesGroup):
    status: OosStatus


class SalesFigure(SalesGroup):
    """Approved sales, with the target of linked goals; `percent` is sales ÷ target, null when an amount is missing.

    `target` is null without goals, or when the caller does not see all sales that it is compared with.
    """

    formula: Literal["oos_sold"]
    target: DashboardSum | None
    percent: str | None


class SalesMonth(SalesFigure):
    starts_on: date
    ends_on: date


class SellerSales(SalesFigure):
    employee: Ref


class TeamSales(SalesFigure):
    """Sales of a team's current members, who may count in several teams; `team` is null for sellers without one."""

    team: Ref | None


class SalesRatio(Output):
    """Sales ÷ retainer revenue of the same clients; `percent` is null when an amount cannot be converted."""

    formula: Literal["oos_ratio"]
    percent: str | None
    revenue: Money
    unconverted: list[Money]


class MissingSaleRate(Output):
    currency: str
    on: date


class SalesAnalysis(FromDay, Output):
    """Out-of-scope sales from `from` to `to` as of today; `ratio` requires permission on the revenue of all clients.

    `statuses` includes sales in every status; all other figures include approved sales only. `teams` is empty unless
    the caller may see teams.
    """

    as_of: date
    to: date
    currency: str
    sold: SalesFigure
    ratio: SalesRatio | None
    months: list[SalesMonth]
    people: list[SellerSales]
    teams: list[TeamSales]
    statuses: list[SalesStatus]
    missing_rates: list[MissingSaleRate]


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
