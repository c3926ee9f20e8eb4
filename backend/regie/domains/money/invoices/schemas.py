"""Request and response schemas of invoices and receivables."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import (
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    Input,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    Search,
)
from regie.domains.records.collections.figures import ClientPromise, CollectionState, LastReminder

Status = Literal["open", "partially_paid", "paid", "credit", "overdue", "voided", "deleted_in_source"]
CreditKind = Literal["payment", "credit_memo"]
# How things stand with a client that owes money; a client may have several.
ReceivableStatus = Literal[
    "overdue", "follow_up_due", "no_follow_up", "promised", "promise_broken", "disputed", "in_collection",
    "reminder_failed",
]  # fmt: skip
# How far an invoice in force is reconciled with scheduled payments.
Reconciliation = Literal["none", "part", "complete"]
InvoiceAction = Literal["follow_up", "link"]
# Days past due; the settings define the limits.
AgingBucketName = Annotated[str, StringConstraints(pattern=r"^(current|[1-9]\d{0,2}_[1-9]\d{0,2}|over_[1-9]\d{0,2})$")]


class InvoiceRow(Output):
    """An invoice with its status today.

    `days_overdue` and `aging_bucket` are null when nothing is owed. `deleted_at` is when the invoice disappeared from
    the accounting service. `external_id` and `exchange_rate` come from that service; the rate is one unit of the
    invoice's currency in the currency of the books. `unreconciled` is the part of the subtotal that bills no scheduled
    payment.
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
    unreconciled: Money
    exchange_rate: str | None
    status: Status
    days_overdue: int | None
    aging_bucket: AgingBucketName | None
    source_url: str | None
    synced_at: datetime
    deleted_at: datetime | None
    follow_up_on: date | None
    follow_up_owner: Ref | None
    version: int


class InvoiceTotals(Output):
    """Sums of the invoices in one currency; `total` and `balance` include tax."""

    currency: str
    total: Money
    balance: Money
    unreconciled: Money


class InvoiceSums(Output):
    """The sums of the invoices that the filters select, by currency: two currencies are never added."""

    currencies: list[InvoiceTotals]


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
    """The fields that Régie stores about an invoice; only the fields that are sent change."""

    project: Annotated[ApiId | None, EmptyAsNone] = None
    follow_up_on: Annotated[Day | None, EmptyAsNone] = None
    follow_up_note: Annotated[MultilineText | None, EmptyAsNone] = None
    follow_up_owner: Annotated[ApiId | None, EmptyAsNone] = None
    version: Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)] | None = None


class FollowUp(Input):
    """The follow-up fields that can be set on many invoices at once."""

    follow_up_on: Annotated[Day | None, EmptyAsNone] = None
    follow_up_owner: Annotated[ApiId | None, EmptyAsNone] = None


class Receivable(Output):
    """An invoice at the end of a day; `balance` is what was owed then, including tax."""

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
    aging_bucket: AgingBucketName
    follow_up_on: date | None
    follow_up_owner: Ref | None


class AgingBucket(Output):
    bucket: AgingBucketName
    amount: Money
    invoices: int


class CurrencyAging(Output):
    """One currency's receivables; `without_due_date` counts invoices that are aged by payment terms.

    `unapplied` is zero or negative: payments and credit notes that no invoice has used yet. The total is the sum of the
    buckets and of it.
    """

    currency: str
    total: Money
    unapplied: Money
    invoices: int
    without_due_date: int
    buckets: list[AgingBucket]


class Aging(Output):
    as_of: date
    formula: Literal["ar_aging"]
    currencies: list[CurrencyAging]


class ClientFollowUp(Output):
    """The follow-ups of a client's receivables today: invoices whose follow-up is due by today (`due`) or planned for
    later (`planned`), and overdue invoices without a follow-up (`without_follow_up`).

    `invoice` is the one to follow up first, if the caller may: the most overdue invoice without a follow-up.
    """

    due: int
    planned: int
    without_follow_up: int
    next_on: date | None
    next_owner: Ref | None
    last_noted_at: datetime | None
    last_noted_on: Ref | None
    invoice: Ref | None


class CollectionSummary(Output):
    """The follow-up of a client today; `next_on` is its earliest day, of the client or of an invoice.

    `owner` follows up next: the client's account manager unless another user is chosen.
    """

    next_on: date | None
    owner: Ref | None
    collection_state: CollectionState
    promise: ClientPromise | None
    last_reminder: LastReminder | None


class ClientCurrency(CurrencyAging):
    """One currency of a client; `converted` is the total in the requested currency, null without a rate."""

    converted: Money | None


class DaysToPay(Output):
    """The average in one currency, in whole days, over so many invoices that were settled in the window."""

    currency: str
    days: int
    invoices: int


class ClientReceivables(Output):
    """What one client owed at the end of a day; `client` is null for the sum of unmatched invoices. `api_id` identifies
    the row and cannot be read on its own.

    `buckets`, `total` and `overdue` are in the requested currency, each invoice at that day's rate; they do not include
    the amounts without a rate in `unconverted`. The total is negative where the client has more credits than debts.
    `days_to_pay` is that of the twelve months until that day.
    """

    api_id: str
    client: Ref | None
    invoices: int
    days_past_due: int
    currencies: list[ClientCurrency]
    buckets: list[AgingBucket]
    total: Money
    overdue: Money
    unconverted: list[Money]
    follow_up: ClientFollowUp
    collection: CollectionSummary
    days_to_pay: list[DaysToPay]


class ClientDaysToPay(Output):
    """How many days a client takes to pay, by currency, over the invoices that were settled from `since` to `until`."""

    since: date
    until: date
    formula: Literal["days_to_pay"]
    currencies: list[DaysToPay]


class ClientCurrencyLine(ClientCurrency):
    """One currency of a client as an export row; what concerns the whole client is on its first row."""

    client: Ref | None
    overdue: Money | None
    days_past_due: int | None
    follow_up: ClientFollowUp | None
    collection: CollectionSummary | None
    days_to_pay: int | None


class ClientReceivablesQuery(ListQuery):
    """`as_of` defaults to today. With `owed_in`, only amounts in that currency count.

    `currency` defaults to that of `owed_in`, and otherwise to the caller's own.

    Sort keys are `client`, `currency`, `total`, `overdue`, `days_past_due`, `follow_up`, `next_follow_up_on`,
    `owner`, `promised_on`, `last_reminder` and the aging buckets, by their converted amounts.
    """

    as_of: Day | None = None
    currency: Currency | None = None
    owed_in: Currency | None = None
    status: ReceivableStatus | None = None
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    owner: Annotated[list[ApiId], Field(max_length=100)] = []
    aging_bucket: Annotated[list[AgingBucketName], Field(max_length=5)] = []


class ReceivablesSummaryQuery(Input):
    currency: Currency | None = None
    owed_in: Currency | None = None


class StatusClients(Output):
    status: ReceivableStatus
    clients: int


class ReceivablesSummary(Output):
    """The receivables of today: the sums of the rows of receivables by client, in the requested currency.

    `currencies` are the totals in their own currencies, always of all of them. `unconverted` has no rate and is not
    part of the other amounts.
    """

    as_of: date
    formula: Literal["ar_aging"]
    total: Money
    overdue: Money
    unapplied: Money
    unconverted: list[Money]
    buckets: list[AgingBucket]
    currencies: list[Money]
    clients: int
    statuses: list[StatusClients]


class InvoiceFilters(Input):
    """`number` selects the invoices with exactly this number, which several clients may have."""

    status: Annotated[list[Status], Field(max_length=6)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    aging_bucket: Annotated[list[AgingBucketName], Field(max_length=5)] = []
    issued_from: Day | None = None
    issued_to: Day | None = None
    due_from: Day | None = None
    due_to: Day | None = None
    # The day on which a paid invoice was settled.
    settled_from: Day | None = None
    settled_to: Day | None = None
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    follow_up: Literal["due", "planned", "none", "mine"] | None = None
    # Without a project: invoices in force that bill none, themselves or by a scheduled payment.
    has_project: bool | None = None
    # In force, without a client or billing no project.
    unlinked: bool | None = None
    reconciliation: Annotated[list[Reconciliation], Field(max_length=3)] = []
    number: Annotated[Search | None, EmptyAsNone] = None


class InvoiceQuery(ListQuery, InvoiceFilters):
    pass


class InvoiceSumsQuery(InvoiceFilters):
    search: Search = ""


class ClientInvoiceQuery(ListQuery):
    status: Annotated[list[Status], Field(max_length=6)] = []
    issued_from: Day | None = None
    issued_to: Day | None = None


class AgingQuery(Input):
    as_of: Day | None = None
    client: ApiId | None = None


class UnappliedCredit(Output):
    """A payment or credit note at the end of a day; `balance` is negative: what no invoice had used by then."""

    api_id: str
    kind: CreditKind
    number: str | None
    client: Ref | None
    customer_name: str
    dated_on: date
    currency: str
    total: Money
    balance: Money
    source_url: str | None


class UnappliedCreditsQuery(ListQuery):
    """`as_of` defaults to today, `matched=false` selects those of unmatched customers."""

    as_of: Day | None = None
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    matched: bool | None = None
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    kind: Annotated[list[CreditKind], Field(max_length=2)] = []


class ReceivablesQuery(ListQuery):
    """The invoices behind an aging report; `as_of` defaults to today, `matched=false` selects unmatched invoices."""

    as_of: Day | None = None
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    matched: bool | None = None
    currency: Annotated[list[Currency], Field(max_length=20)] = []
    aging_bucket: Annotated[list[AgingBucketName], Field(max_length=5)] = []
