"""Telling people something once, in the app and by mail, and noting that they have read it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Invalid, NotFound
from regie.core.db.ids import is_api_id, new_api_id
from regie.domains.people.notifications.choices import read_chosen
from regie.domains.people.notifications.events import AT_ONCE, EVENTS, Ways, event_of, ways_of
from regie.domains.people.notifications.letters import Notifier, Told, mail_at_once
from regie.domains.people.notifications.models import EventName, Notification
from regie.domains.people.notifications.queries import visible_notifications
from regie.domains.people.notifications.wording import KINDS
from regie.domains.records.users.models import User


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing and whom to tell: `values` are those that `wording.KINDS` names, fit for JSON; `link` is our path."""

    recipients: Collection[int]
    values: dict[str, Any]
    link: str
    once: str


def notify(
    session: Session,
    notifier: Notifier,
    *,
    kind: str,
    recipients: Iterable[int],
    values: dict[str, Any],
    link: str,
    once: str,
    now: datetime,
) -> int:
    """Tell these people, in the caller's transaction, who can sign in and were not told of `once` yet: how many."""
    return notify_each(session, notifier, kind, [Notice(set(recipients), values, link, once)], now)


def notify_each(session: Session, notifier: Notifier, kind: str, notices: Sequence[Notice], now: datetime) -> int:
    """Tell of several things of one kind: whoever wants mail at once gets one, of all that is new to them."""
    for notice in notices:
        if KINDS[kind] != notice.values.keys() or not notice.link.startswith("/"):
            raise ValueError(f"notification {kind} takes {sorted(KINDS[kind])} and a path")
    event = event_of(kind)
    people = _people(session, event, {key for notice in notices for key in notice.recipients})
    chosen = read_chosen(session, [user.id for user in people])
    ways = {user.id: ways_of(event, chosen.get(user.id, {})) for user in people}
    told = _keep(session, kind, notices, ways, now)
    for user in people:
        new = [Told(kind, one.values, one.link) for one in notices if (user.id, one.once) in told]
        if new and ways[user.id].by_mail == AT_ONCE:
            mail_at_once(session, notifier, user, new, now)
    return len(told)


def _people(session: Session, event: EventName, recipients: Collection[int]) -> list[User]:
    """In the order of their keys, so that two tellers never wait for each other."""
    # What is done in a person's name concerns them before they first sign in.
    statuses = ("active", "invited") if EVENTS[event].always_in_app else ("active",)
    statement = select(User).where(User.id.in_(recipients), User.status.in_(statuses)).order_by(User.id)
    return [user for user in session.execute(statement).scalars() if EVENTS[event].reaches(user.roles)]


def _keep(
    session: Session, kind: str, notices: Sequence[Notice], ways: Mapping[int, Ways], now: datetime
) -> set[tuple[int, str]]:
    """Write a row for each person and thing that has none; two who tell at once write one."""
    rows = [
        {
            "api_id": new_api_id(), "user_id": key, "kind": kind, "values": one.values, "link": one.link,
            "once": one.once, "created_at": now, "in_app": way.in_app, "by_mail": way.by_mail,
        }
        for key, way in ways.items()
        for one in notices
        if key in one.recipients
    ]  # fmt: skip
    if not rows:
        return set()
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(Notification).on_conflict_do_nothing().returning(Notification.user_id, Notification.once)
    return {(row.user_id, row.once) for row in session.execute(statement, rows)}


def take_back(session: Session, recipient: int, once: str) -> None:
    """What was told of is undone: it is no longer on the person's list; what was mailed is not undone."""
    session.execute(delete(Notification).where(Notification.user_id == recipient, Notification.once == once))


def mark(session: Session, actor: Actor, api_id: str, *, read: bool, now: datetime) -> None:
    """Read, or unread again; what is read already keeps its time."""
    own = (visible_notifications(), Notification.api_id == api_id)
    found = session.execute(select(Notification).where(*own), actor.params).scalar() if is_api_id(api_id) else None
    if found is None:
        raise NotFound
    if read != (found.read_at is not None):
        found.read_at = now if read else None
    session.flush()


def mark_all(session: Session, actor: Actor, newest: str, now: datetime) -> int:
    """Note as read what is not newer than `newest`."""
    shown = select(Notification.id).where(visible_notifications(), Notification.api_id == newest)
    newest_id = session.execute(shown, actor.params).scalar()
    if newest_id is None:
        raise Invalid({"newest": "reference"})
    unread = (visible_notifications(), Notification.read_at.is_(None), Notification.id <= newest_id)
    statement = update(Notification).where(*unread).values(read_at=now).returning(Notification.id)
    return len(session.execute(statement, actor.params).all())


def forget_notifications(session: Session, before: datetime) -> None:
    """What is so old that nobody looks for it any more."""
    session.execute(delete(Notification).where(Notification.created_at < before))
