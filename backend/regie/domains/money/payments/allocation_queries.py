"""Reads which invoices bill a payment, and which payments an invoice bills."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, case, func, literal_column, null, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import scaled_to_money
from regie.domains.money.invoices.queries import invoices_within
from regie.domains.money.payments.figures import SETTLED
from regie.domains.money.payments.queries import read_payment, visible_payments
from regie.domains.money.payments.schemas import Allocation
from regie.domains.records.invoices.figures import BILLED, BILLED_PART
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project

_ALLOCATIONS = (
    select(
        ProjectPayment.api_id,
        ProjectPayment.label,
        ProjectPayment.period_start,
        ProjectPayment.sequence,
        Project.api_id.label("project_id"),
        Project.name.label("project_name"),
        Project.currency,
        Invoice.api_id.label("invoice_id"),
        func.coalesce(Invoice.number, Invoice.external_id).label("invoice_number"),
        Invoice.issued_on,
        case(
            (Invoice.deleted_at.is_not(None), literal_column("'deleted_in_source'")),
            (Invoice.is_voided, literal_column("'voided'")),
            else_=null(),
        ).label("invoice_status"),
        case((BILLED, BILLED_PART), else_=type_coerce(PaymentAllocation.amount, BigInteger)).label("amount"),
        SETTLED.label("paid_amount"),
    )
    .select_from(PaymentAllocation)
    .join(ProjectPayment, ProjectPayment.id == PaymentAllocation.payment_id)
    .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
    .join(Project, Project.id == ProjectPayment.project_id)
)


def list_of_payment(db: Connection, actor: Actor, api_id: str) -> list[Allocation]:
    """The invoices of a payment, the first one first."""
    read_payment(db, actor, api_id)
    return _list(db, actor, ProjectPayment.api_id == api_id, PaymentAllocation.id)


def list_of_invoice(db: Connection, actor: Actor, api_id: str) -> list[Allocation]:
    """The visible payments of an invoice in the order in which it settles them."""
    visible = invoices_within(actor)(actor.require(Permission.INVOICES_VIEW))
    if (
        not is_api_id(api_id)
        or db.execute(select(Invoice.id).where(Invoice.api_id == api_id, visible), actor.params).first() is None
    ):
        raise NotFound
    scope = actor.scope(Permission.PAYMENTS_VIEW)
    if scope is None:
        return []
    of_invoice = (Invoice.api_id == api_id) & visible_payments(scope)
    return _list(db, actor, of_invoice, PaymentAllocation.settled_from)


def _list(db: Connection, actor: Actor, condition: ColumnElement[bool], order: Any) -> list[Allocation]:
    rows = db.execute(_ALLOCATIONS.where(condition).order_by(order, PaymentAllocation.id), actor.params)
    return [
        {
            "payment": {
                "api_id": row.api_id,
                "label": row.label,
                "period_start": row.period_start,
                "sequence": row.sequence,
            },
            "project": {"api_id": row.project_id, "name": row.project_name},
            "invoice": {"api_id": row.invoice_id, "name": row.invoice_number},
            "issued_on": row.issued_on,
            "invoice_status": row.invoice_status,
            "amount": scaled_to_money(row.amount, row.currency),
            "paid_amount": scaled_to_money(row.paid_amount, row.currency) if row.invoice_status is None else None,
        }
        for row in rows
    ]
