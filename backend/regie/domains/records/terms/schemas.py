"""Describes terms as plain values."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

# {record: {name: (first day, value), oldest first}}
Ranges = dict[int, dict[str, list[tuple[date, "TermValue"]]]]


@dataclass(frozen=True, slots=True)
class TermValue:
    """A value as exact text; `amount` and `reference_id` are the same value for SQL."""

    text: str | None
    amount: Decimal | None = None
    reference_id: int | None = None


@dataclass(frozen=True, slots=True)
class TermOwner:
    """The record that has the term: its kind and internal key."""

    record: str
    record_id: int


@dataclass(frozen=True, slots=True)
class TermSource:
    """Who records a term, when and why."""

    at: datetime
    user_id: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TermRow:
    """A term of a record's history; future ones have a later first day."""

    api_id: str
    version: int
    name: str
    effective_from: date
    value: TermValue
    reason: str | None
    recorded_at: datetime
    # Null for the migration and for synchronizations.
    recorded_by: tuple[str, str] | None
