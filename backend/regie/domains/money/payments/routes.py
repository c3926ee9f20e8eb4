"""Routes of scheduled payments."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchRequest, apply_to_each
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.money.payments import actions, allocation_queries, queries, suggestions
from regie.domains.money.payments.columns import PAYMENTS_FILE
from regie.domains.money.payments.schemas import (
    AllocationCreate,
    Allocations,
    PaymentCreate,
    PaymentDecision,
    PaymentPage,
    PaymentQuery,
    PaymentRow,
    Payments,
    PaymentUpdate,
    ScheduleCreate,
    Suggestions,
)

router = Router("/api/v1", "payments")
_One = Item[PaymentRow]


@router.get("/projects-payments", requires=P.PAYMENTS_VIEW, export=PAYMENTS_FILE)
def list_payments(db: Connection, actor: Actor, query: Annotated[PaymentQuery, Query()]) -> PaymentPage:
    """The payments, with their totals per currency in `meta`."""
    return queries.list_payments(db, actor, query)


@router.post("/projects-payments", requires=P.PAYMENTS_EDIT)
def create_payment(session: Session, actor: Actor, data: PaymentCreate) -> _One:
    return _show(session, actor, actions.create_payment(session, actor, data))


@router.post("/projects-payments/schedules", requires=P.PAYMENTS_EDIT, summary="Replace payment schedule")
def make_schedule(session: Session, actor: Actor, clock: Clock, data: ScheduleCreate) -> Payments:
    """Replaces a project's planned payments."""
    project_id = actions.make_schedule(session, actor, data, clock.today())
    return {"data": queries.list_schedule(session.connection(), actor, project_id)}


@router.post("/projects-payments/batches", requires=(P.PAYMENTS_EDIT, P.PAYMENTS_EDIT_TO_READY), status=200)
def update_payments(session: Session, actor: Actor, clock: Clock, data: BatchRequest[PaymentDecision]) -> Item[Batch]:
    """Changes the status of up to 100 payments, or postpones them, with a result for each."""
    actions.require_postponement(data.change.due_on, clock.today())
    sent = PaymentUpdate.model_validate(data.change.model_dump(exclude_unset=True))
    return apply_to_each(session, actor, data, lambda id: actions.update_payment(session, actor, id, sent))


@router.get("/projects-payments/{id}", requires=P.PAYMENTS_VIEW)
def read_payment(db: Connection, actor: Actor, id: str) -> _One:
    return {"data": queries.read_payment(db, actor, id)}


@router.patch("/projects-payments/{id}", requires=(P.PAYMENTS_EDIT, P.PAYMENTS_EDIT_TO_READY))
def update_payment(session: Session, actor: Actor, id: str, data: PaymentUpdate) -> _One:
    actions.update_payment(session, actor, id, data)
    return _show(session, actor, id)


@router.delete("/projects-payments/{id}", requires=P.PAYMENTS_EDIT)
def delete_payment(session: Session, actor: Actor, id: str) -> None:
    actions.delete_payment(session, actor, id)


@router.get("/projects-payments/{id}/allocations", requires=P.PAYMENTS_VIEW)
def list_allocations(db: Connection, actor: Actor, id: str) -> Allocations:
    """The invoices that bill this payment, with their amounts."""
    return {"data": allocation_queries.list_of_payment(db, actor, id)}


@router.post("/projects-payments/{id}/allocations", requires=P.PAYMENTS_EDIT)
def create_allocation(session: Session, actor: Actor, id: str, data: AllocationCreate) -> _One:
    """Bills a part of this payment with an invoice, besides those that bill it already."""
    actions.add_allocation(session, actor, id, data.invoice, data.amount)
    return _show(session, actor, id)


@router.delete("/projects-payments/{id}/allocations/{invoice}", requires=P.PAYMENTS_EDIT)
def delete_allocation(session: Session, actor: Actor, id: str, invoice: str) -> None:
    """Takes this payment off one of its invoices."""
    actions.delete_allocation(session, actor, id, invoice)


@router.get("/invoices/{id}/allocations", requires=P.INVOICES_VIEW)
def list_invoice_allocations(db: Connection, actor: Actor, id: str) -> Allocations:
    """The scheduled payments that this invoice bills, of those that the caller sees."""
    return {"data": allocation_queries.list_of_invoice(db, actor, id)}


@router.get("/projects-payments/{id}/invoice-suggestions", requires=P.PAYMENTS_EDIT)
def suggest_invoices(db: Connection, actor: Actor, id: str) -> Suggestions:
    """Invoices that may bill this payment, best match first, with reasons."""
    return {"data": suggestions.suggest_invoices(db, actor, id)}


def _show(session: Session, actor: Actor, api_id: str) -> _One:
    return {"data": queries.read_payment(session.connection(), actor, api_id)}
