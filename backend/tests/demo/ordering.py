"""Compares all GET responses of an agency with those from a database that returns unordered rows differently."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from sqlalchemy import event, inspect, text

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.main import api_routes, create_app
from regie.schema import METADATA
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, SERVICES

_RECORDS_PER_PATH = 6
_SPAN = "from=2026-01-01&to=2026-11-20"
# Query strings for calls that require parameters, tried in this order.
_QUERIES = (
    "",
    f"?{_SPAN}&currency=CAD&scope=all",
    f"?{_SPAN}&currency=CAD",
    f"?{_SPAN}",
    "?figure=revenue",
    "?search=a",
)
# Lists whose ids a path uses, where that is not its own collection.
_ID_SOURCES = {
    "/api/v1/churn-proposals": "/api/v1/projects",
    "/api/v1/employee-churns": "/api/v1/employees",
    "/api/v1/hubspot-deals": "/api/v1/Deals",
}
# The first measures the machine; a download is logged, so the log would differ after it.
_NOT_COMPARED = {"/api/v1/operations", "/api/v1/clients/{id}/statement"}
_OTHER_PLANS = ("hashagg", "hashjoin", "seqscan", "bitmapscan")


class OrderComparison:
    """Compares the responses for one user."""

    def __init__(self, database: Database, clock: Clock, user: Any) -> None:
        now = clock.now()
        settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000", **SERVICES})
        self.app: Any = create_app(settings, database=database, clock=Clock(lambda: now))
        self.browser = Browser(self.app, ORIGIN).signed_in_as(user, now)
        self.responses: dict[str, Any] = {}

    def read(self) -> None:
        """Store the responses in the default order, lists before their records."""
        paths = sorted({route.path for route in api_routes(self.app) if "GET" in (route.methods or ())})
        for path in sorted(paths, key=lambda path: "{" in path):
            for address in self._addresses(path):
                self._read(address)

    def _addresses(self, path: str) -> list[str]:
        collection, brace, _ = path.partition("/{")
        if path in _NOT_COMPARED:
            return []
        if not brace:
            return [path]
        list_path = _ID_SOURCES.get(collection, collection)
        lists = (body["data"] for address, body in self.responses.items() if address.split("?")[0] == list_path)
        rows = next(lists, [])
        ids = [row["api_id"] for row in rows if "api_id" in row] if isinstance(rows, list) else []
        return [re.sub(r"\{.*?\}", api_id, path) for api_id in ids[:_RECORDS_PER_PATH]]

    def _read(self, path: str) -> None:
        for query in _QUERIES:
            answer = self.browser.get(f"{path}{query}")
            assert answer.status_code < 500, f"{path}{query}: {answer.text}"
            if answer.status_code == 200 and "json" in answer.headers.get("content-type", ""):
                self.responses[f"{path}{query}"] = answer.json()
            if answer.status_code != 422:
                return

    def find_differences(self, other: Database) -> list[str]:
        """Return the calls whose responses differ on `other`, each with its statements without ORDER BY."""
        context = self.app.state.context
        self.app.state.context = replace(context, database=other)
        differences = []
        for address, before in self.responses.items():
            with _record_unordered_statements(other) as statements:
                if self.browser.get(address).json() != before:
                    differences.append("\n    ".join([address, *statements]))
        self.app.state.context = context
        return differences


@contextmanager
def reorder_rows(database: Database) -> Iterator[Database]:
    """Yield the same database with another order of unordered rows: reversed in SQLite, moved in PostgreSQL."""
    other = Database(database.url.render_as_string(hide_password=False))
    if database.is_sqlite:
        settings_sql = ["PRAGMA reverse_unordered_selects = ON"]
    else:
        _move_half_of_rows(database)
        settings_sql = [f"SET enable_{part} = off" for part in _OTHER_PLANS]
    for engine in (other.writes, other._reads):
        event.listen(engine, "connect", partial(_configure, settings_sql))
    yield other
    other.close()


def _configure(settings_sql: list[str], connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    for statement in settings_sql:
        cursor.execute(statement)
    cursor.close()
    if hasattr(connection, "autocommit") and not connection.autocommit:
        connection.commit()


def _move_half_of_rows(database: Database) -> None:
    """Rewrite every other row, which moves it to the end of its table."""
    with database.writes.begin() as connection:
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for table in METADATA.sorted_tables:
            key = inspect(table).primary_key.columns[0].name
            every_other = f"SELECT ctid FROM {table.name} WHERE hashtext({table.name}::text) % 2 = 0"  # noqa: S608
            move = f"UPDATE {table.name} SET {key} = {key} WHERE ctid IN ({every_other})"  # noqa: S608
            connection.execute(text(move))


@contextmanager
def _record_unordered_statements(database: Database) -> Iterator[list[str]]:
    statements: list[str] = []

    def record(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("SELECT", "WITH")) and "ORDER BY" not in statement:
            statements.append(" ".join(statement.split())[:300])

    engines = (database.writes, database._reads)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", record)
    yield statements
    for engine in engines:
        event.remove(engine, "before_cursor_execute", record)
