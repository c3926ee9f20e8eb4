"""A project says what Teamwork files it under, and, to those who see churn, how it was lost."""

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.mirrors.models import TeamworkCategory, TeamworkProject
from regie.domains.records.projects.models import Project
from tests.factories.losses import LOST_ON, make_churn
from tests.factories.statements import count_statements
from tests.factories.work import SYNCED, make_project
from tests.factories.world import World

PATH = "/api/v1/projects"


def _api_id(session: Session, key: int) -> str:
    return session.get_one(Project, key).api_id


def test_the_category_is_that_of_the_project_in_teamwork(world: World):
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
def test_a_loss_is_told_while_it_holds(world: World, state: str):
    with world.database.write() as session:
        event = make_churn(session, state=state, won_back_on=LOST_ON if state == "won_back" else None)
        lost, api_id = event.api_id, _api_id(session, event.project_id)
    churn = world.browser("churn_manager").get(f"{PATH}/{api_id}").json()["data"]["churn"]
    holds = {"api_id": lost, "state": state, "scope": "logo", "notice_on": None, "effective_on": LOST_ON.isoformat()}
    assert churn == (holds if state in ("recorded", "confirmed") else None)


@pytest.mark.parametrize(
    ("column", "target", "is_told"),
    [
        ("super_admin", "other", True), ("admin", "other", True), ("financial_manager", "other", True),
        ("churn_manager", "other", True), ("account_manager", "own", True), ("account_manager", "other", False),
        ("employee", "leads", False), ("employee", "works_on", False),
    ],
)  # fmt: skip
def test_a_loss_is_told_to_those_who_see_churn(world: World, column: str, target: str, is_told: bool):
    for status in ("churned", "draft"):
        api_id = world.project(column, target, kind="retainer", monthly_fee="900.00", status=status)
        answer = world.browser(column).get(f"{PATH}/{api_id}")
        assert answer.status_code == 200, answer.text
        assert ("churn" in answer.json()["data"]) is is_told


def test_one_project_takes_a_fixed_number_of_statements(world: World):
    with world.database.write() as session:
        lost = _api_id(session, make_churn(session).project_id)
        plain = make_project(session, kind="retainer", monthly_fee="900.00").api_id
    counts = set()
    for api_id in (lost, plain):
        with count_statements(world.database) as counted:
            world.browser("admin").get(f"{PATH}/{api_id}")
        counts.add(len(counted))
    assert len(counts) == 1
    assert max(counts) <= 12
