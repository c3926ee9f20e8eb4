"""API schemas of hours over and of the decisions about them."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    HoursText,
    Input,
    ListQuery,
    Money,
    Output,
    Ref,
    SingleLineText,
)
from regie.domains.records.overages.models import OverageKind, RateSource

OverageState = Literal["undecided", "decided", "excess", "reopened"]


class DecisionColumns(Output):
    """A decision; `carried_to` is the first day of the month that is short of the hours instead."""

    api_id: str
    kind: OverageKind
    hours: str
    reason: str | None
    carried_to: date | None
    decided_at: datetime
    decided_by: Ref
    can_undo: bool


class DecisionMoney(Output):
    """`payment` bills the hours; `project` is the out-of-scope work that was sold for them."""

    rate: Money | None
    rate_source: RateSource | None
    amount: Money | None
    payment: Ref | None
    project: Ref | None


class DecisionBasic(DecisionColumns):
    """A decision, for callers who may not see the retainer's money."""


class DecisionOut(DecisionColumns, DecisionMoney):
    pass


class OverageColumns(Output):
    """The hours over of a month: over = billed + carried + given + sold + undecided.

    `undecided_hours` are negative when the month was reopened and closed again with fewer hours over.
    """

    api_id: str
    project: Ref
    client: Ref
    account_manager: Ref
    starts_on: date
    ends_on: date
    state: OverageState
    over_hours: str
    billed_hours: str
    carried_hours: str
    given_hours: str
    sold_hours: str
    undecided_hours: str


class OverageTerms(Output):
    """What the hours are worth: the rate in force on the month's last day, and its fee."""

    agreed_rate: Money | None
    fee: Money
    billed_amount: Money | None
    given_amount: Money | None


class OverageRow(OverageColumns):
    """With the fields that determine the caller's allowed actions."""

    period_id: int
    base_hours: str
    has_next: bool
    manages: bool


class OverageMoney(Output):
    """`rate` is the agreed one for hours over, or the fee divided by the included hours; null without both."""

    rate: Money | None
    rate_source: RateSource | None
    undecided_amount: Money | None
    billed_amount: Money | None
    given_amount: Money | None


class OverageBasic(OverageColumns):
    """The hours over of a month, for callers who may not see the retainer's money."""

    decisions: list[DecisionBasic]
    can: list[OverageKind]


class OverageOut(OverageColumns, OverageMoney):
    decisions: list[DecisionOut]
    can: list[OverageKind]


class OverageHourTotals(Output):
    """The hours over of the retainers in one currency."""

    currency: str
    months: int
    over_hours: str
    billed_hours: str
    carried_hours: str
    given_hours: str
    sold_hours: str
    undecided_hours: str


class OverageAmounts(Output):
    undecided_amount: Money
    billed_amount: Money
    given_amount: Money


class OverageTotals(OverageHourTotals, OverageAmounts):
    """`…_unvalued_hours` have no rate; `given_effective_hours` are valued at the fee per included hour."""

    undecided_unvalued_hours: str
    given_effective_hours: str
    given_unvalued_hours: str


class OverageSums(Output):
    """The totals per currency; amounts are those that the caller may see."""

    totals: list[OverageTotals | OverageHourTotals]


class OverageDecide(Input):
    """Hours and what becomes of them: `billed` may name a day, `given` needs a reason, `sold` names the work.

    `rate` is needed to bill hours of a retainer without an agreed rate. `undecided_hours` are those that the caller
    read; when others were decided since, nothing is stored.
    """

    kind: OverageKind
    hours: HoursText
    undecided_hours: HoursText | None = None
    rate: Annotated[AmountText | None, EmptyAsNone] = None
    due_on: Annotated[Day | None, EmptyAsNone] = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    project: Annotated[ApiId | None, EmptyAsNone] = None


class OverageQuery(ListQuery):
    """`decision` finds the months with hours of these kinds; the days are those on which months begin."""

    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    state: Annotated[list[OverageState], Field(max_length=4)] = []
    decision: Annotated[list[OverageKind], Field(max_length=4)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    starts_from: Day | None = None
    starts_to: Day | None = None
