"""Creates test databases as copies of a migrated template, and chooses the engines of a test."""

import hashlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

import regie
from regie.core.db.database import Database
from regie.migrate import migrate
from tests.long_tests import IS_LONG

ENGINES = ("sqlite", "postgres")
_PRODUCT = Path(regie.__file__).parent
_TEMPLATES = _PRODUCT.parents[1] / ".tools" / "templates"
# The sources of the schema: a template is outdated when one of them changes.
_SOURCES = (
    "migrations/**/*.py", "migrate.py", "schema.py", "core/**/*.py", "domains/*/*/models.py", "domains/*/*/triggers.py",
)  # fmt: skip
# A lock of the server: the first worker creates the template, the others wait and copy it.
_TEMPLATE_LOCK = 47
_PLAN_PARTS = (
    "hashjoin", "mergejoin", "nestloop", "seqscan", "indexscan", "indexonlyscan", "bitmapscan", "hashagg", "sort",
    "incremental_sort", "material", "memoize",
)  # fmt: skip


def engines_of(metafunc: pytest.Metafunc) -> list[str]:
    """Return both engines, or those of the nearest `one_database` marker in short runs, limited by `--databases`.

    A test with `needs_postgres` runs on PostgreSQL, or not at all.
    """
    allowed = str(metafunc.config.getoption("databases")).split(",")
    if metafunc.definition.get_closest_marker("needs_postgres"):
        return [engine for engine in ("postgres",) if engine in allowed]
    marker = metafunc.definition.get_closest_marker("one_database")
    selected = ENGINES if marker is None or IS_LONG else (marker.args or ("sqlite",))
    return [engine for engine in selected if engine in allowed] or allowed[:1]


def _template_name() -> str:
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    for pattern in _SOURCES:
        for path in sorted(_PRODUCT.glob(pattern)):
            digest.update(path.relative_to(_PRODUCT).as_posix().encode())
            digest.update(path.read_bytes())
    return f"regie_{digest.hexdigest()[:20]}"


@contextmanager
def sqlite_copy() -> Iterator[Database]:
    """Copy the template, to a folder in memory where the machine has one."""
    memory = Path("/dev/shm")  # noqa: S108 – a folder of its own is made there
    with TemporaryDirectory(prefix="regie-", dir=memory if os.access(memory, os.W_OK) else None) as folder:
        path = Path(folder) / "regie.sqlite"
        shutil.copyfile(_sqlite_template(), path)
        database = Database(f"sqlite:///{path}")
        yield database
        database.close()


def _sqlite_template() -> Path:
    """Return a migrated file, cached for later runs; concurrent workers create the same file."""
    template = _TEMPLATES / f"{_template_name()}.sqlite"
    if template.exists():
        return template
    _TEMPLATES.mkdir(parents=True, exist_ok=True)
    for outdated in _TEMPLATES.glob("regie_*.sqlite"):
        outdated.unlink(missing_ok=True)
    with TemporaryDirectory(dir=_TEMPLATES) as folder:
        path = Path(folder) / "regie.sqlite"
        database = Database(f"sqlite:///{path}")
        migrate(database)
        with database.read() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
        database.close()
        path.replace(template)
    return template


@contextmanager
def postgres_copy(server_url: str, name: str) -> Iterator[Database]:
    """Create a database on the server by copying the migrated template."""
    server = Database(server_url)
    template = _postgres_template(server)
    with server.read() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
        for plan in _plan_settings(name):
            connection.execute(text(f"ALTER DATABASE {name} SET {plan}"))
    server.close()
    database = _database_of(server_url, name)
    yield database
    database.close()


def choose_plan_seed() -> str:
    """Return the seed of this run; workers inherit it."""
    return os.environ.setdefault("REGIE_PLAN_SEED", secrets.token_hex(4))


def _plan_settings(name: str) -> list[str]:
    """In long runs, force random query plans, so that missing ORDER BY clauses are detected."""
    if not IS_LONG:
        return []
    random = Random(f"{choose_plan_seed()} {name}")
    switches = [f"enable_{part} = {random.choice(['on', 'off'])}" for part in _PLAN_PARTS]
    return [*switches, f"random_page_cost = {random.choice([0.1, 1, 4, 40])}"]


def _postgres_template(server: Database) -> str:
    name, unfinished = _template_name(), "regie_unfinished"
    known = text("SELECT count(*) FROM pg_database WHERE datname = :name")
    with server.read() as connection:
        connection.execute(text(f"SELECT pg_advisory_lock({_TEMPLATE_LOCK})"))
        if not connection.execute(known, {"name": name}).scalar_one():
            connection.execute(text(f"DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)"))
            connection.execute(text(f"CREATE DATABASE {unfinished}"))
            database = _database_of(server.url.render_as_string(hide_password=False), unfinished)
            migrate(database)
            database.close()
            connection.execute(text(f"ALTER DATABASE {unfinished} RENAME TO {name}"))
        connection.execute(text(f"SELECT pg_advisory_unlock({_TEMPLATE_LOCK})"))
    return name


def _database_of(server_url: str, name: str) -> Database:
    return Database(make_url(server_url).set(database=name).render_as_string(hide_password=False))
