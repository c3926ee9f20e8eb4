"""Routes of undated terms."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchRequest, apply_to_each
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.work.undated_terms import actions, queries
from regie.domains.work.undated_terms.columns import UNDATED_TERMS_FILE
from regie.domains.work.undated_terms.schemas import (
    TermDating,
    TermDismissal,
    UndatedTermDating,
    UndatedTermDismissal,
    UndatedTermQuery,
    UndatedTermRow,
)

router = Router("/api/v1", "undated_terms")
_EDIT = (P.PROJECTS_EDIT, P.CLIENTS_EDIT)


@router.get("/undated-terms", requires=_EDIT, export=UNDATED_TERMS_FILE)
def list_undated_terms(
    db: Connection, actor: Actor, query: Annotated[UndatedTermQuery, Query()]
) -> Page[UndatedTermRow]:
    """List values of projects and clients whose first day no data say."""
    return queries.list_undated_terms(db, actor, query)


@router.get("/undated-terms/{id}", requires=_EDIT)
def read_undated_term(db: Connection, actor: Actor, id: str) -> Item[UndatedTermRow]:
    return {"data": queries.read_undated_term(db, actor, id)}


@router.post("/undated-terms/{id}/datings", requires=_EDIT)
def date_undated_term(
    session: Session, actor: Actor, clock: Clock, id: str, data: UndatedTermDating
) -> Item[UndatedTermRow]:
    """Record the term from a day on, as if it were recorded on its record."""
    actions.date_undated_term(session, actor, id, data, clock)
    return {"data": queries.read_undated_term(session.connection(), actor, id)}


@router.post("/undated-terms/{id}/dismissals", requires=_EDIT)
def dismiss_undated_term(
    session: Session, actor: Actor, clock: Clock, id: str, data: UndatedTermDismissal
) -> Item[UndatedTermRow]:
    """Close the row without a change of the record."""
    actions.dismiss_undated_term(session, actor, id, data, clock)
    return {"data": queries.read_undated_term(session.connection(), actor, id)}


@router.post("/undated-term-datings/batches", requires=_EDIT, status=200)
def date_undated_terms(session: Session, actor: Actor, clock: Clock, data: BatchRequest[TermDating]) -> Item[Batch]:
    """Date up to a hundred undated terms with one day; each has its own result."""
    return apply_to_each(
        session, actor, data, lambda id: actions.date_undated_term(session, actor, id, data.change, clock)
    )


@router.post("/undated-term-dismissals/batches", requires=_EDIT, status=200)
def dismiss_undated_terms(
    session: Session, actor: Actor, clock: Clock, data: BatchRequest[TermDismissal]
) -> Item[Batch]:
    """Dismiss up to a hundred undated terms for one reason; each has its own result."""
    return apply_to_each(
        session, actor, data, lambda id: actions.dismiss_undated_term(session, actor, id, data.change, clock)
    )
