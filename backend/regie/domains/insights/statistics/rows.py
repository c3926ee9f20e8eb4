"""Lists the records behind a figure of the dashboard, with their amounts and rates."""

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
from regie.core.lists.pages import paginate
from regie.core.lists.shape import Column
from regie.core.money.amounts import money, write_scaled
from regie.domains.insights.awards.models import Award
from regie.domains.insights.goals.models import EmployeeGoal
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.dashboard import FIGURES, cache_key, effective_scope
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import DashboardRow, DashboardRowMoney, FigureName, RecordKind
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
_NO_CLIENT = literal_column("NULL", String)
# Small, because a figure of several years has many contributions; it serves the pages and groups of one figure.
_SORTED_CACHE: Mapping[FigureName, QueryCache[list[Contribution]]] = {
    name: QueryCache((*definition.tables, "exchange_rates"), max_entries=4) for name, definition in FIGURES.items()
}
# Goals use enough digits to recalculate the percentage from the rows.
_HOUR_DIGITS, _GOAL_DIGITS = 2, 4
_NO_MONEY: DashboardRowMoney = {"amount": None, "converted": None, "rate": None, "rate_on": None}


class _Record(TypedDict):
    id: int
    api_id: str
    name: str
    client: str | None
    client_name: str | None


def list_rows(
    reader: Reader, rates: Rates, name: FigureName, group: str | None, query: ListQuery
) -> Page[DashboardRow]:
    """A page of the rows of a figure or of one group, largest first; Forbidden unless the caller may see all rows."""
    definition, request = FIGURES[name], reader.request
    scope = effective_scope(reader.actor, definition, request.scope)
    if scope is None or not reader.actor.sees_all(definition.rows_permission, scope):
        raise Forbidden

    def read() -> list[Contribution]:
        result = definition.read(reader, scope, reader.days)
        if definition.unit == "money":
            return sorted(result, key=_sort_key(request.currency, rates), reverse=True)
        return sorted(result, key=lambda contribution: (contribution.value, contribution.key), reverse=True)

    contributions = _SORTED_CACHE[name].get(reader.db, (cache_key(reader, scope), reader.days), read)
    selected = (
        contributions
        if group is None
        else [contribution for contribution in contributions if contribution.is_in(group)]
    )
    page = paginate(query, selected, lambda contribution: contribution, order=ORDER)
    records = _read_records(reader, page["data"])
    rows = [
        _row(contribution, records.get((contribution.kind, contribution.key)), request.currency, rates)
        for contribution in page["data"]
    ]
    return {
        "data": annotate_can_open(reader.db, reader.actor, rows, {"client": CLIENT_LINK}),
        "meta": page["meta"],
    }


def _sort_key(currency: str, rates: Rates) -> Callable[[Contribution], tuple[bool, Decimal, int]]:
    """Sort by converted amount; amounts without a rate come first, because their rate must be entered."""

    def key(contribution: Contribution) -> tuple[bool, Decimal, int]:
        converted = rates.convert(contribution.amount, contribution.currency, currency, contribution.day)
        return converted is None, contribution.amount if converted is None else converted, contribution.key

    return key


def _row(contribution: Contribution, record: _Record | None, currency: str, rates: Rates) -> DashboardRow:
    # Counted records have neither `value` nor `of`; hours of an employee without capacity have a `value` only.
    is_share = bool(contribution.of or contribution.value)
    digits = _GOAL_DIGITS if contribution.kind == "goal" else _HOUR_DIGITS
    return {
        "kind": contribution.kind,
        "record": record and {"api_id": record["api_id"], "name": record["name"]},
        "client": record and _client(record),
        "group": contribution.group,
        "on": contribution.day,
        "value": str(round_half_up(contribution.value, digits)) if is_share else None,
        "of": str(round_half_up(contribution.of, digits)) if is_share else None,
        **(_conversion(contribution, currency, rates) if contribution.currency else _NO_MONEY),
    }


def _client(record: _Record) -> LinkRef | None:
    """The record's client; `annotate_can_open` sets `can_open` afterwards."""
    if record["client"] is None or record["client_name"] is None:
        return None
    return {"api_id": record["client"], "name": record["client_name"], "can_open": False}


def _conversion(contribution: Contribution, currency: str, rates: Rates) -> DashboardRowMoney:
    converted = rates.convert(contribution.amount, contribution.currency, currency, contribution.day)
    rate = None if contribution.currency == currency else rates.rate(contribution.currency, currency, contribution.day)
    return {
        "amount": money(contribution.amount, contribution.currency),
        "converted": None if converted is None else money(converted, currency),
        "rate": rate and write_scaled(int(rate[0].scaleb(RATE_DIGITS)), RATE_DIGITS, 4),
        "rate_on": rate and rate[1],
    }


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
    "deal": (
        HubspotDeal.id,
        _select_record(HubspotDeal.api_id, HubspotDeal.id, HubspotDeal.name, HubspotDeal.client_id),
    ),
    "employee": (Employee.id, _select_record(Employee.api_id, Employee.id, Employee.name)),
    "goal": (EmployeeGoal.id, _select_record(EmployeeGoal.api_id, EmployeeGoal.id, EmployeeGoal.title)),
    "award": (Award.id, _select_record(Award.api_id, Award.id, Award.name)),
    "client": (Client.id, _select_record(Client.api_id, Client.id, Client.name)),
}


def _read_records(reader: Reader, contributions: Iterable[Contribution]) -> dict[tuple[RecordKind, int], _Record]:
    """The records of a page by kind and id, with one statement per kind.

    Hours of former employees count, but only callers who may read all employee records see their names.
    """
    keys_by_kind: dict[RecordKind, set[int]] = defaultdict(set)
    for contribution in contributions:
        keys_by_kind[contribution.kind].add(contribution.key)
    result: dict[tuple[RecordKind, int], _Record] = {}
    for kind, keys in keys_by_kind.items():
        key, statement = _RECORDS[kind]
        if kind == "employee":
            statement = statement.where(known_employees(reader.actor.scope(Permission.EMPLOYEES_VIEW) or Scope.OWN))
        for row in reader.rows_of(_Record, statement.where(key.in_(keys))):
            result[kind, row["id"]] = row
    return result
