"""Tests that MRR on a last day no longer holds it, wherever it is shown: the value on a day is that at its close."""

from datetime import date
from typing import Any

import pytest

from tests.factories.people import make_employee, make_team, make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import World

# The clock is at 20 November 2026.
LAST, BEFORE = date(2026, 11, 20), date(2026, 11, 19)


def _make(world: World, *, is_continued: bool) -> dict[str, str]:
    """A retainer of CA$700 whose last day is today; one of CA$900 with another manager may follow it."""
    with world.database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        person, team = make_employee(session, user_id=manager.id), make_team(session, manager)
        client = make_client(session, account_manager_id=manager.id)
        ended = make_project(session, client_id=client.id, monthly_fee="700.00", end_on=LAST, team_id=team.id)
        if is_continued:
            other = make_user(session, roles=["account_manager"])
            fields = {"account_manager_id": other.id, "start_on": date(2026, 11, 21)}
            make_project(session, client_id=client.id, monthly_fee="900.00", **fields)
        return {
            "client": client.api_id,
            "project": ended.api_id,
            "employee": person.api_id,
            "team": team.api_id,
        }


def _sum(amounts: Any) -> str:
    listed = amounts if isinstance(amounts, list) else [amounts]
    return listed[0]["amount"] if listed else "0.00"


def _mrr(world: World, made: dict[str, str], day: date) -> dict[str, str]:
    """The MRR at the close of a day by figure; lists of clients show that of today."""
    browser, days = world.browser("admin"), f"from=2026-11-01&to={day}&currency=CAD"

    def read(path: str) -> Any:
        response = browser.get(f"/api/v1/{path}")
        assert response.status_code == 200, response.text
        return response.json()["data"]

    names = {
        "project": ("projects", "mrr"),
        "employee": ("employees", "retained_mrr"),
        "team": ("teams", "retained_mrr"),
    }
    found: dict[str, str] = {}
    for record, (path, figure) in names.items():
        (entry,) = read(f"{path}-statistics?id={made[record]}&{days}")
        found[record] = _sum(entry["figures"][figure]["money"])
    if day == LAST:
        found["client"] = read(f"clients/{made['client']}")["mrr"]["amount"]
        (row,) = read(f"clients?search=&per_page=1&sort=-updated_at&account_manager={_manager(world, made)}")
        found["clients"] = row["mrr"]["amount"]
    return found


def _manager(world: World, made: dict[str, str]) -> str:
    return world.browser("admin").get(f"/api/v1/clients/{made['client']}").json()["data"]["account_manager"]["api_id"]


@pytest.mark.parametrize(("is_continued", "amount"), [(False, "0.00"), (True, "700.00")])
def test_last_day_holds_mrr_only_for_a_contract_that_is_continued(world: World, is_continued: bool, amount: str):
    made = _make(world, is_continued=is_continued)
    assert set(_mrr(world, made, BEFORE).values()) == {"700.00"}
    on_last_day = _mrr(world, made, LAST)
    assert set(on_last_day) == {"project", "employee", "team", "client", "clients"}
    assert set(on_last_day.values()) == {amount}
