"""Every reading call of an agency, answered twice: the second time the database finds its rows in another order."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import event, inspect, text

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.main import create_app, routes_of
from regie.schema import METADATA
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES

_RECORDS_EACH = 6
_SPAN = "from=2026-01-01&to=2026-11-20"
# What a call needs in its query, tried in this order.
_QUERIES = (
    "",
    f"?{_SPAN}&currency=CAD&scope=all",
    f"?{_SPAN}&currency=CAD",
    f"?{_SPAN}",
    "?figure=revenue",
    "?search=a",
)
# Whose ids a path takes, where it is not the collection before them.
_NAMED_BY = {
    "/api/v1/churn-proposals": "/api/v1/projects",
    "/api/v1/employee-churns": "/api/v1/employees",
    "/api/v1/hubspot-deals": "/api/v1/Deals",
}
_OTHER_PLANS = ("hashagg", "hashjoin", "seqscan", "bitmapscan")


class Orders:
    """Compares the answers to one person."""

    def __init__(self, database: Database, clock: Clock, user: Any) -> None:
        now = clock.now()
        settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000", **SERVICES})
        self.app: Any = create_app(settings, database=database, clock=Clock(lambda: now))
        self.browser = Browser(self.app, ORIGIN).carrying(user, now)
        self.first: dict[str, Any] = {}

    def read(self) -> None:
        """The answers as the database gives them by itself, records after the lists that name them."""
        paths = sorted({route.path for route in routes_of(self.app) if "GET" in (route.methods or ())})
        for path in sorted(paths, key=lambda path: "{" in path):
            for address in self._addresses(path):
                self._read(address)

    def _addresses(self, path: str) -> list[str]:
        collection, brace, _ = path.partition("/{")
        if not brace:
            return [path]
        listed = _NAMED_BY.get(collection, collection)
        rows = next((answer["data"] for address, answer in self.first.items() if address.split("?")[0] == listed), [])
        ids = [row["api_id"] for row in rows if "api_id" in row] if isinstance(rows, list) else []
        return [re.sub(r"\{.*?\}", api_id, path) for api_id in ids[:_RECORDS_EACH]]

    def _read(self, path: str) -> None:
        for query in _QUERIES:
            answer = self.browser.get(f"{path}{query}")
            assert answer.status_code < 500, f"{path}{query}: {answer.text}"
            if answer.status_code == 200 and "json" in answer.headers.get("content-type", ""):
                self.first[f"{path}{query}"] = answer.json()
            if answer.status_code != 422:
                return

    def differing(self, other: Database) -> list[str]:
        """The calls that `other` answers otherwise, each with its statements that name no order."""
        context = self.app.state.context
        self.app.state.context = replace(context, database=other)
        found = []
        for address, before in self.first.items():
            with _unordered(other) as statements:
                if self.browser.get(address).json() != before:
                    found.append("\n    ".join([address, *statements]))
        self.app.state.context = context
        return found


@contextmanager
def another_order(database: Database) -> Iterator[Database]:
    """The same rows; where no order is named, SQLite goes backwards and PostgreSQL finds them elsewhere."""
    other = Database(database.url.render_as_string(hide_password=False))
    if database.is_sqlite:
        changes = ["PRAGMA reverse_unordered_selects = ON"]
    else:
        _move_half_of_the_rows(database)
        changes = [f"SET enable_{part} = off" for part in _OTHER_PLANS]
    for engine in (other.writes, other._reads):
        event.listen(engine, "connect", partial(_prepare, changes))
    yield other
    other.close()


def _prepare(changes: list[str], connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for change in changes:
        cursor.execute(change)
    cursor.close()
    if hasattr(connection, "autocommit") and not connection.autocommit:
        connection.commit()


def _move_half_of_the_rows(database: Database) -> None:
    """A row that is written anew stands at the end of its table."""
    with database.writes.begin() as connection:
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for table in METADATA.sorted_tables:
            key = inspect(table).primary_key.columns[0].name
            every_other = f"SELECT ctid FROM {table.name} WHERE hashtext({table.name}::text) % 2 = 0"  # noqa: S608
            move = f"UPDATE {table.name} SET {key} = {key} WHERE ctid IN ({every_other})"  # noqa: S608
            connection.execute(text(move))


@contextmanager
def _unordered(database: Database) -> Iterator[list[str]]:
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("SELECT", "WITH")) and "ORDER BY" not in statement:
            found.append(" ".join(statement.split())[:300])

    engines = (database.writes, database._reads)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield found
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)
