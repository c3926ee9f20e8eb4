"""Routes of a project's amount with its amendments."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.work.amendments import actions, queries
from regie.domains.work.amendments.schemas import AmendmentCreate, AmountHistory, AmountHistoryBasic, RemovalQuery

router = Router("/api/v1", "amendments")
_EDIT = (P.PROJECTS_EDIT, P.PROJECTS_EDIT_BILLING)
_Amounts = Item[AmountHistory | AmountHistoryBasic]


@router.get("/projects/{id}/amendments", requires=P.PROJECTS_VIEW, summary="Read a project's amount and amendments")
def read_amounts(db: Connection, actor: Actor, id: str) -> _Amounts:
    """Read the original amount, the amendments with their days and approvals, and the amount of today."""
    return {"data": queries.read_amounts(db, actor, id)}


@router.post("/projects/{id}/amendments", requires=_EDIT)
def amend_amount(session: Session, actor: Actor, clock: Clock, id: str, data: AmendmentCreate) -> _Amounts:
    """Record a difference of the amount from a day on; that of out-of-scope work awaits the client's approval."""
    actions.amend_amount(session, actor, id, data, clock)
    return {"data": queries.read_amounts(session.connection(), actor, id)}


@router.delete("/project-amendments/{id}", requires=_EDIT)
def remove_amendment(
    session: Session, actor: Actor, clock: Clock, id: str, query: Annotated[RemovalQuery, Query()]
) -> None:
    """Remove an amendment that the client has not approved: the amount before it holds on."""
    actions.remove_project_amendment(session, actor, id, query.version, clock)
