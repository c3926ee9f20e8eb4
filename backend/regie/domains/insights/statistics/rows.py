"""The rows that make a figure of the dashboard up: every record with what it brings in, and at which rate."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import TypedDict

from sqlalchemy import String, func, literal_column, select

from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import Forbidden
from regie.core.api.wire import LinkRef, ListQuery, Page
from regie.core.db.query_cache import QueryCache
from regie.core.lists.listing import Statement
from regie.core.lists.pages import page_of
from regie.core.lists.shape import Column
from regie.core.money.amounts import money, write_scaled
from regie.domains.insights.awards.models import Award
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.statistics.board import MEASURES, key_of, reach
from regie.domains.insights.statistics.parts import Part
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import BoardRow, BoardRowMoney, FigureName, RecordKind
from regie.domains.insights.statistics.telling import rounded
from regie.domains.people.employees.queries import known_employees
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.models import RATE_DIGITS
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.projects.models import Project
from regie.domains.work.clients.queries import CLIENT_LINK

ORDER = "-amount"
_NOBODY = literal_column("NULL", String)
# Few, since the parts of years are many: somebody turns the pages of one figure, and looks into its groups.
_ORDERED: Mapping[FigureName, QueryCache[list[Part]]] = {
    name: QueryCache((*measure.tables, "exchange_rates"), most=4) for name, measure in MEASURES.items()
}
# A goal's share is told finely enough that the percentage can be worked out again.
_HOUR_DIGITS, _GOAL_DIGITS = 2, 4
_NO_MONEY: BoardRowMoney = {"amount": None, "converted": None, "rate": None, "rate_on": None}


class _Record(TypedDict):
    id: int
    api_id: str
    name: str
    client: str | None
    client_name: str | None


def list_rows(reader: Reader, rates: Rates, name: FigureName, group: str | None, query: ListQuery) -> Page[BoardRow]:
    """A page of a figure's rows, or of one of its groups, the largest first; Forbidden to who may not see them all."""
    measure, asked = MEASURES[name], reader.asked
    scope = reach(reader.actor, measure, asked.scope)
    if scope is None or not reader.actor.sees_all(measure.rows, scope):
        raise Forbidden

    def read() -> list[Part]:
        found = measure.read(reader, scope, reader.days)
        if measure.unit == "money":
            return sorted(found, key=_size_in(asked.currency, rates), reverse=True)
        return sorted(found, key=lambda part: (part.value, part.key), reverse=True)

    parts = _ORDERED[name].get(reader.db, (key_of(reader, scope), reader.days), read)
    chosen = parts if group is None else [part for part in parts if part.is_in(group)]
    page = page_of(query, chosen, lambda part: part, order=ORDER)
    known = _read_records(reader, page["data"])
    rows = [_row(part, known.get((part.kind, part.key)), asked.currency, rates) for part in page["data"]]
    return {
        "data": annotate_can_open(reader.db, reader.actor, rows, {"client": CLIENT_LINK}),
        "meta": page["meta"],
    }


def _size_in(currency: str, rates: Rates) -> Callable[[Part], tuple[bool, Decimal, int]]:
    """What has no rate comes first: it is what somebody has to see to."""

    def size(part: Part) -> tuple[bool, Decimal, int]:
        converted = rates.convert(part.amount, part.currency, currency, part.day)
        return converted is None, part.amount if converted is None else converted, part.key

    return size


def _row(part: Part, record: _Record | None, currency: str, rates: Rates) -> BoardRow:
    # Hours of somebody who had none to give count too; what is only counted is a share of nothing.
    is_share = bool(part.of or part.value)
    digits = _GOAL_DIGITS if part.kind == "goal" else _HOUR_DIGITS
    return {
        "kind": part.kind,
        "record": record and {"api_id": record["api_id"], "name": record["name"]},
        "client": record and _client(record),
        "group": part.group,
        "on": part.day,
        "value": str(rounded(part.value, digits)) if is_share else None,
        "of": str(rounded(part.of, digits)) if is_share else None,
        **(_conversion(part, currency, rates) if part.currency else _NO_MONEY),
    }


def _client(record: _Record) -> LinkRef | None:
    """Whether the reader may open it, `annotate_can_open` says."""
    if record["client"] is None or record["client_name"] is None:
        return None
    return {"api_id": record["client"], "name": record["client_name"], "can_open": False}


def _conversion(part: Part, currency: str, rates: Rates) -> BoardRowMoney:
    converted = rates.convert(part.amount, part.currency, currency, part.day)
    rate = None if part.currency == currency else rates.rate(part.currency, currency, part.day)
    return {
        "amount": money(part.amount, part.currency),
        "converted": None if converted is None else money(converted, currency),
        "rate": rate and write_scaled(int(rate[0].scaleb(RATE_DIGITS)), RATE_DIGITS, 4),
        "rate_on": rate and rate[1],
    }


def _named(api_id: Column, key: Column, name: Column, client_id: Column | None = None) -> Statement:
    """With the client whose it is, where it is somebody's; a client is nobody else's."""
    if client_id is None:
        return select(key, api_id, name.label("name"), _NOBODY.label("client"), _NOBODY.label("client_name"))
    found = select(key, api_id, name.label("name"), Client.api_id.label("client"), Client.name.label("client_name"))
    return found.outerjoin(Client, Client.id == client_id)


# By kind of record: its key, and how it is called.
_RECORDS: Mapping[RecordKind, tuple[Column, Statement]] = {
    "project": (Project.id, _named(Project.api_id, Project.id, Project.name, Project.client_id)),
    "invoice": (
        Invoice.id,
        _named(Invoice.api_id, Invoice.id, func.coalesce(Invoice.number, Invoice.customer_name), Invoice.client_id),
    ),
    "deal": (HubspotDeal.id, _named(HubspotDeal.api_id, HubspotDeal.id, HubspotDeal.name, HubspotDeal.client_id)),
    "employee": (Employee.id, _named(Employee.api_id, Employee.id, Employee.name)),
    "goal": (EmployeeGoal.id, _named(EmployeeGoal.api_id, EmployeeGoal.id, EmployeeGoal.title)),
    "award": (Award.id, _named(Award.api_id, Award.id, Award.name)),
    "client": (Client.id, _named(Client.api_id, Client.id, Client.name)),
}


def _read_records(reader: Reader, parts: Iterable[Part]) -> dict[tuple[RecordKind, int], _Record]:
    """The records of a page, one statement per kind; a figure has one kind.

    Who has left counts with their hours, and is named to those alone who read the records of everyone.
    """
    wanted: dict[RecordKind, set[int]] = defaultdict(set)
    for part in parts:
        wanted[part.kind].add(part.key)
    found: dict[tuple[RecordKind, int], _Record] = {}
    for kind, keys in wanted.items():
        key, statement = _RECORDS[kind]
        if kind == "employee":
            statement = statement.where(known_employees(reader.actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN))
        for row in reader.rows_of(_Record, statement.where(key.in_(keys))):
            found[kind, row["id"]] = row
    return found
