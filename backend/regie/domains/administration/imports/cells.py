"""How a cell of a file becomes a field's value and how a value is written again: one kind of cell per kind of field."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import FieldError
from regie.core.files.spreadsheet_reader import Cell, UncachedFormula, is_formula_error, write_cell
from regie.core.money.amounts import read_decimal
from regie.core.text.folding import fold
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.administration.enum_options.schemas import EnumItem
from regie.domains.records.options.queries import read_options

_SPACES = re.compile(r"[\s\u00a0\u202f]")
_NUMBER = re.compile(r"-?[0-9]+(?:[.,][0-9]+)*")
_DAYS: dict[Locale, str] = {"en-us": "%m/%d/%Y", "fr-ca": "%d/%m/%Y"}
_YES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai"})
_NO = frozenset({"no", "n", "false", "0", "non", "faux"})
_SEVERAL = re.compile(r"[;,\n]")


class Unread(Exception):
    """Why a cell is not taken, as the catalogue has it."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.reason = FieldError(key, **values)


@dataclass(slots=True)
class Desk:
    """At whose desk a file is read: their rights, their language, and what they can name."""

    session: Session
    actor: Actor
    clock: Clock
    locale: Locale
    known: dict[str, "Known"] = field(default_factory=dict)
    options: dict[str, list[EnumItem]] = field(init=False)

    def __post_init__(self) -> None:
        self.options = list_enum_options(own=read_options(self.session.connection()))


class Kind(Protocol):
    """Reads a cell that is not empty as the field's input takes it, and writes a value as a file has it."""

    def read(self, cell: Cell, desk: Desk) -> Any: ...
    def show(self, value: Any, desk: Desk) -> str: ...


def text_of(cell: Cell) -> str:
    """A cell as text; Unread for what a formula could not work out, or nobody has let it."""
    if cell is UncachedFormula.FORMULA:
        raise Unread("formula_unworked")
    text = write_cell(cell)
    if is_formula_error(text):
        raise Unread("formula_error")
    return text


class Text:
    def read(self, cell: Cell, desk: Desk) -> Any:
        return text_of(cell)

    def show(self, value: Any, desk: Desk) -> str:
        return "" if value is None else str(value)


class Upper(Text):
    """Codes, such as a currency's."""

    def read(self, cell: Cell, desk: Desk) -> Any:
        return text_of(cell).upper()


class Tags(Text):
    """Several in one cell, separated by semicolons, commas or line breaks."""

    def read(self, cell: Cell, desk: Desk) -> Any:
        return [part.strip() for part in _SEVERAL.split(text_of(cell)) if part.strip()]

    def show(self, value: Any, desk: Desk) -> str:
        return "; ".join(value)


class Whole(Text):
    def read(self, cell: Cell, desk: Desk) -> Any:
        text = _SPACES.sub("", text_of(cell)).removesuffix("%")
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise Unread("integer")
        return int(text)


class Number(Text):
    """`1234.5`, `1,234.50` or `1 234,50`, with or without a sign of currency; returned as the wire has it."""

    def read(self, cell: Cell, desk: Desk) -> Any:
        text = _SPACES.sub("", text_of(cell)).strip("$€£")
        plain = _plain_number(text, desk.locale)
        try:
            return str(read_decimal(plain))
        except ValueError:
            raise Unread("amount_in_file") from None

    def show(self, value: Any, desk: Desk) -> str:
        return "" if value is None else f"{value:.2f}"


def _plain_number(text: str, locale: Locale) -> str:
    """The last sign is the decimal one, unless it groups: it comes twice, or as English writes thousands."""
    if not _NUMBER.fullmatch(text):
        raise Unread("amount_in_file")
    signs = [sign for sign in text if sign in ",."]
    if not signs:
        return text
    last = signs[-1]
    whole, _, fraction = text.rpartition(last)
    is_group = signs.count(last) > 1 or (last == "," and len(fraction) == 3 and locale == "en-us")
    groups = re.split("[,.]", f"{whole}{last}{fraction}" if is_group else whole)
    if any(len(group) != 3 for group in groups[1:]) or (is_group and len(set(signs)) > 1):
        raise Unread("amount_in_file")
    return "".join(groups) if is_group else f"{''.join(groups)}.{fraction}"


class Day(Text):
    """A day as sheets keep it, as 2026-11-20, or as the caller's language writes it."""

    def read(self, cell: Cell, desk: Desk) -> Any:
        if isinstance(cell, date):
            return cell.isoformat()
        text = text_of(cell)
        pattern = "%Y-%m-%d" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else _DAYS[desk.locale]
        try:
            return datetime.strptime(text, pattern).date().isoformat()  # noqa: DTZ007
        except ValueError:
            raise Unread("date_in_file") from None

    def show(self, value: Any, desk: Desk) -> str:
        return "" if value is None else value.isoformat()


class YesNo(Text):
    def read(self, cell: Cell, desk: Desk) -> Any:
        text = fold(text_of(cell))
        if text not in _YES | _NO:
            raise Unread("yes_or_no")
        return text in _YES

    def show(self, value: Any, desk: Desk) -> str:
        return {"en-us": ("no", "yes"), "fr-ca": ("non", "oui")}[desk.locale][bool(value)]


@dataclass(frozen=True)
class Choice(Text):
    """One of an enum's values, by itself or by its word in either language."""

    enum: str

    def read(self, cell: Cell, desk: Desk) -> Any:
        wanted = fold(text_of(cell))
        offered = [option for option in desk.options[self.enum] if option["is_active"]]
        for option in offered:
            if wanted in (fold(option["value"]), fold(option["name_en"]), fold(option["name_fr"])):
                return option["value"]
        raise Unread("choice", allowed=", ".join(_word(option, desk) for option in offered))

    def show(self, value: Any, desk: Desk) -> str:
        options = desk.options[self.enum]
        return next((_word(option, desk) for option in options if option["value"] == value), value or "")


def _word(option: EnumItem, desk: Desk) -> str:
    return option["name_fr" if desk.locale == "fr-ca" else "name_en"]


@dataclass(slots=True)
class Known:
    """Records that a person can name: by what they are called, and by their address where they have one."""

    by_word: dict[str, list[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def add(self, api_id: str, name: str, email: str | None, is_open: bool = True) -> None:
        if api_id in self.names:
            return
        self.names[api_id] = email or name
        for word in {fold(name), fold(email or name)} if is_open else ():
            self.by_word.setdefault(word, []).append(api_id)


@dataclass(frozen=True)
class Reference(Text):
    """A record that the caller may name, by its name or its address.

    `load` reads all of them once: id, name, address, and whether they can be named anew.
    """

    load: Callable[[Desk], Iterable[Any]]

    def known(self, desk: Desk) -> Known:
        key = self.load.__name__
        if key not in desk.known:
            known = desk.known[key] = Known()
            for row in self.load(desk):
                known.add(*row)
        return desk.known[key]

    def read(self, cell: Cell, desk: Desk) -> Any:
        text = text_of(cell)
        found = self.known(desk).by_word.get(fold(" ".join(text.split())), [])
        if len(found) > 1:
            raise Unread("several_so_called", name=text[:100])
        if not found:
            raise Unread("none_so_called", name=text[:100])
        return found[0]

    def show(self, value: Any, desk: Desk) -> str:
        return "" if value is None else self.known(desk).names.get(value, "…")
