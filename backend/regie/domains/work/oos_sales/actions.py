"""Recording what a client decided about extra work, and taking it back."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import open_record, require_version
from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.audit.activity import note
from regie.core.db.ids import is_api_id
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.work.attachments.models import Attachment
from regie.domains.work.attachments.queries import visible_attachments
from regie.domains.work.oos_sales.schemas import OosApprovalCreate, OosApprovalUpdate
from regie.domains.work.projects.queries import managed_projects, visible_projects

_SEEN = (Permission.PROJECTS_VIEW, visible_projects)
_DECIDED = (Permission.PROJECTS_EDIT, managed_projects)
_REQUIRED = ("decision", "decided_on")


def record_decision(session: Session, actor: Actor, data: OosApprovalCreate, today: date) -> str:
    """What the client said, once per project; returns its api_id."""
    project = open_record(session, actor, Project, data.project, seen=_SEEN, changed=_DECIDED)
    if project.kind != "oos":
        raise Invalid({"project": "not_oos"})
    if _decision_of(session, project) is not None:
        raise Invalid({"project": "decided"})
    values = _columns(session, actor, project, data.model_dump(exclude={"project"}))
    approval = OosApproval(project=project, decided_by_id=actor.user_id, **values)
    _require_sense(approval, today)
    session.add(approval)
    _follow(project, approval)
    session.flush()
    _tell(session, approval, None, approval.decision)
    return approval.api_id


def change_decision(session: Session, actor: Actor, api_id: str, data: OosApprovalUpdate, today: date) -> None:
    """Change what was sent; Changed (409) when another version was read, naming both values."""
    project, approval = _open(session, actor, api_id)
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    if empty := [name for name in _REQUIRED if name in sent and not sent[name]]:
        raise Invalid(dict.fromkeys(empty, "required"))
    theirs = _as_sent(session, approval)
    require_version(approval, version, {name: (_plain(theirs[name]), _plain(sent[name])) for name in sent})
    before = approval.decision
    for column, value in _columns(session, actor, project, sent).items():
        setattr(approval, column, value)
    _tell(session, approval, before, approval.decision)
    _require_sense(approval, today)
    _follow(project, approval)
    session.flush()


def undo_decision(session: Session, actor: Actor, api_id: str, version: int | None) -> None:
    """As if nothing had been recorded: the project waits for the client again."""
    project, approval = _open(session, actor, api_id)
    require_version(approval, version, {"decision": (approval.decision, None)})
    _tell(session, approval, approval.decision, None)
    project.approved_on = None
    session.delete(approval)
    session.flush()


def _open(session: Session, actor: Actor, api_id: str) -> tuple[Project, OosApproval]:
    """The decision and its project, which says whose it is to change."""
    if not is_api_id(api_id):
        raise NotFound
    about = select(Project.api_id).join(OosApproval, OosApproval.project_id == Project.id)
    project_id = session.execute(about.where(OosApproval.api_id == api_id)).scalar_one_or_none()
    if project_id is None:
        raise NotFound
    project = open_record(session, actor, Project, project_id, seen=_SEEN, changed=_DECIDED)
    approval = _decision_of(session, project)
    if approval is None:
        raise NotFound
    return project, approval


def _decision_of(session: Session, project: Project) -> OosApproval | None:
    return session.execute(select(OosApproval).where(OosApproval.project_id == project.id)).scalar_one_or_none()


def _columns(session: Session, actor: Actor, project: Project, values: dict[str, object]) -> dict[str, object]:
    if "attachment" not in values:
        return values
    api_id = values.pop("attachment")
    return values | {"attachment_id": _find_file(session, actor, project, api_id) if isinstance(api_id, str) else None}


def _find_file(session: Session, actor: Actor, project: Project, api_id: str) -> int:
    """A file of this project that the caller may open."""
    statement = select(Attachment.id).where(
        Attachment.api_id == api_id, Attachment.project_id == project.id, visible_attachments(actor)
    )
    found = session.execute(statement, actor.params).scalar_one_or_none()
    if found is None:
        raise Invalid({"attachment": "reference"})
    return found


def _require_sense(approval: OosApproval, today: date) -> None:
    """A yes has its proof, the client's own file or a note of how it was given; nobody decides tomorrow."""
    errors: dict[str, FieldError | str] = {}
    if approval.decision == "approved" and approval.attachment_id is None and not approval.note:
        errors["attachment"] = "approval_proof"
    if approval.decided_on > today:
        errors["decided_on"] = "not_yet"
    if errors:
        raise Invalid(errors)


def _follow(project: Project, approval: OosApproval) -> None:
    """The project's day of approval is the decision's own."""
    project.approved_on = approval.decided_on if approval.decision == "approved" else None


def _tell(session: Session, approval: OosApproval, before: str | None, after: str | None) -> None:
    """A decision is in the log of both: of itself, and of the project that it is about."""
    for row in (approval, approval.project):
        note(session, row, "oos_decision", before, after)


def _as_sent(session: Session, approval: OosApproval) -> Mapping[str, object]:
    key = approval.attachment_id
    attachment = None if key is None else session.get_one(Attachment, key).api_id
    names = ("decision", "decided_on", "contact_name", "note")
    return {name: getattr(approval, name) for name in names} | {"attachment": attachment}


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, date) else value
