"""Holds the figures of a closed month for its month-end pack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from regie.access.permissions import ScopeName
from regie.domains.insights.statistics.schemas import DashboardUnit
from regie.domains.work.churns.queries import NamedCause


@dataclass(frozen=True, slots=True)
class StatementFigure:
    """A figure, or its subtotal `group`, with the values of the month, the month before and the month a year earlier.

    A value is an amount in the statement's currency, a percentage or a number; None where its divisor is zero.
    """

    name: str
    group: str
    unit: DashboardUnit
    values: tuple[Decimal | None, Decimal | None, Decimal | None]

    def change(self, index: int) -> Decimal | None:
        """The change to one of the earlier months; that of percentages is in points."""
        now, then = self.values[0], self.values[index]
        return None if now is None or then is None else now - then


@dataclass(frozen=True, slots=True)
class StatementTarget:
    """A figure beside the organization's target of the month, in the statement's currency; None without a rate."""

    name: str
    unit: DashboardUnit
    value: Decimal | None
    target: Decimal | None


@dataclass(frozen=True, slots=True)
class StatementCorrection:
    """A figure as the first closing of the month published it, and as the present one does; None where it did not."""

    name: str
    unit: DashboardUnit
    first: Decimal | None
    now: Decimal | None


@dataclass(frozen=True, slots=True)
class BridgeLine:
    """A line of the MRR bridge, by currency and converted; `fx` is the effect of the exchange rates."""

    name: str
    by_currency: Mapping[str, Decimal]
    converted: Decimal


@dataclass(frozen=True, slots=True)
class ClientAmount:
    """A client's amount in one currency, and converted; both None where a rate is missing.

    `causes` explain a movement; packs of earlier releases stored its `cause` or `reason` instead.
    """

    client: str | None
    kind: str
    day: date
    currency: str
    amount: Decimal
    converted: Decimal | None
    cause: str = ""
    reason: str = ""
    causes: Sequence[NamedCause] = ()


@dataclass(frozen=True, slots=True)
class MonthStatement:
    """The figures of a month-end pack; `without_rate` lists the currencies that totals do not include."""

    month: date
    currency: str
    figures: Sequence[StatementFigure]
    targets: Sequence[StatementTarget]
    currencies: Sequence[str]
    by_currency: Mapping[str, Mapping[str, Decimal]]
    bridge: Sequence[BridgeLine]
    movements: Sequence[ClientAmount]
    movement_count: int
    losses: Sequence[ClientAmount]
    overdue: Sequence[ClientAmount]
    top_clients: Mapping[str, Sequence[ClientAmount]]
    without_rate: Mapping[date, Sequence[str]]
    # Of a month that was reopened; packs of earlier releases stored none.
    corrections: Sequence[StatementCorrection] = ()


@dataclass(frozen=True, slots=True)
class MonthView:
    """How the figures of a month are shown: the currency is the caller's own by default."""

    currency: str | None
    scope: ScopeName
