"""Tests of who is responsible for clients and projects from which day on, and of the figures that follow the day."""

from datetime import date
from typing import Any

import pytest

from tests.factories.figures import fetch_figures, figure_values, make_account_manager
from tests.factories.people import make_team
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged

UNKNOWN = "019a0000-0000-7000-8000-000000000000"


@pytest.fixture
def account(world: World) -> dict[str, Any]:
    """A retainer of 310 a month since January, and its former and new account manager."""
    with world.database.write() as session:
        (former, one), (new, other) = make_account_manager(session), make_account_manager(session)
        client = make_client(session, account_manager_id=former.id)
        project = make_project(
            session, monthly_fee="310.00", account_manager_id=former.id, client_id=client.id, start_on=date(2026, 1, 1)
        )
        team = make_team(session, former)
        return {
            "project": project.api_id, "client": client.api_id, "former": former.api_id, "new": new.api_id,
            "people": (one.api_id, other.api_id), "team": team.api_id,
        }  # fmt: skip


def _record(world: World, path: str, column: str = "admin", **body: Any) -> Any:
    return world.browser(column).post(f"/api/v1/{path}/responsibility-terms", body)


def _terms(world: World, path: str, term: str = "account_manager") -> list[tuple[Any, ...]]:
    listed = world.browser("admin").get(f"/api/v1/{path}/responsibility-terms?per_page=100").json()["data"]
    return [(one["effective_from"], one["value"], one["state"]) for one in listed if one["term"] == term]


def _figures(world: World, account: dict[str, Any], first: str, last: str) -> list[tuple[Any, Any]]:
    entries = fetch_figures(world, *account["people"], query=f"from={first}&to={last}")
    values = [figure_values(entry) for entry in entries]
    return [(one["retained_mrr"].get("CAD"), one["retainer_revenue"].get("CAD")) for one in values]


def test_figures_follow_who_held_the_account_on_the_day(world: World, account: dict[str, Any]):
    path = f"projects/{account['project']}"
    assert _record(world, path, account_manager=account["new"], effective_from="2026-10-11").status_code == 201
    assert _figures(world, account, "2026-09-01", "2026-09-30") == [("310.00", "310.00"), (None, None)]
    # On the day before, the former account manager still holds the account; October is split by days.
    assert _figures(world, account, "2026-10-01", "2026-10-10") == [("310.00", "100.00"), (None, None)]
    assert _figures(world, account, "2026-10-01", "2026-10-31") == [(None, "100.00"), ("310.00", "210.00")]
    rows = world.browser("admin").get(
        f"/api/v1/figure-rows?figure=employee_retainer_revenue&id={account['people'][0]}&from=2026-10-01&to=2026-10-31"
    )
    assert [row["amount"]["amount"] for row in rows.json()["data"]] == ["100.00"]
    # Access follows the present account manager.
    shown = world.browser("admin").get(f"/api/v1/{path}").json()["data"]
    assert shown["account_manager"]["api_id"] == account["new"]


def test_future_account_manager_changes_nothing_today(world: World, account: dict[str, Any]):
    path = f"projects/{account['project']}"
    response = _record(world, path, account_manager=account["new"], effective_from="2027-01-01", reason="Growth")
    assert response.status_code == 201, response.text
    assert response.json()["data"]["account_manager"]["api_id"] == account["former"]
    assert _terms(world, path) == [("2027-01-01", account["new"], "future"), (None, account["former"], "current")]


def test_client_and_team_have_terms(world: World, account: dict[str, Any]):
    path = f"clients/{account['client']}"
    body = {"account_manager": account["new"], "team": account["team"], "effective_from": "2026-11-01"}
    assert _record(world, path, **body).status_code == 201
    assert _terms(world, path) == [("2026-11-01", account["new"], "current"), (None, account["former"], "past")]
    assert _terms(world, path, "team") == [("2026-11-01", account["team"], "current"), (None, None, "past")]
    # A team that held an account before cannot be deleted.
    listed = world.browser("admin").get(f"/api/v1/{path}/responsibility-terms?per_page=100").json()["data"]
    term = next(one for one in listed if one["term"] == "team" and one["effective_from"])
    changed = world.browser("admin").patch(
        f"/api/v1/{path}/responsibility-terms/{term['api_id']}", {"effective_from": "2026-10-01"}
    )
    assert changed.status_code == 200, changed.text
    assert world.browser("admin").patch(f"/api/v1/{path}", {"team": None}).status_code == 200
    assert world.browser("admin").delete(f"/api/v1/teams/{account['team']}").status_code == 422


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"account_manager": "new", "effective_from": "2025-12-31"}, "effective_from"),
        ({"account_manager": None, "effective_from": "2026-12-01"}, "account_manager"),
        (
            {"account_manager": UNKNOWN, "effective_from": "2026-12-01"},
            "account_manager",
        ),
        ({"effective_from": "2026-12-01"}, "effective_from"),
        ({"account_manager": "new"}, "effective_from"),
    ],
)
def test_invalid_terms_are_refused(world: World, account: dict[str, Any], body: dict[str, Any], field: str):
    """Before the start, no account manager, an unknown user, without a person, without a day."""
    sent = {name: account["new"] if value == "new" else value for name, value in body.items()}
    with assert_unchanged(world.database):
        response = _record(world, f"projects/{account['project']}", **sent)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field]), response.text


def test_account_manager_records_terms_of_own_accounts_only(world: World, account: dict[str, Any]):
    body = {"account_manager": account["new"], "effective_from": "2026-12-01"}
    with assert_unchanged(world.database):
        assert _record(world, f"projects/{account['project']}", "account_manager", **body).status_code == 403
    own = world.project("account_manager", "own")
    assert _record(world, f"projects/{own}", "account_manager", **body).status_code == 201
