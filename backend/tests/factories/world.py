"""A small agency with a person per role, and records that each person owns, works on or only reads."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

import pytest
import structlog
from fastapi import FastAPI
from httpx import Cookies
from sqlalchemy import Connection, delete, select

from regie.access.permissions import Role
from regie.access.sign_in_limits import SignInCount
from regie.connectors.errors import AccessDenied
from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.time.clock import Clock
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project, ProjectMember, ProjectSeller
from regie.domains.records.users.models import User
from regie.main import create_app
from regie.schema import METADATA
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, SERVICES, delete_all_rows, non_empty_tables
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.work import make_client, make_deal, make_invoice, make_payment, make_project

ROLES = tuple(role.value for role in Role)
# The clock never moves and few users make all calls of a module: without the factor they reach the rate limit.
ENVIRONMENT = {"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000", **SERVICES}
# Sign-in attempts are counted even if the request is refused; `test_limits` covers this table.
_SIGN_IN_COUNTS = "sign_in_counts"
# Besides the six roles: a user whose last role was removed, and a browser without a session.
COLUMNS = (*ROLES, "none", "visitor")


@dataclass
class Person:
    user: User
    employee: Employee
    browser: Browser


@dataclass
class World:
    """Creates records by the person's relation to them (`own`, `works_on`, `other`, `archived`…)."""

    app: FastAPI
    database: Database
    stranger: User
    people: dict[str, Person] = field(default_factory=dict)
    last_new_browser: Browser = field(init=False)
    _cached_ids: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def browser(self, column: str) -> Browser:
        return self.people[column].browser

    def fresh_browser(self, column: str) -> Browser:
        """Return a second browser of the same person: signing in or out there does not change the first."""
        browser = Browser(self.app, ORIGIN)
        return browser if column == "visitor" else browser.signed_in_as(self.people[column].user, NOON)

    def new_user_browser(self, column: str) -> Browser:
        """Return a browser of a new user of this kind, for tests that change the user's own account."""
        with self.database.write() as session:
            user = make_user(session, roles=[column] if column in ROLES else [], first_name=column)
        self.last_new_browser = Browser(self.app, ORIGIN)
        self.last_new_browser.user = user
        return self.last_new_browser if column == "visitor" else self.last_new_browser.signed_in_as(user, NOON)

    def clear_sign_in_counts(self) -> None:
        """Reset the count of sign-in attempts: all browsers of a test share one address."""
        with self.database.write() as session:
            session.connection().execute(delete(SignInCount))

    def user(self, column: str, target: str, **fields: Any) -> str:
        """Return the id of the person (`self`), of no user (`missing`), or of a new user.

        Other targets are a role, `invited_<role>` or `deactivated_<role>`.
        """
        if target == "missing":
            return new_api_id()
        if target == "self":
            return self.people[column].user.api_id
        status, _, role = target.partition("_") if target.startswith(("deactivated", "invited")) else ("", "", target)
        before = [role or "employee"]
        if status == "deactivated":
            fields = {"roles": [], "previous_roles": before} | fields
        else:
            fields = {"roles": before, "status": status or "active"} | fields
        with self.database.write() as session:
            return make_user(session, **fields).api_id

    def client(self, column: str, target: str, **fields: Any) -> str:
        if target == "missing":
            return new_api_id()
        person = self.people[column]
        manager = person.user.id if target in ("own", "archived") else self.stranger.id
        fields = {"account_manager_id": manager, "archived_at": _archived_at(target)} | fields
        with self.database.write() as session:
            client = make_client(session, **fields)
            if target == "works_on":
                project = make_project(session, client_id=client.id, status="draft")
                session.add(ProjectMember(project_id=project.id, employee_id=person.employee.id))
            return client.api_id

    def project(self, column: str, target: str, **fields: Any) -> str:
        if target == "missing":
            return new_api_id()
        person = self.people[column]
        manager = person.user.id if target in ("own", "archived") else self.stranger.id
        project_manager = person.employee.id if target == "leads" else None
        with self.database.write() as session:
            if "client_id" not in fields:
                fields["client_id"] = make_client(session, account_manager_id=self.stranger.id).id
            values = {
                "account_manager_id": manager,
                "project_manager_id": project_manager,
                "archived_at": _archived_at(target),
            }
            project = make_project(session, **(values | {"status": "draft"} | fields))
            if target == "works_on":
                session.add(ProjectMember(project_id=project.id, employee_id=person.employee.id))
            if target == "sold":
                session.add(ProjectSeller(project_id=project.id, employee_id=person.employee.id, weight=100))
            return project.api_id

    def retainer(self, column: str, target: str) -> str:
        """A running retainer of forty hours a month, since September."""
        terms: dict[str, Any] = {"included_hours": Decimal(40), "start_on": date(2026, 9, 1), "status": "active"}
        return self.project(column, target, monthly_fee="4000.00", **terms)

    def invoice(self, column: str, target: str, **fields: Any) -> str:
        """Create an invoice of a client with this relation to the person, `churned`, or without one (`unmatched`)."""
        if target == "missing":
            return new_api_id()
        manager = self.people[column].user.id if target in ("own", "archived") else self.stranger.id
        with self.database.write() as session:
            if target != "unmatched":
                client = make_client(session, account_manager_id=manager, archived_at=_archived_at(target))
                fields["client_id"] = client.id
                if target == "churned":
                    make_project(session, client_id=client.id, monthly_fee="900.00", status="churned")
            return make_invoice(session, **fields).api_id

    def payment(self, column: str, target: str, **fields: Any) -> str:
        """Create a payment of a project with this relation to the person."""
        project = self.project(column, target)
        if target == "missing":
            return project
        with self.database.write() as session:
            key = session.execute(select(Project.id).where(Project.api_id == project)).scalar_one()
            return make_payment(session, project_id=key, **fields).api_id

    def deal(self, column: str, target: str, **fields: Any) -> str:
        if target == "missing":
            return new_api_id()
        owner = self.people[column].user.id if target == "own" else self.stranger.id
        with self.database.write() as session:
            return make_deal(session, account_manager_id=owner, **fields).api_id

    def team(self, column: str, target: str, **fields: Any) -> str:
        """Create a team: with the person (`own`), of a client (`named`), archived, or another."""
        if target == "missing":
            return new_api_id()
        member = self.people[column].user if target == "own" else self.stranger
        with self.database.write() as session:
            team = make_team(session, member, archived_at=_archived_at(target), **fields)
            if target == "named":
                make_client(session, account_manager_id=self.stranger.id, team_id=team.id)
            return team.api_id

    def cached_record(self, kind: str, column: str, target: str) -> str:
        """Return the id of a record that is created once per relation, for calls that only read."""
        key = (kind, column, target)
        if key not in self._cached_ids:
            self._cached_ids[key] = getattr(self, kind)(column, target)
        return self._cached_ids[key]


def _archived_at(target: str) -> datetime | None:
    return NOON if target.startswith("archived") else None


@lru_cache(maxsize=4)
def shared_app(database: Database) -> FastAPI:
    """Return one application per engine, at NOON: creating it takes longer than most tests."""
    # The default renderer takes seconds to draw a traceback.
    plain = structlog.processors.KeyValueRenderer()
    structlog.configure(processors=[structlog.processors.format_exc_info, plain], cache_logger_on_first_use=False)
    clock = Clock(lambda: NOON)
    app = create_app(load_settings(ENVIRONMENT), database=database, clock=clock, validate_responses=True)
    app.state.context = replace(app.state.context, google=_RefusingGoogle())
    return app


class _RefusingGoogle:
    """Imitates Google's sign-in for tests of other things: gives a URL and refuses every code."""

    def authorization_url(self, **params: str) -> str:
        return f"https://accounts.example/?state={params['state']}"

    def identify(self, *_: Any, **__: Any) -> Any:
        raise AccessDenied("google", "invalid_grant", "")


@dataclass(frozen=True)
class _InitialRows:
    """The initial rows of every world, by table, and their people: restoring them is faster than creating them."""

    rows: dict[str, list[dict[str, Any]]]
    people: dict[str, Person]
    stranger: User


def build_world(database: Database) -> World:
    """Fill a database with only a person per column and the stranger who owns all other records."""
    initial = _initial_rows_of(database)
    delete_all_rows(database)
    with database.writes.begin() as connection:
        for name, rows in initial.rows.items():
            connection.execute(METADATA.tables[name].insert(), rows)
    world = World(shared_app(database), database, initial.stranger)
    for column, person in initial.people.items():
        browser = Browser(world.app, ORIGIN, cookies=Cookies(person.browser.client.cookies))
        browser.user = person.user
        world.people[column] = replace(person, browser=browser)
    return world


@cache
def _initial_rows_of(database: Database) -> _InitialRows:
    delete_all_rows(database)
    with database.write() as session:
        stranger = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Stranger")
        created = {}
        for column in COLUMNS:
            user = make_user(session, roles=[column] if column in ROLES else [], first_name=column)
            created[column] = (user, make_employee(session, first_name=column, user_id=user.id))
        make_team(session, name="Équipe Érable")
    people = {}
    for column, (user, employee) in created.items():
        browser = Browser(shared_app(database), ORIGIN)
        people[column] = Person(user, employee, browser if column == "visitor" else browser.signed_in_as(user, NOON))
    with database.read() as connection:
        rows = {name: _rows_of(connection, name) for name in reversed(non_empty_tables(connection))}
    return _InitialRows(rows, people, stranger)


def _rows_of(connection: Connection, name: str) -> list[dict[str, Any]]:
    columns = [column for column in METADATA.tables[name].columns if column.computed is None]
    return [dict(row) for row in connection.execute(select(*columns)).mappings()]


@pytest.fixture(scope="module")
def world(migrated: Database) -> World:
    """Shared by a module's tests, on each engine in turn; a test that changes rows creates its own."""
    return build_world(migrated)


# The log only grows, so its length proves that it did not change; reading it all would take long.
_ACTIVITY_SIZE = "SELECT count(*), max(id) FROM activity"
_CONTENT_CACHE: dict[Database, tuple[object, dict[str, Any]]] = {}


def fingerprint(database: Database, exclude: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the content of all tables except `exclude`, to compare before and after a call."""
    state = _change_marker(database)
    cached = _CONTENT_CACHE.get(database)
    if cached is None or cached[0] != state:
        cached = _CONTENT_CACHE[database] = (state, _read_everything(database))
    return {name: content for name, content in cached[1].items() if name not in (*exclude, _SIGN_IN_COUNTS)}


_TABLES = tuple(table.name for table in METADATA.sorted_tables if table.name != "activity")
_DIGESTS = " UNION ALL ".join(
    f"SELECT '{name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM {name} t"  # noqa: S608
    for name in _TABLES
)


def _read_everything(database: Database) -> dict[str, Any]:
    if database.is_sqlite:
        # Without SQLAlchemy: describing the rows of a hundred tables takes it five times as long as reading them.
        read = _monitor_connection(database).execute
        log = {"activity": read(_ACTIVITY_SIZE).fetchall()}
        return log | {name: read(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in _TABLES}  # noqa: S608
    with database.read() as connection:
        log = {"activity": connection.exec_driver_sql(_ACTIVITY_SIZE).all()}
        return log | {row.name: row.digest for row in connection.exec_driver_sql(_DIGESTS)}


def _change_marker(database: Database) -> object:
    """Return a value that changes with every writing transaction, so that unchanged tables are not read again."""
    if database.is_sqlite:
        return _monitor_connection(database).execute("PRAGMA data_version").fetchone()
    with database.read() as connection:
        return connection.exec_driver_sql("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").scalar_one()


@cache
def _monitor_connection(database: Database) -> sqlite3.Connection:
    """Return a connection for `PRAGMA data_version`, which changes when another connection commits."""
    return sqlite3.connect(database.url.database or "", isolation_level=None, check_same_thread=False)


@contextmanager
def assert_unchanged(database: Database, exclude: tuple[str, ...] = ()) -> Iterator[None]:
    """Fail if the block adds, changes or removes a row, except in the tables `exclude`."""
    before = fingerprint(database, exclude)
    yield
    after = fingerprint(database, exclude)
    changed = [name for name in before if before[name] != after[name]]
    assert not changed, f"changed: {changed}"
