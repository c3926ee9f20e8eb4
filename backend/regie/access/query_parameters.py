"""Reads a route's query parameters and refuses unknown and repeated ones.

FastAPI ignores unknown parameters and takes the last of two values. It also takes longer to read a list's dozen
filters than the database takes to find the rows: FastAPI describes the parameters, this module reads them.
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

# As in a body, numbers and flags have one form: "1_0", " 1", "1.0" and "yes" are refused.
_INTEGER = re.compile(r"-?[0-9]+")
_FLAGS = ("true", "false")


@dataclass(frozen=True, slots=True)
class QueryParameters:
    """The query parameters of a route: all names, and those that are lists, integers and flags.

    `models` maps the parameters of the route's function to their models.
    """

    models: dict[str, type[BaseModel]]
    names: frozenset[str]
    lists: frozenset[str]
    integers: frozenset[str]
    flags: frozenset[str]

    @classmethod
    def of(cls, parameters: Iterable[inspect.Parameter]) -> "QueryParameters":
        """Read from the models that a function annotates with `Query()`."""
        models = _models(parameters)
        types = {name: _types_in(hint) for model in models.values() for name, hint in _fields(model).items()}
        return cls(
            models=models,
            names=frozenset(types),
            lists=frozenset(name for name, parts in types.items() if list in parts),
            integers=frozenset(name for name, parts in types.items() if int in parts),
            flags=frozenset(name for name, parts in types.items() if bool in parts),
        )

    def read(self, sent: list[tuple[str, str]]) -> dict[str, BaseModel]:
        """Return the arguments of the route's function; raise RequestValidationError where a model refuses a value."""
        given: dict[str, Any] = {}
        for name, value in sent:
            if name in self.lists:
                given.setdefault(name, []).append(value)
            else:
                given[name] = value
        try:
            return {name: model.model_validate(given) for name, model in self.models.items()}
        except ValidationError as error:
            found = error.errors(include_url=False)
            raise RequestValidationError([one | {"loc": ("query", *one["loc"])} for one in found]) from error

    def find_errors(self, sent: list[tuple[str, str]]) -> dict[str, FieldError]:
        """Return, by name, what the route refuses of `sent` (names and values in the order of the address)."""
        errors: dict[str, FieldError] = {}
        seen: set[str] = set()
        for name, value in sent:
            if name not in self.names:
                errors[name] = FieldError("unknown")
            elif name in seen and name not in self.lists:
                errors[name] = FieldError("given_twice")
            elif name in self.integers and not _INTEGER.fullmatch(value):
                errors[name] = FieldError("integer")
            elif name in self.flags and value not in _FLAGS:
                errors[name] = FieldError("choice", allowed=", ".join(_FLAGS))
            seen.add(name)
        return errors


def _models(parameters: Iterable[inspect.Parameter]) -> dict[str, type[BaseModel]]:
    """Return the parameters that are query models; bare parameters are not supported."""
    found = {}
    for parameter in parameters:
        kind, *marks = typing.get_args(parameter.annotation) or (parameter.annotation,)
        if any(isinstance(mark, Query) for mark in marks):
            found[parameter.name] = kind
    return found


def _fields(model: type[BaseModel]) -> dict[str, Any]:
    return {field.alias or name: field.annotation for name, field in model.model_fields.items()}


def _types_in(hint: Any) -> set[Any]:
    """Return every type in an annotation: `list[int] | None` → list, int, None."""
    parts = {typing.get_origin(hint) or hint}
    for part in typing.get_args(hint):
        parts |= _types_in(part)
    return parts
