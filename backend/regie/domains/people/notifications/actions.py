"""Creates notifications once per recipient, sends them by email, and marks them as read."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, select, tuple_, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Invalid, NotFound
from regie.core.db.ids import is_api_id, new_api_id
from regie.core.db.inserts import insert_into
from regie.domains.people.notifications.emails import NotificationContent, Notifier, queue_notification_email
from regie.domains.people.notifications.events import AT_ONCE, EVENTS, NotificationChannels, channels_for, event_of
from regie.domains.people.notifications.models import EventName, Notification
from regie.domains.people.notifications.notification_channels import read_channel_choices
from regie.domains.people.notifications.queries import visible_notifications
from regie.domains.people.notifications.wording import KINDS
from regie.domains.records.users.models import User

# Longer than the longest renewal notice, a year: a deleted notification would be sent again.
_REPETITION = timedelta(days=400)


@dataclass(frozen=True, slots=True)
class NewNotification:
    """A notification to create.

    `values` are those of `wording.KINDS`, JSON-ready; `link` is a path of the application.
    """

    recipients: Collection[int]
    values: dict[str, Any]
    link: str
    dedup_key: str


def notify(
    session: Session,
    notifier: Notifier,
    *,
    kind: str,
    recipients: Iterable[int],
    values: dict[str, Any],
    link: str,
    dedup_key: str,
    now: datetime,
) -> int:
    """Notify the recipients who can sign in and have no notification with this `dedup_key`; return how many."""
    return notify_all(session, notifier, kind, [NewNotification(set(recipients), values, link, dedup_key)], now)


def notify_all(
    session: Session, notifier: Notifier, kind: str, notifications: Sequence[NewNotification], now: datetime
) -> int:
    """Create several notifications of one kind; a recipient who wants email at once receives one for all new ones."""
    for notification in notifications:
        if KINDS[kind] != notification.values.keys() or not notification.link.startswith("/"):
            raise ValueError(f"notification {kind} takes {sorted(KINDS[kind])} and a path")
    event = event_of(kind)
    people = _find_recipients(
        session, event, {key for notification in notifications for key in notification.recipients}
    )
    choices = read_channel_choices(session, [user.id for user in people])
    channels = {user.id: channels_for(event, choices.get(user.id, {})) for user in people}
    created = _insert_notifications(session, kind, notifications, channels, now)
    for user in people:
        new = [
            NotificationContent(kind, notification.values, notification.link)
            for notification in notifications
            if (user.id, notification.dedup_key) in created
        ]
        if new and channels[user.id].by_mail == AT_ONCE:
            queue_notification_email(session, notifier, user, new, now)
    return len(created)


def _find_recipients(session: Session, event: EventName, recipients: Collection[int]) -> list[User]:
    """Return the recipients in the order of their keys, so that concurrent calls do not deadlock."""
    # Impersonation concerns users before they first sign in.
    statuses = ("active", "invited") if EVENTS[event].always_in_app else ("active",)
    statement = select(User).where(User.id.in_(recipients), User.status.in_(statuses)).order_by(User.id)
    return [user for user in session.execute(statement).scalars() if EVENTS[event].is_available_to(user.roles)]


def _insert_notifications(
    session: Session,
    kind: str,
    notifications: Sequence[NewNotification],
    channels: Mapping[int, NotificationChannels],
    now: datetime,
) -> set[tuple[int, str]]:
    """Insert a row for each recipient and notification that has none; concurrent calls insert only one."""
    rows = [
        {
            "api_id": new_api_id(), "user_id": key, "kind": kind, "values": notification.values,
            "link": notification.link, "dedup_key": notification.dedup_key, "created_at": now,
            "in_app": chosen.in_app, "by_mail": chosen.by_mail,
        }
        for key, chosen in channels.items()
        for notification in notifications
        if key in notification.recipients
    ]  # fmt: skip
    if not rows:
        return set()
    statement = (
        insert_into(session, Notification)
        .on_conflict_do_nothing()
        .returning(Notification.user_id, Notification.dedup_key)
    )
    return {(row.user_id, row.dedup_key) for row in session.execute(statement, rows)}


def withdraw_notification(session: Session, recipient: int, dedup_key: str) -> None:
    """Delete a notification whose cause was undone; emails already sent stay sent."""
    session.execute(delete(Notification).where(Notification.user_id == recipient, Notification.dedup_key == dedup_key))


def settle_notifications(session: Session, dedup_key: str, now: datetime) -> None:
    """Mark all notifications of a cause as read that no longer needs attention; digests leave them out."""
    unread = (Notification.dedup_key == dedup_key, Notification.read_at.is_(None))
    session.execute(
        update(Notification).where(*unread).values(read_at=now).execution_options(synchronize_session=False)
    )


def set_read(session: Session, actor: Actor, api_id: str, *, read: bool, now: datetime) -> None:
    """Mark as read or unread; marking it read again does not change the time."""
    own = (visible_notifications(), Notification.api_id == api_id)
    found = session.execute(select(Notification).where(*own), actor.params).scalar() if is_api_id(api_id) else None
    if found is None:
        raise NotFound
    if read != (found.read_at is not None):
        found.read_at = now if read else None
    session.flush()


def mark_all_as_read(session: Session, actor: Actor, newest: str, now: datetime) -> int:
    """Mark everything up to `newest`, in the order of the list, as read."""
    position = tuple_(Notification.created_at, Notification.id)
    shown = select(Notification.created_at, Notification.id).where(
        visible_notifications(), Notification.api_id == newest
    )
    first = session.execute(shown, actor.params).first()
    if first is None:
        raise Invalid({"newest": "reference"})
    unread = (visible_notifications(), Notification.read_at.is_(None), position <= tuple_(*first))
    statement = update(Notification).where(*unread).values(read_at=now).returning(Notification.id)
    return len(session.execute(statement, actor.params).all())


def purge_notifications(session: Session, now: datetime, days: int) -> None:
    """Delete old notifications; newer ones than a year only lose their content, so that they are not sent again."""
    session.execute(delete(Notification).where(Notification.created_at < now - max(_REPETITION, timedelta(days=days))))
    old = (Notification.created_at < now - timedelta(days=days), Notification.in_app)
    emptied = {"in_app": False, "by_mail": "never", "values": {}, "link": "/"}
    session.execute(update(Notification).where(*old).values(emptied).execution_options(synchronize_session=False))
