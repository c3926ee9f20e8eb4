"""Invoices, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import ApiId, Currency, Day, Input, ListQuery, Money, Note, Optionally, Output, Ref

Status = Literal["open", "partially_paid", "paid", "overdue", "voided", "deleted_in_source"]
# Days past due; where the parts begin and end is a setting.
InvoiceAction = Literal["follow_up", "link"]
AgingBucket = Annotated[str, StringConstraints(pattern=r"^(current|[1-9]\d{0,2}_[1-9]\d{0,2}|over_[1-9]\d{0,2})$")]


class InvoiceRow(Output):
    """`days_overdue` and `aging_bucket` are null where nothing is owed; `deleted_at` is since when the service no
    longer has the invoice. `external_id` and `exchange_rate` (one unit of the invoice's currency in that of the books)
    are the accounting service's own.
    """

    api_id: str
    external_id: str
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
    exchange_rate: str | None
    status: Status
    days_overdue: int | None
    aging_bucket: AgingBucket | None
    source_url: str | None
    synced_at: datetime
    deleted_at: datetime | None
    follow_up_on: date | None
    follow_up_owner: Ref | None
    version: int


class InvoicePaymentOut(Output):
    external_id: str
    kind: str
    paid_on: date
    amount: Money


class InvoiceDetails(InvoiceRow):
    """The columns of one invoice."""

    follow_up_note: str | None


class InvoiceOut(InvoiceDetails):
    payments: list[InvoicePaymentOut]
    can: list[InvoiceAction]


class InvoiceUpdate(Input):
    """What people here keep about an invoice; all else is the accounting service's. Only what is sent changes."""

    project: Annotated[ApiId | None, Optionally] = None
    follow_up_on: Annotated[Day | None, Optionally] = None
    follow_up_note: Annotated[Note | None, Optionally] = None
    follow_up_owner: Annotated[ApiId | None, Optionally] = None
    version: Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)] | None = None


class FollowUp(Input):
    """What is kept about many invoices at once."""

    follow_up_on: Annotated[Day | None, Optionally] = None
    follow_up_owner: Annotated[ApiId | None, Optionally] = None


class Receivable(Output):
    """An invoice as it stood at the end of a day: `balance` is what was owed then, tax included."""

    api_id: str
    number: str | None
    client: Ref | None
    customer_name: str
    issued_on: date
    due_on: date | None
    payable_on: date
    currency: str
    total: Money
    balance: Money
    days_past_due: int
    aging_bucket: AgingBucket
    follow_up_on: date | None
    follow_up_owner: Ref | None


class AgeingBucket(Output):
    bucket: AgingBucket
    amount: Money
    invoices: int


class CurrencyAgeing(Output):
    """One currency's receivables; `without_due_date` counts invoices aged by the usual terms."""

    currency: str
    total: Money
    invoices: int
    without_due_date: int
    buckets: list[AgeingBucket]


class Ageing(Output):
    as_of: date
    formula: Literal["ar_ageing"]
    currencies: list[CurrencyAgeing]


class ClientFollowUp(Output):
    """How asking for a client's money stands today, over what it owed on the day: how many invoices somebody is to ask
    for by today (`due`) or later (`planned`), and how many are overdue that nobody is to ask for (`forgotten`).

    `invoice` is the one to ask for first, where the caller may: the latest that is overdue and nobody is to ask for.
    """

    due: int
    planned: int
    forgotten: int
    next_on: date | None
    last_kept_at: datetime | None
    last_kept_on: Ref | None
    invoice: Ref | None


class ClientCurrency(CurrencyAgeing):
    """One currency of a client; `converted` is what it comes to in the reader's, null without a rate."""

    converted: Money | None


class ClientReceivables(Output):
    """What one client owed at the end of a day; `client` is null for all that is nobody's we know. `api_id` tells it
    apart, and reads nothing.

    `total` and `overdue` are in the reader's currency, each invoice at that day's rate; `unconverted` is what has no
    rate, in its own currency, and is in neither.
    """

    api_id: str
    client: Ref | None
    invoices: int
    days_past_due: int
    currencies: list[ClientCurrency]
    total: Money
    overdue: Money
    unconverted: list[Money]
    follow_up: ClientFollowUp


class ClientCurrencyLine(ClientCurrency):
    """One currency of a client as a line of a file; what is said of the whole client is in the first one."""

    client: Ref | None
    follow_up: ClientFollowUp | None


class ClientReceivablesQuery(ListQuery):
    """`as_of` is today when it is left out, `currency` the caller's own.

    Sorted by `client`, `currency`, `total`, `follow_up` or a part of ageing, each by what it comes to in that currency.
    """

    as_of: Day | None = None
    currency: Currency | None = None


class InvoiceQuery(ListQuery):
    status: Annotated[list[Status], Field(max_length=6)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    aging_bucket: Annotated[list[AgingBucket], Field(max_length=5)] = []
    issued_from: Day | None = None
    issued_to: Day | None = None
    due_from: Day | None = None
    due_to: Day | None = None
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    follow_up: Literal["due", "planned", "none", "mine"] | None = None


class ClientInvoiceQuery(ListQuery):
    status: Annotated[list[Status], Field(max_length=6)] = []
    issued_from: Day | None = None
    issued_to: Day | None = None


class AgeingQuery(Input):
    as_of: Day | None = None
    client: ApiId | None = None


class ReceivablesQuery(ListQuery):
    """The invoices behind an ageing; `as_of` is today when it is left out, `matched` false is for no client's."""

    as_of: Day | None = None
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    matched: bool | None = None
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    aging_bucket: Annotated[list[AgingBucket], Field(max_length=5)] = []
