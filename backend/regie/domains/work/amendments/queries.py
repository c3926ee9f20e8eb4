"""Reads a project's amount with its amendments; every statement starts from `visible_projects`."""

from collections.abc import Iterator
from decimal import Decimal

from sqlalchemy import Connection, case, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import money
from regie.domains.records.projects.figures import NEVER_STARTED
from regie.domains.records.projects.models import Project, ProjectAmendment
from regie.domains.records.users.models import User
from regie.domains.work.amendments.schemas import (
    Amendment,
    AmendmentBasic,
    AmendmentState,
    AmountHistory,
    AmountHistoryBasic,
)
from regie.domains.work.oos_sales.queries import find_decidable, read_approvals
from regie.domains.work.oos_sales.schemas import OosApprovalOut
from regie.domains.work.projects.queries import managed_projects, projects_with_visible_money, visible_projects

AMENDED_KINDS = ("fixed", "oos")


def read_amounts(db: Connection, actor: Actor, api_id: str) -> AmountHistory | AmountHistoryBasic:
    """Return the amendments, with the amounts if the caller sees the project's money; 404 for retainers."""
    if not is_api_id(api_id):
        raise NotFound
    visible = visible_projects(actor.require(Permission.PROJECTS_VIEW))
    statement = select(Project, case((projects_with_visible_money(actor), 1), else_=0)).where(
        Project.api_id == api_id, Project.kind.in_(AMENDED_KINDS), visible
    )
    with Session(db) as session:
        found = session.execute(statement, actor.params).one_or_none()
        if found is None:
            raise NotFound
        project, shows_money = found
        may_edit = _may_edit(session, actor, project)
        approvals = read_approvals(db, actor, api_id)
        amendments = list(_amendments(session, project, approvals, may_edit=may_edit))
        basic: AmountHistoryBasic = {
            "version": project.version,
            "starts_on": project.sold_on or project.start_on,
            "can_amend": may_edit and can_be_amended(project),
            "may_decide": bool(find_decidable(db, actor, [api_id])),
            "amendments": [one for one, _ in amendments],
        }
        if not shows_money:
            return basic
        total = project.amount or Decimal(0)
        in_force = sum((amount for one, amount in amendments if one["state"] == "in_force"), Decimal(0))
        with_amounts: list[Amendment] = [
            {**one, "amount": money(amount, project.currency)} for one, amount in amendments
        ]
        return {
            **basic,
            "original": money(total - in_force, project.currency),
            "total": money(total, project.currency),
            "amendments": with_amounts,
        }


def can_be_amended(project: Project) -> bool:
    """Whether the amount changes by amendments: begun work, and work that the client approved."""
    if project.kind == "oos":
        return project.approved_on is not None and project.status != "cancelled"
    return project.status not in NEVER_STARTED


def _may_edit(session: Session, actor: Actor, project: Project) -> bool:
    """Whether the caller may change the amount, which is billing data."""
    if actor.can(Permission.PROJECTS_EDIT_BILLING):
        return True
    scope = actor.scope(Permission.PROJECTS_EDIT)
    if scope is None:
        return False
    managed = select(Project.id).where(Project.id == project.id, managed_projects(scope))
    return session.execute(managed, actor.params).first() is not None


def _amendments(
    session: Session, project: Project, approvals: dict[str | None, OosApprovalOut], *, may_edit: bool
) -> Iterator[tuple[AmendmentBasic, Decimal]]:
    statement = (
        select(ProjectAmendment, User.api_id, User.name)
        .join(User, User.id == ProjectAmendment.recorded_by_id)
        .where(ProjectAmendment.project_id == project.id)
        .order_by(ProjectAmendment.effective_on, ProjectAmendment.id)
    )
    for amendment, user, name in session.execute(statement):
        approval = approvals.get(amendment.api_id)
        shown: AmendmentBasic = {
            "api_id": amendment.api_id,
            "effective_on": amendment.effective_on,
            "state": _state(project, amendment, approval),
            "reason": amendment.reason,
            "recorded_by": {"api_id": user, "name": name},
            "created_at": amendment.created_at,
            "approval": approval,
            "can_remove": may_edit and (project.kind == "fixed" or not amendment.is_in_force),
            "version": amendment.version,
        }
        yield shown, amendment.amount


def _state(project: Project, amendment: ProjectAmendment, approval: OosApprovalOut | None) -> AmendmentState:
    if amendment.is_in_force:
        return "in_force"
    if project.kind == "fixed":
        return "planned"
    return "waiting" if approval is None else "declined"
