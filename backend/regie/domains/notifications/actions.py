"""Telling people something once, in the app and by mail, and noting that they have read it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.errors import Invalid, NotFound
from regie.core.ids import is_api_id, new_api_id
from regie.core.locale import Locale
from regie.core.mail import MailBox, queue_mail
from regie.domains.notifications.models import Notification
from regie.domains.notifications.queries import visible_notifications
from regie.domains.notifications.wording import KINDS, detail_of, title_of
from regie.domains.users.models import User


@dataclass(frozen=True, slots=True)
class Notifier:
    """What telling takes, put together at the top: `origin` is where Régie is found, for the links of mails."""

    box: MailBox
    origin: str


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
    """Tell these people, in the caller's transaction, who can sign in and were not told of `once` yet: how many.

    `values` are those that `wording.KINDS` names, fit for JSON; `link` is a path of Régie.
    """
    if KINDS[kind] != values.keys() or not link.startswith("/"):
        raise ValueError(f"notification {kind} takes {sorted(KINDS[kind])} and a path")
    people = _people(session, recipients)
    told = _keep(session, people, kind=kind, values=values, link=link, once=once, created_at=now)
    for user in people:
        if user.id in told:
            _mail(session, notifier, user, kind, values, link, now)
    return len(told)


def _people(session: Session, recipients: Iterable[int]) -> list[User]:
    """In the order of their keys, so that two tellers never wait for each other."""
    statement = select(User).where(User.id.in_(set(recipients)), User.status == "active").order_by(User.id)
    return [user for user in session.execute(statement).scalars() if user.roles]


def _keep(session: Session, people: list[User], **told: Any) -> set[int]:
    """Write a row for each person who has none of this; two who tell at once write one."""
    if not people:
        return set()
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    rows = [{"api_id": new_api_id(), "user_id": user.id, **told} for user in people]
    statement = insert(Notification).on_conflict_do_nothing().returning(Notification.user_id)
    return set(session.execute(statement, rows).scalars())


def _mail(
    session: Session, notifier: Notifier, user: User, kind: str, values: dict[str, Any], link: str, now: datetime
) -> None:
    locale: Locale = "fr-ca" if user.locale == "fr-ca" else "en-us"
    queue_mail(
        session,
        notifier.box,
        to=user.email,
        kind="notification",
        locale=locale,
        now=now,
        link=f"{notifier.origin}{link}",
        title=title_of(kind, values, locale),
        detail=detail_of(kind, values, locale),
    )


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
