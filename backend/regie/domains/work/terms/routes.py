"""Routes of a retainer's dated terms, and of what changing a retainer would change."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.work.churns.schemas import ChurnDays
from regie.domains.work.projects.schemas import ProjectUpdate
from regie.domains.work.terms import actions, previews, queries
from regie.domains.work.terms.schemas import ProjectTerms, TermCreate, TermPreview, TermRemoval

router = Router("/api/v1", "terms")
_EDIT = (P.PROJECTS_EDIT, P.PROJECTS_EDIT_BILLING)


@router.get("/projects/{id}/terms", requires=P.PROJECTS_VIEW)
def read_terms(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[ProjectTerms]:
    """Read a retainer's fees, pauses and end with their days, future ones included."""
    return {"data": queries.read_terms(db, actor, id, clock.today())}


@router.post("/projects/{id}/terms", requires=_EDIT)
def record_term(session: Session, actor: Actor, clock: Clock, id: str, data: TermCreate) -> Item[ProjectTerms]:
    """Record a term from a day on, or correct the one that it replaces."""
    actions.record_project_term(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/projects/{id}/term-previews", requires=_EDIT, status=200)
def preview_term(session: Session, actor: Actor, clock: Clock, id: str, data: TermCreate) -> Item[TermPreview]:
    """Read which months and figures a term would change; nothing is stored."""
    return {"data": previews.preview_term(session, actor, id, data, clock)}


@router.post("/projects/{id}/term-removals", requires=_EDIT, status=200)
def remove_term(session: Session, actor: Actor, clock: Clock, id: str, data: TermRemoval) -> Item[ProjectTerms]:
    """Remove a term: the one before it holds on; without its end, the retainer runs on."""
    actions.remove_project_term(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/projects/{id}/term-removal-previews", requires=_EDIT, status=200)
def preview_removal(session: Session, actor: Actor, clock: Clock, id: str, data: TermRemoval) -> Item[TermPreview]:
    """Read which months and figures the removal of a term would change; nothing is stored."""
    return {"data": previews.preview_term(session, actor, id, data, clock)}


@router.post("/projects/{id}/change-previews", requires=_EDIT, status=200)
def preview_change(session: Session, actor: Actor, clock: Clock, id: str, data: ProjectUpdate) -> Item[TermPreview]:
    """Read which months and figures other values of a project would change; nothing is stored."""
    return {"data": previews.preview_update(session, actor, id, data, clock)}


@router.post("/projects/{id}/churn-previews", requires=P.CHURNS_RECORD, status=200)
def preview_churn(session: Session, actor: Actor, clock: Clock, id: str, data: ChurnDays) -> Item[TermPreview]:
    """Read which months and figures the churn of a retainer would change; nothing is stored."""
    return {"data": previews.preview_churn(session, actor, id, data, clock)}


@router.post("/churn-events/{id}/change-previews", requires=P.CHURNS_RECORD, status=200)
def preview_correction(session: Session, actor: Actor, clock: Clock, id: str, data: ChurnDays) -> Item[TermPreview]:
    """Read which months and figures other days of a recorded churn would change; nothing is stored."""
    return {"data": previews.preview_correction(session, actor, id, data, clock)}


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> Item[ProjectTerms]:
    return {"data": queries.read_terms(session.connection(), actor, api_id, clock.today())}
