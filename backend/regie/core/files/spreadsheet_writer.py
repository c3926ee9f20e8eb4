"""Rows as a file that a spreadsheet opens: in the reader's language, piece by piece, and never run as a formula."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from regie.core.text.locale import Locale

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

Format = Literal["text", "money", "number", "hours", "percent", "day", "instant"]
Cell = str | Decimal | date | datetime | None
Row = Sequence[Cell]
_BOM = "\ufeff"
_A_PIECE = 64_000
_LONGEST_TEXT = 32_767
# What a sheet can hold beside its head.
MAX_LINES = 1_048_575
_LONGEST_SHEET_NAME = 31
_NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")
# What a spreadsheet takes for the beginning of a formula: at the start of a cell, or of what it takes for one when it
# separates by another sign than the file does.
_DANGEROUS = re.compile(r"(^|[,;\t\r\n])(?=\s*[=+\-@\t\r\n])")
_WIDTHS: dict[Format, int] = {
    "text": 26, "money": 15, "number": 12, "hours": 12, "percent": 12, "day": 12, "instant": 17,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    text: str
    format: Format


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with a name; its rows are read once."""

    name: str
    heads: Sequence[Head]
    rows: Iterable[Row]


# What the rows add up to is known after the last of them.
After = Callable[[], Sheet | None]


def csv_pieces(sheet: Sheet, after: After, locale: Locale) -> Iterator[bytes]:
    """French spreadsheets separate with semicolons, since their decimals have the comma."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=";" if locale == "fr-ca" else ",", lineterminator="\r\n")
    buffer.write(_BOM)
    for line in _lines(sheet, after):
        writer.writerow([_written(cell, locale) for cell in line])
        if buffer.tell() > _A_PIECE:
            yield _take(buffer)
    yield _take(buffer)


def _lines(sheet: Sheet, after: After) -> Iterator[Row]:
    yield [head.text for head in sheet.heads]
    yield from sheet.rows
    if totals := after():
        yield []
        yield [head.text for head in totals.heads]
        yield from totals.rows


def _take(buffer: io.StringIO) -> bytes:
    piece = buffer.getvalue().encode()
    buffer.seek(0)
    buffer.truncate()
    return piece


def _written(cell: Cell, locale: Locale) -> str:
    """Days and instants as ISO 8601 has them: no reader takes the month for the day."""
    if isinstance(cell, Decimal):
        plain = f"{cell:f}"
        return plain.replace(".", ",") if locale == "fr-ca" else plain
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d %H:%M")
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else _DANGEROUS.sub(r"\1'", cell)


def write_xlsx(path: Path, sheet: Sheet, after: After) -> None:
    """Row by row through temporary files beside `path`: what is written takes no memory."""
    # Heavy, and nobody but exports needs it.
    from xlsxwriter.workbook import Workbook

    book = Workbook(str(path), {"constant_memory": True, "tmpdir": str(path.parent), "in_memory": False})
    try:
        formats = _Formats(book)
        _write_sheet(book, formats, sheet)
        if totals := after():
            _write_sheet(book, formats, totals)
    finally:
        book.close()


class _Formats:
    """The looks of a workbook's cells, each made once."""

    def __init__(self, book: "Workbook") -> None:
        self._book = book
        self._made: dict[str, Any] = {}
        self.head = book.add_format({"bold": True, "bottom": 1})

    def of(self, pattern: str) -> Any:
        if pattern not in self._made:
            self._made[pattern] = self._book.add_format({"num_format": pattern})
        return self._made[pattern]


def _write_sheet(book: "Workbook", formats: _Formats, sheet: Sheet) -> None:
    page = book.add_worksheet(_NOT_IN_SHEET_NAMES.sub(" ", sheet.name)[:_LONGEST_SHEET_NAME])
    for place, head in enumerate(sheet.heads):
        page.set_column(place, place, max(_WIDTHS[head.format], min(len(head.text) + 4, 40)))
        page.write_string(0, place, head.text, formats.head)
    page.freeze_panes(1, 0)
    last = 0
    for last, row in enumerate(sheet.rows, start=1):
        if last > MAX_LINES:
            raise ValueError("more lines than a sheet can hold")
        for place, (head, cell) in enumerate(zip(sheet.heads, row, strict=True)):
            _write_cell(page, formats, last, place, head.format, cell)
    page.autofilter(0, 0, last, len(sheet.heads) - 1)


def _write_cell(page: Any, formats: _Formats, line: int, place: int, format: Format, cell: Cell) -> None:
    """Text is always text, whatever it begins with."""
    if cell is None:
        return
    if isinstance(cell, Decimal):
        value = cell / 100 if format == "percent" else cell
        page.write_number(line, place, value, formats.of(_pattern(format, cell)))
    elif isinstance(cell, datetime):
        page.write_datetime(line, place, cell, formats.of("yyyy-mm-dd hh:mm"))
    elif isinstance(cell, date):
        page.write_datetime(line, place, cell, formats.of("yyyy-mm-dd"))
    else:
        page.write_string(line, place, cell[:_LONGEST_TEXT])


def _pattern(format: Format, value: Decimal) -> str:
    """As many decimals as are written: each currency has its own."""
    decimals = max(0, -int(value.as_tuple().exponent))
    fraction = "." + "0" * decimals if decimals else ""
    return f"0{fraction}%" if format == "percent" else f"#,##0{fraction}"
