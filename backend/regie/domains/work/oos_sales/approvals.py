"""Reads the client's decisions about out-of-scope work and about amendments of its amount."""

from sqlalchemy import Connection, bindparam, join, select

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import Ref
from regie.core.db.ids import is_api_id
from regie.core.lists.shape import Shape, ref_to
from regie.domains.records.projects.models import OosApproval, Project, ProjectAmendment
from regie.domains.records.report_links.models import ReportLink
from regie.domains.records.users.models import User
from regie.domains.work.attachments.models import Attachment
from regie.domains.work.attachments.queries import visible_attachments
from regie.domains.work.oos_sales.schemas import OosApprovalDetails, OosApprovalOut
from regie.domains.work.projects.queries import visible_projects

_APPROVAL = Shape.of(
    OosApprovalDetails,
    OosApproval,
    project=ref_to(Project),
    amendment=ProjectAmendment.api_id,
    decided_by=ref_to(User),
    link_made_at=ReportLink.created_at,
)
_APPROVALS = (
    select(*_APPROVAL.columns)
    .select_from(
        join(OosApproval, Project, Project.id == OosApproval.project_id)
        .join(User, User.id == OosApproval.decided_by_id, isouter=True)
        .join(ReportLink, ReportLink.id == OosApproval.report_link_id, isouter=True)
        .join(ProjectAmendment, ProjectAmendment.id == OosApproval.amendment_id, isouter=True)
    )
    .where(Project.api_id == bindparam("api_id"))
    .order_by(OosApproval.id)
)
_FILES = (
    select(OosApproval.api_id.label("approval"), Attachment.api_id, Attachment.file_name.label("name"))
    .join(Attachment, Attachment.id == OosApproval.attachment_id)
    .join(Project, Project.id == OosApproval.project_id)
    .where(Project.api_id == bindparam("api_id"))
)


def read_approval(db: Connection, actor: Actor, api_id: str) -> OosApprovalOut:
    """Read a client's decision; raise NotFound when the caller may not see its project."""
    if not is_api_id(api_id):
        raise NotFound
    seen = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    statement = (
        select(Project.api_id)
        .join(OosApproval, OosApproval.project_id == Project.id)
        .where(OosApproval.api_id == bindparam("api_id"), seen)
    )
    project = db.execute(statement, {**actor.params, "api_id": api_id}).scalar_one_or_none()
    approvals = read_approvals(db, actor, project) if project else {}
    found = next((one for one in approvals.values() if one["api_id"] == api_id), None)
    if found is None:
        raise NotFound
    return found


def read_approvals(db: Connection, actor: Actor, api_id: str) -> dict[str | None, OosApprovalOut]:
    """Return the client's decisions about a project by amendment, None for the work itself.

    Files are shown only where the caller may open them.
    """
    visible = _FILES.where(visible_attachments(actor))
    files = {row.approval: row for row in db.execute(visible, {**actor.params, "api_id": api_id})}
    found: dict[str | None, OosApprovalOut] = {}
    for approval in map(_APPROVAL.read, db.execute(_APPROVALS, {"api_id": api_id})):
        file = files.get(approval["api_id"])
        attachment: Ref | None = None if file is None else {"api_id": file.api_id, "name": file.name}
        found[approval["amendment"]] = {**approval, "attachment": attachment}
    return found
