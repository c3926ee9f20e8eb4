"""Saying that records are one of ours, and taking that back: the links themselves, kind by kind."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Changed, Invalid
from regie.core.audit.activity import note
from regie.domains.integrations.matching.entries import Entry
from regie.domains.integrations.matching.models import Kind
from regie.domains.integrations.matching.schemas import Acceptance, NewEmployee
from regie.domains.people.employees.actions import give_baseline_role
from regie.domains.people.employees.queries import holds_teamwork_person
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.clients.actions import create_client
from regie.domains.work.clients.schemas import ClientCreate

MODELS: dict[Kind, type[Any]] = {"client": Client, "person": Employee, "project": Project}
_COLUMNS = {
    ("person", "teamwork"): "teamwork_user_id",
    ("person", "regie"): "user_id",
    ("project", "teamwork"): "teamwork_project_id",
    ("project", "hubspot"): "deal_id",
}


def open_ours(session: Session, kind: Kind, api_id: str) -> Any:
    """Our record, locked: two people who link to it come one after the other."""
    model = MODELS[kind]
    found = session.execute(select(model).where(model.api_id == api_id).with_for_update()).scalar_one_or_none()
    if found is None:
        raise Invalid({"target": "reference"})
    return found


def make_ours(session: Session, actor: Actor, kind: Kind, data: Acceptance, parts: Sequence[Entry]) -> Any:
    """A new client or employee for these records."""
    if kind == "client" and data.client is not None:
        values = data.client
        created = ClientCreate(name=values.name, account_manager=values.account_manager, currency=values.currency)
        return open_ours(session, "client", create_client(session, actor, created))
    if kind == "person" and data.employee is not None:
        return _make_employee(session, data.employee, parts)
    raise Invalid({"target": "required"})


def _make_employee(session: Session, data: NewEmployee, parts: Sequence[Entry]) -> Employee:
    email = data.email.lower()
    if session.execute(select(Employee.id).where(Employee.email == email)).first():
        raise Invalid({"email": "taken"})
    job_title = next((known for part in parts if (known := part.facts.get("job_title"))), None)
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


def tie(session: Session, actor: Actor, kind: Kind, ours: Any, part: Entry) -> None:
    """Changed (409) when ours has another record of a service of which it has one only."""
    if kind == "client":
        _link_client(session, ours, part)
    else:
        column = _COLUMNS[kind, part.service]
        value = _value(session, kind, part)
        if getattr(ours, column) not in (None, value):
            raise Changed(ours.version, _conflict(column, ours.name, part.name), "match_second")
        if column == "teamwork_user_id" and holds_teamwork_person(session, part.external_id, but=ours.id):
            raise Changed(code="match_taken")
        setattr(ours, column, value)
        if column == "user_id":
            give_baseline_role(session, actor, ours.user_id)
    session.flush()


def _link_client(session: Session, client: Client, part: Entry) -> None:
    others = (ClientLink.client_id == client.id, ClientLink.service == part.service)
    if part.service != "quickbooks" and session.execute(select(ClientLink.id).where(*others)).first():
        raise Changed(client.version, _conflict(part.service, client.name, part.name), "match_second")
    session.add(ClientLink(client_id=client.id, service=part.service, external_id=part.external_id))
    note(session, client, f"{part.service}_link", None, part.name)


def untie(session: Session, kind: Kind, ours: Any, part: Entry) -> None:
    if kind == "client":
        mine = (ClientLink.service == part.service, ClientLink.external_id == part.external_id)
        session.execute(delete(ClientLink).where(*mine))
        note(session, ours, f"{part.service}_link", part.name, None)
    else:
        setattr(ours, _COLUMNS[kind, part.service], None)
    session.flush()


def _value(session: Session, kind: Kind, part: Entry) -> str | int:
    """What our column holds of the record: its id there, or the key of its row here."""
    if part.service == "teamwork":
        return part.external_id
    model: type[Any] = User if kind == "person" else HubspotDeal
    return session.execute(select(model.id).where(model.api_id == part.api_id)).scalar_one()


def _conflict(field: str, theirs: str, yours: str) -> dict[str, dict[str, Any]]:
    return {field: {"theirs": theirs, "yours": yours}}
