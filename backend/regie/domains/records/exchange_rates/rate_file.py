"""Parses a file of exchange rates and checks every line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import IO, ClassVar

from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import Input
from regie.core.files.kinds import SPREADSHEET_KINDS, FileKind
from regie.core.files.spreadsheet_reader import (
    CellValue,
    UncachedFormula,
    UnreadableSpreadsheet,
    cell_to_text,
    read_spreadsheet,
)
from regie.core.money.amounts import CURRENCIES
from regie.domains.records.exchange_rates.models import PIVOT
from regie.domains.records.exchange_rates.schemas import parse_rate
from regie.domains.records.exchange_rates.storage import ObservedRate

_EARLIEST = date(1990, 1, 1)
_TOO_OLD = FieldError("rate_long_ago", year=str(_EARLIEST.year))
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COMMA = re.compile(r"\d+,\d+")
_COLUMN_NAMES = {"date": "date", "currency": "currency", "rate": "rate", "devise": "currency", "taux": "rate"}
_COLUMNS = ("date", "currency", "rate")


@dataclass(slots=True)
class RateFile:
    """The rates of a file, and the problems of its lines by line number."""

    lines: int = 0
    observed: list[ObservedRate] = field(default_factory=list)
    problems: list[tuple[int, FieldError]] = field(default_factory=list)
    # Line numbers by day, to find the lines of future days.
    days: dict[date, list[int]] = field(default_factory=dict)

    def add_rate(self, line: int, rate: ObservedRate) -> None:
        self.observed.append(rate)
        self.days.setdefault(rate.day, []).append(line)

    def add_problem(self, line: int, error: FieldError) -> None:
        self.problems.append((line, error))

    def add_future_day_problems(self, today: date) -> None:
        """Add a problem for each line of a future day; only the caller knows today's date."""
        for day, lines in self.days.items():
            if day > today:
                self.problems += [(line, FieldError("rate_to_come")) for line in lines]
        self.problems.sort(key=lambda problem: problem[0])


class RateImport(Input):
    """The form fields besides the file, a CSV or XLSX with the columns date, currency and rate.

    A dry run stores nothing.
    """

    kinds: ClassVar[tuple[FileKind, ...]] = SPREADSHEET_KINDS
    dry_run: bool = False

    @staticmethod
    def read(content: IO[bytes], mime: str) -> RateFile:
        return parse_rate_file(content, mime)


def parse_rate_file(content: IO[bytes], mime: str) -> RateFile:
    """Parse a file; raise Invalid when it is not a table of rates. Problems of single lines are in the result."""
    try:
        table = read_spreadsheet(content, mime)
    except UnreadableSpreadsheet as error:
        raise Invalid({"file": error.reason}) from error
    columns = _find_columns(table.header)
    found, known = RateFile(lines=len(table.rows)), {}
    for line in table.rows:
        rate = _parse_row(line.cells, columns)
        if isinstance(rate, FieldError):
            found.add_problem(line.number, rate)
        elif known.setdefault(rate[:2], rate.rate) != rate.rate:
            found.add_problem(line.number, FieldError("rates_twice"))
        else:
            found.add_rate(line.number, rate)
    if not found.lines:
        raise Invalid({"file": "rates_none"})
    return found


def _find_columns(header: Sequence[str]) -> dict[str, int]:
    columns = {
        _COLUMN_NAMES[name]: index
        for index, cell in enumerate(header)
        if (name := cell.strip().lower()) in _COLUMN_NAMES
    }
    if set(columns) != set(_COLUMNS):
        raise Invalid({"file": "rates_columns"})
    return columns


def _parse_row(row: Sequence[CellValue], columns: dict[str, int]) -> ObservedRate | FieldError:
    if len(row) <= max(columns.values()):
        return FieldError("rates_cells")
    if any(row[columns[name]] is UncachedFormula.FORMULA for name in _COLUMNS):
        return FieldError("formula_without_value")
    day, currency, rate = (cell_to_text(row[columns[name]]) for name in _COLUMNS)
    try:
        on = date.fromisoformat(day if _DAY.fullmatch(day) else "")
    except ValueError:
        return FieldError("date")
    if currency == PIVOT:
        return FieldError("rate_of_pivot")
    if currency not in CURRENCIES:
        return FieldError("currency")
    if on < _EARLIEST:
        return _TOO_OLD
    try:
        return ObservedRate(currency, on, parse_rate(rate.replace(",", ".") if _COMMA.fullmatch(rate) else rate))
    except ValueError:
        return FieldError("rate")


def find_day_error(day: date, today: date) -> FieldError | None:
    """Return the reason why this day can have no rate, or None."""
    if day > today:
        return FieldError("rate_to_come")
    return _TOO_OLD if day < _EARLIEST else None
