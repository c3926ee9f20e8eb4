"""API schemas of MRR movements."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Currency, Day, LinkRef, ListQuery, Money, Output, Ref
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum

Gain = Literal["new", "expansion", "reactivation"]
Loss = Literal["contraction", "churn"]
MovementKind = Literal[Gain, Loss]
CauseKind = Literal[
    "started",
    "won_back",
    "continuation",
    "currency_switch",
    "continued",
    "paused",
    "resumed",
    "fee",
    "churned",
    "ended",
]


class MovementQuery(ListQuery):
    """`currency` converts the amounts; `of_currency` filters by the original currency, of which each is a movement.

    `cohort` finds the clients whose first retainer began within the days, and converts at the rate of the last day,
    like the cohorts of the analysis.
    """

    cohort: bool = False
    currency: Currency | None = None
    of_currency: Annotated[list[Currency], Field(max_length=20)] = []
    kind: Annotated[list[MovementKind], Field(max_length=5)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    from_: Annotated[Day | None, Field(alias="from")] = None
    to: Day | None = None


class CauseDetails(Output):
    """What happened to a retainer on the day `on`.

    `continuation` is a contract that continues another one, `currency_switch` one in another currency than
    `from_currency`, and `continued` the end of a contract that one outside the caller's rights continues. `reason` is
    the text that was entered with the change; `churn_reason` is set for `churned` alone.
    """

    kind: CauseKind
    on: date
    churn_reason: str | None
    from_currency: str | None
    reason: str | None


class NamedCause(CauseDetails):
    """A cause with the name of its retainer."""

    project: Ref


class MovementCause(CauseDetails):
    """A cause with a link to its retainer."""

    project: LinkRef


class MovementOut(ConvertedRow):
    """A change of one client's MRR, without a sign; `api_id` identifies the row but cannot be requested.

    `changes` are the amounts by currency, with their signs. What a client gains in one currency and loses in another on
    one day is one movement; its amount is in the requested currency, and it has no rate. `causes` are the changes of
    the client's retainers that it adds up.
    """

    api_id: str
    client: Ref
    on: date
    kind: MovementKind
    amount: Money
    changes: list[Money]
    causes: list[MovementCause]


class MovementTotals(Output):
    """The sum of the movements, less losses, per currency and in the requested one.

    `rates_of` is the day whose rates a cohort uses; null when each movement uses its own day's.
    """

    amounts: list[Money]
    converted: ConvertedSum
    rates_of: date | None
