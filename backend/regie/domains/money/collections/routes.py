"""Routes of the follow-up of clients and of the log of contacts."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.files.downloads import Download
from regie.core.time.clock import Clock
from regie.domains.money.collections import actions, queries
from regie.domains.money.collections.schemas import (
    CollectionEntryCreate,
    CollectionEntryOut,
    CollectionEntryQuery,
    CollectionOut,
    CollectionUpdate,
    StatementDocument,
)
from regie.domains.money.collections.statement import read_statement
from regie.domains.money.collections.statement_document import describe_statement

router = Router("/api/v1", "collections")


@router.get("/clients/{id}/collection", requires=P.INVOICES_VIEW)
def read_collection(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[CollectionOut]:
    """The follow-up of a client: next day, owner, state and promise to pay."""
    return {"data": queries.read_collection(db, actor, id, clock.today())}


@router.patch("/clients/{id}/collection", requires=P.INVOICES_FOLLOW_UP)
def update_collection(
    session: Session, actor: Actor, clock: Clock, id: str, data: CollectionUpdate
) -> Item[CollectionOut]:
    actions.update_collection(session, actor, id, data, clock)
    return {"data": queries.read_collection(session.connection(), actor, id, clock.today())}


@router.get("/clients/{id}/collection-entries", requires=P.INVOICES_VIEW)
def list_collection_entries(
    db: Connection, actor: Actor, id: str, query: Annotated[CollectionEntryQuery, Query()]
) -> Page[CollectionEntryOut]:
    """The contacts with a client, newest first."""
    return queries.list_entries(db, actor, id, query)


@router.post("/clients/{id}/collection-entries", requires=P.INVOICES_FOLLOW_UP)
def create_collection_entry(
    session: Session, actor: Actor, clock: Clock, id: str, data: CollectionEntryCreate
) -> Item[CollectionOut]:
    """Logs a contact, with a promise and the next follow-up where there are any."""
    actions.create_entry(session, actor, id, data, clock)
    return {"data": queries.read_collection(session.connection(), actor, id, clock.today())}


@router.get("/clients/{id}/statement-document", requires=P.INVOICES_VIEW)
def read_client_statement(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[StatementDocument]:
    """The statement of account of today as texts in the client's language, for its page."""
    return {"data": describe_statement(read_statement(db, actor, id, clock))}


@router.get("/clients/{id}/statement", requires=P.INVOICES_VIEW)
def download_client_statement(session: Session, actor: Actor, clock: Clock, id: str) -> Response:
    """The statement of account of today as a PDF, in the client's language; the download is logged."""
    statement = read_statement(session.connection(), actor, id, clock)
    actions.log_statement(session, statement)
    file = actions.write_statement_file(statement)
    return Download(lambda: iter((file.content,)), name=file.name, mime="application/pdf", size=len(file.content))
