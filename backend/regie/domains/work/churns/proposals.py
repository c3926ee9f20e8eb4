"""Previews the churn of a retainer: MRR lost, scope and proposed shares."""

from datetime import date

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import Ref
from regie.core.db.ids import is_api_id
from regie.core.money.amounts import money
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.projects.queries import read_fees
from regie.domains.work.churns import account_history, rules
from regie.domains.work.churns.actions import require_no_open_churn
from regie.domains.work.churns.figures import fee_on, is_logo, whole_months
from regie.domains.work.churns.retainer_runs import read_runs
from regie.domains.work.churns.schemas import ChurnProposal, ProposedShare
from regie.domains.work.projects.queries import managed_projects


def propose_churn(db: Connection, actor: Actor, api_id: str, effective_on: date) -> ChurnProposal:
    """Raise NotFound when the caller may not record a churn of this project, Invalid when it cannot churn."""
    with Session(db) as session:
        project, client = _load_project(session, actor, api_id)
        rules.require_running_retainer(project)
        require_no_open_churn(session, project)
        fees = read_fees(session, project.id)
    effective_on = max(effective_on, project.start_on)
    runs = read_runs(db, Project.client_id == project.client_id, {})[project.client_id]
    return {
        "project": {"api_id": project.api_id, "name": project.name},
        "client": {"api_id": client.api_id, "name": client.name},
        "effective_on": effective_on,
        "mrr_lost": money(fee_on(fees, effective_on), project.currency),
        "scope": "logo" if is_logo(project.id, effective_on, runs) else "project",
        "tenure_months": whole_months(project.start_on, effective_on),
        "attribution": _attribution(db, project, effective_on),
    }


def _load_project(session: Session, actor: Actor, api_id: str) -> tuple[Project, Client]:
    if not is_api_id(api_id):
        raise NotFound
    within = managed_projects(actor.require(Permission.CHURNS_RECORD))
    statement = select(Project, Client).join(Client, Client.id == Project.client_id).where(Project.api_id == api_id)
    found = session.execute(statement.where(within), actor.params).one_or_none()
    if found is None:
        raise NotFound
    return found[0], found[1]


def _attribution(db: Connection, project: Project, effective_on: date) -> list[ProposedShare]:
    periods = account_history.read_account_periods(db, project, effective_on)
    weights = account_history.propose_weights(db, periods, effective_on)
    people = select(Employee.id, Employee.api_id, Employee.name).where(Employee.id.in_(weights))
    employees: dict[int, Ref] = {id: {"api_id": api_id, "name": name} for id, api_id, name in db.execute(people)}
    return [{"employee": employees[key], "weight": weight} for key, weight in weights.items()]
