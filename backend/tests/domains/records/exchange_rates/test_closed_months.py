"""Rates that days of a closed month use are fixed, also those of an open day that its first days carry on."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete

from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.exchange_rates.storage import ObservedRate, save_rates
from tests.factories.months import make_closed_month
from tests.factories.rates import make_rate
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/exchange-rates"
CORRECTION = {"rate": "1.99", "reason": "Typed wrong"}
# October is closed, and its first rate is that of the second.
TUESDAY, WEDNESDAY, FIRST, SECOND = date(2026, 9, 29), date(2026, 9, 30), date(2026, 10, 1), date(2026, 10, 2)


@pytest.fixture(autouse=True)
def october_closed(world: World) -> Iterator[None]:
    with world.database.write() as session:
        session.connection().execute(delete(ExchangeRate))
        make_rate(session, "USD", SECOND, "1.40")
        closed = make_closed_month(session, world.stranger.id, "2026-10", closed_at=world.stranger.created_at)
    yield
    with world.database.write() as session:
        session.delete(session.merge(closed))


def _make(world: World, day: date, **fields: Any) -> str:
    with world.database.write() as session:
        return make_rate(session, "USD", day, "1.37", **fields).api_id


def _send(world: World, method: str, path: str, **sent: Any) -> Any:
    return world.browser("financial_manager").call(method, path, **sent)


def _add(world: World, day: date) -> Any:
    return _send(world, "POST", PATH, json={"currency": "USD", "valid_on": str(day), "rate": "1.38"})


def _upload(world: World, *days: date) -> Any:
    lines = "".join(f"{day},USD,1.38\n" for day in days)
    content = f"date,currency,rate\n{lines}".encode()
    return _send(world, "POST", f"{PATH}/imports", files=[("file", ("rates.csv", content))])


def _assert_refused(response: Any) -> None:
    assert (response.status_code, response.json()["code"]) == (409, "month_closed"), response.text
    assert response.json()["month"] == "2026-10-01"


def _rate_on(world: World, day: date) -> str | None:
    with world.database.read() as db:
        found = read_rates(db, date(2026, 11, 20)).rate("USD", "CAD", day)
    return None if found is None else f"{found[0]:.2f}"


def test_rate_that_a_closed_day_uses_is_not_corrected(world: World):
    rate = _make(world, WEDNESDAY)
    with assert_unchanged(world.database):
        _assert_refused(_send(world, "PATCH", f"{PATH}/{rate}", json=CORRECTION))
    assert _rate_on(world, FIRST) == "1.37"


def test_rate_that_no_closed_day_uses_is_corrected(world: World):
    too_old = _make(world, date(2026, 9, 24), observed_on=date(2026, 9, 23))
    assert _send(world, "PATCH", f"{PATH}/{too_old}", json=CORRECTION).status_code == 200
    followed = _make(world, TUESDAY)
    _make(world, WEDNESDAY)
    assert _send(world, "PATCH", f"{PATH}/{followed}", json=CORRECTION).status_code == 200


@pytest.mark.parametrize("day", [WEDNESDAY, date(2026, 9, 24)])
def test_rate_that_a_closed_day_would_use_is_not_added(world: World, day: date):
    with assert_unchanged(world.database, ("file_removals",)):
        _assert_refused(_add(world, day))
        _assert_refused(_upload(world, date(2026, 9, 1), day))
    assert _rate_on(world, FIRST) is None


def test_rates_that_no_closed_day_would_use_are_added(world: World):
    assert _add(world, date(2026, 9, 23)).status_code == 201
    _make(world, FIRST)
    assert _add(world, TUESDAY).status_code == 201
    assert _upload(world, WEDNESDAY, date(2026, 11, 2)).status_code == 200
    assert [_rate_on(world, day) for day in (WEDNESDAY, FIRST, SECOND)] == ["1.38", "1.37", "1.40"]


def test_bank_reports_no_rate_that_a_closed_day_would_use(world: World):
    """The days before are left out with it, else the closed day would use the last of them."""
    days = [date(2026, 9, day) for day in (22, 23, 24, 25, 28, 29, 30)]
    with world.database.write() as session:
        save_rates(session, [ObservedRate("USD", day, Decimal(day.day)) for day in days], "bank_of_canada")
    assert _rate_on(world, FIRST) is None
    assert _rate_on(world, date(2026, 9, 23)) == "23.00"
