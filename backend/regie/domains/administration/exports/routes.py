"""Routes of exports: each user's own, and never during an impersonation."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.rate_limits import Rate
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.administration.exports import actions, queries
from regie.domains.administration.exports.schemas import ExportCreate, ExportOut, ExportQuery

router = Router("/api/v1/exports", "exports")


@router.get(requires=Access.SIGNED_IN, forbids_impersonation=True)
def list_exports(db: Connection, actor: Actor, query: Annotated[ExportQuery, Query()]) -> Page[ExportOut]:
    """List the caller's exports, newest first."""
    return queries.list_exports(db, actor, query)


@router.post(requires=Access.SIGNED_IN, rate=Rate.EXPORT, forbids_impersonation=True)
def create_export(
    session: Session, actor: Actor, clock: Clock, context: AppContext, data: ExportCreate
) -> Item[ExportOut]:
    """Export a list that the caller can read, as the screen shows it, with the rows of all pages."""
    api_id = actions.create_export(session, actor, clock, data, context.lists)
    return {"data": queries.read_export(session.connection(), actor, api_id)}


@router.get("/{id}", requires=Access.SIGNED_IN, forbids_impersonation=True)
def read_export(db: Connection, actor: Actor, id: str) -> Item[ExportOut]:
    return {"data": queries.read_export(db, actor, id)}


@router.delete("/{id}", requires=Access.SIGNED_IN, forbids_impersonation=True)
def delete_export(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Delete an export and its file; an unfinished one stops."""
    actions.delete_export(session, actor, id, clock.now())


@router.get("/{id}/file", requires=Access.SIGNED_IN, rate=Rate.EXPORT, forbids_impersonation=True)
def download_export(db: Connection, actor: Actor, context: AppContext, id: str) -> Response:
    """Download the file of one's own export."""
    return actions.download_export(db, actor, context, id)
