"""Tests of reading files: encodings, separators, broken and hostile files, and round trips."""

import io
import tracemalloc
import zipfile
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from regie.core.files.spreadsheet_reader import (
    XLSX_MIME_TYPE,
    UnreadableSpreadsheet,
    read_spreadsheet,
    unescape_formula,
)
from regie.core.text.locale import LOCALES, Locale
from regie.domains.administration.imports.cells import Number, ParseError
from regie.domains.administration.imports.queries import RESOURCES
from regie.domains.administration.imports.templates import write_table
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.factories.imports import (
    IMPORTS_PATH,
    apply_import,
    create_import,
    errors_by_line,
    fetch_import_rows,
    import_counts,
    make_csv,
    make_xlsx,
    post_import_file,
)
from tests.factories.world import World, assert_unchanged

IGNORED_TABLES = ("file_removals", "table_changes")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def manager_email(world: World) -> str:
    return world.people["account_manager"].user.email


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_and_delimiters_are_read(world: World, admin: Browser, encoding: str, delimiter: str):
    name = f"Œuvre é {encoding} {ord(delimiter)}"
    rows = (
        ("Nom", "Responsable de compte", "Devise", "Notes"),
        (name, manager_email(world), "CAD", f'"a{delimiter}\r\n""b"""'),
    )
    created = create_import(admin, "clients", make_csv(*rows, delimiter=delimiter, encoding=encoding))
    assert created["counts"] == import_counts(create=1), fetch_import_rows(admin, created["api_id"])
    assert apply_import(admin, created["api_id"]).status_code == 201
    with world.database.read() as db:
        assert db.execute(select(Client.notes).where(Client.name == name)).scalar_one() == f'a{delimiter}\n"b"'


UTF, LATIN = "é".encode(), "é".encode("cp1252")
BROKEN = {
    "mixed encodings": (b"Name,Notes\nA," + UTF + b"\nB," + LATIN, "mixes encodings, first on line 3"),
    "a mark of UTF-8 before something else": (b"\xef\xbb\xbfName\n" + LATIN, "mixes encodings"),
    "a lone surrogate": (b"Name\nA\xed\xa0\x80", "mixes encodings"),
    "half a character of UTF-16": ("Name\nA".encode("utf-16") + b"\x00\xd8", "Line 2 cannot be read"),
    "a quote that never ends": (b'Name\n"A', "quotation marks"),
    "a quote in the middle": (b'Name,Notes\nA"B"C,"D"E', "quotation marks"),
    "a long cell": (b"Name,Notes\nA," + b"x" * 20_001, "“Notes” of row 2 has more than 20,000 characters"),
    "a long header": (b"Name," + b"x" * 20_001, "“2” of row 1 has more than 20,000 characters"),
    "no header": (b"\r\n , \r\n\r\n", "no header"),
    "a NUL": (b"Name\nA\x00B", "Choose a CSV or Excel"),
    "a NUL further down": (b"Name\n" + b"A,\n" * 3_000 + b"\x00", "not allowed in text"),
    "a page": (b"<html>", "Choose a CSV or Excel"),
    "a program": (b"PK\x03\x04nothing", "Choose a CSV or Excel"),
    "too many columns": (b"," * 300 + b"x", "more than 200 columns"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_unreadable_file_returns_422_with_reason(world: World, admin: Browser, case: str):
    content, words = BROKEN[case]
    with assert_unchanged(world.database, IGNORED_TABLES):
        answer = post_import_file(admin, "clients", content)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["errors"]["file"][0]


def test_invalid_rows_have_errors(world: World, admin: Browser):
    rows = (("Name", "Name", "Fax"), ("A", "B", "C"))
    duplicate = create_import(admin, "clients", make_csv(*rows))
    assert duplicate["refusal"].startswith("Columns 1, 2 are both assigned to “Name”")
    content = make_csv(
        ("Name", "Account manager", "Currency"),
        ("Ragged", manager_email(world)),
        ("Long", manager_email(world), "CAD", "more"),
        ("Twice", manager_email(world), "CAD"),
        ("  TWICE ", manager_email(world), "CAD"),
        ("", manager_email(world), "CAD"),
        ("Wrong", "#N/A", "ZZZ"),
    )
    created = create_import(admin, "clients", content)
    assert created["counts"] == import_counts(create=1, wrong=5)
    assert errors_by_line(fetch_import_rows(admin, created["api_id"], "per_page=100&outcome=wrong")) == {
        2: {None: "This row has 2 cells, but the header has 3"},
        3: {None: "This row has 4 cells, but the header has 3"},
        5: {"name": "Row 4 of the file is for the same record"},
        6: {"name": "The field is required"},
        7: {
            "account_manager": "The cell contains a formula error",
            "currency": "The field must be a currency code such as CAD",
        },
    }
    csv_errors = admin.get(f"{IMPORTS_PATH}/{created['api_id']}/errors?language=fr-ca")
    assert csv_errors.content.decode("utf-8-sig").splitlines()[:2] == [
        "Ligne;Nom;Colonne;Erreur",
        "2;Ragged;;Cette ligne compte 2 cellules, mais l’en-tête en compte 3",
    ]


def _repack(content: bytes, **parts: bytes) -> bytes:
    """Return the workbook with parts replaced or added."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, part in parts.items():
            new.writestr(name, part)
    return target.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
_OPEN = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
_ENTITY = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
_EXTERNAL_ENTITY = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
_CELL = b'<row r="1"><c r="A1" t="inlineStr"><is><t>%s</t></is></c></row></sheetData></worksheet>'
HOSTILE = {
    "entities": (_ENTITY + _OPEN + _CELL % b"&b;", "damaged"),
    "a file of the server": (_EXTERNAL_ENTITY + _OPEN + _CELL % b"&a;", "damaged"),
    "a column beyond any sheet": (
        _OPEN + b'<row><c r="ZZZZZZZ1"><v>9</v></c></row></sheetData></worksheet>',
        "damaged",
    ),
    "no XML": (b"nothing of the kind", "damaged"),
    "a bomb": (_OPEN + b" " * 130_000_000, "Choose a CSV or Excel"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_workbook_returns_422(world: World, admin: Browser, case: str):
    sheet, words = HOSTILE[case]
    with assert_unchanged(world.database, IGNORED_TABLES):
        answer = post_import_file(admin, "clients", _repack(make_xlsx(("Name",)), **{SHEET: sheet}), "a.xlsx")
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["errors"]["file"][0]


def test_workbook_with_macros_returns_422(world: World, admin: Browser):
    content = _repack(make_xlsx(("Name",)), **{"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0"})
    with assert_unchanged(world.database, IGNORED_TABLES):
        assert post_import_file(admin, "clients", content, "a.xlsx").status_code == 422


def test_workbook_that_is_too_large_unpacked_is_refused():
    """The upload refuses high compression ratios; others are limited by size here."""
    content = _repack(make_xlsx(("Name",)), **{SHEET: b"x" * 121_000_000})
    with pytest.raises(UnreadableSpreadsheet) as refused:
        read_spreadsheet(io.BytesIO(content), XLSX_MIME_TYPE)
    assert refused.value.reason.key == "table_bomb"


def test_formula_is_read_as_its_cached_value_and_distant_rows_are_ignored():
    cells = b'<c r="A%d"><f>1+1</f><v>%d</v></c>'
    far = b'<row r="1">' + cells % (1, 7) + b'</row><row r="1048576">' + cells % (1048576, 8) + b"</row>"
    content = _repack(make_xlsx(("Name",)), **{SHEET: _OPEN + far + b"</sheetData></worksheet>"})
    table = read_spreadsheet(io.BytesIO(content), XLSX_MIME_TYPE)
    assert (table.header, table.rows) == (["7"], [])


HEADER_ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
DISTANT_CELLS = {
    "a row beyond any sheet": '<row r="99999999999"><c r="A99999999999"><v>9</v></c></row>',
    "the last cell of a sheet": '<row r="1048576"><c r="XFD1048576"><v>9</v></c></row>',
}


@pytest.mark.parametrize("case", DISTANT_CELLS)
def test_distant_cell_needs_no_memory(case: str):
    """A reader that builds the whole sheet would need gigabytes and crash."""
    extent = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/>'
    )
    sheet = extent + b"<sheetData>" + (HEADER_ROW + DISTANT_CELLS[case]).encode() + b"</sheetData></worksheet>"
    tracemalloc.start()
    try:
        table = read_spreadsheet(io.BytesIO(_repack(make_xlsx(("Name",)), **{SHEET: sheet})), XLSX_MIME_TYPE)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (table.header, table.rows) == (["Name"], [])
    assert used < 50_000_000


def test_declared_dimension_is_ignored():
    rows = '<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" t="b"><v>1</v></c></row>'
    claim = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1"/><sheetData>'
    )
    sheet = claim + (HEADER_ROW + rows).encode() + b"</sheetData></worksheet>"
    table = read_spreadsheet(io.BytesIO(_repack(make_xlsx(("Name",)), **{SHEET: sheet})), XLSX_MIME_TYPE)
    assert [(line.number, line.cells) for line in table.rows] == [(2, ["#N/A"]), (3, [True])]


def test_formula_without_cached_value_is_an_error(world: World, admin: Browser):
    """As libraries write them; a formula with an empty result is an empty cell."""
    text = '<c r="%s" t="inlineStr"><is><t>%s</t></is></c>'
    head = text % ("A1", "Name") + text % ("B1", "Account manager") + text % ("C1", "Currency") + text % ("D1", "Notes")
    formulas = '<c r="C2"><f>UPPER("cad")</f><v></v></c><c r="D2" t="str"><f>IF(1,"","x")</f><v></v></c>'
    names = text % ("A2", "Unworked") + text % ("B2", manager_email(world))
    rows = f'<row r="1">{head}</row><row r="2">{names}{formulas}</row>'
    sheet = _OPEN + rows.encode() + b"</sheetData></worksheet>"
    created = create_import(admin, "clients", _repack(make_xlsx(("Name",)), **{SHEET: sheet}), "a.xlsx")
    assert created["counts"] == import_counts(wrong=1)
    message = (
        "The cell contains a formula without a value. Open the file in a spreadsheet, save it, then choose it again"
    )
    assert errors_by_line(fetch_import_rows(admin, created["api_id"])) == {2: {"currency": message}}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", RESOURCES)
def test_template_headers_are_recognized(admin: Browser, kind: str, locale: Locale):
    for format in ("csv", "xlsx"):
        content = admin.get(f"{IMPORTS_PATH}/{kind}/template?format={format}&language={locale}").content
        created = create_import(admin, kind, content, f"template.{format}")
        assert [column["field"] for column in created["columns"]] == [field.field for field in RESOURCES[kind].columns]
        assert (created["state"], created["counts"]) == ("checked", import_counts())


NUMBERS = {
    "en-us": {"1,234": "1234", "1,234.50": "1234.50", "$1,234,567.8": "1234567.8", "12,5": "12.5", "37.5": "37.5"},
    "fr-ca": {"1\u202f234,50\u00a0$": "1234.50", "1 234,5": "1234.5", "12.5": "12.5", "1.234,50": "1234.50"},
}


@pytest.mark.parametrize("locale", LOCALES)
def test_numbers_are_parsed_in_local_formats(locale: Locale):
    class FakeContext:
        def __init__(self) -> None:
            self.locale = locale

    context: object = FakeContext()
    for text, expected in NUMBERS[locale].items():
        assert Number().parse(text, context) == expected, text  # type: ignore[arg-type]
    for text in ("1,23,45", "1.2.3", "12,345,6", "1e5", "١", "1.234", "--1", "1,234.567"):
        with pytest.raises(ParseError):
            Number().parse(text, context)  # type: ignore[arg-type]
    assert Number().parse(Decimal("61.25"), context) == "61.25"  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["Acme, inc.", ",", "A;B"])
def test_commas_in_single_column_file_are_text(name: str):
    (line,) = read_spreadsheet(io.BytesIO(f"Nom\n{name}\n".encode()), "text/csv").rows
    assert line.cells == [name]


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20), min_size=1, max_size=5))
def test_written_cells_are_read_back_unchanged(cells: list[str]):
    """Prefixes that prevent a spreadsheet from running a cell are removed again."""
    header = [f"h{place}" for place in range(len(cells))]
    for locale in LOCALES:
        content = write_table(header, [cells], locale)
        lines = read_spreadsheet(io.BytesIO(content), "text/csv").rows
        if any(cells):
            (line,) = lines
            assert [unescape_formula(str(cell)) for cell in line.cells] == [unescape_formula(cell) for cell in cells]
