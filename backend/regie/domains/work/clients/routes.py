"""Routes of clients."""

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
from regie.domains.records.dated_fields.schemas import DatedTerm, DatedTermQuery
from regie.domains.work.clients import actions, queries
from regie.domains.work.clients.columns import CLIENTS_FILE
from regie.domains.work.clients.responsibility_terms import CLIENT_TERMS
from regie.domains.work.clients.schemas import (
    ClientBasic,
    ClientBasicRow,
    ClientChange,
    ClientCreate,
    ClientHealth,
    ClientOut,
    ClientQuery,
    ClientRow,
    ClientTermCreate,
    ClientTermUpdate,
    ClientUpdate,
)

router = Router("/api/v1/clients", "clients")
_One = Item[ClientOut | ClientBasic]


@router.get(requires=P.CLIENTS_VIEW, export=CLIENTS_FILE)
def list_clients(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ClientQuery, Query()]
) -> Page[ClientRow | ClientBasicRow]:
    return queries.list_clients(db, actor, query, clock.today())


@router.post(requires=P.CLIENTS_CREATE)
def create_client(session: Session, actor: Actor, clock: Clock, data: ClientCreate) -> _One:
    return _show(session, actor, clock, actions.create_client(session, actor, data))


@router.post("/batches", requires=P.CLIENTS_EDIT, status=200)
def update_clients(session: Session, actor: Actor, clock: Clock, data: BatchRequest[ClientChange]) -> Item[Batch]:
    """Change up to a hundred clients; each has its own result."""
    sent = ClientUpdate.model_validate(data.change.model_dump(exclude_unset=True))
    return apply_to_each(session, actor, data, lambda id: actions.update_client(session, actor, id, sent, clock))


@router.get("/{id}", requires=P.CLIENTS_VIEW)
def read_client(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_client(db, actor, id, clock.today())}


@router.get("/{id}/health", requires=P.CLIENTS_VIEW)
def read_client_health(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[ClientHealth]:
    """Read the health with its reasons; those that rest on figures that the caller may not see are left out."""
    return {"data": queries.read_client_health(db, actor, id, clock.today())}


@router.patch("/{id}", requires=(P.CLIENTS_EDIT, P.CLIENTS_EDIT_BILLING))
def update_client(session: Session, actor: Actor, clock: Clock, id: str, data: ClientUpdate) -> _One:
    actions.update_client(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.delete("/{id}", requires=P.CLIENTS_DELETE)
def delete_client(session: Session, actor: Actor, id: str) -> None:
    actions.delete_client(session, actor, id)


@router.get("/{id}/responsibility-terms", requires=P.CLIENTS_VIEW)
def list_client_terms(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[DatedTermQuery, Query()]
) -> Page[DatedTerm]:
    """List who has been, is and will be responsible, with the days from which they are."""
    return CLIENT_TERMS.list_terms(db, actor, id, query, clock.today())


@router.post("/{id}/responsibility-terms", requires=P.CLIENTS_EDIT)
def record_client_terms(session: Session, actor: Actor, clock: Clock, id: str, data: ClientTermCreate) -> _One:
    """Record who is responsible from a day on, which may be past or to come."""
    CLIENT_TERMS.record(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.patch("/{id}/responsibility-terms/{term_id}", requires=P.CLIENTS_EDIT)
def change_client_term(
    session: Session, actor: Actor, clock: Clock, id: str, term_id: str, data: ClientTermUpdate
) -> _One:
    CLIENT_TERMS.change(session, actor, id, term_id, data, clock)
    return _show(session, actor, clock, id)


@router.delete("/{id}/responsibility-terms/{term_id}", requires=P.CLIENTS_EDIT)
def remove_client_term(session: Session, actor: Actor, clock: Clock, id: str, term_id: str) -> None:
    """Remove a term: the one before it holds on."""
    CLIENT_TERMS.remove(session, actor, id, term_id, clock)


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_client(session.connection(), actor, api_id, clock.today())}
