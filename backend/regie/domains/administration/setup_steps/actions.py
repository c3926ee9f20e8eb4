"""Hides the setup steps, and shows them again."""

from typing import Any

from sqlalchemy import delete
from sqlalchemy.orm import Session

from regie.core.audit.activity import log_event
from regie.core.db.inserts import insert_into
from regie.core.time.clock import Clock
from regie.domains.administration.setup_steps.models import SetupDismissal
from regie.domains.administration.setup_steps.schemas import SetupDismissalUpdate

_ID = 1


def set_dismissed(session: Session, clock: Clock, data: SetupDismissalUpdate) -> None:
    """Hide or show the steps for every administrator; log a change."""
    if data.is_dismissed:
        insert = insert_into(session, SetupDismissal).values(id=_ID, dismissed_at=clock.now())
        statement: Any = insert.on_conflict_do_nothing(index_elements=["id"])
    else:
        statement = delete(SetupDismissal).where(SetupDismissal.id == _ID)
    if session.execute(statement.returning(SetupDismissal.id)).first() is not None:
        action = "setup_dismissed" if data.is_dismissed else "setup_resumed"
        log_event(session, action, subject="settings", api_id=None, name="")
