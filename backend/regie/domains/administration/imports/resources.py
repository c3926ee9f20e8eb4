"""Describes a kind of record that can be imported: its columns, its keys, and its actions."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.api.errors import Forbidden
from regie.core.api.wire import Input
from regie.core.text.folding import fold
from regie.core.text.locale import LOCALES, Locale, translate
from regie.domains.administration.imports.cells import CellKind, ImportContext, Text


def normalize_name(name: str) -> str:
    """Ignore case, accents and repeated spaces."""
    return fold(" ".join(name.split()))


def join_names(*names: str | None) -> str:
    return ", ".join(name for name in names if name)


# The parsed and normalized cells that identify a record.
Key = tuple[str, ...]


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
    """`find` returns visible records by key; `create` and `update` are the actions of the single routes.

    A row's key is the first of `keys` whose cells are all filled. Only the last one can create a record. The caller
    needs one of `permissions`.
    """

    name: str
    permissions: tuple[Permission, ...]
    keys: tuple[tuple[str, ...], ...]
    columns: Sequence[Column]
    create_model: type[Input]
    update_model: type[Input]
    find: Callable[[ImportContext, Iterable[Key]], dict[Key, list[Any]]]
    read: Callable[[ImportContext, Any], ExistingRecord]
    create: Callable[[ImportContext, Any], str]
    update: Callable[[ImportContext, ExistingRecord, Any], None]
    display_name: Callable[[ImportContext, dict[str, Any]], str]
    normalize_key: Callable[[str], str] = normalize_name
    on_created: Callable[[ImportContext, str, dict[str, Any]], None] = lambda _import_context, _api_id, _values: None
    # Whose labels the columns have, if it is not the name.
    noun: str | None = None

    def require_permission(self, actor: Actor) -> None:
        """Raise Forbidden unless the caller may import such records."""
        if not any(actor.can(permission) for permission in self.permissions):
            raise Forbidden

    def title(self, field: str, locale: Locale) -> str:
        return translate(locale, f"{self.noun or self.name}.field.{field}")

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
