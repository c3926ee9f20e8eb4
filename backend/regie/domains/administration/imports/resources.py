"""What a resource must say of itself to be imported: its columns, its key, and which actions make and change it."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from regie.access.permissions import Permission
from regie.core.api.wire import Input
from regie.core.text.folding import fold
from regie.core.text.locale import LOCALES, Locale, say
from regie.domains.administration.imports.cells import Desk, Kind, Text


@dataclass(frozen=True, slots=True)
class Column:
    """A field of the resource's inputs; its names are its labels, synonyms come on top."""

    field: str
    kind: Kind = dataclasses.field(default_factory=Text)
    is_required: bool = False
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Existing:
    """A record that a row's key names, and its editable values as a caller would send them."""

    api_id: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Resource:
    """`find` answers what the caller sees by its `normal` key; `create` and `update` are the single calls' actions."""

    name: str
    permission: Permission
    key: str
    normal: Callable[[str], str]
    columns: Sequence[Column]
    create_model: type[Input]
    update_model: type[Input]
    find: Callable[[Desk, Iterable[str]], dict[str, list[Any]]]
    read: Callable[[Desk, Any], Existing]
    create: Callable[[Desk, Any], str]
    update: Callable[[Desk, str, Any], None]
    name_of: Callable[[dict[str, Any]], str]
    created: Callable[[Desk, str, dict[str, Any]], None] = lambda _desk, _api_id, _values: None

    def title(self, field: str, locale: Locale) -> str:
        return say(locale, f"{self.name}.field.{field}")

    def column(self, field: str) -> Column:
        return next(column for column in self.columns if column.field == field)

    def recognise(self, header: str) -> str | None:
        """The field that a file's header means, in either language."""
        wanted = _bare(header)
        for column in self.columns:
            names = (*(self.title(column.field, locale) for locale in LOCALES), column.field, *column.synonyms)
            if wanted in map(_bare, names):
                return column.field
        return None


def _bare(header: str) -> str:
    """Without case, accents, marks of what is required, and what separates words."""
    return "".join(letter for letter in fold(header) if letter.isalnum())
