"""API schemas of churn statistics and analysis."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.access.permissions import ScopeName
from regie.core.api.wire import Currency, Day, Input, Money, Output, Ref
from regie.domains.records.exchange_rates.schemas import ConvertedRow
from regie.domains.records.settings.schemas import Comparison


class ChurnStatisticsQuery(Input):
    from_: Annotated[Day, Field(alias="from")]
    to: Day


class Rate(Output):
    """`percent` is null when the divisor is zero.

    Over several months, rates are those of the clients at the start (`..._of_start`), and `annualized` is what they
    are in twelve months; it is null for a single month.
    """

    formula: str
    percent: str | None
    annualized: str | None


class LaterCounts(Output):
    """The losses of clients that started or returned after the start: rates over several months exclude them."""

    clients: int
    retainers: int


class LaterClients(LaterCounts):
    mrr_lost: Money


class Losses(Rate):
    lost: int
    at_start: int


class MovementAmounts(Output):
    """One amount per `MovementKind`, positive or zero."""

    new: Money
    expansion: Money
    reactivation: Money
    contraction: Money
    churn: Money


class Movements(MovementAmounts):
    """start + new + expansion + reactivation - contraction - churn = end."""

    mrr_start: Money
    mrr_end: Money


class CurrencyMovements(Movements):
    currency: str
    gross_revenue_churn: Rate
    net_revenue_retention: Rate
    later_clients: LaterClients | None


# The figures' drill-down targets that the caller may see in full: two are lists, the others dashboard figures of the
# same days (of the end day for MRR).
DrillDownTarget = Literal["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]


class ChurnStatistics(Output):
    as_of: date
    scope: ScopeName
    starts_on: date
    ends_on: date
    logo_churn: Losses
    project_churn: Losses
    later_clients: LaterCounts | None
    currencies: list[CurrencyMovements]
    rows: list[DrillDownTarget]


class ChurnAnalysisQuery(ChurnStatisticsQuery):
    """`currency` defaults to the caller's own; `scope` is limited to what the caller may see.

    `compare`: with the previous period, the same days of the last year, or nothing (`target`).
    """

    currency: Currency | None = None
    scope: ScopeName = "all"
    compare: Comparison = "previous"


class BridgeOut(Movements):
    """Each amount uses the rate of its own day; `fx`, the effect of the rates alone, completes the sum.

    `later_clients` is null for a single month.
    """

    formula: str
    starts_on: date
    ends_on: date
    fx: Money
    gross_revenue_churn: Rate
    net_revenue_retention: Rate
    logo_churn: Losses
    project_churn: Losses
    later_clients: LaterClients | None


class Balance(ConvertedRow):
    """MRR in one currency on one day; without a rate for that day, only in that currency."""

    amount: Money


class Balances(Output):
    mrr_start: list[Balance]
    mrr_end: list[Balance]


class OwnBridge(Movements):
    """The bridge of a currency with a missing rate; other figures do not include it."""

    currency: str


class MissingRate(Output):
    currency: str
    on: date


class LossGroup(Output):
    value: str
    losses: int
    mrr_lost: Money


class Preventable(Output):
    formula: str
    preventable: int
    losses: int
    percent: str | None
    mrr_preventable: Money
    mrr_lost: Money
    mrr_percent: str | None


class CohortMonth(Output):
    mrr: Money
    percent: str | None


class CohortOut(Output):
    """Clients who started in one month: the MRR at the end of that month (month 0) and of each later one."""

    formula: str
    starts_on: date
    clients: int
    months: list[CohortMonth]


class EmployeeLosses(Output):
    """The shares of an employee; without one, the churn without shares, weighted as a whole."""

    formula: str
    employee: Ref | None
    losses: int
    weighted_losses: str
    mrr_lost: Money


class PreviousDays(Output):
    """The figures of the period to compare with; `left_out` are the currencies with a missing rate there."""

    bridge: BridgeOut
    preventable: Preventable
    left_out: list[str]


class AnalysisFigures(Output):
    """`closed_months` are the first days of the months that are shown as they were published, of all retainers."""

    as_of: date
    starts_on: date
    ends_on: date
    currency: str
    bridge: BridgeOut
    months: list[BridgeOut]
    balances: Balances
    left_out: list[OwnBridge]
    missing_rates: list[MissingRate]
    reasons: list[LossGroup]
    initiated_by: list[LossGroup]
    tenures: list[LossGroup]
    preventable: Preventable
    previous: PreviousDays | None
    cohorts: list[CohortOut]
    employees: list[EmployeeLosses]
    closed_months: list[date]


class ChurnAnalysis(AnalysisFigures):
    scope: ScopeName
    rows: list[DrillDownTarget]
