"""The lists of the house as calls: what each can be asked, who may ask it, and its answer to a caller."""

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from fastapi.exceptions import RequestValidationError
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import Column, Exported
from regie.access.permissions import Permission
from regie.access.query_parameters import Parameters
from regie.core.api.errors import FieldError, Forbidden, Invalid
from regie.core.api.wire import ListQuery
from regie.core.time.clock import Clock

_MOST_PARAMETERS = 500


@dataclass(frozen=True, slots=True)
class ListCall:
    """A `GET` that answers pages of rows; without `needs` to whoever has a role."""

    model: type[ListQuery]
    function: Callable[..., Mapping[str, Any]]
    requires: tuple[Permission, ...]
    parameters: Parameters
    exported: Exported | None = None

    def may_read(self, actor: Actor) -> bool:
        return any(actor.may(one) for one in self.requires) if self.requires else bool(actor.roles)

    def require(self, actor: Actor) -> Exported:
        """As a file it is for those who may read the list, and hold what the file itself needs; else Forbidden."""
        if self.exported is None or not self.may_read(actor):
            raise Forbidden
        if self.exported.requires is not None:
            actor.require(self.exported.requires)
        return self.exported

    def columns_of(self, actor: Actor) -> list[Column]:
        """Those that the caller's screen has, in its order."""
        columns = self.require(actor).columns
        return [column for column in columns if column.requires is None or actor.may(column.requires)]

    def read(self, text: str) -> ListQuery:
        """An address's query as the call itself reads it; Invalid names what the call would refuse."""
        try:
            pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_PARAMETERS)
            if wrong := self.parameters.wrong(pairs):
                raise _unknown(", ".join(sorted(wrong)))
            (query,) = self.parameters.read(pairs).values()
        except RequestValidationError as error:
            raise _unknown(", ".join(sorted({str(part["loc"][1]) for part in error.errors()}))) from error
        except ValueError as error:
            raise _unknown(text[:60]) from error
        return typing.cast(ListQuery, query)

    def answer(self, db: Connection, actor: Actor, clock: Clock, query: ListQuery) -> Any:
        """The page that `query` asks for, as the call answers it."""
        given: dict[Any, Any] = {Connection: db, Actor: actor, Clock: clock}
        hints = typing.get_type_hints(self.function)
        values = {name: given.get(hint, query) for name, hint in hints.items() if name != "return"}
        return self.function(**values)


def _unknown(which: str) -> Invalid:
    return Invalid({"query": FieldError("view_query", which=which)})
