"""Sends the daily digest: one email with what is new, at the user's hour, each notification at most once."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from regie.domains.people.notifications.emails import NotificationContent, Notifier, queue_digest_email
from regie.domains.people.notifications.events import DIGEST, DIGEST_HOUR, EVENTS, NEVER, channels_for, event_of
from regie.domains.people.notifications.models import EventName, Notification
from regie.domains.people.notifications.notification_channels import read_channel_choices
from regie.domains.records.users.models import User

# Of these records (api_ids), returns those that still concern this user (key).
RelevanceFilter = Callable[[Session, int, Collection[str]], set[str]]
RelevanceFilters = Mapping[str, RelevanceFilter]
IS_PENDING_DIGEST = and_(Notification.by_mail == DIGEST, Notification.digest_on.is_(None))


def last_digest_time(zone: str, now: datetime) -> datetime:
    """Return the latest instant at which the digest hour began in this time zone."""
    local = now.astimezone(ZoneInfo(zone))
    today = datetime.combine(local.date(), time(DIGEST_HOUR), local.tzinfo)
    # Calendar arithmetic, because a day on which clocks change does not have 24 hours.
    latest = today if today <= local else datetime.combine(local.date() - timedelta(days=1), today.time(), local.tzinfo)
    return latest.astimezone(UTC)


def send_digest(
    session: Session, notifier: Notifier, user_id: int, now: datetime, relevance_filters: RelevanceFilters
) -> bool:
    """Send the digest of what waits since before the user's hour, once a day; return whether an email was sent.

    Notifications are marked in the email's own transaction. Two workers wait for each other at the user's row.
    `relevance_filters`, by kind, drop what no longer concerns the user.
    """
    statement = select(User).where(User.id == user_id, User.status == "active").with_for_update()
    user = session.execute(statement).scalar_one_or_none()
    if user is None:
        return False
    digest_time = last_digest_time(user.timezone, now)
    day = digest_time.astimezone(ZoneInfo(user.timezone)).date()
    own = Notification.user_id == user_id
    if session.execute(select(Notification.id).where(own, Notification.digest_on == day).limit(1)).first():
        return False
    pending_rows = (
        select(Notification)
        .where(own, IS_PENDING_DIGEST, Notification.created_at < digest_time)
        .order_by(Notification.id)
    )
    pending = session.execute(pending_rows).scalars().all()
    for row in pending:
        row.digest_on = day
    enabled = _enabled_events(session, user)
    unread = [row for row in pending if row.read_at is None and event_of(row.kind) in enabled]
    contents = [
        NotificationContent(row.kind, row.values, row.link)
        for row in _drop_irrelevant(session, user_id, unread, relevance_filters)
    ]
    if contents:
        queue_digest_email(session, notifier, user, contents, day, now)
    session.flush()
    return bool(contents)


def _enabled_events(session: Session, user: User) -> set[EventName]:
    """Return the events that still apply to the user and are not turned off for email."""
    choices = read_channel_choices(session, [user.id]).get(user.id, {})
    return {
        name
        for name, event in EVENTS.items()
        if event.is_available_to(user.roles) and channels_for(name, choices).by_mail != NEVER
    }


def _drop_irrelevant(
    session: Session, user_id: int, rows: Sequence[Notification], relevance_filters: RelevanceFilters
) -> list[Notification]:
    relevant = {
        kind: find_relevant(session, user_id, {_record_api_id(row) for row in rows if row.kind == kind})
        for kind, find_relevant in relevance_filters.items()
    }
    return [row for row in rows if row.kind not in relevant or _record_api_id(row) in relevant[row.kind]]


def _record_api_id(row: Notification) -> str:
    """Return the record's api_id: `invoice_overdue:<api_id>:<day>` → the invoice."""
    return row.dedup_key.split(":")[1]
