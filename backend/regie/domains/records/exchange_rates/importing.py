"""Reading a file of rates: every line is judged before any is stored."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import IO, ClassVar

from regie.core.api.errors import FieldError, Invalid
from regie.core.api.wire import Input
from regie.core.files.kinds import TABLES, Kind
from regie.core.files.spreadsheet_reader import Cell, UncachedFormula, Unreadable, read_table, write_cell
from regie.core.money.amounts import CURRENCIES
from regie.domains.records.exchange_rates.filling import Observed
from regie.domains.records.exchange_rates.models import PIVOT
from regie.domains.records.exchange_rates.schemas import read_rate

_EARLIEST = date(1990, 1, 1)
_LONG_AGO = FieldError("rate_long_ago", year=str(_EARLIEST.year))
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_COMMA = re.compile(r"\d+,\d+")
_NAMES = {"date": "date", "currency": "currency", "rate": "rate", "devise": "currency", "taux": "rate"}
_COLUMNS = ("date", "currency", "rate")


@dataclass(slots=True)
class ReadFile:
    """The rates of a file, and why some of its lines are none, by line number."""

    lines: int = 0
    observed: list[Observed] = field(default_factory=list)
    problems: list[tuple[int, FieldError]] = field(default_factory=list)
    # The lines of each day, by which those of days to come are found.
    days: dict[date, list[int]] = field(default_factory=dict)

    def keep(self, line: int, one: Observed) -> None:
        self.observed.append(one)
        self.days.setdefault(one.day, []).append(line)

    def refuse(self, line: int, error: FieldError) -> None:
        self.problems.append((line, error))

    def refuse_after(self, today: date) -> None:
        """Days to come have no rate yet; which they are is only known to who calls."""
        for day, lines in self.days.items():
            if day > today:
                self.problems += [(line, FieldError("rate_to_come")) for line in lines]
        self.problems.sort(key=lambda told: told[0])


class RateImport(Input):
    """Beside the file, a CSV or XLSX with the columns date, currency and rate; a dry run stores nothing."""

    kinds: ClassVar[tuple[Kind, ...]] = TABLES
    dry_run: bool = False

    @staticmethod
    def read(content: IO[bytes], mime: str) -> ReadFile:
        return read_file(content, mime)


def read_file(content: IO[bytes], mime: str) -> ReadFile:
    """Invalid where it is no table of rates at all; what is wrong in single lines is in the result."""
    try:
        table = read_table(content, mime)
    except Unreadable as refused:
        raise Invalid({"file": refused.reason}) from refused
    places = _places(table.header)
    found, known = ReadFile(lines=len(table.lines)), {}
    for line in table.lines:
        one = _read(line.cells, places)
        if isinstance(one, FieldError):
            found.refuse(line.number, one)
        elif known.setdefault(one[:2], one.rate) != one.rate:
            found.refuse(line.number, FieldError("rates_twice"))
        else:
            found.keep(line.number, one)
    if not found.lines:
        raise Invalid({"file": "rates_none"})
    return found


def _places(header: Sequence[str]) -> dict[str, int]:
    places = {_NAMES[name]: place for place, cell in enumerate(header) if (name := cell.strip().lower()) in _NAMES}
    if set(places) != set(_COLUMNS):
        raise Invalid({"file": "rates_columns"})
    return places


def _read(row: Sequence[Cell], places: dict[str, int]) -> Observed | FieldError:
    if len(row) <= max(places.values()):
        return FieldError("rates_cells")
    if any(row[places[name]] is UncachedFormula.FORMULA for name in _COLUMNS):
        return FieldError("formula_unworked")
    day, currency, rate = (write_cell(row[places[name]]) for name in _COLUMNS)
    try:
        on = date.fromisoformat(day if _DAY.fullmatch(day) else "")
    except ValueError:
        return FieldError("date")
    if currency == PIVOT:
        return FieldError("rate_of_pivot")
    if currency not in CURRENCIES:
        return FieldError("currency")
    if on < _EARLIEST:
        return _LONG_AGO
    try:
        return Observed(currency, on, read_rate(rate.replace(",", ".") if _COMMA.fullmatch(rate) else rate))
    except ValueError:
        return FieldError("rate")


def refuse_day(day: date, today: date) -> FieldError | None:
    """Why this day can have no rate, if so."""
    if day > today:
        return FieldError("rate_to_come")
    return _LONG_AGO if day < _EARLIEST else None
