"""Writes rows as CSV or XLSX: in the reader's language, in chunks, with text never treated as a formula."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from regie.core.text.erased import translate_erased_names
from regie.core.text.locale import Locale

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

CellFormat = Literal["text", "money", "number", "hours", "percent", "points", "day", "instant"]


@dataclass(frozen=True, slots=True)
class FormattedNumber:
    """A number with a format of its own, in a column of several units."""

    value: Decimal
    format: CellFormat


Cell = str | Decimal | FormattedNumber | date | datetime | None
Row = Sequence[Cell]
_BOM = "\ufeff"
_CHUNK_LENGTH = 64_000
_MAX_TEXT_LENGTH = 32_767
# The limit of XLSX, without the header.
MAX_SHEET_ROWS = 1_048_575
_MAX_SHEET_NAME_LENGTH = 31
_FORBIDDEN_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")
# Spreadsheets of Asian languages also read the full-width signs ＝＋－＠ as the start of a formula.
FORMULA_SIGNS = r"=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20"
# The start of a formula, in a cell or in what a spreadsheet with another delimiter takes for a cell.
_FORMULA_START = re.compile(rf"(^|[,;\t\r\n])(?=\s*[{FORMULA_SIGNS}])")
_WIDTHS: dict[CellFormat, int] = {
    "text": 26, "money": 15, "number": 12, "hours": 12, "percent": 12, "points": 12, "day": 12, "instant": 17,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ColumnHeader:
    text: str
    format: CellFormat


@dataclass(frozen=True, slots=True)
class Sheet:
    """A named sheet; its rows are iterated once."""

    name: str
    headers: Sequence[ColumnHeader]
    rows: Iterable[Row]


# Called after the last row, when the totals are known.
ReadTotalsSheet = Callable[[], Sheet | None]


def csv_chunks(sheet: Sheet, read_totals: ReadTotalsSheet, locale: Locale) -> Iterator[bytes]:
    """Yield a CSV file; French uses semicolons, because its decimals have a comma."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=";" if locale == "fr-ca" else ",", lineterminator="\r\n")
    buffer.write(_BOM)
    for line in _lines(sheet, read_totals):
        writer.writerow([_format_cell(cell, locale) for cell in line])
        if buffer.tell() > _CHUNK_LENGTH:
            yield _take(buffer, locale)
    yield _take(buffer, locale)


def _lines(sheet: Sheet, read_totals: ReadTotalsSheet) -> Iterator[Row]:
    yield [header.text for header in sheet.headers]
    yield from sheet.rows
    if totals := read_totals():
        yield []
        yield [header.text for header in totals.headers]
        yield from totals.rows


def _take(buffer: io.StringIO, locale: Locale) -> bytes:
    chunk = translate_erased_names(buffer.getvalue(), locale).encode()
    buffer.seek(0)
    buffer.truncate()
    return chunk


def _format_cell(cell: Cell, locale: Locale) -> str:
    """Format dates as ISO 8601, so that month and day are unambiguous."""
    if isinstance(cell, FormattedNumber):
        return _format_cell(cell.value, locale)
    if isinstance(cell, Decimal):
        text = f"{cell:f}"
        return text.replace(".", ",") if locale == "fr-ca" else text
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else _FORMULA_START.sub(r"\1'", cell)


def write_xlsx(path: Path, sheet: Sheet, read_totals: ReadTotalsSheet, locale: Locale) -> None:
    """Write row by row, through temporary files in the folder of `path`, so that memory use is constant."""
    # Imported here: only exports need this large library.
    from xlsxwriter.workbook import Workbook

    workbook = Workbook(str(path), {"constant_memory": True, "tmpdir": str(path.parent), "in_memory": False})
    try:
        formats = _Formats(workbook, locale)
        _write_sheet(workbook, formats, sheet)
        if totals := read_totals():
            _write_sheet(workbook, formats, totals)
    finally:
        workbook.close()


def write_workbook(path: Path, sheets: Sequence[Sheet], locale: Locale) -> None:
    """Write several sheets of known size; texts are never formulas."""
    from xlsxwriter.workbook import Workbook

    workbook = Workbook(str(path), {"tmpdir": str(path.parent)})
    try:
        formats = _Formats(workbook, locale)
        for sheet in sheets:
            _write_sheet(workbook, formats, sheet)
    finally:
        workbook.close()


class _Formats:
    """The language and the cell formats of a workbook, each created once."""

    def __init__(self, workbook: "Workbook", locale: Locale) -> None:
        self._workbook = workbook
        self.locale: Locale = locale
        self._cache: dict[str, Any] = {}
        self.header = workbook.add_format({"bold": True, "bottom": 1})

    def get(self, pattern: str) -> Any:
        if pattern not in self._cache:
            self._cache[pattern] = self._workbook.add_format({"num_format": pattern})
        return self._cache[pattern]


def _write_sheet(workbook: "Workbook", formats: _Formats, sheet: Sheet) -> None:
    page = workbook.add_worksheet(_FORBIDDEN_IN_SHEET_NAMES.sub(" ", sheet.name)[:_MAX_SHEET_NAME_LENGTH])
    for index, header in enumerate(sheet.headers):
        page.set_column(index, index, max(_WIDTHS[header.format], min(len(header.text) + 4, 40)))
        page.write_string(0, index, header.text, formats.header)
    page.freeze_panes(1, 0)
    last = 0
    for last, row in enumerate(sheet.rows, start=1):
        if last > MAX_SHEET_ROWS:
            raise ValueError("too many rows for one sheet")
        for index, (header, cell) in enumerate(zip(sheet.headers, row, strict=True)):
            _write_cell(page, formats, last, index, header.format, cell)
    page.autofilter(0, 0, last, len(sheet.headers) - 1)


def _write_cell(page: Any, formats: _Formats, row: int, column: int, format: CellFormat, cell: Cell) -> None:
    """Write text as text, even when it looks like a formula."""
    if cell is None:
        return
    if isinstance(cell, FormattedNumber):
        _write_cell(page, formats, row, column, cell.format, cell.value)
    elif isinstance(cell, Decimal):
        value = cell / 100 if format == "percent" else cell
        page.write_number(row, column, value, formats.get(_pattern(format, cell)))
    elif isinstance(cell, datetime):
        page.write_datetime(row, column, cell, formats.get("yyyy-mm-dd hh:mm"))
    elif isinstance(cell, date):
        page.write_datetime(row, column, cell, formats.get("yyyy-mm-dd"))
    else:
        page.write_string(row, column, translate_erased_names(cell, formats.locale)[:_MAX_TEXT_LENGTH])


def _pattern(format: CellFormat, value: Decimal) -> str:
    """Show as many decimals as the value has, because currencies differ."""
    decimals = max(0, -int(value.as_tuple().exponent))
    fraction = "." + "0" * decimals if decimals else ""
    if format == "points":
        return f'0{fraction}" pts"'
    return f"0{fraction}%" if format == "percent" else f"#,##0{fraction}"
