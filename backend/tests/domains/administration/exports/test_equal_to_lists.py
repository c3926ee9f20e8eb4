"""Every list that can be taken away, for every role: the file has the rows of all pages, and says what they come to."""

from collections import defaultdict
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.access.export_columns import Column, Exported
from regie.access.list_calls import ListCall
from regie.core.db.database import Database
from regie.core.text.locale import LOCALES, catalogue, say
from regie.main import all_routes, lists_of
from tests.access.matrix import MATRIX, browser_of, call_of, split
from tests.domains.administration.exports.reading import Read, amounts, as_decimal, export, rows_of
from tests.factories.world import World, build_world, unchanged

LISTS: dict[str, ListCall] = {name: call for name, call in lists_of(all_routes()).items() if call.exported}
# Both formats for who sees everything: they differ by how a cell is written, the roles by which cells there are.
FORMATS = {
    "super_admin": ("csv", "xlsx"),
    "financial_manager": ("csv",),
    "account_manager": ("csv",),
    "churn_manager": ("xlsx",),
    "employee": ("csv",),
}
PEOPLE = tuple(FORMATS)
# The log of a whole world is long: a part of some pages, in which no export is told of.
QUERIES = {"activity": "subject_type=client"}
# Making these is a matter of its own, and no list shows them.
_NOT_MADE = ("avatar", "hubspot", "quickbooks", "teamwork", "connections", "exports", "imports", "views", "settings")


@pytest.fixture(scope="module")
def agency(migrated: Database) -> World:
    """Records of every kind in every relation to five people: those that the matrix reads one by one."""
    world = build_world(migrated)
    for route, rows in MATRIX.items():
        method, path = split(route)
        reads_one = method == "GET" and path.endswith("{id}")
        # An award is read in its list alone.
        if (reads_one or route == "DELETE /api/v1/awards/{id}") and not any(part in path for part in _NOT_MADE):
            for column in PEOPLE:
                for row in rows:
                    browser_of(route, world, column)
                    call_of(route, world, column, row)
    return world


def _columns(call: ListCall, read: Read) -> list[Column]:
    """The caller's columns, found by the heads of the file."""
    assert call.exported is not None
    found, heads = [], list(read.head)
    for column in call.exported.columns:
        named = heads[: len(column.parts)]
        if named and named[0].startswith(_NAMES[id(column)]):
            found.append(column)
            del heads[: len(column.parts)]
    assert heads == []
    return found


_NAMES = {
    id(column): say("en-us", call.exported.label(column.id))
    for call in LISTS.values()
    if call.exported
    for column in call.exported.columns
}


def _expected(value: Any) -> list[Any] | None:
    """The cells of a plain value of the API; None where words are made of it."""
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
            if as_decimal(cell) != wanted:
                return True
        elif (cell.date().isoformat() if isinstance(cell, datetime) else str(cell).lstrip("'")) != wanted:
            return True
    return False


def _compare(columns: list[Column], rows: list[dict[str, Any]], read: Read) -> int:
    """How many cells were held against the lines that the list's rows are in a file."""
    compared = 0
    for row, line in zip(rows, read.rows, strict=True):
        cells = iter(line)
        for column in columns:
            own = [next(cells) for _ in column.parts]
            value = row.get(column.id)
            if column.id not in row and column.adds_up:
                assert own in (["", ""], [None, None]), (column.id, own)
            expected = _expected(value)
            if expected is not None and len(expected) == len(own):
                assert not _differs(expected, own), (column.id, value, own)
                compared += 1
    return compared


def _as_it_is(row: dict[str, Any]) -> tuple[dict[str, Any]]:
    return (row,)


def _added(columns: list[Column], rows: list[dict[str, Any]]) -> dict[tuple[str, str], Decimal]:
    sums: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for row in rows:
        for column in columns:
            if column.adds_up and row.get(column.id):
                sums[_NAMES[id(column)], row[column.id]["currency"]] += Decimal(row[column.id]["amount"])
    return dict(sums)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_file_is_its_list_over_all_pages(agency: World, name: str):
    call, compared = LISTS[name], 0
    for person in PEOPLE:
        browser = agency.browser(person)
        refused = browser.get(f"/api/v1/{name}").status_code
        if refused == 403 or (name == "activity" and person != "super_admin"):
            with unchanged(agency.database):
                answer = browser.post("/api/v1/exports", {"list_name": name, "format": "csv"})
            assert answer.status_code == 403, (name, person)
            continue
        query = QUERIES.get(name, "")
        rows = rows_of(browser, name, query)
        lines = [line for row in rows for line in (call.exported.lines or _as_it_is)(row)] if call.exported else []
        for format in FORMATS[person]:
            read = export(browser, name, format, query=query)
            columns = _columns(call, read)
            compared += _compare(columns, lines, read)
            if call.exported and call.exported.totals is None:
                assert amounts(read) == _added(columns, lines)
    assert compared or name in ("activity", "users", "core-values", "retainer-periods", "sync-runs"), name


def test_the_totals_are_those_of_the_tiles(agency: World):
    for person in PEOPLE:
        browser = agency.browser(person)
        if browser.get("/api/v1/projects-payments").status_code == 200:
            told = browser.get("/api/v1/projects-payments").json()["meta"]["totals"]
            found = amounts(export(browser, "projects-payments"))
            assert found["Planned", "CAD"] == Decimal(
                next(t for t in told if t["currency"] == "CAD")["planned"]["amount"]
            )
        losses = browser.get("/api/v1/churn-totals")
        if losses.status_code == 200:
            lost = losses.json()["data"].get("mrr_lost", [])
            found = amounts(export(browser, "churn-events", "xlsx"))
            assert found == {("MRR lost", one["currency"]): Decimal(one["amount"]) for one in lost}
        sold = browser.get("/api/v1/oos-sales/totals")
        if sold.status_code == 200:
            told = {
                ("Approved or later", t["currency"]): Decimal(t["counted"]["amount"])
                for t in sold.json()["data"]["totals"]
            }
            assert told.items() <= amounts(export(browser, "oos-sales")).items()


def test_what_was_owed_comes_to_the_ageing(agency: World):
    browser = agency.browser("financial_manager")
    ageing = browser.get("/api/v1/receivables-ageing").json()["data"]["currencies"]
    found = amounts(export(browser, "receivables", "xlsx"))
    assert ageing
    assert {("Balance", one["currency"]): Decimal(one["total"]["amount"]) for one in ageing}.items() <= found.items()


def test_figures_that_are_not_shown_have_no_column(agency: World):
    employee = agency.browser("employee")
    head = export(employee, "projects").head
    assert "Name" in head
    assert not {"Amount", "Monthly fee", "% billed"} & set(head)
    with_them = export(agency.browser("financial_manager"), "projects").head
    assert set(head) < set(with_them)
    for column in ("amount", "monthly_fee"):
        with unchanged(agency.database):
            answer = employee.post("/api/v1/exports", {"list_name": "projects", "format": "csv", "columns": [column]})
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["columns"])


def test_every_file_and_every_column_has_words():
    labels = {
        call.exported.label(column.id) for call in LISTS.values() if call.exported for column in call.exported.columns
    }
    assert labels | {f"export.list.{name}" for name in LISTS} <= set(catalogue(LOCALES[0]))
    assert Exported("clients", ()).label("unheard_of") not in catalogue(LOCALES[0])


def test_the_file_is_of_today(agency: World):
    browser = agency.browser("super_admin")
    made = browser.post("/api/v1/exports", {"list_name": "clients", "format": "xlsx"}).json()["data"]
    assert made["file_name"].startswith("Clients ")
    assert date.fromisoformat(made["file_name"].removeprefix("Clients ").removesuffix(".xlsx"))
