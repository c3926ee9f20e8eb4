"""The calls about invoices."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchOf, change_each
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, ListQuery, Page, Ref
from regie.core.time.clock import Clock
from regie.domains.money.invoices import actions, debtors, queries
from regie.domains.money.invoices.columns import DEBTORS_FILE, INVOICES_FILE, RECEIVABLES_FILE
from regie.domains.money.invoices.schemas import (
    Ageing,
    AgeingQuery,
    ClientInvoiceQuery,
    ClientReceivables,
    ClientReceivablesQuery,
    FollowUp,
    InvoiceOut,
    InvoiceQuery,
    InvoiceRow,
    InvoiceUpdate,
    Receivable,
    ReceivablesQuery,
)

router = Router("/api/v1", "invoices")


@router.get("/invoices", requires=P.INVOICES_VIEW, export=INVOICES_FILE)
def list_invoices(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[InvoiceQuery, Query()]
) -> Page[InvoiceRow]:
    return queries.list_invoices(db, actor, query, clock.today())


@router.get("/invoices/{id}", requires=P.INVOICES_VIEW)
def read_invoice(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[InvoiceOut]:
    return {"data": queries.read_invoice(db, actor, id, clock.today())}


@router.patch("/invoices/{id}", requires=P.INVOICES_FOLLOW_UP)
def update_invoice(session: Session, actor: Actor, clock: Clock, id: str, data: InvoiceUpdate) -> Item[InvoiceOut]:
    """Keeps which project it bills, and when and by whom its money is asked for again."""
    actions.update_invoice(session, actor, id, data)
    return {"data": queries.read_invoice(session.connection(), actor, id, clock.today())}


@router.post("/invoices/batches", requires=P.INVOICES_FOLLOW_UP, status=200)
def update_invoices(session: Session, actor: Actor, data: BatchOf[FollowUp]) -> Item[Batch]:
    """When and by whom the money of up to a hundred is asked for again; each has an answer of its own."""
    sent = InvoiceUpdate.model_validate(data.change.model_dump(exclude_unset=True))
    return change_each(session, actor, data, lambda id: actions.update_invoice(session, actor, id, sent))


@router.get("/follow-up-owners", requires=P.INVOICES_FOLLOW_UP)
def list_follow_up_owners(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Page[Ref]:
    """Who may be named to ask for an invoice's money."""
    return queries.list_follow_up_owners(db, actor, query)


@router.get("/receivables", requires=P.INVOICES_VIEW, export=RECEIVABLES_FILE)
def list_receivables(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ReceivablesQuery, Query()]
) -> Page[Receivable]:
    """What was owed at the end of a day, invoice by invoice."""
    return queries.list_receivables(db, actor, query, clock)


@router.get("/receivables-ageing", requires=P.INVOICES_VIEW)
def read_ageing(db: Connection, actor: Actor, clock: Clock, query: Annotated[AgeingQuery, Query()]) -> Item[Ageing]:
    """What was owed at the end of a day, per currency, by how late it was."""
    return {"data": queries.read_ageing(db, actor, query.as_of, query.client, clock)}


@router.get("/receivables-by-client", requires=P.INVOICES_VIEW, export=DEBTORS_FILE)
def list_receivables_by_client(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ClientReceivablesQuery, Query()]
) -> Page[ClientReceivables]:
    """What each client owed at the end of a day, by how late it was, and how asking for it stands."""
    return debtors.list_debtors(db, actor, query, clock)


@router.get("/clients/{id}/quickbooks-invoices", requires=P.INVOICES_VIEW)
def list_client_invoices(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[ClientInvoiceQuery, Query()]
) -> Page[InvoiceRow]:
    """The invoices of one client, from the accounting service."""
    return queries.list_client_invoices(db, actor, id, query, clock.today())
