"""Defines the tables of invoices, of payments and credits and what they are applied to, and of follow-ups."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Boolean, ForeignKey, Index, Integer, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.money.amounts import Amount, Scaled
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable

STATUSES = ("open", "partially_paid", "paid", "credit", "overdue", "voided", "deleted_in_source")
ExchangeRate = Scaled(10)
_OWED = text("balance > 0")
_VOIDED = text("voided_at IS NOT NULL")


class Invoice(Searchable, Model):
    """A copy of an invoice of the accounting service, read-only except for links. The status is derived."""

    __tablename__ = "invoices"
    __table_args__ = (
        Index("ix_invoices_client_issued", "client_id", "issued_on"),
        Index("ix_invoices_open", "payable_on", postgresql_where=_OWED, sqlite_where=_OWED),
        Index("ix_invoices_owed", "client_id", "currency", postgresql_where=_OWED, sqlite_where=_OWED),
        # With what most filters compare, so that counts and pages need not read the invoices themselves.
        Index(
            "ix_invoices_listed",
            *("issued_on", "id", "payable_on", "balance", "total", "currency", "client_id", "is_voided", "deleted_at"),
        ),
        Index("ix_invoices_name_key", "name_key"),
        Index("ix_invoices_voided_at", "voided_at", postgresql_where=_VOIDED, sqlite_where=_VOIDED),
        text_index("invoices"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    external_id: Mapped[str] = mapped_column(String(64), unique=True)
    number: Mapped[str | None] = mapped_column(String(40), index=True, info=SEARCHED)
    customer_id: Mapped[str | None] = mapped_column(String(64), index=True)
    customer_name: Mapped[str] = mapped_column(String(400), default="", info=SEARCHED_AS_NAME)
    client_id: Mapped[int | None] = mapped_column(ForeignKey("clients.id"))
    project_id: Mapped[int | None] = mapped_column(ForeignKey("projects.id"), index=True)
    issued_on: Mapped[date]
    due_on: Mapped[date | None]
    # The day on which it is due: `due_on` or, without one, `issued_on` plus the payment terms (`set_payable_dates`).
    payable_on: Mapped[date] = mapped_column(index=True)
    currency: Mapped[str] = mapped_column(String(3))
    subtotal: Mapped[Decimal] = mapped_column(Amount)
    tax: Mapped[Decimal] = mapped_column(Amount)
    total: Mapped[Decimal] = mapped_column(Amount, index=True)
    balance: Mapped[Decimal] = mapped_column(Amount, index=True)
    exchange_rate: Mapped[Decimal | None] = mapped_column(ExchangeRate)
    is_voided: Mapped[bool] = mapped_column(Boolean, default=False)
    # When it was voided, and what was owed until then: the service sets its amounts to zero. Null for an invoice that
    # was void when it was first read.
    voided_at: Mapped[datetime | None]
    balance_when_voided: Mapped[Decimal | None] = mapped_column(Amount)
    deleted_at: Mapped[datetime | None]
    source_url: Mapped[str | None] = mapped_column(String(400))
    remote_updated_at: Mapped[datetime | None]
    synced_at: Mapped[datetime] = mapped_column(index=True)
    # Empty since `InvoiceDocument`; the previous release still writes it.
    raw: Mapped[str] = mapped_column(Text, default="{}")


class InvoiceDocument(Model):
    """The service's response to an invoice as text, so that its numbers stay exact.

    It has a table of its own because it is twenty times as large as the invoice, and lists scan invoices.
    """

    __tablename__ = "invoice_documents"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    external_id: Mapped[str] = mapped_column(String(64), unique=True)
    raw: Mapped[str] = mapped_column(Text)


class InvoicePayment(Model):
    """A line of a payment or credit that was applied to an invoice."""

    __tablename__ = "invoice_payments"
    __table_args__ = (Index("ix_invoice_payments_paid_on", "paid_on", "invoice_external_id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    external_id: Mapped[str] = mapped_column(String(150), unique=True)
    # The payment's own id: when the payment changes, its old lines are deleted.
    source_external_id: Mapped[str] = mapped_column(String(64), index=True)
    invoice_external_id: Mapped[str] = mapped_column(String(64), index=True)
    kind: Mapped[str] = mapped_column(String(8))
    # The `external_id` of the customer's payment or credit note that it is a part of.
    credit_external_id: Mapped[str | None] = mapped_column(String(80), index=True)
    paid_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Amount)
    currency: Mapped[str] = mapped_column(String(3))
    deleted_at: Mapped[datetime | None]
    synced_at: Mapped[datetime]


class CustomerCredit(Searchable, Model):
    """A credit note of the accounting service, or a payment that was once not wholly applied to invoices.

    `balance` is what is not applied. The amounts of a void one are zero.
    """

    __tablename__ = "customer_credits"
    __table_args__ = (
        Index("ix_customer_credits_client_id_currency", "client_id", "currency"),
        Index("ix_customer_credits_name_key", "name_key"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    # Its kind and the service's id, such as payment:340.
    external_id: Mapped[str] = mapped_column(String(80), unique=True)
    source_external_id: Mapped[str] = mapped_column(String(64), index=True)
    kind: Mapped[str] = mapped_column(String(11))
    number: Mapped[str | None] = mapped_column(String(40), info=SEARCHED)
    customer_id: Mapped[str | None] = mapped_column(String(64), index=True)
    customer_name: Mapped[str] = mapped_column(String(400), default="", info=SEARCHED_AS_NAME)
    client_id: Mapped[int | None] = mapped_column(ForeignKey("clients.id"))
    dated_on: Mapped[date]
    currency: Mapped[str] = mapped_column(String(3))
    total: Mapped[Decimal] = mapped_column(Amount)
    balance: Mapped[Decimal] = mapped_column(Amount)
    source_url: Mapped[str | None] = mapped_column(String(400))
    remote_updated_at: Mapped[datetime | None]
    synced_at: Mapped[datetime] = mapped_column(index=True)
    deleted_at: Mapped[datetime | None]


class InvoiceFollowUp(Record):
    """Follow-up data of an invoice: the next date, the owner and a note.

    `api_id` is the invoice's own, so that the activity log refers to the invoice.
    """

    __tablename__ = "invoice_follow_ups"
    audit = Audit("invoice", topic="money", hidden=frozenset({"invoice_id", "name"}))

    invoice_id: Mapped[int] = mapped_column(ForeignKey("invoices.id"), unique=True)
    # The invoice's number, for the activity log.
    name: Mapped[str] = mapped_column(String(200))
    follow_up_on: Mapped[date | None] = mapped_column(index=True)
    follow_up_note: Mapped[str | None] = mapped_column(Text)
    follow_up_owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
