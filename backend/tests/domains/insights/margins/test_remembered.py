"""Margins are remembered by part until one of its tables changes, and packed so that a year fits into the memory."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import update

from regie.access.actor import Actor
from regie.core.db.query_cache import QueryCache
from regie.core.db.result_sizes import estimate_bytes
from regie.core.text.locale import DEFAULT_LOCALE
from regie.domains.insights.margins import reading
from regie.domains.insights.margins.figures import Entry
from regie.domains.insights.margins.packing import pack
from regie.domains.insights.margins.reading import EXTERNAL_CACHE, HOURS_CACHE, REVENUE_CACHE
from regie.domains.insights.statistics.queries import Reader, month_reader
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates
from tests.conftest import MovableClock
from tests.domains.insights.margins.calls import NOVEMBER, amount_of, fetch_groups, make_work, make_worker
from tests.factories.project_costs import make_cost, make_cost_rate
from tests.factories.retainers import log_time
from tests.factories.statements import find_undeclared, record_statements
from tests.factories.world import World

DAY = date(2026, 11, 10)
READERS: dict[str, tuple[QueryCache, Callable[[Reader, Rates], Iterator[Entry]]]] = {
    "revenue": (REVENUE_CACHE, reading.read_revenue),
    "hours": (HOURS_CACHE, lambda reader, rates: reading.read_hours(reader, rates, 10, by_person=False)),
    "external": (EXTERNAL_CACHE, reading.read_external),
}


@pytest.mark.parametrize("part", sorted(READERS))
def test_part_declares_all_tables_it_reads(world: World, clock: MovableClock, part: str):
    cache, read = READERS[part]
    user = world.people["admin"].user
    actor = Actor(user.id, user.api_id, user.name, None, tuple(user.roles), DEFAULT_LOCALE, 0, clock.now())
    with world.database.read() as db:
        reader, rates = month_reader(db, actor, clock, DAY, "CAD")
        with record_statements(world.database) as statements:
            list(read(reader, rates))
    assert statements
    assert find_undeclared(statements, cache.tables) == set()


def test_margins_show_every_change(world: World):
    browser = world.browser("admin")
    with world.database.write() as session:
        work, person = make_work(session), make_worker(session, "Ana")
        make_cost_rate(session, person, "60.00")
        log_time(session, work, DAY, "2", teamwork_user_id=person.teamwork_user_id)
        key = work.client_id

    def read() -> tuple[str, Decimal, Decimal]:
        (group,) = [one for one in fetch_groups(browser, "client") if Decimal(one["hours"])]
        return group["record"]["name"], amount_of(group, "cost_of_hours"), amount_of(group, "external_costs")

    name, cost, _ = read()
    assert cost == Decimal(120)
    with world.database.write() as session:
        log_time(session, work, DAY, "1", teamwork_user_id=person.teamwork_user_id)
    assert read() == (name, Decimal(180), Decimal(0))
    with world.database.write() as session:
        make_cost(session, work, amount=Decimal("35.00"), incurred_on=DAY)
    assert read() == (name, Decimal(180), Decimal(35))
    with world.database.write() as session:
        session.execute(update(Client).where(Client.id == key).values(name="Autre nom"))
    assert read() == ("Autre nom", Decimal(180), Decimal(35))
    totals = browser.get(f"/api/v1/margins/totals?{NOVEMBER}").json()["data"]
    assert Decimal(totals["cost_of_hours"]["amount"]) == Decimal(180)


def test_packed_entries_are_the_same_and_small():
    entries = [
        Entry("hours", number, None if number % 2 else number, DAY, currency, amount, converted, number * 7, number)
        for number in range(400)
        for currency, amount, converted in (
            ("CAD", Decimal("-12.3400"), Decimal("-12.34")),
            ("JPY", Decimal(5), None),
            ("KWD", Decimal("0.001"), Decimal(0)),
        )
    ]
    packed = pack("hours", entries)
    assert packed.unpack() == entries
    assert pack("revenue", []).unpack() == []
    assert estimate_bytes(packed) * 5 < estimate_bytes(entries)
