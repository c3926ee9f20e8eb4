"""Mail, queued in the transaction that it tells of: undone with it, sent by the worker only once it stands."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.db.model import Model
from regie.core.encryption import SealedBox
from regie.core.mail.rendering import EmailMessage, Group, compose
from regie.core.text.locale import Locale

MAX_ADDRESS_LENGTH = 254
SEALED_MAILS = "mails"
# One address and nothing else: no second one, no display name, no line of its own.
_ADDRESS = re.compile(r"[^\s\x00-\x1f\x7f-\x9f,;:<>()\[\]\\\"@]+@[^\s\x00-\x1f\x7f-\x9f,;:<>()\[\]\\\"@]+")


class QueuedMail(Model):
    """A mail on its way: gone once sent; given up, it stays without what it said, for an administrator to see."""

    __tablename__ = "mails"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    # Empty: nobody. It is queued like any other, so that an unknown address costs what a known one does.
    to_address: Mapped[str] = mapped_column(String(MAX_ADDRESS_LENGTH))
    locale: Mapped[str] = mapped_column(String(5))
    kind: Mapped[str] = mapped_column(String(40))
    # Codes and links in it open accounts: nobody who reads the database, or a copy of it, may read them.
    content: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    next_try_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    # Why the last attempt failed: "refused 550", "connection", "timeout" …
    error: Mapped[str | None] = mapped_column(String(40))


class MailBox:
    """Seals what mails say with a key of its own, derived from the application's secret."""

    def __init__(self, secret: str, former: Sequence[str] = ()) -> None:
        self._box = SealedBox(secret, SEALED_MAILS, former)

    def seal(self, message: EmailMessage) -> bytes:
        return self._box.seal(json.dumps(asdict(message)).encode())

    def unseal(self, sealed: bytes) -> EmailMessage | None:
        """None when it was sealed under another secret."""
        content = self._box.open(sealed)
        return EmailMessage(**json.loads(content)) if content is not None else None


def queue_mail(
    session: Session,
    box: MailBox,
    *,
    to: str,
    kind: str,
    locale: Locale,
    now: datetime,
    link: str | None = None,
    **values: object,
) -> None:
    """Queue the mail that the catalogue describes as `mail.<kind>`; `to=""` is nobody, and the same work."""
    _queue(session, box, to, kind, locale, now, compose(kind, locale, link, values))


def queue_list(
    session: Session,
    box: MailBox,
    *,
    to: str,
    kind: str,
    locale: Locale,
    now: datetime,
    link: str,
    groups: Sequence[Group],
    **values: object,
) -> None:
    """The same of a mail that tells of several things, each with a link of its own."""
    _queue(session, box, to, kind, locale, now, compose(kind, locale, link, values, groups))


def _queue(
    session: Session, box: MailBox, to: str, kind: str, locale: Locale, now: datetime, message: EmailMessage
) -> None:
    if to and not is_address(to):
        raise ValueError("a mail goes to one address, or to nobody")
    content = box.seal(message)
    session.add(QueuedMail(to_address=to, locale=locale, kind=kind, content=content, created_at=now, next_try_at=now))


def is_address(text: str) -> bool:
    """One plain address, fit for a header."""
    return len(text) <= MAX_ADDRESS_LENGTH and _ADDRESS.fullmatch(text) is not None
