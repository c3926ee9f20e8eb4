"""An empty agency for each test, and readers of its dashboard."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.rates import make_rate

TODAY = date(2026, 11, 20)


@dataclass
class EmptyAgency:
    """An empty database for each test, with a signed-in browser per role."""

    database: Database
    sign_in_as: Callable[..., Browser]

    def browser(self, role: str) -> Browser:
        return self.sign_in_as(role)


@pytest.fixture
def world(database: Database, sign_in_as: Callable[..., Browser]) -> EmptyAgency:
    return EmptyAgency(database, sign_in_as)


def read_dashboard(world: EmptyAgency, column: str = "admin", **params: str) -> dict[str, Any]:
    response = world.browser(column).get("/api/v1/dashboard", params=params)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def read_figures(world: EmptyAgency, column: str = "admin", **params: str) -> dict[str, Any]:
    return read_dashboard(world, column, **params)["figures"]


def read_rows(world: EmptyAgency, figure: str, column: str = "admin", **params: str) -> list[dict[str, Any]]:
    params |= {"figure": figure, "per_page": "100"}
    response = world.browser(column).get("/api/v1/dashboard-rows", params=params)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def amounts_of(sums: list[dict[str, Any]]) -> dict[str, str]:
    return {one["name"]: one["money"]["amount"] for one in sums}


@pytest.fixture
def rates(world: EmptyAgency) -> None:
    """A rate of 1.40 for the US dollar until the end of October, and 1.50 from November."""
    with world.database.write() as session:
        for days in range(120):
            day = date(2026, 8, 1) + timedelta(days=days)
            if day <= TODAY:
                make_rate(session, "USD", day, "1.50" if day >= date(2026, 11, 1) else "1.40")
