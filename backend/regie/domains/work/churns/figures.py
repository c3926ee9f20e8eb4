"""Calculates movements of recurring revenue from the days on which retainers run.

Pure functions: the same rows always give the same result. Amounts are per currency; `convert` only decides the kind of
changes in several currencies.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import get_args

from regie.domains.records.projects.queries import Pauses
from regie.domains.work.churns.movement_schemas import Gain, Loss
from regie.domains.work.churns.movement_schemas import MovementKind as MovementKind

NOTHING = Decimal(0)
A_DAY = timedelta(days=1)
GAINS: tuple[Gain, ...] = get_args(Gain)
LOSSES: tuple[Loss, ...] = get_args(Loss)
# Converts an amount at the rate of a day; None without a rate.
Convert = Callable[[Decimal, str, date], Decimal | None]
# (amount with its sign, currency, day)
Change = tuple[Decimal, str, date]
Fees = Sequence[tuple[date, Decimal]]
# The number of retainers by (currency, monthly fee).
FeeCounts = Mapping[tuple[str, Decimal], int]


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive days of a retainer's contract, both ends included; `fees` are (first day, monthly fee) in order.

    The fee of paused days is zero, and `pauses` has these days. `is_continued` says that another contract of the client
    starts on the day after the last, whether or not the caller sees it.
    """

    client: int
    project: int
    currency: str
    starts_on: date
    ends_on: date | None
    fees: Fees
    pauses: Pauses = ()
    is_continued: bool = False

    def is_paused(self, day: date) -> bool:
        return any(first <= day and (last is None or day <= last) for first, last in self.pauses)

    def covers(self, day: date) -> bool:
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)

    def has_mrr_on(self, day: date) -> bool:
        """Whether the end of the day is within the run: on its last day, the run has ended unless it is continued."""
        return self.covers(day) and not self.is_paused(day) and (self.ends_on != day or self.is_continued)


@dataclass(frozen=True, slots=True)
class Movement:
    """A change of one client's MRR, of exactly one kind; its amount has no sign."""

    client: int
    day: date
    kind: MovementKind
    currency: str
    amount: Decimal


@dataclass(slots=True)
class _Change:
    started: int = 0
    ended: int = 0
    lost: int = 0
    fee_changes: Counter[tuple[str, Decimal]] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Step:
    """The changes of a client on one day: retainers running before and after, and retainers lost.

    `fee_changes` is the change of the number of retainers by fee.
    """

    day: date
    before: int
    after: int
    lost: int
    movements: tuple[Movement, ...]
    fee_changes: FeeCounts

    @property
    def is_last(self) -> bool:
        """Whether the step leaves a client without any retainer."""
        return self.before > self.after == 0


def add_fees(fee_counts: FeeCounts) -> dict[str, Decimal]:
    """Return the total fees per currency."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for (currency, fee), count in fee_counts.items():
        sums[currency] += fee * count
    return sums


def signed(movement: Movement) -> Decimal:
    return movement.amount if movement.kind in GAINS else -movement.amount


def started_on(steps: Iterable[Step]) -> date | None:
    """Return the first day that leaves the client with a retainer."""
    return next((step.day for step in steps if step.after), None)


def fee_on(fees: Fees, day: date) -> Decimal:
    """Return the fee in force on a day; zero before the first."""
    return next((fee for starts_on, fee in reversed(fees) if starts_on <= day), NOTHING)


def find_losses(runs: Iterable[Run]) -> Iterator[tuple[int, date]]:
    """Return the lost retainers, (project, last day); a retainer that another one continues is not lost."""
    return ((run.project, run.ends_on) for run in runs if run.ends_on is not None and not run.is_continued)


def mark_continued(runs: Iterable[Run], starts: Collection[tuple[int, date]]) -> Iterator[Run]:
    """Mark the runs that another retainer of the client continues; `starts` are (project, first day) of all of them.

    A retainer that starts again after its own last day was lost and won back.
    """
    for run in runs:
        continues = run.ends_on is not None and any(
            project != run.project and start == run.ends_on + A_DAY for project, start in starts
        )
        yield replace(run, is_continued=True) if continues else run


def split_by_losses(run: Run, gaps: Iterable[tuple[date, date]]) -> Iterator[Run]:
    """Split the run at each churn: from the last day to the day of winning back, it does not run."""
    start = run.starts_on
    for lost_on, back_on in sorted(gaps):
        yield replace(run, starts_on=start, ends_on=lost_on)
        start = back_on
    if run.ends_on is None or run.ends_on >= start:
        yield replace(run, starts_on=start)


def build_steps(runs: Sequence[Run]) -> list[Step]:
    """Return every day on which one client's retainers change, in order.

    A churn is dated on its last day; where another retainer starts on the next day, that day contains both.
    """
    changes = _changes(runs)
    steps, running, is_existing_client = [], 0, False
    for day in sorted(changes):
        change = changes[day]
        before, running = running, running + change.started - change.ended
        kinds = _kinds(change, before, running, is_existing_client)
        movements = tuple(
            Movement(runs[0].client, day, kind, currency, abs(amount)) for currency, kind, amount in kinds
        )
        steps.append(Step(day, before, running, change.lost, movements, change.fee_changes))
        is_existing_client = True
    return steps


def _changes(runs: Sequence[Run]) -> dict[date, _Change]:
    changes: dict[date, _Change] = defaultdict(_Change)
    for run in runs:
        started = changes[run.starts_on]
        started.started += 1
        started.fee_changes[run.currency, fee_on(run.fees, run.starts_on)] += 1
        for day, fee in run.fees:
            if run.starts_on < day and run.covers(day):
                changes[day].fee_changes[run.currency, fee] += 1
                changes[day].fee_changes[run.currency, fee_on(run.fees, day - A_DAY)] -= 1
        if run.ends_on is not None:
            ended = changes[run.ends_on + A_DAY if run.is_continued else run.ends_on]
            ended.ended += 1
            ended.lost += 0 if run.is_continued else 1
            ended.fee_changes[run.currency, fee_on(run.fees, run.ends_on)] -= 1
    return changes


def _kinds(
    change: _Change, before: int, after: int, is_existing_client: bool
) -> Iterator[tuple[str, MovementKind, Decimal]]:
    """Yield (currency, kind, amount); the kind depends on the client's number of retainers, not on the currency."""
    for currency, amount in sorted(add_fees(change.fee_changes).items()):
        if before and after:
            if amount:
                yield currency, "expansion" if amount > 0 else "contraction", amount
        elif after:
            yield currency, "reactivation" if is_existing_client else "new", amount
        elif before:
            yield currency, "churn", amount


def find_common_kind(changes: Sequence[Change], convert: Convert) -> MovementKind | None:
    """Return the kind of what a client gains in one currency and loses in another on one day, by the converted sum.

    A contract that continues in another currency is such a day. None where all changes are gains or all are losses, and
    where a rate is missing.
    """
    if len({amount > 0 for amount, _, _ in changes if amount}) < 2:
        return None
    total = NOTHING
    for change in changes:
        converted = convert(*change)
        if converted is None:
            return None
        total += converted
    return "contraction" if total < 0 else "expansion"


def group_by_day(movements: Iterable[Movement]) -> Iterator[list[Movement]]:
    """Group movements by client and day; those of one day follow each other."""
    return (list(of_day) for _, of_day in groupby(movements, key=lambda one: (one.client, one.day)))


def join_currencies(movements: Iterable[Movement], convert: Convert) -> Iterator[Movement]:
    """Give the changes of a client's day one kind; an amount that goes the other way is negative in it."""
    for of_day in group_by_day(movements):
        kind = find_common_kind([(signed(one), one.currency, one.day) for one in of_day], convert)
        for one in of_day:
            yield one if kind in (None, one.kind) else replace(one, kind=kind, amount=-one.amount)


@dataclass(slots=True)
class Window:
    """The totals of clients' steps between two days, both included."""

    starts_on: date
    ends_on: date
    start: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    sums: dict[str, dict[MovementKind, Decimal]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(Decimal))
    )
    logos_lost: int = 0
    logos_at_start: int = 0
    projects_lost: int = 0
    projects_at_start: int = 0

    def add_client(self, steps: Iterable[Step]) -> None:
        at_start, is_lost = 0, False
        for step in steps:
            if step.day > self.ends_on:
                break
            if step.day < self.starts_on:
                at_start = step.after
            else:
                self.projects_lost += step.lost
                is_lost = is_lost or step.is_last
            for movement in step.movements:
                self._add(movement)
        self.logos_lost += is_lost
        self.logos_at_start += at_start > 0
        self.projects_at_start += at_start

    def _add(self, movement: Movement) -> None:
        if movement.day < self.starts_on:
            sign = 1 if movement.kind in GAINS else -1
            self.start[movement.currency] += sign * movement.amount
        else:
            self.sums[movement.currency][movement.kind] += movement.amount

    def currencies(self) -> list[str]:
        return sorted({currency for currency, amount in self.start.items() if amount} | set(self.sums))

    def end(self, currency: str) -> Decimal:
        sums = self.sums[currency]
        return self.start[currency] + sum((sums[kind] for kind in GAINS), NOTHING) - self.lost(currency)

    def lost(self, currency: str) -> Decimal:
        return sum((self.sums[currency][kind] for kind in LOSSES), NOTHING)


def percent(part: Decimal | int, whole: Decimal | int) -> str | None:
    """Return the percentage with two decimals, rounded half up; None for a zero divisor."""
    if not whole:
        return None
    return str((Decimal(part) * 100 / Decimal(whole)).quantize(Decimal("0.01"), ROUND_HALF_UP))


def is_logo(project: int, last_day: date, runs: Iterable[Run]) -> bool:
    """Whether the client is lost with this retainer: no other one runs on the day after its last."""
    return not any(run.project != project and run.covers(last_day + A_DAY) for run in runs)


def find_logos(losses: Iterable[tuple[int, int, date]], runs: Sequence[Run]) -> set[int]:
    """Of one client's churns (id, project, last day), return those of the client itself: the latest of each day."""
    last_of_day = {day: (key, project) for key, project, day in sorted(losses)}
    return {key for day, (key, project) in last_of_day.items() if is_logo(project, day, runs)}


def whole_months(start: date, last: date) -> int:
    """Return the number of whole months from `start` to `last`: 1 January to 31 December are twelve."""
    after = last + A_DAY
    months = (after.year - start.year) * 12 + after.month - start.month
    return max(0, months - (after.day < start.day))


def divide(whole: int, parts: Sequence[int]) -> list[int]:
    """Divide `whole` in proportion to `parts`, in whole units that add up to it, by the largest remainders."""
    total = sum(parts)
    shares = [whole * part // total for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda index: (-(whole * parts[index] % total), index))
    for index in by_remainder[: whole - sum(shares)]:
        shares[index] += 1
    return shares


def divide_money(amount: Decimal, weights: Sequence[int], digits: int) -> list[Decimal]:
    """Return shares of an amount in units of `digits` decimals, which add up to it."""
    return [Decimal(units).scaleb(-digits) for units in divide(int(amount.scaleb(digits)), weights)]
