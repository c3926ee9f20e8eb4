"""Records, changes and deletes client decisions about out-of-scope work."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import load_for_update, require_version
from regie.core.api.errors import Changed, FieldError, Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.core.db.ids import is_api_id
from regie.domains.records.months.queries import require_open_days
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment
from regie.domains.work.attachments.models import Attachment
from regie.domains.work.attachments.queries import visible_attachments
from regie.domains.work.oos_sales.schemas import Decision, OosApprovalCreate, OosApprovalUpdate
from regie.domains.work.projects.actions import (
    log_amendment,
    require_amounts,
    require_unamended,
    set_in_force,
)
from regie.domains.work.projects.queries import managed_projects, visible_projects

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)
_CAN_DECIDE = (Permission.PROJECTS_EDIT, managed_projects)
_REQUIRED = ("decision", "decided_on")


@dataclass(frozen=True, slots=True)
class ClientClick:
    """A decision that the client made on the page of a report; name, link, address and time are its proof."""

    decision: Decision
    contact_name: str
    note: str | None
    report_link_id: int
    address: str
    at: datetime


def record_decision(session: Session, actor: Actor, data: OosApprovalCreate, today: date) -> str:
    """Record the client's decision, once per project and amendment; return its api_id."""
    project = load_for_update(session, actor, Project, data.project, view=_SEEN, edit=_CAN_DECIDE)
    if project.kind != "oos":
        raise Invalid({"project": "not_oos"})
    amendment = None if data.amendment is None else _find_amendment(session, project, data.amendment)
    if _find_decision(session, project, amendment) is not None:
        raise Invalid({"project": "decided"})
    values = _columns(session, actor, project, data.model_dump(exclude={"project", "amendment"}))
    approval = OosApproval(
        project=project, amendment_id=amendment and amendment.id, decided_by_id=actor.user_id, **values
    )
    _store_decision(session, project, amendment, approval, today)
    return approval.api_id


def record_client_decision(
    session: Session, project_id: int, amendment_id: int | None, click: ClientClick, today: date
) -> OosApproval:
    """Record the client's own decision; Changed (409) if someone decided before, or the work can no longer be decided.

    Raises MonthClosed (409) when the sale belongs to a closed month.
    """
    project = session.execute(select(Project).where(Project.id == project_id).with_for_update()).scalar_one()
    found = select(ProjectAmendment).where(ProjectAmendment.id == amendment_id)
    amendment = session.execute(found).scalar_one_or_none()
    if _find_decision(session, project, amendment) is not None:
        raise Changed(code="report_decided")
    is_removed = amendment_id is not None and amendment is None
    if is_removed or project.status == "cancelled" or project.archived_at is not None:
        raise Changed(code="report_work_gone")
    approval = OosApproval(
        project=project,
        amendment_id=amendment_id,
        decision=click.decision,
        decided_on=today,
        contact_name=click.contact_name,
        note=click.note,
        report_link_id=click.report_link_id,
        client_address=click.address,
        created_at=click.at,
    )
    _store_decision(session, project, amendment, approval, today)
    return approval


def change_decision(session: Session, actor: Actor, api_id: str, data: OosApprovalUpdate, today: date) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version.

    The client's own decision is never changed, only undone.
    """
    project, amendment, approval = _load_decision(session, actor, api_id)
    if approval.report_link_id is not None:
        raise Invalid(code="decided_by_client")
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = _editable_values(session, approval)
    require_version(approval, version, {name: (_to_wire(theirs[name]), _to_wire(sent[name])) for name in sent})
    before = approval.decision
    require_open_days(session, [_counted_on(project, amendment), approval.decided_on, data.decided_on])
    for column, value in _columns(session, actor, project, sent).items():
        setattr(approval, column, value)
    _log_decision(session, approval, amendment, (before, approval.decision))
    _require_valid_decision(approval, today)
    _apply_decision(session, project, amendment, approval.decision, approval.decided_on)
    session.flush()


def undo_decision(session: Session, actor: Actor, api_id: str, version: int | None) -> None:
    """Delete the decision: the project, or its amendment, awaits approval again."""
    project, amendment, approval = _load_decision(session, actor, api_id)
    require_version(approval, version, {"decision": (approval.decision, None)})
    require_open_days(session, [_counted_on(project, amendment), approval.decided_on])
    _log_decision(session, approval, amendment, (approval.decision, None))
    _apply_decision(session, project, amendment, None, approval.decided_on)
    session.delete(approval)
    session.flush()


def _load_decision(session: Session, actor: Actor, api_id: str) -> tuple[Project, ProjectAmendment | None, OosApproval]:
    """Load the decision, its amendment and its project, whose permissions apply."""
    if not is_api_id(api_id):
        raise NotFound
    statement = select(Project.api_id).join(OosApproval, OosApproval.project_id == Project.id)
    project_id = session.execute(statement.where(OosApproval.api_id == api_id)).scalar_one_or_none()
    if project_id is None:
        raise NotFound
    project = load_for_update(session, actor, Project, project_id, view=_SEEN, edit=_CAN_DECIDE)
    approval = session.execute(select(OosApproval).where(OosApproval.api_id == api_id)).scalar_one_or_none()
    if approval is None:
        raise NotFound
    key = approval.amendment_id
    return project, None if key is None else session.get_one(ProjectAmendment, key), approval


def _store_decision(
    session: Session, project: Project, amendment: ProjectAmendment | None, approval: OosApproval, today: date
) -> None:
    _require_valid_decision(approval, today)
    require_open_days(session, [_counted_on(project, amendment), approval.decided_on])
    session.add(approval)
    _apply_decision(session, project, amendment, approval.decision, approval.decided_on)
    session.flush()
    _log_decision(session, approval, amendment, (None, approval.decision))


def _find_amendment(session: Session, project: Project, api_id: str) -> ProjectAmendment:
    statement = select(ProjectAmendment).where(
        ProjectAmendment.api_id == api_id, ProjectAmendment.project_id == project.id
    )
    found = session.execute(statement).scalar_one_or_none()
    if found is None:
        raise Invalid({"amendment": "reference"})
    return found


def _find_decision(session: Session, project: Project, amendment: ProjectAmendment | None) -> OosApproval | None:
    is_of_part = OosApproval.amendment_id.is_not_distinct_from(None if amendment is None else amendment.id)
    return session.execute(
        select(OosApproval).where(OosApproval.project_id == project.id, is_of_part)
    ).scalar_one_or_none()


def _counted_on(project: Project, amendment: ProjectAmendment | None) -> date | None:
    """Return the day on which the amount counts as sold."""
    return project.sold_on if amendment is None else amendment.effective_on


def _columns(session: Session, actor: Actor, project: Project, values: dict[str, object]) -> dict[str, object]:
    if "attachment" not in values:
        return values
    api_id = values.pop("attachment")
    return values | {"attachment_id": _find_file(session, actor, project, api_id) if isinstance(api_id, str) else None}


def _find_file(session: Session, actor: Actor, project: Project, api_id: str) -> int:
    """Return the key of a file of this project that the caller may open."""
    statement = select(Attachment.id).where(
        Attachment.api_id == api_id, Attachment.project_id == project.id, visible_attachments(actor)
    )
    found = session.execute(statement, actor.params).scalar_one_or_none()
    if found is None:
        raise Invalid({"attachment": "reference"})
    return found


def _require_valid_decision(approval: OosApproval, today: date) -> None:
    """Require proof of an approval, a file, a note or the client's own click, and no future day."""
    errors: dict[str, FieldError | str] = {}
    has_proof = approval.attachment_id is not None or approval.note or approval.report_link_id is not None
    if approval.decision == "approved" and not has_proof:
        errors["attachment"] = "approval_proof"
    if approval.decided_on > today:
        errors["decided_on"] = "not_yet"
    if errors:
        raise Invalid(errors)


def _apply_decision(
    session: Session, project: Project, amendment: ProjectAmendment | None, decision: str | None, decided_on: date
) -> None:
    """Set the project's day of approval from the decision, or add the approved amendment to its amount."""
    if amendment is not None:
        set_in_force(project, amendment, is_in_force=decision == "approved")
        require_amounts(session, project)
        return
    if decision != "approved":
        require_unamended(session, project)
    project.approved_on = decided_on if decision == "approved" else None


def _log_decision(
    session: Session, approval: OosApproval, amendment: ProjectAmendment | None, change: tuple[str | None, str | None]
) -> None:
    """Log the decision for itself and for its project; one about an amendment with its amount."""
    log_field_change(session, approval, "oos_decision", *change)
    if amendment is None:
        log_field_change(session, approval.project, "oos_decision", *change)
    elif change[0] != change[1]:
        log_amendment(session, f"amendment_{change[1] or 'undecided'}", approval.project, amendment)


def _editable_values(session: Session, approval: OosApproval) -> Mapping[str, object]:
    key = approval.attachment_id
    attachment = None if key is None else session.get_one(Attachment, key).api_id
    names = ("decision", "decided_on", "contact_name", "note")
    return {name: getattr(approval, name) for name in names} | {"attachment": attachment}


def _to_wire(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
