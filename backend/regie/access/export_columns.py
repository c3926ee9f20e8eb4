"""How a list's columns look in a file: described once per list, beside the call that answers it.

A column is named as the screen's is. What it holds is read from the rows that the list's call answers, so that a file
never knows more than the screen.
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
from regie.core.files.spreadsheet_writer import Cell, Format
from regie.core.text.locale import DEFAULT_LOCALE, Locale, catalogue, say
from regie.core.time.clock import Clock

_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Speaker:
    """What words, days and links depend on: `word` is what a value of an enum is called, `values` what there is of an
    enum, in its order, `origin` where Régie is.
    """

    locale: Locale
    zone: ZoneInfo
    origin: str
    word: Callable[[str, str], str]
    values: Callable[[str], Sequence[str]]

    def say(self, key: str, **values: object) -> str:
        return say(self.locale, key, **values)


Read = Callable[[Any, Speaker], Cell]


@dataclass(frozen=True, slots=True)
class Part:
    """One column of the file; `after` is what its head says after the name of the screen's column: a word of the
    house's, or what the organization's own settings call it.
    """

    format: Format
    read: Read
    after: str | Callable[[Speaker], str] = ""

    def head(self, name: str, speaker: Speaker) -> str:
        after = self.after and (speaker.say(self.after) if isinstance(self.after, str) else self.after(speaker))
        return f"{name} ({after})" if after else name


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the screen; without `needs` everyone who reads the list has it. `adds_up` makes it a total."""

    id: str
    parts: tuple[Part, ...]
    requires: Permission | None = None
    adds_up: bool = False


# What the screen's tiles say of the same query: a name (`export.total.…`) and an amount with its currency each.
Totals = Callable[[Connection, Actor, Clock, Any], Iterable[tuple[str, Money]]]


@dataclass(frozen=True, slots=True)
class Exported:
    """A list as a file. `needs` is asked for beside what the list itself needs;
    `lines` makes other lines of a row, or several.

    A column's head is the label of the `noun`'s field of that name, or of the noun that is named `also`; `labels` names
    the field for columns that are called otherwise. Where the tiles of the screen do not simply add up its rows,
    `totals` says what they say.
    """

    noun: str
    columns: tuple[Column, ...]
    also: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    requires: Permission | None = None
    lines: Callable[[Any], Iterable[Mapping[str, Any]]] | None = None
    totals: Totals | None = None

    def label(self, column: str) -> str:
        """The catalogue's key of a column's head."""
        name = self.labels.get(column, column)
        own = f"{self.noun}.field.{name}"
        return own if own in catalogue(DEFAULT_LOCALE) else f"{self.also}.field.{name}"


def _at(row: Any, path: str) -> Any:
    """`project.name` of a row; None where a part of it is none, or not the caller's to see."""
    for name in path.split("."):
        row = row.get(name) if isinstance(row, Mapping) else None
    return row


def _plain(value: Any, _speaker: Speaker) -> Cell:
    if isinstance(value, Mapping):
        value = value["name"]
    if isinstance(value, list):
        value = ", ".join(str(item["name"] if isinstance(item, Mapping) else item) for item in value)
    return None if value is None else str(value)


def _decimal(value: Any, _speaker: Speaker) -> Cell:
    return None if value is None else Decimal(str(value))


def _day(value: Any, _speaker: Speaker) -> Cell:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _instant(value: Any, speaker: Speaker) -> Cell:
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return None if at is None else at.astimezone(speaker.zone).replace(tzinfo=None)


def _one(id: str, format: Format, read: Read, of: str, requires: Permission | None) -> Column:
    path = of or id
    return Column(id, (Part(format, lambda row, speaker: read(_at(row, path), speaker)),), requires)


def text(id: str, *, of: str = "", requires: Permission | None = None) -> Column:
    """Words as they are; of a record its name, of several theirs."""
    return _one(id, "text", _plain, of, requires)


def told(id: str, write: Callable[[Any, Speaker], str | None], *, requires: Permission | None = None) -> Column:
    """Words that the row is put into."""
    return Column(id, (Part("text", write),), requires)


def word(id: str, enum: str, *, of: str = "", requires: Permission | None = None) -> Column:
    """A value of an enum, or several, in words."""

    def read(value: Any, speaker: Speaker) -> Cell:
        if isinstance(value, (list, tuple)):
            return ", ".join(speaker.word(enum, one) for one in value)
        return None if value is None else speaker.word(enum, value)

    return _one(id, "text", read, of, requires)


def flag(
    id: str, *, of: str = "", requires: Permission | None = None, yes: str = "export.yes", no: str = "export.no"
) -> Column:
    """Yes or no; whatever is there at all is a yes."""
    path = of or id

    def read(row: Mapping[str, Any], speaker: Speaker) -> Cell:
        value = _at(row, path)
        if value is None and path in row and of == "":
            return None
        return speaker.say(yes if value else no)

    return Column(id, (Part("text", read),), requires)


def several(id: str, *parts: tuple[str, Column]) -> Column:
    """Several columns of the file for one of the screen, each named after it."""
    named = tuple(replace(part, after=f"export.part.{after}") for after, column in parts for part in column.parts)
    return Column(id, named)


def number(id: str, *, of: str = "", requires: Permission | None = None) -> Column:
    return _one(id, "number", _decimal, of, requires)


def hours(id: str, *, of: str = "", requires: Permission | None = None) -> Column:
    return _one(id, "hours", _decimal, of, requires)


def percent(id: str, *, of: str = "", requires: Permission | None = None, share: bool = False) -> Column:
    """Of a hundred; a `share` is of one."""

    def read(value: Any, speaker: Speaker) -> Cell:
        found = _decimal(value, speaker)
        return found * _HUNDRED if share and isinstance(found, Decimal) else found

    return _one(id, "percent", read, of, requires)


def day(id: str, *, of: str = "", requires: Permission | None = None) -> Column:
    return _one(id, "day", _day, of, requires)


def instant(id: str, *, of: str = "", requires: Permission | None = None) -> Column:
    return _one(id, "instant", _instant, of, requires)


def money(id: str, *, of: str = "", requires: Permission | None = None, adds_up: bool = True) -> Column:
    """An amount and its currency, in a column each: so both can be sorted, and nobody adds up two currencies."""
    path = of or id
    amount = Part("money", lambda row, speaker: _decimal(_at(row, f"{path}.amount"), speaker))
    currency = Part("text", lambda row, _speaker: _at(row, f"{path}.currency"), "export.part.currency")
    return Column(id, (amount, currency), requires, adds_up)
