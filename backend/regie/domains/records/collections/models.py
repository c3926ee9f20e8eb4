"""Defines the tables of the follow-up of clients, and of the contacts with them."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Amount, Money

STATES = ("none", "disputed", "in_collection")
KINDS = ("call", "mail", "meeting", "letter")
LEVELS = ("friendly", "firm")
MAIL_STATES = ("queued", "sent", "failed")


class ClientCollection(Record):
    """Follow-up data of a client: the next date, the owner, the state and the current promise to pay.

    `api_id` is the client's own, so that the activity log refers to the client.
    """

    __tablename__ = "client_collections"
    audit = Audit(
        "client",
        topic="money",
        money=frozenset({"promised_amount"}),
        hidden=frozenset({"client_id", "name", "promised_since"}),
    )

    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"), unique=True)
    # The client's name, for the activity log.
    name: Mapped[str] = mapped_column(String(200))
    follow_up_on: Mapped[date | None] = mapped_column(index=True)
    follow_up_owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    collection_state: Mapped[str] = mapped_column(String(13), default="none")
    promised_on: Mapped[date | None]
    promised_amount: Mapped[Decimal | None] = mapped_column(Amount)
    promised_currency: Mapped[str | None] = mapped_column(String(3))
    # Payments from this day on count toward the promise.
    promised_since: Mapped[date | None]


class CollectionEntry(Record):
    """A contact with a client about what it owes; never changed. A promise stays with the contact that recorded it."""

    __tablename__ = "collection_entries"
    __table_args__ = (Index("ix_collection_entries_client_id_contacted_on", "client_id", "contacted_on"),)

    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"))
    contacted_on: Mapped[date]
    kind: Mapped[str] = mapped_column(String(7))
    text: Mapped[str] = mapped_column(Text)
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    promised_on: Mapped[date | None]
    promised_amount: Mapped[Decimal | None] = mapped_column(Amount)
    promised_currency: Mapped[str | None] = mapped_column(String(3))


class CollectionEntryInvoice(Model):
    """An invoice that a contact was about."""

    __tablename__ = "collection_entry_invoices"

    entry_id: Mapped[int] = mapped_column(
        Integer, ForeignKey("collection_entries.id", ondelete="CASCADE"), primary_key=True
    )
    invoice_id: Mapped[int] = mapped_column(Integer, ForeignKey("invoices.id"), primary_key=True, index=True)


class Reminder(Record):
    """A reminder to pay that was sent to a client by mail: what its contact, which has the text, does not say."""

    __tablename__ = "client_reminders"
    # The second of two senders at once stores the same number, and is refused.
    __table_args__ = (UniqueConstraint("client_id", "number"),)

    entry_id: Mapped[int] = mapped_column(ForeignKey("collection_entries.id", ondelete="CASCADE"), unique=True)
    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"))
    # The client's reminders are numbered from 1.
    number: Mapped[int] = mapped_column(Integer)
    level: Mapped[str] = mapped_column(String(8))
    to_address: Mapped[str] = mapped_column(String(254))
    subject: Mapped[str] = mapped_column(String(200))
    # What was overdue then, one amount for each currency.
    overdue: Mapped[list[Money]] = mapped_column(JSON)
    invoices: Mapped[int] = mapped_column(Integer)
    sent_at: Mapped[datetime]
    mail_state: Mapped[str] = mapped_column(String(6), default="queued", index=True)
    # Why it was not sent: a code of the delivery; null otherwise.
    mail_error: Mapped[str | None] = mapped_column(String(40))
