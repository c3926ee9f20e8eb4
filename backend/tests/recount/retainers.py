"""Recalculates retainers day by day: MRR, revenue and the movements of MRR."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from tests.recount.snapshot import (
    A_DAY,
    ZERO,
    Contribution,
    Row,
    Snapshot,
    days,
    digits_of,
    month_length,
    months,
    round_half_up,
)

KINDS = ("new", "expansion", "reactivation", "contraction", "churn")
SIGNS = dict(zip(KINDS, (1, 1, 1, -1, -1), strict=True))


class ActivePeriod(NamedTuple):
    """A period without gaps in which a retainer runs, both ends included."""

    project: int
    client: int
    currency: str
    first: date
    last: date | None

    def runs_on(self, day: date) -> bool:
        return self.first <= day and (self.last is None or day <= self.last)


class Movement(NamedTuple):
    day: date
    kind: str
    currency: str
    amount: Decimal


@dataclass
class Month:
    """A month of the MRR bridge in one currency."""

    first: date
    last: date
    start: Decimal = ZERO
    end: Decimal = ZERO
    sums: dict[str, Decimal] = field(default_factory=lambda: dict.fromkeys(KINDS, ZERO))
    logos: tuple[int, int] = (0, 0)
    projects: tuple[int, int] = (0, 0)

    @property
    def fx(self) -> Decimal:
        return self.end - self.start - sum(SIGNS[kind] * amount for kind, amount in self.sums.items())


class Retainers:
    """The retainers that match `is_included`."""

    def __init__(self, snapshot: Snapshot, is_included: Callable[[Row], bool]) -> None:
        self.snapshot = snapshot
        self.by_client: dict[int, list[ActivePeriod]] = defaultdict(list)
        self._fees = defaultdict(list)
        for line in snapshot.rows["project_fees"]:
            self._fees[line["project_id"]].append((line["starts_on"], line["amount"]))
        self._states = defaultdict(list)
        for term in snapshot.where("terms", record="project", name="state"):
            self._states[term["record_id"]].append((term["effective_from"], term["value"]))
        # Another contract continues a retainer, whether or not it is included.
        self._of_clients: dict[int, list[ActivePeriod]] = defaultdict(list)
        for project in snapshot.where("projects", kind="retainer"):
            periods = list(self._active_periods(project))
            self._of_clients[project["client_id"]] += periods
            if is_included(project):
                self.by_client[project["client_id"]] += periods

    def _active_periods(self, project: Row) -> Iterator[ActivePeriod]:
        """The periods of a project; none if it is a draft, cancelled, or ended without an end date.

        A churn that was won back leaves a gap.
        """
        is_over = project["status"] in ("completed", "ended", "churned")
        if project["status"] in ("draft", "cancelled") or (is_over and project["end_on"] is None):
            return
        whose = (project["id"], project["client_id"], project["currency"])
        first = project["start_on"]
        won_back = self.snapshot.where("churn_events", project_id=project["id"], state="won_back")
        for event in sorted(won_back, key=lambda event: event["effective_on"]):
            yield ActivePeriod(*whose, first, event["effective_on"])
            first = event["won_back_on"]
        if project["end_on"] is None or project["end_on"] >= first:
            yield ActivePeriod(*whose, first, project["end_on"])

    def is_paused(self, period: ActivePeriod, day: date) -> bool:
        begun = [state for state in self._states[period.project] if state[0] <= day]
        return bool(begun) and max(begun)[1] == "on_hold"

    def fee(self, period: ActivePeriod, day: date) -> Decimal:
        """The fee in force; zero while the retainer is paused."""
        if self.is_paused(period, day):
            return ZERO
        begun = [line for line in self._fees[period.project] if line[0] <= day]
        return max(begun)[1] if begun else ZERO

    def is_continued(self, period: ActivePeriod) -> bool:
        """Whether another retainer of the client starts on the next day."""
        return period.last is not None and any(
            other.project != period.project and other.first == period.last + A_DAY
            for other in self._of_clients[period.client]
        )

    def running_after(self, client: int, day: date) -> list[ActivePeriod]:
        """The client's periods that run after the day."""
        return [
            one for one in self.by_client[client] if one.runs_on(day) and (one.last != day or self.is_continued(one))
        ]

    def mrr_contributions(self, day: date) -> Iterator[Contribution]:
        for client in self.by_client:
            for one in self.running_after(client, day):
                if self.is_paused(one, day):
                    continue
                yield Contribution("project", one.project, day, "", one.currency, self.fee(one, day))

    def revenue_contributions(self, first: date, last: date) -> Iterator[Contribution]:
        """Per retainer and month, the sum of each day's share of the fee, rounded once."""
        for begin, end in months(first, last):
            earned: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
            for periods in self.by_client.values():
                for one in periods:
                    running_days = (day for day in days(begin, end) if one.runs_on(day))
                    earned[one.project, one.currency] += sum(
                        (Fraction(self.fee(one, day)) / month_length(day) for day in running_days), Fraction(0)
                    )
            for (project, currency), amount in earned.items():
                if amount:
                    rounded = round_half_up(amount, digits_of(currency))
                    yield Contribution("project", project, end, f"{end:%Y-%m}:retainer", currency, rounded)

    def balances(self, day: date) -> dict[str, Decimal]:
        found: dict[str, Decimal] = defaultdict(Decimal)
        for part in self.mrr_contributions(day):
            found[part.currency] += part.amount
        return found

    def movements(self, client: int, last: date) -> list[Movement]:
        """All changes of the client's MRR until `last`, in their own currencies."""
        periods = self.by_client[client]
        if not periods:
            return []
        # Only these days can change MRR; compare the MRR before and after each of them.
        edges = {one.first for one in periods} | {one.last for one in periods if one.last}
        edges |= {one.last + A_DAY for one in periods if one.last}
        edges |= {line[0] for one in periods for line in (*self._fees[one.project], *self._states[one.project])}
        movements, was_active_before = [], False
        for day in sorted(edge for edge in edges if edge <= last):
            before, after = self.running_after(client, day - A_DAY), self.running_after(client, day)
            change: dict[str, Decimal] = defaultdict(Decimal)
            for one in after:
                change[one.currency] += self.fee(one, day)
            for one in before:
                change[one.currency] -= self.fee(one, day - A_DAY)
            for currency, amount in sorted(change.items()):
                if amount:
                    movements.append(
                        Movement(day, _kind(before, after, amount, was_active_before), currency, abs(amount))
                    )
            was_active_before = was_active_before or any(one.first <= day for one in periods)
        return movements

    def bridge(self, first: date, last: date, currency: str) -> tuple[list[Month], list[str]]:
        """The months of the bridge, and the currencies that are left out because a rate is missing."""
        last = min(last, self.snapshot.today)
        movements_by_client = {client: self.movements(client, last) for client in self.by_client}
        spans = list(months(first, last))
        ends = [first - A_DAY, *(end for _, end in spans)]
        balances = {day: self.balances(day) for day in ends}
        needed = {(name, day) for day, amounts in balances.items() for name, amount in amounts.items() if amount}
        needed |= {
            (one.currency, one.day) for of in movements_by_client.values() for one in of if first <= one.day <= last
        }
        without_rate = {name for name, day in needed if self.snapshot.convert(Decimal(1), name, currency, day) is None}

        def total(amounts: Iterable[tuple[str, Decimal]], day: date) -> Decimal:
            included = ((name, amount) for name, amount in amounts if name not in without_rate)
            return sum((self.snapshot.convert(amount, name, currency, day) or ZERO for name, amount in included), ZERO)

        def mrr_at(day: date) -> Decimal:
            return total(((part.currency, part.amount) for part in self.mrr_contributions(day)), day)

        bridge_months = []
        for begin, end in spans:
            month = Month(begin, end, mrr_at(begin - A_DAY), mrr_at(end))
            for of in movements_by_client.values():
                for day, changes in groupby((one for one in of if begin <= one.day <= end), key=lambda one: one.day):
                    converted = [
                        (one.kind, SIGNS[one.kind] * total([(one.currency, one.amount)], day))
                        for one in changes
                        if one.currency not in without_rate
                    ]
                    for kind, amount in _join_currencies(converted):
                        month.sums[kind] += SIGNS[kind] * amount
            self._count(month)
            bridge_months.append(month)
        return bridge_months, sorted(without_rate)

    def _count(self, month: Month) -> None:
        """Count the lost clients and retainers, and those at the start of the month."""
        at_start = {client: self.running_after(client, month.first - A_DAY) for client in self.by_client}
        lost_clients = 0
        for client in self.by_client:
            running = [bool(at_start[client])]
            running += [bool(self.running_after(client, day)) for day in days(month.first, month.last)]
            lost_clients += any(was and not now for was, now in pairwise(running))
        lost_retainers = sum(
            one.last is not None and month.first <= one.last <= month.last and not self.is_continued(one)
            for periods in self.by_client.values()
            for one in periods
        )
        month.logos = (lost_clients, sum(map(bool, at_start.values())))
        month.projects = (lost_retainers, sum(map(len, at_start.values())))


def _join_currencies(changes: list[tuple[str, Decimal]]) -> list[tuple[str, Decimal]]:
    """The signed changes of one day: what goes up in one currency and down in another is one change."""
    if len({kind for kind, _ in changes}) < 2:
        return changes
    net = sum((amount for _, amount in changes), ZERO)
    return [("expansion" if net >= 0 else "contraction", net)]


def _kind(before: list[ActivePeriod], after: list[ActivePeriod], change: Decimal, was_active_before: bool) -> str:
    if not before:
        return "reactivation" if was_active_before else "new"
    if not after:
        return "churn"
    return "expansion" if change > 0 else "contraction"


def read_included_hours(snapshot: Snapshot, project: Row, day: date) -> Decimal:
    """The hours of a month that are agreed at the end of a day; without terms they never changed."""
    terms = snapshot.where("terms", record="project", record_id=project["id"], name="included_hours")
    begun = [(term["effective_from"], term["amount"]) for term in terms if term["effective_from"] <= day]
    return (max(begun)[1] if begun else project["included_hours"]) or Decimal(0)


def elapsed_share(period: Row, today: date) -> Fraction:
    """The share of the period's working days that have started."""
    working_days = [day for day in days(period["starts_on"], period["ends_on"]) if day.weekday() < 5]
    return Fraction(sum(day <= today for day in working_days), len(working_days)) if working_days else Fraction(1)


def burn_level(used: Fraction, available_hours: Fraction, share: Fraction) -> str | None:
    if used > available_hours or used == available_hours > 0:
        return "over"
    if available_hours <= 0:
        return None
    burn, remaining = used / available_hours, 1 - share
    return "high" if burn + remaining * (burn + remaining) > Fraction(115, 100) else None
