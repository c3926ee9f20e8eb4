"""A counter per table, raised in the transaction that changes it, so that a remembered total knows when to forget."""

from sqlalchemy import BigInteger, Column, String, Table, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import ORMExecuteState, Session
from sqlalchemy.orm.unitofwork import UOWTransaction

from regie.core.db.schema import METADATA

COUNTERS_TABLE = "table_changes"
_CHANGED = "changed_tables"
# Every write adds to the log: a counter of it would make all writers wait for each other. No list counts mails or
# contents that are to be swept.
_UNCOUNTED = frozenset({COUNTERS_TABLE, "activity", "file_removals", "mails", "outside_turns"})
_COUNTERS = Table(
    COUNTERS_TABLE,
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("version", BigInteger, nullable=False),
)


@event.listens_for(Session, "after_flush")
def _note_flushed(session: Session, _context: UOWTransaction) -> None:
    for row in (*session.new, *session.dirty, *session.deleted):
        _note(session, row.__table__.name)


@event.listens_for(Session, "do_orm_execute")
def _note_executed(state: ORMExecuteState) -> None:
    table = getattr(state.statement, "table", None)
    if (state.is_insert or state.is_update or state.is_delete) and table is not None:
        _note(state.session, table.name)


def forget(session: Session, table: str) -> None:
    """What is remembered of this table holds no more, though no row of it has changed."""
    _note(session, table)


def _note(session: Session, table: str) -> None:
    session.info.setdefault(_CHANGED, set()).add(table)


def count_changes(session: Session) -> None:
    """Raise the counters last, in name order: the rows stay locked for the commit alone and nobody deadlocks."""
    names = sorted(session.info.pop(_CHANGED, set()) - _UNCOUNTED)
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    for name in names:
        session.execute(
            insert(_COUNTERS)
            .values(name=name, version=1)
            .on_conflict_do_update(index_elements=[_COUNTERS.c.name], set_={"version": _COUNTERS.c.version + 1})
        )
    session.info.pop(_CHANGED, None)
