"""Copies the sample from the database in which it was created, in one transaction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, bindparam, func, insert, select, text, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import ActivityEntry, without_audit
from regie.core.db.database import Database
from regie.core.db.schema import METADATA
from regie.core.files.removals import cancel_removal, schedule_removal
from regie.core.files.store import FileStore
from regie.core.money.amounts import currency_digits
from regie.domains.administration.sample_data.tables import (
    amount_columns,
    derived_tables,
    money_columns,
    own_references,
    sample_tables,
)
from regie.domains.records.projects.actions import continue_numbers_after
from regie.domains.records.projects.models import NumberSeries
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User

_CHUNK = 1_000
_CENTS = Decimal(100)
_WITH_FILES = ("attachments", "replaced_files")
# What the recalculations did before the sample says nothing about it.
_RECALCULATIONS = ("payment_schedules", "project_proposals", "project_proposal_requests", "retainer_ledgers")


@dataclass(frozen=True, slots=True)
class _Money:
    """The currency of the copy: where it has no cents, an amount becomes the number of its cents."""

    currency: str
    factor: Decimal
    # The values of these goals are no money.
    other_goals: frozenset[int]

    def converted(self, table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the currencies and amounts of a row."""
        values: dict[str, Any] = {name: self.currency for name in money_columns(table) if row[name] is not None}
        goal = row["id"] if table.name == "employee_goals" else row.get("goal_id")
        if self.factor != 1 and goal not in self.other_goals:
            values |= {name: row[name] * self.factor for name in amount_columns(table) if row[name] is not None}
            if table.name == "project_proposals":
                values["fees"] = [[day, str(Decimal(fee) * self.factor)] for day, fee in row["fees"]]
        return values


def store_files(database: Database, source: Connection, folder: Path, files: FileStore, now: datetime) -> Sequence[str]:
    """Store the sample's files; those that no committed record uses are removed in a day."""
    keys = [
        key
        for name in _WITH_FILES
        for key in source.execute(select(METADATA.tables[name].c.storage_key).order_by("id")).scalars()
    ]
    with database.write() as session:
        schedule_removal(session, keys, now)
    for key in keys:
        with (folder / key).open("rb") as content:
            files.put(key, content)
    return keys


def copy_sample(session: Session, source: Connection, keys: Sequence[str]) -> None:
    """Copy the fictional users and all records, and forget what was calculated without them."""
    settings = read_settings(session.connection())
    currency, zone = settings["reporting_currency"], settings["timezone"]
    users = User.__table__
    assert isinstance(users, Table)
    for rows in _read(source, users):
        session.execute(insert(users), [{**row, "currency": currency, "timezone": zone} for row in rows])
    money = _Money(currency, _CENTS if currency_digits(currency) == 0 else Decimal(1), _find_other_goals(source))
    for table in sample_tables():
        _copy_rows(session, source, table, money)
    for key in keys:
        cancel_removal(session, key)
    last = source.execute(select(NumberSeries.last).where(NumberSeries.name == "project")).scalar()
    continue_numbers_after(session, last or 0)
    forget_calculations(session)
    set_sequences(session, [users, *sample_tables()])


def forget_calculations(session: Session) -> None:
    """Let the worker calculate figures, ledgers and schedules from the records that there are now."""
    for table in derived_tables():
        session.execute(table.delete())
    states = METADATA.tables["job_states"]
    session.execute(states.delete().where(states.c.name.in_(_RECALCULATIONS)))


def set_sequences(session: Session, tables: Sequence[Table]) -> None:
    """Let PostgreSQL give new rows the keys after the highest one; SQLite does so itself."""
    if session.get_bind().dialect.name == "sqlite":
        return
    for table in tables:
        if "id" not in table.columns:
            continue
        sequence = session.execute(select(func.pg_get_serial_sequence(table.name, "id"))).scalar()
        if sequence:
            highest = session.execute(select(func.max(table.c.id))).scalar()
            # Unlike `setval`, this is undone with the transaction.
            session.execute(text(f"ALTER SEQUENCE {sequence} RESTART WITH {(highest or 0) + 1}"))


def read_last_entry(session: Session) -> int:
    """Return the key of the last entry of the activity log."""
    return session.execute(select(func.max(ActivityEntry.id))).scalar() or 0


def _find_other_goals(source: Connection) -> frozenset[int]:
    """Return the goals whose values are no money."""
    goals = METADATA.tables["employee_goals"]
    return frozenset(source.execute(select(goals.c.id).where(goals.c.currency.is_(None))).scalars())


def _copy_rows(session: Session, source: Connection, table: Table, money: _Money) -> None:
    """Insert rows first without references to their own table, whose rows may come later."""
    references = [column.name for column in own_references(table)]
    linked: list[dict[str, Any]] = []
    for rows in _read(source, table):
        for row in rows:
            row.update(money.converted(table, row))
        found = [row for row in rows if any(row[name] is not None for name in references)]
        linked += [{"key": row["id"], **{f"to_{name}": row[name] for name in references}} for row in found]
        session.execute(insert(table), [{**row, **dict.fromkeys(references)} for row in rows])
    if linked:
        values = {name: bindparam(f"to_{name}") for name in references}
        statement = update(table).where(table.c.id == bindparam("key")).values(values)
        session.connection().execute(without_audit(statement), linked)


def _read(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows in the order of their keys, some at a time."""
    statement = select(table).order_by(*table.primary_key.columns)
    for rows in source.execute(statement).mappings().partitions(_CHUNK):
        yield [dict(row) for row in rows]
