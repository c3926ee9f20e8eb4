"""The calls about imports: try a file, look at what it would do, say what its columns mean, take it over."""

from dataclasses import replace
from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.access.uploads import Upload
from regie.core.api.wire import Item, Page
from regie.core.files.downloads import disposition
from regie.core.text.locale import say
from regie.core.time.clock import Clock
from regie.domains.administration.imports import actions, queries
from regie.domains.administration.imports.schemas import (
    ErrorsQuery,
    FileImportOut,
    ImportApplication,
    ImportCheck,
    ImportCreate,
    ImportKind,
    ImportRowOut,
    ImportRowQuery,
    TemplateQuery,
)
from regie.domains.administration.imports.templates import CSV, template_response, write_table

router = Router("/api/v1/imports", "imports")
_One = Item[FileImportOut]
_ANY = (P.CLIENTS_CREATE, P.EMPLOYEES_CREATE)
_TemplateQuery = Annotated[TemplateQuery, Query()]
_ERRORS = ("line", "name", "column", "error")


@router.post("/clients", requires=P.CLIENTS_CREATE, form=ImportCreate, rate=Rate.EXPORT)
def import_clients(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _One:
    """Tries a file of clients: nothing is changed yet."""
    return _try(session, actor, context, "clients", upload)


@router.post("/employees", requires=P.EMPLOYEES_CREATE, form=ImportCreate, rate=Rate.EXPORT)
def import_employees(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _One:
    """Tries a file of employees: nothing is changed yet."""
    return _try(session, actor, context, "employees", upload)


@router.get("/clients/template", requires=P.CLIENTS_CREATE, status=200)
def download_clients_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["clients"], query)


@router.get("/employees/template", requires=P.EMPLOYEES_CREATE, status=200)
def download_employees_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["employees"], query)


@router.get("/{id}", requires=_ANY)
def read_import(db: Connection, actor: Actor, id: str) -> _One:
    return {"data": queries.read_import(db, actor, id)}


@router.post("/{id}/checks", requires=_ANY, rate=Rate.EXPORT)
def check_import(session: Session, actor: Actor, context: AppContext, clock: Clock, id: str, data: ImportCheck) -> _One:
    """Tries the file again, its columns standing for what is sent."""
    actions.change_columns(session, actor, id, data.columns, context.files, clock)
    return _show(session, actor, id)


@router.get("/{id}/rows", requires=_ANY)
def list_import_rows(
    db: Connection, actor: Actor, id: str, query: Annotated[ImportRowQuery, Query()]
) -> Page[ImportRowOut]:
    return queries.list_import_rows(db, actor, id, query)


@router.get("/{id}/errors", requires=_ANY, status=200, rate=Rate.EXPORT)
def download_import_errors(db: Connection, actor: Actor, id: str, query: Annotated[ErrorsQuery, Query()]) -> Response:
    """Everything that is wrong with the file, as CSV."""
    reader = replace(actor, locale=query.language)
    header = [say(query.language, f"import.errors.{name}") for name in _ERRORS]
    content = write_table(header, queries.each_error(db, reader, id), query.language)
    headers = {"content-disposition": disposition("import-errors.csv")}
    return Response(content, headers=headers, media_type=CSV)


@router.post("/{id}/applications", requires=_ANY, rate=Rate.EXPORT)
def apply_import(
    session: Session, actor: Actor, context: AppContext, clock: Clock, id: str, data: ImportApplication
) -> _One:
    """Takes the file over as it was tried: all of it, or nothing."""
    actions.start_applying(session, actor, id, data.version, context.files, clock)
    return _show(session, actor, id)


def _try(session: Session, actor: Actor, context: AppContext, kind: ImportKind, upload: Upload) -> _One:
    return _show(session, actor, actions.create_import(session, actor, kind, upload, context.files, context.clock))


def _show(session: Session, actor: Actor, api_id: str) -> _One:
    return {"data": queries.read_import(session.connection(), actor, api_id)}
