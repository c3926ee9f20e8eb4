"""API schemas of a client's page."""

from datetime import date
from typing import Literal

from regie.core.api.wire import Money, Output

ProjectKind = Literal["fixed", "oos", "retainer"]


class KindRevenue(Output):
    kind: ProjectKind
    money: Money


class RevenueMonth(Output):
    """The revenue of a month by project kind, and the MRR at its end; the current month counts until today."""

    starts_on: date
    ends_on: date
    kinds: list[KindRevenue]
    revenue: Money
    mrr: Money


class ClientRevenue(Output):
    """A client's revenue of twelve months as known today, in the client's currency.

    Amounts without a rate are in `unconverted` and in no total. `previous` is the total of the same days a year
    earlier; it is null if it would lack such an amount.
    """

    as_of: date
    formula: Literal["revenue"]
    currency: str
    months: list[RevenueMonth]
    total: Money
    previous: Money | None
    unconverted: list[Money]
