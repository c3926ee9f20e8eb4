"""The calls about employees."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.wire import Json, ListQuery, Page
from regie.domains.employees import queries
from regie.domains.employees.schemas import EmployeeRow

router = Router("/api/v1/employees", "employees")


@router.get(needs=P.DIRECTORY_VIEW, out=Page[EmployeeRow])
def list_employees(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Json:
    """The directory, for everyone who is signed in."""
    return queries.list_employees(db, actor, query)
