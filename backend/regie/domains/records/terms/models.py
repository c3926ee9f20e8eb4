"""Defines the tables of dated terms, and of values whose day is not known."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.model import Record
from regie.core.db.table_parts import declare_part
from regie.core.money.amounts import Amount

RECORDS = ("project", "client", "employee")
_OPEN = text("decided_at IS NULL")


class Term(Record):
    """A value of a record from a day on, until the day of the next term of the same name.

    `value` is exact text: a code, a decimal number, a record's internal key, or JSON. Its owner logs the changes.
    """

    __tablename__ = "terms"
    __table_args__ = (
        UniqueConstraint("record", "record_id", "name", "effective_from"),
        Index("ix_terms_record_name_reference_id", "record", "name", "reference_id"),
    )

    record: Mapped[str] = mapped_column(String(12))
    record_id: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(24))
    effective_from: Mapped[date]
    value: Mapped[str | None] = mapped_column(Text)
    # The value as a number or as the internal key of a record, for sums, filters and joins in SQL.
    amount: Mapped[Decimal | None] = mapped_column(Amount)
    reference_id: Mapped[int | None] = mapped_column(Integer)
    reason: Mapped[str | None] = mapped_column(Text)
    recorded_at: Mapped[datetime]
    # Null: the migration or a synchronization.
    recorded_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)


_VALUES = ("record", "record_id", "effective_from", "value", "amount", "reference_id")
# The terms that hours of employees are calculated from, those that pause retainers, and those of account managers.
CAPACITY_TERMS = declare_part(
    Term, "capacity", _VALUES, by="name", values=("capacity_hours_week", "is_billable", "utilisation_target")
)
STATE_TERMS = declare_part(Term, "states", _VALUES, by="name", values=("state",))
ACCOUNT_MANAGER_TERMS = declare_part(Term, "account_managers", _VALUES, by="name", values=("account_manager",))


class UndatedTerm(Record):
    """A value that held at some time, whose first day no data say; a person decides."""

    __tablename__ = "undated_terms"
    __table_args__ = (
        Index(
            "ux_undated_terms_open",
            "record", "record_id", "name", "cause",
            unique=True, postgresql_where=_OPEN, sqlite_where=_OPEN,
        ),
    )  # fmt: skip

    record: Mapped[str] = mapped_column(String(12))
    record_id: Mapped[int] = mapped_column(Integer, index=True)
    name: Mapped[str] = mapped_column(String(24))
    value: Mapped[str | None] = mapped_column(Text)
    amount: Mapped[Decimal | None] = mapped_column(Amount)
    reference_id: Mapped[int | None] = mapped_column(Integer)
    # Why no day is known: a key of the catalogue.
    cause: Mapped[str] = mapped_column(String(24))
    # The days between which it began, where they are known.
    earliest_on: Mapped[date | None]
    latest_on: Mapped[date | None]
    details: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    # Null while the row waits: "dated" from `dated_on`, or "dismissed" for a reason.
    decision: Mapped[str | None] = mapped_column(String(12))
    dated_on: Mapped[date | None]
    decision_reason: Mapped[str | None] = mapped_column(Text)
    decided_at: Mapped[datetime | None]
    decided_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
