"""A bridge of recurring revenue in one currency, month by month, and cohorts: each amount at the rate of its own day.

Pure: what it adds up are the steps of `figures`; what a day's rate makes of an amount is asked of `convert`.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    Movement,
    Standing,
    Step,
    percent,
    signed,
    started_on,
)
from regie.domains.work.churns.movement_schemas import MovementKind

# The amount in the currency asked for, at the rate of a day; None where there is no rate.
Convert = Callable[[Decimal, str, date], Decimal | None]
KINDS: tuple[MovementKind, ...] = get_args(MovementKind)
# Per currency.
Amounts = dict[str, Decimal]


@dataclass(slots=True)
class Cohort:
    """The clients who started in one month: what they pay, by the month in which it changed."""

    clients: int = 0
    # Its movements in that month, one by one.
    first: list[Movement] = field(default_factory=list)
    changes: dict[int, Amounts] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Decimal)))


class History:
    """What happened in each of some months, in the currencies in which it did: one look at each step."""

    def __init__(self, months: Sequence[tuple[date, date]]) -> None:
        self.months = list(months)
        self._firsts = [first for first, _ in months]
        count = len(self.months)
        # What changed before the months, and in each of them.
        self._standing: list[Counter[tuple[str, Decimal]]] = [Counter() for _ in range(count + 1)]
        self.moved: list[list[Movement]] = [[] for _ in months]
        self.logos_lost, self.projects_lost = [0] * count, [0] * count
        self._logos, self._projects = [0] * (count + 1), [0] * (count + 1)
        self.cohorts: dict[int, Cohort] = defaultdict(Cohort)
        self.logos_lost_ever = 0

    def add_client(self, steps: Sequence[Step]) -> None:
        cohort = self._cohort_of(steps)
        lost_in: set[int] = set()
        for place, step in enumerate(steps):
            month = bisect_right(self._firsts, step.day) - 1
            if step.day > self.months[-1][1]:
                break
            until = steps[place + 1].day if place + 1 < len(steps) else None
            self._stand(step, until)
            self._standing[month + 1].update(step.standing)
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

    def at_start(self) -> list[tuple[int, int]]:
        """Of each month, the clients with a retainer on the day before, and their retainers."""
        return list(zip(accumulate(self._logos[:-1]), accumulate(self._projects[:-1]), strict=True))

    def standings(self) -> list[Standing]:
        """The retainers that run before the first month, and at the end of each, by what they pay."""
        found, now = [], Counter[tuple[str, Decimal]]()
        for changed in self._standing:
            now.update(changed)
            found.append({paid: count for paid, count in now.items() if count and paid[1]})
        return found

    def currencies(self) -> list[str]:
        moved = {movement.currency for month in self.moved for movement in month}
        return sorted({currency for currency, _ in self.standings()[0]} | moved)

    def _cohort_of(self, steps: Sequence[Step]) -> Cohort | None:
        """Before the months, in none of these."""
        started = started_on(steps)
        if started is None or not self._firsts[0] <= started <= self.months[-1][1]:
            return None
        cohort = self.cohorts[bisect_right(self._firsts, started) - 1]
        cohort.clients += 1
        return cohort

    def _stand(self, step: Step, until: date | None) -> None:
        """From the day after a step to the next one, a client has as many retainers as it left them."""
        if not step.after:
            return
        first = bisect_right(self._firsts, step.day)
        end = len(self._firsts) if until is None else bisect_right(self._firsts, until)
        self._logos[first] += 1
        self._logos[end] -= 1
        self._projects[first] += step.after
        self._projects[end] -= step.after


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
        """What rates alone did: the end at its day's rate, against the start at its own and all that happened."""
        return self.end - self.start - self.gained + self.lost

    @property
    def gross_churn(self) -> str | None:
        return percent(self.lost, self.start)

    @property
    def retention(self) -> str | None:
        return percent(self.start + self.gained - self.sums["new"] - self.lost, self.start)


@dataclass(slots=True)
class Told:
    """A history in one currency. What has no rate on a day that it needs is left out of all of it, and named."""

    bridges: list[Bridge]
    whole: Bridge
    left_out: list[str]
    # Of each cohort, by its month's place: what it paid at the end of that month and of each later one.
    cohorts: dict[int, list[Decimal]]


def tell(history: History, convert: Convert) -> Told:
    standings = history.standings()
    days = [history.months[0][0] - A_DAY, *(last for _, last in history.months)]
    left_out = [name for name in history.currencies() if not _has_rates(history, standings, days, convert, name)]
    told = _Telling(convert, frozenset(left_out))
    ends = [told.fees(standing, day) for standing, day in zip(standings, days, strict=True)]
    sums = [told.moved(moved) for moved in history.moved]
    standing = history.at_start()
    bridges = [
        Bridge(
            first, last, ends[place], sums[place], ends[place + 1],
            (history.logos_lost[place], standing[place][0]), (history.projects_lost[place], standing[place][1]),
        )
        for place, (first, last) in enumerate(history.months)
    ]  # fmt: skip
    cohorts = {place: _paid(told, cohort, place, days[1:]) for place, cohort in sorted(history.cohorts.items())}
    return Told(bridges, _whole(history, bridges), left_out, cohorts)


def _whole(history: History, bridges: Sequence[Bridge]) -> Bridge:
    """From sums: a client who was lost twice is one."""
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
class _Telling:
    convert: Convert
    left_out: frozenset[str]

    def fees(self, standing: Standing, day: date) -> Decimal:
        """Retainer by retainer, as the dashboard tells the same MRR and its rows."""
        kept = ((paid, count) for paid, count in standing.items() if paid[0] not in self.left_out)
        return sum((self.one(fee, name, day) * count for (name, fee), count in kept), NOTHING)

    def sum(self, amounts: Mapping[str, Decimal], day: date) -> Decimal:
        kept = ((amount, name) for name, amount in sorted(amounts.items()) if amount and name not in self.left_out)
        return sum((self.one(amount, name, day) for amount, name in kept), NOTHING)

    def moved(self, movements: Iterable[Movement]) -> dict[MovementKind, Decimal]:
        sums: dict[MovementKind, Decimal] = defaultdict(Decimal)
        for movement in movements:
            if movement.currency not in self.left_out:
                sums[movement.kind] += self.one(movement.amount, movement.currency, movement.day)
        return sums

    def each(self, movements: Iterable[Movement], day: date) -> Decimal:
        kept = (one for one in movements if one.currency not in self.left_out)
        return sum((self.one(signed(one), one.currency, day) for one in kept), NOTHING)

    def one(self, amount: Decimal, currency: str, day: date) -> Decimal:
        converted = self.convert(amount, currency, day)
        assert converted is not None, "what has no rate is left out"
        return converted


def _has_rates(
    history: History, standings: Sequence[Standing], days: Sequence[date], convert: Convert, currency: str
) -> bool:
    """Every day that it needs is asked for, so that all that is missing is known."""
    paid = zip(standings, days, strict=True)
    needed = {day for standing, day in paid if any(name == currency for name, _ in standing)}
    needed |= {movement.day for moved in history.moved for movement in moved if movement.currency == currency}
    found = [convert(Decimal(1), currency, day) for day in sorted(needed)]
    return None not in found


def _paid(told: _Telling, cohort: Cohort, place: int, ends: Sequence[date]) -> list[Decimal]:
    """Of the first month what its movements come to, each converted at its end, so that they can be added up."""
    now: Amounts = defaultdict(Decimal)
    paid = []
    for month in range(place, len(ends)):
        for currency, change in cohort.changes.get(month, {}).items():
            now[currency] += change
        paid.append(told.sum(now, ends[month]) if month > place else told.each(cohort.first, ends[month]))
    return paid
