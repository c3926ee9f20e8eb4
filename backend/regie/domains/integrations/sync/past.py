"""Months that are over: what a synchronisation changes of their figures stands in the log, as what people do does.

A void, hours that arrive late or a payment that is dated back move figures that were told already. Each batch that does
so leaves an entry with how many records it were and of which days; an invoice that was known has one of its own too.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from regie.core.audit.activity import record
from regie.core.db.model import Model
from regie.core.time.clock import Clock
from regie.domains.integrations.connections.queries import NAMES
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.settings.queries import read_settings

Column = InstrumentedAttribute[Any]


@dataclass(frozen=True, slots=True)
class _Watched:
    """The day in whose month a record counts, and what else of it figures are made of."""

    service: str
    day: Column
    columns: tuple[Column, ...]


_WATCHED: Mapping[type[Model], _Watched] = {
    Invoice: _Watched(
        "quickbooks",
        Invoice.issued_on,
        (Invoice.due_on, Invoice.currency, Invoice.subtotal, Invoice.total, Invoice.is_voided),
    ),
    InvoicePayment: _Watched(
        "quickbooks",
        InvoicePayment.paid_on,
        (InvoicePayment.invoice_external_id, InvoicePayment.currency, InvoicePayment.amount),
    ),
    TimeEntry: _Watched(
        "teamwork",
        TimeEntry.worked_on,
        (TimeEntry.teamwork_user_id, TimeEntry.teamwork_project_id, TimeEntry.minutes, TimeEntry.is_billable),
    ),
}


@dataclass(frozen=True, slots=True)
class _State:
    """One record: its day, whether it counts, and what it counts with."""

    day: date | None
    counts: bool
    values: Sequence[Any]

    def is_like(self, other: "_State | None") -> bool:
        if other is None or not other.counts:
            return not self.counts
        return self == other


@contextmanager
def minding_the_past(
    session: Session, model: type[Model], now: datetime, *found: ColumnElement[bool], ids: Collection[str] = ()
) -> Iterator[None]:
    """Tell what the block changes of the past among the records that are `found`, or that have these `ids`."""
    watched = _WATCHED.get(model)
    if watched is None:
        yield
        return
    by_id = _id(model).in_
    before = _read(session, model, watched, *(found or (by_id(ids),)))
    yield
    after = _read(session, model, watched, by_id(ids or before))
    today = Clock(zone=read_settings(session.connection())["timezone"]).day_of(now)
    _tell(session, model, watched, today.replace(day=1), before, after)


def _id(model: type[Model]) -> Column:
    return model.external_id  # type: ignore[attr-defined]


def _read(session: Session, model: type[Model], watched: _Watched, *found: ColumnElement[bool]) -> dict[str, _State]:
    gone_at: Column = model.deleted_at  # type: ignore[attr-defined]
    rows = session.execute(select(_id(model), watched.day, gone_at, *watched.columns).where(*found))
    is_void = watched.columns.index(Invoice.is_voided) if Invoice.is_voided in watched.columns else None

    def counts(gone: datetime | None, values: Sequence[Any]) -> bool:
        return gone is None and not (is_void is not None and values[is_void])

    return {key: _State(day, counts(gone, values), values) for key, day, gone, *values in rows}


def _tell(
    session: Session,
    model: type[Model],
    watched: _Watched,
    month: date,
    before: Mapping[str, _State],
    after: Mapping[str, _State],
) -> None:
    changed = {key: state for key, state in after.items() if not state.is_like(before.get(key))}
    days = {key: _days_before(month, before.get(key), state) for key, state in changed.items()}
    past = [key for key in changed if days[key]]
    if not past:
        return
    known = [key for key in past if key in before]
    every = sorted(day for key in past for day in days[key])
    details = {
        "created": len(past) - len(known) or None,
        "updated": len(known) or None,
        "first_on": every[0],
        "last_on": every[-1],
    }
    name = NAMES[watched.service]
    record(session, "imported", subject="connection", api_id=None, name=name, topic="money", details=details)
    if model is Invoice:
        _tell_invoices(session, known, before, after)


def _days_before(month: date, *states: _State | None) -> list[date]:
    return [one.day for one in states if one is not None and one.day is not None and one.day < month]


def _tell_invoices(
    session: Session, known: Collection[str], before: Mapping[str, _State], after: Mapping[str, _State]
) -> None:
    """One by one: what is void, or gone from the source, comes to nothing."""
    named = select(Invoice.external_id, Invoice.api_id, Invoice.number, Invoice.customer_name)
    for row in session.execute(named.where(Invoice.external_id.in_(known)).order_by(Invoice.id)):
        was, now = (_shown(states[row.external_id]) for states in (before, after))
        changes = {name: (was[name], now[name]) for name in was if was[name] != now[name]}
        if changes:
            name = row.number or row.customer_name
            record(session, "changed", subject="invoice", api_id=row.api_id, name=name, topic="money", changes=changes)


def _shown(state: _State) -> dict[str, object]:
    due_on, currency, subtotal, *_ = state.values
    return {"amount": subtotal if state.counts else None, "currency": currency, "due_on": due_on}
