"""Tests that the migration creates the trigram extension or explains how to."""

from collections.abc import Iterator

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.engine import make_url

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.migrate import is_current, migrate

_ROLE = "regie_without_rights"
_PASSWORD = new_api_id()


@pytest.fixture
def server(postgres_url: str) -> Iterator[Database]:
    database = Database(postgres_url)
    yield database
    database.close()


@pytest.fixture
def theirs(server: Database, worker_id: str) -> Iterator[Database]:
    """A database whose role cannot create extensions."""
    name = f"regie_trigrams_{worker_id}"
    role = f"{_ROLE}_{worker_id}"
    with server.read() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"DROP ROLE IF EXISTS {role}"))
        connection.execute(text(f"CREATE ROLE {role} LOGIN PASSWORD '{_PASSWORD}'"))
        connection.execute(text(f"CREATE DATABASE {name}"))
    owner = Database(server.url.set(database=name).render_as_string(hide_password=False))
    with owner.read() as connection:
        connection.execute(text(f"GRANT ALL ON SCHEMA public TO {role}"))
    owner.close()
    url = make_url(server.url).set(database=name, username=role, password=_PASSWORD)
    database = Database(url.render_as_string(hide_password=False))
    yield database
    database.close()
    with server.read() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        connection.execute(text(f"DROP ROLE {role}"))


def test_missing_right_to_create_the_extension_is_explained(server: Database, theirs: Database):
    with pytest.raises(RuntimeError, match="CREATE EXTENSION pg_trgm") as refused:
        migrate(theirs)
    assert f"GRANT CREATE ON DATABASE {theirs.url.database} TO {theirs.url.username}" in str(refused.value)
    assert not inspect(theirs.writes).get_table_names()
    superuser = Database(server.url.set(database=theirs.url.database).render_as_string(hide_password=False))
    with superuser.read() as connection:
        connection.execute(text("CREATE EXTENSION pg_trgm"))
    superuser.close()
    migrate(theirs)
    assert is_current(theirs)
