"""Tests of MRR movements against a day-by-day calculation, for any runs and fees of a client's retainers."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.domains.work.churns.figures import (
    Run,
    Window,
    build_steps,
    divide,
    divide_money,
    mark_continued,
    percent,
    split_by_losses,
    whole_months,
)
from regie.domains.work.churns.start_clients import StartClients
from tests.long_tests import example_count

FIRST = date(2026, 1, 1)
DAYS = 100
A_DAY = timedelta(days=1)
SIGNS = {"new": 1, "expansion": 1, "reactivation": 1, "contraction": -1, "churn": -1}
FEES = st.integers(0, 500).map(lambda units: Decimal(units) / 100)
CURRENCIES = st.sampled_from(["CAD", "CAD", "USD"])


@st.composite
def client_runs(draw: st.DrawFn) -> list[Run]:
    """Up to four retainers, each with up to two runs."""
    runs = []
    for project in range(draw(st.integers(0, 4))):
        starts = draw(st.integers(0, 60))
        length = draw(st.none() | st.integers(0, 35))
        currency = draw(CURRENCIES)
        days = draw(st.lists(st.integers(0, 40), max_size=2, unique=True).map(sorted))
        fees = (
            (FIRST + starts * A_DAY, draw(FEES)),
            *((FIRST + (starts + day + 1) * A_DAY, draw(FEES)) for day in days),
        )
        ends = None if length is None else FIRST + (starts + length) * A_DAY
        whole = Run(1, project, currency, FIRST + starts * A_DAY, ends, fees)
        lost = draw(st.none() | st.integers(0, 20))
        if lost is None or (length is not None and lost >= length):
            runs.append(whole)
        else:
            gap = (whole.starts_on + lost * A_DAY, whole.starts_on + (lost + draw(st.integers(1, 25))) * A_DAY)
            runs += split_by_losses(whole, [gap])
    return _marked(runs)


def _marked(runs: Iterable[Run]) -> list[Run]:
    found = list(runs)
    return list(mark_continued(found, [(run.project, run.starts_on) for run in found]))


def _fee(run: Run, day: date) -> Decimal:
    return [amount for starts_on, amount in run.fees if starts_on <= day][-1]


def _is_continued_by_another(run: Run, runs: list[Run]) -> bool:
    return any(other.project != run.project and other.starts_on - A_DAY == run.ends_on for other in runs)


def _running_at_close(runs: list[Run], day: date) -> list[Run]:
    """Runs that continue after the day: begun, and neither ended nor on a last day without a successor."""
    return [
        run
        for run in runs
        if run.starts_on <= day
        and (run.ends_on is None or day < run.ends_on or (day == run.ends_on and _is_continued_by_another(run, runs)))
    ]


def _mrr(runs: list[Run], day: date) -> dict[str, Decimal]:
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for run in _running_at_close(runs, day):
        sums[run.currency] += _fee(run, day)
    return sums


def _kind(before: int, after: int, change: Decimal, *, ever: bool) -> str:
    if not before:
        return "reactivation" if ever else "new"
    if not after:
        return "churn"
    return "expansion" if change > 0 else "contraction"


def _recalculate_changes(runs: list[Run]) -> list[tuple[date, str, str, Decimal]]:
    changes, ever = [], False
    for number in range(DAYS + 60):
        day = FIRST + number * A_DAY
        before, after = _running_at_close(runs, day - A_DAY), _running_at_close(runs, day)
        was, now = _mrr(runs, day - A_DAY), _mrr(runs, day)
        for currency in sorted({*was, *now}):
            change = now[currency] - was[currency]
            if change:
                changes.append((day, currency, _kind(len(before), len(after), change, ever=ever), abs(change)))
        ever = ever or any(run.starts_on <= day for run in runs)
    return changes


@settings(max_examples=example_count(300), derandomize=True, database=None)
@given(client_runs())
def test_every_change_is_one_movement_of_one_kind(runs: list[Run]):
    steps = build_steps(runs)
    moved = [
        (movement.day, movement.currency, movement.kind, movement.amount)
        for step in steps
        for movement in step.movements
        if movement.amount
    ]
    assert sorted(moved) == sorted(_recalculate_changes(runs))
    for step in steps:
        assert step.after == len(_running_at_close(runs, step.day))


@settings(max_examples=example_count(300), derandomize=True, database=None)
@given(st.lists(client_runs(), max_size=3), st.integers(0, DAYS), st.integers(0, 40))
def test_start_and_movements_add_up_to_the_end(clients: list[list[Run]], first: int, length: int):
    starts_on = FIRST + first * A_DAY
    ends_on = starts_on + length * A_DAY
    window = Window(starts_on, ends_on)
    sums: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    start: dict[str, Decimal] = defaultdict(Decimal)
    end: dict[str, Decimal] = defaultdict(Decimal)
    for runs in clients:
        window.add_client(build_steps(runs))
        for currency, amount in _mrr(runs, starts_on - A_DAY).items():
            start[currency] += amount
        for currency, amount in _mrr(runs, ends_on).items():
            end[currency] += amount
        for day, currency, kind, amount in _recalculate_changes(runs):
            if starts_on <= day <= ends_on:
                sums[currency, kind] += amount
    for currency in ("CAD", "USD"):
        assert window.start[currency] == start[currency]
        assert window.end(currency) == end[currency]
        for kind, sign in SIGNS.items():
            assert window.sums[currency][kind] == sums[currency, kind]
            start[currency] += sign * sums[currency, kind]
        assert start[currency] == end[currency]
    assert window.logos_at_start == sum(bool(_running_at_close(runs, starts_on - A_DAY)) for runs in clients)
    assert window.projects_at_start == sum(len(_running_at_close(runs, starts_on - A_DAY)) for runs in clients)
    days = [starts_on + number * A_DAY for number in range(length + 1)]
    gone = [
        any(_running_at_close(runs, day - A_DAY) and not _running_at_close(runs, day) for day in days)
        for runs in clients
    ]
    assert window.logos_lost == sum(gone)
    lost = [run for runs in clients for run in runs if run.ends_on and not _is_continued_by_another(run, runs)]
    groups = StartClients(starts_on, ends_on)
    for runs in clients:
        groups.add_client(build_steps(runs))
    assert groups.present.logos_lost == sum(
        is_gone and bool(_running_at_close(runs, starts_on - A_DAY))
        for is_gone, runs in zip(gone, clients, strict=True)
    )
    assert groups.present.logos_lost + groups.later.logos_lost == window.logos_lost
    assert groups.present.projects_lost + groups.later.projects_lost == window.projects_lost
    for currency in ("CAD", "USD"):
        for kind in SIGNS:
            of_both = (group.sums(currency)[kind] for group in (groups.present, groups.later))
            assert sum(of_both) == sums[currency, kind]
    assert window.projects_lost == sum(starts_on <= run.ends_on <= ends_on for run in lost if run.ends_on)


def _run(project: int, start: date, end: date | None = None, fee: int = 100) -> Run:
    return Run(1, project, "CAD", start, end, ((start, Decimal(fee)),))


def _movements_of(*runs: Run) -> list[tuple[str, str, int]]:
    return [
        (movement.day.isoformat(), movement.kind, int(movement.amount))
        for step in build_steps(_marked(runs))
        for movement in step.movements
    ]


def test_losing_one_of_two_is_contraction_and_the_last_is_churn():
    start = date(2026, 1, 1)
    assert _movements_of(_run(1, start, date(2026, 3, 10)), _run(2, start, fee=40)) == [
        ("2026-01-01", "new", 140),
        ("2026-03-10", "contraction", 100),
    ]
    assert _movements_of(_run(1, start, date(2026, 3, 10)), _run(2, start, date(2026, 3, 31), 40)) == [
        ("2026-01-01", "new", 140),
        ("2026-03-10", "contraction", 100),
        ("2026-03-31", "churn", 40),
    ]


def test_retainer_that_follows_without_a_gap_is_no_loss():
    first, second = _run(1, date(2026, 1, 1), date(2026, 3, 31)), _run(2, date(2026, 4, 1), fee=120)
    assert _movements_of(first, second) == [("2026-01-01", "new", 100), ("2026-04-01", "expansion", 20)]
    later = _run(2, date(2026, 4, 2), fee=120)
    assert [kind for _, kind, _ in _movements_of(first, later)] == ["new", "churn", "reactivation"]


def test_winning_back_is_churn_and_reactivation():
    whole = _run(1, date(2026, 1, 1))
    runs = list(split_by_losses(whole, [(date(2026, 3, 31), date(2026, 4, 1))]))
    assert [kind for _, kind, _ in _movements_of(*runs)] == ["new", "churn", "reactivation"]


@given(st.integers(0, 10**9), st.lists(st.integers(1, 100), min_size=1, max_size=20))
def test_shares_add_up_and_differ_by_less_than_a_unit(whole: int, parts: list[int]):
    shares = divide(whole, parts)
    assert sum(shares) == whole
    for share, part in zip(shares, parts, strict=True):
        assert abs(Decimal(share) - Decimal(whole) * part / sum(parts)) < 1
    assert sum(divide_money(Decimal(whole) / 100, parts, 2)) == Decimal(whole) / 100


def test_months_and_percentages():
    assert whole_months(date(2026, 1, 1), date(2026, 12, 31)) == 12
    assert whole_months(date(2026, 1, 31), date(2026, 2, 28)) == 1
    assert whole_months(date(2026, 1, 15), date(2026, 2, 13)) == 0
    assert whole_months(date(2026, 1, 15), date(2026, 2, 14)) == 1
    assert (percent(1, 3), percent(Decimal("2.5"), 100), percent(1, 0)) == ("33.33", "2.50", None)
