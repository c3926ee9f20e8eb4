"""Creates account managers and reads employees' figures over HTTP."""

from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session

from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from tests.factories.people import make_employee, make_user
from tests.factories.world import World

STATISTICS_PATH = "/api/v1/employees-statistics"


def make_account_manager(session: Session, **fields: Any) -> tuple[User, Employee]:
    """Create an account manager, as a user and as an employee."""
    user = make_user(session, roles=["account_manager"])
    return user, make_employee(session, user_id=user.id, **fields)


def grant_metrics(world: World, column: str, groups: list[str], scopes: list[str]) -> None:
    """Grant the person's employee record these metric groups and scopes."""
    changed = {"metric_permissions": groups, "metric_scopes": scopes}
    with world.database.write() as session:
        session.execute(update(Employee).where(Employee.id == world.people[column].employee.id).values(**changed))


def fetch_figures(world: World, *ids: str, column: str = "admin", query: str = "") -> list[dict[str, Any]]:
    answer = world.browser(column).get(f"{STATISTICS_PATH}?id={','.join(ids)}&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def figure_values(entry: dict[str, Any]) -> dict[str, Any]:
    """Return each figure's value by its name; money as amounts by currency."""
    return {
        name: figure["value"]
        if figure["money"] is None
        else {amount["currency"]: amount["amount"] for amount in figure["money"]}
        for name, figure in entry["figures"].items()
    }
