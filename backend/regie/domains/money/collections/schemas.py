"""Request and response schemas of the follow-up of clients."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import (
    AmountText,
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
)
from regie.core.text.locale import Locale
from regie.domains.records.collections.figures import ClientPromise, CollectionState, MailState
from regie.domains.records.settings.models import ReminderLevel

CollectionAction = Literal["follow_up"]
ContactKind = Literal["call", "mail", "meeting", "letter"]
# The address refuses mail, the server does not work, or the application cannot write the mail.
MailProblem = Literal["address", "server", "other"]
_Text = Annotated[MultilineText, StringConstraints(min_length=1)]


class CollectionOut(Output):
    """The follow-up of a client; without one, the version is 0."""

    client: Ref
    follow_up_on: date | None
    follow_up_owner: Ref | None
    collection_state: CollectionState
    promise: ClientPromise | None
    can: list[CollectionAction]
    version: int


class CollectionUpdate(Input):
    """Only the fields that are sent change. A promise needs its day, amount and currency; without a day it ends.

    A sent `follow_up_on` replaces the days of the follow-ups of the client's invoices.
    """

    follow_up_on: Annotated[Day | None, EmptyAsNone] = None
    follow_up_owner: Annotated[ApiId | None, EmptyAsNone] = None
    collection_state: CollectionState = "none"
    promised_on: Annotated[Day | None, EmptyAsNone] = None
    promised_amount: Annotated[AmountText | None, EmptyAsNone] = None
    promised_currency: Annotated[Currency | None, EmptyAsNone] = None
    version: Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)] | None = None


class CollectionEntryRow(Output):
    """The columns of a contact."""

    api_id: str
    contacted_on: date
    kind: ContactKind
    text: str
    author: Ref
    promised_on: date | None
    promised: Money | None
    created_at: datetime


class SentReminder(Output):
    """A reminder to pay that was sent by mail; `overdue` is what was past due then, one amount for each currency.

    `to` is null for callers who may not see the client's billing data. `problem` says why the mail failed.
    """

    level: ReminderLevel
    to: str | None
    subject: str
    sent_at: datetime
    overdue: list[Money]
    invoices: int
    mail_state: MailState
    problem: MailProblem | None


class CollectionEntryOut(CollectionEntryRow):
    """A contact with a client; `promised` is what the client promised to pay by `promised_on`.

    The text of a reminder is what was sent; `reminder` is null for other contacts.
    """

    invoices: list[Ref]
    reminder: SentReminder | None


class CollectionEntryCreate(Input):
    """A contact. A promise becomes the current one of the client.

    It concerns these invoices, or all of the client's when there are none. `follow_up_on` becomes the day of the next
    follow-up, and replaces the days of the invoices' own follow-ups; without it, those due by the contact end.
    """

    contacted_on: Day
    kind: ContactKind
    text: _Text
    invoices: Annotated[list[ApiId], Field(max_length=100)] = []
    promised_on: Annotated[Day | None, EmptyAsNone] = None
    promised_amount: Annotated[AmountText | None, EmptyAsNone] = None
    promised_currency: Annotated[Currency | None, EmptyAsNone] = None
    follow_up_on: Annotated[Day | None, EmptyAsNone] = None
    follow_up_owner: Annotated[ApiId | None, EmptyAsNone] = None


class CollectionEntryQuery(ListQuery):
    """The newest contact comes first."""


class StatementFigure(Output):
    label: str
    amount: str
    is_overdue: bool


class StatementBucket(Output):
    """`share_percent` is the share of the open invoices."""

    label: str
    amount: str
    share_percent: str


class StatementTable(Output):
    """The first `texts` columns are texts, the others numbers; `total` is that of the last column."""

    title: str
    heads: list[str]
    texts: int
    rows: list[list[str]]
    total_label: str
    total: str


class StatementPart(Output):
    """One currency; without open amounts, it has payments only."""

    currency: Currency
    figures: list[StatementFigure]
    buckets: list[StatementBucket]
    tables: list[StatementTable]


class StatementDocument(Output):
    """A statement of account as texts in the client's language, `locale`.

    `nothing` says that nothing is owed; `instructions` are how to pay, empty without any.
    """

    locale: Locale
    title: str
    as_of: str
    organization: str
    client: str
    address: list[str]
    nothing: str | None
    parts: list[StatementPart]
    instructions_title: str | None
    instructions: list[str]
    note: str
