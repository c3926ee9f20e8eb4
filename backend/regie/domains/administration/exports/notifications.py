"""Notifies the owner of an export that it is ready or failed."""

from typing import Any, Literal

from sqlalchemy.orm import Session

from regie.core.time.clock import Clock
from regie.domains.people.notifications.actions import Notifier, notify, withdraw_notification

# The page that lists the user's exports.
LINK = "/profile?tab=exports"


def notify_owner(
    session: Session, notifier: Notifier, row: Any, outcome: Literal["ready", "failed", "stopped_by_disk"], clock: Clock
) -> None:
    """Notify the owner in the transaction that ends the export; small exports need no notification."""
    values: dict[str, object] = {"file": row.file_name}
    if outcome == "ready":
        values |= {"rows_count": row.total, "until_on": clock.day_of(row.expires_at).isoformat()}
    notify(
        session, notifier, kind=f"export_{outcome}", recipients=[row.user_id], values=values, link=LINK,
        dedup_key=_notification_key(row), now=clock.now(),
    )  # fmt: skip


def withdraw_export_notification(session: Session, row: Any) -> None:
    """Withdraw the notification of a deleted export."""
    withdraw_notification(session, row.user_id, _notification_key(row))


def _notification_key(row: Any) -> str:
    return f"export:{row.api_id}"
