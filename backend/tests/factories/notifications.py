"""Creates notifications as the worker does."""

from itertools import count
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.domains.people.notifications.actions import Notifier, notify
from regie.domains.people.notifications.models import Notification

_numbers = count(1)
NOTIFICATION_VALUES = {
    "project": "Accompagnement",
    "client": "Maison Pivoine",
    "percent": 80,
    "used_hours": "32.50",
    "available_hours": "40.00",
    "ends_on": "2026-11-30",
}

# The values of a notification that every user can receive.
AWARD = {"giver": "Zoé Roy", "value_words": {"en-us": "Candour", "fr-ca": "Franchise"}, "message": "Merci"}


def make_notification(session: Session, context: AppContext, user_id: int, **fields: Any) -> Notification:
    """Notify one user, by default that a retainer used most of its hours."""
    dedup_key = fields.pop("dedup_key", f"retainer_hours:{next(_numbers)}")
    notifier = Notifier(context.mail, context.origin)
    link = "/projects/0199a3b2-0000-7000-8000-000000000001/view?tab=hours"
    common = {"kind": "retainer_hours", "values": NOTIFICATION_VALUES, "link": link, "now": context.clock.now()}
    notify(session, notifier, recipients=[user_id], dedup_key=dedup_key, **(common | fields))
    found = select(Notification).where(Notification.user_id == user_id, Notification.dedup_key == dedup_key)
    return session.execute(found).scalar_one()
