"""Routes of imports: check a file, read the result, map its columns, apply it."""

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
from regie.core.text.locale import translate
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
_ImportItem = Item[FileImportOut]
_TERMS = (P.PROJECTS_EDIT, P.PROJECTS_EDIT_BILLING)
_ANY_IMPORT = (
    P.CLIENTS_CREATE, P.EMPLOYEES_CREATE, P.PROJECTS_CREATE, *_TERMS, P.PAYMENTS_EDIT, P.CHURNS_RECORD, P.TEAMS_EDIT,
    P.GOALS_EDIT, P.EMPLOYEES_COST_RATES,
)  # fmt: skip
_TemplateQuery = Annotated[TemplateQuery, Query()]
_ERRORS = ("line", "name", "column", "error")


@router.post("/clients", requires=P.CLIENTS_CREATE, form=ImportCreate, rate=Rate.EXPORT)
def import_clients(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of clients; nothing changes yet."""
    return _create_import(session, actor, context, "clients", upload)


@router.post("/employees", requires=P.EMPLOYEES_CREATE, form=ImportCreate, rate=Rate.EXPORT)
def import_employees(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of employees; nothing changes yet."""
    return _create_import(session, actor, context, "employees", upload)


@router.post("/projects", requires=P.PROJECTS_CREATE, form=ImportCreate, rate=Rate.EXPORT)
def import_projects(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of projects; nothing changes yet."""
    return _create_import(session, actor, context, "projects", upload)


@router.post("/terms", requires=_TERMS, form=ImportCreate, rate=Rate.EXPORT)
def import_terms(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of dated terms of retainers; nothing changes yet."""
    return _create_import(session, actor, context, "terms", upload)


@router.post("/payments", requires=P.PAYMENTS_EDIT, form=ImportCreate, rate=Rate.EXPORT)
def import_payments(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of scheduled payments; nothing changes yet."""
    return _create_import(session, actor, context, "payments", upload)


@router.post("/costs", requires=P.EMPLOYEES_COST_RATES, form=ImportCreate, rate=Rate.EXPORT)
def import_costs(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of external costs; nothing changes yet."""
    return _create_import(session, actor, context, "costs", upload)


@router.post("/churns", requires=P.CHURNS_RECORD, form=ImportCreate, rate=Rate.EXPORT)
def import_churns(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of past churn; nothing changes yet."""
    return _create_import(session, actor, context, "churns", upload)


@router.post("/teams", requires=P.TEAMS_EDIT, form=ImportCreate, rate=Rate.EXPORT)
def import_teams(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of teams; nothing changes yet."""
    return _create_import(session, actor, context, "teams", upload)


@router.post("/goals", requires=P.GOALS_EDIT, form=ImportCreate, rate=Rate.EXPORT)
def import_goals(session: Session, actor: Actor, context: AppContext, upload: Upload) -> _ImportItem:
    """Check a file of goals; nothing changes yet."""
    return _create_import(session, actor, context, "goals", upload)


@router.get("/clients/template", requires=P.CLIENTS_CREATE, status=200)
def download_clients_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["clients"], query)


@router.get("/employees/template", requires=P.EMPLOYEES_CREATE, status=200)
def download_employees_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["employees"], query)


@router.get("/projects/template", requires=P.PROJECTS_CREATE, status=200)
def download_projects_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["projects"], query)


@router.get("/terms/template", requires=_TERMS, status=200)
def download_terms_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["terms"], query)


@router.get("/payments/template", requires=P.PAYMENTS_EDIT, status=200)
def download_payments_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["payments"], query)


@router.get("/costs/template", requires=P.EMPLOYEES_COST_RATES, status=200)
def download_costs_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["costs"], query)


@router.get("/churns/template", requires=P.CHURNS_RECORD, status=200)
def download_churns_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["churns"], query)


@router.get("/teams/template", requires=P.TEAMS_EDIT, status=200)
def download_teams_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["teams"], query)


@router.get("/goals/template", requires=P.GOALS_EDIT, status=200)
def download_goals_template(query: _TemplateQuery) -> Response:
    return template_response(queries.RESOURCES["goals"], query)


@router.get("/{id}", requires=_ANY_IMPORT)
def read_import(db: Connection, actor: Actor, id: str) -> _ImportItem:
    return {"data": queries.read_import(db, actor, id)}


@router.post("/{id}/checks", requires=_ANY_IMPORT, rate=Rate.EXPORT)
def check_import(
    session: Session, actor: Actor, context: AppContext, clock: Clock, id: str, data: ImportCheck
) -> _ImportItem:
    """Check the file again with this column mapping."""
    actions.change_columns(session, actor, id, data.columns, context.files, clock)
    return _show(session, actor, id)


@router.get("/{id}/rows", requires=_ANY_IMPORT)
def list_import_rows(
    db: Connection, actor: Actor, id: str, query: Annotated[ImportRowQuery, Query()]
) -> Page[ImportRowOut]:
    return queries.list_import_rows(db, actor, id, query)


@router.get("/{id}/errors", requires=_ANY_IMPORT, status=200, rate=Rate.EXPORT)
def download_import_errors(db: Connection, actor: Actor, id: str, query: Annotated[ErrorsQuery, Query()]) -> Response:
    """Download all errors of the file as CSV."""
    reader = replace(actor, locale=query.language)
    header = [translate(query.language, f"import.errors.{name}") for name in _ERRORS]
    content = write_table(header, queries.list_errors(db, reader, id), query.language)
    headers = {"content-disposition": disposition("import-errors.csv")}
    return Response(content, headers=headers, media_type=CSV)


@router.post("/{id}/applications", requires=_ANY_IMPORT, rate=Rate.EXPORT)
def apply_import(
    session: Session, actor: Actor, context: AppContext, clock: Clock, id: str, data: ImportApplication
) -> _ImportItem:
    """Apply the checked file completely or not at all."""
    actions.start_applying(session, actor, id, data.version, context.files, clock)
    return _show(session, actor, id)


def _create_import(
    session: Session, actor: Actor, context: AppContext, kind: ImportKind, upload: Upload
) -> _ImportItem:
    return _show(session, actor, actions.create_import(session, actor, kind, upload, context.files, context.clock))


def _show(session: Session, actor: Actor, api_id: str) -> _ImportItem:
    return {"data": queries.read_import(session.connection(), actor, api_id)}
