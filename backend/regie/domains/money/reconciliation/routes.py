"""Routes of reconciliation."""

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
from regie.domains.money.reconciliation import queries
from regie.domains.money.reconciliation.actions import decide, lock_payments
from regie.domains.money.reconciliation.columns import PROPOSALS_FILE
from regie.domains.money.reconciliation.history import read_history, set_history
from regie.domains.money.reconciliation.schemas import (
    PaymentHistory,
    PaymentHistoryQuery,
    PaymentHistoryUpdate,
    ProposalDecision,
    ProposalPage,
    ProposalQuery,
)

router = Router("/api/v1", "reconciliation")


@router.get("/reconciliation-proposals", requires=P.PAYMENTS_EDIT, export=PROPOSALS_FILE)
def list_reconciliation_proposals(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ProposalQuery, Query()]
) -> ProposalPage:
    """Which invoices probably bill which scheduled payments, with what is not reconciled in `meta`."""
    return queries.list_proposals(db, actor, query, clock)


@router.post("/reconciliation-proposals/batches", requires=P.PAYMENTS_EDIT, status=200)
def decide_reconciliation_proposals(
    session: Session, actor: Actor, clock: Clock, data: BatchRequest[ProposalDecision]
) -> Item[Batch]:
    """Accepts up to 100 proposals, or undoes one, with a result for each."""
    found = queries.read_unreconciled(session.connection(), actor, clock.today())
    lock_payments(session, found, data.ids)
    return apply_to_each(session, actor, data, lambda id: decide(session, actor, found, id, data.change))


@router.get("/payment-history", requires=P.PAYMENTS_EDIT)
def read_payment_history(
    db: Connection, actor: Actor, query: Annotated[PaymentHistoryQuery, Query()]
) -> Item[PaymentHistory]:
    """How many payments closing the history before a day would close, and how many were closed."""
    return {"data": read_history(db, actor, query.before)}


@router.put("/payment-history", requires=P.PAYMENTS_EDIT, status=204)
def set_payment_history(session: Session, actor: Actor, clock: Clock, data: PaymentHistoryUpdate) -> None:
    """Give up all payments that fell due before a day and have no invoice, or undo that."""
    set_history(session, actor, data, clock)
