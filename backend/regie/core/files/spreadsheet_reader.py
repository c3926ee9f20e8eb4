"""A file's rows as they stand in it: CSV in the encodings that spreadsheets write, and XLSX; nothing of it is run.

Formulas give the value that was kept with them, macros and entities are refused, and everything is bounded before it is
unpacked: a file that lies about its size costs no more than an honest one.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, auto
from typing import IO, Any
from xml.etree.ElementTree import ParseError

from regie.core.api.errors import FieldError

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MAX_ROWS = 50_000
MAX_COLUMNS = 200
_LONGEST_CELL = 20_000
# Rows without anything in them, after which nobody wrote any more.
_MOST_EMPTY = 10_000
_LARGEST_PART, _LARGEST_WHOLE = 120_000_000, 150_000_000
_DELIMITERS = (";", ",", "\t")
_UNIT_SEPARATOR = "\x1f"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# What exports put before the beginning of a formula.
_ESCAPED = re.compile(r"(^|[,;\t\r\n])'(?=\s*[=+\-@\t\r\n])")
_FORMULA_ERROR = re.compile(r"#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!)")


class UncachedFormula(Enum):
    """In the place of a value: the cell holds a formula, and nobody kept what it comes to."""

    FORMULA = auto()


Cell = str | int | Decimal | bool | date | UncachedFormula | None


class Unreadable(Exception):
    """Why a file's rows cannot be read, as the catalogue has it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.reason = FieldError(key, **values)


@dataclass(frozen=True, slots=True)
class Line:
    """A row and where it stands: the number that a spreadsheet or an editor shows beside it."""

    number: int
    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Table:
    header: list[str]
    lines: list[Line]


def read_table(content: IO[bytes], mime: str) -> Table:
    """The header and every row that holds something; Unreadable with the reason and the place."""
    is_sheet = mime == XLSX
    rows = _rows_of_xlsx(content) if is_sheet else _rows_of_csv(content.read())
    header: list[str] = []
    lines: list[Line] = []
    for number, cells in rows:
        if all(cell is None or cell == "" for cell in cells):
            continue
        if not header:
            header = _header(cells)
            continue
        if len(lines) == MAX_ROWS:
            raise Unreadable("table_rows", most=MAX_ROWS)
        fitted = _fitted(cells, len(header))
        # A sheet does not keep the empty cells at the end of a row; a text that lacks some has lost them.
        missing = len(header) - len(fitted) if is_sheet else 0
        lines.append(Line(number, fitted + [None] * missing))
    if not header:
        raise Unreadable("table_empty")
    return Table(header, lines)


def _header(cells: Sequence[Cell]) -> list[str]:
    names = [" ".join(write_name(cell).split()) for cell in cells]
    while names and not names[-1]:
        names.pop()
    if len(names) > MAX_COLUMNS:
        raise Unreadable("table_columns", most=MAX_COLUMNS)
    return [name[:200] for name in names]


def write_name(cell: Cell) -> str:
    return "" if cell is None or cell is UncachedFormula.FORMULA else str(cell)


def _fitted(cells: Sequence[Cell], width: int) -> list[Cell]:
    """Empty cells beyond the header are nobody's; whatever else stands there keeps the row from fitting it."""
    kept = list(cells)
    while len(kept) > width and kept[-1] in (None, ""):
        kept.pop()
    return kept


def decode_text(content: bytes) -> str:
    """UTF-8, UTF-16 by its mark, or else Windows-1252; what mixes them is nobody's text."""
    if content.startswith(_UTF_16):
        return _decoded(content, "utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        broken_at = content.count(b"\n", 0, error.start) + 1
    if content.startswith(codecs.BOM_UTF8) or _is_partly_utf_8(content):
        raise Unreadable("table_mixed", line=str(broken_at))
    return _decoded(content, "cp1252")


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable("table_encoding", line=str(line)) from error


def _is_partly_utf_8(content: bytes) -> bool:
    """Some line is UTF-8 beyond ASCII, or was meant to be: accents of Windows-1252 never happen to look like that."""
    for line in content.split(b"\n"):
        if line.isascii():
            continue
        try:
            line.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            continue
        return True
    return False


def _rows_of_csv(content: bytes) -> Iterator[tuple[int, list[Cell]]]:
    text = decode_text(content)
    if "\0" in text:
        raise Unreadable("table_control", line=str(text.count("\n", 0, text.index("\0")) + 1))
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter_of(text), strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, list(cells)
            number = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable("table_quotes", line=str(number)) from error


def _delimiter_of(text: str) -> str:
    """What separates the header's names outside of quotes most often; in a file of one column, commas are text."""
    first = re.sub(r'"[^"]*"', "", text.lstrip().split("\n", 1)[0])
    return max(_DELIMITERS, key=first.count) if any(sign in first for sign in _DELIMITERS) else _UNIT_SEPARATOR


def _rows_of_xlsx(content: IO[bytes]) -> Iterator[tuple[int, list[Cell]]]:
    """The first sheet's rows. The library is loaded by the first who reads one."""
    _refuse_bomb(content)
    from defusedxml.common import DefusedXmlException
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        yield from _rows_of_sheet(content)
    except Unreadable:
        raise
    except (
        DefusedXmlException,
        InvalidFileException,
        ParseError,
        zipfile.BadZipFile,
        ArithmeticError,
        AttributeError,
        LookupError,
        OSError,
        TypeError,
        ValueError,
    ) as error:
        # What a broken or hostile document makes of the library's own assumptions.
        raise Unreadable("table_broken") from error


def _rows_of_sheet(content: IO[bytes]) -> Iterator[tuple[int, list[Cell]]]:
    empty = 0
    formulas = _Formulas(content)
    for number, cells in enumerate(_read_cells(content, data_only=True), start=1):
        plain: list[Cell] = [
            _plain(cell.value, number) if cell.value is not None else formulas.find_uncached(cell, number, place)
            for place, cell in enumerate(cells)
        ]
        while plain and plain[-1] is None:
            plain.pop()
        empty = 0 if plain else empty + 1
        if empty > _MOST_EMPTY:
            return
        if plain:
            yield number, plain


def _read_cells(content: IO[bytes], *, data_only: bool) -> Iterator[Sequence[Any]]:
    """The cells of the first sheet, row by row; a document that lies about its extent is cut to what is read of it."""
    from openpyxl import load_workbook

    book = load_workbook(content, read_only=True, data_only=data_only, keep_links=False)
    try:
        sheet: Any = book.worksheets[0]
        sheet.reset_dimensions()
        yield from sheet.iter_rows(max_col=MAX_COLUMNS + 1)
    finally:
        book.close()


class _Formulas:
    """Reads a sheet a second time, for its formulas, as far as a cell without a value needs it."""

    def __init__(self, content: IO[bytes]) -> None:
        self._rows = _read_cells(content, data_only=False)
        self._number = 0
        self._row: Sequence[Any] = ()

    def find_uncached(self, cell: Any, number: int, place: int) -> UncachedFormula | None:
        # An empty text is a value too, where the document says that it is one; the library's filler is no cell.
        if cell.data_type == "str" or getattr(cell, "row", None) is None:
            return None
        while self._number < number:
            self._row = next(self._rows)
            self._number += 1
        return UncachedFormula.FORMULA if self._row[place].data_type == "f" else None


def _plain(value: Any, number: int) -> Cell:
    """Numbers exactly as the sheet writes them, instants at midnight as days."""
    if isinstance(value, float):
        exact = Decimal(repr(value))
        return int(exact) if exact == exact.to_integral_value() else exact
    if isinstance(value, datetime):
        return value.date() if value.time() == time() else value.isoformat(" ", "seconds")
    if isinstance(value, str) and len(value) > _LONGEST_CELL:
        raise Unreadable("table_cell", line=str(number), most=_LONGEST_CELL)
    if value is None or isinstance(value, str | int | date | UncachedFormula):
        return value
    return str(value)


def write_cell(cell: Cell) -> str:
    """A cell as text; what an export has put before a formula's beginning is taken away again."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return unescape(write_name(cell)).strip()


def unescape(text: str) -> str:
    """What somebody wrote, from a cell that was exported."""
    return _ESCAPED.sub(r"\1", text)


def is_formula_error(value: str) -> bool:
    return _FORMULA_ERROR.fullmatch(value) is not None


def _refuse_bomb(content: IO[bytes]) -> None:
    """Before anything is unpacked; the library then reads no more of a part than it claims to hold."""
    try:
        with zipfile.ZipFile(content) as archive:
            sizes = [part.file_size for part in archive.infolist()]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Unreadable("table_broken") from error
    finally:
        content.seek(0)
    if max(sizes, default=0) > _LARGEST_PART or sum(sizes) > _LARGEST_WHOLE:
        raise Unreadable("table_bomb")
