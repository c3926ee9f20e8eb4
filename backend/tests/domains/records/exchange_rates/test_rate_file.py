"""Tests of the rate import: dry run, wrong lines, and existing rates."""

import io
import zipfile
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import Workbook
from sqlalchemy import delete, select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.exchange_rates import rate_file
from regie.domains.records.exchange_rates.models import ExchangeRate
from tests.factories.rates import make_rate
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/exchange-rates/imports"
THURSDAY, FRIDAY, MONDAY = (date(2026, 11, day) for day in (12, 13, 16))
GOOD = f"date,currency,rate\n{FRIDAY},USD,1.3712\n{MONDAY},USD,1.38\n\n{MONDAY},IDR,0.0000850001\n"
# The uploaded file, stored during the check and deleted afterwards.
STORE = ("file_removals",)


@pytest.fixture(autouse=True)
def no_rates(world: World) -> None:
    with world.database.write() as session:
        session.connection().execute(delete(ExchangeRate))


def _upload(world: World, content: str | bytes, *, name: str = "rates.csv", **fields: str) -> Any:
    raw = content.encode() if isinstance(content, str) else content
    locale = fields.pop("locale", "en-us")
    parts = [(key, (None, value)) for key, value in fields.items()]
    files = [*parts, ("file", (name, raw))]
    return world.browser("financial_manager").post(PATH, files=files, headers={"X-Api-Locale": locale})


def _import(world: World, content: str | bytes, **fields: str) -> dict[str, Any]:
    response = _upload(world, content, **fields)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _stored_rates(world: World) -> dict[tuple[str, date], tuple[Decimal, str]]:
    with world.database.read() as db:
        rows = db.execute(select(ExchangeRate.currency, ExchangeRate.valid_on, ExchangeRate.rate, ExchangeRate.source))
        return {(row.currency, row.valid_on): (row.rate, row.source) for row in rows}


def test_dry_run_counts_and_stores_nothing(world: World):
    with assert_unchanged(world.database, STORE):
        report = _import(world, GOOD, dry_run="true")
    # Two days of dollars with the weekend between them, and one day of rupiahs.
    assert report == {"is_stored": False, "lines": 3, "added": 5, "existing": 0, "invalid": 0, "problems": []}
    assert _import(world, GOOD)["added"] == 5
    assert _stored_rates(world)["IDR", MONDAY] == (Decimal("0.0000850001"), "imported")
    with world.database.read() as db:
        entry = db.execute(select(ActivityEntry).order_by(ActivityEntry.id.desc())).first()
    assert entry is not None
    assert (entry.action, entry.subject_type, entry.topic) == ("imported", "exchange_rate", "money")
    assert entry.changes == {"file_name": [None, "rates.csv"], "rates": [None, 5], "existing": [None, 0]}


def test_import_keeps_existing_rates_and_counts_them(world: World):
    with world.database.write() as session:
        make_rate(session, "USD", FRIDAY, "1.5", source="by_hand")
    report = _import(world, GOOD)
    assert (report["added"], report["existing"]) == (4, 1)
    assert _stored_rates(world)["USD", FRIDAY] == (Decimal("1.5"), "by_hand")
    assert (_import(world, GOOD)["added"], _import(world, GOOD)["existing"]) == (0, 3)


@pytest.mark.parametrize(
    "content",
    [
        f"\ufeffDate;Devise;Taux\r\n{FRIDAY};USD;1,3712\r\n",
        f"rate\tnote\tcurrency\tdate\n1.3712\tnoon, roughly\tUSD\t{FRIDAY}\n",
        f'date,currency,rate\n"{FRIDAY}","USD","1,3712"\n',
        f"date,currency,rate,relevé\n{FRIDAY},USD,1.3712,à midi\n".encode("cp1252"),
        f"date,currency,rate\n{FRIDAY},USD,1.3712\n".encode("utf-16"),
    ],
    ids=["french", "tabs", "quoted", "windows", "utf-16"],
)
def test_files_of_different_spreadsheet_programs_are_read(world: World, content: str | bytes):
    assert _import(world, content)["invalid"] == 0
    assert _stored_rates(world) == {("USD", FRIDAY): (Decimal("1.3712"), "imported")}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"{FRIDAY},USD,0", "above zero"),
        (f"{FRIDAY},USD,-1.3", "above zero"),
        (f"{FRIDAY},USD,", "above zero"),
        (f"{FRIDAY},USD,1.2.3", "above zero"),
        (f"{FRIDAY},usd,1.3", "currency code"),
        (f"{FRIDAY},XXX,1.3", "currency code"),
        (f"{FRIDAY},CAD,1.3", "Canadian dollar"),
        ("2026-11-21,USD,1.3", "in the future"),
        ("1989-12-31,USD,1.3", "1990"),
        ("13/11/2026,USD,1.3", "2026-11-20"),
        ("2026-02-30,USD,1.3", "2026-11-20"),
        (f"{FRIDAY},USD", "Cells are missing"),
        (f"{MONDAY},USD,1.5", "another rate"),
    ],
)
@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_one_wrong_line_stores_nothing_and_is_reported_by_number(world: World, line: str, words: str, dry_run: str):
    with assert_unchanged(world.database, STORE):
        report = _import(world, f"{GOOD}{line}\n", dry_run=dry_run)
    assert (report["is_stored"], report["invalid"]) == (False, 1)
    assert [problem["line"] for problem in report["problems"]] == [6]
    assert words in report["problems"][0]["message"]


def test_problems_are_reported_in_the_callers_language(world: World):
    report = _import(world, f"date,devise,taux\n{FRIDAY},USD,0\n", locale="fr-ca")
    assert "supérieur à zéro" in report["problems"][0]["message"]


@pytest.mark.parametrize(
    "content",
    [
        GOOD.encode() + b"\0",
        GOOD + f'"{FRIDAY},USD,1.3\n',
        f"{GOOD}relevés,,\n".encode() + "relevés,,\n".encode("cp1252"),
        b"PK\x03\x04" + b"\0" * 40,
        b"",
        "currency,rate\nUSD,1.3\n",
        "USD,1.3\n",
        "date,currency,rate\n",
        "date,currency,rate\n" + f"{FRIDAY},USD,1.3\n" * 50_001,
    ],
    ids=["nul", "quotes", "mixed", "archive", "empty", "no-date", "no-header", "no-lines", "too-many"],
)
def test_file_without_a_table_of_rates_returns_422(world: World, content: str | bytes):
    with assert_unchanged(world.database, STORE):
        response = _upload(world, content)
    assert response.status_code == 422, response.text
    assert response.json()["errors"]["file"]


def _workbook(*rows: tuple[Any, ...]) -> bytes:
    book, target = Workbook(), io.BytesIO()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(target)
    return target.getvalue()


def test_workbook_cells_are_read(world: World):
    rows = ("date", "currency", "rate"), (FRIDAY, "USD", 1.3712), (MONDAY.isoformat(), "IDR", 0.0000850001)
    assert _import(world, _workbook(*rows), name="rates.xlsx")["invalid"] == 0
    assert _stored_rates(world) == {
        ("USD", FRIDAY): (Decimal("1.3712"), "imported"),
        ("IDR", MONDAY): (Decimal("0.0000850001"), "imported"),
    }


def test_workbook_that_unpacks_too_large_returns_422(world: World):
    target = io.BytesIO(_workbook(("date", "currency", "rate")))
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/filler.xml", b" " * 121_000_000)
    with assert_unchanged(world.database, STORE):
        response = _upload(world, target.getvalue(), name="rates.xlsx")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["file"])


def test_only_the_first_hundred_problems_are_reported(world: World):
    with assert_unchanged(world.database, STORE):
        report = _import(world, "date,currency,rate\n" + f"{FRIDAY},USD,zero\n" * 2_000)
    assert (report["lines"], report["invalid"], len(report["problems"])) == (2_000, 2_000, 100)
    assert _stored_rates(world) == {}


def test_future_days_are_reported_in_line_order(world: World):
    with assert_unchanged(world.database, STORE):
        report = _import(world, f"date,currency,rate\n2026-12-01,USD,1.3\n{FRIDAY},USD,none\n2026-12-01,EUR,1.5\n")
    assert (report["invalid"], [problem["line"] for problem in report["problems"]]) == (3, [2, 3, 4])


def test_parsing_a_file_blocks_no_other_writer(world: World, monkeypatch: pytest.MonkeyPatch):
    """Parsing a long file takes seconds: the transaction, which blocks other writers, begins afterwards."""
    read = rate_file.read_spreadsheet

    def read_slowly(content: Any, mime: str) -> Any:
        with world.database.write() as session:
            make_rate(session, "GBP", THURSDAY, "1.80")
        return read(content, mime)

    monkeypatch.setattr(rate_file, "read_spreadsheet", read_slowly)
    assert _import(world, GOOD)["is_stored"]
    assert {currency for currency, _ in _stored_rates(world)} == {"GBP", "USD", "IDR"}
