"""Writes the services' records, one statement per page; deleted records are marked, never removed."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, String, Table, bindparam, case, func, update
from sqlalchemy.orm import Session

from regie.connectors.pages import raw_json
from regie.core.db.inserts import insert_into
from regie.core.db.model import Model
from regie.core.money.amounts import AMOUNT_DIGITS, MAX_AMOUNT
from regie.core.text.folding import Searchable, build_search_keys
from regie.domains.integrations.sync.closed_periods import log_closed_period_changes
from regie.domains.records.personal_data.queries import erase_again

Row = dict[str, Any]
_MAX_ID_LENGTH = 64


class RowBatch:
    """The rows of one page for one table; counts the records that cannot be saved."""

    def __init__(self, seen_at: datetime) -> None:
        self.seen_at = seen_at
        self.rows: list[Row] = []
        self.problems = 0

    def add(self, record: Any, **values: Any) -> None:
        if len(record.external_id) > _MAX_ID_LENGTH:
            self.problems += 1
            return
        common: Row = {
            "external_id": record.external_id,
            "remote_updated_at": record.updated_at,
            "synced_at": self.seen_at,
            "deleted_at": None,
            "source_url": getattr(record, "source_url", None),
        }
        if "raw" not in values:
            common["raw"] = raw_json(record.raw)
        self.rows.append(common | values)

    def amount(self, value: Decimal | None) -> Decimal | None:
        """The amount rounded to the decimals of the column; None and a problem when it is too large."""
        if value is None:
            return None
        if abs(value) > MAX_AMOUNT:
            self.problems += 1
            return None
        return round(value, AMOUNT_DIGITS)

    def currency(self, code: str | None, default: str) -> str:
        return code if code and re.fullmatch("[A-Z]{3}", code) else default


def upsert(session: Session, model: type[Model], rows: Sequence[Row]) -> None:
    """Insert or update by `external_id`; columns that the rows omit stay unchanged."""
    if not rows:
        return
    table = _table(model)
    limits = {
        column.name: column.type.length
        for column in table.columns
        if column.name in rows[0] and isinstance(column.type, String) and column.type.length
    }
    for row in rows:
        for name, limit in limits.items():
            if row[name] is not None:
                row[name] = row[name][:limit]
    erase_again(session, table, rows)
    for row in rows:
        if issubclass(model, Searchable):
            row.update(build_search_keys(model, row))
    statement = insert_into(session, table)
    changed: dict[str, ColumnElement[Any]] = {
        name: statement.excluded[name] for name in rows[0] if name != "external_id"
    }
    deletion = statement.excluded.deleted_at
    changed["deleted_at"] = case((deletion.is_not(None), func.coalesce(table.c.deleted_at, deletion)), else_=None)
    upsert_statement = statement.on_conflict_do_update(index_elements=[table.c.external_id], set_=changed)
    with log_closed_period_changes(session, model, rows[0]["synced_at"], ids=[row["external_id"] for row in rows]):
        session.execute(upsert_statement, list(rows))


def mark_deleted(
    session: Session, model: type[Model], deleted: Mapping[str, datetime], now: datetime, key: str = "external_id"
) -> None:
    """Mark records that the service reports as deleted, by the id in column `key`."""
    table = _table(model)
    if deleted:
        deletion = update(table).where(table.c[key] == bindparam("deleted_id"), table.c.deleted_at.is_(None))
        rows = [{"deleted_id": external_id, "deleted_time": moment} for external_id, moment in deleted.items()]
        with log_closed_period_changes(session, model, now, table.c[key].in_(deleted)):
            session.execute(deletion.values(deleted_at=bindparam("deleted_time")), rows)


def mark_missing(
    session: Session, model: type[Model], before: datetime, now: datetime, *conditions: ColumnElement[bool]
) -> None:
    """Mark the records that no read has found since `before`."""
    missing = (*missing_rows(model, before), *conditions)
    with log_closed_period_changes(session, model, now, *missing):
        session.execute(update(_table(model)).where(*missing).values(deleted_at=now))


def active_rows(model: type[Model]) -> ColumnElement[bool]:
    """The condition for records that are not marked as deleted."""
    return _table(model).c.deleted_at.is_(None)


def missing_rows(model: type[Model], before: datetime) -> tuple[ColumnElement[bool], ...]:
    """The conditions for active records that no read has found since `before`."""
    return active_rows(model), _table(model).c.synced_at < before


def _table(model: type[Model]) -> Table:
    assert isinstance(model.__table__, Table)
    return model.__table__
