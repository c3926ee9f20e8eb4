"""Tests what managers see of a client that they share: a retainer or client is lost for everyone, or for none."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import make_user
from tests.factories.work import make_client, make_project

# The clock is at 20 November 2026.
LAST, NEXT = date(2026, 11, 10), date(2026, 11, 11)


@pytest.fixture
def manager(sign_in_as: Callable[..., Browser]) -> Browser:
    """An administrator, who sees losses, and who manages accounts."""
    return sign_in_as("admin", "account_manager")


def _add_retainers(database: Database, manager: Browser, *, starts_on: date) -> None:
    """A client whose retainer ends, with the manager, and another one with a colleague from a day on."""
    with database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        fields = {"client_id": client.id, "start_on": date(2026, 1, 1), "account_manager_id": manager.user.id}
        make_project(session, monthly_fee="700.00", end_on=LAST, **fields)
        fields |= {"start_on": starts_on, "account_manager_id": make_user(session, roles=["account_manager"]).id}
        make_project(session, monthly_fee="900.00", **fields)


def _read(manager: Browser, day: date) -> dict[str, Any]:
    params = {"from": "2026-11-01", "to": day.isoformat(), "scope": "own", "currency": "CAD"}
    figures = manager.get("/api/v1/dashboard", params=params).json()["data"]["figures"]
    return {name: figures[name]["count"] for name in ("lost_retainers", "lost_clients")} | {
        "mrr": figures["mrr"]["money"]["amount"]
    }


def test_contract_that_a_colleague_continues_is_not_lost(database: Database, manager: Browser):
    _add_retainers(database, manager, starts_on=NEXT)
    assert _read(manager, LAST) == {"lost_retainers": 0, "lost_clients": 0, "mrr": "700.00"}
    assert _read(manager, NEXT) == {"lost_retainers": 0, "lost_clients": 0, "mrr": "0.00"}


def test_client_with_a_colleagues_retainer_is_not_lost(database: Database, manager: Browser):
    _add_retainers(database, manager, starts_on=date(2026, 1, 1))
    assert _read(manager, NEXT) == {"lost_retainers": 1, "lost_clients": 0, "mrr": "0.00"}


def test_client_is_lost_with_its_last_retainer(database: Database, manager: Browser):
    _add_retainers(database, manager, starts_on=date(2026, 12, 1))
    assert _read(manager, NEXT) == {"lost_retainers": 1, "lost_clients": 1, "mrr": "0.00"}
