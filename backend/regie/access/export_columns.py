"""Describes how a list's columns appear in an exported file, once per list.

A column has the same id as on the screen. Its cells are read from the rows that the list's endpoint returns, so a file
never contains more than the screen shows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.wire import Money
from regie.core.files.spreadsheet_writer import Cell, CellFormat
from regie.core.text.locale import DEFAULT_LOCALE, Locale, catalogue, translate
from regie.core.time.clock import Clock

_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class ExportContext:
    """What cells depend on besides their row.

    `enum_label(enum, value)` translates a value, `enum_values(enum)` lists an enum's values in order, and `origin` is
    the address of this installation.
    """

    locale: Locale
    zone: ZoneInfo
    origin: str
    enum_label: Callable[[str, str], str]
    enum_values: Callable[[str], Sequence[str]]

    def translate(self, key: str, **values: object) -> str:
        return translate(self.locale, key, **values)


ReadCell = Callable[[Any, ExportContext], Cell]


@dataclass(frozen=True, slots=True)
class FileColumn:
    """One column of the file; `suffix`, a catalogue key or a function, follows the label in parentheses."""

    format: CellFormat
    read: ReadCell
    suffix: str | Callable[[ExportContext], str] = ""

    def header(self, label: str, context: ExportContext) -> str:
        suffix = self.suffix(context) if callable(self.suffix) else self.suffix and context.translate(self.suffix)
        return f"{label} ({suffix})" if suffix else label


@dataclass(frozen=True, slots=True)
class ExportColumn:
    """One column of the screen, as one or more columns of the file.

    Without `requires`, everyone who can read the list gets it.
    """

    id: str
    file_columns: tuple[FileColumn, ...]
    requires: Permission | None = None
    has_total: bool = False


# The totals that the screen shows for a query: (name of `export.total.<name>`, amount).
ReadTotals = Callable[[Connection, Actor, Clock, Any], Iterable[tuple[str, Money]]]


@dataclass(frozen=True, slots=True)
class ListExport:
    """A list as a file.

    `requires` applies in addition to what the list itself requires. `expand_row` turns a row into other lines of the
    file, or several. `read_totals` replaces the sums of the columns that have a total, where the screen shows others.

    A column's label is that of the field of the same name of `noun`, or of `fallback_noun`; `labels` maps a column to
    a field of another name.
    """

    noun: str
    columns: tuple[ExportColumn, ...]
    fallback_noun: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    requires: Permission | None = None
    expand_row: Callable[[Any], Iterable[Mapping[str, Any]]] | None = None
    read_totals: ReadTotals | None = None

    def label_key(self, column: str) -> str:
        """Return the catalogue key of a column's label."""
        name = self.labels.get(column, column)
        own = f"{self.noun}.field.{name}"
        return own if own in catalogue(DEFAULT_LOCALE) else f"{self.fallback_noun}.field.{name}"


def _get_path(row: Any, path: str) -> Any:
    """Return `project.name` of a row; None where a step is null or hidden from the caller."""
    for name in path.split("."):
        row = row.get(name) if isinstance(row, Mapping) else None
    return row


def _to_text(value: Any, _context: ExportContext) -> Cell:
    if isinstance(value, Mapping):
        value = value["name"]
    if isinstance(value, list):
        value = ", ".join(str(item["name"] if isinstance(item, Mapping) else item) for item in value)
    return None if value is None else str(value)


def _to_decimal(value: Any, _context: ExportContext) -> Cell:
    return None if value is None else Decimal(str(value))


def _to_date(value: Any, _context: ExportContext) -> Cell:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _to_local_time(value: Any, context: ExportContext) -> Cell:
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return None if at is None else at.astimezone(context.zone).replace(tzinfo=None)


def _column(id: str, format: CellFormat, read: ReadCell, path: str, requires: Permission | None) -> ExportColumn:
    source = path or id
    return ExportColumn(id, (FileColumn(format, lambda row, context: read(_get_path(row, source), context)),), requires)


def text(id: str, *, path: str = "", requires: Permission | None = None) -> ExportColumn:
    """Text, the name of a record, or the names of several."""
    return _column(id, "text", _to_text, path, requires)


def computed(
    id: str, write: Callable[[Any, ExportContext], str | None], *, requires: Permission | None = None
) -> ExportColumn:
    """Text that a function computes from the whole row."""
    return ExportColumn(id, (FileColumn("text", write),), requires)


def enum_label(id: str, enum: str, *, path: str = "", requires: Permission | None = None) -> ExportColumn:
    """The label of one or several values of an enum."""

    def read(value: Any, context: ExportContext) -> Cell:
        if isinstance(value, (list, tuple)):
            return ", ".join(context.enum_label(enum, one) for one in value)
        return None if value is None else context.enum_label(enum, value)

    return _column(id, "text", read, path, requires)


def flag(
    id: str, *, path: str = "", requires: Permission | None = None, yes: str = "export.yes", no: str = "export.no"
) -> ExportColumn:
    """Yes or no; with a `path`, any value there means yes."""
    source = path or id

    def read(row: Mapping[str, Any], context: ExportContext) -> Cell:
        value = _get_path(row, source)
        if value is None and source in row and path == "":
            return None
        return context.translate(yes if value else no)

    return ExportColumn(id, (FileColumn("text", read),), requires)


def column_group(id: str, *columns: tuple[str, ExportColumn]) -> ExportColumn:
    """Several columns of the file for one of the screen: (name of `export.column.<name>`, column)."""
    named = tuple(
        replace(file_column, suffix=f"export.column.{name}")
        for name, column in columns
        for file_column in column.file_columns
    )
    return ExportColumn(id, named)


def number(id: str, *, path: str = "", requires: Permission | None = None) -> ExportColumn:
    return _column(id, "number", _to_decimal, path, requires)


def hours(id: str, *, path: str = "", requires: Permission | None = None) -> ExportColumn:
    return _column(id, "hours", _to_decimal, path, requires)


def percent(id: str, *, path: str = "", requires: Permission | None = None, share: bool = False) -> ExportColumn:
    """A number of percent; a `share` is a fraction of 1 instead."""

    def read(value: Any, context: ExportContext) -> Cell:
        found = _to_decimal(value, context)
        return found * _HUNDRED if share and isinstance(found, Decimal) else found

    return _column(id, "percent", read, path, requires)


def day(id: str, *, path: str = "", requires: Permission | None = None) -> ExportColumn:
    return _column(id, "day", _to_date, path, requires)


def instant(id: str, *, path: str = "", requires: Permission | None = None) -> ExportColumn:
    return _column(id, "instant", _to_local_time, path, requires)


def money(id: str, *, path: str = "", requires: Permission | None = None, has_total: bool = True) -> ExportColumn:
    """An amount and its currency in a column each: both can be sorted, and two currencies are not added together."""
    source = path or id
    amount = FileColumn("money", lambda row, context: _to_decimal(_get_path(row, f"{source}.amount"), context))
    currency = FileColumn("text", lambda row, _context: _get_path(row, f"{source}.currency"), "export.column.currency")
    return ExportColumn(id, (amount, currency), requires, has_total)
