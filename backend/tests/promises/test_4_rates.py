"""Promise 4: today's rate does not change last quarter, and the exchange line closes the MRR bridge."""

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from tests.domains.work.churns.accounts import Account, post_churn
from tests.factories.rates import make_rate
from tests.factories.work import make_invoice
from tests.factories.world import World, assert_unchanged
from tests.promises.raw_rows import read_rows, to_date, to_units

FIRST, LAST, TODAY = date(2026, 7, 1), date(2026, 9, 30), date(2026, 11, 20)
CHURNED_ON = date(2026, 8, 20)
QUARTER = f"from={FIRST}&to={LAST}"
# The rate of the US dollar from the first of each month.
RATES = {6: "1.30", 7: "1.30", 8: "1.35", 9: "1.40", 10: "1.45", 11: "1.50"}


@pytest.fixture(scope="module")
def projects(world: World) -> list[str]:
    """Create daily rates, invoices, and two retainers in each of two currencies, one of which churns in the quarter."""
    with world.database.write() as session:
        for number in range((TODAY - date(2026, 6, 1)).days):
            on = date(2026, 6, 1) + timedelta(days=number)
            make_rate(session, "USD", on, RATES[on.month])
    made = []
    for currency, fees in (("CAD", ("1000.00", "600.00")), ("USD", ("900.00", "300.00"))):
        account = Account(world, currency=currency)
        keys = [account.retainer(fee, currency=currency) for fee in fees]
        post_churn(world.browser("admin"), keys[1], CHURNED_ON.isoformat())
        with world.database.write() as session:
            make_invoice(session, client_id=account.client.id, currency=currency, issued_on=date(2026, 8, 1))
        made += keys
    return made


def _figures(world: World, projects: list[str], days: str = QUARTER, currency: str = "CAD") -> list[Any]:
    """The dashboard, the churn analysis and the project statistics of these days."""
    admin, query = world.browser("admin"), f"{days}&currency={currency}"
    responses = [
        admin.get(f"/api/v1/dashboard?{query}"),
        admin.get(f"/api/v1/churns-analysis?{query}"),
        admin.get(f"/api/v1/projects-statistics?id={','.join(projects)}&{query}"),
    ]
    assert {response.status_code for response in responses} == {200}
    found = [response.json()["data"] for response in responses]
    # Figures of today are in present periods only, and the state of connections changes on its own.
    for name in ("pipeline", "active_projects", "active_clients", "burn_at_risk"):
        found[0]["figures"].pop(name, None)
    return [{**found[0], "sources": []}, *found[1:]]


def _rate(world: World, currency: str, when: date) -> Fraction:
    if currency == "CAD":
        return Fraction(1)
    stored = read_rows(
        world.database, "SELECT valid_on, rate FROM exchange_rates WHERE currency = :currency", currency=currency
    )
    (rate,) = [row["rate"] for row in stored if to_date(row["valid_on"]) == when]
    return Fraction(rate, 10**10)


def _mrr(world: World, when: date) -> Fraction:
    """The MRR after the day in Canadian dollars, from database rows."""
    found = read_rows(
        world.database,
        "SELECT p.currency, p.start_on, p.end_on, f.amount FROM projects p JOIN project_fees f ON f.project_id = p.id",
    )
    return sum(
        (
            row["amount"] * _rate(world, row["currency"], when)
            for row in found
            if to_date(row["start_on"]) <= when and (row["end_on"] is None or to_date(row["end_on"]) > when)
        ),
        Fraction(0),
    )


def test_todays_rate_does_not_change_last_quarter(world: World, projects: list[str]):
    admin = world.browser("admin")
    entered = admin.post("/api/v1/exchange-rates", {"currency": "USD", "valid_on": TODAY.isoformat(), "rate": "1.5000"})
    assert entered.status_code == 201, entered.text
    before, today_before = _figures(world, projects), _figures(world, projects, f"from={TODAY}&to={TODAY}")
    path = f"/api/v1/exchange-rates/{entered.json()['data']['api_id']}"
    assert admin.patch(path, {"rate": "1.9999", "reason": "Typed wrong"}).status_code == 200
    assert _figures(world, projects) == before
    # Today's figures do change.
    today_after = _figures(world, projects, f"from={TODAY}&to={TODAY}")
    assert today_after[0]["figures"]["mrr"]["money"]["amount"] == "2799.91"
    assert today_before[0]["figures"]["mrr"]["money"]["amount"] == "2350.00"


def test_exchange_line_closes_the_bridge(world: World, projects: list[str]):
    start, end = _mrr(world, FIRST - timedelta(days=1)), _mrr(world, LAST)
    lost = 6_000_000 + 3_000_000 * _rate(world, "USD", CHURNED_ON)
    bridge = _figures(world, projects)[1]["bridge"]
    amounts = {name: to_units(bridge[name]) for name in ("mrr_start", "contraction", "churn", "fx", "mrr_end")}
    assert amounts == {
        "mrr_start": start,
        "contraction": lost,
        "churn": 0,
        "fx": end - start + lost,
        "mrr_end": end,
    }
    assert amounts["fx"] == 1_050_000
    # The dashboard's MRR of the quarter is that of its last day.
    assert to_units(_figures(world, projects)[0]["figures"]["mrr"]["money"]) == end


def test_correction_of_a_past_rate_changes_its_quarter_and_is_logged(world: World, projects: list[str]):
    before = _figures(world, projects)
    (stored,) = (
        world.browser("admin")
        .get(f"/api/v1/exchange-rates?currency=USD&valid_from={CHURNED_ON}&valid_to={CHURNED_ON}")
        .json()["data"]
    )
    path = f"/api/v1/exchange-rates/{stored['api_id']}"
    for refused in ({"rate": "1.36"}, {"rate": "0", "reason": "Zero"}, {"rate": "1.36", "reason": " "}):
        with assert_unchanged(world.database):
            assert world.browser("admin").patch(path, refused).status_code == 422
    with assert_unchanged(world.database):
        assert world.browser("account_manager").patch(path, {"rate": "1.36", "reason": "Mine"}).status_code == 403
    assert _figures(world, projects) == before
    corrected = world.browser("admin").patch(path, {"rate": "1.36", "reason": "The Bank corrected it"})
    assert corrected.status_code == 200
    assert to_units(_figures(world, projects)[1]["bridge"]["contraction"]) == 6_000_000 + 4_080_000
    log = world.browser("admin").get(f"/api/v1/activity?subject={stored['api_id']}").json()["data"]
    (entry,) = [one for one in log if one["action"] == "changed"]
    assert "1.36" in str(entry["changes"])
    assert "The Bank corrected it" in str(entry)


def test_missing_rate_is_named_and_not_treated_as_1(world: World, projects: list[str]):
    """Amounts stay in their own currency, and the response names the missing rate."""
    currency_of = {
        row["api_id"]: row["currency"] for row in read_rows(world.database, "SELECT api_id, currency FROM projects")
    }
    dashboard, analysis, entries = _figures(world, projects, currency="EUR")
    assert to_units(dashboard["figures"]["mrr"]["money"]) == 0
    assert {one["currency"] for one in dashboard["figures"]["mrr"]["unconverted"]} == {"CAD", "USD"}
    assert {one["currency"] for one in analysis["left_out"]} == {"CAD", "USD"}
    for entry in entries:
        own = currency_of[entry["project"]["api_id"]]
        money = [figure["money"] for figure in entry["figures"].values() if figure["money"] is not None]
        assert {amount["currency"] for amount in money} == {own}
        assert entry["missing_rate"] == f"{own}/EUR"
