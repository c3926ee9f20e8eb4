"""Importing rates: a dry run tells what would be, one wrong line stores nothing, and no day is overwritten."""

import io
import zipfile
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import Workbook
from sqlalchemy import delete, select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.exchange_rates import importing
from regie.domains.records.exchange_rates.models import ExchangeRate
from tests.factories.rates import make_rate
from tests.factories.world import World, unchanged

PATH = "/api/v1/exchange-rates/imports"
THURSDAY, FRIDAY, MONDAY = (date(2026, 11, day) for day in (12, 13, 16))
GOOD = f"date,currency,rate\n{FRIDAY},USD,1.3712\n{MONDAY},USD,1.38\n\n{MONDAY},IDR,0.0000850001\n"
# What is kept of a file while it is judged, and given back: no rate.
STORE = ("file_removals",)


@pytest.fixture(autouse=True)
def no_rates(world: World) -> None:
    with world.database.write() as session:
        session.connection().execute(delete(ExchangeRate))


def _send(world: World, content: str | bytes, *, name: str = "rates.csv", **fields: str) -> Any:
    raw = content.encode() if isinstance(content, str) else content
    locale = fields.pop("locale", "en-us")
    parts = [(key, (None, value)) for key, value in fields.items()]
    files = [*parts, ("file", (name, raw))]
    return world.browser("financial_manager").post(PATH, files=files, headers={"X-Api-Locale": locale})


def _report(world: World, content: str | bytes, **fields: str) -> dict[str, Any]:
    answer = _send(world, content, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _kept(world: World) -> dict[tuple[str, date], tuple[Decimal, str]]:
    with world.database.read() as db:
        rows = db.execute(select(ExchangeRate.currency, ExchangeRate.valid_on, ExchangeRate.rate, ExchangeRate.source))
        return {(row.currency, row.valid_on): (row.rate, row.source) for row in rows}


def test_a_dry_run_tells_what_would_be_and_stores_nothing(world: World):
    with unchanged(world.database, STORE):
        report = _report(world, GOOD, dry_run="true")
    # Two days of dollars with the weekend between them, and one day of rupiahs.
    assert report == {"is_stored": False, "lines": 3, "added": 5, "left": 0, "wrong": 0, "problems": []}
    assert _report(world, GOOD)["added"] == 5
    assert _kept(world)["IDR", MONDAY] == (Decimal("0.0000850001"), "imported")
    with world.database.read() as db:
        entry = db.execute(select(ActivityEntry).order_by(ActivityEntry.id.desc())).first()
    assert entry is not None
    assert (entry.action, entry.subject_type, entry.topic) == ("imported", "exchange_rate", "money")
    assert entry.changes == {"file_name": [None, "rates.csv"], "rates": [None, 5], "kept": [None, 0]}


def test_a_day_that_has_a_rate_keeps_it_and_the_report_says_so(world: World):
    with world.database.write() as session:
        make_rate(session, "USD", FRIDAY, "1.5", source="by_hand")
    report = _report(world, GOOD)
    assert (report["added"], report["left"]) == (4, 1)
    assert _kept(world)["USD", FRIDAY] == (Decimal("1.5"), "by_hand")
    assert (_report(world, GOOD)["added"], _report(world, GOOD)["left"]) == (0, 3)


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
def test_files_of_different_spreadsheets_are_understood(world: World, content: str | bytes):
    assert _report(world, content)["wrong"] == 0
    assert _kept(world) == {("USD", FRIDAY): (Decimal("1.3712"), "imported")}


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
        ("2026-11-21,USD,1.3", "still to come"),
        ("1989-12-31,USD,1.3", "1990"),
        ("13/11/2026,USD,1.3", "2026-11-20"),
        ("2026-02-30,USD,1.3", "2026-11-20"),
        (f"{FRIDAY},USD", "Cells are missing"),
        (f"{MONDAY},USD,1.5", "another rate"),
    ],
)
@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_one_wrong_line_stores_nothing_and_is_told_of_by_its_number(world: World, line: str, words: str, dry_run: str):
    with unchanged(world.database, STORE):
        report = _report(world, f"{GOOD}{line}\n", dry_run=dry_run)
    assert (report["is_stored"], report["wrong"]) == (False, 1)
    assert [problem["line"] for problem in report["problems"]] == [6]
    assert words in report["problems"][0]["message"]


def test_problems_are_told_in_the_callers_language(world: World):
    report = _report(world, f"date,devise,taux\n{FRIDAY},USD,0\n", locale="fr-ca")
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
def test_what_is_no_table_of_rates_is_refused_whole(world: World, content: str | bytes):
    with unchanged(world.database, STORE):
        answer = _send(world, content)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"]["file"]


def _workbook(*rows: tuple[Any, ...]) -> bytes:
    book, target = Workbook(), io.BytesIO()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(target)
    return target.getvalue()


def test_a_workbook_is_read_as_it_shows_itself(world: World):
    rows = ("date", "currency", "rate"), (FRIDAY, "USD", 1.3712), (MONDAY.isoformat(), "IDR", 0.0000850001)
    assert _report(world, _workbook(*rows), name="rates.xlsx")["wrong"] == 0
    assert _kept(world) == {
        ("USD", FRIDAY): (Decimal("1.3712"), "imported"),
        ("IDR", MONDAY): (Decimal("0.0000850001"), "imported"),
    }


def test_a_workbook_that_unpacks_to_far_too_much_is_refused(world: World):
    target = io.BytesIO(_workbook(("date", "currency", "rate")))
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/filler.xml", b" " * 121_000_000)
    with unchanged(world.database, STORE):
        answer = _send(world, target.getvalue(), name="rates.xlsx")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["file"])


def test_broken_lines_are_counted_and_the_first_hundred_told(world: World):
    with unchanged(world.database, STORE):
        report = _report(world, "date,currency,rate\n" + f"{FRIDAY},USD,zero\n" * 2_000)
    assert (report["lines"], report["wrong"], len(report["problems"])) == (2_000, 2_000, 100)
    assert _kept(world) == {}


def test_days_to_come_are_told_of_in_their_place(world: World):
    with unchanged(world.database, STORE):
        report = _report(world, f"date,currency,rate\n2026-12-01,USD,1.3\n{FRIDAY},USD,none\n2026-12-01,EUR,1.5\n")
    assert (report["wrong"], [problem["line"] for problem in report["problems"]]) == (3, [2, 3, 4])


def test_nobody_waits_while_a_file_is_read(world: World, monkeypatch: pytest.MonkeyPatch):
    """Reading a long file takes seconds: the transaction, which keeps other writers waiting, begins after it."""
    read = importing.read_table

    def read_slowly(content: Any, mime: str) -> Any:
        with world.database.write() as session:
            make_rate(session, "GBP", THURSDAY, "1.80")
        return read(content, mime)

    monkeypatch.setattr(importing, "read_table", read_slowly)
    assert _report(world, GOOD)["is_stored"]
    assert {currency for currency, _ in _kept(world)} == {"GBP", "USD", "IDR"}
