"""What files bring: every encoding and sign, broken and hostile ones, and what is written coming back unchanged."""

import io
import tracemalloc
import zipfile
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from regie.core.files.spreadsheet_reader import XLSX, Unreadable, read_table, unescape
from regie.core.text.locale import LOCALES, Locale
from regie.domains.administration.imports.cells import Number, Unread
from regie.domains.administration.imports.queries import RESOURCES
from regie.domains.administration.imports.templates import write_table
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.factories.tables import PATH, apply, counts, csv_of, errors_of, rows_of, tried, try_file, xlsx_of
from tests.factories.world import World, unchanged

BUT = ("file_removals", "table_changes")


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def manager(world: World) -> str:
    return world.people["account_manager"].user.email


@pytest.mark.parametrize("sign", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_encoding_and_sign_is_read(world: World, admin: Browser, encoding: str, sign: str):
    name = f"Œuvre é {encoding} {ord(sign)}"
    rows = (("Nom", "Responsable de compte", "Devise", "Notes"), (name, manager(world), "CAD", f'"a{sign}\r\n""b"""'))
    one = tried(admin, "clients", csv_of(*rows, sign=sign, encoding=encoding))
    assert one["counts"] == counts(create=1), rows_of(admin, one["api_id"])
    assert apply(admin, one["api_id"]).status_code == 201
    with world.database.read() as db:
        assert db.execute(select(Client.notes).where(Client.name == name)).scalar_one() == f'a{sign}\n"b"'


UTF, LATIN = "é".encode(), "é".encode("cp1252")
BROKEN = {
    "mixed encodings": (b"Name,Notes\nA," + UTF + b"\nB," + LATIN, "mixes encodings, first on line 3"),
    "a mark of UTF-8 before something else": (b"\xef\xbb\xbfName\n" + LATIN, "mixes encodings"),
    "a lone surrogate": (b"Name\nA\xed\xa0\x80", "mixes encodings"),
    "half a letter of UTF-16": ("Name\nA".encode("utf-16") + b"\x00\xd8", "Line 2 cannot be read"),
    "a quote that never ends": (b'Name\n"A', "quotation marks"),
    "a quote in the middle": (b'Name,Notes\nA"B"C,"D"E', "quotation marks"),
    "no header": (b"\r\n , \r\n\r\n", "no header"),
    "a NUL": (b"Name\nA\x00B", "Choose a CSV or Excel"),
    "a NUL further down": (b"Name\n" + b"A,\n" * 3_000 + b"\x00", "no text has"),
    "a page": (b"<html>", "Choose a CSV or Excel"),
    "a program": (b"PK\x03\x04nothing", "Choose a CSV or Excel"),
    "too many columns": (b"," * 300 + b"x", "more than 200 columns"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_what_cannot_be_read_is_refused_in_words(world: World, admin: Browser, what: str):
    content, words = BROKEN[what]
    with unchanged(world.database, BUT):
        answer = try_file(admin, "clients", content)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["errors"]["file"][0]


def test_rows_that_do_not_fit_are_named(world: World, admin: Browser):
    rows = (("Name", "Name", "Fax"), ("A", "B", "C"))
    twice = tried(admin, "clients", csv_of(*rows))
    assert twice["refusal"].startswith("Columns 1, 2 both stand for “Name”")
    content = csv_of(
        ("Name", "Account manager", "Currency"),
        ("Ragged", manager(world)),
        ("Long", manager(world), "CAD", "more"),
        ("Twice", manager(world), "CAD"),
        ("  TWICE ", manager(world), "CAD"),
        ("", manager(world), "CAD"),
        ("Wrong", "#N/A", "ZZZ"),
    )
    one = tried(admin, "clients", content)
    assert one["counts"] == counts(create=1, wrong=5)
    assert errors_of(rows_of(admin, one["api_id"], "per_page=100&outcome=wrong")) == {
        2: {None: "The number of cells in this row (2) is not that of the header (3)"},
        3: {None: "The number of cells in this row (4) is not that of the header (3)"},
        5: {"name": "Row 4 of the file already names this record"},
        6: {"name": "The field is required"},
        7: {
            "account_manager": "The cell holds an error of a formula",
            "currency": "The field must be a currency code such as CAD",
        },
    }
    told = admin.get(f"{PATH}/{one['api_id']}/errors?language=fr-ca")
    assert told.content.decode("utf-8-sig").splitlines()[:2] == [
        "Ligne;Nom;Colonne;Erreur",
        "2;Ragged;;Le nombre de cellules de cette ligne (2) n’est pas celui de l’en-tête (3)",
    ]


def _repacked(content: bytes, **parts: bytes) -> bytes:
    """The workbook with parts replaced or added."""
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
_OUTSIDE = b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
_CELL = b'<row r="1"><c r="A1" t="inlineStr"><is><t>%s</t></is></c></row></sheetData></worksheet>'
HOSTILE = {
    "entities": (_ENTITY + _OPEN + _CELL % b"&b;", "damaged"),
    "a file of the server": (_OUTSIDE + _OPEN + _CELL % b"&a;", "damaged"),
    "a column beyond any sheet": (
        _OPEN + b'<row><c r="ZZZZZZZ1"><v>9</v></c></row></sheetData></worksheet>',
        "damaged",
    ),
    "no XML": (b"nothing of the kind", "damaged"),
    "a bomb": (_OPEN + b" " * 130_000_000, "Choose a CSV or Excel"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_workbook_is_refused(world: World, admin: Browser, what: str):
    sheet, words = HOSTILE[what]
    with unchanged(world.database, BUT):
        answer = try_file(admin, "clients", _repacked(xlsx_of(("Name",)), **{SHEET: sheet}), "a.xlsx")
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["errors"]["file"][0]


def test_macros_are_refused(world: World, admin: Browser):
    content = _repacked(xlsx_of(("Name",)), **{"xl/vbaProject.bin": b"\xd0\xcf\x11\xe0"})
    with unchanged(world.database, BUT):
        assert try_file(admin, "clients", content, "a.xlsx").status_code == 422


def test_a_workbook_that_is_too_large_unpacked_is_refused_before_it_is_read():
    """The door refuses what is packed too tightly; what is packed loosely is held to its size here."""
    content = _repacked(xlsx_of(("Name",)), **{SHEET: b"x" * 121_000_000})
    with pytest.raises(Unreadable) as refused:
        read_table(io.BytesIO(content), XLSX)
    assert refused.value.reason.key == "table_bomb"


def test_a_formula_is_its_kept_value_and_a_row_far_below_is_not_reached():
    cells = b'<c r="A%d"><f>1+1</f><v>%d</v></c>'
    far = b'<row r="1">' + cells % (1, 7) + b'</row><row r="1048576">' + cells % (1048576, 8) + b"</row>"
    content = _repacked(xlsx_of(("Name",)), **{SHEET: _OPEN + far + b"</sheetData></worksheet>"})
    table = read_table(io.BytesIO(content), XLSX)
    assert (table.header, table.lines) == (["7"], [])


HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
FAR_AWAY = {
    "a row beyond any sheet": '<row r="99999999999"><c r="A99999999999"><v>9</v></c></row>',
    "the last cell of a sheet": '<row r="1048576"><c r="XFD1048576"><v>9</v></c></row>',
}


@pytest.mark.parametrize("where", FAR_AWAY)
def test_cell_far_away_takes_no_memory(where: str):
    """A reader that lays a sheet out as a whole would ask for gigabytes, and end with its process."""
    extent = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/>'
    )
    sheet = extent + b"<sheetData>" + (HEAD + FAR_AWAY[where]).encode() + b"</sheetData></worksheet>"
    tracemalloc.start()
    try:
        table = read_table(io.BytesIO(_repacked(xlsx_of(("Name",)), **{SHEET: sheet})), XLSX)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (table.header, table.lines) == (["Name"], [])
    assert used < 50_000_000


def test_extent_that_the_sheet_claims_cuts_nothing_off():
    rows = '<row r="2"><c r="A2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3" t="b"><v>1</v></c></row>'
    claim = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1"/><sheetData>'
    )
    sheet = claim + (HEAD + rows).encode() + b"</sheetData></worksheet>"
    table = read_table(io.BytesIO(_repacked(xlsx_of(("Name",)), **{SHEET: sheet})), XLSX)
    assert [(line.number, line.cells) for line in table.lines] == [(2, ["#N/A"]), (3, [True])]


def test_a_formula_whose_value_nobody_kept_is_told_where_it_stands(world: World, admin: Browser):
    """As libraries write them; what a spreadsheet worked out to nothing is nothing."""
    text = '<c r="%s" t="inlineStr"><is><t>%s</t></is></c>'
    head = text % ("A1", "Name") + text % ("B1", "Account manager") + text % ("C1", "Currency") + text % ("D1", "Notes")
    unworked = '<c r="C2"><f>UPPER("cad")</f><v></v></c><c r="D2" t="str"><f>IF(1,"","x")</f><v></v></c>'
    names = text % ("A2", "Unworked") + text % ("B2", manager(world))
    rows = f'<row r="1">{head}</row><row r="2">{names}{unworked}</row>'
    sheet = _OPEN + rows.encode() + b"</sheetData></worksheet>"
    one = tried(admin, "clients", _repacked(xlsx_of(("Name",)), **{SHEET: sheet}), "a.xlsx")
    assert one["counts"] == counts(wrong=1)
    told = "The cell holds a formula without a value: open the file in a spreadsheet, save it, then choose it again"
    assert errors_of(rows_of(admin, one["api_id"])) == {2: {"currency": told}}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", ["clients", "employees"])
def test_a_template_is_understood_whole(admin: Browser, kind: str, locale: Locale):
    for format in ("csv", "xlsx"):
        content = admin.get(f"{PATH}/{kind}/template?format={format}&language={locale}").content
        one = tried(admin, kind, content, f"template.{format}")
        assert [column["field"] for column in one["columns"]] == [field.field for field in RESOURCES[kind].columns]
        assert (one["state"], one["counts"]) == ("checked", counts())


NUMBERS = {
    "en-us": {"1,234": "1234", "1,234.50": "1234.50", "$1,234,567.8": "1234567.8", "12,5": "12.5", "37.5": "37.5"},
    "fr-ca": {"1\u202f234,50\u00a0$": "1234.50", "1 234,5": "1234.5", "12.5": "12.5", "1.234,50": "1234.50"},
}


@pytest.mark.parametrize("locale", LOCALES)
def test_numbers_are_read_as_people_write_them(locale: Locale):
    class Desk:
        def __init__(self) -> None:
            self.locale = locale

    desk: object = Desk()
    for text, expected in NUMBERS[locale].items():
        assert Number().read(text, desk) == expected, text  # type: ignore[arg-type]
    for text in ("1,23,45", "1.2.3", "12,345,6", "1e5", "١", "1.234", "--1", "1,234.567"):
        with pytest.raises(Unread):
            Number().read(text, desk)  # type: ignore[arg-type]
    assert Number().read(Decimal("61.25"), desk) == "61.25"  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["Acme, inc.", ",", "A;B"])
def test_file_of_one_column_keeps_commas(name: str):
    (line,) = read_table(io.BytesIO(f"Nom\n{name}\n".encode()), "text/csv").lines
    assert line.cells == [name]


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20), min_size=1, max_size=5))
def test_what_an_export_writes_comes_back_as_it_was(cells: list[str]):
    """Whatever a cell begins with: what keeps a spreadsheet from running it is taken away again."""
    header = [f"h{place}" for place in range(len(cells))]
    for locale in LOCALES:
        content = write_table(header, [cells], locale)
        lines = read_table(io.BytesIO(content), "text/csv").lines
        if any(cells):
            (line,) = lines
            assert [unescape(str(cell)) for cell in line.cells] == [unescape(cell) for cell in cells]
