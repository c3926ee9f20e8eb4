"""Request and response schemas of scheduled payments."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    Input,
    ListQuery,
    Meta,
    Money,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
    Version,
)

Status = Literal[
    "planned",
    "ready",
    "invoiced",
    "partially_paid",
    "paid",
    "invoice_voided",
    "invoice_deleted",
    "skipped",
    "written_off",
]
# Statuses that users set; the others follow from the invoice.
Decision = Literal["planned", "ready", "skipped", "written_off"]
PaymentAction = Literal["edit", "ready", "plan", "link", "unlink", "skip", "write_off", "reopen", "delete"]
SuggestionReason = Literal["same_amount", "close_amount", "part_of_larger", "same_project", "same_month", "close_date"]


class PaymentDetails(Output):
    """The columns of a payment."""

    api_id: str
    project: Ref
    project_kind: Literal["fixed", "oos", "retainer"]
    client: Ref
    account_manager: Ref
    sequence: int
    label: str
    period_start: date | None
    period_end: date | None
    due_on: date
    currency: str
    amount: Money
    status: Status
    reason: str | None
    note: str | None
    invoice: Ref | None
    invoiced_on: date | None
    paid_on: date | None
    paid_amount: Money | None
    follows_terms: bool
    updated_at: datetime
    version: int


class PaymentRow(PaymentDetails):
    """`invoiced_on`, `paid_on` and `paid_amount` follow the invoice; they are null without a valid one."""

    can: list[PaymentAction]


class PaymentTotals(Output):
    """Sums per status before tax; `paid` is the paid amount over all statuses."""

    currency: str
    planned: Money
    ready: Money
    invoiced: Money
    to_relink: Money
    skipped: Money
    written_off: Money
    paid: Money


class PaymentMeta(Meta):
    totals: list[PaymentTotals]


class PaymentPage(Output):
    data: list[PaymentRow]
    meta: PaymentMeta


class Payments(Output):
    data: list[PaymentRow]


class SuggestedInvoice(Output):
    """`unallocated` is the part of the subtotal that no payment uses yet."""

    api_id: str
    number: str
    project: Ref | None
    issued_on: date
    subtotal: Money
    total: Money
    balance: Money
    unallocated: Money


class Suggestion(Output):
    invoice: SuggestedInvoice
    score: int
    reasons: list[SuggestionReason]


class Suggestions(Output):
    data: list[Suggestion]


class PaymentCreate(Input):
    """A payment of a schedule; the amount is in the project's currency, before tax."""

    project: ApiId
    due_on: Day
    amount: AmountText
    label: Annotated[SingleLineText | None, EmptyAsNone] = None
    period_start: Annotated[Day | None, EmptyAsNone] = None
    period_end: Annotated[Day | None, EmptyAsNone] = None
    note: Annotated[MultilineText | None, EmptyAsNone] = None


class PaymentUpdate(Input):
    """Only the fields that are sent change; `invoice: null` unlinks the invoice."""

    label: Annotated[SingleLineText | None, EmptyAsNone] = None
    due_on: Day | None = None
    amount: AmountText | None = None
    status: Decision | None = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    note: Annotated[MultilineText | None, EmptyAsNone] = None
    invoice: Annotated[ApiId | None, EmptyAsNone] = None
    version: Version | None = None


class PaymentDecision(Input):
    """The status to set on many payments; `skipped` and `written_off` require a reason."""

    status: Decision | None = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None


class ScheduleCreate(Input):
    """`count` or `percentages` for a project with an amount; a retainer takes neither, because it follows its terms."""

    project: ApiId
    count: Annotated[int, Field(ge=1, le=60, strict=True)] | None = None
    percentages: Annotated[list[AmountText], Field(max_length=60)] = []
    starts_on: Annotated[Day | None, EmptyAsNone] = None


class PaymentQuery(ListQuery):
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    invoice: Annotated[list[ApiId], Field(max_length=100)] = []
    status: Annotated[list[Status], Field(max_length=9)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    due_from: Day | None = None
    due_to: Day | None = None
