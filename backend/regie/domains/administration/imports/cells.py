"""Parses cells into field values and formats values as cells, with one class per kind of field."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import FieldError
from regie.core.files.spreadsheet_reader import CellValue, UncachedFormula, cell_to_text, is_formula_error
from regie.core.money.amounts import read_decimal
from regie.core.text.folding import fold
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.administration.enum_options.schemas import EnumItem
from regie.domains.records.options.queries import read_options

_SPACES = re.compile(r"[\s\u00a0\u202f]")
_NUMBER = re.compile(r"-?[0-9]+(?:[.,][0-9]+)*")
_DATE_FORMATS: dict[Locale, str] = {"en-us": "%m/%d/%Y", "fr-ca": "%d/%m/%Y"}
_YES = frozenset({"yes", "y", "true", "1", "x", "oui", "o", "vrai"})
_NO = frozenset({"no", "n", "false", "0", "non", "faux"})
_SEPARATORS = re.compile(r"[;,\n]")


class ParseError(Exception):
    """A cell cannot be parsed; `reason` names the message."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.reason = FieldError(key, **values)


@dataclass(slots=True)
class ImportContext:
    """Who imports a file, in which language, with the records and options that cells can name."""

    session: Session
    actor: Actor
    clock: Clock
    locale: Locale
    indexes: dict[str, "ReferenceIndex"] = field(default_factory=dict)
    options: dict[str, list[EnumItem]] = field(init=False)

    def __post_init__(self) -> None:
        self.options = list_enum_options(editable=read_options(self.session.connection()))


class CellKind(Protocol):
    """Parses a non-empty cell into the field's input, and formats a value as a cell."""

    def parse(self, cell: CellValue, context: ImportContext) -> Any: ...
    def format(self, value: Any, context: ImportContext) -> str: ...


def read_text(cell: CellValue) -> str:
    """Return a cell as text; raise ParseError for a formula without a value or with an error."""
    if cell is UncachedFormula.FORMULA:
        raise ParseError("formula_without_value")
    text = cell_to_text(cell)
    if is_formula_error(text):
        raise ParseError("formula_error")
    return text


class Text:
    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        return read_text(cell)

    def format(self, value: Any, context: ImportContext) -> str:
        return "" if value is None else str(value)


class UppercaseText(Text):
    """Codes such as a currency's."""

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        return read_text(cell).upper()


class Tags(Text):
    """Several values in one cell, separated by semicolons, commas or line breaks."""

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        return [part.strip() for part in _SEPARATORS.split(read_text(cell)) if part.strip()]

    def format(self, value: Any, context: ImportContext) -> str:
        return "; ".join(value)


class Integer(Text):
    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        text = _SPACES.sub("", read_text(cell)).removesuffix("%")
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise ParseError("integer")
        return int(text)


class Number(Text):
    """`1234.5`, `1,234.50` or `1 234,50`, with or without a currency sign, parsed to the API's decimal string."""

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        text = _SPACES.sub("", read_text(cell)).strip("$€£")
        plain = _plain_number(text, context.locale)
        try:
            return str(read_decimal(plain))
        except ValueError:
            raise ParseError("amount_in_file") from None

    def format(self, value: Any, context: ImportContext) -> str:
        return "" if value is None else f"{value:.2f}"


def _plain_number(text: str, locale: Locale) -> str:
    """The last separator is the decimal one, unless it groups: it occurs twice, or as in English thousands."""
    if not _NUMBER.fullmatch(text):
        raise ParseError("amount_in_file")
    signs = [sign for sign in text if sign in ",."]
    if not signs:
        return text
    last = signs[-1]
    whole, _, fraction = text.rpartition(last)
    is_group = signs.count(last) > 1 or (last == "," and len(fraction) == 3 and locale == "en-us")
    groups = re.split("[,.]", f"{whole}{last}{fraction}" if is_group else whole)
    if any(len(group) != 3 for group in groups[1:]) or (is_group and len(set(signs)) > 1):
        raise ParseError("amount_in_file")
    return "".join(groups) if is_group else f"{''.join(groups)}.{fraction}"


class Day(Text):
    """A date cell, 2026-11-20, or the format of the user's language."""

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        if isinstance(cell, date):
            return cell.isoformat()
        text = read_text(cell)
        pattern = "%Y-%m-%d" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else _DATE_FORMATS[context.locale]
        try:
            return datetime.strptime(text, pattern).date().isoformat()  # noqa: DTZ007
        except ValueError:
            raise ParseError("date_in_file") from None

    def format(self, value: Any, context: ImportContext) -> str:
        return "" if value is None else value.isoformat()


class YesNo(Text):
    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        text = fold(read_text(cell))
        if text not in _YES | _NO:
            raise ParseError("yes_or_no")
        return text in _YES

    def format(self, value: Any, context: ImportContext) -> str:
        return {"en-us": ("no", "yes"), "fr-ca": ("non", "oui")}[context.locale][bool(value)]


@dataclass(frozen=True)
class Choice(Text):
    """An enum value, or its label in either language."""

    enum: str

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        folded = fold(read_text(cell))
        offered = [option for option in context.options[self.enum] if option["is_active"]]
        for option in offered:
            if folded in (fold(option["value"]), fold(option["name_en"]), fold(option["name_fr"])):
                return option["value"]
        raise ParseError("choice", allowed=", ".join(_label(option, context) for option in offered))

    def format(self, value: Any, context: ImportContext) -> str:
        options = context.options[self.enum]
        return next((_label(option, context) for option in options if option["value"] == value), value or "")


def _label(option: EnumItem, context: ImportContext) -> str:
    return option["name_fr" if context.locale == "fr-ca" else "name_en"]


@dataclass(slots=True)
class ReferenceIndex:
    """Finds records by name, and by email where they have one."""

    ids_by_name: dict[str, list[str]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)

    def add(
        self, api_id: str, name: str, email: str | None, is_selectable: bool = True, short_name: str | None = None
    ) -> None:
        if api_id in self.labels:
            return
        self.labels[api_id] = email or name
        for key in {fold(name), fold(email or name), fold(short_name or name)} if is_selectable else ():
            self.ids_by_name.setdefault(key, []).append(api_id)


@dataclass(frozen=True)
class Reference(Text):
    """A record that the user may name, by name or email.

    `load` yields all of them, once: id, name, email, whether new references are allowed, and a short name.
    """

    load: Callable[[ImportContext], Iterable[Any]]

    def index(self, context: ImportContext) -> ReferenceIndex:
        key = self.load.__name__
        if key not in context.indexes:
            index = context.indexes[key] = ReferenceIndex()
            for row in self.load(context):
                index.add(*row)
        return context.indexes[key]

    def parse(self, cell: CellValue, context: ImportContext) -> Any:
        text = read_text(cell)
        found = self.index(context).ids_by_name.get(fold(" ".join(text.split())), [])
        if len(found) > 1:
            raise ParseError("ambiguous_name", name=text[:100])
        if not found:
            raise ParseError("unknown_name", name=text[:100])
        return found[0]

    def format(self, value: Any, context: ImportContext) -> str:
        return "" if value is None else self.index(context).labels.get(value, "…")
