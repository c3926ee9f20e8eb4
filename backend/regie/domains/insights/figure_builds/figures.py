"""Compares stored amounts of a figure with calculated ones, owner by owner."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from regie.domains.insights.statistics.schemas import StoredFigure


class Amount(NamedTuple):
    """One stored row: what a record contributes to a figure of a month."""

    month: date
    owner: int
    record: str
    record_id: int
    day: date
    part: str
    currency: str
    amount: Decimal
    value: str
    whole: str


@dataclass(slots=True)
class Total:
    """The amounts of one owner in a month, per currency; hours under an empty one."""

    count: int = 0
    amounts: dict[str, Decimal | Fraction] = field(default_factory=dict)

    def add(self, row: Amount, count: int) -> None:
        self.count += count
        added = row.amount * count if row.currency else Fraction(row.value) * count
        before = self.amounts.get(row.currency)
        self.amounts[row.currency] = added if before is None else before + added  # type: ignore[operator]


@dataclass(frozen=True, slots=True)
class Difference:
    """The stored and the calculated amounts of one owner's part of a figure."""

    figure: StoredFigure
    month: date
    owner: int
    stored: Total
    calculated: Total


def find_differences(figure: StoredFigure, stored: Iterable[Amount], calculated: Iterable[Amount]) -> list[Difference]:
    """Return the owners of whom anything differs, also where totals agree, with all of their amounts."""
    then, now = Counter(stored), Counter(calculated)
    differing = {(row.month, row.owner) for row in then.keys() | now.keys() if then[row] != now[row]}
    totals = [_add_up(rows, differing) for rows in (then, now)]
    return [Difference(figure, *key, totals[0][key], totals[1][key]) for key in sorted(differing)]


def _add_up(rows: Counter[Amount], owners: set[tuple[date, int]]) -> dict[tuple[date, int], Total]:
    totals: dict[tuple[date, int], Total] = defaultdict(Total)
    for row, count in rows.items():
        if (row.month, row.owner) in owners:
            totals[row.month, row.owner].add(row, count)
    return totals
