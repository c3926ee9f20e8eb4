"""Tests of the bridge in one currency against a day-by-day calculation from the runs, for any clients."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.core.money.amounts import currency_digits
from regie.core.time.months import months_between
from regie.domains.work.churns.figures import Run, build_steps
from regie.domains.work.churns.mrr_bridge import KINDS, Bridge, ConvertedHistory, MrrHistory, convert_history
from tests.domains.work.churns.test_movements import (
    A_DAY,
    FIRST,
    _fee,
    _mrr,
    _recalculate_changes,
    _running_at_close,
    client_runs,
)
from tests.long_tests import example_count

LAST = FIRST + timedelta(days=159)
GAINS = ("new", "expansion", "reactivation")


def rate_on(day: date) -> Fraction:
    """The rate of a US dollar in Canadian ones, different each day."""
    return Fraction(13_000 + (day.toordinal() * 37) % 1_500, 10_000)


def to_cad(amount: Decimal, currency: str, day: date) -> Decimal:
    if currency == "CAD":
        return amount
    exact = Fraction(amount) * rate_on(day)
    return (Decimal(exact.numerator) / exact.denominator).quantize(
        Decimal(10) ** -currency_digits("CAD"), ROUND_HALF_UP
    )


def _convert_clients(
    clients: Sequence[list[Run]], first: date, last: date, convert=to_cad
) -> tuple[MrrHistory, ConvertedHistory]:
    history = MrrHistory(list(months_between(first, last)))
    for number, runs in enumerate(clients):
        history.add_client(build_steps([replace(run, client=number) for run in runs]))
    return history, convert_history(history, convert)


def _closes(bridge: Bridge) -> bool:
    gained = sum(bridge.sums[kind] for kind in GAINS)
    lost = bridge.sums["contraction"] + bridge.sums["churn"]
    return bridge.start + gained - lost + bridge.fx == bridge.end


def _fees_in_cad(clients: Sequence[list[Run]], day: date) -> Decimal:
    """The sum of each retainer's fee at the rate of the day."""
    running = (run for runs in clients for run in _running_at_close(runs, day))
    return sum((to_cad(_fee(run, day), run.currency, day) for run in running), Decimal(0))


def _mrr_in_cad(clients: Sequence[list[Run]], day: date) -> Decimal:
    """The sum of each currency's total at the rate of the day."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for runs in clients:
        for currency, amount in _mrr(runs, day).items():
            sums[currency] += amount
    return sum((to_cad(amount, currency, day) for currency, amount in sums.items()), Decimal(0))


def _moved_in_cad(clients: Sequence[list[Run]], day: date) -> Decimal:
    """The sum of every change up to the day, each at the rate of that day."""
    changes = (change for runs in clients for change in _recalculate_changes(runs) if change[0] <= day)
    signed = ((amount if kind in GAINS else -amount, currency) for _, currency, kind, amount in changes)
    return sum((to_cad(amount, currency, day) for amount, currency in signed), Decimal(0))


def _moved_by_day_in_cad(runs: list[Run]) -> list[tuple[date, str, Decimal]]:
    """One movement for each day of a client; of one kind where currencies changed both ways."""
    of_days: dict[date, list[tuple[str, Decimal]]] = defaultdict(list)
    for day, currency, kind, amount in _recalculate_changes(runs):
        converted = to_cad(amount, currency, day)
        of_days[day].append((kind, converted if kind in GAINS else -converted))
    found = []
    for day, changes in of_days.items():
        kinds = {kind for kind, _ in changes}
        total = sum((amount for _, amount in changes), Decimal(0))
        joined = "contraction" if total < 0 else "expansion"
        found.append((day, kinds.pop() if len(kinds) == 1 else joined, abs(total)))
    return found


CLIENTS = st.lists(client_runs(), min_size=1, max_size=4)


@settings(max_examples=example_count(150), derandomize=True, database=None)
@given(CLIENTS, st.integers(0, 60), st.integers(0, 90))
def test_every_month_equals_the_daily_calculation_and_closes(clients: list[list[Run]], after: int, length: int):
    first = FIRST + after * A_DAY
    last = min(LAST, first + length * A_DAY)
    _, converted = _convert_clients(clients, first, last)
    moved = [change for runs in clients for change in _moved_by_day_in_cad(runs)]
    for bridge in [*converted.bridges, converted.whole]:
        assert bridge.start == _fees_in_cad(clients, bridge.starts_on - A_DAY)
        assert bridge.end == _fees_in_cad(clients, bridge.ends_on)
        for kind in KINDS:
            again = (amount for day, of, amount in moved if of == kind and bridge.starts_on <= day <= bridge.ends_on)
            assert bridge.sums[kind] == sum(again, Decimal(0)), kind
        assert _closes(bridge)
        running_counts = [len(_running_at_close(runs, bridge.starts_on - A_DAY)) for runs in clients]
        assert (bridge.logos[1], bridge.projects[1]) == (sum(map(bool, running_counts)), sum(running_counts))
    assert [one.start for one in converted.bridges[1:]] == [one.end for one in converted.bridges[:-1]]
    assert converted.left_out == []


@settings(max_examples=example_count(100), derandomize=True, database=None)
@given(CLIENTS)
def test_cohorts_equal_the_clients_mrr_at_each_month_end(clients: list[list[Run]]):
    history, converted = _convert_clients(clients, FIRST, LAST)
    started: dict[int, list[list[Run]]] = defaultdict(list)
    for runs in clients:
        days = [FIRST + n * A_DAY for n in range(160)]
        first = next((day for day in days if _running_at_close(runs, day)), None)
        if first is not None:
            started[(first.year - FIRST.year) * 12 + first.month - FIRST.month].append(runs)
    assert {month: cohort.clients for month, cohort in history.cohorts.items()} == {
        month: len(members) for month, members in started.items()
    }
    for month, members in started.items():
        ends = [last for _, last in history.months[month:]]
        first, *later = (_mrr_in_cad(members, day) for day in ends)
        assert converted.cohorts[month] == [_moved_in_cad(members, ends[0]), *later]
        assert abs(converted.cohorts[month][0] - first) <= Decimal("0.01") * sum(
            map(len, map(_recalculate_changes, members))
        )


@settings(max_examples=example_count(60), derandomize=True, database=None)
@given(CLIENTS)
def test_currency_with_a_missing_rate_is_left_out(clients: list[list[Run]]):
    """It is never converted at 1: the others' bridge equals the one without those retainers."""
    requested = []

    def convert(amount: Decimal, currency: str, day: date) -> Decimal | None:
        if currency == "CAD":
            return amount
        requested.append(day)
        return None

    history, converted = _convert_clients(clients, FIRST, LAST, convert)
    assert converted.left_out == (["USD"] if "USD" in history.currencies() else [])
    assert bool(requested) == bool(converted.left_out)
    for bridge in [*converted.bridges, converted.whole]:
        assert bridge.start == sum(_mrr(runs, bridge.starts_on - A_DAY)["CAD"] for runs in clients)
        assert bridge.end == sum(_mrr(runs, bridge.ends_on)["CAD"] for runs in clients)
        assert bridge.fx == 0


def test_months_are_limited_by_the_period():
    assert list(months_between(date(2026, 1, 15), date(2026, 3, 2))) == [
        (date(2026, 1, 15), date(2026, 1, 31)),
        (date(2026, 2, 1), date(2026, 2, 28)),
        (date(2026, 3, 1), date(2026, 3, 2)),
    ]


def test_contract_that_continues_in_another_currency_is_one_movement():
    """A US$100 contract becomes one of CA$120 when a dollar is worth CA$1.35: a contraction of CA$15, no expansion."""
    switched_on = date(2026, 3, 10)

    def convert(amount: Decimal, currency: str, day: date) -> Decimal:
        rate = Decimal("1.20") if day < switched_on else Decimal("1.35")
        return amount * rate if currency == "USD" else amount

    first = Run(1, 1, "USD", FIRST, switched_on - A_DAY, ((FIRST, Decimal(100)),), is_continued=True)
    second = Run(1, 2, "CAD", switched_on, None, ((switched_on, Decimal(120)),))
    _, converted = _convert_clients([[first, second]], date(2026, 3, 1), date(2026, 3, 31), convert)
    (month,) = converted.bridges
    assert (month.start, month.end) == (120, 120)
    assert {kind: amount for kind, amount in month.sums.items() if amount} == {"contraction": 15}
    # What the dollar's rise added until the change.
    assert month.fx == 15


def test_currencies_stay_apart_without_a_rate():
    switched_on = date(2026, 3, 10)
    first = Run(1, 1, "USD", FIRST, switched_on - A_DAY, ((FIRST, Decimal(100)),), is_continued=True)
    second = Run(1, 2, "CAD", switched_on, None, ((switched_on, Decimal(120)),))
    _, converted = _convert_clients(
        [[first, second]],
        date(2026, 3, 1),
        date(2026, 3, 31),
        lambda amount, currency, day: amount if currency == "CAD" else None,
    )
    (month,) = converted.bridges
    assert converted.left_out == ["USD"]
    assert {kind: amount for kind, amount in month.sums.items() if amount} == {"expansion": 120}
