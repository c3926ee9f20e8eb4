"""The bridge in one currency, told again from the runs day by day in plain Python, for whatever happened to clients."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from regie.core.money.amounts import digits_of
from regie.core.time.months import months_between
from regie.domains.work.churns.bridging import KINDS, Bridge, History, Told, tell
from regie.domains.work.churns.figures import Run, steps_of_client
from tests.domains.work.churns.test_movements import A_DAY, FIRST, _at_close, _fee, _mrr, _told_again, client_runs
from tests.lengths import examples

LAST = FIRST + timedelta(days=159)
GAINS = ("new", "expansion", "reactivation")


def rate_on(day: date) -> Fraction:
    """Of a US dollar in Canadian ones: another one each day."""
    return Fraction(13_000 + (day.toordinal() * 37) % 1_500, 10_000)


def to_cad(amount: Decimal, currency: str, day: date) -> Decimal:
    if currency == "CAD":
        return amount
    exact = Fraction(amount) * rate_on(day)
    return (Decimal(exact.numerator) / exact.denominator).quantize(Decimal(10) ** -digits_of("CAD"), ROUND_HALF_UP)


def _tell(clients: Sequence[list[Run]], first: date, last: date, convert=to_cad) -> tuple[History, Told]:
    history = History(list(months_between(first, last)))
    for runs in clients:
        history.add_client(steps_of_client(runs))
    return history, tell(history, convert)


def _closes(bridge: Bridge) -> bool:
    gained = sum(bridge.sums[kind] for kind in GAINS)
    lost = bridge.sums["contraction"] + bridge.sums["churn"]
    return bridge.start + gained - lost + bridge.fx == bridge.end


def _fees_in_cad(clients: Sequence[list[Run]], day: date) -> Decimal:
    """Each retainer's fee at the rate of the day."""
    running = (run for runs in clients for run in _at_close(runs, day))
    return sum((to_cad(_fee(run, day), run.currency, day) for run in running), Decimal(0))


def _mrr_in_cad(clients: Sequence[list[Run]], day: date) -> Decimal:
    """Each currency's sum at the rate of the day."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for runs in clients:
        for currency, amount in _mrr(runs, day).items():
            sums[currency] += amount
    return sum((to_cad(amount, currency, day) for currency, amount in sums.items()), Decimal(0))


def _moved_in_cad(clients: Sequence[list[Run]], day: date) -> Decimal:
    """Every change up to the day, each at the rate of that day."""
    told = (change for runs in clients for change in _told_again(runs) if change[0] <= day)
    signed = ((amount if kind in GAINS else -amount, currency) for _, currency, kind, amount in told)
    return sum((to_cad(amount, currency, day) for amount, currency in signed), Decimal(0))


CLIENTS = st.lists(client_runs(), min_size=1, max_size=4)


@settings(max_examples=examples(150), derandomize=True, database=None)
@given(CLIENTS, st.integers(0, 60), st.integers(0, 90))
def test_every_month_is_what_the_days_say_and_closes(clients: list[list[Run]], after: int, length: int):
    first = FIRST + after * A_DAY
    last = min(LAST, first + length * A_DAY)
    _, told = _tell(clients, first, last)
    moved = [change for runs in clients for change in _told_again(runs)]
    for bridge in [*told.bridges, told.whole]:
        assert bridge.start == _fees_in_cad(clients, bridge.starts_on - A_DAY)
        assert bridge.end == _fees_in_cad(clients, bridge.ends_on)
        for kind in KINDS:
            again = (
                to_cad(amount, currency, day)
                for day, currency, of, amount in moved
                if of == kind and bridge.starts_on <= day <= bridge.ends_on
            )
            assert bridge.sums[kind] == sum(again, Decimal(0)), kind
        assert _closes(bridge)
        standing = [len(_at_close(runs, bridge.starts_on - A_DAY)) for runs in clients]
        assert (bridge.logos[1], bridge.projects[1]) == (sum(map(bool, standing)), sum(standing))
    assert [one.start for one in told.bridges[1:]] == [one.end for one in told.bridges[:-1]]
    assert told.left_out == []


@settings(max_examples=examples(100), derandomize=True, database=None)
@given(CLIENTS)
def test_cohorts_are_what_their_clients_pay_at_each_end_of_month(clients: list[list[Run]]):
    history, told = _tell(clients, FIRST, LAST)
    started: dict[int, list[list[Run]]] = defaultdict(list)
    for runs in clients:
        days = [FIRST + n * A_DAY for n in range(160)]
        first = next((day for day in days if _at_close(runs, day)), None)
        if first is not None:
            started[(first.year - FIRST.year) * 12 + first.month - FIRST.month].append(runs)
    assert {place: cohort.clients for place, cohort in history.cohorts.items()} == {
        place: len(members) for place, members in started.items()
    }
    for place, members in started.items():
        ends = [last for _, last in history.months[place:]]
        first, *later = (_mrr_in_cad(members, day) for day in ends)
        assert told.cohorts[place] == [_moved_in_cad(members, ends[0]), *later]
        assert abs(told.cohorts[place][0] - first) <= Decimal("0.01") * sum(map(len, map(_told_again, members)))


@settings(max_examples=examples(60), derandomize=True, database=None)
@given(CLIENTS)
def test_without_a_rate_a_currency_is_left_out_of_everything_and_named(clients: list[list[Run]]):
    """Never taken as one: the others' bridge is what it is without those retainers."""
    asked = []

    def convert(amount: Decimal, currency: str, day: date) -> Decimal | None:
        if currency == "CAD":
            return amount
        asked.append(day)
        return None

    history, told = _tell(clients, FIRST, LAST, convert)
    assert told.left_out == (["USD"] if "USD" in history.currencies() else [])
    assert bool(asked) == bool(told.left_out)
    for bridge in [*told.bridges, told.whole]:
        assert bridge.start == sum(_mrr(runs, bridge.starts_on - A_DAY)["CAD"] for runs in clients)
        assert bridge.end == sum(_mrr(runs, bridge.ends_on)["CAD"] for runs in clients)
        assert bridge.fx == 0


def test_months_are_cut_by_the_period():
    assert list(months_between(date(2026, 1, 15), date(2026, 3, 2))) == [
        (date(2026, 1, 15), date(2026, 1, 31)),
        (date(2026, 2, 1), date(2026, 2, 28)),
        (date(2026, 3, 1), date(2026, 3, 2)),
    ]
