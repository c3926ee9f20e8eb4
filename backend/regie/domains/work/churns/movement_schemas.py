"""MRR movements one by one, over the wire."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Currency, Day, ListQuery, Money, Output, Ref
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum

Gain = Literal["new", "expansion", "reactivation"]
Loss = Literal["contraction", "churn"]
MovementKind = Literal[Gain, Loss]


class MovementQuery(ListQuery):
    """`currency` is the one to tell the amounts in beside their own, `of_currency` filters by that.

    `cohort` leaves the clients whose first retainer began in the days asked for, and converts at the rate of their last
    day: as the analysis tells what a cohort paid then.
    """

    cohort: bool = False
    currency: Currency | None = None
    of_currency: Annotated[list[Currency], Field(max_length=20)] = []
    kind: Annotated[list[MovementKind], Field(max_length=5)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None


class MovementOut(ConvertedRow):
    """One change of one client's MRR, without a sign; `api_id` tells it apart, and reads nothing."""

    api_id: str
    client: Ref
    on: date
    kind: MovementKind
    amount: Money


class MovementTotals(Output):
    """What movements come to, losses taken away: per currency, and in the one that they are told in.

    `rates_of` is the day whose rates a cohort is converted at; null where each movement has that of its own.
    """

    amounts: list[Money]
    converted: ConvertedSum
    rates_of: date | None
