"""What every list brings home: pages of typed records, the place to go on from, and what was odd."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar

import orjson

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Problem:
    """One value that could not be taken as it came; the record is kept without it."""

    service: str
    kind: str
    external_id: str
    field: str
    reason: str
    value: str


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """`next_cursor` is opaque: give it to the same call to go on after this page; None on the last one."""

    records: tuple[R, ...]
    next_cursor: str | None
    problems: tuple[Problem, ...] = ()


def raw_json(raw: dict[str, Any]) -> str:
    """The vendor's record as JSON text with every number exactly as it was sent."""
    return orjson.dumps(raw, default=_exact).decode()


def _exact(value: object) -> orjson.Fragment:
    if isinstance(value, Decimal):
        return orjson.Fragment(str(value))
    raise TypeError(type(value).__name__)
