"""Figures, over the wire."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.access.permissions import ScopeWord
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
# What is so much at the close of a day.
HistoryName = Literal["mrr", "receivables", "overdue"]
BoardUnit = Literal["money", "percent", "count"]
RecordKind = Literal["project", "invoice", "deal", "employee", "goal", "award", "client"]
ProjectKind = Literal["fixed", "oos", "retainer"]


class AnalysisDays(Input):
    """Without days it is this month, without a currency the caller's own."""

    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class BoardDays(AnalysisDays):
    """The same, as far as `scope` reaches; without one as far as the caller sees."""

    scope: ScopeWord = "all"


class BoardRowsQuery(ListQuery, BoardDays):
    """`group` is the name of one of the figure's groups, or a month of several; without it the rows are all of it."""

    figure: FigureName
    group: Annotated[str | None, StringConstraints(max_length=400)] = None


class BoardSum(Output):
    """What `count` records come to: an amount in the currency asked for, a percentage or a number.

    `unconverted` is what has no rate on its day, in its own currency, and is in no amount. `value` of a percentage is
    null where there is nothing to divide by.
    """

    count: int
    value: str | None
    money: Money | None
    unconverted: list[Money]


class BoardGroup(BoardSum):
    """`name` is a month and a kind of work (`2026-10:fixed`), a month, how late invoices are, a stage, a level.

    Of lost retainers it is whether somebody recorded why: `recorded`, `unrecorded`.
    """

    name: str


class BoardFigure(BoardSum):
    """A figure as of a day, as far as `scope` reaches, beside its target and the days before.

    `has_rows`: the caller sees every record that it is made of (`GET /api/v1/dashboard-rows`).
    """

    unit: BoardUnit
    formula: FigureName
    scope: ScopeWord
    as_of: date
    has_rows: bool
    groups: list[BoardGroup]
    target: BoardSum | None
    previous: BoardSum | None


class BoardPeriod(FromDay, Output):
    to: date


class Dashboard(FromDay, Output):
    """A figure that the caller may not see is absent; `sources` is empty for those who may not see connections."""

    as_of: date
    to: date
    previous: BoardPeriod
    currency: str
    figures: dict[FigureName, BoardFigure]
    sources: list[Connection]


class BoardMonthsQuery(Input):
    """Without a currency it is the caller's own; `scope` as on the dashboard."""

    currency: Currency | None = None
    scope: ScopeWord = "all"


class BoardMonth(FromDay, BoardSum):
    """What a figure was at the close of `to`: the last day of a month, or today."""

    to: date


class BoardHistory(Output):
    """The last twelve months, this one included, the oldest first; a figure that the caller may not see is absent."""

    as_of: date
    currency: str
    figures: dict[HistoryName, list[BoardMonth]]


class BoardRowMoney(Output):
    amount: Money | None
    converted: Money | None
    rate: str | None
    rate_on: date | None


class BoardRow(BoardRowMoney):
    """One record: its amount in its own currency and in the one asked for, at the rate of the day `rate_on`.

    `converted` is null where there is no rate. `value` of `of` are hours, or a weighted share of a goal.
    `record` is null for somebody who has left, to readers who may not know of them.
    """

    kind: RecordKind
    record: Ref | None
    client: LinkRef | None
    group: str
    on: date
    value: str | None
    of: str | None


class SalesGroup(Output):
    """What `count` sellers' parts of extra work come to, each at the rate of the day it was sold.

    `hidden` of them show the caller no amount, and are in none; `unconverted` is what has no rate, in its own currency.
    """

    count: int
    hidden: int
    money: Money
    unconverted: list[Money]


class SalesStatus(SalesGroup):
    status: OosStatus


class SalesFigure(SalesGroup):
    """What the client approved, beside what linked goals ask for; `percent` of it, null where that cannot be told.

    `target` is null where nobody set one, or where the caller does not see all that it is compared with.
    """

    formula: Literal["oos_sold"]
    target: BoardSum | None
    percent: str | None


class SalesMonth(SalesFigure):
    starts_on: date
    ends_on: date


class SellerSales(SalesFigure):
    employee: Ref


class TeamSales(SalesFigure):
    """What the people who are in a team today sold: somebody in two teams counts in both; null is those in none."""

    team: Ref | None


class SalesRatio(Output):
    """What was sold of the retainer revenue of the same clients; `percent` is null where that cannot be told."""

    formula: Literal["oos_ratio"]
    percent: str | None
    revenue: Money
    unconverted: list[Money]


class MissingSaleRate(Output):
    currency: str
    on: date


class SalesAnalysis(FromDay, Output):
    """Extra work from `from` to `to` as of today; `ratio` is told to those who hold the revenue of all clients.

    `statuses` are of all that was sold in these days, whatever became of it; every other figure counts from the
    client's yes on. `teams` are told to those who may see teams.
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


MOST_IDS = 100


def _refuse_wrong_ids(text: str) -> str:
    ids = text.split(",")
    if len(ids) > MOST_IDS or not all(is_api_id(api_id) for api_id in ids):
        raise ValueError("reference")
    return text


class StatisticsQuery(Input):
    """`id` is a comma-joined list of at most a hundred; without days it is the month so far."""

    id: Annotated[str, StringConstraints(max_length=MOST_IDS * 37), AfterValidator(_refuse_wrong_ids)]
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None
    currency: Currency | None = None


class ProjectFigure(Output):
    """`value` is hours or per cent as a decimal, `money` an amount; both null: there is nothing to divide by."""

    unit: Literal["hours", "percent", "money"]
    formula: str
    value: str | None
    money: Money | None


class ProjectStatistics(FromDay, Output):
    """One project from `from` to `as_of`; a figure that the caller may not see is absent.

    Amounts are in `currency`: the one asked for, each part at the rate of its day. Where one of these rates is missing,
    `missing_rate` names the pair, and all amounts are in the project's own.
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
    """`money` is one amount per currency, never added up; `rows` the list whose rows add up to the figure.

    `value` is hours, per cent or a number as a decimal; it and `money` both null: there is nothing to divide by.
    """

    rows: str | None


class EmployeeStatistics(FromDay, Output):
    """One person from `from` to `as_of`; a figure that the caller may not see of them is absent.

    `currency` is the one asked for, and `missing_rates` the pairs of currencies without a rate on some day: what
    has none is told in its own currency beside the rest. Without a currency, amounts are in those of what they add up.
    """

    employee: Ref
    as_of: date
    currency: str | None
    missing_rates: list[str]
    figures: dict[str, EmployeeFigure]


class TeamStatistics(FromDay, Output):
    """One team from `from` to `as_of`, as the people in it now and the records that name it tell it.

    A figure that the caller may not see is absent; amounts are as those of one person are.
    """

    team: Ref
    as_of: date
    currency: str | None
    missing_rates: list[str]
    figures: dict[str, EmployeeFigure]
