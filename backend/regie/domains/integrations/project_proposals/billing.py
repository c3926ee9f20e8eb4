"""Finds in the lines of invoices what a piece of work was billed: fees month by month, and amounts.

Nothing here reads the database: lines come in, series and sums go out.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise

from regie.core.text.folding import fold
from regie.domains.records.projects.models import MONTHS_OF_INTERVALS

# Fewer billed months are no series: three equal parts of a price could be a coincidence.
MIN_MONTHS = 3
# A month may be missing from a series: an invoice that was forgotten, voided or joined with the next one. Of a long
# one, two in a row.
_MAX_GAP, _LONG_GAP, _LONG = 2, 3, 9
_INTERVALS = {months: name for name, months in MONTHS_OF_INTERVALS.items()}
_NOT_WORDS = re.compile(r"[^a-z]+")
_MONTH_WORDS = frozenset(
    (
        *("january", "february", "march", "april", "may", "june", "july", "august", "september", "october"),
        *("november", "december", "janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout"),
        *("septembre", "octobre", "novembre", "decembre", "of", "de", "du", "pour", "for"),
    )
)

_PART_WORDS = frozenset(
    (
        *("milestone", "deposit", "installment", "instalment", "phase", "part", "balance", "final"),
        *("jalon", "acompte", "depot", "versement", "tranche", "etape", "partie", "solde"),
    )
)


@dataclass(frozen=True, slots=True)
class BilledLine:
    """A line of an invoice: what the client was billed for, without tax."""

    invoice: str
    on: date
    currency: str
    amount: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class Series:
    """A fee as it was billed: `fees` are [first day, amount] per `interval`, oldest first; `last_on` is the last bill.

    `one_offs` counts bills of another amount that the next one did not repeat.
    """

    interval: str
    currency: str
    fees: Sequence[tuple[date, Decimal]]
    billing_day: int
    count: int
    one_offs: int
    last_on: date

    @property
    def months(self) -> int:
        return MONTHS_OF_INTERVALS[self.interval]


def words_of(text: str) -> str:
    """`"Site & SEO – mensualité, mars 2026"` → `"site seo mensualite"`: without numbers and months."""
    words = (word for word in _NOT_WORDS.split(fold(text)) if word and word not in _MONTH_WORDS)
    return " ".join(words)


def assign_lines(lines: Iterable[BilledLine], names: Sequence[str]) -> dict[str, list[BilledLine]]:
    """Return the lines whose text contains a name, by name; a line belongs to the longest name that it contains.

    The lines of no name are under an empty name.
    """
    known = sorted(((words_of(name), name) for name in names), key=lambda pair: -len(pair[0]))
    found: dict[str, list[BilledLine]] = defaultdict(list)
    for line in lines:
        text = f" {words_of(line.text)} "
        found[next((name for words, name in known if words and f" {words} " in text), "")].append(line)
    return found


def find_series(lines: Sequence[BilledLine]) -> Series | None:
    """Return the fee that these lines bill at equal intervals, with every change of it; None without one."""
    currencies = Counter(line.currency for line in lines)
    if not currencies:
        return None
    currency = currencies.most_common(1)[0][0]
    bills = _bills_by_month([line for line in lines if line.currency == currency])
    if len(bills) < MIN_MONTHS:
        return None
    months = [day.year * 12 + day.month for day, _ in bills]
    steps = Counter(later - earlier for earlier, later in pairwise(months))
    step = steps.most_common(1)[0][0]
    interval, longest = _INTERVALS.get(step), _LONG_GAP if len(bills) >= _LONG else _MAX_GAP
    if interval is None or any(gap % step or gap > step * longest for gap in steps):
        return None
    fees, one_offs = _changes(bills)
    return Series(
        interval=interval,
        currency=currency,
        fees=fees,
        billing_day=Counter(day.day for day, _ in bills).most_common(1)[0][0],
        count=len(bills),
        one_offs=one_offs,
        last_on=bills[-1][0],
    )


def _bills_by_month(lines: Sequence[BilledLine]) -> list[tuple[date, Decimal]]:
    """Return each month's first day of billing and its sum, without months that credits cancel."""
    months: dict[tuple[int, int], list[BilledLine]] = defaultdict(list)
    for line in lines:
        months[line.on.year, line.on.month].append(line)
    sums = (
        (min(line.on for line in of_month), sum((line.amount for line in of_month), Decimal(0)))
        for _, of_month in sorted(months.items())
    )
    return [(day, amount) for day, amount in sums if amount > 0]


def _changes(bills: Sequence[tuple[date, Decimal]]) -> tuple[list[tuple[date, Decimal]], int]:
    """Return the first bill of each amount, and how many bills of another amount were not repeated.

    An amount that only one bill has, before the fee returns to what it was, is extra work, not a change of the fee.
    """
    fees = [bills[0]]
    one_offs = 0
    for place, (day, amount) in enumerate(bills[1:], 1):
        before = fees[-1][1]
        if amount == before:
            continue
        following = bills[place + 1][1] if place + 1 < len(bills) else amount
        if following == before:
            one_offs += 1
        else:
            fees.append((day, amount))
    return fees, one_offs


def find_unnamed_series(lines: Iterable[BilledLine]) -> dict[str, tuple[str, Series]]:
    """Return the fees among lines of no work, by their words, with the text of the last bill.

    The bills of one fee have the same words, month by month. Parts of a price are no fee, however regular they are.
    """
    groups: dict[tuple[str, str], list[BilledLine]] = defaultdict(list)
    currencies: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        if (words := words_of(line.text)) and not bills_parts(line):
            groups[words, line.currency].append(line)
            currencies[words].add(line.currency)
    found = (
        # Two fees with the same words are distinguished by their currencies.
        (words if len(currencies[words]) == 1 else f"{words} {currency.lower()}", of_words, find_series(of_words))
        for (words, currency), of_words in groups.items()
    )
    return {words: (max(of_words, key=_day).text, series) for words, of_words, series in found if series}


def bills_parts(line: BilledLine) -> bool:
    """Whether a line bills a part of a price, such as a milestone."""
    return not _PART_WORDS.isdisjoint(words_of(line.text).split())


def _day(line: BilledLine) -> date:
    return line.on
