"""Brings a database to this version's schema, and says whether it is there."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from regie.core.db.database import Database
from regie.core.lists.text_index import is_compared, keep_text_tables
from regie.settings import SettingsError

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).parent / "migrations"


def alembic_config(connection: Connection | None = None) -> "Config":
    # Loaded by those who migrate only: `serve` asks for no more than the version.
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    if connection is not None:
        config.attributes["connection"] = connection
    return config


def migrate(database: Database, version: str = "head") -> None:
    """Run what is missing up to `version`; killed in the middle, the database is at the old or the new one."""
    from alembic import command

    with database.writes.connect() as connection, _references_at_rest(connection), connection.begin():
        command.upgrade(alembic_config(connection), version)
        if connection.dialect.name == "sqlite":
            _finish_sqlite(connection, is_newest=version == "head")


def _finish_sqlite(connection: Connection, *, is_newest: bool) -> None:
    """What SQLite has to be seen to after its tables were built anew."""
    if broken := connection.execute(text("PRAGMA foreign_key_check")).all():
        raise RuntimeError(f"references to nothing after the migration: {broken[:5]}")
    if is_newest:
        # All of them: a table that no module has named yet would be passed over.
        import_module("regie.schema")
        keep_text_tables(connection)


@contextmanager
def _references_at_rest(connection: Connection) -> Iterator[None]:
    """SQLite changes a table by building it anew, which references to its rows would refuse: they are checked after."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def is_current(database: Database) -> bool:
    """SettingsError when the database does not answer."""
    with _refuse_unreachable(), database.read() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest_version()


@contextmanager
def _refuse_unreachable() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        reason = str(error.orig).partition("\n")[0]
        raise SettingsError(f"the database does not answer: {reason} (REGIE_DATABASE_URL, REGIE_DATA).") from error


def newest_version() -> str:
    """Migrations are one line, named by their numbers."""
    return max(path.name.split("_")[0] for path in (SCRIPTS / "versions").glob("[0-9]*.py"))


def drift(database: Database) -> list[object]:
    """How the tables differ from the models; empty when they agree."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from regie.schema import METADATA

    with database.read() as connection:
        options = {"include_object": is_compared} if database.is_sqlite else {}
        found = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(found, METADATA))
