"""Request and response schemas of what is to be invoiced."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    Input,
    ListQuery,
    Money,
    Output,
    Ref,
    SingleLineText,
)

# Scheduled payments by their day, payments whose invoice is gone, approved work without a payment, and hours over.
ToInvoiceKind = Literal["late", "soon", "later", "again", "extra_work", "hours_over"]
ExtraWorkAction = Literal["schedule", "skip"]


class ConvertedTotal(Output):
    """`amounts` in their own currencies, and their sum at today's rates; `unconverted` are those without a rate.

    `unvalued` counts lines without an amount: hours over for which no rate is known, or that the caller may not see.
    """

    lines: int
    amounts: list[Money]
    converted: Money
    unconverted: list[Money]
    unvalued: int


class ToInvoiceTotal(ConvertedTotal):
    kind: ToInvoiceKind


class ToInvoice(Output):
    """What is to be invoiced of everything that the caller sees; `soon` ends on `soon_until`."""

    as_of: date
    soon_until: date
    total: ConvertedTotal
    kinds: list[ToInvoiceTotal]


class ClientToInvoice(ConvertedTotal):
    """What is to be invoiced to a client; `by_kind` is converted at today's rates."""

    api_id: str
    client: Ref
    by_kind: dict[ToInvoiceKind, Money]


class ToInvoiceQuery(Input):
    """`currency` defaults to the caller's own."""

    currency: Currency | None = None


class ClientToInvoiceQuery(ListQuery, ToInvoiceQuery):
    pass


class ExtraWorkColumns(Output):
    """Approved out-of-scope work of which no payment and no invoice contains `open_amount`.

    `amount` contains the approved amendments; `approved_on` is the day of the client's last approval.
    """

    api_id: str
    project: Ref
    client: Ref
    account_manager: Ref
    status: str
    approved_on: date
    currency: str
    amount: Money
    scheduled_amount: Money
    invoiced_amount: Money
    open_amount: Money


class ExtraWorkRow(ExtraWorkColumns):
    can: list[ExtraWorkAction]


class ExtraWorkQuery(ListQuery):
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    approved_from: Day | None = None
    approved_to: Day | None = None


class ExtraWorkDecision(Input):
    """`schedule` makes a payment of the open amount that is ready to invoice, due on `due_on` or today.

    `skip` records with a `reason` that it is not billed.
    """

    decision: ExtraWorkAction
    due_on: Annotated[Day | None, EmptyAsNone] = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None


class QuickbooksFileQuery(Input):
    """One invoice for each client and currency, numbered from `first_number` on.

    `tax_code` is a code of QuickBooks for all lines; without one the file has no column of taxes.
    """

    payment: Annotated[list[ApiId], Field(min_length=1, max_length=100)]
    first_number: Annotated[str, Field(min_length=1, max_length=18, pattern=r"^[A-Za-z0-9/-]*[0-9]$")]
    issued_on: Day | None = None
    tax_code: Annotated[SingleLineText | None, EmptyAsNone] = None
