"""Counts the changes of each table and of its parts, in the same transaction: the versions of `query_cache`."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import BigInteger, Column, String, Table, event
from sqlalchemy.orm import ORMExecuteState, Session
from sqlalchemy.orm.unitofwork import UOWTransaction

from regie.core.db.inserts import insert_into
from regie.core.db.schema import METADATA
from regie.core.db.table_parts import counts_of, find_changed_parts, parts_of

VERSIONS_TABLE = "table_changes"
_CHANGED = "changed_tables"
# Every write adds to the activity log: its version would serialize all writers. No list shows the other tables.
# Stored figures are calculated from other tables, which have versions.
UNVERSIONED = frozenset(
    {
        VERSIONS_TABLE, "activity", "figure_amounts", "figure_builds", "figure_changes", "figure_conversions",
        "figure_span_amounts", "figure_spans", "figure_totals", "file_removals", "invoice_documents", "job_states",
        "mails", "payment_day_changes", "payment_day_totals", "rate_limit_states", "worker_heartbeats",
    }
)  # fmt: skip
_VERSIONS = Table(
    VERSIONS_TABLE,
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("version", BigInteger, nullable=False),
)


@event.listens_for(Session, "after_flush")
def _track_flushed(session: Session, _context: UOWTransaction) -> None:
    # Each access builds the set again.
    new, deleted = session.new, session.deleted
    for row in (*new, *session.dirty, *deleted):
        parts = find_changed_parts(row, is_new=row in new, is_deleted=row in deleted)
        _track(session, *counts_of(row.__table__.name), *parts)


@event.listens_for(Session, "do_orm_execute")
def _track_executed(state: ORMExecuteState) -> None:
    table = getattr(state.statement, "table", None)
    if (state.is_insert or state.is_update or state.is_delete) and table is not None:
        mark_table_changed(state.session, table.name)


def mark_table_changed(session: Session, table: str) -> None:
    """Invalidate cached results of this table although none of its rows changed."""
    _track(session, *counts_of(table), *parts_of(table))


def _track(session: Session, *names: str) -> None:
    session.info.setdefault(_CHANGED, set()).update(names)


@contextmanager
def discard_changes_on_rollback(session: Session) -> Iterator[None]:
    """Discard the tables that a savepoint changed when it is rolled back."""
    before = set(session.info.get(_CHANGED, ()))
    try:
        yield
    except BaseException:
        session.info[_CHANGED] = before
        raise


def increment_table_versions(session: Session) -> None:
    """Increment the versions last and in name order: rows are locked only for the commit and cannot deadlock."""
    names = sorted(session.info.pop(_CHANGED, set()) - UNVERSIONED)
    if names:
        session.execute(
            insert_into(session, _VERSIONS)
            .values([{"name": name, "version": 1} for name in names])
            .on_conflict_do_update(index_elements=[_VERSIONS.c.name], set_={"version": _VERSIONS.c.version + 1})
        )
    session.info.pop(_CHANGED, None)
