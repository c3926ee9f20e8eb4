"""The calls about invoices."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.clock import Clock
from regie.core.wire import Item, Json, Page
from regie.domains.invoices import queries
from regie.domains.invoices.schemas import ClientInvoiceQuery, InvoiceOut, InvoiceQuery, InvoiceRow

router = Router("/api/v1", "invoices")


@router.get("/invoices", needs=P.INVOICES_VIEW, out=Page[InvoiceRow])
def list_invoices(db: Connection, actor: Actor, clock: Clock, query: Annotated[InvoiceQuery, Query()]) -> Json:
    return queries.list_invoices(db, actor, query, clock.today())


@router.get("/invoices/{id}", needs=P.INVOICES_VIEW, out=Item[InvoiceOut])
def read_invoice(db: Connection, actor: Actor, clock: Clock, id: str) -> Json:
    return {"data": queries.read_invoice(db, actor, id, clock.today())}


@router.get("/clients/{id}/quickbooks-invoices", needs=P.INVOICES_VIEW, out=Page[InvoiceRow])
def list_client_invoices(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[ClientInvoiceQuery, Query()]
) -> Json:
    """The invoices of one client, from the accounting service."""
    return queries.list_client_invoices(db, actor, id, query, clock.today())
