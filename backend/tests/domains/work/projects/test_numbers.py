"""Tests that project numbers are unique, and that a project that is being created holds up no other."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from regie.domains.records.projects.actions import take_numbers
from tests.browser import Browser
from tests.factories.people import make_user
from tests.factories.work import make_client

PATH = "/api/v1/projects"


def _body(database: Database) -> dict[str, Any]:
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        client = make_client(session, account_manager_id=manager.id)
    return {
        "name": "Bassin", "kind": "fixed", "client": client.api_id, "account_manager": manager.api_id,
        "currency": "CAD", "amount": "500.00", "status": "active", "start_on": "2026-01-05",
    }  # fmt: skip


def test_numbers_follow_each_other(database: Database, sign_in_as: Callable[..., Browser]):
    browser, body = sign_in_as("admin"), _body(database)
    numbers = [int(browser.post(PATH, body).json()["data"]["number"].removeprefix("P-")) for _ in range(3)]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


def test_several_numbers_are_taken_at_once(database: Database):
    with database.write() as session:
        first, second = take_numbers(session, 2)
        third = take_numbers(session, 1)[0]
    assert len({first, second, third}) == 3
    assert int(third.removeprefix("P-")) == int(first.removeprefix("P-")) + 2


@pytest.mark.needs_postgres
def test_open_transaction_holds_up_no_other(database: Database, sign_in_as: Callable[..., Browser]):
    browser, body = sign_in_as("admin"), _body(database)
    with database.write() as session:
        taken = take_numbers(session, 1)[0]
        created = browser.post(PATH, body)
        assert created.status_code == 201
        assert created.json()["data"]["number"] != taken


@pytest.mark.needs_postgres
def test_previous_release_takes_the_same_numbers(database: Database):
    """It counts in the row of the series."""
    statement = text(
        "INSERT INTO number_series (name, last) VALUES ('project', 1)"
        " ON CONFLICT (name) DO UPDATE SET last = number_series.last + 1 RETURNING last"
    )
    with database.write() as session:
        before = int(take_numbers(session, 1)[0].removeprefix("P-"))
        assert session.execute(statement).scalar() == before + 1
        assert take_numbers(session, 1) == [f"P-{before + 2:05d}"]
