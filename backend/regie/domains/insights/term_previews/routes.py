"""Routes of previews: which figures a dated term of an employee, a client or a project would change."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.insights.term_previews import actions
from regie.domains.insights.term_previews.schemas import DatedTermPreview, DatedTermRemoval
from regie.domains.people.employees.schemas import EmployeeTermCreate
from regie.domains.work.clients.schemas import ClientTermCreate
from regie.domains.work.projects.schemas import ProjectTermCreate

router = Router("/api/v1", "term_previews")
_Preview = Item[DatedTermPreview]


@router.post("/employees/{id}/employment-term-previews", requires=P.EMPLOYEES_EDIT, status=200)
def preview_employment_terms(
    session: Session, actor: Actor, clock: Clock, id: str, data: EmployeeTermCreate
) -> _Preview:
    """Read which figures of past days the values would change; nothing is stored."""
    return {"data": actions.preview_employment_terms(session, actor, id, data, clock)}


@router.post("/employees/{id}/employment-term-removal-previews", requires=P.EMPLOYEES_EDIT, status=200)
def preview_employment_term_removal(
    session: Session, actor: Actor, clock: Clock, id: str, data: DatedTermRemoval
) -> _Preview:
    """Read which figures of past days the removal of a term would change; nothing is stored."""
    return {"data": actions.preview_removal(session, actor, "employee", id, data.term, clock)}


@router.post("/clients/{id}/responsibility-term-previews", requires=P.CLIENTS_EDIT, status=200)
def preview_client_terms(session: Session, actor: Actor, clock: Clock, id: str, data: ClientTermCreate) -> _Preview:
    """Read which figures of past days another account manager or team would change; nothing is stored."""
    return {"data": actions.preview_responsibility(session, actor, id, data, clock)}


@router.post("/clients/{id}/responsibility-term-removal-previews", requires=P.CLIENTS_EDIT, status=200)
def preview_client_term_removal(
    session: Session, actor: Actor, clock: Clock, id: str, data: DatedTermRemoval
) -> _Preview:
    """Read which figures of past days the removal of a term would change; nothing is stored."""
    return {"data": actions.preview_removal(session, actor, "client", id, data.term, clock)}


@router.post("/projects/{id}/responsibility-term-previews", requires=P.PROJECTS_EDIT, status=200)
def preview_project_terms(session: Session, actor: Actor, clock: Clock, id: str, data: ProjectTermCreate) -> _Preview:
    """Read which figures of past days other people or another team would change; nothing is stored."""
    return {"data": actions.preview_responsibility(session, actor, id, data, clock)}


@router.post("/projects/{id}/responsibility-term-removal-previews", requires=P.PROJECTS_EDIT, status=200)
def preview_project_term_removal(
    session: Session, actor: Actor, clock: Clock, id: str, data: DatedTermRemoval
) -> _Preview:
    """Read which figures of past days the removal of a term would change; nothing is stored."""
    return {"data": actions.preview_removal(session, actor, "project", id, data.term, clock)}
