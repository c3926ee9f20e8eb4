"""The calls that take a list away as a file: each person's own, and in person."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import House
from regie.access.authorization import Open, Router
from regie.access.rate_limits import Rate
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.administration.exports import actions, queries
from regie.domains.administration.exports.schemas import ExportCreate, ExportOut, ExportQuery

router = Router("/api/v1/exports", "exports")


@router.get(needs=Open.PERSON, in_person=True)
def list_exports(db: Connection, actor: Actor, query: Annotated[ExportQuery, Query()]) -> Page[ExportOut]:
    """The caller's own, the newest first."""
    return queries.list_exports(db, actor, query)


@router.post(needs=Open.PERSON, rate=Rate.EXPORT, in_person=True)
def create_export(session: Session, actor: Actor, clock: Clock, house: House, data: ExportCreate) -> Item[ExportOut]:
    """Any list that the caller may read, as the screen shows it, over all pages."""
    api_id = actions.create_export(session, actor, clock, data, house.lists)
    return {"data": queries.read_export(session.connection(), actor, api_id)}


@router.get("/{id}", needs=Open.PERSON, in_person=True)
def read_export(db: Connection, actor: Actor, id: str) -> Item[ExportOut]:
    return {"data": queries.read_export(db, actor, id)}


@router.delete("/{id}", needs=Open.PERSON, in_person=True)
def delete_export(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """One that is under way ends; a file that was made goes."""
    actions.delete_export(session, actor, id, clock.now())


@router.get("/{id}/file", needs=Open.PERSON, rate=Rate.EXPORT, in_person=True)
def download_export(db: Connection, actor: Actor, house: House, id: str) -> Response:
    """The file itself, for the one who asked for it."""
    return actions.download_export(db, actor, house, id)
