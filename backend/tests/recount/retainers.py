"""Retainers told day by day: what runs, what it brings in, and what changes of a client's recurring revenue."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from tests.recount.book import A_DAY, NOTHING, Book, Part, Row, coins, days, half_up, month_length, months

KINDS = ("new", "expansion", "reactivation", "contraction", "churn")
SIGNS = dict(zip(KINDS, (1, 1, 1, -1, -1), strict=True))


class Stretch(NamedTuple):
    """Days without a gap on which one retainer runs, both ends included."""

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
    """A month of the bridge in one currency."""

    first: date
    last: date
    start: Decimal = NOTHING
    end: Decimal = NOTHING
    sums: dict[str, Decimal] = field(default_factory=lambda: dict.fromkeys(KINDS, NOTHING))
    logos: tuple[int, int] = (0, 0)
    projects: tuple[int, int] = (0, 0)

    @property
    def fx(self) -> Decimal:
        return self.end - self.start - sum(SIGNS[kind] * amount for kind, amount in self.sums.items())


class Retainers:
    """Those among all projects for which `chosen` holds."""

    def __init__(self, book: Book, chosen: Callable[[Row], bool]) -> None:
        self.book = book
        self.by_client: dict[int, list[Stretch]] = defaultdict(list)
        self._fees = defaultdict(list)
        for line in book.rows["project_fees"]:
            self._fees[line["project_id"]].append((line["starts_on"], line["amount"]))
        for project in book.where("projects", kind="retainer"):
            if chosen(project):
                self.by_client[project["client_id"]] += self._stretches(project)

    def _stretches(self, project: Row) -> Iterator[Stretch]:
        """Never begun, paused, or over without a day: none. A loss that was won back leaves a gap."""
        is_over = project["status"] in ("completed", "ended", "churned")
        if project["status"] in ("draft", "cancelled", "on_hold") or (is_over and project["end_on"] is None):
            return
        whose = (project["id"], project["client_id"], project["currency"])
        first = project["start_on"]
        lost = self.book.where("churn_events", project_id=project["id"], state="won_back")
        for event in sorted(lost, key=lambda event: event["effective_on"]):
            yield Stretch(*whose, first, event["effective_on"])
            first = event["won_back_on"]
        if project["end_on"] is None or project["end_on"] >= first:
            yield Stretch(*whose, first, project["end_on"])

    def fee(self, stretch: Stretch, day: date) -> Decimal:
        begun = [line for line in self._fees[stretch.project] if line[0] <= day]
        return max(begun)[1] if begun else NOTHING

    def is_followed(self, stretch: Stretch) -> bool:
        """Another retainer of the client begins on the day after."""
        return stretch.last is not None and any(
            other.project != stretch.project and other.first == stretch.last + A_DAY
            for other in self.by_client[stretch.client]
        )

    def goes_on(self, client: int, day: date) -> list[Stretch]:
        """What runs once the day is over."""
        return [
            one for one in self.by_client[client] if one.runs_on(day) and (one.last != day or self.is_followed(one))
        ]

    def mrr_parts(self, day: date) -> Iterator[Part]:
        for client in self.by_client:
            for one in self.goes_on(client, day):
                yield Part("project", one.project, day, "", one.currency, self.fee(one, day))

    def revenue_parts(self, first: date, last: date) -> Iterator[Part]:
        """Per retainer and month, each day's part of the month's fee, rounded once."""
        for begin, end in months(first, last):
            earned: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
            for stretches in self.by_client.values():
                for one in stretches:
                    worked = (day for day in days(begin, end) if one.runs_on(day))
                    earned[one.project, one.currency] += sum(
                        (Fraction(self.fee(one, day)) / month_length(day) for day in worked), Fraction(0)
                    )
            for (project, currency), amount in earned.items():
                if amount:
                    told = half_up(amount, coins(currency))
                    yield Part("project", project, end, f"{end:%Y-%m}:retainer", currency, told)

    def fees_on(self, day: date) -> list[tuple[str, Decimal]]:
        """What runs on the day itself, its last one too."""
        stretches = (one for of_client in self.by_client.values() for one in of_client if one.runs_on(day))
        return [(one.currency, self.fee(one, day)) for one in stretches]

    def balances(self, day: date) -> dict[str, Decimal]:
        found: dict[str, Decimal] = defaultdict(Decimal)
        for part in self.mrr_parts(day):
            found[part.currency] += part.amount
        return found

    def movements(self, client: int, last: date) -> list[Movement]:
        """Every change of the client's recurring revenue from the first day on, in its own currency."""
        stretches = self.by_client[client]
        if not stretches:
            return []
        # Only these days can change anything; what they change is read from the days before and after them.
        edges = {one.first for one in stretches} | {one.last for one in stretches if one.last}
        edges |= {one.last + A_DAY for one in stretches if one.last}
        edges |= {line[0] for one in stretches for line in self._fees[one.project]}
        told, known = [], False
        for day in sorted(edge for edge in edges if edge <= last):
            before, after = self.goes_on(client, day - A_DAY), self.goes_on(client, day)
            change: dict[str, Decimal] = defaultdict(Decimal)
            for one in after:
                change[one.currency] += self.fee(one, day)
            for one in before:
                change[one.currency] -= self.fee(one, day - A_DAY)
            for currency, amount in sorted(change.items()):
                if amount:
                    told.append(Movement(day, _kind(before, after, amount, known), currency, abs(amount)))
            known = known or any(one.first <= day for one in stretches)
        return told

    def bridge(self, first: date, last: date, currency: str) -> tuple[list[Month], list[str]]:
        """Month by month; what has no rate on a day that it needs is in no month at all, and named."""
        last = min(last, self.book.today)
        moved = {client: self.movements(client, last) for client in self.by_client}
        spans = list(months(first, last))
        ends = [first - A_DAY, *(end for _, end in spans)]
        balances = {day: self.balances(day) for day in ends}
        needed = {(name, day) for day, amounts in balances.items() for name, amount in amounts.items() if amount}
        needed |= {(one.currency, one.day) for of in moved.values() for one in of if first <= one.day <= last}
        lacking = {name for name, day in needed if self.book.convert(Decimal(1), name, currency, day) is None}

        def total(amounts: Iterable[tuple[str, Decimal]], day: date) -> Decimal:
            kept = ((name, amount) for name, amount in amounts if name not in lacking)
            return sum((self.book.convert(amount, name, currency, day) or NOTHING for name, amount in kept), NOTHING)

        def paid(day: date) -> Decimal:
            return total(((part.currency, part.amount) for part in self.mrr_parts(day)), day)

        told = []
        for begin, end in spans:
            month = Month(begin, end, paid(begin - A_DAY), paid(end))
            for one in (one for of in moved.values() for one in of if begin <= one.day <= end):
                month.sums[one.kind] += total([(one.currency, one.amount)], one.day)
            self._count(month)
            told.append(month)
        return told, sorted(lacking)

    def _count(self, month: Month) -> None:
        """Clients and retainers that were lost, of those at the start."""
        standing = {client: self.goes_on(client, month.first - A_DAY) for client in self.by_client}
        gone = 0
        for client in self.by_client:
            running = [bool(standing[client])]
            running += [bool(self.goes_on(client, day)) for day in days(month.first, month.last)]
            gone += any(was and not now for was, now in pairwise(running))
        lost = sum(
            one.last is not None and month.first <= one.last <= month.last and not self.is_followed(one)
            for stretches in self.by_client.values()
            for one in stretches
        )
        month.logos = (gone, sum(map(bool, standing.values())))
        month.projects = (lost, sum(map(len, standing.values())))


def _kind(before: list[Stretch], after: list[Stretch], change: Decimal, known: bool) -> str:
    if not before:
        return "reactivation" if known else "new"
    if not after:
        return "churn"
    return "expansion" if change > 0 else "contraction"
