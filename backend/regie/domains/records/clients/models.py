"""Defines the tables of clients, of their contacts and notes, and of their links to outside services."""

from datetime import date, datetime

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

STATUSES = ("prospect", "active", "inactive", "churned")
HEALTHS = ("green", "amber", "red")
SERVICES = ("teamwork", "hubspot", "quickbooks")
NOTE_KINDS = ("call", "meeting", "mail", "decision", "other")


class Client(Searchable, Record):
    """A company that the agency works for; its status and figures are derived, never stored."""

    __tablename__ = "clients"
    audit = Audit("client", money=frozenset({"currency", "billing_email", "address", "payment_terms_days"}))
    __table_args__ = (text_index("clients"),)

    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    account_manager_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    team_id: Mapped[int | None] = mapped_column(ForeignKey("teams.id"), index=True)
    currency: Mapped[str] = mapped_column(String(3))
    language: Mapped[str | None] = mapped_column(String(5))
    industry: Mapped[str | None] = mapped_column(String(40))
    website: Mapped[str | None] = mapped_column(String(200), info=SEARCHED)
    # The primary contact; `ClientContact` has the others.
    contact_name: Mapped[str | None] = mapped_column(String(200), info=SEARCHED)
    contact_title: Mapped[str | None] = mapped_column(String(200))
    contact_email: Mapped[str | None] = mapped_column(String(254), info=SEARCHED)
    contact_phone: Mapped[str | None] = mapped_column(String(200))
    billing_email: Mapped[str | None] = mapped_column(String(254), info=SEARCHED)
    address: Mapped[str | None] = mapped_column(Text)
    payment_terms_days: Mapped[int | None] = mapped_column(Integer)
    tags: Mapped[list[str]] = mapped_column(JSON, default=list)
    # A general text about the client; `ClientNote` has the dated notes.
    notes: Mapped[str | None] = mapped_column(Text)
    # What a person set, why, and through which day; health is computed otherwise.
    health: Mapped[str | None] = mapped_column(String(5))
    health_note: Mapped[str | None] = mapped_column(Text)
    health_until: Mapped[date | None]
    archived_at: Mapped[datetime | None] = mapped_column(index=True)


class ClientLink(Model):
    """A record of an outside service that is this client; QuickBooks may hold several customers for one client."""

    __tablename__ = "client_links"
    __table_args__ = (UniqueConstraint("service", "external_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"), index=True)
    service: Mapped[str] = mapped_column(String(12))
    external_id: Mapped[str] = mapped_column(String(64))


class ClientContact(Record):
    """A contact of a client besides the primary one; the client logs its changes."""

    __tablename__ = "client_contacts"

    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    title: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254), index=True)
    phone: Mapped[str | None] = mapped_column(String(200))


class ClientNote(Record):
    """A dated note about a client, with the next step that it led to, if any; the client logs its changes."""

    __tablename__ = "client_notes"
    __table_args__ = (Index("ix_client_notes_client_id_noted_on", "client_id", "noted_on"),)

    client_id: Mapped[int] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(8))
    noted_on: Mapped[date]
    text: Mapped[str] = mapped_column(Text)
    author_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    # All three are null without a next step.
    next_step: Mapped[str | None] = mapped_column(String(200))
    next_on: Mapped[date | None]
    next_owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    done_at: Mapped[datetime | None]
