"""Keeping rates for days that have none: what is there stays, and closed days get the rate that was carried to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple, TypedDict

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.domains.records.exchange_rates.models import CARRIED_FOR_DAYS, ExchangeRate
from regie.domains.records.exchange_rates.schemas import Source

_A_BATCH = 5_000
_SATURDAY = 5
_CARRIED_FOR = timedelta(days=CARRIED_FOR_DAYS)


class Observed(NamedTuple):
    """One rate as it came from outside."""

    currency: str
    day: date
    rate: Decimal


class Kept(NamedTuple):
    """How many days got a rate, and how many had one that stays."""

    added: int
    left: int


class _NewRate(TypedDict):
    """A row to store."""

    currency: str
    valid_on: date
    rate: Decimal
    observed_on: date
    source: Source
    entered_by_id: int | None


class _Dated(NamedTuple):
    rate: Decimal
    observed_on: date


def keep_rates(
    session: Session,
    observed: Iterable[Observed],
    source: Source,
    entered_by_id: int | None = None,
    *,
    is_dry: bool = False,
) -> Kept:
    """Store what is not there yet, or only count it; a day that has a rate keeps it.

    The days between two rates on which no market was open get a row too, so that a later correction of the day before
    moves none of them. Of the Bank's own rates that is every day without one; where people enter them, a working day
    may still be entered, and weekends alone are filled.
    """
    wanted: dict[str, dict[date, Decimal]] = {}
    for one in observed:
        wanted.setdefault(one.currency, {}).setdefault(one.day, one.rate)
    if not wanted:
        return Kept(0, 0)
    is_closed = _any_day if source == "bank_of_canada" else _is_weekend
    there = _read(session, wanted)
    rows: list[_NewRate] = [
        {"currency": currency, "valid_on": day, "rate": rate, "observed_on": observed_on, "source": source,
         "entered_by_id": entered_by_id}
        for currency, rates in wanted.items()
        for day, (rate, observed_on) in _missing(there.get(currency, {}), rates, is_closed)
    ]  # fmt: skip
    if not is_dry:
        _insert(session, rows)
    return Kept(len(rows), sum(len(rates.keys() & there.get(code, {}).keys()) for code, rates in wanted.items()))


def _any_day(_day: date) -> bool:
    return True


def _is_weekend(day: date) -> bool:
    return day.weekday() >= _SATURDAY


def _read(session: Session, wanted: Mapping[str, Mapping[date, Decimal]]) -> dict[str, dict[date, _Dated]]:
    """What is there already, from as long before as a rate may be carried."""
    first = min(min(rates) for rates in wanted.values()) - _CARRIED_FOR
    last = max(max(rates) for rates in wanted.values())
    found = select(ExchangeRate.currency, ExchangeRate.valid_on, ExchangeRate.rate, ExchangeRate.observed_on).where(
        ExchangeRate.currency.in_(wanted), ExchangeRate.valid_on.between(first, last)
    )
    there: dict[str, dict[date, _Dated]] = {}
    for currency, day, rate, observed_on in session.execute(found):
        there.setdefault(currency, {})[day] = _Dated(rate, observed_on)
    return there


def _missing(
    there: Mapping[date, _Dated], rates: Mapping[date, Decimal], is_closed: Callable[[date], bool]
) -> Iterator[tuple[date, _Dated]]:
    """Day by day: what is to be added, and the rate that is carried on until the next one."""
    day, last = min(rates) - _CARRIED_FOR, max(rates)
    carried: _Dated | None = None
    while day <= last:
        if day in there:
            carried = there[day]
        elif day in rates:
            carried = _Dated(rates[day], day)
            yield day, carried
        elif carried is not None and day - carried.observed_on <= _CARRIED_FOR and is_closed(day):
            yield day, carried
        day += timedelta(days=1)


def _insert(session: Session, rows: list[_NewRate]) -> None:
    """Who else may have entered the same day in the meantime was first."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(ExchangeRate).on_conflict_do_nothing(index_elements=["currency", "valid_on"])
    for start in range(0, len(rows), _A_BATCH):
        session.execute(statement, rows[start : start + _A_BATCH])
