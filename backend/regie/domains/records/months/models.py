"""Defines the tables of closed months, of the amounts that closing publishes, and of month-end packs."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.money.amounts import Amount

_CLOSED = text("reopened_at IS NULL")


class ClosedMonth(Record):
    """The closing of a month; a reopened month keeps the row, and closing it again adds another one."""

    __tablename__ = "closed_months"
    __table_args__ = (
        Index("ux_closed_months_month", "month", unique=True, postgresql_where=_CLOSED, sqlite_where=_CLOSED),
    )
    audit = Audit("month", topic="money", hidden=frozenset({"name", "formulas", "closed_by_id", "reopened_by_id"}))

    # The month as text, such as 2026-10; the activity log shows it.
    name: Mapped[str] = mapped_column(String(7))
    # Its first day.
    month: Mapped[date]
    closed_at: Mapped[datetime]
    closed_by_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    # Why it was closed although points were open.
    reason: Mapped[str | None] = mapped_column(Text)
    comment: Mapped[str | None] = mapped_column(Text)
    # The version of each figure's formula.
    formulas: Mapped[dict[str, int]] = mapped_column(JSON)
    reopened_at: Mapped[datetime | None]
    reopened_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    reopen_reason: Mapped[str | None] = mapped_column(Text)


class PublishedAmount(Model):
    """What one record contributed to a figure when its month was closed; it never changes."""

    __tablename__ = "published_amounts"
    __table_args__ = (Index("ix_published_amounts_closing_id_figure", "closing_id", "figure"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    closing_id: Mapped[int] = mapped_column(ForeignKey("closed_months.id"))
    figure: Mapped[str] = mapped_column(String(24))
    # The record's table and internal key, as in the rows of a figure.
    record: Mapped[str] = mapped_column(String(12))
    record_id: Mapped[int] = mapped_column(Integer)
    client_id: Mapped[int | None] = mapped_column(Integer, index=True)
    day: Mapped[date]
    # The subtotal that it belongs to.
    part: Mapped[str] = mapped_column(String(40))
    currency: Mapped[str] = mapped_column(String(3))
    amount: Mapped[Decimal] = mapped_column(Amount)
    # Exact fractions as text, for figures that are not money: `value` of `whole`.
    value: Mapped[str] = mapped_column(String(60), default="0")
    whole: Mapped[str] = mapped_column(String(60), default="0")


class MonthPack(Model):
    """The month-end pack of a closing: the worker writes its files, which never change."""

    __tablename__ = "month_packs"
    __table_args__ = (Index("ix_month_packs_status", "status"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    closing_id: Mapped[int] = mapped_column(ForeignKey("closed_months.id"), unique=True)
    status: Mapped[str] = mapped_column(String(8), default="waiting")
    # What its files say, so that writing them again changes no figure, name or reason; null until they are written.
    content: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    # How often a worker started it: a pack that crashes the worker every time fails.
    tries: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class MonthPackFile(Model):
    """A file of a pack: one format in one language."""

    __tablename__ = "month_pack_files"
    __table_args__ = (UniqueConstraint("pack_id", "format", "locale"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    pack_id: Mapped[int] = mapped_column(ForeignKey("month_packs.id"))
    format: Mapped[str] = mapped_column(String(4))
    locale: Mapped[str] = mapped_column(String(5))
    file_name: Mapped[str] = mapped_column(String(200))
    storage_key: Mapped[str] = mapped_column(String(80))
    size: Mapped[int] = mapped_column(Integer)
    sha256: Mapped[str] = mapped_column(String(64))
