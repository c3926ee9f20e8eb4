"""Which fields of a team's users a caller sees: all for callers who may view users, and each user's own."""

from typing import Any

import pytest

from regie.core.db.database import Database
from tests.factories.people import make_team, make_user
from tests.factories.world import World, build_world

USER = {
    "api_id", "email", "name", "first_name", "last_name", "locale", "timezone", "currency", "created_at", "updated_at",
    "is_active",
}  # fmt: skip
NAME = {"api_id", "name", "is_active"}
SEES_USERS = ("super_admin", "admin")
SEES_TEAMS = ("financial_manager", "account_manager", "churn_manager")


@pytest.fixture(scope="module")
def team_world(migrated: Database) -> World:
    """A team of every role's user and a deactivated one; its representative is no member."""
    world = build_world(migrated)
    with migrated.write() as session:
        resting = make_user(session, roles=[], status="deactivated", last_name="Zzz")
        people = [person.user for column, person in world.people.items() if column != "visitor"]
        make_team(session, *people, resting, representative_id=world.stranger.id, name="Équipe Sapin")
        make_team(session, name="Équipe Vide", representative_id=None)
    return world


def _find(world: World, column: str, name: str = "sapin") -> list[dict[str, Any]]:
    """Return the team as the list and as the single read answer it."""
    browser = world.browser(column)
    (row,) = browser.get(f"/api/v1/teams?search={name}").json()["data"]
    return [row, browser.get(f"/api/v1/teams/{row['api_id']}").json()["data"]]


@pytest.mark.parametrize("column", SEES_USERS)
def test_callers_who_may_view_users_see_every_field(team_world: World, column: str):
    browser = team_world.browser(column)
    for team in _find(team_world, column):
        for user in [team["representative"], *team["users"]]:
            read = browser.get(f"/api/v1/users/{user['api_id']}").json()["data"]
            assert user == {name: read[name] for name in USER - {"is_active"}} | {
                "is_active": read["status"] == "active"
            }
        assert {user["is_active"] for user in team["users"]} == {True, False}


@pytest.mark.parametrize("column", SEES_TEAMS)
def test_other_callers_see_names_and_their_own_fields(team_world: World, column: str):
    me = team_world.people[column].user.api_id
    assert team_world.browser(column).get("/api/v1/users").status_code == 403
    for team in _find(team_world, column):
        assert set(team["representative"]) == NAME
        assert {user["api_id"] for user in team["users"] if set(user) != NAME} == {me}
        assert [set(user) for user in team["users"] if user["api_id"] == me] == [USER]


def test_employee_sees_no_users(team_world: World):
    for team in _find(team_world, "employee"):
        assert set(team) == {"api_id", "name"}


def test_team_without_members_has_no_representative_and_no_users(team_world: World):
    for team in _find(team_world, "admin", "vide"):
        assert (team["representative"], team["users"]) == (None, [])
