"""Visibility of goals and of their values, in lists and single reads."""

import pytest

from regie.domains.people.teams.models import TeamMember
from tests.access.goals import GOAL
from tests.browser import Browser
from tests.domains.insights.goals.helpers import GOALS, Member, check_in, close_goal, create_goal, read_goal
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.world import World

AMOUNTS = {"start_value", "target_value", "current_value", "closing_note", "check_ins"}
IN_MONEY = {"measure": "money", "currency": "CAD", "target_value": "5000.00"}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def member(world: World) -> Member:
    return Member(world)


def _ids(browser: Browser, query: str) -> set[str]:
    response = browser.get(f"{GOALS}?per_page=100&{query}").json()
    assert response["meta"]["total"] == len(response["data"])
    return {row["api_id"] for row in response["data"]}


def _by_title(browser: Browser, query: str) -> list[str]:
    return [row["title"] for row in browser.get(f"{GOALS}?per_page=100&{query}").json()["data"]]


def test_lists_and_single_reads_show_the_same_goals(world: World, admin: Browser, member: Member):
    goals = {
        name: create_goal(admin, member, visibility=name, title=f"Vue {name}")["api_id"]
        for name in ("private", "team", "everyone")
    }
    goals["draft"] = create_goal(admin, member, status="draft")["api_id"]
    mine = {goals[name] for name in ("private", "team", "everyone")}
    visible_to = {
        admin: set(goals.values()),
        member.browser: mine,
        member.representative: mine - {goals["private"]},
        world.browser("account_manager"): {goals["everyone"]},
        world.browser("financial_manager"): {goals["everyone"]},
        world.browser("employee"): {goals["everyone"]},
    }
    for browser, expected in visible_to.items():
        assert _ids(browser, f"employee={member.employee.api_id}") == expected
        assert {one for one in goals.values() if browser.get(f"{GOALS}/{one}").status_code == 200} == expected
        assert _ids(browser, "search=vue") & set(goals.values()) <= expected
        assert _ids(browser, "pace=behind") & set(goals.values()) <= expected
        own = browser.get(f"{member.path}?per_page=100").json()["data"]
        assert {row["api_id"] for row in own} == expected


def test_representative_sees_goals_of_own_team_only(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member)
    assert member.representative.get(f"{GOALS}/{goal['api_id']}").status_code == 200
    with world.database.write() as session:
        other_manager = make_user(session, roles=["account_manager"])
        other = make_employee(session, user_id=other_manager.id)
        team = make_team(session, representative_id=member.user.id)
        session.add(TeamMember(team_id=team.id, user_id=other_manager.id))
        api_id = other.api_id
    foreign = admin.post(f"/api/v1/employees/{api_id}/employee-goals", GOAL | {"status": "active"}).json()["data"]
    # A representative with the role `employee` sees only their own goals.
    assert member.browser.get(f"{GOALS}/{foreign['api_id']}").status_code == 404
    assert member.representative.get(f"{GOALS}/{foreign['api_id']}").status_code == 404


def test_goal_visible_to_everyone_hides_amounts_from_others(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member, visibility="everyone", **IN_MONEY)
    check_in(member.browser, goal, "1250.00")
    for browser, sees in (
        (admin, True),
        (member.browser, True),
        (member.representative, True),
        (world.browser("financial_manager"), False),
        (world.browser("employee"), False),
    ):
        one = read_goal(browser, goal)
        assert (one["attainment"], one["currency"]) == ("0.2500", "CAD")
        assert AMOUNTS & set(one) == (AMOUNTS if sees else set())
        (row,) = browser.get(f"{GOALS}?employee={member.employee.api_id}").json()["data"]
        assert AMOUNTS & set(row) == (AMOUNTS - {"check_ins"} if sees else set())
    counted = create_goal(admin, member, visibility="everyone")
    assert set(read_goal(world.browser("employee"), counted)) >= AMOUNTS


def test_goal_list_filters_and_sorts(world: World, admin: Browser, member: Member):
    spring = {"period_start": "2026-03-01", "period_end": "2026-05-31"}
    first = create_goal(admin, member, title="Alpha", weight=2)
    create_goal(admin, member, title="Bêta", **spring, **IN_MONEY, weight=9, visibility="private")
    third = create_goal(admin, member, title="Gamma", weight=5)
    check_in(member.browser, first, "12.00")
    close_goal(admin, third, "missed")
    of = f"employee={member.employee.api_id}"
    assert _by_title(admin, f"{of}&sort=title") == ["Alpha", "Bêta", "Gamma"]
    assert _by_title(admin, f"{of}&sort=-weight") == ["Bêta", "Gamma", "Alpha"]
    assert _by_title(admin, f"{of}&status=missed") == ["Gamma"]
    assert _by_title(admin, f"{of}&measure=money") == ["Bêta"]
    assert _by_title(admin, f"{of}&visibility=private") == ["Bêta"]
    assert _by_title(admin, f"{of}&period_from=2026-05-31&period_to=2026-06-30") == ["Bêta"]
    assert _by_title(admin, f"{of}&period_from=2026-06-01&sort=title") == ["Alpha", "Gamma"]
    assert _by_title(admin, f"{of}&due_to=2026-05-31") == ["Bêta"]
    assert _by_title(admin, f"{of}&due_to=2026-05-30") == []
    assert _by_title(admin, f"{of}&due_from=2026-06-01&sort=title") == ["Alpha", "Gamma"]
    assert _by_title(admin, f"{of}&pace=on_track") == ["Alpha"]
    assert _by_title(admin, f"{of}&pace=at_risk&pace=behind") == ["Bêta"]
    assert _by_title(admin, f"{of}&pace=behind") == []
    assert _by_title(admin, f"team={member.team}&search=beta") == ["Bêta"]
    assert _by_title(member.browser, "mine=true&sort=title") == ["Alpha", "Bêta", "Gamma"]
    assert not {"Alpha", "Bêta", "Gamma"} & set(_by_title(member.browser, "mine=false"))
    assert _by_title(member.browser, "followed=true&sort=title") == ["Alpha", "Bêta", "Gamma"]
    # Representatives do not follow private goals, and administrators do not follow everyone's.
    assert _by_title(member.representative, "followed=true&sort=title") == ["Alpha", "Gamma"]
    assert _by_title(admin, f"{of}&followed=true") == []
    for wrong in ("pace=slow", "unknown=1", "sort=attainment", "chosen=1", "employee=x"):
        assert admin.get(f"{GOALS}?{wrong}").status_code == 422, wrong
    assert admin.get(f"{member.path}?mine=true").status_code == 422
