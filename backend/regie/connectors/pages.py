"""Pages of typed records, with the cursor of the next page and the invalid fields found."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar

import orjson

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """An invalid value in a record; the record is stored without it."""

    service: str
    kind: str
    external_id: str
    field: str
    reason: str
    value: str


@dataclass(frozen=True, slots=True)
class RecordPage(Generic[R]):
    """`next_cursor` is opaque; pass it to the same call to continue after this page. None on the last page."""

    records: tuple[R, ...]
    next_cursor: str | None
    problems: tuple[FieldProblem, ...] = ()


def raw_json(raw: dict[str, Any]) -> str:
    """The service's record as JSON text, with every number exactly as received."""
    return orjson.dumps(raw, default=_encode_decimal).decode()


def _encode_decimal(value: object) -> orjson.Fragment:
    if isinstance(value, Decimal):
        return orjson.Fragment(str(value))
    raise TypeError(type(value).__name__)
