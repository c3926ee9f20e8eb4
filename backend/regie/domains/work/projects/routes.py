"""Routes of projects."""

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
from regie.domains.records.settings.queries import describe_project_defaults
from regie.domains.records.settings.schemas import ProjectDefaults
from regie.domains.work.projects import actions, queries
from regie.domains.work.projects.columns import PROJECTS_FILE
from regie.domains.work.projects.responsibility_terms import PROJECT_TERMS
from regie.domains.work.projects.schemas import (
    ProjectArchiving,
    ProjectBasic,
    ProjectBasicRow,
    ProjectChange,
    ProjectChoice,
    ProjectCreate,
    ProjectOut,
    ProjectQuery,
    ProjectRow,
    ProjectTermCreate,
    ProjectTermUpdate,
    ProjectUpdate,
    ProjectWithChurn,
)

router = Router("/api/v1", "projects")
_One = Item[ProjectOut | ProjectWithChurn | ProjectBasic]


@router.get("/projects", requires=P.PROJECTS_VIEW, export=PROJECTS_FILE)
def list_projects(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ProjectQuery, Query()]
) -> Page[ProjectRow | ProjectBasicRow]:
    return queries.list_projects(db, actor, query, clock.today())


@router.post("/projects", requires=P.PROJECTS_CREATE)
def create_project(session: Session, actor: Actor, clock: Clock, data: ProjectCreate) -> _One:
    return _show(session, actor, clock, actions.create_project(session, actor, data, clock))


@router.post("/projects/batches", requires=P.PROJECTS_EDIT, status=200)
def update_projects(session: Session, actor: Actor, clock: Clock, data: BatchRequest[ProjectChange]) -> Item[Batch]:
    """Change up to a hundred projects; each has its own result."""
    sent = ProjectUpdate.model_validate(data.change.model_dump(exclude_unset=True))
    return apply_to_each(session, actor, data, lambda id: actions.update_project(session, actor, id, sent, clock))


@router.get("/project-defaults", requires=P.PROJECTS_CREATE)
def read_project_defaults(db: Connection) -> Item[ProjectDefaults]:
    """Read the organization's defaults for new projects."""
    return {"data": describe_project_defaults(db)}


@router.get("/projects/{id}", requires=P.PROJECTS_VIEW)
def read_project(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_project(db, actor, id, clock.today())}


@router.patch("/projects/{id}", requires=(P.PROJECTS_EDIT, P.PROJECTS_EDIT_BILLING))
def update_project(session: Session, actor: Actor, clock: Clock, id: str, data: ProjectUpdate) -> _One:
    actions.update_project(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.delete("/projects/{id}", requires=P.PROJECTS_DELETE)
def delete_project(session: Session, actor: Actor, id: str) -> None:
    actions.delete_project(session, actor, id)


@router.post("/archived-projects", requires=P.PROJECTS_ARCHIVE)
def archive_project(session: Session, actor: Actor, clock: Clock, data: ProjectChoice) -> _One:
    actions.archive_project(session, actor, data.project, clock.now())
    return _show(session, actor, clock, data.project)


@router.post(
    "/archived-projects/batches", requires=P.PROJECTS_ARCHIVE, status=200, summary="Archive or restore projects"
)
def archive_projects(session: Session, actor: Actor, clock: Clock, data: BatchRequest[ProjectArchiving]) -> Item[Batch]:
    """Archive or restore up to a hundred projects; each has its own result."""

    def settle(id: str) -> None:
        if data.change.archived:
            actions.archive_project(session, actor, id, clock.now())
        else:
            actions.unarchive_project(session, actor, id)

    return apply_to_each(session, actor, data, settle)


@router.delete("/archived-projects/{id}", requires=P.PROJECTS_ARCHIVE)
def unarchive_project(session: Session, actor: Actor, id: str) -> None:
    actions.unarchive_project(session, actor, id)


@router.get("/projects/{id}/responsibility-terms", requires=P.PROJECTS_VIEW)
def list_project_terms(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[DatedTermQuery, Query()]
) -> Page[DatedTerm]:
    """List who has been, is and will be responsible, with the days from which they are."""
    return PROJECT_TERMS.list_terms(db, actor, id, query, clock.today())


@router.post("/projects/{id}/responsibility-terms", requires=P.PROJECTS_EDIT)
def record_project_terms(session: Session, actor: Actor, clock: Clock, id: str, data: ProjectTermCreate) -> _One:
    """Record who is responsible from a day on, which may be past or to come."""
    PROJECT_TERMS.record(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.patch("/projects/{id}/responsibility-terms/{term_id}", requires=P.PROJECTS_EDIT)
def change_project_term(
    session: Session, actor: Actor, clock: Clock, id: str, term_id: str, data: ProjectTermUpdate
) -> _One:
    PROJECT_TERMS.change(session, actor, id, term_id, data, clock)
    return _show(session, actor, clock, id)


@router.delete("/projects/{id}/responsibility-terms/{term_id}", requires=P.PROJECTS_EDIT)
def remove_project_term(session: Session, actor: Actor, clock: Clock, id: str, term_id: str) -> None:
    """Remove a term: the one before it holds on."""
    PROJECT_TERMS.remove(session, actor, id, term_id, clock)


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_project(session.connection(), actor, api_id, clock.today())}
