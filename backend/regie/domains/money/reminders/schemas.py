"""Request and response schemas of reminders to pay."""

from datetime import date
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

from regie.core.api.wire import (
    MAX_INT,
    ApiId,
    EmptyAsNone,
    Flag,
    Input,
    Money,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
)
from regie.core.text.locale import Locale
from regie.domains.money.collections.schemas import SentReminder
from regie.domains.records.settings.models import ReminderLevel

MAX_PREVIEWED = 100
# Why a client is left out. The first three cannot be overruled.
Reason = Literal[
    "no_address", "sample_address", "nothing_overdue", "disputed", "in_collection", "credits", "promised", "reminded"
]
REASONS: tuple[Reason, ...] = get_args(Reason)
_Text = Annotated[MultilineText, StringConstraints(min_length=1, max_length=10_000)]


class ReminderPreview(Output):
    """The reminder that a client would receive now, in its language; `to` is its billing address.

    `overdue` has one amount for each currency: what is past due, before credits. `reasons` say why it is left out
    unless someone sends it anyway; with `is_possible` false, it cannot be sent. `sent` is how many were sent so far.
    """

    client: Ref
    to: str | None
    locale: Locale
    subject: str
    text: str
    overdue: list[Money]
    invoices: int
    oldest_due_on: date | None
    reasons: list[Reason]
    is_possible: bool
    last_reminder: SentReminder | None
    sent: int


class ReminderPreviews(Output):
    """The previews in the order of the clients' names; the settings' interval is in days."""

    interval_days: int
    reminders: list[ReminderPreview]


class ReminderQuery(Input):
    client: Annotated[list[ApiId], Field(min_length=1, max_length=MAX_PREVIEWED)]
    level: ReminderLevel = "friendly"


class ReminderCreate(Input):
    """A reminder to send. `sent` is that of the preview: it is refused when another one was sent meanwhile.

    `anyway` overrules the reasons of the preview that can be overruled. Without a subject or a text, those of the
    template are sent.
    """

    level: ReminderLevel = "friendly"
    sent: Annotated[int, Field(ge=0, le=MAX_INT, strict=True)]
    anyway: Flag = False
    subject: Annotated[SingleLineText | None, EmptyAsNone] = None
    text: Annotated[_Text | None, EmptyAsNone] = None
