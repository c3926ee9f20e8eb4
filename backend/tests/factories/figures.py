"""People with work behind them, and what of their figures a caller is told."""

from typing import Any

from sqlalchemy import update
from sqlalchemy.orm import Session

from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User
from tests.factories.people import make_employee, make_user
from tests.factories.world import World

PATH = "/api/v1/employees-statistics"


def make_manager(session: Session, **fields: Any) -> tuple[User, Employee]:
    """Somebody who manages accounts, as a user and as an employee."""
    user = make_user(session, roles=["account_manager"])
    return user, make_employee(session, user_id=user.id, **fields)


def open_figures(world: World, column: str, groups: list[str], scopes: list[str]) -> None:
    """What the person's employee record opens from now on."""
    changed = {"metric_permissions": groups, "metric_scopes": scopes}
    with world.database.write() as session:
        session.execute(update(Employee).where(Employee.id == world.people[column].employee.id).values(**changed))


def read_figures(world: World, *ids: str, column: str = "admin", query: str = "") -> list[dict[str, Any]]:
    answer = world.browser(column).get(f"{PATH}?id={','.join(ids)}&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def told(entry: dict[str, Any]) -> dict[str, Any]:
    """Each figure as text, money by its currency."""
    return {
        name: figure["value"]
        if figure["money"] is None
        else {amount["currency"]: amount["amount"] for amount in figure["money"]}
        for name, figure in entry["figures"].items()
    }
