"""Reading employees."""

from typing import Any

from sqlalchemy import ColumnElement, Connection

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing
from regie.core.shape import Shape
from regie.core.wire import ListQuery
from regie.domains.employees.models import Employee

EMPLOYEES = Listing(
    source=Employee.__table__,
    key=Employee.id,
    api_id=Employee.api_id,
    shape=Shape(
        {
            "api_id": Employee.api_id,
            "name": Employee.name,
            "first_name": Employee.first_name,
            "last_name": Employee.last_name,
            "email": Employee.email,
            "job_title": Employee.job_title,
        }
    ),
    sorts={"name": Employee.name_key, "job_title": Employee.job_title},
    default_sort="name",
    tables=("employees",),
    search=Employee.search_key,
)


def visible_employees(_scope: Scope) -> ColumnElement[bool]:
    """Everyone who has not left: the directory is open to all who sign in."""
    return Employee.status != "left"


def list_employees(db: Connection, actor: Actor, query: ListQuery) -> dict[str, Any]:
    return EMPLOYEES.page(db, sight(actor, Permission.DIRECTORY_VIEW, visible_employees), query)
