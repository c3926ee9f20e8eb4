"""Closes the history before Régie in one step: payments that fell due then and have no invoice, and reopens it."""

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, func, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Invalid
from regie.core.audit.activity import log_event, without_audit
from regie.core.time.clock import Clock
from regie.domains.money.payments.queries import visible_payments
from regie.domains.money.reconciliation.schemas import PaymentHistory, PaymentHistoryUpdate
from regie.domains.records.payments.models import ProjectPayment

_IS_CLOSED = and_(ProjectPayment.status == "skipped", ProjectPayment.closed_from.is_not(None))


def read_history(db: Connection, actor: Actor, before: date | None) -> PaymentHistory:
    """Count the payments that closing before a day would close, and those that were closed."""
    closed = _count(db, actor, _IS_CLOSED)
    return {"open": 0 if before is None else _count(db, actor, _can_close(before)), "closed": closed}


def set_history(session: Session, actor: Actor, data: PaymentHistoryUpdate, clock: Clock) -> None:
    """Close the payments that fell due before a day and that nothing bills, or reopen all that were closed so.

    One statement and one entry of the log, because a new installation has thousands of them.
    """
    if data.closed_before is None:
        values: dict[str, Any] = {"status": ProjectPayment.closed_from, "reason": None, "closed_from": None}
        action, condition = "history_reopened", _IS_CLOSED
    else:
        if data.closed_before > clock.today():
            raise Invalid({"closed_before": "not_yet"})
        if not data.reason:
            raise Invalid({"reason": "required"})
        values = {"status": "skipped", "reason": data.reason, "closed_from": ProjectPayment.status}
        action, condition = "history_closed", _can_close(data.closed_before)
    visible = visible_payments(actor.require(Permission.PAYMENTS_EDIT))
    changed = update(ProjectPayment).where(condition, visible)
    values |= {"version": ProjectPayment.version + 1, "updated_at": datetime.now(UTC)}
    statement = without_audit(changed.values(**values)).execution_options(synchronize_session=False)
    count = session.execute(statement, actor.params).rowcount  # type: ignore[attr-defined]
    session.expire_all()
    if count:
        details = {"payments": count, "due_to": data.closed_before, "reason": data.reason or None}
        log_event(session, action, subject="payment", api_id=None, name="", details=details)


def _can_close(before: date) -> ColumnElement[bool]:
    """Whether a payment fell due before a day, and neither an invoice nor a person decided it."""
    return and_(
        ProjectPayment.due_on < before,
        ProjectPayment.status.in_(("planned", "ready")),
        ProjectPayment.invoice_id.is_(None),
    )


def _count(db: Connection, actor: Actor, condition: ColumnElement[bool]) -> int:
    visible = visible_payments(actor.require(Permission.PAYMENTS_EDIT))
    statement = select(func.count(ProjectPayment.id)).where(condition, visible)
    return db.execute(statement, actor.params).scalar_one()
