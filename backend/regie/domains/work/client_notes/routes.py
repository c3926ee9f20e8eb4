"""Routes of dated notes about clients."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.work.client_notes import actions, queries
from regie.domains.work.client_notes.schemas import (
    ClientNote,
    ClientNoteCreate,
    ClientNoteQuery,
    ClientNoteUpdate,
    NextStepQuery,
)

router = Router("/api/v1", "client_notes")


@router.get("/clients/{id}/notes", requires=P.CLIENTS_VIEW)
def list_client_notes(
    db: Connection, actor: Actor, id: str, query: Annotated[ClientNoteQuery, Query()]
) -> Page[ClientNote]:
    return queries.list_notes(db, actor, id, query)


@router.post("/clients/{id}/notes", requires=P.CLIENTS_EDIT)
def create_client_note(
    session: Session, actor: Actor, clock: Clock, id: str, data: ClientNoteCreate
) -> Item[ClientNote]:
    note = actions.create_note(session, actor, id, data, clock)
    return {"data": queries.read_note(session.connection(), actor, note)}


@router.get("/clients/{id}/notes/{note_id}", requires=P.CLIENTS_VIEW)
def read_client_note(db: Connection, actor: Actor, id: str, note_id: str) -> Item[ClientNote]:
    return {"data": queries.read_note_of(db, actor, id, note_id)}


@router.patch("/clients/{id}/notes/{note_id}", requires=P.CLIENTS_VIEW)
def update_client_note(
    session: Session, actor: Actor, clock: Clock, id: str, note_id: str, data: ClientNoteUpdate
) -> Item[ClientNote]:
    """Change a note: its author and those who may edit the client; who takes the next step may complete it."""
    actions.update_note(session, actor, id, note_id, data, clock)
    return {"data": queries.read_note(session.connection(), actor, note_id)}


@router.delete("/clients/{id}/notes/{note_id}", requires=P.CLIENTS_VIEW)
def delete_client_note(session: Session, actor: Actor, id: str, note_id: str) -> None:
    """Delete a note: its author and those who may edit the client."""
    actions.delete_note(session, actor, id, note_id)


@router.get("/client-next-steps", requires=P.CLIENTS_VIEW)
def list_next_steps(db: Connection, actor: Actor, query: Annotated[NextStepQuery, Query()]) -> Page[ClientNote]:
    """List the caller's own open next steps, of all clients."""
    return queries.list_next_steps(db, actor, query)
