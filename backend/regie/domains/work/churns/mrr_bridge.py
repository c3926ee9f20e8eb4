"""Calculates the MRR bridge in one currency by month, and cohorts; each amount uses the rate of its own day.

Pure functions over the steps of `figures`; `convert` supplies the rates.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import accumulate
from typing import get_args

from regie.domains.work.churns.figures import (
    A_DAY,
    GAINS,
    LOSSES,
    NOTHING,
    Convert,
    FeeCounts,
    Movement,
    Step,
    join_currencies,
    signed,
    started_on,
)
from regie.domains.work.churns.movement_schemas import MovementKind

KINDS: tuple[MovementKind, ...] = get_args(MovementKind)
# By currency.
Amounts = dict[str, Decimal]


@dataclass(slots=True)
class Cohort:
    """The clients who started in one month, and the changes of their MRR by month."""

    clients: int = 0
    # The movements of the first month.
    first: list[Movement] = field(default_factory=list)
    changes: dict[int, Amounts] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Decimal)))


class MrrHistory:
    """The movements and balances of consecutive months, in their original currencies."""

    def __init__(self, months: Sequence[tuple[date, date]]) -> None:
        self.months = list(months)
        self._firsts = [first for first, _ in months]
        count = len(self.months)
        # Changes before the months, and in each of them.
        self._fee_changes: list[Counter[tuple[str, Decimal]]] = [Counter() for _ in range(count + 1)]
        self.moved: list[list[Movement]] = [[] for _ in months]
        self.logos_lost, self.projects_lost = [0] * count, [0] * count
        self._client_changes, self._retainer_changes = [0] * (count + 1), [0] * (count + 1)
        self.cohorts: dict[int, Cohort] = defaultdict(Cohort)
        self.logos_lost_ever = 0

    def add_client(self, steps: Sequence[Step]) -> None:
        cohort = self._find_cohort(steps)
        lost_in: set[int] = set()
        for index, step in enumerate(steps):
            month = bisect_right(self._firsts, step.day) - 1
            if step.day > self.months[-1][1]:
                break
            until = steps[index + 1].day if index + 1 < len(steps) else None
            self._count_running(step, until)
            self._fee_changes[month + 1].update(step.fee_changes)
            for movement in step.movements:
                if month >= 0 and movement.amount:
                    self.moved[month].append(movement)
                if cohort is not None and movement.amount:
                    if self.cohorts.get(month) is cohort:
                        cohort.first.append(movement)
                    cohort.changes[month][movement.currency] += signed(movement)
            if month >= 0:
                self.projects_lost[month] += step.lost
                if step.is_last:
                    lost_in.add(month)
        for month in lost_in:
            self.logos_lost[month] += 1
        self.logos_lost_ever += bool(lost_in)

    def count_at_start(self) -> list[tuple[int, int]]:
        """Return (clients, retainers) that ran on the day before each month."""
        return list(zip(accumulate(self._client_changes[:-1]), accumulate(self._retainer_changes[:-1]), strict=True))

    def fee_counts_by_date(self) -> list[FeeCounts]:
        """Return the number of running retainers by fee, before the first month and at the end of each."""
        found, now = [], Counter[tuple[str, Decimal]]()
        for changed in self._fee_changes:
            now.update(changed)
            found.append({paid: count for paid, count in now.items() if count and paid[1]})
        return found

    def currencies(self) -> list[str]:
        moved = {movement.currency for month in self.moved for movement in month}
        return sorted({currency for currency, _ in self.fee_counts_by_date()[0]} | moved)

    def _find_cohort(self, steps: Sequence[Step]) -> Cohort | None:
        """Return the client's cohort; None for clients who started before or after the months."""
        started = started_on(steps)
        if started is None or not self._firsts[0] <= started <= self.months[-1][1]:
            return None
        cohort = self.cohorts[bisect_right(self._firsts, started) - 1]
        cohort.clients += 1
        return cohort

    def _count_running(self, step: Step, until: date | None) -> None:
        """Count the retainers that a client has from the day after a step until the next step."""
        if not step.after:
            return
        first = bisect_right(self._firsts, step.day)
        end = len(self._firsts) if until is None else bisect_right(self._firsts, until)
        self._client_changes[first] += 1
        self._client_changes[end] -= 1
        self._retainer_changes[first] += step.after
        self._retainer_changes[end] -= step.after


@dataclass(frozen=True, slots=True)
class Bridge:
    """start + new + expansion + reactivation − contraction − churn + fx = end, in one currency."""

    starts_on: date
    ends_on: date
    start: Decimal
    sums: Mapping[MovementKind, Decimal]
    end: Decimal
    logos: tuple[int, int]
    projects: tuple[int, int]

    @property
    def lost(self) -> Decimal:
        return sum((self.sums[kind] for kind in LOSSES), NOTHING)

    @property
    def gained(self) -> Decimal:
        return sum((self.sums[kind] for kind in GAINS), NOTHING)

    @property
    def fx(self) -> Decimal:
        """The effect of the rates alone: the end at its rate, less the start at its own and all movements."""
        return self.end - self.start - self.gained + self.lost


@dataclass(slots=True)
class ConvertedHistory:
    """A history in one currency.

    A currency with a missing rate on a needed day is excluded and listed in `left_out`.
    """

    bridges: list[Bridge]
    whole: Bridge
    left_out: list[str]
    # By the index of the cohort's month: its MRR at the end of that month and of each later one.
    cohorts: dict[int, list[Decimal]]


def convert_history(history: MrrHistory, convert: Convert) -> ConvertedHistory:
    fee_counts = history.fee_counts_by_date()
    days = [history.months[0][0] - A_DAY, *(last for _, last in history.months)]
    left_out = [name for name in history.currencies() if not _has_rates(history, fee_counts, days, convert, name)]
    converter = _Converter(convert, frozenset(left_out))
    ends = [converter.sum_fees(counts, day) for counts, day in zip(fee_counts, days, strict=True)]
    sums = [converter.sum_movements(moved) for moved in history.moved]
    at_start = history.count_at_start()
    bridges = [
        Bridge(
            first, last, ends[index], sums[index], ends[index + 1],
            (history.logos_lost[index], at_start[index][0]), (history.projects_lost[index], at_start[index][1]),
        )
        for index, (first, last) in enumerate(history.months)
    ]  # fmt: skip
    cohorts = {
        index: _cohort_mrr(converter, cohort, index, days[1:]) for index, cohort in sorted(history.cohorts.items())
    }
    return ConvertedHistory(bridges, _sum_bridges(history, bridges), left_out, cohorts)


def _sum_bridges(history: MrrHistory, bridges: Sequence[Bridge]) -> Bridge:
    """Return the bridge of all months; a client who was lost twice counts once."""
    first, last = bridges[0], bridges[-1]
    return Bridge(
        first.starts_on,
        last.ends_on,
        first.start,
        {kind: sum((bridge.sums[kind] for bridge in bridges), NOTHING) for kind in KINDS},
        last.end,
        (history.logos_lost_ever, first.logos[1]),
        (sum(bridge.projects[0] for bridge in bridges), first.projects[1]),
    )


@dataclass(frozen=True, slots=True)
class _Converter:
    convert: Convert
    left_out: frozenset[str]

    def sum_fees(self, fee_counts: FeeCounts, day: date) -> Decimal:
        """Add up fees retainer by retainer, like the MRR of the dashboard."""
        included = ((paid, count) for paid, count in fee_counts.items() if paid[0] not in self.left_out)
        return sum((self.convert_amount(fee, name, day) * count for (name, fee), count in included), NOTHING)

    def sum_amounts(self, amounts: Mapping[str, Decimal], day: date) -> Decimal:
        included = ((amount, name) for name, amount in sorted(amounts.items()) if amount and name not in self.left_out)
        return sum((self.convert_amount(amount, name, day) for amount, name in included), NOTHING)

    def sum_movements(self, movements: Iterable[Movement]) -> dict[MovementKind, Decimal]:
        sums: dict[MovementKind, Decimal] = defaultdict(Decimal)
        included = (movement for movement in movements if movement.currency not in self.left_out)
        for movement in join_currencies(included, self.convert):
            sums[movement.kind] += self.convert_amount(movement.amount, movement.currency, movement.day)
        return sums

    def sum_signed(self, movements: Iterable[Movement], day: date) -> Decimal:
        included = (movement for movement in movements if movement.currency not in self.left_out)
        return sum((self.convert_amount(signed(movement), movement.currency, day) for movement in included), NOTHING)

    def convert_amount(self, amount: Decimal, currency: str, day: date) -> Decimal:
        converted = self.convert(amount, currency, day)
        assert converted is not None, "currencies with a missing rate are excluded"
        return converted


def _has_rates(
    history: MrrHistory, fee_counts: Sequence[FeeCounts], days: Sequence[date], convert: Convert, currency: str
) -> bool:
    """Convert on every needed day, so that all missing rates become known."""
    paid = zip(fee_counts, days, strict=True)
    needed = {day for counts, day in paid if any(name == currency for name, _ in counts)}
    needed |= {movement.day for moved in history.moved for movement in moved if movement.currency == currency}
    found = [convert(Decimal(1), currency, day) for day in sorted(needed)]
    return None not in found


def _cohort_mrr(converter: _Converter, cohort: Cohort, index: int, ends: Sequence[date]) -> list[Decimal]:
    """Return the cohort's MRR by month.

    In the first, each movement is converted at the month's end, so that they add up.
    """
    now: Amounts = defaultdict(Decimal)
    paid = []
    for month in range(index, len(ends)):
        for currency, change in cohort.changes.get(month, {}).items():
            now[currency] += change
        paid.append(
            converter.sum_amounts(now, ends[month])
            if month > index
            else converter.sum_signed(cohort.first, ends[month])
        )
    return paid
