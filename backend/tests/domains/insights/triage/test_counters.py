"""Tests the lists that the triage list counts without ranking their records."""

from datetime import date

import pytest

from tests.browser import Browser
from tests.domains.insights.triage.reading import read_triage
from tests.factories.churns import make_churn
from tests.factories.retainers import make_retainer
from tests.factories.work import make_client, make_invoice
from tests.factories.world import World

LISTS = {"at_risk": "health=red", "leaving": "leaving=true"}


def _counters(browser: Browser) -> dict[str, int]:
    return {one["counter"]: one["count"] for one in read_triage(browser)["counters"]}


@pytest.fixture
def watched(world: World) -> None:
    """A client whose retainer churns next month, and one with an invoice that is long overdue."""
    with world.database.write() as session:
        leaving = make_client(session)
        make_churn(session, make_retainer(session, client_id=leaving.id), effective_on=date(2026, 12, 20))
        late = make_client(session, account_manager_id=world.people["churn_manager"].user.id)
        make_retainer(session, client_id=late.id, account_manager_id=late.account_manager_id)
        make_invoice(session, client_id=late.id, due_on=date(2026, 7, 1))


@pytest.mark.parametrize("column", ["super_admin", "admin", "churn_manager"])
def test_counters_are_those_of_the_lists_of_clients(world: World, watched: None, column: str):
    browser = world.browser(column)
    counters = _counters(browser)
    for name, query in LISTS.items():
        listed = browser.get(f"/api/v1/clients?{query}&per_page=1").json()["meta"]["total"]
        assert counters.get(name, 0) == listed, name
    assert counters["leaving"] >= 1


def test_clients_at_risk_are_counted(world: World, watched: None):
    assert _counters(world.browser("admin"))["at_risk"] >= 1


@pytest.mark.parametrize("column", ["financial_manager", "account_manager", "employee"])
def test_roles_that_confirm_no_churn_have_no_counters(world: World, watched: None, column: str):
    assert _counters(world.browser(column)) == {}
