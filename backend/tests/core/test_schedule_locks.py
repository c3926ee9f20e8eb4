"""Tests that a schedule runs once at a time, in one process or in several."""

from pathlib import Path

import pytest
from sqlalchemy import text

from regie.core.db.database import Database
from regie.core.schedule_locks import open_schedule_locks

_END_HOLDERS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database"
    " WHERE locktype = 'advisory' AND datname = current_database()"
)


def test_lock_is_held_by_one(database: Database):
    url = database.url.render_as_string(hide_password=False)
    first = open_schedule_locks(url)
    second = first if database.is_sqlite else open_schedule_locks(url)
    with first.acquire("daily") as is_mine, second.acquire("daily") as is_also_mine, second.acquire("purge") as other:
        assert (is_mine, is_also_mine, other) == (True, False, True)
    with second.acquire("daily") as is_mine, first.acquire("daily") as is_also_mine:
        assert (is_mine, is_also_mine) == (True, False)
    first.close()
    second.close()


@pytest.mark.one_database("postgres")
def test_lock_of_a_worker_that_ended_is_free(database: Database, tmp_path: Path):
    url = database.url.render_as_string(hide_password=False)
    ended, other = open_schedule_locks(url), open_schedule_locks(url)
    with ended.acquire("daily"):
        with database.read() as db:
            assert db.execute(_END_HOLDERS).scalars().all() == [True]
        with other.acquire("daily") as is_mine:
            assert is_mine
    ended.close()
    other.close()
