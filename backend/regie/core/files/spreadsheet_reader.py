"""Reads the rows of CSV files, in the encodings that spreadsheets write, and of XLSX files; runs no formula.

A formula returns its cached value. Macros and entities are refused. Limits apply before unpacking, so a file that
misreports its size costs no more than another.
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
from regie.core.files.spreadsheet_writer import FORMULA_SIGNS

XLSX_MIME_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MAX_ROWS = 50_000
MAX_COLUMNS = 200
_MAX_CELL_LENGTH = 20_000
# After this many empty rows in sequence, the rest of a sheet is ignored.
_MAX_EMPTY_ROWS = 10_000
_MAX_PART_BYTES, _MAX_UNPACKED_BYTES = 120_000_000, 150_000_000
_DELIMITERS = (";", ",", "\t")
# One limit for the whole process: above it, the library reports a long field as broken quotes.
csv.field_size_limit(2**31 - 1)
_UNIT_SEPARATOR = "\x1f"
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# The apostrophe that exports write before a formula.
_ESCAPED = re.compile(rf"(^|[,;\t\r\n])'(?=\s*[{FORMULA_SIGNS}])")
_FORMULA_ERROR = re.compile(r"#(N/A|REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!)")


class UncachedFormula(Enum):
    """Replaces the value of a cell whose formula has no cached value."""

    FORMULA = auto()


CellValue = str | int | Decimal | bool | date | UncachedFormula | None


class UnreadableSpreadsheet(Exception):
    """The file cannot be read; `reason` is a message of the catalogue."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.reason = FieldError(key, **values)


@dataclass(frozen=True, slots=True)
class SpreadsheetRow:
    """A row with its number as a spreadsheet or an editor shows it."""

    number: int
    cells: list[CellValue]


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    header: list[str]
    rows: list[SpreadsheetRow]


def read_spreadsheet(content: IO[bytes], mime: str) -> Spreadsheet:
    """Return the header and the non-empty rows; raise UnreadableSpreadsheet with the reason and the line."""
    is_sheet = mime == XLSX_MIME_TYPE
    rows = _read_xlsx(content) if is_sheet else _read_csv(content.read())
    header: list[str] = []
    found: list[SpreadsheetRow] = []
    for number, cells in rows:
        if all(cell is None or cell == "" for cell in cells):
            continue
        _refuse_long_cells(number, cells, header)
        if not header:
            header = _header(cells)
            continue
        if len(found) == MAX_ROWS:
            raise UnreadableSpreadsheet("table_rows", most=MAX_ROWS)
        trimmed = _trim(cells, len(header))
        # XLSX omits empty cells at the end of a row; a CSV row that is too short is an error of the import.
        missing = len(header) - len(trimmed) if is_sheet else 0
        found.append(SpreadsheetRow(number, trimmed + [None] * missing))
    if not header:
        raise UnreadableSpreadsheet("table_empty")
    return Spreadsheet(header, found)


def _header(cells: Sequence[CellValue]) -> list[str]:
    names = [" ".join(cell_to_raw_text(cell).split()) for cell in cells]
    while names and not names[-1]:
        names.pop()
    if len(names) > MAX_COLUMNS:
        raise UnreadableSpreadsheet("table_columns", most=MAX_COLUMNS)
    return [name[:200] for name in names]


def _refuse_long_cells(number: int, cells: Sequence[CellValue], header: Sequence[str]) -> None:
    for index, cell in enumerate(cells):
        if isinstance(cell, str) and len(cell) > _MAX_CELL_LENGTH:
            column = header[index] if index < len(header) and header[index] else str(index + 1)
            raise UnreadableSpreadsheet("table_cell", line=str(number), column=column, most=_MAX_CELL_LENGTH)


def cell_to_raw_text(cell: CellValue) -> str:
    return "" if cell is None or cell is UncachedFormula.FORMULA else str(cell)


def _trim(cells: Sequence[CellValue], width: int) -> list[CellValue]:
    """Remove empty cells beyond the header; others stay, so that the row does not match the header."""
    trimmed = list(cells)
    while len(trimmed) > width and trimmed[-1] in (None, ""):
        trimmed.pop()
    return trimmed


def decode_text(content: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or Windows-1252; refuse a mix of encodings."""
    if content.startswith(_UTF_16):
        return _decode(content, "utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        broken_at = content.count(b"\n", 0, error.start) + 1
    if content.startswith(codecs.BOM_UTF8) or _is_partly_utf_8(content):
        raise UnreadableSpreadsheet("table_mixed", line=str(broken_at))
    return _decode(content, "cp1252")


def _decode(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableSpreadsheet("table_encoding", line=str(line)) from error


def _is_partly_utf_8(content: bytes) -> bool:
    """Return whether a line is non-ASCII UTF-8, which accents in Windows-1252 practically never are."""
    for line in content.split(b"\n"):
        if line.isascii():
            continue
        try:
            line.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            continue
        return True
    return False


def _read_csv(content: bytes) -> Iterator[tuple[int, list[CellValue]]]:
    text = decode_text(content)
    if "\0" in text:
        raise UnreadableSpreadsheet("table_control", line=str(text.count("\n", 0, text.index("\0")) + 1))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_detect_delimiter(text), strict=True)
    number = 1
    try:
        for cells in reader:
            yield number, list(cells)
            number = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableSpreadsheet("table_quotes", line=str(number)) from error


def _detect_delimiter(text: str) -> str:
    """Return the most frequent delimiter of the header outside quotes; a file of one column has none."""
    first = re.sub(r'"[^"]*"', "", text.lstrip().split("\n", 1)[0])
    return (
        max(_DELIMITERS, key=first.count) if any(delimiter in first for delimiter in _DELIMITERS) else _UNIT_SEPARATOR
    )


def _read_xlsx(content: IO[bytes]) -> Iterator[tuple[int, list[CellValue]]]:
    """Yield the rows of the first sheet; the library is imported on first use."""
    _refuse_bomb(content)
    from defusedxml.common import DefusedXmlException
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        yield from _read_sheet(content)
    except UnreadableSpreadsheet:
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
        # Broken or hostile documents raise all of these in the library.
        raise UnreadableSpreadsheet("table_broken") from error


def _read_sheet(content: IO[bytes]) -> Iterator[tuple[int, list[CellValue]]]:
    empty = 0
    formulas = _Formulas(content)
    for number, cells in enumerate(_read_cells(content, data_only=True), start=1):
        values: list[CellValue] = [
            _convert(cell.value) if cell.value is not None else formulas.find_uncached(cell, number, index)
            for index, cell in enumerate(cells)
        ]
        while values and values[-1] is None:
            values.pop()
        empty = 0 if values else empty + 1
        if empty > _MAX_EMPTY_ROWS:
            return
        if values:
            yield number, values


def _read_cells(content: IO[bytes], *, data_only: bool) -> Iterator[Sequence[Any]]:
    """Yield the rows of the first sheet up to `MAX_COLUMNS`, whatever dimensions the document declares."""
    from openpyxl import load_workbook

    workbook = load_workbook(content, read_only=True, data_only=data_only, keep_links=False)
    try:
        sheet: Any = workbook.worksheets[0]
        sheet.reset_dimensions()
        yield from sheet.iter_rows(max_col=MAX_COLUMNS + 1)
    finally:
        workbook.close()


class _Formulas:
    """Reads the sheet's formulas, up to the last cell without a value."""

    def __init__(self, content: IO[bytes]) -> None:
        self._rows = _read_cells(content, data_only=False)
        self._number = 0
        self._row: Sequence[Any] = ()

    def find_uncached(self, cell: Any, number: int, index: int) -> UncachedFormula | None:
        # Empty text is a value; cells that the library fills in have no row.
        if cell.data_type == "str" or getattr(cell, "row", None) is None:
            return None
        while self._number < number:
            self._row = next(self._rows)
            self._number += 1
        return UncachedFormula.FORMULA if self._row[index].data_type == "f" else None


def _convert(value: Any) -> CellValue:
    """Convert a number without loss, and a datetime at midnight to a date."""
    if isinstance(value, float):
        exact = Decimal(repr(value))
        return int(exact) if exact == exact.to_integral_value() else exact
    if isinstance(value, datetime):
        return value.date() if value.time() == time() else value.isoformat(" ", "seconds")
    if value is None or isinstance(value, str | int | date | UncachedFormula):
        return value
    return str(value)


def cell_to_text(cell: CellValue) -> str:
    """Return a cell as text, without the apostrophe that exports write before a formula."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    return unescape_formula(cell_to_raw_text(cell)).strip()


def unescape_formula(text: str) -> str:
    """Remove the apostrophes that exports write before a formula."""
    return _ESCAPED.sub(r"\1", text)


def is_formula_error(value: str) -> bool:
    return _FORMULA_ERROR.fullmatch(value) is not None


def _refuse_bomb(content: IO[bytes]) -> None:
    """Check the declared sizes before unpacking; the library reads no more of a part than its declared size."""
    try:
        with zipfile.ZipFile(content) as archive:
            sizes = [part.file_size for part in archive.infolist()]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise UnreadableSpreadsheet("table_broken") from error
    finally:
        content.seek(0)
    if max(sizes, default=0) > _MAX_PART_BYTES or sum(sizes) > _MAX_UNPACKED_BYTES:
        raise UnreadableSpreadsheet("table_bomb")
