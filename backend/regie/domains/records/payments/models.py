"""Defines the tables of scheduled payments of projects, and of what invoices bill of them."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Boolean, CheckConstraint, ForeignKey, Index, Integer, String, Text, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Amount
from regie.core.text.folding import SEARCHED_AS_NAME, Searchable

STATUSES = (
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
)


class ProjectPayment(Searchable, Record):
    """A scheduled payment, without tax, in its project's currency.

    People's decisions are stored: planned, ready, skipped or written off. Once an invoice bills it, the visible status
    and the amounts invoiced and paid are derived from its allocations (`figures`).
    """

    __tablename__ = "project_payments"
    # Allocations are logged with the invoices' numbers.
    audit = Audit(
        "payment",
        topic="money",
        hidden=frozenset({"sequence", "invoice_id", "is_split", "follows_terms", "closed_from"}),
    )
    __table_args__ = (
        # A retainer has one payment a month, however often its schedule is generated.
        UniqueConstraint("project_id", "period_start"),
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("invoice_id IS NULL OR status IN ('ready', 'written_off')", name="invoice"),
        Index("ix_project_payments_due_on_id", "due_on", "id"),
        Index("ix_project_payments_project_due", "project_id", "due_on"),
        Index("ix_project_payments_status_due", "status", "due_on"),
        Index("ix_project_payments_status_invoice", "status", "invoice_id", "due_on"),
        # The few payments whose parts are added up.
        Index(
            "ix_project_payments_split",
            "status",
            "due_on",
            sqlite_where=text("is_split = 1"),
            postgresql_where=text("is_split"),
        ),
    )

    project_id: Mapped[int] = mapped_column(ForeignKey("projects.id", ondelete="CASCADE"))
    sequence: Mapped[int] = mapped_column(Integer)
    label: Mapped[str] = mapped_column(String(200), default="", info=SEARCHED_AS_NAME)
    period_start: Mapped[date | None]
    period_end: Mapped[date | None]
    due_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Amount, index=True)
    status: Mapped[str] = mapped_column(String(12), default="planned")
    reason: Mapped[str | None] = mapped_column(String(200))
    note: Mapped[str | None] = mapped_column(Text)
    # The invoice of its first allocation, so that lists read the usual case, one invoice, without a second query.
    invoice_id: Mapped[int | None] = mapped_column(ForeignKey("invoices.id"), index=True)
    # Whether what bills it has to be added up: several invoices, or one that bills less than all of it.
    is_split: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    # Its status before the history was closed, which gave it up: reopening restores it.
    closed_from: Mapped[str | None] = mapped_column(String(8))
    # Generated from a retainer's terms and updated with them, until a user sets its day or amount.
    follows_terms: Mapped[bool] = mapped_column(Boolean, default=False)

    @property
    def name(self) -> str:
        """The name in the activity log: the label, or the month that it bills."""
        return self.label or (f"{self.period_start:%Y-%m}" if self.period_start else str(self.sequence))


class PaymentAllocation(Model):
    """What an invoice bills of a scheduled payment, without tax, in their common currency.

    The amounts of a payment add up to its amount at most, those of an invoice to its subtotal at most.
    """

    __tablename__ = "payment_allocations"
    __table_args__ = (
        UniqueConstraint("payment_id", "invoice_id"),
        CheckConstraint("amount > 0", name="amount"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    payment_id: Mapped[int] = mapped_column(ForeignKey("project_payments.id", ondelete="CASCADE"))
    invoice_id: Mapped[int] = mapped_column(ForeignKey("invoices.id"), index=True)
    amount: Mapped[Decimal] = mapped_column(Amount)
    # The sum of the invoice's allocations that are settled before this one, by the due dates of their payments.
    settled_from: Mapped[Decimal] = mapped_column(Amount, default=Decimal(0))


class PaymentDayTotal(Model):
    """The totals of the payments that are due on a day, by currency and visible status, unless the day is marked.

    They are calculated in the background, so that lists of many payments need not add them up.
    """

    __tablename__ = "payment_day_totals"
    __table_args__ = (UniqueConstraint("due_on", "currency", "status"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    due_on: Mapped[date]
    currency: Mapped[str] = mapped_column(String(3))
    status: Mapped[str] = mapped_column(String(20))
    # Their number.
    payments: Mapped[int] = mapped_column(Integer)
    planned: Mapped[Decimal] = mapped_column(Amount)
    ready: Mapped[Decimal] = mapped_column(Amount)
    invoiced: Mapped[Decimal] = mapped_column(Amount)
    to_relink: Mapped[Decimal] = mapped_column(Amount)
    skipped: Mapped[Decimal] = mapped_column(Amount)
    written_off: Mapped[Decimal] = mapped_column(Amount)
    paid: Mapped[Decimal] = mapped_column(Amount)


class PaymentDayChange(Model):
    """A mark that the totals of a day are outdated; triggers append it in the transaction of the change."""

    __tablename__ = "payment_day_changes"
    # A key is never used again: it would be mistaken for a mark that was seen.
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    due_on: Mapped[date] = mapped_column(index=True)
