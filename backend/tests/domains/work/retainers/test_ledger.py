"""Tests of the ledger against an independent calculation with one token per hundredth of an hour."""

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

from regie.domains.records.dated_fields.schemas import BEGINNING, RolloverPolicy
from regie.domains.work.retainers.ledger import (
    LedgerLine,
    Terms,
    WorkedHours,
    build_earlier_lines,
    build_open_lines,
    prorated,
)
from tests.long_tests import example_count

MONTHS = 24
POLICIES = ("none", "surplus", "both")


def hours(text: str | int) -> Decimal:
    return Decimal(text).quantize(Decimal("0.01"))


def units(value: Decimal) -> int:
    return int(value * 100)


def nearest(value: Fraction) -> int:
    return math.floor(value + Fraction(1, 2))


@dataclass
class RetainerModel:
    """A retainer in use: hours are logged, terms change, months are locked and unlocked."""

    terms: Terms
    today: date
    minutes: dict[date, int] = field(default_factory=dict)
    adjustments: dict[date, Decimal] = field(default_factory=dict)
    locked: list[LedgerLine] = field(default_factory=list)

    def open(self) -> list[LedgerLine]:
        return build_open_lines(self.terms, self.locked, self.adjustments, WorkedHours(self.minutes), self.today)

    def earlier(self) -> list[LedgerLine]:
        return build_earlier_lines(self.terms, self.adjustments, WorkedHours(self.minutes))

    def worked(self, line: LedgerLine) -> int:
        """Hundredths of an hour within a line's days, by plain addition."""
        total = sum(minutes for day, minutes in self.minutes.items() if line.starts_on <= day <= line.ends_on)
        return nearest(Fraction(total * 100, 60))


def month_number(day: date) -> int:
    return day.year * 12 + day.month


def prorated_units(amount: Decimal, line: LedgerLine) -> int:
    """The part of a month's hundredths that falls within a line's days."""
    first, last = line.starts_on, line.ends_on
    days = sum(1 for number in range(31) if first + timedelta(days=number) <= last)
    return nearest(Fraction(units(amount) * days, monthrange(first.year, first.month)[1]))


def latest(timeline: Any, day: date) -> Any:
    """The value of the latest day that is not after a day."""
    return max((one for one in timeline if one[0] <= day), key=lambda one: one[0])[1]


def recompute(model: RetainerModel, lines: list[LedgerLine]) -> None:
    """Check each open line token by token; a token is the month that a hundredth of an hour comes from."""
    before = model.locked[-1] if model.locked else None
    tokens = (
        [month_number(batch.month) for batch in before.batches for _ in range(units(batch.hours))] if before else []
    )
    debt = max(0, -units(before.rollover_out)) if before else 0
    if before is None and model.terms.ledger_from is not None:
        opening = units(model.terms.opening_hours)
        tokens, debt = [month_number(model.terms.ledger_from) - 1] * max(0, opening), max(0, -opening)
    late = sum(model.worked(line) - units(line.used_hours) - units(line.late_hours) for line in model.locked)
    for line in lines:
        adjustment = units(model.adjustments.get(line.starts_on.replace(day=1), Decimal(0)))
        base, used = prorated_units(latest(model.terms.included_hours, line.ends_on), line), model.worked(line)
        assert units(line.rollover_in) == len(tokens) - debt
        granted = base + max(0, adjustment) + max(0, -late)
        taken = used + debt + max(0, -adjustment) + max(0, late)
        tokens += [month_number(line.starts_on)] * granted
        left, lacking = tokens[taken:], max(0, taken - len(tokens))
        tokens, debt, overage = roll_over(model.terms, line, left, lacking)
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
        actual = (line.base_hours, line.adjustment, line.used_hours, line.late_hours, line.closing_balance,
                 line.rollover_out, line.lapsed_hours, line.overage_hours)  # fmt: skip
        assert tuple(units(value) for value in actual) == expected, line
        late = 0


def roll_over(terms: Terms, line: LedgerLine, left: list[int], lacking: int) -> tuple[list[int], int, int]:
    """Return the tokens and the debt that roll over, and the overage."""
    policy = latest(terms.rollover, line.ends_on)
    if policy.rollover == "none" or line.ends_on == terms.ends_on:
        return [], 0, lacking
    now = month_number(line.starts_on)
    unexpired = [token for token in left if policy.expiry_months is None or now < token + policy.expiry_months]
    if policy.cap_hours is not None:
        unexpired = unexpired[max(0, len(unexpired) - units(policy.cap_hours)) :]
    return (unexpired, lacking, 0) if policy.rollover == "both" else (unexpired, 0, lacking)


def check(model: RetainerModel) -> None:
    lines = model.open()
    recompute(model, lines)
    chain, earlier = [*model.locked, *lines], model.earlier()
    for line in earlier:
        assert (line.rollover_in, line.late_hours, line.rollover_out, line.batches) == (0, 0, 0, ())
        assert line.base_hours == Decimal(prorated_units(latest(model.terms.included_hours, line.ends_on), line)) / 100
    for line in [*earlier, *chain]:
        closing = line.base_hours + line.rollover_in + line.adjustment - line.used_hours - line.late_hours
        assert closing == line.closing_balance == line.rollover_out + line.lapsed_hours - line.overage_hours
        assert min(line.lapsed_hours, line.overage_hours) == 0 <= max(line.lapsed_hours, line.overage_hours)
        assert sum((batch.hours for batch in line.batches), Decimal(0)) == max(Decimal(0), line.rollover_out)
        assert all(batch.hours > 0 for batch in line.batches)
    for one, next_one in pairwise(chain):
        assert next_one.rollover_in == one.rollover_out
        assert next_one.starts_on == one.ends_on + timedelta(days=1)
    if lines:
        counted = sum(units(line.used_hours + line.late_hours) for line in [*earlier, *chain])
        assert counted == sum(model.worked(line) for line in [*earlier, *chain])


amounts = st.decimals(0, 60, places=2)
terms = st.tuples(
    amounts, st.builds(RolloverPolicy, st.sampled_from(POLICIES), st.none() | amounts, st.none() | st.integers(1, 6))
)
months = st.integers(0, MONTHS - 1)
steps = st.one_of(
    st.tuples(st.just("log"), months, st.integers(1, 28), st.integers(-1_500, 3_000)),
    st.tuples(st.just("log"), months, st.integers(1, 28), st.integers(0, 3_000)),
    st.tuples(st.just("go on"), st.integers(1, 4)),
    st.tuples(st.just("lock"), st.integers(1, 4)),
    st.tuples(st.just("unlock")),
    st.tuples(st.just("terms"), months, st.integers(1, 28), terms),
    st.tuples(st.just("adjust"), months, st.decimals(-20, 20, places=2)),
)


def month_at(start: date, number: int) -> date:
    year, month = divmod(start.year * 12 + start.month - 1 + number, 12)
    return date(year, month + 1, 1)


def add_term(timeline: Any, since: date, value: Any) -> list[tuple[date, Any]]:
    return sorted({**dict(timeline), since: value}.items())


def apply_step(model: RetainerModel, step: tuple[Any, ...]) -> None:
    start = model.terms.starts_on
    match step:
        case ("log", number, day, minutes):
            worked_on = month_at(start, number).replace(day=day)
            model.minutes[worked_on] = max(0, model.minutes.get(worked_on, 0) + minutes)
        case ("go on", number):
            last = month_at(start, MONTHS - 1)
            model.today = min(last, month_at(model.today, number)).replace(day=28)
        case ("lock", count):
            ended = [line for line in model.open() if line.ends_on < model.today]
            model.locked += ended[:count]
        case ("unlock",) if model.locked:
            model.locked.pop()
        case ("terms", number, day, (included_hours, policy)):
            since = month_at(start, number).replace(day=day)
            changed = {
                "included_hours": add_term(model.terms.included_hours, since, included_hours),
                "rollover": add_term(model.terms.rollover, since, policy),
            }
            model.terms = replace(model.terms, **changed)
        case ("adjust", number, given):
            month = month_at(start, number)
            if not model.locked or month > model.locked[-1].starts_on:
                model.adjustments[month] = given


@settings(
    max_examples=example_count(120),
)
@given(
    first=terms,
    starts_on=st.dates(date(2024, 1, 1), date(2024, 3, 31)),
    lasts=st.none() | st.integers(20, 720),
    begins_after=st.none() | st.tuples(st.integers(1, 9), st.decimals(-20, 20, places=2)),
    taken=st.lists(steps, max_size=40),
)
def test_24_months_balance_after_any_steps(
    first: Any, starts_on: date, lasts: int | None, begins_after: tuple[int, Decimal] | None, taken: list[Any]
):
    ends_on = starts_on + timedelta(days=lasts) if lasts else None
    included_hours, rollover = ([(BEGINNING, value)] for value in first)
    fees = [(starts_on, Decimal(4000))]
    model = RetainerModel(Terms(starts_on, ends_on, included_hours, rollover, fees), starts_on)
    if begins_after is not None:
        month, opening = month_at(starts_on, begins_after[0]), begins_after[1]
        model.terms = replace(model.terms, ledger_from=month, opening_hours=opening)
        model.today = month
    for step in taken:
        frozen = list(model.locked)
        apply_step(model, step)
        assert model.locked[: len(frozen)] == frozen or step == ("unlock",)
        check(model)
    apply_step(model, ("go on", MONTHS))
    check(model)
    if ends_on is None:
        assert len([*model.earlier(), *model.locked, *model.open()]) == MONTHS


def _terms(**fields: Any) -> Terms:
    values = {
        "starts_on": date(2026, 1, 1), "ends_on": None, "fees": [(date(2026, 1, 1), Decimal("4000.00"))],
    }  # fmt: skip
    always = {"included_hours": hours(40), "rollover": "surplus", "cap_hours": None, "expiry_months": None} | fields
    policy = RolloverPolicy(always.pop("rollover"), always.pop("cap_hours"), always.pop("expiry_months"))
    dated = {"included_hours": [(BEGINNING, always.pop("included_hours"))], "rollover": [(BEGINNING, policy)]}
    return Terms(**(values | dated | always))


def _lines(terms: Terms, minutes: dict[date, int], until: date, **fields: Any) -> list[LedgerLine]:
    return build_open_lines(terms, fields.get("locked", ()), fields.get("adjustments", {}), WorkedHours(minutes), until)


def test_oldest_hours_are_used_first_and_expire():
    """Ten hours of January can be used for two months: February uses four, and six expire after March."""
    used = {date(2026, 1, 5): 30 * 60, date(2026, 2, 5): 4 * 60}
    lines = _lines(_terms(expiry_months=2), used, date(2026, 4, 30))
    assert [[(batch.month.month, batch.hours) for batch in line.batches] for line in lines] == [
        [(1, hours(10))],
        [(1, hours(6)), (2, hours(40))],
        [(2, hours(40)), (3, hours(40))],
        [(3, hours(40)), (4, hours(40))],
    ]
    assert [line.lapsed_hours for line in lines] == [hours(0), hours(0), hours(6), hours(40)]


def test_expired_hours_are_lapsed():
    used = {date(2026, 1, 5): 30 * 60}
    january, february, march = _lines(_terms(expiry_months=1), used, date(2026, 3, 31))
    assert (january.rollover_out, january.lapsed_hours) == (hours(10), hours(0))
    assert (february.rollover_in, february.rollover_out, february.lapsed_hours) == (hours(10), hours(40), hours(10))
    assert march.lapsed_hours == hours(40)


@pytest.mark.parametrize(
    ("policy", "out", "overage", "next_in"),
    [("none", "0", "6", "0"), ("surplus", "0", "6", "0"), ("both", "-6", "0", "-6")],
)
def test_overuse_rolls_over_only_with_policy_both(policy: str, out: str, overage: str, next_in: str):
    january, february = _lines(_terms(rollover=policy), {date(2026, 1, 9): 46 * 60}, date(2026, 2, 28))
    assert (january.closing_balance, january.rollover_out) == (hours(-6), hours(out))
    assert (january.overage_hours, february.rollover_in) == (hours(overage), hours(next_in))
    assert january.ran_out_on == date(2026, 1, 9)


def test_partial_months_are_prorated_and_the_last_rolls_nothing_over():
    fees = [(date(2026, 1, 17), Decimal("3100.00")), (date(2026, 2, 1), Decimal("3000.00"))]
    terms = _terms(starts_on=date(2026, 1, 17), ends_on=date(2026, 3, 10), included_hours=hours(31), fees=fees)
    january, february, march = _lines(terms, {}, date(2026, 6, 1))
    assert (january.starts_on, january.ends_on, january.base_hours) == (date(2026, 1, 17), date(2026, 1, 31), hours(15))
    assert (january.fee, february.fee) == (Decimal("1500.00"), Decimal("3000.00"))
    assert (march.ends_on, march.base_hours, march.fee) == (date(2026, 3, 10), hours(10), Decimal("967.74"))
    assert (march.rollover_in, march.rollover_out, march.lapsed_hours) == (hours(46), hours(0), hours(56))


def test_hours_of_a_month_are_those_of_its_last_day():
    dated = [(BEGINNING, hours(40)), (date(2026, 1, 31), hours(50)), (date(2026, 3, 1), hours(60))]
    policies = [
        (BEGINNING, RolloverPolicy("surplus", None, None)), (date(2026, 2, 15), RolloverPolicy("none", None, None)),
    ]  # fmt: skip
    lines = _lines(replace(_terms(), included_hours=dated, rollover=policies), {}, date(2026, 3, 1))
    assert [line.base_hours for line in lines] == [hours(50), hours(50), hours(60)]
    assert [line.rollover_out for line in lines] == [hours(50), hours(0), hours(0)]


def test_opening_balance_comes_from_the_month_before_the_ledger():
    """Eight hours open March; those of January and February are settled, whatever was used."""
    used = {date(2026, 1, 5): 50 * 60, date(2026, 2, 5): 10 * 60, date(2026, 3, 5): 41 * 60}
    terms = _terms(ledger_from=date(2026, 3, 1), opening_hours=hours(8), expiry_months=1)
    january, february = build_earlier_lines(terms, {}, WorkedHours(used))
    assert (january.overage_hours, february.lapsed_hours) == (hours(10), hours(30))
    assert (january.rollover_out, february.rollover_in, february.rollover_out) == (hours(0), hours(0), hours(0))
    march, april = _lines(terms, used, date(2026, 4, 30))
    assert (march.rollover_in, march.closing_balance) == (hours(8), hours(7))
    assert april.rollover_in == hours(7)


def test_late_hours_count_once_in_the_next_open_month():
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


def test_retainer_extended_after_its_last_locked_day_has_two_periods_in_that_month():
    locked = _lines(_terms(ends_on=date(2026, 1, 15)), {}, date(2026, 1, 31))
    rest, february = _lines(_terms(), {}, date(2026, 2, 28), locked=locked)
    assert (rest.starts_on, rest.ends_on, rest.base_hours) == (date(2026, 1, 16), date(2026, 1, 31), hours("20.65"))
    assert february.starts_on == date(2026, 2, 1)


def test_half_a_hundredth_is_rounded_up():
    assert prorated(hours("10.01"), date(2026, 4, 1), 15, Decimal("0.01")) == hours("5.01")
