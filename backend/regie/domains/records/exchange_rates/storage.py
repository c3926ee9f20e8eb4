"""Stores rates for days that have none, and fills closed days with the last rate before them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple, TypedDict

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.db.inserts import insert_into
from regie.domains.records.exchange_rates.models import MAX_RATE_AGE_DAYS, ExchangeRate
from regie.domains.records.exchange_rates.schemas import Source
from regie.domains.records.months.queries import read_closed_months, require_open_days

_BATCH_SIZE = 5_000
_SATURDAY = 5
_ONE_DAY, _MAX_RATE_AGE = timedelta(days=1), timedelta(days=MAX_RATE_AGE_DAYS)


class ObservedRate(NamedTuple):
    """A rate received from outside."""

    currency: str
    day: date
    rate: Decimal


class SaveCounts(NamedTuple):
    """How many days received a rate, and how many already had one."""

    added: int
    existing: int


class _NewRate(TypedDict):
    """A row to insert."""

    currency: str
    valid_on: date
    rate: Decimal
    observed_on: date
    source: Source
    entered_by_id: int | None


class _DatedRate(NamedTuple):
    rate: Decimal
    observed_on: date


def save_rates(
    session: Session,
    observed: Iterable[ObservedRate],
    source: Source,
    entered_by_id: int | None = None,
    *,
    is_dry: bool = False,
) -> SaveCounts:
    """Store rates for days that have none, or only count them; existing rates never change.

    Days between two rates on which no market was open get a row too, so that a later correction of the day before does
    not change them. For the Bank's own rates that is every day without one; where people enter rates, only weekends,
    because a working day may still be entered.
    """
    new_rates: dict[str, dict[date, Decimal]] = {}
    for rate in observed:
        new_rates.setdefault(rate.currency, {}).setdefault(rate.day, rate.rate)
    if not new_rates:
        return SaveCounts(0, 0)
    is_closed = _every_day if source == "bank_of_canada" else _is_weekend
    existing = _read_existing(session, new_rates)
    left_out, closed = _find_left_out(session, existing, new_rates, source), read_closed_months(session)
    rows: list[_NewRate] = [
        {"currency": currency, "valid_on": day, "rate": rate, "observed_on": observed_on, "source": source,
         "entered_by_id": entered_by_id}
        for currency, rates in new_rates.items()
        for day, (rate, observed_on) in _rates_to_add(existing.get(currency, {}), rates, is_closed)
        # Weekends of a closed month have the rate before them anyway.
        if (currency, observed_on) not in left_out and day.replace(day=1) not in closed
    ]  # fmt: skip
    if not is_dry:
        _insert(session, rows)
    return SaveCounts(
        len(rows), sum(len(rates.keys() & existing.get(code, {}).keys()) for code, rates in new_rates.items())
    )


def require_open_use(session: Session, currency: str, day: date, observed_on: date) -> None:
    """Raise MonthClosed when the rate of this day is, or would be, that of a day in a closed month."""
    later = (ExchangeRate.currency == currency, ExchangeRate.valid_on > day)
    next_day = session.execute(select(func.min(ExchangeRate.valid_on)).where(*later)).scalar()
    require_open_days(session, [day, _last_day_of_use(observed_on, next_day)])


def _last_day_of_use(observed_on: date, next_day: date | None) -> date:
    """Return the last day that has this rate: days without their own have the last one, while it is not too old."""
    last = observed_on + _MAX_RATE_AGE
    return last if next_day is None else min(last, next_day - _ONE_DAY)


def _find_left_out(
    session: Session,
    existing: Mapping[str, Mapping[date, _DatedRate]],
    new_rates: Mapping[str, Mapping[date, Decimal]],
    source: Source,
) -> set[tuple[str, date]]:
    """Return the rates that a service reports late, which days of closed months would use.

    Raise MonthClosed for such rates that people enter.
    """
    closed = read_closed_months(session).keys()
    left_out: set[tuple[str, date]] = set()
    months: set[date] = set()
    for currency, rates in new_rates.items():
        known, next_day = existing.get(currency, {}), None
        for day in sorted({*rates, *known}, reverse=True):
            if day not in known:
                used = {one.replace(day=1) for one in (day, _last_day_of_use(day, next_day))}
                months |= used
                if used & closed:
                    left_out.add((currency, day))
                    continue
            next_day = day
    if source != "bank_of_canada":
        require_open_days(session, months)
    return left_out


def _every_day(_day: date) -> bool:
    return True


def _is_weekend(day: date) -> bool:
    return day.weekday() >= _SATURDAY


def _read_existing(
    session: Session, new_rates: Mapping[str, Mapping[date, Decimal]]
) -> dict[str, dict[date, _DatedRate]]:
    """Return existing rates, from as far back as a rate may be carried forward, to as far as the last one may be."""
    first = min(min(rates) for rates in new_rates.values()) - _MAX_RATE_AGE
    last = max(max(rates) for rates in new_rates.values()) + _MAX_RATE_AGE
    found = select(ExchangeRate.currency, ExchangeRate.valid_on, ExchangeRate.rate, ExchangeRate.observed_on).where(
        ExchangeRate.currency.in_(new_rates), ExchangeRate.valid_on.between(first, last)
    )
    existing: dict[str, dict[date, _DatedRate]] = {}
    for currency, day, rate, observed_on in session.execute(found):
        existing.setdefault(currency, {})[day] = _DatedRate(rate, observed_on)
    return existing


def _rates_to_add(
    existing: Mapping[date, _DatedRate], rates: Mapping[date, Decimal], is_closed: Callable[[date], bool]
) -> Iterator[tuple[date, _DatedRate]]:
    """Yield the rates to add, day by day, including those carried forward to closed days."""
    day, last = min(rates) - _MAX_RATE_AGE, max(rates)
    carried: _DatedRate | None = None
    while day <= last:
        if day in existing:
            carried = existing[day]
        elif day in rates:
            carried = _DatedRate(rates[day], day)
            yield day, carried
        elif carried is not None and day - carried.observed_on <= _MAX_RATE_AGE and is_closed(day):
            yield day, carried
        day += _ONE_DAY


def _insert(session: Session, rows: list[_NewRate]) -> None:
    """Insert rows; a row that another transaction inserted meanwhile wins."""
    statement = insert_into(session, ExchangeRate).on_conflict_do_nothing(index_elements=["currency", "valid_on"])
    for start in range(0, len(rows), _BATCH_SIZE):
        session.execute(statement, rows[start : start + _BATCH_SIZE])
