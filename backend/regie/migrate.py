"""Migrates the database to this version's schema and checks its version."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import OperationalError

from regie.core.db.database import Database
from regie.core.db.schema_support import read_oldest_supported, record_oldest_supported
from regie.core.lists.text_index import create_text_tables, is_compared
from regie.domains.records.figure_amounts.triggers import create_change_triggers, mark_everything
from regie.environment import migration_time_limits
from regie.settings import DatabaseUnreachable, Settings, SettingsError
from regie.startup import connection_reason, create_data_folder

if TYPE_CHECKING:
    from alembic.config import Config

SCRIPTS = Path(__file__).parent / "migrations"
# The oldest version whose release works on the newest schema; a migration that removes something raises it.
OLDEST_SUPPORTED = "0038"
_Step = Callable[[Connection], object]


def migrate_database(settings: Settings, *, is_optional: bool = False) -> None:
    """Create the data folder and migrate its database; with `is_optional`, leave a current database alone."""
    create_data_folder(settings)
    database = Database(settings.database_url, limits=migration_time_limits(settings))
    try:
        # Also names an unreachable database.
        is_up_to_date = is_current(database)
        if not (is_optional and is_up_to_date):
            migrate(database)
    finally:
        database.close()


def alembic_config(connection: Connection | None = None) -> "Config":
    # Imported here: `serve` only checks the version.
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    if connection is not None:
        config.attributes["connection"] = connection
    return config


def migrate(
    database: Database, version: str = "head", *, prepare: _Step | None = None, finish: _Step | None = None
) -> None:
    """Run the missing migrations up to `version` in one transaction, with what a restore does before and after."""
    from alembic import command

    with database.writes.connect() as connection, _without_foreign_keys(connection), connection.begin():
        if prepare:
            prepare(connection)
        version_before = _read_version(connection)
        command.upgrade(alembic_config(connection), version)
        if connection.dialect.name == "sqlite":
            _finish_sqlite(connection, is_newest=version == "head")
        if version == "head":
            create_change_triggers(connection)
            if version_before != newest_version():
                mark_everything(connection)
            record_oldest_supported(connection, OLDEST_SUPPORTED)
        if finish:
            finish(connection)


def _finish_sqlite(connection: Connection, *, is_newest: bool) -> None:
    """Check foreign keys and restore full-text tables after SQLite rebuilt tables."""
    if broken := connection.execute(text("PRAGMA foreign_key_check")).all():
        raise RuntimeError(f"broken foreign keys after the migration: {broken[:5]}")
    if is_newest:
        # Import all models: otherwise a table could be missing in the metadata.
        import_module("regie.schema")
        create_text_tables(connection)


@contextmanager
def _without_foreign_keys(connection: Connection) -> Iterator[None]:
    """Disable foreign keys while SQLite rebuilds tables; `_finish_sqlite` checks them afterwards."""
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
    """Return whether the database has the newest version; raise DatabaseUnreachable when it is."""
    with _refuse_unreachable(), database.read() as connection:
        return _read_version(connection) == newest_version()


def require_current(database: Database) -> None:
    """Raise SettingsError for a database of another version, or one that is being restored."""
    if not is_current(database):
        raise SettingsError("the database has another version: run `regie migrate` first (REGIE_DATABASE_URL).")


def is_compatible(database: Database) -> bool:
    """Return whether this release works on the database: during an upgrade, it can be of a later version."""
    with _refuse_unreachable(), database.read() as connection:
        version, own = _read_version(connection), newest_version()
        if version is None or not version.isdecimal() or version <= own:
            return version == own
        oldest = read_oldest_supported(connection)
        return oldest is not None and oldest <= own


def _read_version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def require_compatible(database: Database) -> None:
    """Raise SettingsError for a database that this release does not work on, or one that is being restored."""
    if not is_compatible(database):
        raise SettingsError("the database has another version: run `regie migrate` first (REGIE_DATABASE_URL).")


@contextmanager
def _refuse_unreachable() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        reason = connection_reason(error)
        raise DatabaseUnreachable(f"the database is unreachable: {reason} (REGIE_DATABASE_URL, REGIE_DATA).") from error


def newest_version() -> str:
    """Return the highest migration number; migrations are linear."""
    return max(path.name.split("_")[0] for path in (SCRIPTS / "versions").glob("[0-9]*.py"))


def find_drift(database: Database) -> list[object]:
    """Return the differences between tables and models."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from regie.schema import METADATA

    with database.read() as connection:
        options = {"include_object": is_compared} if database.is_sqlite else {}
        found = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(found, METADATA))
