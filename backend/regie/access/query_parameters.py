"""A call's query parameters, held to what its route names: what it does not know, or is told twice, it refuses.

FastAPI passes over what a route does not name, and takes the last of two values where one is meant. It also takes
longer to read a list's dozen filters than the database to find the rows: it describes them, and we read them.
"""

import inspect
import re
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.params import Query
from pydantic import BaseModel, ValidationError

from regie.core.api.errors import FieldError

# As in a body, a number and a flag are written one way: "1_0", " 1", "1.0" and "yes" are somebody's mistake.
_WHOLE = re.compile(r"-?[0-9]+")
_FLAGS = ("true", "false")


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a route takes in its query: all names, those that may come repeatedly, and those of numbers and flags.

    `models` are the route's own parameters that hold them.
    """

    models: dict[str, type[BaseModel]]
    names: frozenset[str]
    several: frozenset[str]
    whole: frozenset[str]
    flags: frozenset[str]

    @classmethod
    def of(cls, parameters: Iterable[inspect.Parameter]) -> "Parameters":
        """Read from the models that a function annotates with `Query()`."""
        models = _models(parameters)
        types = {name: _parts(hint) for model in models.values() for name, hint in _fields(model).items()}
        return cls(
            models=models,
            names=frozenset(types),
            several=frozenset(name for name, parts in types.items() if list in parts),
            whole=frozenset(name for name, parts in types.items() if int in parts),
            flags=frozenset(name for name, parts in types.items() if bool in parts),
        )

    def read(self, sent: list[tuple[str, str]]) -> dict[str, BaseModel]:
        """The values of the route's own parameters; RequestValidationError where a model refuses what was sent."""
        given: dict[str, Any] = {}
        for name, value in sent:
            if name in self.several:
                given.setdefault(name, []).append(value)
            else:
                given[name] = value
        try:
            return {name: model.model_validate(given) for name, model in self.models.items()}
        except ValidationError as error:
            found = error.errors(include_url=False)
            raise RequestValidationError([one | {"loc": ("query", *one["loc"])} for one in found]) from error

    def wrong(self, sent: list[tuple[str, str]]) -> dict[str, FieldError]:
        """What of `sent` (names and values, in the order of the address) the route does not take, by name."""
        wrong: dict[str, FieldError] = {}
        seen: set[str] = set()
        for name, value in sent:
            if name not in self.names:
                wrong[name] = FieldError("unknown")
            elif name in seen and name not in self.several:
                wrong[name] = FieldError("given_twice")
            elif name in self.whole and not _WHOLE.fullmatch(value):
                wrong[name] = FieldError("integer")
            elif name in self.flags and value not in _FLAGS:
                wrong[name] = FieldError("choice", allowed=", ".join(_FLAGS))
            seen.add(name)
        return wrong


def _models(parameters: Iterable[inspect.Parameter]) -> dict[str, type[BaseModel]]:
    """A route's query is one model: what a bare parameter would take, no list of names could tell."""
    found = {}
    for parameter in parameters:
        kind, *marks = typing.get_args(parameter.annotation) or (parameter.annotation,)
        if any(isinstance(mark, Query) for mark in marks):
            found[parameter.name] = kind
    return found


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _parts(hint: Any) -> set[Any]:
    """Every type that an annotation is made of: `list[int] | None` → list, int, None."""
    parts = {typing.get_origin(hint) or hint}
    for part in typing.get_args(hint):
        parts |= _parts(part)
    return parts
