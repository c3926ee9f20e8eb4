"""Describes hours that are watched, and when they are warned of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from regie.domains.records.hours_warnings.models import PACE


@dataclass(frozen=True)
class Alerts:
    """When to warn: percentages of the hours used, in rising order, and a pace."""

    thresholds: tuple[int, ...]
    pace: Decimal

    def passed_at(self, used_percent: int) -> list[str]:
        """Return the thresholds that are passed at a percentage of hours used."""
        return [str(threshold) for threshold in self.thresholds if used_percent >= threshold]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a warning is about: the period of a retainer, or a project whose hours have a budget."""

    period_id: int | None = None
    project_id: int | None = None

    def columns(self) -> dict[str, int | None]:
        return {"period_id": self.period_id, "project_id": self.project_id}


@dataclass(frozen=True, slots=True)
class WarningMessage:
    """A notification to send; `cause` is a dedup key without the time."""

    kind: str
    cause: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class WatchedHours:
    """The hours of a subject, the thresholds that they have passed, and whom to notify of them.

    `describe` returns the messages about thresholds that are due, the highest last.
    """

    subject: Subject
    used_percent: int
    passed: Sequence[str]
    recipients: frozenset[int]
    link: str
    describe: Callable[[Sequence[str]], Iterable[WarningMessage]]

    def due_thresholds(self, sent: Mapping[str, int]) -> list[str]:
        """Return the thresholds to warn of; `sent` has the percentages that earlier warnings stated."""
        stated = max((percent for name, percent in sent.items() if name != PACE), default=0)
        return [name for name in self.passed if name not in sent and (name == PACE or int(name) > stated)]

    def fallen_thresholds(self, sent: Mapping[str, int]) -> list[str]:
        """Return the sent thresholds that a correction has undone; the pace falls by itself."""
        return [name for name in sent if name != PACE and int(name) > self.used_percent]
