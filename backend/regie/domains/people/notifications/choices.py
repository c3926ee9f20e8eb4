"""How people want to be told, as it is kept: nothing is until somebody chooses."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.domains.people.notifications.models import Chosen, NotificationChoices


def read_chosen(session: Session, user_ids: Collection[int]) -> dict[int, Chosen]:
    """By person; nobody is in it who has left everything as it usually is."""
    kept = select(NotificationChoices.user_id, NotificationChoices.choices)
    found = session.execute(kept.where(NotificationChoices.user_id.in_(user_ids)))
    return {row.user_id: row.choices for row in found}


def read_kept(db: Connection, user_id: int) -> tuple[Chosen, datetime | None, int]:
    """One person's choices, when they were changed last, and their version: 0 before the first."""
    columns = (NotificationChoices.choices, NotificationChoices.updated_at, NotificationChoices.version)
    row = db.execute(select(*columns).where(NotificationChoices.user_id == user_id)).first()
    return (row.choices, row.updated_at, row.version) if row else ({}, None, 0)
