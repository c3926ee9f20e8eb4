"""Tests that the text index follows all changes of its table, also after a table was rebuilt."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import select, text
from sqlalchemy.dialects import postgresql, sqlite

from regie.core.db.database import Database
from regie.core.lists.text_index import contains_terms, create_text_tables, parse_search, text_tables
from regie.domains.records.clients.models import Client
from regie.migrate import migrate
from tests.factories.work import make_client


def _names(database: Database, search: str) -> set[str]:
    terms = parse_search(search)
    statement = select(Client.name).where(*contains_terms((Client.search_key,), terms.shape))
    with database.read() as connection:
        return set(connection.execute(statement, terms.params).scalars())


@pytest.fixture
def named(database: Database) -> Database:
    with database.write() as session:
        for name in ("Érable", "Bouleau", "Mélèze", "Bois d’été"):
            make_client(session, name=name)
    return database


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("erab", {"Érable"}), ("rab", {"Érable"}), ("mel eze", {"Mélèze"}), ("mel bou", set()),
        # Short terms match the beginning of a word.
        ("é", {"Érable", "Bois d’été"}), ("BO", {"Bouleau", "Bois d’été"}), ("le", set()), ("bo é", {"Bois d’été"}),
        ("bo bois", {"Bois d’été"}), ("d'", {"Bois d’été"}), ("%", set()), ("_", set()),
    ],
)  # fmt: skip
def test_search_finds_rows_with_every_term(named: Database, search: str, found: set[str]):
    assert _names(named, search) == found


def test_changed_and_deleted_rows_are_not_found(named: Database):
    with named.write() as session:
        session.query(Client).filter_by(name="Érable").one().name = "Tilleul"
        session.delete(session.query(Client).filter_by(name="Bouleau").one())
    assert _names(named, "erable") == _names(named, "bouleau") == set()
    assert _names(named, "tilleul") == {"Tilleul"}


def test_rows_written_by_bulk_statements_are_found(named: Database):
    """Synchronization writes rows this way."""
    insert = sqlite.insert if named.is_sqlite else postgresql.insert
    with named.write() as session:
        row = dict(session.execute(select(Client.__table__)).mappings().first() or {})
        upserting = insert(Client.__table__).values(**row | {"search_key": "sureau"})
        changed = {"search_key": upserting.excluded.search_key}
        session.execute(upserting.on_conflict_do_update(index_elements=["id"], set_=changed))
    assert len(_names(named, "sureau")) == 1


def test_search_uses_the_index(named: Database):
    terms = parse_search("erable")
    statement = select(Client.id).where(*contains_terms((Client.search_key,), terms.shape))
    sql = str(statement.compile(named.writes, compile_kwargs={"render_postcompile": True}))
    if named.is_sqlite:
        assert "clients_text MATCH" in sql
        return
    with named.writes.begin() as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        # Nor may it scan in the order of the primary key.
        connection.execute(text("SET LOCAL enable_indexscan = off"))
        for search in ("erable", "bo", "b"):
            terms = parse_search(search)
            found = select(Client.id).where(*contains_terms((Client.search_key,), terms.shape))
            sql = str(found.compile(connection, compile_kwargs={"render_postcompile": True}))
            plan = connection.exec_driver_sql(f"EXPLAIN {sql}", terms.params)
            assert "ix_clients_text" in str(plan.all()), search


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'regie.sqlite'}")
    migrate(database)
    yield database
    database.close()


def _triggers(connection: Any) -> int:
    count = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_text\\_%' ESCAPE '\\'"
    return connection.execute(text(count)).scalar_one()


def test_rebuilt_table_is_indexed_again(own: Database):
    with own.write() as session:
        make_client(session, name="Érable")
    with own.writes.begin() as connection:
        before = _triggers(connection)
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("clients", recreate="always"):
            pass
        assert _triggers(connection) == before - 3
        connection.execute(text("UPDATE clients SET search_key = 'frene', name = 'Frêne'"))
    assert _names(own, "frene") == set()
    migrate(own)
    assert _names(own, "frene") == {"Frêne"}
    assert _names(own, "erable") == set()
    with own.writes.begin() as connection:
        assert _triggers(connection) == before == 3 * len(text_tables())


def test_existing_text_tables_stay_unchanged(own: Database):
    with own.writes.begin() as connection:
        written = "SELECT total_changes()"
        before = connection.execute(text(written)).scalar_one()
        create_text_tables(connection)
        assert connection.execute(text(written)).scalar_one() == before
