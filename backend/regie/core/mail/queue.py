"""Queues mail in the transaction that it reports: rolled back with it, sent by the worker after the commit."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Integer, LargeBinary, String, delete
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.db.model import Model
from regie.core.encryption import SealedBox
from regie.core.mail.rendering import EmailMessage, MailFile, MailGroup, render_letter, render_mail
from regie.core.sample_data import is_sample_email
from regie.core.text.locale import Locale

MAX_ADDRESS_LENGTH = 254
SEALED_MAILS = "mails"
# One address only: no list, no display name, no line break.
_ADDRESS = re.compile(r"[^\s\x00-\x1f\x7f-\x9f,;:<>()\[\]\\\"@]+@[^\s\x00-\x1f\x7f-\x9f,;:<>()\[\]\\\"@]+")


class QueuedMail(Model):
    """A queued message: deleted once sent; an abandoned one stays without content, for administrators."""

    __tablename__ = "mails"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    # Empty for no recipient: queued as well, so that unknown addresses take as long as known ones.
    to_address: Mapped[str] = mapped_column(String(MAX_ADDRESS_LENGTH))
    locale: Mapped[str] = mapped_column(String(5))
    kind: Mapped[str] = mapped_column(String(40))
    # The record that follows whether its message was sent; null where none does.
    reference: Mapped[str | None] = mapped_column(String(36))
    # Encrypted: it can contain codes and links that grant access to accounts.
    content: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    next_try_at: Mapped[datetime]
    claimed_until: Mapped[datetime | None]
    failed_at: Mapped[datetime | None]
    # Why the last attempt failed: "refused 550", "connection", "timeout" …
    error: Mapped[str | None] = mapped_column(String(40))


class MailCipher:
    """Encrypts the content of mail with its own key, derived from the application's secret."""

    def __init__(self, secret: str, former: Sequence[str] = ()) -> None:
        self._box = SealedBox(secret, SEALED_MAILS, former)

    def seal(self, message: EmailMessage) -> bytes:
        return self._box.seal(json.dumps(asdict(message)).encode())

    def unseal(self, sealed: bytes) -> EmailMessage | None:
        """Return None when it was sealed with an unknown secret."""
        content = self._box.open(sealed)
        if content is None:
            return None
        stored = json.loads(content)
        files = tuple(MailFile(**file) for file in stored.pop("files", ()))
        return EmailMessage(**stored, files=files)


def queue_mail(
    session: Session,
    box: MailCipher,
    *,
    to: str,
    kind: str,
    locale: Locale,
    now: datetime,
    link: str | None = None,
    quoted: str = "",
    **values: object,
) -> None:
    """Queue the message `mail.<kind>` of the catalogue; `to=""` has no recipient and takes as long."""
    _queue(session, box, to, kind, locale, now, render_mail(kind, locale, link, values, quoted=quoted))


def queue_list_mail(
    session: Session,
    box: MailCipher,
    *,
    to: str,
    kind: str,
    locale: Locale,
    now: datetime,
    link: str,
    groups: Sequence[MailGroup],
    **values: object,
) -> None:
    """Queue a message that lists several items, each with its own link."""
    _queue(session, box, to, kind, locale, now, render_mail(kind, locale, link, values, groups))


def queue_letter(
    session: Session,
    box: MailCipher,
    *,
    to: str,
    kind: str,
    locale: Locale,
    now: datetime,
    subject: str,
    text: str,
    organization: str,
    reply_to: str,
    files: Mapping[str, bytes],
    reference: str,
) -> None:
    """Queue a message that a person sends for the organization, with PDFs by name; answers go to `reply_to`."""
    title, plain, html = render_letter(subject, text, locale, organization=organization)
    attached = tuple(MailFile(name, b64encode(content).decode()) for name, content in files.items())
    message = EmailMessage(title, plain, html, sender_name=organization, reply_to=reply_to, files=attached)
    _queue(session, box, to, kind, locale, now, message, reference)


def _queue(
    session: Session,
    box: MailCipher,
    to: str,
    kind: str,
    locale: Locale,
    now: datetime,
    message: EmailMessage,
    reference: str | None = None,
) -> None:
    if to and not is_email_address(to):
        raise ValueError("a message has one recipient or none")
    if is_sample_email(to):
        # A fictional user: like an unknown address, so that it takes as long.
        to = ""
    content = box.seal(message)
    session.add(
        QueuedMail(
            to_address=to,
            locale=locale,
            kind=kind,
            reference=reference,
            content=content,
            created_at=now,
            next_try_at=now,
        )
    )


def purge_abandoned_mails(session: Session, before: datetime) -> None:
    """Delete messages that were abandoned before this time."""
    session.execute(delete(QueuedMail).where(QueuedMail.failed_at < before))


def is_email_address(text: str) -> bool:
    """Return whether this is one plain address, safe in a header."""
    return len(text) <= MAX_ADDRESS_LENGTH and _ADDRESS.fullmatch(text) is not None
