"""Who has goals: a person with an account, their team, and what can be asked of the calls about goals."""

from typing import Any

from regie.domains.people.teams.models import TeamMember
from tests.access.targets import GOAL
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.world import World

GOALS = "/api/v1/employee-goals"


class Member:
    """Somebody of a team, signed in; `representative` is whoever stands for the team."""

    def __init__(self, world: World, *roles: str, **fields: Any) -> None:
        self.world = world
        with world.database.write() as session:
            self.user = make_user(session, roles=list(roles) or ["employee"])
            self.employee = make_employee(session, user_id=self.user.id, **fields)
            self.manager = make_user(session, roles=["account_manager"])
            team = make_team(session, representative_id=self.manager.id)
            session.add(TeamMember(team_id=team.id, user_id=self.user.id))
            self.team = team.api_id
        self.browser = Browser(world.app, ORIGIN).carrying(self.user, NOON)
        self.representative = Browser(world.app, ORIGIN).carrying(self.manager, NOON)
        self.path = f"/api/v1/employees/{self.employee.api_id}/employee-goals"


def set_goal(admin: Browser, member: Member, **fields: Any) -> dict[str, Any]:
    """A goal that has begun, from nothing to twelve, unless `fields` say otherwise."""
    answer = admin.post(member.path, GOAL | {"status": "active"} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def note_value(browser: Browser, goal: dict[str, Any], value: str, **fields: Any) -> dict[str, Any]:
    answer = browser.post(f"{GOALS}/{goal['api_id']}/check-ins", {"value": value} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def close(browser: Browser, goal: dict[str, Any], status: str, **fields: Any) -> dict[str, Any]:
    answer = browser.post(f"{GOALS}/{goal['api_id']}/closings", {"status": status} | fields)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def read(browser: Browser, goal: dict[str, Any]) -> dict[str, Any]:
    return browser.get(f"{GOALS}/{goal['api_id']}").json()["data"]
