"""Suggests invoices for a payment by amount, client and date, with reasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BigInteger, Connection, cast, func, literal_column, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Ref
from regie.core.money.amounts import scaled_to_money
from regie.core.time.dates import days_between
from regie.domains.money.invoices.queries import visible_invoices
from regie.domains.money.payments.figures import OPEN_AMOUNT
from regie.domains.money.payments.queries import PAYMENTS, read_payment
from regie.domains.money.payments.schemas import SuggestedInvoice, Suggestion, SuggestionReason
from regie.domains.records.invoices.figures import BILLED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project

# Only the invoices nearest to the due date are scored.
_MAX_CANDIDATES = 200
_MAX_SUGGESTIONS = 10
_CLOSE_DAYS = 30
_FAR_DAYS = 120
_CLOSE_PERCENT = 5
# The points of each criterion, of 100.
_AMOUNT_POINTS, _DATE_POINTS, _PROJECT_POINTS = 60, 30, 10

_ALLOCATED = (
    select(cast(func.sum(type_coerce(PaymentAllocation.amount, BigInteger)), BigInteger))
    .where(PaymentAllocation.invoice_id == Invoice.id)
    .correlate(Invoice)
    .scalar_subquery()
)
# The part of an invoice's subtotal that no payment uses yet.
UNALLOCATED = type_coerce(Invoice.subtotal, BigInteger) - func.coalesce(_ALLOCATED, literal_column("0", BigInteger))


@dataclass(frozen=True, slots=True)
class InvoiceScore:
    score: int
    reasons: list[SuggestionReason]


def suggest_invoices(db: Connection, actor: Actor, api_id: str) -> list[Suggestion]:
    """Invoices of the payment's client and currency with unallocated subtotal, best match first."""
    read_payment(db, actor, api_id)
    payment = db.execute(
        select(
            ProjectPayment.id,
            type_coerce(OPEN_AMOUNT, BigInteger).label("amount"),
            ProjectPayment.due_on,
            ProjectPayment.project_id,
            Project.client_id,
            Project.currency,
        )
        .select_from(PAYMENTS.source)
        .where(ProjectPayment.api_id == api_id)
    ).one()
    if payment.amount <= 0:
        return []
    scored = [(score_invoice(payment, invoice), invoice) for invoice in _read_candidates(db, actor, payment)]
    scored.sort(key=lambda pair: -pair[0].score)
    return [
        {
            "invoice": _serialize(invoice, payment.currency),
            "amount": scaled_to_money(min(invoice.unallocated, payment.amount), payment.currency),
            "score": score.score,
            "reasons": score.reasons,
        }
        for score, invoice in scored[:_MAX_SUGGESTIONS]
    ]


def score_invoice(payment: Any, invoice: Any) -> InvoiceScore:
    """Score how close amounts and dates are, in whole points; equal scores stay in the order of dates."""
    excess = invoice.unallocated - payment.amount
    most, least = max(invoice.unallocated, payment.amount), min(invoice.unallocated, payment.amount)
    days_apart = abs((invoice.issued_on - payment.due_on).days)
    is_same_project = invoice.project_id == payment.project_id
    is_close = (most - least) * 100 <= payment.amount * _CLOSE_PERCENT
    of_other_size: SuggestionReason = "part_of_larger" if excess > 0 else "part_of_payment"
    reasons: list[SuggestionReason] = ["same_amount" if excess == 0 else "close_amount" if is_close else of_other_size]
    if is_same_project:
        reasons.append("same_project")
    if month_of(invoice.issued_on) == month_of(payment.due_on):
        reasons.append("same_month")
    elif days_apart <= _CLOSE_DAYS:
        reasons.append("close_date")
    amount_points = _AMOUNT_POINTS * least // most
    date_points = _DATE_POINTS * max(0, _FAR_DAYS - days_apart) // _FAR_DAYS
    return InvoiceScore(amount_points + date_points + _PROJECT_POINTS * is_same_project, reasons)


def month_of(day: date) -> tuple[int, int]:
    return day.year, day.month


def _read_candidates(db: Connection, actor: Actor, payment: Any) -> Sequence[Any]:
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
            UNALLOCATED.label("unallocated"),
        )
        .outerjoin(Project, Project.id == Invoice.project_id)
        .where(
            Invoice.client_id == payment.client_id,
            Invoice.currency == payment.currency,
            BILLED,
            UNALLOCATED > 0,
            Invoice.id.not_in(select(PaymentAllocation.invoice_id).where(PaymentAllocation.payment_id == payment.id)),
            visible_invoices(actor.require(Permission.INVOICES_VIEW)),
        )
        .order_by(func.abs(days_between(Invoice.issued_on, payment.due_on)), Invoice.id)
        .limit(_MAX_CANDIDATES)
    )
    return db.execute(statement, actor.params).all()


def _serialize(invoice: Any, currency: str) -> SuggestedInvoice:
    project: Ref | None = None
    if invoice.project_api_id:
        project = {"api_id": invoice.project_api_id, "name": invoice.project_name}
    return {
        "api_id": invoice.api_id,
        "number": invoice.number,
        "project": project,
        "issued_on": invoice.issued_on,
        "subtotal": scaled_to_money(invoice.subtotal, currency),
        "total": scaled_to_money(invoice.total, currency),
        "balance": scaled_to_money(invoice.balance, currency),
        "unallocated": scaled_to_money(invoice.unallocated, currency),
    }
