"""Adds up margins from what each record contributes to them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from regie.core.money.amounts import AMOUNT_DIGITS, currency_digits, money
from regie.domains.insights.margins.schemas import MarginFigures, MarginPart
from regie.domains.insights.statistics.queries import format_hours, format_percent, round_half_up

_ZERO = Decimal(0)
_MINUTES = 60


class Entry(NamedTuple):
    """What one record adds to the margin of a project: an amount in its own currency, and converted at its day's rate.

    `minutes` are those of hours; the `unpriced` ones have no cost rate and cost nothing. Hours of all people together
    have no person.
    """

    part: MarginPart
    project: int
    person: int | None
    day: date
    currency: str
    amount: Decimal
    converted: Decimal | None
    minutes: int = 0
    unpriced: int = 0
    description: str | None = None

    @property
    def sign(self) -> int:
        return 1 if self.part == "revenue" else -1


def share_by_hours(entries: Sequence[Entry], currency: str) -> Iterator[Entry]:
    """Divide revenue and external costs of each project among its people, in proportion to their hours.

    The shares of an amount add up to it. Amounts of a project without hours belong to no person.
    """
    minutes: dict[int, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
    for one in entries:
        if one.minutes > 0:
            minutes[one.project][one.person] += one.minutes
    for one in entries:
        weights = minutes.get(one.project)
        if one.part == "hours" or weights is None:
            yield one
            continue
        amounts = _split(one.amount, one.currency, weights.values())
        converted = [] if one.converted is None else _split(one.converted, currency, weights.values())
        for person, amount, in_currency in zip_longest(weights, amounts, converted):
            yield one._replace(person=person, amount=amount, converted=in_currency)


def _split(amount: Decimal, currency: str, weights: Iterable[int]) -> list[Decimal]:
    """Divide an amount in whole units of its currency: each part ends where the rounded sum of parts so far ends."""
    weights = list(weights)
    digits, units = currency_digits(currency), int(amount.scaleb(AMOUNT_DIGITS))
    unit = sum(weights) * 10 ** (AMOUNT_DIGITS - digits)
    sign = -1 if units < 0 else 1
    parts, done, before = [], 0, 0
    for weight in weights:
        done += weight
        # In integers, which take a tenth of the time of fractions; a half is rounded away from zero.
        until = (2 * abs(units) * done + unit) // (2 * unit)
        parts.append(Decimal(sign * (until - before)).scaleb(-digits))
        before = until
    return parts


@dataclass(slots=True)
class MarginSum:
    """The margin of a group in one currency; amounts without a rate are added up separately."""

    currency: str
    amounts: dict[MarginPart, Decimal] = field(
        default_factory=lambda: {"revenue": _ZERO, "hours": _ZERO, "external": _ZERO}
    )
    minutes: int = 0
    unpriced: int = 0
    unconverted: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def add(self, entry: Entry) -> None:
        self.minutes += entry.minutes
        self.unpriced += entry.unpriced
        if entry.converted is None:
            self.unconverted[entry.currency] += entry.sign * entry.amount
        else:
            self.amounts[entry.part] += entry.converted

    @property
    def revenue(self) -> Decimal:
        return self.amounts["revenue"]

    @property
    def margin(self) -> Decimal:
        return self.revenue - self.amounts["hours"] - self.amounts["external"]

    @property
    def percent(self) -> str | None:
        return None if self.unconverted else format_percent(Fraction(self.margin), Fraction(self.revenue))

    @property
    def hourly_rate(self) -> Decimal | None:
        if self.unconverted or self.minutes <= 0:
            return None
        return round_half_up(Fraction(self.revenue) * _MINUTES / self.minutes, currency_digits(self.currency))

    def serialize(self) -> MarginFigures:
        rate = self.hourly_rate
        return {
            "revenue": money(self.revenue, self.currency),
            "cost_of_hours": money(self.amounts["hours"], self.currency),
            "external_costs": money(self.amounts["external"], self.currency),
            "margin": money(self.margin, self.currency),
            "margin_percent": self.percent,
            "hours": format_hours(self.minutes),
            "hourly_rate": None if rate is None else money(rate, self.currency),
            "hours_without_rate": format_hours(self.unpriced),
            "unconverted": [money(amount, own) for own, amount in sorted(self.unconverted.items())],
        }
