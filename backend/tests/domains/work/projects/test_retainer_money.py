"""Tests that callers who only see MRR see no other amounts, in lists, single reads, figures and totals."""

from decimal import Decimal
from typing import Any

import pytest

from tests.browser import Browser
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_oos_sale
from tests.factories.work import make_project
from tests.factories.world import World

SECRET = ('"7319.00"', '"8423.00"', '"84.23"')
FEE = {"amount": "2640.00", "currency": "CAD"}


@pytest.fixture
def churn_manager(world: World) -> Browser:
    return world.browser("churn_manager")


@pytest.fixture
def projects(world: World) -> dict[str, str]:
    """One project of each kind, and a churn; `SECRET` contains the amounts that are not a retainer's."""
    with world.database.write() as session:
        fixed = make_project(session, amount=Decimal("7319.00"), hourly_rate=Decimal("84.23"), status="active")
        extra = make_oos_sale(session, amount=Decimal("8423.00"))
        retainer = make_project(session, kind="retainer", status="active", monthly_fee="2640.00")
        lost = make_churn(session)
        return {"fixed": fixed.api_id, "oos": extra.api_id, "retainer": retainer.api_id, "churn": lost.api_id}


def _data(browser: Browser, path: str) -> Any:
    response = browser.get(f"/api/v1/{path}")
    assert response.status_code == 200, response.text
    assert not any(amount in response.text for amount in SECRET)
    return response.json()["data"]


def test_lists_and_single_reads_show_fees_only(churn_manager: Browser, projects: dict[str, str]):
    rows = {row["api_id"]: row for row in _data(churn_manager, "projects?per_page=100&sort=-monthly_fee")}
    assert rows[projects["retainer"]]["monthly_fee"] == FEE
    for kind in ("fixed", "oos"):
        one = _data(churn_manager, f"projects/{projects[kind]}")
        for seen in (rows[projects[kind]], one):
            assert not {"amount", "monthly_fee", "hourly_rate", "overage_rate", "fees"} & set(seen), kind
    one = _data(churn_manager, f"projects/{projects['retainer']}")
    assert (one["monthly_fee"], [fee["amount"] for fee in one["fees"]]) == (FEE, [FEE])


def test_sorting_by_amount_returns_422(churn_manager: Browser, projects: dict[str, str]):
    response = churn_manager.get("/api/v1/projects?sort=amount")
    assert response.status_code == 422
    assert "amount" not in response.json()["errors"]["sort"][0]


def test_statistics_show_money_of_retainers_only(churn_manager: Browser, projects: dict[str, str]):
    ids = ",".join(projects[kind] for kind in ("fixed", "oos", "retainer"))
    entries = _data(churn_manager, f"projects-statistics?id={ids}&from=2026-11-01&to=2026-11-30")
    units = {entry["kind"]: {figure["unit"] for figure in entry["figures"].values()} for entry in entries}
    assert "money" in units["retainer"]
    assert "money" not in units["fixed"] | units["oos"]


def test_sales_show_no_amounts(churn_manager: Browser, projects: dict[str, str]):
    sales = [
        row for row in _data(churn_manager, "oos-sales?per_page=100") if row["project"]["api_id"] == projects["oos"]
    ]
    assert sales
    for sale in [*sales, _data(churn_manager, f"oos-sales/{sales[0]['api_id']}")]:
        assert not {"amount", "project_amount"} & set(sale)
    assert _data(churn_manager, "oos-sales/totals")["totals"] == []
    assert "project_amount" not in _data(churn_manager, f"projects/{projects['oos']}/oos-sale")
    assert churn_manager.get("/api/v1/oos-sales?sort=-amount").status_code == 422


def test_churns_show_the_mrr_lost(churn_manager: Browser, projects: dict[str, str]):
    assert _data(churn_manager, f"churn-events/{projects['churn']}")["mrr_lost"]["amount"]
    assert _data(churn_manager, "churn-events?sort=-mrr_lost")
    assert _data(churn_manager, "churn-totals")["mrr_lost"]
