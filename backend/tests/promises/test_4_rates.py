"""Promise 4: today's rate changes nothing of last quarter; each currency's bridge closes by itself.

There are no dated exchange rates yet (docs/decisions/0004): no figure is converted, so none has an FX line to close.
"""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.domains.invoices.models import Invoice
from tests.domains.churns.accounts import Account, lose
from tests.factories.work import make_invoice
from tests.factories.world import World
from tests.promises.raw import day, rows, units

FIRST, LAST = date(2026, 7, 1), date(2026, 9, 30)
QUARTER = f"from={FIRST}&to={LAST}"


@pytest.fixture(scope="module")
def projects(world: World) -> list[str]:
    """Retainers in two currencies, one of each lost in the quarter, all of them billed at a rate of the day."""
    made = []
    for currency, fees in (("CAD", ("1000.00", "600.00")), ("USD", ("900.00", "333.33"))):
        account = Account(world, currency=currency)
        keys = [account.retainer(fee, currency=currency) for fee in fees]
        lose(world.browser("admin"), keys[1], "2026-08-20")
        with world.database.write() as session:
            make_invoice(
                session, client_id=account.client.id, currency=currency, issued_on=date(2026, 8, 1),
                exchange_rate=Decimal("1.3712") if currency == "USD" else None,
            )  # fmt: skip
        made += keys
    return made


def _figures(world: World, projects: list[str]) -> list[Any]:
    """What dashboards and statistics tell of the quarter, whoever asks in whichever currency."""
    admin = world.browser("admin")
    answers = [
        admin.get(f"/api/v1/churns-statistics?{QUARTER}"),
        admin.get(f"/api/v1/receivables-ageing?as_of={LAST}"),
        *(
            admin.get(f"/api/v1/projects-statistics?id={','.join(projects)}&{QUARTER}&currency={currency}")
            for currency in ("CAD", "USD", "EUR")
        ),
    ]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.json()["data"] for answer in answers]


def _fees_on(world: World, when: date) -> dict[str, int]:
    """What runs once the day is over, per currency, from the raw rows."""
    found = {"CAD": 0, "USD": 0}
    for row in rows(
        world.database,
        "SELECT p.currency, p.start_on, p.end_on, f.amount FROM projects p JOIN project_fees f ON f.project_id = p.id",
    ):
        if day(row["start_on"]) <= when and (row["end_on"] is None or day(row["end_on"]) > when):
            found[row["currency"]] += row["amount"]
    return found


def test_another_rate_today_leaves_last_quarter_identical(world: World, projects: list[str]):
    before = _figures(world, projects)
    with world.database.write() as session:
        session.execute(update(Invoice).where(Invoice.currency == "USD").values(exchange_rate=Decimal("1.9999")))
    assert _figures(world, projects) == before


def test_each_currencys_bridge_closes(world: World, projects: list[str]):
    start, end = _fees_on(world, FIRST - timedelta(days=1)), _fees_on(world, LAST)
    told = _figures(world, projects)[0]["currencies"]
    assert sorted(row["mrr_start"]["currency"] for row in told) == ["CAD", "USD"]
    for row in told:
        currency = row["mrr_start"]["currency"]
        gains = sum(units(row[kind]) for kind in ("new", "expansion", "reactivation"))
        losses = sum(units(row[kind]) for kind in ("contraction", "churn"))
        assert (units(row["mrr_start"]), units(row["mrr_end"])) == (start[currency], end[currency])
        assert start[currency] + gains - losses == end[currency]
        assert losses > 0


def test_what_has_no_rate_is_said_and_never_taken_as_one(world: World, projects: list[str]):
    """An amount stays in its own currency, and the rate that would be needed is named."""
    of = {row["api_id"]: row["currency"] for row in rows(world.database, "SELECT api_id, currency FROM projects")}
    for asked, entries in zip(("CAD", "USD", "EUR"), _figures(world, projects)[2:], strict=True):
        assert [entry["project"]["api_id"] for entry in entries] == projects
        for entry in entries:
            own = of[entry["project"]["api_id"]]
            money = [figure["money"] for figure in entry["figures"].values() if figure["money"] is not None]
            assert {amount["currency"] for amount in money} == {own}
            assert entry["missing_rate"] == (None if own == asked else f"{own}/{asked}")
