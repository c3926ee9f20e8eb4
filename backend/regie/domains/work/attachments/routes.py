"""Routes of attachments, of their owners and of file downloads."""

from functools import partial
from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.uploads import Upload
from regie.core.api.wire import Item, Page
from regie.core.files.downloads import Download
from regie.core.time.clock import Clock
from regie.domains.work.attachments import actions, queries
from regie.domains.work.attachments.columns import ATTACHMENTS_FILE
from regie.domains.work.attachments.schemas import (
    AttachmentCreate,
    AttachmentCreateAnywhere,
    AttachmentOut,
    AttachmentQuery,
    AttachmentRow,
    AttachmentUpdate,
    ContentQuery,
    OwnedAttachmentQuery,
)

router = Router("/api/v1", "attachments")
_Page = Page[AttachmentRow]
_One = Item[AttachmentOut]
_OwnedQuery = Annotated[OwnedAttachmentQuery, Query()]


@router.get("/attachments", requires=Access.SIGNED_IN, export=ATTACHMENTS_FILE)
def list_attachments(db: Connection, actor: Actor, clock: Clock, query: Annotated[AttachmentQuery, Query()]) -> _Page:
    """List every file that the caller may see."""
    return queries.list_attachments(db, actor, query, clock.today())


@router.post("/attachments", requires=Access.SIGNED_IN, form=AttachmentCreateAnywhere)
def create_attachment(session: Session, actor: Actor, clock: Clock, upload: Upload) -> _One:
    return _show(session, actor, clock, actions.create_attachment(session, actor, upload, clock.now()))


@router.get("/attachments/{id}", requires=Access.SIGNED_IN)
def read_attachment(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_attachment(db, actor, id, clock.today())}


@router.patch("/attachments/{id}", requires=Access.SIGNED_IN, form=AttachmentUpdate)
def update_attachment(session: Session, actor: Actor, clock: Clock, id: str, upload: Upload) -> _One:
    """Change the fields, upload a newer file, or both."""
    actions.update_attachment(session, actor, id, upload, clock.now())
    return _show(session, actor, clock, id)


@router.delete("/attachments/{id}", requires=Access.SIGNED_IN)
def delete_attachment(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    actions.delete_attachment(session, actor, id, clock.now())


@router.get("/attachments/{id}/content", requires=Access.SIGNED_IN, status=200)
def download_attachment(
    session: Session, actor: Actor, context: AppContext, id: str, query: Annotated[ContentQuery, Query()]
) -> Response:
    """Download the file; it is never shown inline."""
    content = actions.open_content(session, actor, id, query.version)
    opener = partial(context.files.open, content.storage_key)
    return Download(opener, name=content.file_name, mime=content.mime, size=content.size)


@router.get("/projects/{id}/attachments", requires=P.PROJECTS_VIEW)
def list_project_attachments(db: Connection, actor: Actor, clock: Clock, id: str, query: _OwnedQuery) -> _Page:
    return queries.list_attachments_of(db, actor, "project", id, query, clock.today())


@router.post("/projects/{id}/attachments", requires=P.PROJECTS_EDIT, form=AttachmentCreate)
def create_project_attachment(session: Session, actor: Actor, clock: Clock, id: str, upload: Upload) -> _One:
    return _show(session, actor, clock, _create_of(session, actor, clock, "project", id, upload))


@router.get("/clients/{id}/attachments", requires=P.CLIENTS_VIEW)
def list_client_attachments(db: Connection, actor: Actor, clock: Clock, id: str, query: _OwnedQuery) -> _Page:
    return queries.list_attachments_of(db, actor, "client", id, query, clock.today())


@router.post("/clients/{id}/attachments", requires=P.CLIENTS_EDIT, form=AttachmentCreate)
def create_client_attachment(session: Session, actor: Actor, clock: Clock, id: str, upload: Upload) -> _One:
    return _show(session, actor, clock, _create_of(session, actor, clock, "client", id, upload))


@router.get("/employees/{id}/attachments", requires=P.EMPLOYEES_VIEW)
def list_employee_attachments(db: Connection, actor: Actor, clock: Clock, id: str, query: _OwnedQuery) -> _Page:
    return queries.list_attachments_of(db, actor, "employee", id, query, clock.today())


@router.post("/employees/{id}/attachments", requires=P.EMPLOYEES_EDIT, form=AttachmentCreate)
def create_employee_attachment(session: Session, actor: Actor, clock: Clock, id: str, upload: Upload) -> _One:
    return _show(session, actor, clock, _create_of(session, actor, clock, "employee", id, upload))


def _create_of(session: Session, actor: Actor, clock: Clock, kind: str, api_id: str, upload: Upload) -> str:
    return actions.create_attachment_of(session, actor, kind, api_id, upload, clock.now())


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_attachment(session.connection(), actor, api_id, clock.today())}
