"""Routes of what is to be invoiced: totals, clients, approved extra work, and the file for QuickBooks."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchRequest, apply_to_each
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.files.downloads import Download
from regie.core.text.locale import translate
from regie.core.time.clock import Clock
from regie.domains.money.to_invoice import actions, queries
from regie.domains.money.to_invoice.columns import CLIENTS_FILE, EXTRA_WORK_FILE
from regie.domains.money.to_invoice.quickbooks import write_quickbooks_file
from regie.domains.money.to_invoice.schemas import (
    ClientToInvoice,
    ClientToInvoiceQuery,
    ExtraWorkDecision,
    ExtraWorkQuery,
    ExtraWorkRow,
    QuickbooksFileQuery,
    ToInvoice,
    ToInvoiceQuery,
)

router = Router("/api/v1", "to_invoice")


@router.get("/to-invoice", requires=P.PAYMENTS_VIEW)
def read_to_invoice(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ToInvoiceQuery, Query()]
) -> Item[ToInvoice]:
    """Everything that is to be invoiced, by kind: totals per currency, and converted at today's rates."""
    return {"data": queries.read_to_invoice(db, actor, query, clock.today())}


@router.get("/clients-to-invoice", requires=P.PAYMENTS_VIEW, export=CLIENTS_FILE)
def list_clients_to_invoice(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ClientToInvoiceQuery, Query()]
) -> Page[ClientToInvoice]:
    """What is to be invoiced to each client."""
    return queries.list_by_client(db, actor, query, clock.today())


@router.get("/extra-work-to-invoice", requires=P.PAYMENTS_VIEW, export=EXTRA_WORK_FILE)
def list_extra_work_to_invoice(
    db: Connection, actor: Actor, query: Annotated[ExtraWorkQuery, Query()]
) -> Page[ExtraWorkRow]:
    """Approved out-of-scope work that is neither scheduled nor invoiced completely."""
    return queries.list_extra_work(db, actor, query)


@router.post("/extra-work-to-invoice/batches", requires=P.PAYMENTS_EDIT, status=200)
def decide_extra_work(
    session: Session, actor: Actor, clock: Clock, data: BatchRequest[ExtraWorkDecision]
) -> Item[Batch]:
    """Makes payments of the open amounts of up to 100 projects, or records that they are not billed."""
    return apply_to_each(
        session, actor, data, lambda id: actions.decide(session, actor, id, data.change, clock.today())
    )


@router.get("/quickbooks-invoice-file", requires=P.PAYMENTS_EDIT, forbids_impersonation=True)
def download_quickbooks_file(
    session: Session, actor: Actor, clock: Clock, query: Annotated[QuickbooksFileQuery, Query()]
) -> Response:
    """The open amounts of payments in the form that QuickBooks imports as invoices; the download is logged."""
    today = clock.today()
    content = write_quickbooks_file(session, actor, query, today)
    name = translate(actor.locale, "quickbooks.file_name", day=today.isoformat())
    return Download(lambda: iter((content,)), name=name, mime="text/csv; charset=utf-8", size=len(content))
