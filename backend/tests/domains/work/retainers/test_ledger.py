"""The chain of months against a recomputation that is written differently: one token for each hundredth of an hour."""

import math
from calendar import monthrange
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regie.domains.work.retainers.ledger import Line, Terms, Worked, open_lines, prorated
from tests.lengths import examples

MONTHS = 24
POLICIES = ("none", "surplus", "both")


def hours(text: str | int) -> Decimal:
    return Decimal(text).quantize(Decimal("0.01"))


def units(value: Decimal) -> int:
    return int(value * 100)


def nearest(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


@dataclass
class Book:
    """A retainer as people use it: hours come and go, terms change, months are locked and unlocked."""

    terms: Terms
    today: date
    minutes: dict[date, int] = field(default_factory=dict)
    adjustments: dict[date, Decimal] = field(default_factory=dict)
    locked: list[Line] = field(default_factory=list)

    def open(self) -> list[Line]:
        return open_lines(self.terms, self.locked, self.adjustments, Worked(self.minutes), self.today)

    def worked(self, line: Line) -> int:
        """Hundredths of an hour in a line's days, by plain addition."""
        total = sum(minutes for day, minutes in self.minutes.items() if line.starts_on <= day <= line.ends_on)
        return nearest(Fraction(total * 100, 60))


def month_number(day: date) -> int:
    return day.year * 12 + day.month


def shared(amount: Decimal, line: Line) -> int:
    """The share of a month's hundredths that falls on a line's days."""
    first, last = line.starts_on, line.ends_on
    days = sum(1 for number in range(31) if first + timedelta(days=number) <= last)
    return nearest(Fraction(units(amount) * days, monthrange(first.year, first.month)[1]))


def recompute(book: Book, lines: list[Line]) -> None:
    """Token by token what each open line must say: a token is the month that a hundredth of an hour comes from."""
    before = book.locked[-1] if book.locked else None
    tokens = [month_number(lot.month) for lot in before.lots for _ in range(units(lot.hours))] if before else []
    debt = max(0, -units(before.rollover_out)) if before else 0
    late = sum(book.worked(line) - units(line.used_hours) - units(line.late_hours) for line in book.locked)
    for line in lines:
        adjustment = units(book.adjustments.get(line.starts_on.replace(day=1), Decimal(0)))
        base, used = shared(book.terms.included_hours, line), book.worked(line)
        assert units(line.rollover_in) == len(tokens) - debt
        given = base + max(0, adjustment) + max(0, -late)
        taken = used + debt + max(0, -adjustment) + max(0, late)
        tokens += [month_number(line.starts_on)] * given
        left, lacking = tokens[taken:], max(0, taken - len(tokens))
        tokens, debt, overage = moved_on(book.terms, line, left, lacking)
        expected = (
            base,
            adjustment,
            used,
            late,
            len(left) - lacking,
            len(tokens) - debt,
            len(left) - len(tokens),
            overage,
        )
        named = (line.base_hours, line.adjustment, line.used_hours, line.late_hours, line.closing_balance,
                 line.rollover_out, line.lapsed_hours, line.overage_hours)  # fmt: skip
        assert tuple(units(value) for value in named) == expected, line
        late = 0


def moved_on(terms: Terms, line: Line, left: list[int], lacking: int) -> tuple[list[int], int, int]:
    """The tokens that go on, the debt that does, and the overage that stays."""
    if terms.rollover == "none" or line.ends_on == terms.ends_on:
        return [], 0, lacking
    now = month_number(line.starts_on)
    fresh = [token for token in left if terms.expiry_months is None or now < token + terms.expiry_months]
    if terms.cap_hours is not None:
        fresh = fresh[max(0, len(fresh) - units(terms.cap_hours)) :]
    return (fresh, lacking, 0) if terms.rollover == "both" else (fresh, 0, lacking)


def check(book: Book) -> None:
    lines = book.open()
    recompute(book, lines)
    chain = [*book.locked, *lines]
    for line in chain:
        closing = line.base_hours + line.rollover_in + line.adjustment - line.used_hours - line.late_hours
        assert closing == line.closing_balance == line.rollover_out + line.lapsed_hours - line.overage_hours
        assert min(line.lapsed_hours, line.overage_hours) == 0 <= max(line.lapsed_hours, line.overage_hours)
        assert sum((lot.hours for lot in line.lots), Decimal(0)) == max(Decimal(0), line.rollover_out)
        assert all(lot.hours > 0 for lot in line.lots)
    for one, next_one in pairwise(chain):
        assert next_one.rollover_in == one.rollover_out
        assert next_one.starts_on == one.ends_on + timedelta(days=1)
    if lines:
        told = sum(units(line.used_hours + line.late_hours) for line in chain)
        assert told == sum(book.worked(line) for line in chain)


amounts = st.decimals(0, 60, places=2)
terms = st.fixed_dictionaries(
    {
        "rollover": st.sampled_from(POLICIES),
        "cap_hours": st.none() | amounts,
        "expiry_months": st.none() | st.integers(1, 6),
        "included_hours": amounts,
    }
)
months = st.integers(0, MONTHS - 1)
steps = st.one_of(
    st.tuples(st.just("log"), months, st.integers(1, 28), st.integers(-1_500, 3_000)),
    st.tuples(st.just("log"), months, st.integers(1, 28), st.integers(0, 3_000)),
    st.tuples(st.just("go on"), st.integers(1, 4)),
    st.tuples(st.just("lock"), st.integers(1, 4)),
    st.tuples(st.just("unlock")),
    st.tuples(st.just("terms"), terms),
    st.tuples(st.just("adjust"), months, st.decimals(-20, 20, places=2)),
)


def month_at(start: date, number: int) -> date:
    year, month = divmod(start.year * 12 + start.month - 1 + number, 12)
    return date(year, month + 1, 1)


def take(book: Book, step: tuple[Any, ...]) -> None:
    start = book.terms.starts_on
    match step:
        case ("log", number, day, minutes):
            worked_on = month_at(start, number).replace(day=day)
            book.minutes[worked_on] = max(0, book.minutes.get(worked_on, 0) + minutes)
        case ("go on", number):
            last = month_at(start, MONTHS - 1)
            book.today = min(last, month_at(book.today, number)).replace(day=28)
        case ("lock", count):
            ended = [line for line in book.open() if line.ends_on < book.today]
            book.locked += ended[:count]
        case ("unlock",) if book.locked:
            book.locked.pop()
        case ("terms", changed):
            book.terms = replace(book.terms, **changed)
        case ("adjust", number, given):
            month = month_at(start, number)
            if not book.locked or month > book.locked[-1].starts_on:
                book.adjustments[month] = given


@settings(
    max_examples=examples(120),
)
@given(
    first=terms,
    starts_on=st.dates(date(2024, 1, 1), date(2024, 3, 31)),
    lasts=st.none() | st.integers(20, 720),
    taken=st.lists(steps, max_size=40),
)
def test_24_months_reconcile_whatever_happens(
    first: dict[str, Any], starts_on: date, lasts: int | None, taken: list[Any]
):
    ends_on = starts_on + timedelta(days=lasts) if lasts else None
    book = Book(Terms(starts_on=starts_on, ends_on=ends_on, fees=[(starts_on, Decimal(4000))], **first), starts_on)
    for step in taken:
        frozen = list(book.locked)
        take(book, step)
        assert book.locked[: len(frozen)] == frozen or step == ("unlock",)
        check(book)
    take(book, ("go on", MONTHS))
    check(book)
    if ends_on is None:
        assert len([*book.locked, *book.open()]) == MONTHS


def _terms(**fields: Any) -> Terms:
    values = {
        "starts_on": date(2026, 1, 1), "ends_on": None, "included_hours": hours(40), "rollover": "surplus",
        "cap_hours": None, "expiry_months": None, "fees": [(date(2026, 1, 1), Decimal("4000.00"))],
    }  # fmt: skip
    return Terms(**(values | fields))


def _lines(terms: Terms, minutes: dict[date, int], until: date, **fields: Any) -> list[Line]:
    return open_lines(terms, fields.get("locked", ()), fields.get("adjustments", {}), Worked(minutes), until)


def test_the_oldest_hours_are_used_first_and_expire_in_their_time():
    """Ten of January's hours live for two months: four of them are used in February, six are gone after March."""
    used = {date(2026, 1, 5): 30 * 60, date(2026, 2, 5): 4 * 60}
    lines = _lines(_terms(expiry_months=2), used, date(2026, 4, 30))
    assert [[(lot.month.month, lot.hours) for lot in line.lots] for line in lines] == [
        [(1, hours(10))],
        [(1, hours(6)), (2, hours(40))],
        [(2, hours(40)), (3, hours(40))],
        [(3, hours(40)), (4, hours(40))],
    ]
    assert [line.lapsed_hours for line in lines] == [hours(0), hours(0), hours(6), hours(40)]


def test_what_expires_is_named_as_lapsed():
    used = {date(2026, 1, 5): 30 * 60}
    january, february, march = _lines(_terms(expiry_months=1), used, date(2026, 3, 31))
    assert (january.rollover_out, january.lapsed_hours) == (hours(10), hours(0))
    assert (february.rollover_in, february.rollover_out, february.lapsed_hours) == (hours(10), hours(40), hours(10))
    assert march.lapsed_hours == hours(40)


@pytest.mark.parametrize(
    ("policy", "out", "overage", "next_in"),
    [("none", "0", "6", "0"), ("surplus", "0", "6", "0"), ("both", "-6", "0", "-6")],
)
def test_overrun_moves_on_only_where_both_do(policy: str, out: str, overage: str, next_in: str):
    january, february = _lines(_terms(rollover=policy), {date(2026, 1, 9): 46 * 60}, date(2026, 2, 28))
    assert (january.closing_balance, january.rollover_out) == (hours(-6), hours(out))
    assert (january.overage_hours, february.rollover_in) == (hours(overage), hours(next_in))
    assert january.ran_out_on == date(2026, 1, 9)


def test_cut_months_have_their_share_and_the_last_one_hands_nothing_on():
    fees = [(date(2026, 1, 17), Decimal("3100.00")), (date(2026, 2, 1), Decimal("3000.00"))]
    terms = _terms(starts_on=date(2026, 1, 17), ends_on=date(2026, 3, 10), included_hours=hours(31), fees=fees)
    january, february, march = _lines(terms, {}, date(2026, 6, 1))
    assert (january.starts_on, january.ends_on, january.base_hours) == (date(2026, 1, 17), date(2026, 1, 31), hours(15))
    assert (january.fee, february.fee) == (Decimal("1500.00"), Decimal("3000.00"))
    assert (march.ends_on, march.base_hours, march.fee) == (date(2026, 3, 10), hours(10), Decimal("967.74"))
    assert (march.rollover_in, march.rollover_out, march.lapsed_hours) == (hours(46), hours(0), hours(56))


def test_late_hours_move_the_next_open_month_once():
    used = {date(2026, 1, 5): 600}
    locked = _lines(_terms(), used, date(2026, 2, 28))[:1]
    used[date(2026, 1, 30)] = 90
    for _ in range(2):
        february, march = _lines(_terms(), used, date(2026, 3, 31), locked=locked)
        assert (february.late_hours, march.late_hours) == (hours("1.5"), hours(0))
    locked.append(february)
    used[date(2026, 1, 5)] = 0
    (march,) = _lines(_terms(), used, date(2026, 3, 31), locked=locked)
    assert march.late_hours == hours(-10)


def test_a_retainer_that_goes_on_after_its_last_locked_day_has_two_periods_in_that_month():
    locked = _lines(_terms(ends_on=date(2026, 1, 15)), {}, date(2026, 1, 31))
    rest, february = _lines(_terms(), {}, date(2026, 2, 28), locked=locked)
    assert (rest.starts_on, rest.ends_on, rest.base_hours) == (date(2026, 1, 16), date(2026, 1, 31), hours("20.65"))
    assert february.starts_on == date(2026, 2, 1)


def test_half_a_hundredth_of_a_share_is_rounded_up():
    assert prorated(hours("10.01"), date(2026, 4, 1), date(2026, 4, 15), Decimal("0.01")) == hours("5.01")
