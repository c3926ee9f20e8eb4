"""Which invoice a payment is billed by: proposed by amount, client and date, with the reasons; people decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BigInteger, Connection, cast, func, literal_column, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Ref
from regie.core.money.amounts import money_of_scaled
from regie.core.time.dates import days_between
from regie.domains.money.invoices.queries import visible_invoices
from regie.domains.money.payments.queries import read_payment
from regie.domains.money.payments.schemas import SuggestedInvoice, Suggestion, SuggestionReason
from regie.domains.records.invoices.figures import BILLED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project

# Of a client's invoices, those nearest to the due date are weighed.
_MOST_WEIGHED = 200
_MOST_SHOWN = 10
_CLOSE_DAYS = 30
_FAR_DAYS = 120
_CLOSE_PER_CENT = 5
# What of 100 each likeness is worth.
_AMOUNT, _DATE, _PROJECT = 60, 30, 10

_TAKEN = (
    select(cast(func.sum(type_coerce(ProjectPayment.amount, BigInteger)), BigInteger))
    .where(ProjectPayment.invoice_id == Invoice.id)
    .correlate(Invoice)
    .scalar_subquery()
)
# What of an invoice's subtotal no payment takes yet.
ROOM = type_coerce(Invoice.subtotal, BigInteger) - func.coalesce(_TAKEN, literal_column("0", BigInteger))


@dataclass(frozen=True, slots=True)
class Likeness:
    score: int
    reasons: list[SuggestionReason]


def suggest_invoices(db: Connection, actor: Actor, api_id: str) -> list[Suggestion]:
    """Invoices of the payment's client and currency with room for it, the likeliest first."""
    read_payment(db, actor, api_id)
    payment = db.execute(
        select(
            type_coerce(ProjectPayment.amount, BigInteger).label("amount"),
            ProjectPayment.due_on,
            ProjectPayment.invoice_id,
            ProjectPayment.project_id,
            Project.client_id,
            Project.currency,
        )
        .join(Project, Project.id == ProjectPayment.project_id)
        .where(ProjectPayment.api_id == api_id)
    ).one()
    found = [(likeness_of(payment, invoice), invoice) for invoice in _fitting_invoices(db, actor, payment)]
    found.sort(key=lambda pair: -pair[0].score)
    return [
        {"invoice": _shown(invoice, payment.currency), "score": likeness.score, "reasons": likeness.reasons}
        for likeness, invoice in found[:_MOST_SHOWN]
    ]


def likeness_of(payment: Any, invoice: Any) -> Likeness:
    """How near the amounts and the days are, in whole points; equal scores keep the order of days."""
    beside = invoice.room - payment.amount
    away = abs((invoice.issued_on - payment.due_on).days)
    is_own = invoice.project_id == payment.project_id
    close = beside * 100 <= payment.amount * _CLOSE_PER_CENT
    reasons: list[SuggestionReason] = ["same_amount" if beside == 0 else "close_amount" if close else "part_of_larger"]
    if is_own:
        reasons.append("same_project")
    if _month(invoice.issued_on) == _month(payment.due_on):
        reasons.append("same_month")
    elif away <= _CLOSE_DAYS:
        reasons.append("close_date")
    amount_points = _AMOUNT * payment.amount // invoice.room
    date_points = _DATE * max(0, _FAR_DAYS - away) // _FAR_DAYS
    return Likeness(amount_points + date_points + _PROJECT * is_own, reasons)


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month


def _fitting_invoices(db: Connection, actor: Actor, payment: Any) -> Sequence[Any]:
    amounts = [
        type_coerce(amount, BigInteger).label(amount.key)
        for amount in (Invoice.subtotal, Invoice.total, Invoice.balance)
    ]
    statement = (
        select(
            Invoice.api_id,
            func.coalesce(Invoice.number, Invoice.external_id).label("number"),
            Invoice.project_id,
            Project.api_id.label("project_api_id"),
            Project.name.label("project_name"),
            Invoice.issued_on,
            *amounts,
            ROOM.label("room"),
        )
        .outerjoin(Project, Project.id == Invoice.project_id)
        .where(
            Invoice.client_id == payment.client_id,
            Invoice.currency == payment.currency,
            BILLED,
            payment.amount <= ROOM,
            Invoice.id != (payment.invoice_id or 0),
            visible_invoices(actor.require(Permission.INVOICES_VIEW)),
        )
        .order_by(func.abs(days_between(Invoice.issued_on, payment.due_on)), Invoice.id)
        .limit(_MOST_WEIGHED)
    )
    return db.execute(statement, actor.params).all()


def _shown(invoice: Any, currency: str) -> SuggestedInvoice:
    project: Ref | None = None
    if invoice.project_api_id:
        project = {"api_id": invoice.project_api_id, "name": invoice.project_name}
    return {
        "api_id": invoice.api_id,
        "number": invoice.number,
        "project": project,
        "issued_on": invoice.issued_on,
        "subtotal": money_of_scaled(invoice.subtotal, currency),
        "total": money_of_scaled(invoice.total, currency),
        "balance": money_of_scaled(invoice.balance, currency),
        "room": money_of_scaled(invoice.room, currency),
    }
