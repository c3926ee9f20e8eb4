"""Writes and removes the links between targets (clients, employees, projects) and records of the services."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Changed, Invalid
from regie.core.audit.activity import log_field_change
from regie.domains.integrations.matching.client_details import make_client_create
from regie.domains.integrations.matching.entries import Entry
from regie.domains.integrations.matching.models import Kind
from regie.domains.integrations.matching.schemas import Acceptance, NewEmployee
from regie.domains.people.employees.actions import grant_employee_role
from regie.domains.people.employees.queries import is_teamwork_person_linked
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.clients.actions import create_client

MODELS: dict[Kind, type[Any]] = {"client": Client, "person": Employee, "project": Project}
_COLUMNS = {
    ("person", "teamwork"): "teamwork_user_id",
    ("person", "regie"): "user_id",
    ("project", "teamwork"): "teamwork_project_id",
    ("project", "hubspot"): "deal_id",
}


def lock_target(session: Session, kind: Kind, api_id: str) -> Any:
    """The target, locked, so that concurrent links to it run one after the other."""
    model = MODELS[kind]
    found = session.execute(select(model).where(model.api_id == api_id).with_for_update()).scalar_one_or_none()
    if found is None:
        raise Invalid({"target": "reference"})
    return found


def create_target(session: Session, actor: Actor, kind: Kind, data: Acceptance, records: Sequence[Entry]) -> Any:
    """Create a client or an employee for these records."""
    if kind == "client" and data.client is not None:
        created = make_client_create(session.connection(), data.client, records)
        return lock_target(session, "client", create_client(session, actor, created))
    if kind == "person" and data.employee is not None:
        return _make_employee(session, data.employee, records)
    raise Invalid({"target": "required"})


def _make_employee(session: Session, data: NewEmployee, records: Sequence[Entry]) -> Employee:
    email = data.email.lower()
    if session.execute(select(Employee.id).where(Employee.email == email)).first():
        raise Invalid({"email": "taken"})
    job_title = next((known for part in records if (known := part.attributes.get("job_title"))), None)
    employee = Employee(
        name=f"{data.first_name} {data.last_name}"[:200],
        first_name=data.first_name[:100],
        last_name=data.last_name[:100],
        email=email,
        job_title=job_title,
    )
    session.add(employee)
    session.flush()
    return employee


def link_record(session: Session, actor: Actor, kind: Kind, target: Any, part: Entry) -> None:
    """Link a record; Changed (409) when the target already has the only record allowed for the service."""
    if kind == "client":
        _link_client(session, target, part)
    else:
        column = _COLUMNS[kind, part.service]
        value = _column_value(session, kind, part)
        if getattr(target, column) not in (None, value):
            raise Changed(target.version, _conflict(column, target.name, part.name), "match_second")
        if column == "teamwork_user_id" and is_teamwork_person_linked(session, part.external_id, except_id=target.id):
            raise Changed(code="match_taken")
        setattr(target, column, value)
        if column == "user_id":
            grant_employee_role(session, actor, target.user_id)
    session.flush()


def _link_client(session: Session, client: Client, part: Entry) -> None:
    others = (ClientLink.client_id == client.id, ClientLink.service == part.service)
    if part.service != "quickbooks" and session.execute(select(ClientLink.id).where(*others)).first():
        raise Changed(client.version, _conflict(part.service, client.name, part.name), "match_second")
    session.add(ClientLink(client_id=client.id, service=part.service, external_id=part.external_id))
    log_field_change(session, client, f"{part.service}_link", None, part.name)


def unlink_record(session: Session, kind: Kind, target: Any, part: Entry) -> None:
    if kind == "client":
        link = (ClientLink.service == part.service, ClientLink.external_id == part.external_id)
        session.execute(delete(ClientLink).where(*link))
        log_field_change(session, target, f"{part.service}_link", part.name, None)
    else:
        setattr(target, _COLUMNS[kind, part.service], None)
    session.flush()


def _column_value(session: Session, kind: Kind, part: Entry) -> str | int:
    """The value of our column: the record's external id, or the primary key of its row."""
    if part.service == "teamwork":
        return part.external_id
    model: type[Any] = User if kind == "person" else HubspotDeal
    return session.execute(select(model.id).where(model.api_id == part.api_id)).scalar_one()


def _conflict(field: str, theirs: str, yours: str) -> dict[str, dict[str, Any]]:
    return {field: {"theirs": theirs, "yours": yours}}
