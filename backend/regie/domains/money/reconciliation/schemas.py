"""Request and response schemas of reconciliation."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    Flag,
    Input,
    ListQuery,
    Meta,
    Money,
    Output,
    Ref,
    SingleLineText,
)
from regie.domains.money.payments.schemas import PaymentRef, SuggestionReason

Certainty = Literal["high", "medium", "low"]


class ProposalQuery(ListQuery):
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    certainty: Annotated[list[Certainty], Field(max_length=3)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []


class Proposal(Output):
    """An invoice that probably bills `amount` of a scheduled payment, without tax.

    `open_amount` is left of the payment, `unallocated` of the invoice. A planned payment becomes ready with its
    invoice. `api_id` names the proposal as long as its amount is the same; it cannot be read on its own.
    """

    api_id: str
    client: Ref
    project: Ref
    payment: PaymentRef
    is_planned: bool
    due_on: date
    open_amount: Money
    invoice: Ref
    issued_on: date
    unallocated: Money
    amount: Money
    certainty: Certainty
    reasons: list[SuggestionReason]


class ProposalTotals(Output):
    """Amounts per currency, without tax: of all proposals, and not reconciled of past payments and of invoices."""

    currency: str
    proposed: Money
    payments: Money
    invoices: Money


class ProposalMeta(Meta):
    """`totals` are those of all clients within the caller's scope, whatever the filters."""

    totals: list[ProposalTotals]


class ProposalPage(Output):
    data: list[Proposal]
    meta: ProposalMeta


class ProposalDecision(Input):
    """`accepted` reconciles the proposal; false undoes it, and the other fields name what was reconciled.

    With `planned`, the payment is planned again, as it was before.
    """

    accepted: Flag
    payment: ApiId | None = None
    invoice: ApiId | None = None
    amount: AmountText | None = None
    planned: Flag = False


class PaymentHistoryQuery(Input):
    before: Day | None = None


class PaymentHistory(Output):
    """`closed` payments were given up as history; `open` ones would be, closed before the day that was asked for."""

    open: int
    closed: int


class PaymentHistoryUpdate(Input):
    """Null reopens what was closed: each payment is planned or ready again, as it was before."""

    closed_before: Annotated[Day | None, EmptyAsNone] = None
    reason: SingleLineText = ""
