"""Reading projects; `visible_projects` is the only door to the table."""

from datetime import date
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    bindparam,
    join,
    literal_column,
    or_,
    select,
    true,
    type_coerce,
)
from sqlalchemy.orm import aliased

from regie.access.actor import ME, MY_EMPLOYEE, Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing, Sight, archived_choice, one_of
from regie.core.money import money_of_scaled
from regie.core.shape import MoneyField, RefField, Shape
from regie.core.wire import ListQuery
from regie.domains.clients.models import Client
from regie.domains.employees.models import Employee
from regie.domains.mirrors.models import HubspotDeal, TeamworkProject
from regie.domains.projects.figures import CURRENT_FEE, HOURS_LOGGED, ONGOING
from regie.domains.projects.models import Project, ProjectFee, ProjectMember, ProjectSeller
from regie.domains.teams.models import Team
from regie.domains.teams.queries import my_teams
from regie.domains.users.models import User

_Parent = aliased(Project)
_MONEY = frozenset({"amount", "monthly_fee", "hourly_rate", "overage_rate"})
_ROW = {
    "api_id": Project.api_id,
    "number": Project.number,
    "name": Project.name,
    "kind": Project.kind,
    "client": RefField(Client.api_id, Client.name),
    "account_manager": RefField(User.api_id, User.name),
    "team": RefField(Team.api_id, Team.name),
    "status": Project.status,
    "health": Project.health,
    "start_on": Project.start_on,
    "end_on": Project.end_on,
    "currency": Project.currency,
    "tags": Project.tags,
    "hours_logged": HOURS_LOGGED,
    "budget_hours": Project.budget_hours,
    "amount": MoneyField(Project.amount, Project.currency),
    "monthly_fee": MoneyField(CURRENT_FEE, Project.currency),
    "included_hours": Project.included_hours,
    "renews_on": Project.renews_on,
    "sold_on": Project.sold_on,
    "archived_at": Project.archived_at,
    "updated_at": Project.updated_at,
    "version": Project.version,
}
_DETAILS = (
    "description counted_hours oos_type approved_on billing_day term_months auto_renew notice_days rollover "
    "rollover_cap_hours rollover_expiry_months created_at"
).split()
_ONE = Shape(
    {
        **_ROW,
        **{name: getattr(Project, name) for name in _DETAILS},
        "project_manager": RefField(Employee.api_id, Employee.name),
        "hourly_rate": MoneyField(Project.hourly_rate, Project.currency),
        "overage_rate": MoneyField(Project.overage_rate, Project.currency),
        "parent_project": RefField(_Parent.api_id, _Parent.name),
        "deal": RefField(HubspotDeal.api_id, HubspotDeal.name),
    },
    guarded=_MONEY,
)
PROJECTS = Listing(
    source=join(Project, Client, Client.id == Project.client_id, isouter=True)
    .join(User, User.id == Project.account_manager_id, isouter=True)
    .join(Team, Team.id == Project.team_id, isouter=True)
    .join(Employee, Employee.id == Project.project_manager_id, isouter=True)
    .join(_Parent, _Parent.id == Project.parent_project_id, isouter=True)
    .join(HubspotDeal, HubspotDeal.id == Project.deal_id, isouter=True),
    key=Project.id,
    api_id=Project.api_id,
    shape=Shape(_ROW, guarded=_MONEY),
    sorts={
        "number": Project.number,
        "name": Project.name_key,
        "client": Client.name_key,
        "status": Project.status,
        "start_on": Project.start_on,
        "end_on": Project.end_on,
        "amount": Project.amount,
        "monthly_fee": CURRENT_FEE,
        "renews_on": Project.renews_on,
        "sold_on": Project.sold_on,
        "hours_logged": HOURS_LOGGED,
        "updated_at": Project.updated_at,
    },
    default_sort="-number",
    tables=(
        "projects",
        "project_fees",
        "project_members",
        "project_sellers",
        "time_entries",
        "clients",
        "users",
        "teams",
        "team_members",
    ),
    search=Project.search_key,
    filters={
        "kind": one_of(Project.kind),
        "status": one_of(Project.status),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "team": one_of(Team.api_id),
        "health": one_of(Project.health),
        "archived": archived_choice(Project.archived_at),
    },
    guarded_sorts=frozenset({"amount", "monthly_fee"}),
)
_PEOPLE = (
    select(
        literal_column("'member'").label("part"), Employee.api_id, Employee.name, literal_column("0").label("weight")
    )
    .join(ProjectMember, ProjectMember.employee_id == Employee.id)
    .join(Project, Project.id == ProjectMember.project_id)
    .where(Project.api_id == bindparam("api_id"))
    .union_all(
        select(literal_column("'seller'"), Employee.api_id, Employee.name, ProjectSeller.weight)
        .join(ProjectSeller, ProjectSeller.employee_id == Employee.id)
        .join(Project, Project.id == ProjectSeller.project_id)
        .where(Project.api_id == bindparam("api_id"))
    )
)
_FEES = (
    select(
        type_coerce(ProjectFee.amount, BigInteger).label("amount"),
        Project.currency,
        ProjectFee.starts_on,
        ProjectFee.reason,
    )
    .join(Project, Project.id == ProjectFee.project_id)
    .where(Project.api_id == bindparam("api_id"))
    .order_by(ProjectFee.starts_on)
)
_LINKS = (
    select(
        literal_column("'teamwork'").label("service"),
        Project.teamwork_project_id.label("external_id"),
        TeamworkProject.name,
        TeamworkProject.source_url.label("url"),
        TeamworkProject.synced_at,
        TeamworkProject.deleted_at,
    )
    .outerjoin(TeamworkProject, TeamworkProject.external_id == Project.teamwork_project_id)
    .where(Project.api_id == bindparam("api_id"), Project.teamwork_project_id.is_not(None))
    .union_all(
        select(
            literal_column("'hubspot'"),
            HubspotDeal.external_id,
            HubspotDeal.name,
            HubspotDeal.source_url,
            HubspotDeal.synced_at,
            HubspotDeal.deleted_at,
        )
        .join(Project, Project.deal_id == HubspotDeal.id)
        .where(Project.api_id == bindparam("api_id"))
    )
)


def visible_projects(scope: Scope) -> ColumnElement[bool]:
    """Own: the projects that the caller manages, works on or sold."""
    if scope is Scope.ALL:
        return true()
    member = select(ProjectMember.project_id).where(ProjectMember.employee_id == MY_EMPLOYEE)
    seller = select(ProjectSeller.project_id).where(ProjectSeller.employee_id == MY_EMPLOYEE)
    return or_(managed_projects(scope), Project.id.in_(member), Project.id.in_(seller))


def managed_projects(scope: Scope) -> ColumnElement[bool]:
    """Own: the projects whose account or project manager the caller is; membership opens neither money nor edits.

    Team: those of the caller's teams too.
    """
    if scope is Scope.ALL:
        return true()
    own = or_(Project.account_manager_id == ME, Project.project_manager_id == MY_EMPLOYEE)
    return or_(own, Project.team_id.in_(my_teams())) if scope is Scope.TEAM else own


def project_sight(actor: Actor) -> Sight:
    return sight(
        actor,
        Permission.PROJECTS_VIEW,
        visible_projects,
        money=Permission.PROJECTS_MONEY,
        money_within=managed_projects,
    )


def list_projects(db: Connection, actor: Actor, query: ListQuery, today: date) -> dict[str, Any]:
    return PROJECTS.page(db, project_sight(actor), query, today_=today)


def read_project(db: Connection, actor: Actor, api_id: str, today: date) -> dict[str, Any]:
    project = PROJECTS.one(db, project_sight(actor), api_id, _ONE, today_=today)
    people = db.execute(_PEOPLE, {"api_id": api_id}).all()
    sellers = [row for row in people if row.part == "seller"]
    project |= {
        "members": [{"api_id": row.api_id, "name": row.name} for row in people if row.part == "member"],
        "sold_by": [{"employee": {"api_id": row.api_id, "name": row.name}, "weight": row.weight} for row in sellers],
        "links": [dict(row._mapping) for row in db.execute(_LINKS, {"api_id": api_id}).all()],
        "can": _allowed(db, actor, project),
    }
    if "monthly_fee" in project:
        project["fees"] = [
            {
                "amount": money_of_scaled(row.amount, row.currency),
                "starts_on": row.starts_on,
                "reason": row.reason,
            }
            for row in db.execute(_FEES, {"api_id": api_id}).all()
        ]
    return project


def _allowed(db: Connection, actor: Actor, project: dict[str, Any]) -> list[str]:
    """What the caller may do with this project now, so that a screen offers nothing that would be refused."""
    scopes = {
        permission: scope
        for permission in (Permission.PROJECTS_EDIT, Permission.PROJECTS_ARCHIVE)
        if (scope := actor.scope(permission)) is not None
    }
    manages = bool(scopes) and _holds(db, actor, project["api_id"], managed_projects(min(scopes.values())))
    allowed = []
    if Permission.PROJECTS_EDIT in scopes and manages:
        allowed.append("edit")
    if allowed or actor.may(Permission.PROJECTS_EDIT_BILLING):
        allowed.append("edit_billing")
    if Permission.PROJECTS_ARCHIVE in scopes and manages:
        if project["archived_at"] is not None:
            allowed.append("unarchive")
        elif project["status"] not in ONGOING:
            allowed.append("archive")
    if actor.may(Permission.PROJECTS_DELETE) and project["status"] == "draft" and project["hours_logged"] == "0.00":
        allowed.append("delete")
    return allowed


def _holds(db: Connection, actor: Actor, api_id: str, condition: ColumnElement[bool]) -> bool:
    statement = select(Project.id).where(Project.api_id == bindparam("api_id"), condition)
    return db.execute(statement, {**actor.params, "api_id": api_id}).first() is not None
