"""One transaction per write: all of it or nothing, in UTC, with references kept and versions guarded."""

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
from tests.factories.world import unchanged


def test_what_fails_halfway_leaves_nothing(database: Database):
    def fail(session: Session) -> None:
        make_client(session)
        raise RuntimeError("halfway")

    with unchanged(database), pytest.raises(RuntimeError, match="halfway"), database.write() as session:
        fail(session)


def test_what_ends_well_is_there_for_the_next_reader(database: Database):
    with database.write() as session:
        client = make_client(session, name="Écrite")
    with database.read() as db:
        assert db.execute(select(Client.name).where(Client.id == client.id)).scalar_one() == "Écrite"


def test_instants_are_kept_in_utc_and_need_a_zone(database: Database):
    toronto = datetime(2026, 11, 20, 12, 0, tzinfo=timezone(-timedelta(hours=5)))
    with database.write() as session:
        user = make_user(session, last_seen_at=toronto)
    with database.read() as db:
        read = db.execute(select(User.last_seen_at).where(User.id == user.id)).scalar_one()
    assert (read, read.tzinfo) == (datetime(2026, 11, 20, 17, 0, tzinfo=UTC), UTC)
    with unchanged(database), pytest.raises(StatementError, match="time zone"), database.write() as session:
        make_user(session, last_seen_at=datetime(2026, 11, 20))  # noqa: DTZ001 - the defect under test


def test_a_reference_to_nothing_is_refused_by_the_database(database: Database):
    with unchanged(database), pytest.raises(IntegrityError), database.write() as session:
        make_client(session, account_manager_id=999_999)


def test_two_writers_of_one_version_cannot_both_win(database: Database):
    with database.write() as session:
        client = make_client(session)
    with database.write() as session:
        session.get_one(Client, client.id).name = "Premier"
    client.name = "Second"
    with unchanged(database), pytest.raises(StaleDataError), database.write() as session:
        session.add(client)


def test_relations_are_never_loaded_behind_ones_back():
    """No model has a relationship that a loop could load one by one."""
    related = [relation for mapper in Client.registry.mappers for relation in mapper.relationships]
    assert [str(relation) for relation in related if relation.lazy != "raise_on_sql"] == []
