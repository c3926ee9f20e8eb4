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
    "partially_invoiced",
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
SuggestionReason = Literal[
    "same_amount", "close_amount", "part_of_larger", "part_of_payment", "several_payments", "several_invoices",
    "same_project", "same_month", "close_date",
]  # fmt: skip


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
    invoice_numbers: str | None
    invoiced_amount: Money
    open_amount: Money
    invoiced_on: date | None
    paid_on: date | None
    paid_amount: Money | None
    follows_terms: bool
    updated_at: datetime
    version: int


class PaymentRow(PaymentDetails):
    """`invoiced_on`, `paid_on` and the amounts follow the invoices that bill it; null or zero without a valid one.

    `invoice` is the first of them and `invoice_numbers` names all; `open_amount` is what is still to be invoiced.
    """

    can: list[PaymentAction]


class PaymentTotals(Output):
    """Sums per status before tax; of a payment that is invoiced in part, each part counts where it belongs.

    `paid` is the paid amount over all statuses.
    """

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


class PaymentRef(Output):
    """What names a payment: its label, or the month that it bills, or its number in the schedule."""

    api_id: str
    label: str
    period_start: date | None
    sequence: int


class Allocation(Output):
    """What an invoice bills of a payment, and what is paid of that, without tax.

    `invoice_status` is null while the invoice is valid, and `paid_amount` once it is voided or deleted.
    """

    payment: PaymentRef
    project: Ref
    invoice: Ref
    issued_on: date
    invoice_status: Literal["voided", "deleted_in_source"] | None
    amount: Money
    paid_amount: Money | None


class Allocations(Output):
    data: list[Allocation]


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
    """`amount` is what the invoice can bill of the payment."""

    invoice: SuggestedInvoice
    amount: Money
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


class AllocationCreate(Input):
    """What an invoice bills of a payment, without tax, besides what it bills of it already."""

    invoice: ApiId
    amount: AmountText


class PaymentUpdate(Input):
    """Only the fields that are sent change; `invoice` bills the whole payment, null removes all its invoices.

    `invoice_number` names the client's invoice that bills what is still to be invoiced.
    """

    label: Annotated[SingleLineText | None, EmptyAsNone] = None
    due_on: Day | None = None
    amount: AmountText | None = None
    status: Decision | None = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    note: Annotated[MultilineText | None, EmptyAsNone] = None
    invoice: Annotated[ApiId | None, EmptyAsNone] = None
    invoice_number: Annotated[SingleLineText | None, EmptyAsNone] = None
    version: Version | None = None


class PaymentDecision(Input):
    """The change of many payments; `skipped` and `written_off` require a reason.

    `due_on` postpones them; `invoice_number` names the client's invoice that bills what is still to be invoiced.
    """

    status: Decision | None = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    due_on: Day | None = None
    invoice_number: Annotated[SingleLineText | None, EmptyAsNone] = None


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
    status: Annotated[list[Status], Field(max_length=10)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    due_from: Day | None = None
    due_to: Day | None = None
