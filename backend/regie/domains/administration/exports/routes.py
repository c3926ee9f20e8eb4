"""The calls that take a list away as a file: each person's own, and in person."""

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


@router.get(requires=Access.SIGNED_IN, in_person=True)
def list_exports(db: Connection, actor: Actor, query: Annotated[ExportQuery, Query()]) -> Page[ExportOut]:
    """The caller's own, the newest first."""
    return queries.list_exports(db, actor, query)


@router.post(requires=Access.SIGNED_IN, rate=Rate.EXPORT, in_person=True)
def create_export(
    session: Session, actor: Actor, clock: Clock, context: AppContext, data: ExportCreate
) -> Item[ExportOut]:
    """Any list that the caller may read, as the screen shows it, over all pages."""
    api_id = actions.create_export(session, actor, clock, data, context.lists)
    return {"data": queries.read_export(session.connection(), actor, api_id)}


@router.get("/{id}", requires=Access.SIGNED_IN, in_person=True)
def read_export(db: Connection, actor: Actor, id: str) -> Item[ExportOut]:
    return {"data": queries.read_export(db, actor, id)}


@router.delete("/{id}", requires=Access.SIGNED_IN, in_person=True)
def delete_export(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """One that is under way ends; a file that was made goes."""
    actions.delete_export(session, actor, id, clock.now())


@router.get("/{id}/file", requires=Access.SIGNED_IN, rate=Rate.EXPORT, in_person=True)
def download_export(db: Connection, actor: Actor, context: AppContext, id: str) -> Response:
    """The file itself, for the one who asked for it."""
    return actions.download_export(db, actor, context, id)
