"""Tests of a project's Teamwork category and of its open churn."""

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.mirrors.models import TeamworkCategory, TeamworkProject
from regie.domains.records.projects.models import Project
from tests.factories.churns import CHURNED_ON, make_churn
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_project
from tests.factories.world import World

PATH = "/api/v1/projects"


def _api_id(session: Session, key: int) -> str:
    return session.get_one(Project, key).api_id


def test_category_comes_from_the_teamwork_project(world: World):
    with world.database.write() as session:
        category = TeamworkCategory(external_id="category-of-one", name="Sites web", synced_at=SYNCED)
        session.add(category)
        names = {"filed": "category-of-one", "unfiled": None, "unknown": "category-of-none"}
        for name, category_id in names.items():
            session.add(TeamworkProject(external_id=name, name=name, category_id=category_id, synced_at=SYNCED))
        session.flush()
        expected = {"api_id": category.api_id, "name": "Sites web"}
        ids = {name: make_project(session, teamwork_project_id=name).api_id for name in names}
        alone = make_project(session).api_id
    found = {
        name: world.browser("admin").get(f"{PATH}/{api_id}").json()["data"]
        for name, api_id in {**ids, "alone": alone}.items()
    }
    assert {name: project["teamwork_category"] for name, project in found.items()} == {
        "filed": expected, "unfiled": None, "unknown": None, "alone": None,
    }  # fmt: skip


@pytest.mark.parametrize("state", ["recorded", "confirmed", "won_back", "voided"])
def test_project_shows_only_an_open_churn(world: World, state: str):
    with world.database.write() as session:
        event = make_churn(session, state=state, won_back_on=CHURNED_ON if state == "won_back" else None)
        lost, api_id = event.api_id, _api_id(session, event.project_id)
    churn = world.browser("churn_manager").get(f"{PATH}/{api_id}").json()["data"]["churn"]
    open_churn = {
        "api_id": lost,
        "state": state,
        "scope": "logo",
        "notice_on": None,
        "effective_on": CHURNED_ON.isoformat(),
    }
    assert churn == (open_churn if state in ("recorded", "confirmed") else None)


@pytest.mark.parametrize(
    ("column", "target", "is_visible"),
    [
        ("super_admin", "other", True), ("admin", "other", True), ("financial_manager", "other", True),
        ("churn_manager", "other", True), ("account_manager", "own", True), ("account_manager", "other", False),
        ("employee", "leads", False), ("employee", "works_on", False),
    ],
)  # fmt: skip
def test_churn_is_visible_to_callers_who_see_churns(world: World, column: str, target: str, is_visible: bool):
    for status in ("churned", "draft"):
        api_id = world.project(column, target, kind="retainer", monthly_fee="900.00", status=status)
        response = world.browser(column).get(f"{PATH}/{api_id}")
        assert response.status_code == 200, response.text
        assert ("churn" in response.json()["data"]) is is_visible


def test_single_read_uses_a_fixed_number_of_statements(world: World):
    with world.database.write() as session:
        lost = _api_id(session, make_churn(session).project_id)
        plain = make_project(session, kind="retainer", monthly_fee="900.00").api_id
    counts = set()
    for api_id in (lost, plain):
        with record_statements(world.database) as counted:
            world.browser("admin").get(f"{PATH}/{api_id}")
        counts.add(len(counted))
    assert len(counts) == 1
    assert max(counts) <= 12
