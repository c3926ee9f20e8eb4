"""Reading invoices; `visible_invoices` is the only door to the table."""

from datetime import date
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, bindparam, join, select, true, type_coerce

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing, any_of, at_least, at_most, one_of
from regie.core.money import money_of_scaled
from regie.core.shape import MoneyField, RefField, Shape
from regie.core.wire import ListQuery
from regie.domains.clients.models import Client
from regie.domains.clients.queries import find_client_key, managed_clients
from regie.domains.invoices.figures import AGING, AGING_NAME, DAYS_OVERDUE, STATUS, STATUS_NAME, as_choices
from regie.domains.invoices.models import Invoice, InvoicePayment
from regie.domains.projects.models import Project

_SHAPE = Shape(
    {
        "api_id": Invoice.api_id,
        "number": Invoice.number,
        "client": RefField(Client.api_id, Client.name),
        "customer_name": Invoice.customer_name,
        "project": RefField(Project.api_id, Project.name),
        "issued_on": Invoice.issued_on,
        "due_on": Invoice.due_on,
        "currency": Invoice.currency,
        "subtotal": MoneyField(Invoice.subtotal, Invoice.currency),
        "tax": MoneyField(Invoice.tax, Invoice.currency),
        "total": MoneyField(Invoice.total, Invoice.currency),
        "balance": MoneyField(Invoice.balance, Invoice.currency),
        "status": STATUS_NAME,
        "days_overdue": DAYS_OVERDUE,
        "aging_bucket": AGING_NAME,
        "source_url": Invoice.source_url,
        "synced_at": Invoice.synced_at,
        "deleted_at": Invoice.deleted_at,
    }
)
INVOICES = Listing(
    source=join(Invoice, Client, Client.id == Invoice.client_id, isouter=True).join(
        Project, Project.id == Invoice.project_id, isouter=True
    ),
    key=Invoice.id,
    api_id=Invoice.api_id,
    shape=_SHAPE,
    sorts={
        "number": Invoice.number,
        "customer_name": Invoice.name_key,
        "issued_on": Invoice.issued_on,
        "due_on": Invoice.payable_on,
        "total": Invoice.total,
        "balance": Invoice.balance,
    },
    default_sort="-issued_on",
    tables=("invoices", "clients", "team_members"),
    search=Invoice.search_key,
    filters={
        "status": any_of(as_choices(STATUS)),
        "client": one_of(Client.api_id),
        "client_key": one_of(Invoice.client_id),
        "currency": one_of(Invoice.currency),
        "aging_bucket": any_of(as_choices(AGING)),
        "issued_from": at_least(Invoice.issued_on),
        "issued_to": at_most(Invoice.issued_on),
        "due_from": at_least(Invoice.payable_on),
        "due_to": at_most(Invoice.payable_on),
    },
)
_PAYMENTS = (
    select(
        InvoicePayment.external_id,
        InvoicePayment.kind,
        InvoicePayment.paid_on,
        type_coerce(InvoicePayment.amount, BigInteger).label("amount"),
        InvoicePayment.currency,
    )
    .join(Invoice, Invoice.external_id == InvoicePayment.invoice_external_id)
    .where(Invoice.api_id == bindparam("api_id"), InvoicePayment.deleted_at.is_(None))
    .order_by(InvoicePayment.paid_on, InvoicePayment.id)
)


def visible_invoices(scope: Scope) -> ColumnElement[bool]:
    """Own and team: those of the clients that the caller, or one of their teams, manages."""
    if scope is Scope.ALL:
        return true()
    return Invoice.client_id.in_(select(Client.id).where(managed_clients(scope)))


def list_invoices(db: Connection, actor: Actor, query: ListQuery, today: date) -> dict[str, Any]:
    return INVOICES.page(db, sight(actor, Permission.INVOICES_VIEW, visible_invoices), query, today_=today)


def list_client_invoices(db: Connection, actor: Actor, client: str, query: ListQuery, today: date) -> dict[str, Any]:
    """The invoices of one client; NotFound when the caller may not see the client."""
    fixed = {"client_key": [find_client_key(db, actor, client)]}
    return INVOICES.page(db, sight(actor, Permission.INVOICES_VIEW, visible_invoices), query, fixed, today_=today)


def read_invoice(db: Connection, actor: Actor, api_id: str, today: date) -> dict[str, Any]:
    invoice = INVOICES.one(db, sight(actor, Permission.INVOICES_VIEW, visible_invoices), api_id, today_=today)
    payments = db.execute(_PAYMENTS, {"api_id": api_id}).all()
    return {
        **invoice,
        "payments": [
            {
                "external_id": row.external_id,
                "kind": row.kind,
                "paid_on": row.paid_on,
                "amount": money_of_scaled(row.amount, row.currency),
            }
            for row in payments
        ],
    }
