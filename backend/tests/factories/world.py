"""One small agency with a person in every role and records that each of them owns, works on or only sees."""

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
from regie.connectors.errors import Refused
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
from tests.conftest import NOON, ORIGIN, SERVICES, empty, filled_tables
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.work import make_client, make_deal, make_invoice, make_payment, make_project

ROLES = tuple(role.value for role in Role)
# Its clock stands still, and a module's calls are made by few people: their minute never ends.
ENVIRONMENT = {"REGIE_ORIGIN": ORIGIN, "REGIE_RATE_FACTOR": "1000", **SERVICES}
# How often anybody tried to sign in is counted whatever comes of it (`test_limits` holds it to what it counts).
_COUNTS = "sign_in_counts"
# Besides the six roles: a person whose last role was taken away, and a browser in which nobody is signed in.
COLUMNS = (*ROLES, "none", "visitor")


@dataclass
class Person:
    user: User
    employee: Employee
    browser: Browser


@dataclass
class World:
    """Rows are made where a test needs them, as one person stands to them: `own`, `works_on`, `other`, `archived`…"""

    app: FastAPI
    database: Database
    stranger: User
    people: dict[str, Person] = field(default_factory=dict)
    newest: Browser = field(init=False)
    _kept: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def browser(self, column: str) -> Browser:
        return self.people[column].browser

    def fresh_browser(self, column: str) -> Browser:
        """A second browser of the same person: signing in or out in it leaves the first one alone."""
        browser = Browser(self.app, ORIGIN)
        return browser if column == "visitor" else browser.carrying(self.people[column].user, NOON)

    def newcomer(self, column: str) -> Browser:
        """A browser of somebody new of this kind: what they do to their own account is nobody else's business."""
        with self.database.write() as session:
            user = make_user(session, roles=[column] if column in ROLES else [], first_name=column)
        self.newest = Browser(self.app, ORIGIN)
        self.newest.user = user
        return self.newest if column == "visitor" else self.newest.carrying(user, NOON)

    def forgive(self) -> None:
        """Forget how often anybody tried to sign in: all of a test's browsers share one address."""
        with self.database.write() as session:
            session.connection().execute(delete(SignInCount))

    def user(self, column: str, target: str, **fields: Any) -> str:
        """The person themself, nobody, or somebody new: of a role, invited, or deactivated (from which role)."""
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
        fields = {"account_manager_id": manager, "archived_at": _archived(target)} | fields
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
        leader = person.employee.id if target == "leads" else None
        with self.database.write() as session:
            if "client_id" not in fields:
                fields["client_id"] = make_client(session, account_manager_id=self.stranger.id).id
            values = {"account_manager_id": manager, "project_manager_id": leader, "archived_at": _archived(target)}
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
        """An invoice of a client that stands in this relation to the person or has `churned`; `unmatched` of none."""
        if target == "missing":
            return new_api_id()
        manager = self.people[column].user.id if target in ("own", "archived") else self.stranger.id
        with self.database.write() as session:
            if target != "unmatched":
                client = make_client(session, account_manager_id=manager, archived_at=_archived(target))
                fields["client_id"] = client.id
                if target == "churned":
                    make_project(session, client_id=client.id, monthly_fee="900.00", status="churned")
            return make_invoice(session, **fields).api_id

    def payment(self, column: str, target: str, **fields: Any) -> str:
        """A payment of a project that stands in this relation to the person."""
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
        """A team in which the person is (`own`) or is not; `named` by a client; archived."""
        if target == "missing":
            return new_api_id()
        member = self.people[column].user if target == "own" else self.stranger
        with self.database.write() as session:
            team = make_team(session, member, archived_at=_archived(target), **fields)
            if target == "named":
                make_client(session, account_manager_id=self.stranger.id, team_id=team.id)
            return team.api_id

    def kept(self, kind: str, column: str, target: str) -> str:
        """The same, made once: for calls that only read."""
        key = (kind, column, target)
        if key not in self._kept:
            self._kept[key] = getattr(self, kind)(column, target)
        return self._kept[key]


def _archived(target: str) -> datetime | None:
    return NOON if target.startswith("archived") else None


@lru_cache(maxsize=4)
def app_of(database: Database) -> FastAPI:
    """One application per engine, on a clock that stands still: putting it together takes longer than most tests."""
    # The default renderer takes seconds to draw a traceback.
    plain = structlog.processors.KeyValueRenderer()
    structlog.configure(processors=[structlog.processors.format_exc_info, plain], cache_logger_on_first_use=False)
    clock = Clock(lambda: NOON)
    app = create_app(load_settings(ENVIRONMENT), database=database, clock=clock, check_answers=True)
    app.state.context = replace(app.state.context, google=_GoogleThatKnowsNobody())
    return app


class _GoogleThatKnowsNobody:
    """Enough of Google for tests that are not about it: the way there, and every code refused."""

    def authorization_url(self, **asked: str) -> str:
        return f"https://accounts.example/?state={asked['state']}"

    def identify(self, *_: Any, **__: Any) -> Any:
        raise Refused("google", "invalid_grant", "")


@dataclass(frozen=True)
class _Start:
    """Every world's first rows, by table, and whom they describe: putting them back is quicker than making them."""

    rows: dict[str, list[dict[str, Any]]]
    people: dict[str, Person]
    stranger: User


def build_world(database: Database) -> World:
    """A database with a person per column and the stranger who owns what they do not, and nothing else."""
    start = _start_of(database)
    empty(database)
    with database.writes.begin() as connection:
        for name, rows in start.rows.items():
            connection.execute(METADATA.tables[name].insert(), rows)
    world = World(app_of(database), database, start.stranger)
    for column, person in start.people.items():
        browser = Browser(world.app, ORIGIN, cookies=Cookies(person.browser.client.cookies))
        browser.user = person.user
        world.people[column] = replace(person, browser=browser)
    return world


@cache
def _start_of(database: Database) -> _Start:
    empty(database)
    with database.write() as session:
        stranger = make_user(session, roles=["account_manager"], first_name="Zoé", last_name="Stranger")
        made = {}
        for column in COLUMNS:
            user = make_user(session, roles=[column] if column in ROLES else [], first_name=column)
            made[column] = (user, make_employee(session, first_name=column, user_id=user.id))
        make_team(session, name="Équipe Érable")
    people = {}
    for column, (user, employee) in made.items():
        browser = Browser(app_of(database), ORIGIN)
        people[column] = Person(user, employee, browser if column == "visitor" else browser.carrying(user, NOON))
    with database.read() as connection:
        rows = {name: _rows_of(connection, name) for name in reversed(filled_tables(connection))}
    return _Start(rows, people, stranger)


def _rows_of(connection: Connection, name: str) -> list[dict[str, Any]]:
    columns = [column for column in METADATA.tables[name].columns if column.computed is None]
    return [dict(row) for row in connection.execute(select(*columns)).mappings()]


@pytest.fixture(scope="module")
def world(migrated: Database) -> World:
    """Shared by a module's tests, on each engine in turn; a test that changes it makes rows of its own."""
    return build_world(migrated)


# Nobody can change or remove a line of the log, so its length tells all; and it grows with everything a test makes.
_APPENDED = "SELECT count(*), max(id) FROM activity"
_KEPT: dict[Database, tuple[object, dict[str, Any]]] = {}


def fingerprint(database: Database, but: tuple[str, ...] = ()) -> dict[str, Any]:
    """What every table holds, to compare before and after; `but` names those that a refusal is written down in."""
    state = _state(database)
    kept = _KEPT.get(database)
    if kept is None or kept[0] != state:
        kept = _KEPT[database] = (state, _read_everything(database))
    return {name: content for name, content in kept[1].items() if name not in (*but, _COUNTS)}


_TABLES = tuple(table.name for table in METADATA.sorted_tables if table.name != "activity")
_DIGESTS = " UNION ALL ".join(
    f"SELECT '{name}' AS name, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM {name} t"  # noqa: S608
    for name in _TABLES
)


def _read_everything(database: Database) -> dict[str, Any]:
    if database.is_sqlite:
        # Without SQLAlchemy: describing the rows of a hundred tables takes it five times as long as reading them.
        read = _watcher(database).execute
        log = {"activity": read(_APPENDED).fetchall()}
        return log | {name: read(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in _TABLES}  # noqa: S608
    with database.read() as connection:
        log = {"activity": connection.exec_driver_sql(_APPENDED).all()}
        return log | {row.name: row.digest for row in connection.exec_driver_sql(_DIGESTS)}


def _state(database: Database) -> object:
    """Another one after every transaction that wrote; equal ones spare reading all tables again."""
    if database.is_sqlite:
        return _watcher(database).execute("PRAGMA data_version").fetchone()
    with database.read() as connection:
        return connection.exec_driver_sql("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").scalar_one()


@cache
def _watcher(database: Database) -> sqlite3.Connection:
    """SQLite tells a connection that another one has committed."""
    return sqlite3.connect(database.url.database or "", isolation_level=None, check_same_thread=False)


@contextmanager
def unchanged(database: Database, but: tuple[str, ...] = ()) -> Iterator[None]:
    """Whatever happens in the block, not one row is added, changed or removed."""
    before = fingerprint(database, but)
    yield
    after = fingerprint(database, but)
    changed = [name for name in before if before[name] != after[name]]
    assert not changed, f"changed: {changed}"
