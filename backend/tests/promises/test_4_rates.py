"""Promise 4: today's rate changes nothing of last quarter, and the FX line closes the bridge."""

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from tests.domains.work.churns.accounts import Account, lose
from tests.factories.rates import make_rate
from tests.factories.work import make_invoice
from tests.factories.world import World, unchanged
from tests.promises.raw import day, rows, units

FIRST, LAST, TODAY = date(2026, 7, 1), date(2026, 9, 30), date(2026, 11, 20)
LOST_ON = date(2026, 8, 20)
QUARTER = f"from={FIRST}&to={LAST}"
# A dollar of the United States, from the first of each month on.
RATES = {6: "1.30", 7: "1.30", 8: "1.35", 9: "1.40", 10: "1.45", 11: "1.50"}


@pytest.fixture(scope="module")
def projects(world: World) -> list[str]:
    """Two retainers in each of two currencies, one of each lost in the quarter, and invoices; rates of every day."""
    with world.database.write() as session:
        for number in range((TODAY - date(2026, 6, 1)).days):
            on = date(2026, 6, 1) + timedelta(days=number)
            make_rate(session, "USD", on, RATES[on.month])
    made = []
    for currency, fees in (("CAD", ("1000.00", "600.00")), ("USD", ("900.00", "300.00"))):
        account = Account(world, currency=currency)
        keys = [account.retainer(fee, currency=currency) for fee in fees]
        lose(world.browser("admin"), keys[1], LOST_ON.isoformat())
        with world.database.write() as session:
            make_invoice(session, client_id=account.client.id, currency=currency, issued_on=date(2026, 8, 1))
        made += keys
    return made


def _figures(world: World, projects: list[str], days: str = QUARTER, currency: str = "CAD") -> list[Any]:
    """What dashboards, statistics and the analysis of losses tell of these days."""
    admin, asked = world.browser("admin"), f"{days}&currency={currency}"
    answers = [
        admin.get(f"/api/v1/dashboard?{asked}"),
        admin.get(f"/api/v1/churns-analysis?{asked}"),
        admin.get(f"/api/v1/projects-statistics?id={','.join(projects)}&{asked}"),
    ]
    assert {answer.status_code for answer in answers} == {200}
    found = [answer.json()["data"] for answer in answers]
    # Open deals and what is active are of today, whatever days are asked for; services have a state of their own.
    for name in ("pipeline", "active_projects", "active_clients", "burn_at_risk"):
        found[0]["figures"].pop(name)
    return [{**found[0], "sources": []}, *found[1:]]


def _rate(world: World, currency: str, when: date) -> Fraction:
    if currency == "CAD":
        return Fraction(1)
    kept = rows(
        world.database, "SELECT valid_on, rate FROM exchange_rates WHERE currency = :currency", currency=currency
    )
    (rate,) = [row["rate"] for row in kept if day(row["valid_on"]) == when]
    return Fraction(rate, 10**10)


def _mrr(world: World, when: date) -> Fraction:
    """In Canadian dollars, what runs once the day is over, from the raw rows."""
    found = rows(
        world.database,
        "SELECT p.currency, p.start_on, p.end_on, f.amount FROM projects p JOIN project_fees f ON f.project_id = p.id",
    )
    return sum(
        (
            row["amount"] * _rate(world, row["currency"], when)
            for row in found
            if day(row["start_on"]) <= when and (row["end_on"] is None or day(row["end_on"]) > when)
        ),
        Fraction(0),
    )


def test_another_rate_today_leaves_last_quarter_identical(world: World, projects: list[str]):
    admin = world.browser("admin")
    entered = admin.post("/api/v1/exchange-rates", {"currency": "USD", "valid_on": TODAY.isoformat(), "rate": "1.5000"})
    assert entered.status_code == 201, entered.text
    before, now = _figures(world, projects), _figures(world, projects, f"from={TODAY}&to={TODAY}")
    path = f"/api/v1/exchange-rates/{entered.json()['data']['api_id']}"
    assert admin.patch(path, {"rate": "1.9999", "reason": "Typed wrong"}).status_code == 200
    assert _figures(world, projects) == before
    # Which is not because nothing moves: what is told of today did.
    moved = _figures(world, projects, f"from={TODAY}&to={TODAY}")
    assert moved[0]["figures"]["mrr"]["money"]["amount"] == "2799.91"
    assert now[0]["figures"]["mrr"]["money"]["amount"] == "2350.00"


def test_the_fx_line_closes_the_bridge(world: World, projects: list[str]):
    start, end = _mrr(world, FIRST - timedelta(days=1)), _mrr(world, LAST)
    lost = 6_000_000 + 3_000_000 * _rate(world, "USD", LOST_ON)
    bridge = _figures(world, projects)[1]["bridge"]
    told = {name: units(bridge[name]) for name in ("mrr_start", "contraction", "churn", "fx", "mrr_end")}
    assert told == {
        "mrr_start": start,
        "contraction": lost,
        "churn": 0,
        "fx": end - start + lost,
        "mrr_end": end,
    }
    assert told["fx"] == 1_050_000
    # The quarter's last day is what the dashboard of the quarter calls MRR.
    assert units(_figures(world, projects)[0]["figures"]["mrr"]["money"]) == end


def test_a_correction_of_last_quarters_rate_moves_it_and_stands_in_the_log(world: World, projects: list[str]):
    before = _figures(world, projects)
    (kept,) = (
        world.browser("admin")
        .get(f"/api/v1/exchange-rates?currency=USD&valid_from={LOST_ON}&valid_to={LOST_ON}")
        .json()["data"]
    )
    path = f"/api/v1/exchange-rates/{kept['api_id']}"
    for refused in ({"rate": "1.36"}, {"rate": "0", "reason": "Zero"}, {"rate": "1.36", "reason": " "}):
        with unchanged(world.database):
            assert world.browser("admin").patch(path, refused).status_code == 422
    with unchanged(world.database):
        assert world.browser("account_manager").patch(path, {"rate": "1.36", "reason": "Mine"}).status_code == 403
    assert _figures(world, projects) == before
    corrected = world.browser("admin").patch(path, {"rate": "1.36", "reason": "The Bank corrected it"})
    assert corrected.status_code == 200
    assert units(_figures(world, projects)[1]["bridge"]["contraction"]) == 6_000_000 + 4_080_000
    log = world.browser("admin").get(f"/api/v1/activity?subject={kept['api_id']}").json()["data"]
    (entry,) = [one for one in log if one["action"] == "changed"]
    assert "1.36" in str(entry["changes"])
    assert "The Bank corrected it" in str(entry)


def test_what_has_no_rate_is_said_and_never_taken_as_one(world: World, projects: list[str]):
    """An amount stays in its own currency, and the rate that would be needed is named."""
    of = {row["api_id"]: row["currency"] for row in rows(world.database, "SELECT api_id, currency FROM projects")}
    dashboard, analysis, entries = _figures(world, projects, currency="EUR")
    assert units(dashboard["figures"]["mrr"]["money"]) == 0
    assert {one["currency"] for one in dashboard["figures"]["mrr"]["unconverted"]} == {"CAD", "USD"}
    assert {one["currency"] for one in analysis["left_out"]} == {"CAD", "USD"}
    for entry in entries:
        own = of[entry["project"]["api_id"]]
        money = [figure["money"] for figure in entry["figures"].values() if figure["money"] is not None]
        assert {amount["currency"] for amount in money} == {own}
        assert entry["missing_rate"] == f"{own}/EUR"
