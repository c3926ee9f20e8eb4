"""Tests that deep pages are correct, and those sorted by a calculated value although they use a cached order."""

from collections.abc import Callable
from decimal import Decimal
from itertools import product
from typing import Any

import pytest
from sqlalchemy import delete, update

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.models import ProjectFee
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, world

__all__ = ["world"]
PATHS = ("/api/v1/invoices?sort=-total", "/api/v1/clients?sort=name", "/api/v1/projects?sort=-number")
SORTS = ("name", "-name", "status,name", "mrr", "-outstanding", "-updated_at", "currency,-mrr")


@pytest.fixture(autouse=True, scope="module")
def clients(world: World) -> None:
    with world.database.write() as session:
        for number in range(30):
            client = make_client(
                session,
                name=f"Client {number % 7}",
                currency=("CAD", "USD")[number % 2],
                account_manager_id=world.people["account_manager" if number % 3 else "admin"].user.id,
            )
            if number % 2:
                make_project(session, client_id=client.id, monthly_fee=str(number * 100))
            make_invoice(session, client_id=client.id, balance=Decimal((number * 37) % 11))


def _pages(world: World, path: str, column: str = "admin") -> list[Any]:
    responses = [world.browser(column).get(f"{path}&per_page=7&page={page}") for page in range(1, 7)]
    assert {response.status_code for response in responses} == {200}
    return [response.json() for response in responses]


@pytest.mark.parametrize(("path", "column"), [*product(PATHS, ("admin", "account_manager")), (PATHS[1], "employee")])
def test_pages_contain_every_row_in_order(world: World, path: str, column: str):
    """The pages of invoices come from a cached order, the others from the index."""
    whole = world.browser(column).get(f"{path}&per_page=100").json()
    pages = _pages(world, path, column)
    assert [row for page in pages for row in page["data"]] == whole["data"][:42]
    assert {page["meta"]["total"] for page in pages} == {whole["meta"]["total"]}


WRITES: dict[str, Callable[[Any], Any]] = {
    "a new client": lambda session: make_client(session, name="Aaa"),
    "a new name": lambda session: session.execute(without_audit(update(Client).values(name_key=Client.currency))),
    "a balance": lambda session: session.execute(update(Invoice).values(balance=Decimal(5))),
    "a fee": lambda session: session.execute(update(ProjectFee).values(amount=Decimal(7))),
    "no invoices": lambda session: session.execute(delete(Invoice)),
}


@pytest.mark.parametrize("write", WRITES)
def test_cached_order_is_discarded_when_its_tables_change(world: World, write: str):
    """Each list is read first, so that its order is cached."""
    paths = [f"/api/v1/clients?sort={sort}" for sort in SORTS]
    for path in paths:
        _pages(world, path)
    with world.database.write() as session:
        WRITES[write](session)
    cached_pages = [_pages(world, path) for path in paths]
    _mark_tables_as_changed(world.database)
    assert cached_pages == [_pages(world, path) for path in paths]


def _mark_tables_as_changed(database: Database) -> None:
    with database.write() as session:
        session.info.setdefault("changed_tables", set()).update({"clients", "invoices", "projects", "project_fees"})


def test_dashboard_is_up_to_date(world: World):
    read = lambda: world.browser("admin").get("/api/v1/dashboard").json()["data"]["figures"]  # noqa: E731
    before = read()
    assert read() == before
    with world.database.write() as session:
        client = make_client(session)
        make_project(session, client_id=client.id, monthly_fee="123")
    after = read()
    for name in ("active_clients", "mrr", "active_projects"):
        assert after[name]["count"] == before[name]["count"] + 1
