"""The daily digest: one mail of what is new, at the person's hour, and never the same thing twice."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from regie.domains.people.notifications.choices import read_chosen
from regie.domains.people.notifications.events import DIGEST, DIGEST_HOUR, EVENTS, NEVER, event_of, ways_of
from regie.domains.people.notifications.letters import Notifier, Told, mail_digest
from regie.domains.people.notifications.models import EventName, Notification
from regie.domains.records.users.models import User

# Of these records (api_ids), those that this person (key) would still be told of.
Concern = Callable[[Session, int, Collection[str]], set[str]]
Concerns = Mapping[str, Concern]
WAITING = and_(Notification.by_mail == DIGEST, Notification.digest_on.is_(None))


def last_turn(zone: str, now: datetime) -> datetime:
    """The latest instant at which the digest's hour struck where somebody is."""
    local = now.astimezone(ZoneInfo(zone))
    today = datetime.combine(local.date(), time(DIGEST_HOUR), local.tzinfo)
    # Counted on the calendar: a day in which clocks change has no 24 hours.
    turn = today if today <= local else datetime.combine(local.date() - timedelta(days=1), today.time(), local.tzinfo)
    return turn.astimezone(UTC)


def send_digest(session: Session, notifier: Notifier, user_id: int, now: datetime, concerns: Concerns) -> bool:
    """Mail this person what waits since before their hour, unless today's digest is on its way; whether it was sent.

    What is taken up is marked in the mail's own transaction. Two workers wait for each other at the person.
    `concerns`, by kind, leave out what has become somebody else's while it waited.
    """
    person = select(User).where(User.id == user_id, User.status == "active").with_for_update()
    user = session.execute(person).scalar_one_or_none()
    if user is None:
        return False
    turn = last_turn(user.timezone, now)
    day = turn.astimezone(ZoneInfo(user.timezone)).date()
    own = Notification.user_id == user_id
    if session.execute(select(Notification.id).where(own, Notification.digest_on == day).limit(1)).first():
        return False
    waiting = select(Notification).where(own, WAITING, Notification.created_at < turn).order_by(Notification.id)
    taken = session.execute(waiting).scalars().all()
    for row in taken:
        row.digest_on = day
    wanted = _wanted(session, user)
    unread = [row for row in taken if row.read_at is None and event_of(row.kind) in wanted]
    told = [Told(row.kind, row.values, row.link) for row in _still_theirs(session, user_id, unread, concerns)]
    if told:
        mail_digest(session, notifier, user, told, day, now)
    session.flush()
    return bool(told)


def _wanted(session: Session, user: User) -> set[EventName]:
    """The events that still reach the person and that they have not turned off meanwhile."""
    chosen = read_chosen(session, [user.id]).get(user.id, {})
    return {
        name for name, event in EVENTS.items() if event.reaches(user.roles) and ways_of(name, chosen).by_mail != NEVER
    }


def _still_theirs(
    session: Session, user_id: int, rows: Sequence[Notification], concerns: Concerns
) -> list[Notification]:
    theirs = {
        kind: concern(session, user_id, {_record_of(row) for row in rows if row.kind == kind})
        for kind, concern in concerns.items()
    }
    return [row for row in rows if row.kind not in theirs or _record_of(row) in theirs[row.kind]]


def _record_of(row: Notification) -> str:
    """`invoice_overdue:<api_id>:<day>` → the invoice."""
    return row.once.split(":")[1]
