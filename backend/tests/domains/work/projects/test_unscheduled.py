"""Tests of the filter for projects without scheduled payments."""

import pytest

from regie.domains.records.projects.models import ProjectMember
from tests.factories.work import make_payment, make_project
from tests.factories.world import World

PATH = "/api/v1/projects?per_page=100&sort=name"


@pytest.fixture
def projects(world: World) -> None:
    """A has no payments, B a planned one, C a skipped one; two people have different access to them."""
    worker, manager = world.people["employee"], world.people["account_manager"]
    with world.database.write() as session:
        free, billed = make_project(session, name="A"), make_project(session, name="B")
        skipped = make_project(session, name="C", account_manager_id=manager.user.id)
        make_payment(session, project_id=billed.id)
        make_payment(session, project_id=skipped.id, status="skipped", reason="Offert")
        session.add_all(
            ProjectMember(project_id=project.id, employee_id=worker.employee.id) for project in (free, billed)
        )


def test_filter_finds_only_projects_whose_payments_the_caller_sees(projects: None, world: World):
    def found(column: str, scheduled: str) -> str:
        response = world.browser(column).get(f"{PATH}&scheduled={scheduled}").json()
        assert response["meta"]["total"] == len(response["data"])
        return "".join(row["name"] for row in response["data"] if row["name"] in "ABC")

    columns = ("admin", "financial_manager", "account_manager", "churn_manager", "employee")
    assert {column: (found(column, "false"), found(column, "true")) for column in columns} == {
        "admin": ("AC", "B"), "financial_manager": ("AC", "B"), "account_manager": ("C", ""),
        "churn_manager": ("", ""), "employee": ("", ""),
    }  # fmt: skip
