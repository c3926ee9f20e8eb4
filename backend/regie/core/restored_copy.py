"""Holds back mail and calls to services while this database may be a copy of one that still runs.

`regie restore` adds a row. Until a super administrator confirms that this is the live copy, nothing is sent or
synchronized.
"""

from datetime import datetime

from sqlalchemy import Connection, Integer, String, exists, select
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.api.errors import Invalid
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model


class Restore(Model):
    """A restored backup; `api_id` also signs the cookies of known browsers, so that earlier ones are unknown."""

    __tablename__ = "restores"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    # The moment that the backup shows.
    backup_at: Mapped[datetime]
    restored_at: Mapped[datetime]
    # When a super administrator confirmed that this is the live copy.
    confirmed_at: Mapped[datetime | None]


IS_RESTORED_COPY = exists().where(Restore.confirmed_at.is_(None))
_LATEST = select(Restore.api_id).order_by(Restore.id.desc()).limit(1)


def is_restored_copy(db: Connection) -> bool:
    return bool(db.execute(select(IS_RESTORED_COPY)).scalar())


def require_live_copy(db: Connection) -> None:
    """Raise Invalid for an action that calls a service, while this is an unconfirmed copy."""
    if is_restored_copy(db):
        raise Invalid(code="restored_copy")


def read_restore_id(db: Connection) -> str:
    """Return the id of the latest restore; empty if there was none."""
    return db.execute(_LATEST).scalar() or ""
