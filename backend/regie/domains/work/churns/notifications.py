"""Settles the notifications of churn to confirm."""

from datetime import date

from sqlalchemy.orm import Session

from regie.core.time.clock import Clock
from regie.domains.people.notifications.actions import settle_notifications
from regie.domains.records.churns.models import ChurnEvent

KIND, LEAVING = "churn_to_confirm", "retainer_leaving"


def settle_churn(session: Session, event: ChurnEvent, clock: Clock) -> None:
    """Remove a decided churn from the unread notifications and from digests to come."""
    settle_notifications(session, notification_key(event.api_id), clock.now())


def settle_leaving(session: Session, event: ChurnEvent, clock: Clock) -> None:
    """Remove a departure that was undone from the unread notifications and from digests to come."""
    settle_notifications(session, leaving_key(event.api_id, event.effective_on), clock.now())


def leaving_key(api_id: str, last_day: date) -> str:
    """A departure on another day is notified again."""
    return f"{LEAVING}:{api_id}:{last_day.isoformat()}"


def notification_key(api_id: str) -> str:
    return f"{KIND}:{api_id}"
