"""Invoices, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.wire import ApiId, Currency, Day, ListQuery, Money, Output, Ref

Status = Literal["open", "partially_paid", "paid", "overdue", "voided", "deleted_in_source"]
AgingBucket = Literal["current", "1_30", "31_60", "61_90", "over_90"]


class InvoiceRow(Output):
    """`days_overdue` and `aging_bucket` are null where nothing is owed; `deleted_at` is since when the service no
    longer has the invoice.
    """

    api_id: str
    number: str | None
    client: Ref | None
    customer_name: str
    project: Ref | None
    issued_on: date
    due_on: date | None
    currency: str
    subtotal: Money
    tax: Money
    total: Money
    balance: Money
    status: Status
    days_overdue: int | None
    aging_bucket: AgingBucket | None
    source_url: str | None
    synced_at: datetime
    deleted_at: datetime | None


class InvoicePaymentOut(Output):
    external_id: str
    kind: str
    paid_on: date
    amount: Money


class InvoiceOut(InvoiceRow):
    payments: list[InvoicePaymentOut]


class InvoiceQuery(ListQuery):
    status: Annotated[list[Status], Field(max_length=6)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    aging_bucket: Annotated[list[AgingBucket], Field(max_length=5)] = []
    issued_from: Day | None = None
    issued_to: Day | None = None
    due_from: Day | None = None
    due_to: Day | None = None


class ClientInvoiceQuery(ListQuery):
    status: Annotated[list[Status], Field(max_length=6)] = []
    issued_from: Day | None = None
    issued_to: Day | None = None
