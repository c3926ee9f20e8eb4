"""Routes of backups: their state, and the release of a restored copy."""

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.administration.backups import actions, queries
from regie.domains.administration.backups.schemas import BackupStatus

router = Router("/api/v1/backups", "backups")


@router.get("/status", requires=P.BACKUPS_VIEW, is_polling=True, summary="Read backup status")
def read_status(db: Connection, context: AppContext, clock: Clock) -> Item[BackupStatus]:
    """Read the last backup, and whether this is a restored copy."""
    return {"data": queries.describe_backups(db, context.backup_max_age_days, clock.now())}


@router.post("/confirmations", requires=P.BACKUPS_CONFIRM_LIVE, status=200, forbids_impersonation=True)
def confirm_live_copy(session: Session, context: AppContext, clock: Clock) -> Item[BackupStatus]:
    """Confirm that this restored copy is the live one: mail is sent and services are synchronized again."""
    actions.confirm_live_copy(session, clock.now())
    return {"data": queries.describe_backups(session.connection(), context.backup_max_age_days, clock.now())}
