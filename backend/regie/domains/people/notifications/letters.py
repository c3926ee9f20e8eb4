"""The mails that tell people: of one thing, of several at once, and the day's digest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from regie.core.mail.queue import MailBox, queue_list, queue_mail
from regie.core.mail.rendering import Group, Line
from regie.core.text.locale import Locale, say
from regie.core.time.instants import day_in_words
from regie.domains.people.notifications.events import EVENTS, event_of
from regie.domains.people.notifications.wording import detail_of, title_of
from regie.domains.records.users.models import User

# Of one event; the rest is counted, and waits in the app.
MAX_LINES = 20
_CHOICES = "/profile?tab=notifications"


@dataclass(frozen=True, slots=True)
class Notifier:
    """What telling takes, put together at the top: `origin` is where Régie is found, for the links of mails."""

    box: MailBox
    origin: str


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that somebody is told: `link` is a path of Régie."""

    kind: str
    values: Mapping[str, Any]
    link: str


def mail_at_once(session: Session, notifier: Notifier, user: User, told: Sequence[Told], now: datetime) -> None:
    """One mail, of however many things of one event."""
    locale, (first, *others) = locale_of(user), told
    if not others:
        queue_mail(
            session, notifier.box, to=user.email, kind="notification", locale=locale, now=now,
            link=f"{notifier.origin}{first.link}", title=title_of(first.kind, first.values, locale),
            detail=detail_of(first.kind, first.values, locale),
        )  # fmt: skip
        return
    event = say(locale, f"event.{event_of(first.kind)}")
    queue_list(
        session, notifier.box, to=user.email, kind="notifications", locale=locale, now=now,
        link=f"{notifier.origin}{_CHOICES}", groups=[_group(notifier, event, told, locale)], event=event,
        count=len(told),
    )  # fmt: skip


def mail_digest(
    session: Session, notifier: Notifier, user: User, told: Sequence[Told], day: date, now: datetime
) -> None:
    """What is new, grouped by event in the order in which events are offered."""
    locale = locale_of(user)
    by_event = {name: [one for one in told if event_of(one.kind) == name] for name in EVENTS}
    groups = [_group(notifier, say(locale, f"event.{name}"), some, locale) for name, some in by_event.items() if some]
    queue_list(
        session, notifier.box, to=user.email, kind="digest", locale=locale, now=now,
        link=f"{notifier.origin}{_CHOICES}", groups=groups, day=day_in_words(day, locale),
    )  # fmt: skip


def locale_of(user: User) -> Locale:
    return "fr-ca" if user.locale == "fr-ca" else "en-us"


def _group(notifier: Notifier, event: str, told: Sequence[Told], locale: Locale) -> Group:
    lines = [
        Line(
            title_of(one.kind, one.values, locale),
            detail_of(one.kind, one.values, locale),
            f"{notifier.origin}{one.link}",
        )
        for one in told[:MAX_LINES]
    ]
    left = len(told) - len(lines)
    return Group(event, tuple(lines), say(locale, "mail.more", count=left) if left else "")
