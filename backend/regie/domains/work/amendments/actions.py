"""Records and removes amendments of a project's amount."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import can_change, load_for_update, require_version
from regie.core.api.errors import Forbidden, Invalid, NotFound
from regie.core.db.ids import is_api_id
from regie.core.time.clock import Clock
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment
from regie.domains.work.amendments.queries import AMENDED_KINDS, can_be_amended
from regie.domains.work.amendments.schemas import AmendmentCreate
from regie.domains.work.projects.actions import AmountChange, record_amendment, remove_amendment, source_of
from regie.domains.work.projects.queries import managed_projects, visible_projects

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)


def amend_amount(session: Session, actor: Actor, api_id: str, data: AmendmentCreate, clock: Clock) -> None:
    """Record a difference of the amount from a day on; that of approved work awaits its own approval."""
    project = _load_project(session, actor, api_id)
    require_version(project, data.version, {"version": (project.version, data.version)})
    if not can_be_amended(project):
        raise Invalid({"amount": "amend_in_form"})
    change = AmountChange(data.effective_on, data.amount)
    record_amendment(session, project, change, source_of(actor, clock, data.reason), clock.today())


def remove_project_amendment(session: Session, actor: Actor, api_id: str, version: int | None, clock: Clock) -> None:
    """Remove an amendment that the client has not approved, with the decision that declined it."""
    if not is_api_id(api_id):
        raise NotFound
    of_amendment = select(Project.api_id).join(ProjectAmendment, ProjectAmendment.project_id == Project.id)
    found = session.execute(of_amendment.where(ProjectAmendment.api_id == api_id)).scalar_one_or_none()
    if found is None:
        raise NotFound
    project = _load_project(session, actor, found)
    amendment = session.execute(select(ProjectAmendment).where(ProjectAmendment.api_id == api_id)).scalar_one_or_none()
    if amendment is None:
        raise NotFound
    require_version(amendment, version, {"version": (amendment.version, version)})
    declined = select(OosApproval).where(OosApproval.amendment_id == amendment.id, OosApproval.decision == "declined")
    decision = session.execute(declined).scalar_one_or_none()
    if decision is not None:
        session.delete(decision)
    remove_amendment(session, project, amendment, source_of(actor, clock))


def _load_project(session: Session, actor: Actor, api_id: str) -> Project:
    """Return the project, locked; amounts are billing data, which financial managers may change too."""
    project = load_for_update(session, actor, Project, api_id, view=_SEEN, edit=_SEEN)
    edits = can_change(session, actor, project, Permission.PROJECTS_EDIT, managed_projects)
    if not edits and not actor.can(Permission.PROJECTS_EDIT_BILLING):
        raise Forbidden
    if project.kind not in AMENDED_KINDS:
        raise NotFound
    return project
