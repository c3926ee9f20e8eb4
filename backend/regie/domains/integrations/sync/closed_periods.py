"""Logs the changes that synchronization makes to past months.

A void, late hours or a backdated payment change figures that were already reported. Each batch of such changes adds an
activity entry with the number of records and their days; an invoice that already existed has a separate entry too.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from regie.core.audit.activity import log_event
from regie.core.db.model import Model
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.settings.queries import read_settings

Column = InstrumentedAttribute[Any]


@dataclass(frozen=True, slots=True)
class _TrackedColumns:
    """The column of the day that determines a record's month, and the other columns used in figures."""

    service: str
    day: Column
    columns: tuple[Column, ...]


_TRACKED: Mapping[type[Model], _TrackedColumns] = {
    Invoice: _TrackedColumns(
        "quickbooks",
        Invoice.issued_on,
        (Invoice.due_on, Invoice.currency, Invoice.subtotal, Invoice.total, Invoice.is_voided),
    ),
    InvoicePayment: _TrackedColumns(
        "quickbooks",
        InvoicePayment.paid_on,
        (InvoicePayment.invoice_external_id, InvoicePayment.currency, InvoicePayment.amount),
    ),
    TimeEntry: _TrackedColumns(
        "teamwork",
        TimeEntry.worked_on,
        (TimeEntry.teamwork_user_id, TimeEntry.teamwork_project_id, TimeEntry.minutes, TimeEntry.is_billable),
    ),
}


@dataclass(frozen=True, slots=True)
class _State:
    """A record's day, whether it counts in figures, and its values."""

    day: date | None
    counts: bool
    values: Sequence[Any]

    def equals(self, other: "_State | None") -> bool:
        if other is None or not other.counts:
            return not self.counts
        return self == other


@contextmanager
def log_closed_period_changes(
    session: Session, model: type[Model], now: datetime, *conditions: ColumnElement[bool], ids: Collection[str] = ()
) -> Iterator[None]:
    """Log what the block changes in past months, among records that match `conditions` or have these `ids`."""
    tracked = _TRACKED.get(model)
    if tracked is None:
        yield
        return
    by_id = _id(model).in_
    before = _read(session, model, tracked, *(conditions or (by_id(ids),)))
    yield
    after = _read(session, model, tracked, by_id(ids or before))
    today = Clock(zone=read_settings(session.connection())["timezone"]).day_of(now)
    _log_changes(session, model, tracked, today.replace(day=1), before, after)


def _id(model: type[Model]) -> Column:
    return model.external_id  # type: ignore[attr-defined]


def _read(
    session: Session, model: type[Model], tracked: _TrackedColumns, *conditions: ColumnElement[bool]
) -> dict[str, _State]:
    deleted_column: Column = model.deleted_at  # type: ignore[attr-defined]
    rows = session.execute(select(_id(model), tracked.day, deleted_column, *tracked.columns).where(*conditions))
    void_index = tracked.columns.index(Invoice.is_voided) if Invoice.is_voided in tracked.columns else None

    def counts(deleted_at: datetime | None, values: Sequence[Any]) -> bool:
        return deleted_at is None and not (void_index is not None and values[void_index])

    return {key: _State(day, counts(deleted_at, values), values) for key, day, deleted_at, *values in rows}


def _log_changes(
    session: Session,
    model: type[Model],
    tracked: _TrackedColumns,
    month: date,
    before: Mapping[str, _State],
    after: Mapping[str, _State],
) -> None:
    changed = {key: state for key, state in after.items() if not state.equals(before.get(key))}
    days = {key: _days_before(month, before.get(key), state) for key, state in changed.items()}
    changed_ids = [key for key in changed if days[key]]
    if not changed_ids:
        return
    updated_ids = [key for key in changed_ids if key in before]
    changed_days = sorted(day for key in changed_ids for day in days[key])
    details = {
        "created": len(changed_ids) - len(updated_ids) or None,
        "updated": len(updated_ids) or None,
        "first_on": changed_days[0],
        "last_on": changed_days[-1],
    }
    name = NAMES[tracked.service]
    log_event(session, "imported", subject="connection", api_id=None, name=name, topic="money", details=details)
    if model is Invoice:
        _log_invoice_changes(session, updated_ids, before, after)


def _days_before(month: date, *states: _State | None) -> list[date]:
    return [one.day for one in states if one is not None and one.day is not None and one.day < month]


def _log_invoice_changes(
    session: Session, updated_ids: Collection[str], before: Mapping[str, _State], after: Mapping[str, _State]
) -> None:
    """Log each changed invoice; a voided or deleted one has no amount."""
    named = select(Invoice.external_id, Invoice.api_id, Invoice.number, Invoice.customer_name)
    for row in session.execute(named.where(Invoice.external_id.in_(updated_ids)).order_by(Invoice.id)):
        old, now = (_logged_values(states[row.external_id]) for states in (before, after))
        changes = {name: (old[name], now[name]) for name in old if old[name] != now[name]}
        if changes:
            name = row.number or row.customer_name
            log_event(
                session, "changed", subject="invoice", api_id=row.api_id, name=name, topic="money", changes=changes
            )


def _logged_values(state: _State) -> dict[str, object]:
    due_on, currency, subtotal, *_ = state.values
    return {"amount": subtotal if state.counts else None, "currency": currency, "due_on": due_on}
