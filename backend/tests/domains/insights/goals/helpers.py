"""A team member who has goals, and calls to the routes of goals."""

from typing import Any

from regie.domains.people.teams.models import TeamMember
from tests.access.goals import GOAL
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.world import World

GOALS = "/api/v1/employee-goals"


class Member:
    """A signed-in member of a team; `representative` is the browser of the team's representative."""

    def __init__(self, world: World, *roles: str, **fields: Any) -> None:
        self.world = world
        with world.database.write() as session:
            self.user = make_user(session, roles=list(roles) or ["employee"])
            self.employee = make_employee(session, user_id=self.user.id, **fields)
            self.manager = make_user(session, roles=["account_manager"])
            team = make_team(session, representative_id=self.manager.id)
            session.add(TeamMember(team_id=team.id, user_id=self.user.id))
            self.team = team.api_id
        self.browser = Browser(world.app, ORIGIN).signed_in_as(self.user, NOON)
        self.representative = Browser(world.app, ORIGIN).signed_in_as(self.manager, NOON)
        self.path = f"/api/v1/employees/{self.employee.api_id}/employee-goals"


def create_goal(admin: Browser, member: Member, **fields: Any) -> dict[str, Any]:
    """Create an active goal from 0 to 12, unless `fields` change that."""
    response = admin.post(member.path, GOAL | {"status": "active"} | fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def check_in(browser: Browser, goal: dict[str, Any], value: str, **fields: Any) -> dict[str, Any]:
    response = browser.post(f"{GOALS}/{goal['api_id']}/check-ins", {"value": value} | fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def close_goal(browser: Browser, goal: dict[str, Any], status: str, **fields: Any) -> dict[str, Any]:
    response = browser.post(f"{GOALS}/{goal['api_id']}/closings", {"status": status} | fields)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def read_goal(browser: Browser, goal: dict[str, Any]) -> dict[str, Any]:
    return browser.get(f"{GOALS}/{goal['api_id']}").json()["data"]
