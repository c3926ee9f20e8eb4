"""Tests transactions, UTC instants, foreign keys and optimistic locking."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.users.models import User
from tests.factories.people import make_user
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged


def test_failed_transaction_writes_nothing(database: Database):
    def fail(session: Session) -> None:
        make_client(session)
        raise RuntimeError("halfway")

    with assert_unchanged(database), pytest.raises(RuntimeError, match="halfway"), database.write() as session:
        fail(session)


def test_committed_row_is_visible_to_the_next_reader(database: Database):
    with database.write() as session:
        client = make_client(session, name="Écrite")
    with database.read() as db:
        assert db.execute(select(Client.name).where(Client.id == client.id)).scalar_one() == "Écrite"


def test_instants_are_stored_in_utc_and_require_a_time_zone(database: Database):
    toronto = datetime(2026, 11, 20, 12, 0, tzinfo=timezone(-timedelta(hours=5)))
    with database.write() as session:
        user = make_user(session, last_seen_at=toronto)
    with database.read() as db:
        read = db.execute(select(User.last_seen_at).where(User.id == user.id)).scalar_one()
    assert (read, read.tzinfo) == (datetime(2026, 11, 20, 17, 0, tzinfo=UTC), UTC)
    with assert_unchanged(database), pytest.raises(StatementError, match="time zone"), database.write() as session:
        make_user(session, last_seen_at=datetime(2026, 11, 20))  # noqa: DTZ001 - the defect under test


def test_dangling_reference_is_refused_by_the_database(database: Database):
    with assert_unchanged(database), pytest.raises(IntegrityError), database.write() as session:
        make_client(session, account_manager_id=999_999)


def test_second_write_of_the_same_version_fails(database: Database):
    with database.write() as session:
        client = make_client(session)
    with database.write() as session:
        session.get_one(Client, client.id).name = "Premier"
    client.name = "Second"
    with assert_unchanged(database), pytest.raises(StaleDataError), database.write() as session:
        session.add(client)


def test_no_relationship_loads_lazily():
    related = [relation for mapper in Client.registry.mappers for relation in mapper.relationships]
    assert [str(relation) for relation in related if relation.lazy != "raise_on_sql"] == []
