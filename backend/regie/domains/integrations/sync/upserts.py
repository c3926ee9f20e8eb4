"""Writing the services' records by the thousand: one statement a page; what is gone is marked, never deleted."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, String, Table, bindparam, case, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.connectors.pages import raw_json
from regie.core.db.model import Model
from regie.core.money.amounts import AMOUNT_DIGITS, MAX_AMOUNT
from regie.core.text.folding import Searchable, search_keys
from regie.domains.integrations.sync.past import minding_the_past

Row = dict[str, Any]
_LONGEST_ID = 64
# A few rows may vanish from a short list; a fifth of a long one is somebody else's mistake.
_FEW = 5
_BELIEVABLE_SHARE = 5


class VanishedTooMany(Exception):
    """So much is missing from a full reading that the reading is doubted, not our records."""


class Batch:
    """The rows of one page for one table; a record that cannot be kept is counted, and the others are kept."""

    def __init__(self, seen_at: datetime) -> None:
        self.seen_at = seen_at
        self.rows: list[Row] = []
        self.problems = 0

    def add(self, record: Any, **values: Any) -> None:
        if len(record.external_id) > _LONGEST_ID:
            self.problems += 1
            return
        common: Row = {
            "external_id": record.external_id,
            "remote_updated_at": record.updated_at,
            "synced_at": self.seen_at,
            "deleted_at": None,
            "source_url": getattr(record, "source_url", None),
            "raw": raw_json(record.raw),
        }
        self.rows.append(common | values)

    def amount(self, value: Decimal | None) -> Decimal | None:
        """An amount as we can keep it: more decimals than money has are rounded, beyond reason is none."""
        if value is None:
            return None
        if abs(value) > MAX_AMOUNT:
            self.problems += 1
            return None
        return round(value, AMOUNT_DIGITS)

    def currency(self, code: str | None, otherwise: str) -> str:
        return code if code and re.fullmatch("[A-Z]{3}", code) else otherwise


def upsert(session: Session, model: type[Model], rows: Sequence[Row]) -> None:
    """Insert or update by `external_id`; columns that the rows do not name stay as they are."""
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
        if issubclass(model, Searchable):
            row.update(search_keys(model, row))
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(table)
    changed: dict[str, ColumnElement[Any]] = {
        name: statement.excluded[name] for name in rows[0] if name != "external_id"
    }
    gone = statement.excluded.deleted_at
    changed["deleted_at"] = case((gone.is_not(None), func.coalesce(table.c.deleted_at, gone)), else_=None)
    upserting = statement.on_conflict_do_update(index_elements=[table.c.external_id], set_=changed)
    with minding_the_past(session, model, rows[0]["synced_at"], ids=[row["external_id"] for row in rows]):
        session.execute(upserting, list(rows))


def mark_deleted(
    session: Session, model: type[Model], deleted: Mapping[str, datetime], now: datetime, key: str = "external_id"
) -> None:
    """What the service itself calls deleted, by the id in column `key`."""
    table = _table(model)
    if deleted:
        gone = update(table).where(table.c[key] == bindparam("gone_id"), table.c.deleted_at.is_(None))
        rows = [{"gone_id": external_id, "gone_at": moment} for external_id, moment in deleted.items()]
        with minding_the_past(session, model, now, table.c[key].in_(deleted)):
            session.execute(gone.values(deleted_at=bindparam("gone_at")), rows)


def sweep(
    session: Session,
    model: type[Model],
    started_at: datetime,
    seen_at: datetime,
    *within: ColumnElement[bool],
    accepts_missing: bool = False,
) -> None:
    """Mark what a full reading since `started_at` did not see; VanishedTooMany when that is hard to believe and
    nobody has said that it is so.
    """
    table = _table(model)
    unseen = (table.c.deleted_at.is_(None), table.c.synced_at < started_at, *within)
    count = select(func.count()).select_from(table)
    vanished = session.execute(count.where(*unseen)).scalar_one()
    if not vanished:
        return
    if not accepts_missing:
        _refuse_to_believe(session, table, vanished)
    with minding_the_past(session, model, seen_at, *unseen):
        session.execute(update(table).where(*unseen).values(deleted_at=seen_at))


def _refuse_to_believe(session: Session, table: Table, vanished: int) -> None:
    count = select(func.count()).select_from(table)
    known = session.execute(count.where(table.c.deleted_at.is_(None))).scalar_one()
    has_nothing_left = vanished == known >= _FEW
    if has_nothing_left or (vanished > _FEW and vanished * _BELIEVABLE_SHARE > known):
        raise VanishedTooMany(f"{vanished} of {known} records are missing ({table.name})")


def _table(model: type[Model]) -> Table:
    assert isinstance(model.__table__, Table)
    return model.__table__
