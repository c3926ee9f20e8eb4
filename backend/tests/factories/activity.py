"""Reads the activity log from the database."""

from typing import Any

from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database


def read_activity(database: Database, action: str | None = None) -> list[Any]:
    """Return all entries, or those of one action, oldest first."""
    with database.read() as db:
        rows = db.execute(select(ActivityEntry.__table__).order_by(ActivityEntry.id)).all()
    return [row for row in rows if action in (None, row.action)]
