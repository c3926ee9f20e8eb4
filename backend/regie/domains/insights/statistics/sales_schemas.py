"""Response schemas of the analysis of out-of-scope sales."""

from datetime import date
from typing import Literal

from regie.core.api.wire import FromDay, Money, Output, Ref
from regie.domains.insights.statistics.schemas import DashboardSum, TargetMonths
from regie.domains.work.oos_sales.schemas import OosStatus


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
    """Approved sales, with the target of linked goals; `percent` is sales ÷ target.

    `percent` is null when an amount is missing, or when not every month has a target. `target` is null without goals,
    or when the caller does not see all sales that it is compared with.
    """

    formula: Literal["oos_sold"]
    target: DashboardSum | None
    target_months: TargetMonths | None
    percent: str | None


class SalesMonth(SalesFigure):
    starts_on: date
    ends_on: date


class SellerSales(SalesFigure):
    employee: Ref


class TeamSales(SalesFigure):
    """Sales of a team's members on the day of sale, who may be in several teams; `team` is null for those in none."""

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
