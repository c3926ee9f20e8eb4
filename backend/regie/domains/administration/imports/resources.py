"""Describes a kind of record that can be imported: its columns, its key, and its actions."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from regie.access.permissions import Permission
from regie.core.api.wire import Input
from regie.core.text.folding import fold
from regie.core.text.locale import LOCALES, Locale, translate
from regie.domains.administration.imports.cells import CellKind, ImportContext, Text


@dataclass(frozen=True, slots=True)
class Column:
    """An input field; files may use its labels or a synonym as header."""

    field: str
    kind: CellKind = dataclasses.field(default_factory=Text)
    is_required: bool = False
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExistingRecord:
    """The record that a row's key identifies, with its editable values in input form."""

    api_id: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Resource:
    """`find` returns visible records by normalized key; `create` and `update` are the actions of the single routes."""

    name: str
    permission: Permission
    key: str
    normalize_key: Callable[[str], str]
    columns: Sequence[Column]
    create_model: type[Input]
    update_model: type[Input]
    find: Callable[[ImportContext, Iterable[str]], dict[str, list[Any]]]
    read: Callable[[ImportContext, Any], ExistingRecord]
    create: Callable[[ImportContext, Any], str]
    update: Callable[[ImportContext, str, Any], None]
    display_name: Callable[[dict[str, Any]], str]
    on_created: Callable[[ImportContext, str, dict[str, Any]], None] = lambda _import_context, _api_id, _values: None

    def title(self, field: str, locale: Locale) -> str:
        return translate(locale, f"{self.name}.field.{field}")

    def column(self, field: str) -> Column:
        return next(column for column in self.columns if column.field == field)

    def find_field(self, header: str) -> str | None:
        """Return the field that a header names, in either language."""
        wanted = _simplify(header)
        for column in self.columns:
            names = (*(self.title(column.field, locale) for locale in LOCALES), column.field, *column.synonyms)
            if wanted in map(_simplify, names):
                return column.field
        return None


def _simplify(header: str) -> str:
    """Remove case, accents, punctuation and spaces."""
    return "".join(char for char in fold(header) if char.isalnum())
