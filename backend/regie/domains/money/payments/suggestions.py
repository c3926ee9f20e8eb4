"""Suggests invoices for a payment by amount, client and date, with reasons."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, Connection, func, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Ref
from regie.core.money.amounts import scaled_to_money
from regie.core.time.dates import days_between
from regie.domains.money.invoices.queries import visible_invoices
from regie.domains.money.payments.figures import OPEN_AMOUNT, score_invoice
from regie.domains.money.payments.queries import PAYMENTS, read_payment
from regie.domains.money.payments.schemas import SuggestedInvoice, Suggestion
from regie.domains.records.invoices.figures import BILLED, UNALLOCATED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project

# Only the invoices nearest to the due date are scored.
_MAX_CANDIDATES = 200
_MAX_SUGGESTIONS = 10


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
