"""Reads the names of the records behind figures, and their clients."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypedDict

from sqlalchemy import String, func, literal_column, select

from regie.access.permissions import Permission, Scope
from regie.core.api.wire import LinkRef
from regie.core.lists.listing import Statement
from regie.core.lists.shape import Column
from regie.domains.insights.awards.models import Award
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import RecordKind
from regie.domains.people.employees.queries import known_employees
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.projects.models import Project

_NO_CLIENT = literal_column("NULL", String)


class RecordName(TypedDict):
    id: int
    api_id: str
    name: str
    client: str | None
    client_name: str | None


def describe_client(record: RecordName) -> LinkRef | None:
    """The record's client; `annotate_can_open` sets `can_open` afterwards."""
    if record["client"] is None or record["client_name"] is None:
        return None
    return {"api_id": record["client"], "name": record["client_name"], "can_open": False}


def _select_record(api_id: Column, key: Column, name: Column, client_id: Column | None = None) -> Statement:
    """Select a record's id, api_id, name and client; clients, employees, goals and awards have no client."""
    if client_id is None:
        return select(key, api_id, name.label("name"), _NO_CLIENT.label("client"), _NO_CLIENT.label("client_name"))
    result = select(key, api_id, name.label("name"), Client.api_id.label("client"), Client.name.label("client_name"))
    return result.outerjoin(Client, Client.id == client_id)


# By kind of record: its id, and the statement that selects its name.
_RECORDS: Mapping[RecordKind, tuple[Column, Statement]] = {
    "project": (Project.id, _select_record(Project.api_id, Project.id, Project.name, Project.client_id)),
    "invoice": (
        Invoice.id,
        _select_record(
            Invoice.api_id, Invoice.id, func.coalesce(Invoice.number, Invoice.customer_name), Invoice.client_id
        ),
    ),
    "credit": (
        CustomerCredit.id,
        _select_record(
            CustomerCredit.api_id,
            CustomerCredit.id,
            func.coalesce(CustomerCredit.number, CustomerCredit.customer_name),
            CustomerCredit.client_id,
        ),
    ),
    "deal": (
        HubspotDeal.id,
        _select_record(HubspotDeal.api_id, HubspotDeal.id, HubspotDeal.name, HubspotDeal.client_id),
    ),
    "employee": (Employee.id, _select_record(Employee.api_id, Employee.id, Employee.name)),
    "goal": (EmployeeGoal.id, _select_record(EmployeeGoal.api_id, EmployeeGoal.id, EmployeeGoal.title)),
    "award": (Award.id, _select_record(Award.api_id, Award.id, Award.name)),
    "client": (Client.id, _select_record(Client.api_id, Client.id, Client.name)),
}


def read_names(reader: Reader, records: Iterable[tuple[RecordKind, int]]) -> dict[tuple[RecordKind, int], RecordName]:
    """Read the names of the records, with one statement per kind.

    Hours of former employees count, but only callers who may read all employee records see their names.
    """
    keys_by_kind: dict[RecordKind, set[int]] = defaultdict(set)
    for kind, record in records:
        keys_by_kind[kind].add(record)
    result: dict[tuple[RecordKind, int], RecordName] = {}
    for kind, keys in keys_by_kind.items():
        key, statement = _RECORDS[kind]
        if kind == "employee":
            statement = statement.where(known_employees(reader.actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN))
        for row in reader.rows_of(RecordName, statement.where(key.in_(keys))):
            result[kind, row["id"]] = row
    return result
