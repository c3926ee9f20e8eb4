"""Tests of every export for every role: the rows of all pages, and their totals."""

from collections import defaultdict
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.access.export_columns import ExportColumn, ListExport
from regie.access.list_endpoints import ListEndpoint
from regie.core.db.database import Database
from regie.core.text.locale import LOCALES, catalogue, translate
from regie.domains.records.clients.models import Client
from regie.main import all_routes, find_list_endpoints
from tests.access.matrix import MATRIX, browser_for, build_call, split_route
from tests.domains.administration.exports.export_files import (
    ExportedFile,
    export_list,
    fetch_all_rows,
    parse_decimal,
    totals_by_currency,
)
from tests.factories.work import make_credit, make_invoice, make_time
from tests.factories.world import World, assert_unchanged, build_world

LISTS: dict[str, ListEndpoint] = {
    name: endpoint for name, endpoint in find_list_endpoints(all_routes()).items() if endpoint.export
}
# Both formats for a role that sees everything: formats differ in how cells are written, roles in which there are.
FORMATS = {
    "super_admin": ("csv", "xlsx"),
    "financial_manager": ("csv",),
    "account_manager": ("csv",),
    "churn_manager": ("xlsx",),
    "employee": ("csv",),
}
USERS = tuple(FORMATS)
# The whole log is long: a filter limits it to a few pages, without entries of exports.
QUERIES = {
    "activity": "subject_type=client",
    "dashboard-rows": "figure=revenue",
    "month-restatements": "month=2026-10&figure=mrr",
}
# Lists of labels and hours, or without rows here.
_WITHOUT_PLAIN_CELLS = (
    "activity", "core-values", "month-restatements", "reconciliation-proposals", "retainer-periods", "sync-runs",
    "time-entry-groups", "users",
)  # fmt: skip
# No list shows these records, or they need other setup.
_NOT_CREATED = ("avatar", "hubspot", "quickbooks", "teamwork", "connections", "exports", "imports", "views", "settings")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> World:
    """Create the records that the matrix reads, in every relation to five users."""
    world = build_world(migrated)
    for route, rows in MATRIX.items():
        method, path = split_route(route)
        reads_one = method == "GET" and path.endswith("{id}")
        # Awards have no route for a single one.
        if (reads_one or route == "DELETE /api/v1/awards/{id}") and not any(part in path for part in _NOT_CREATED):
            for column in USERS:
                for row in rows:
                    browser_for(route, world, column)
                    build_call(route, world, column, row)
    client = world.cached_record("client", "account_manager", "own")
    with world.database.write() as session:
        make_time(session, teamwork_user_id="unmatched")
        key = session.scalar(select(Client.id).where(Client.api_id == client))
        make_invoice(session, client_id=key)
        make_credit(session, "12.34", date(2026, 11, 2), client_id=key)
    return world


def _columns(endpoint: ListEndpoint, exported: ExportedFile) -> list[ExportColumn]:
    """Return the caller's columns, identified by the file's headers."""
    assert endpoint.export is not None
    found, headers = [], list(exported.header)
    for column in endpoint.export.columns:
        matching = headers[: len(column.file_columns)]
        if matching and matching[0].startswith(_LABELS[id(column)]):
            found.append(column)
            del headers[: len(column.file_columns)]
    assert headers == []
    return found


_LABELS = {
    id(column): translate("en-us", endpoint.export.label_key(column.id))
    for endpoint in LISTS.values()
    if endpoint.export
    for column in endpoint.export.columns
}


def _expected_cells(value: Any) -> list[Any] | None:
    """Return the cells of a plain API value; None for values that become labels."""
    if isinstance(value, dict) and set(value) == {"amount", "currency"}:
        return [Decimal(value["amount"]), value["currency"]]
    if isinstance(value, dict) and "name" in value:
        return [value["name"]]
    if isinstance(value, str) and len(value) == 10 and value[4] == value[7] == "-":
        return [value]
    return None


def _differs(expected: list[Any], cells: list[Any]) -> bool:
    for wanted, cell in zip(expected, cells, strict=True):
        if isinstance(wanted, Decimal):
            if parse_decimal(cell) != wanted:
                return True
        elif (cell.date().isoformat() if isinstance(cell, datetime) else str(cell).lstrip("'")) != wanted:
            return True
    return False


def _compare(columns: list[ExportColumn], rows: list[dict[str, Any]], exported: ExportedFile) -> int:
    """Compare the file with the list's rows; return the number of compared cells."""
    compared = 0
    for row, line in zip(rows, exported.rows, strict=True):
        cells = iter(line)
        for column in columns:
            own = [next(cells) for _ in column.file_columns]
            value = row.get(column.id)
            if column.id not in row and column.has_total:
                assert own in (["", ""], [None, None]), (column.id, own)
            expected = _expected_cells(value)
            if expected is not None and len(expected) == len(own):
                assert not _differs(expected, own), (column.id, value, own)
                compared += 1
    return compared


def _single_line(row: dict[str, Any]) -> tuple[dict[str, Any]]:
    return (row,)


def _sum_by_currency(columns: list[ExportColumn], rows: list[dict[str, Any]]) -> dict[tuple[str, str], Decimal]:
    sums: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for row in rows:
        for column in columns:
            if column.has_total and row.get(column.id):
                sums[_LABELS[id(column)], row[column.id]["currency"]] += Decimal(row[column.id]["amount"])
    return dict(sums)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_file_has_the_rows_of_all_pages(agency: World, name: str):
    endpoint, compared, query = LISTS[name], 0, QUERIES.get(name, "")
    if name == "figure-rows":
        query = f"figure=client_outstanding&id={agency.cached_record('client', 'account_manager', 'own')}"
    for user in USERS:
        browser = agency.browser(user)
        refused = browser.get(f"/api/v1/{name}?{query}").status_code
        if refused != 200 or (name == "activity" and user != "super_admin"):
            with assert_unchanged(agency.database):
                answer = browser.post("/api/v1/exports", {"list_name": name, "format": "csv", "query": query})
            assert answer.status_code == (403 if refused == 200 else refused), (name, user)
            continue
        rows = fetch_all_rows(browser, name, query)
        lines = (
            [line for row in rows for line in (endpoint.export.expand_row or _single_line)(row)]
            if endpoint.export
            else []
        )
        for format in FORMATS[user]:
            exported = export_list(browser, name, format, query=query)
            columns = _columns(endpoint, exported)
            compared += _compare(columns, lines, exported)
            if endpoint.export and endpoint.export.read_totals is None:
                assert totals_by_currency(exported) == _sum_by_currency(columns, lines)
    assert compared or name in _WITHOUT_PLAIN_CELLS, name


def test_totals_equal_those_of_the_screen(agency: World):
    for user in USERS:
        browser = agency.browser(user)
        if browser.get("/api/v1/projects-payments").status_code == 200:
            totals = browser.get("/api/v1/projects-payments").json()["meta"]["totals"]
            found = totals_by_currency(export_list(browser, "projects-payments"))
            assert found["Planned", "CAD"] == Decimal(
                next(t for t in totals if t["currency"] == "CAD")["planned"]["amount"]
            )
        losses = browser.get("/api/v1/churn-totals")
        if losses.status_code == 200:
            lost = losses.json()["data"].get("mrr_lost", [])
            found = totals_by_currency(export_list(browser, "churn-events", "xlsx"))
            assert found == {("Churned MRR", one["currency"]): Decimal(one["amount"]) for one in lost}
        sold = browser.get("/api/v1/oos-sales/totals")
        if sold.status_code == 200:
            totals = {("Sold", t["currency"]): Decimal(t["counted"]["amount"]) for t in sold.json()["data"]["totals"]}
            assert totals.items() <= totals_by_currency(export_list(browser, "oos-sales")).items()


def test_receivables_total_equals_aging(agency: World):
    browser = agency.browser("financial_manager")
    aging = browser.get("/api/v1/receivables-aging").json()["data"]["currencies"]
    found = totals_by_currency(export_list(browser, "receivables", "xlsx"))
    assert aging
    owed = {
        ("Balance", one["currency"]): Decimal(one["total"]["amount"]) - Decimal(one["unapplied"]["amount"])
        for one in aging
    }
    assert owed.items() <= found.items()


def test_restricted_columns_are_omitted(agency: World):
    employee = agency.browser("employee")
    header = export_list(employee, "projects").header
    assert "Name" in header
    assert not {"Amount", "Monthly fee", "% billed"} & set(header)
    complete_header = export_list(agency.browser("financial_manager"), "projects").header
    assert set(header) < set(complete_header)
    for column in ("amount", "monthly_fee"):
        with assert_unchanged(agency.database):
            answer = employee.post("/api/v1/exports", {"list_name": "projects", "format": "csv", "columns": [column]})
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["columns"])


def test_every_export_and_column_has_a_label():
    labels = {
        endpoint.export.label_key(column.id)
        for endpoint in LISTS.values()
        if endpoint.export
        for column in endpoint.export.columns
    }
    assert labels | {f"export.list.{name}" for name in LISTS} <= set(catalogue(LOCALES[0]))
    assert ListExport("clients", ()).label_key("unheard_of") not in catalogue(LOCALES[0])


def test_file_name_has_todays_date(agency: World):
    browser = agency.browser("super_admin")
    created = browser.post("/api/v1/exports", {"list_name": "clients", "format": "xlsx"}).json()["data"]
    assert created["file_name"].startswith("Clients ")
    assert date.fromisoformat(created["file_name"].removeprefix("Clients ").removesuffix(".xlsx"))
