"""Routes of invoices and receivables."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchRequest, apply_to_each
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, ListQuery, Page, Ref
from regie.core.time.clock import Clock
from regie.domains.money.invoices import actions, credits, days_to_pay, follow_up_owners, queries, receivables_by_client
from regie.domains.money.invoices.columns import DEBTORS_FILE, INVOICES_FILE, RECEIVABLES_FILE, UNAPPLIED_FILE
from regie.domains.money.invoices.schemas import (
    Aging,
    AgingQuery,
    ClientDaysToPay,
    ClientInvoiceQuery,
    ClientReceivables,
    ClientReceivablesQuery,
    FollowUp,
    InvoiceOut,
    InvoiceQuery,
    InvoiceRow,
    InvoiceSums,
    InvoiceSumsQuery,
    InvoiceUpdate,
    Receivable,
    ReceivablesQuery,
    ReceivablesSummary,
    ReceivablesSummaryQuery,
    UnappliedCredit,
    UnappliedCreditsQuery,
)

router = Router("/api/v1", "invoices")


@router.get("/invoices", requires=P.INVOICES_VIEW, export=INVOICES_FILE)
def list_invoices(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[InvoiceQuery, Query()]
) -> Page[InvoiceRow]:
    return queries.list_invoices(db, actor, query, clock.today())


@router.get("/invoice-totals", requires=P.INVOICES_VIEW)
def read_invoice_totals(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[InvoiceSumsQuery, Query()]
) -> Item[InvoiceSums]:
    """The totals, the balances and what is not reconciled of the invoices of a list, per currency."""
    return {"data": {"currencies": queries.sum_invoices(db, actor, query, clock.today())}}


@router.get("/invoices/{id}", requires=P.INVOICES_VIEW)
def read_invoice(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[InvoiceOut]:
    return {"data": queries.read_invoice(db, actor, id, clock.today())}


@router.patch("/invoices/{id}", requires=P.INVOICES_FOLLOW_UP)
def update_invoice(session: Session, actor: Actor, clock: Clock, id: str, data: InvoiceUpdate) -> Item[InvoiceOut]:
    """Changes the invoice's project and follow-up."""
    actions.update_invoice(session, actor, id, data)
    return {"data": queries.read_invoice(session.connection(), actor, id, clock.today())}


@router.post("/invoices/batches", requires=P.INVOICES_FOLLOW_UP, status=200)
def update_invoices(session: Session, actor: Actor, data: BatchRequest[FollowUp]) -> Item[Batch]:
    """Changes the follow-up of up to 100 invoices, with a result for each."""
    sent = InvoiceUpdate.model_validate(data.change.model_dump(exclude_unset=True))
    return apply_to_each(session, actor, data, lambda id: actions.update_invoice(session, actor, id, sent))


@router.get("/follow-up-owners", requires=P.INVOICES_FOLLOW_UP)
def list_follow_up_owners(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Page[Ref]:
    """The users who may own a follow-up."""
    return follow_up_owners.list_follow_up_owners(db, actor, query)


@router.get("/receivables", requires=P.INVOICES_VIEW, export=RECEIVABLES_FILE)
def list_receivables(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ReceivablesQuery, Query()]
) -> Page[Receivable]:
    """The invoices that were owed at the end of a day."""
    return queries.list_receivables(db, actor, query, clock)


@router.get("/receivables-aging", requires=P.INVOICES_VIEW, summary="Read receivables aging")
def read_aging(db: Connection, actor: Actor, clock: Clock, query: Annotated[AgingQuery, Query()]) -> Item[Aging]:
    """Receivables at the end of a day, per currency and aging bucket."""
    return {"data": queries.read_aging(db, actor, query.as_of, query.client, clock)}


@router.get("/receivables-by-client", requires=P.INVOICES_VIEW, export=DEBTORS_FILE)
def list_receivables_by_client(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ClientReceivablesQuery, Query()]
) -> Page[ClientReceivables]:
    """Receivables per client at the end of a day, by aging bucket, with the state of follow-ups."""
    return receivables_by_client.list_receivables_by_client(db, actor, query, clock)


@router.get("/receivables-summary", requires=P.INVOICES_VIEW, summary="Read a summary of receivables")
def read_receivables_summary(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ReceivablesSummaryQuery, Query()]
) -> Item[ReceivablesSummary]:
    """The receivables of today in one currency: amounts by age, and the clients of each status."""
    return {"data": receivables_by_client.read_summary(db, actor, query, clock)}


@router.get("/unapplied-credits", requires=P.INVOICES_VIEW, export=UNAPPLIED_FILE)
def list_unapplied_credits(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[UnappliedCreditsQuery, Query()]
) -> Page[UnappliedCredit]:
    """The payments and credit notes that were not wholly applied to invoices at the end of a day."""
    return credits.list_unapplied_credits(db, actor, query, clock)


@router.get("/clients/{id}/quickbooks-invoices", requires=P.INVOICES_VIEW)
def list_client_invoices(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[ClientInvoiceQuery, Query()]
) -> Page[InvoiceRow]:
    """The invoices of one client."""
    return queries.list_client_invoices(db, actor, id, query, clock.today())


@router.get("/clients/{id}/days-to-pay", requires=P.INVOICES_VIEW)
def read_client_days_to_pay(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[ClientDaysToPay]:
    """How many days a client takes to pay, on average, by currency."""
    return {"data": days_to_pay.read_client_days_to_pay(db, actor, id, clock.today())}
