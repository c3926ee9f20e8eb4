"""Numbers projects."""

from sqlalchemy import Integer, bindparam, column, delete, func, select, table, text
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Session

from regie.domains.records.projects.models import PROJECT_NUMBERS, NumberSeries


def take_numbers(session: Session, count: int) -> list[str]:
    """Take the next project numbers, such as P-00042; those of a transaction that is rolled back stay unused.

    PostgreSQL counts with a sequence, because a row would stay locked until the commit. SQLite has one writer anyway.
    """
    if session.get_bind().dialect.name == "sqlite":
        last = session.execute(
            sqlite.insert(NumberSeries)
            .values(name="project", last=count)
            .on_conflict_do_update(index_elements=["name"], set_={"last": NumberSeries.last + count})
            .returning(NumberSeries.last)
        ).scalar_one()
        numbers = range(last - count + 1, last + 1)
    else:
        each = func.generate_series(1, bindparam("count", count, Integer)).table_valued("value")
        numbers = session.execute(select(func.nextval(PROJECT_NUMBERS)).select_from(each)).scalars()
    return [f"P-{number:05d}" for number in numbers]


def read_last_number(session: Session) -> int:
    """Return the last number that was taken; 0 for none."""
    if session.get_bind().dialect.name == "sqlite":
        return session.execute(select(NumberSeries.last).where(NumberSeries.name == "project")).scalar() or 0
    sequence = table(PROJECT_NUMBERS, column("last_value", Integer), column("is_called"))
    last, is_called = session.execute(select(sequence.c.last_value, sequence.c.is_called)).one()
    return last if is_called else 0


def continue_numbers_after(session: Session, last: int) -> None:
    """Take the numbers after this one from now on; 0 to begin again."""
    if session.get_bind().dialect.name == "sqlite":
        session.execute(delete(NumberSeries).where(NumberSeries.name == "project"))
        if last:
            session.add(NumberSeries(name="project", last=last))
            session.flush()
        return
    # Unlike `setval`, this is undone with the transaction.
    session.execute(text(f"ALTER SEQUENCE {PROJECT_NUMBERS} RESTART WITH {last + 1}"))
