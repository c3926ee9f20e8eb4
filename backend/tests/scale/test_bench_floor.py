"""The floor of the bench: it responds as the application, so that a ratio to it means something."""

import asyncio
import json
import sys
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import ROOT
from tests.factories.work import SYNCED, make_client, make_invoice, make_project, make_receipt
from tests.factories.world import World

sys.path.insert(0, str(ROOT))

from bench.calls import INVOICES, SORTS
from bench.floor import Postgres, Sqlite, answer

TODAY = date(2026, 11, 20)


def _ask_floor(database: Database, browser: Browser, paths: Sequence[str]) -> list[Any]:
    url, token = database.url.render_as_string(hide_password=False), browser.token.encode()

    async def ask() -> list[Any]:
        source = Sqlite(url) if database.is_sqlite else Postgres(url)
        parts = [path.partition("?") for path in paths]
        bodies = [await answer(source, token, path, query, TODAY) for path, _, query in parts]
        if isinstance(source, Postgres) and source.pool:
            await source.pool.close()
        return [body and json.loads(body) for body in bodies]

    return asyncio.run(ask())


def _create_invoices(world: World) -> tuple[str, str]:
    """Create invoices in every status, most for a client of the account manager; return the client and a paid one."""
    manager = world.people["account_manager"].user.id
    with world.database.write() as session:
        own = make_client(session, account_manager_id=manager)
        project = make_project(session, client_id=own.id)
        fields = {"client_id": own.id, "project_id": project.id}
        paid = make_invoice(session, balance=Decimal(0), exchange_rate=Decimal("1.35"), **fields)
        make_receipt(session, paid, "1149.75", TODAY - timedelta(days=3))
        for days in (-5, 0, 1, 31, 61, 91):
            due_on = TODAY - timedelta(days=days)
            make_invoice(session, due_on=due_on, issued_on=due_on - timedelta(days=30), **fields)
        make_invoice(session, due_on=TODAY, balance=Decimal("12.50"), **fields)
        make_invoice(session, number=None, customer_name="Café Boréal", currency="USD", balance=Decimal("-3.20"))
        make_invoice(session, due_on=None, payable_on=TODAY, is_voided=True)
        make_invoice(session, deleted_at=SYNCED)
        return own.api_id, paid.api_id


def test_floor_responds_as_the_application(world: World):
    client, paid = _create_invoices(world)
    filters = ["", "&status=paid", "&status=overdue", "&status=partially_paid", "&currency=USD", f"&client={client}"]
    filters += ["&issued_from=2026-09-20&issued_to=2026-10-21", "&due_from=2026-10-01&due_to=2026-11-20"]
    filters += ["&search=pivoine"]
    lists = [f"{INVOICES}?sort={sort}&per_page=5&page={page}" for sort in SORTS for page in (1, 2)]
    paths = [f"{path}{query}" for path in lists for query in filters]
    for column in ("admin", "account_manager"):
        browser = world.browser(column)
        asked = [*paths, f"{INVOICES}/{paid}"]
        expected = [browser.get(path).json() for path in asked]
        for path, found, response in zip(asked, _ask_floor(world.database, browser, asked), expected, strict=True):
            assert found == response, path
    assert _ask_floor(world.database, world.browser("visitor"), paths[:1]) == [None]


def test_floor_remembers_a_total_until_its_table_changes(world: World):
    path, browser = f"{INVOICES}?per_page=1", world.browser("admin")
    _create_invoices(world)
    (before,) = _ask_floor(world.database, browser, [path])
    _create_invoices(world)
    (after,) = _ask_floor(world.database, browser, [path])
    assert after["meta"]["total"] == before["meta"]["total"] + 11
