"""Tests that a cached total is exact after every kind of write, in any process."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project, ProjectMember
from tests.factories.work import make_client, make_project
from tests.factories.world import World

LISTS = (
    "/api/v1/clients",
    "/api/v1/clients?status=active",
    "/api/v1/clients?currency=EUR",
    "/api/v1/clients?search=hors",
)


def _totals(world: World) -> list[int]:
    browser = world.browser("admin")
    twice = [[browser.get(path).json()["meta"]["total"] for path in LISTS] for _ in range(2)]
    assert twice[0] == twice[1], "the cached total equals the counted one"
    return twice[0]


def _counted(world: World) -> list[int]:
    is_live = Client.archived_at.is_(None)
    active = select(Project.client_id).where(Project.status.in_(("active", "on_hold")))
    conditions = (is_live, is_live & Client.id.in_(active), is_live & (Client.currency == "EUR"),
                  is_live & Client.search_key.contains("hors"))  # fmt: skip
    with world.database.read() as db:
        return [db.execute(select(func.count()).select_from(Client).where(where)).scalar_one() for where in conditions]


def _values(world: World, name: str = "Hors série") -> dict[str, Any]:
    manager = world.stranger.id
    return {"name": name, "currency": "EUR", "account_manager_id": manager, "name_key": "hors", "search_key": "hors"}


def _over_http(world: World, _session: Any) -> None:
    body = {"name": "Hors série", "currency": "EUR", "account_manager": world.stranger.api_id}
    assert world.browser("admin").post("/api/v1/clients", body).status_code == 201


def _delete_one(_world: World, session: Session) -> None:
    found = select(Client).where(Client.id.not_in(select(Project.client_id)), Client.archived_at.is_(None))
    session.delete(session.execute(found.order_by(Client.id).limit(1)).scalar_one())


WRITES: dict[str, Callable[[World, Any], Any]] = {
    "a new row": lambda world, session: make_client(session, name="Hors série", currency="EUR"),
    "a set-based insert": lambda world, session: session.execute(
        insert(Client), [_values(world) | {"api_id": new_api_id()} for _ in range(3)]
    ),
    "a set-based update": lambda _world, session: session.execute(without_audit(update(Client).values(currency="EUR"))),
    "a project": lambda _world, session: make_project(session, status="active"),
    "a project's status": lambda _world, session: session.execute(
        without_audit(update(Project).values(status="completed"))
    ),
    "a deleted row": _delete_one,
    "a set-based delete": lambda _world, session: session.execute(
        without_audit(delete(Client).where(Client.id.not_in(select(Project.client_id))))
    ),
}


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "in another process"])
@pytest.mark.parametrize("write", WRITES)
def test_total_is_exact_after_write(world: World, write: str, elsewhere: bool):
    with world.database.write() as session:
        make_client(session)
    assert _totals(world) == _counted(world)
    url = world.database.url.render_as_string(hide_password=False)
    database = Database(url, pool_size=1) if elsewhere else world.database
    with database.write() as session:
        WRITES[write](world, session)
    if elsewhere:
        database.close()
    assert _totals(world) == _counted(world)


def test_total_is_exact_after_requests(world: World):
    before = _totals(world)
    _over_http(world, None)
    assert _totals(world) == _counted(world) != before
    api_id = world.client("admin", "own")
    assert world.browser("admin").patch(f"/api/v1/clients/{api_id}", {"archived": True}).status_code == 200
    assert _totals(world) == _counted(world)
    world.browser("admin").delete(f"/api/v1/clients/{api_id}")
    assert _totals(world) == _counted(world)


def test_rolled_back_write_changes_no_total(world: World):
    before = _totals(world)
    with world.database.write() as session:
        make_client(session)
        session.rollback()
    assert _totals(world) == before == _counted(world)


def test_total_is_recounted_when_the_caller_joins_a_project(world: World):
    browser, person = world.browser("employee"), world.people["employee"]
    seen = browser.get("/api/v1/clients").json()["meta"]["total"]
    with world.database.write() as session:
        project = make_project(session, status="draft")
        session.add(ProjectMember(project_id=project.id, employee_id=person.employee.id))
    assert browser.get("/api/v1/clients").json()["meta"]["total"] == seen + 1


def test_stale_total_would_be_detected(world: World):
    """Control: a row that bypasses the table counters appears in the count but not in the total."""
    world.client("admin", "own")
    assert _totals(world) == _counted(world)
    with world.database.writes.begin() as connection:
        columns = [column.name for column in Client.__table__.columns if column.name not in ("id", "api_id")]
        key = connection.execute(text("SELECT max(id) + 1 FROM clients")).scalar_one()
        names = ", ".join(columns)
        make = f"INSERT INTO clients (id, api_id, {names}) SELECT :id, :api, {names} FROM clients WHERE id = :from"  # noqa: S608
        connection.execute(text(make), {"id": key, "api": new_api_id(), "from": key - 1})
    assert _totals(world) != _counted(world)
