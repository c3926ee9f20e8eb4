"""Queues notification emails: for one notification, several of an event, and the daily digest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from regie.core.mail.queue import MailCipher, queue_list_mail, queue_mail
from regie.core.mail.rendering import MailGroup, MailItem
from regie.core.sample_data import has_sample_data
from regie.core.text.locale import Locale, translate
from regie.core.time.instants import format_long_date
from regie.domains.people.notifications.events import EVENTS, event_of
from regie.domains.people.notifications.wording import detail_of, title_of
from regie.domains.records.users.models import User

# Of one event; the rest is counted and stays in the application.
MAX_LINES = 20
_SETTINGS_PATH = "/profile?tab=notifications"


@dataclass(frozen=True, slots=True)
class Notifier:
    """What notifications need; `origin` is the application's base URL, for the links of emails."""

    cipher: MailCipher
    origin: str


@dataclass(frozen=True, slots=True)
class NotificationContent:
    """The content of a notification; `link` is a path of the application."""

    kind: str
    values: Mapping[str, Any]
    link: str


def queue_notification_email(
    session: Session, notifier: Notifier, user: User, contents: Sequence[NotificationContent], now: datetime
) -> None:
    """Queue one email with any number of notifications of one event; none about sample data."""
    if has_sample_data(session.connection()):
        return
    locale, (first, *others) = locale_of(user), contents
    if not others:
        queue_mail(
            session, notifier.cipher, to=user.email, kind="notification", locale=locale, now=now,
            link=f"{notifier.origin}{first.link}", title=title_of(first.kind, first.values, locale),
            detail=detail_of(first.kind, first.values, locale),
        )  # fmt: skip
        return
    event = translate(locale, f"event.{event_of(first.kind)}")
    queue_list_mail(
        session, notifier.cipher, to=user.email, kind="notifications", locale=locale, now=now,
        link=f"{notifier.origin}{_SETTINGS_PATH}", groups=[_group(notifier, event, contents, locale)], event=event,
        count=len(contents),
    )  # fmt: skip


def queue_digest_email(
    session: Session, notifier: Notifier, user: User, contents: Sequence[NotificationContent], day: date, now: datetime
) -> None:
    """Queue the digest, grouped by event in the order of `EVENTS`; none about sample data."""
    if has_sample_data(session.connection()):
        return
    locale = locale_of(user)
    by_event = {name: [content for content in contents if event_of(content.kind) == name] for name in EVENTS}
    groups = [
        _group(notifier, translate(locale, f"event.{name}"), group, locale) for name, group in by_event.items() if group
    ]
    queue_list_mail(
        session, notifier.cipher, to=user.email, kind="digest", locale=locale, now=now,
        link=f"{notifier.origin}{_SETTINGS_PATH}", groups=groups, day=format_long_date(day, locale),
    )  # fmt: skip


def locale_of(user: User) -> Locale:
    return "fr-ca" if user.locale == "fr-ca" else "en-us"


def _group(notifier: Notifier, event: str, contents: Sequence[NotificationContent], locale: Locale) -> MailGroup:
    lines = [
        MailItem(
            title_of(content.kind, content.values, locale),
            detail_of(content.kind, content.values, locale),
            f"{notifier.origin}{content.link}",
        )
        for content in contents[:MAX_LINES]
    ]
    remaining = len(contents) - len(lines)
    return MailGroup(event, tuple(lines), translate(locale, "mail.more", count=remaining) if remaining else "")
