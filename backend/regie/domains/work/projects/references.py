"""Resolves the ids of an input to keys of rows that the caller may see."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor, ScopeClause
from regie.access.permissions import Permission
from regie.access.rows import find_reference
from regie.core.api.errors import Invalid
from regie.domains.people.employees.queries import visible_employees
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import visible_teams
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import HubspotDeal, TeamworkProject
from regie.domains.records.projects.figures import ONGOING
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.deals.queries import visible_deals
from regie.domains.work.projects.queries import visible_projects

_DIRECTORY = Permission.DIRECTORY_VIEW
_TARGETS: dict[str, tuple[str, type[Any], Permission, ScopeClause]] = {
    "client": ("client_id", Client, Permission.CLIENTS_VIEW, visible_clients),
    "account_manager": ("account_manager_id", User, _DIRECTORY, visible_account_managers),
    "project_manager": ("project_manager_id", Employee, _DIRECTORY, visible_employees),
    "team": ("team_id", Team, _DIRECTORY, visible_teams),
    "parent_project": ("parent_project_id", Project, Permission.PROJECTS_VIEW, visible_projects),
    "deal": ("deal_id", HubspotDeal, Permission.DEALS_VIEW, visible_deals),
}


def pop_references(session: Session, actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    """Remove the references from `values` and return them as columns."""
    columns = {}
    for name, (column, model, permission, within) in _TARGETS.items():
        if name in values:
            api_id = values.pop(name)
            seen = (permission, within)
            columns[column] = api_id and find_reference(session, actor, model, api_id, field=name, view=seen)
    return columns


def find_employees(session: Session, actor: Actor, api_ids: list[str], field: str) -> list[int]:
    """Return the keys of these employees, in order."""
    seen = (_DIRECTORY, visible_employees)
    return [find_reference(session, actor, Employee, api_id, field=field, view=seen) for api_id in api_ids]


def require_valid_deal(session: Session, deal_id: int | None, client_id: int) -> None:
    """Require a won deal of the same client, if the client is known, that is not linked to another project."""
    if deal_id is None:
        return
    deal = session.execute(select(HubspotDeal).where(HubspotDeal.id == deal_id)).scalar_one()
    if session.execute(select(Project.id).where(Project.deal_id == deal_id)).first():
        raise Invalid({"deal": "deal_taken"})
    if deal.state != "won":
        raise Invalid({"deal": "deal_not_won"})
    if deal.client_id not in (None, client_id):
        raise Invalid({"deal": "deal_of_client"})


def require_deal_of_client(session: Session, project: Project) -> None:
    """Require that the deal, if its client is known, belongs to the client of the project."""
    if project.deal_id is None:
        return
    if session.get_one(HubspotDeal, project.deal_id).client_id not in (None, project.client_id):
        raise Invalid({"client": "deal_of_client"})


def require_unlinked_teamwork_project(session: Session, external_id: str | None, project_id: int | None) -> None:
    """Require a Teamwork project that exists and is not linked to another project: hours must count once."""
    if external_id is None:
        return
    known = session.execute(select(TeamworkProject.id).where(TeamworkProject.external_id == external_id)).first()
    if known is None:
        raise Invalid({"teamwork_project_id": "reference"})
    taken = select(Project.id).where(Project.teamwork_project_id == external_id, Project.id != (project_id or 0))
    if session.execute(taken).first() is not None:
        raise Invalid({"teamwork_project_id": "taken"})


def require_undecided(session: Session, project: Project, field: str) -> None:
    """Require that no client decision is recorded, about the work or an amendment of its amount."""
    decided = select(OosApproval.id).where(OosApproval.project_id == project.id)
    if session.execute(decided).first() is not None:
        raise Invalid({field: "decision_recorded"})


def require_open_client(session: Session, project: Project) -> None:
    """Require that the client of ongoing work is not archived."""
    if project.status in ONGOING and session.get_one(Client, project.client_id).archived_at is not None:
        raise Invalid({"client": "archived"})


def require_valid_parent(session: Session, project: Project) -> None:
    """Require that the parent is another project of the same client."""
    if project.parent_project_id is None:
        return
    if project.parent_project_id == project.id:
        raise Invalid({"parent_project": "own_parent"})
    parent = session.get_one(Project, project.parent_project_id)
    if parent.client_id != project.client_id:
        raise Invalid({"parent_project": "same_client"})
