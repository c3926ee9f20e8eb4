"""Projects of which nothing is to be billed are found by those who see their payments, and by nobody else."""

import pytest

from regie.domains.records.projects.models import ProjectMember
from tests.factories.work import make_payment, make_project
from tests.factories.world import World

PATH = "/api/v1/projects?per_page=100&sort=name"


@pytest.fixture
def projects(world: World) -> None:
    """A has no payments, B one that is to be billed, C one that is not; two people have to do with them."""
    worker, manager = world.people["employee"], world.people["account_manager"]
    with world.database.write() as session:
        free, billed = make_project(session, name="A"), make_project(session, name="B")
        skipped = make_project(session, name="C", account_manager_id=manager.user.id)
        make_payment(session, project_id=billed.id)
        make_payment(session, project_id=skipped.id, status="skipped", reason="Offert")
        session.add_all(ProjectMember(project_id=one.id, employee_id=worker.employee.id) for one in (free, billed))


def test_the_filter_tells_who_sees_the_payments_and_nobody_else(projects: None, world: World):
    def found(column: str, wanted: str) -> str:
        answer = world.browser(column).get(f"{PATH}&scheduled={wanted}").json()
        assert answer["meta"]["total"] == len(answer["data"])
        return "".join(row["name"] for row in answer["data"] if row["name"] in "ABC")

    columns = ("admin", "financial_manager", "account_manager", "churn_manager", "employee")
    assert {column: (found(column, "false"), found(column, "true")) for column in columns} == {
        "admin": ("AC", "B"), "financial_manager": ("AC", "B"), "account_manager": ("C", ""),
        "churn_manager": ("", ""), "employee": ("", ""),
    }  # fmt: skip
