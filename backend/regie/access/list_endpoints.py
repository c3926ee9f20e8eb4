"""Describes list endpoints for saved views and exports: their query, who can read them, and their pages."""

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from fastapi.exceptions import RequestValidationError
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import ExportColumn, ListExport
from regie.access.permissions import Permission
from regie.access.query_parameters import QueryParameters
from regie.core.api.errors import FieldError, Forbidden, Invalid
from regie.core.api.wire import ListQuery
from regie.core.time.clock import Clock

_MAX_PARAMETERS = 500


@dataclass(frozen=True, slots=True)
class ListEndpoint:
    """A `GET` that returns pages of rows; without `requires`, any role can read it."""

    query_model: type[ListQuery]
    function: Callable[..., Mapping[str, Any]]
    requires: tuple[Permission, ...]
    parameters: QueryParameters
    export: ListExport | None = None

    def can_read(self, actor: Actor) -> bool:
        return any(actor.can(one) for one in self.requires) if self.requires else bool(actor.roles)

    def require_export(self, actor: Actor) -> ListExport:
        """Return the export; raise Forbidden unless the caller can read the list and has what the export requires."""
        if self.export is None or not self.can_read(actor):
            raise Forbidden
        if self.export.requires is not None:
            actor.require(self.export.requires)
        return self.export

    def allowed_columns(self, actor: Actor) -> list[ExportColumn]:
        """Return the columns that the caller's screen shows, in its order."""
        columns = self.require_export(actor).columns
        return [column for column in columns if column.requires is None or actor.can(column.requires)]

    def parse_query(self, text: str) -> ListQuery:
        """Parse the query of an address as the route does; raise Invalid with the names that the route refuses."""
        try:
            pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
            if errors := self.parameters.find_errors(pairs):
                raise _invalid_query(", ".join(sorted(errors)))
            (query,) = self.parameters.read(pairs).values()
        except RequestValidationError as error:
            raise _invalid_query(", ".join(sorted({str(part["loc"][1]) for part in error.errors()}))) from error
        except ValueError as error:
            raise _invalid_query(text[:60]) from error
        return typing.cast(ListQuery, query)

    def fetch_page(self, db: Connection, actor: Actor, clock: Clock, query: ListQuery) -> Any:
        """Return the page of `query` as the route returns it."""
        given: dict[Any, Any] = {Connection: db, Actor: actor, Clock: clock}
        hints = typing.get_type_hints(self.function)
        values = {name: given.get(hint, query) for name, hint in hints.items() if name != "return"}
        return self.function(**values)


def _invalid_query(which: str) -> Invalid:
    return Invalid({"query": FieldError("view_query", which=which)})
