"""What the figures of churn say of some days, over the wire."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.access.permissions import ScopeWord
from regie.core.api.wire import Currency, Day, Input, Money, Output, Ref
from regie.domains.records.exchange_rates.schemas import ConvertedRow


class ChurnStatisticsQuery(Input):
    from_: Annotated[Day, Field(alias="from")]
    to: Day


class Rate(Output):
    """`percent` is null where there is nothing to divide by."""

    formula: str
    percent: str | None


class Losses(Rate):
    lost: int
    at_start: int


class MovementAmounts(Output):
    """One amount for each `MovementKind`, positive or zero."""

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


# What the figures can be opened by, named to those who see all that they are made of there: two are lists, the others
# figures of the dashboard, of the same days or, of MRR, of their ends.
Opened = Literal["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]


class ChurnStatistics(Output):
    as_of: date
    scope: ScopeWord
    starts_on: date
    ends_on: date
    logo_churn: Losses
    project_churn: Losses
    currencies: list[CurrencyMovements]
    rows: list[Opened]


class ChurnAnalysisQuery(ChurnStatisticsQuery):
    """Told in `currency`, the caller's own where none is asked for; of `scope`, as far as the caller holds it."""

    currency: Currency | None = None
    scope: ScopeWord = "all"


class BridgeOut(Movements):
    """Each amount at the rate of its own day; what rates alone did, `fx`, is added to the rest to make the end."""

    formula: str
    starts_on: date
    ends_on: date
    fx: Money
    gross_revenue_churn: Rate
    net_revenue_retention: Rate
    logo_churn: Losses
    project_churn: Losses


class Balance(ConvertedRow):
    """MRR in one currency on one day; without a rate for that day, in its own currency alone."""

    amount: Money


class Balances(Output):
    mrr_start: list[Balance]
    mrr_end: list[Balance]


class OwnBridge(Movements):
    """A currency that a rate is missing for: it is in no other figure, and closes by itself."""

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
    """Clients who started in one month: what they paid at its end and at that of each later month, of month 0."""

    formula: str
    starts_on: date
    clients: int
    months: list[CohortMonth]


class EmployeeLosses(Output):
    formula: str
    employee: Ref
    losses: int
    weighted_losses: str
    mrr_lost: Money


class PreviousDays(Output):
    """The same of the days before; `left_out` are the currencies that lack a rate in these."""

    bridge: BridgeOut
    preventable: Preventable
    left_out: list[str]


class AnalysisFigures(Output):
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
    previous: PreviousDays
    cohorts: list[CohortOut]
    employees: list[EmployeeLosses]


class ChurnAnalysis(AnalysisFigures):
    scope: ScopeWord
    rows: list[Opened]
