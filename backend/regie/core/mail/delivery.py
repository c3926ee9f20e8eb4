"""Delivers queued mail: claims each message so that one worker sends it, then sends, retries or abandons it."""

from base64 import b64decode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage as MimeMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

import structlog
from sqlalchemy import and_, delete, func, or_, select, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher, QueuedMail
from regie.core.mail.rendering import LANGUAGE_TAGS, EmailMessage, one_line
from regie.core.mail.transports import DeliveryError, MailTransport
from regie.core.restored_copy import IS_RESTORED_COPY
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock

log = structlog.get_logger("regie.mail")
# A message is abandoned after the last retry.
RETRY_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
# Longer than sending takes: an expired claim means that its worker was killed.
CLAIM_DURATION = timedelta(minutes=5)
_SENDER_NAME = "Régie"
# The number of messages sent at the same time.
MAX_PARALLEL_DELIVERIES = 4


@dataclass(frozen=True, slots=True)
class ClaimedMail:
    """A message that this worker sends until the claim expires."""

    id: int
    to_address: str
    locale: Locale
    kind: str
    content: bytes
    created_at: datetime
    attempts: int
    claimed_until: datetime
    reference: str | None = None


# Records of a message with a reference, in the transaction that settles it: sent, or abandoned for the reason `error`.
FollowMail = Callable[[Session, str, str | None, datetime], None]


def _follow_nothing(_session: Session, _reference: str, _error: str | None, _now: datetime) -> None:
    pass


@dataclass(frozen=True, slots=True)
class MailWorker:
    """Sends queued mail from the address `sender`; `follow` records what became of messages with a reference."""

    database: Database
    clock: Clock
    box: MailCipher
    transport: MailTransport
    sender: str
    is_stopping: Callable[[], bool] = lambda: False
    follow: FollowMail = _follow_nothing

    def find_waiting(self) -> Sequence[str]:
        """Return lanes, not messages: each lane sends message after message, so a slow one delays no other lane."""
        now = self.clock.now()
        counts = select(func.count(), func.count().filter(_is_unclaimed(now))).where(_is_due(now))
        with self.database.read() as db:
            due, unclaimed = db.execute(counts).one()
        return [f"lane {number}" for number in range(1, 1 + min(due, MAX_PARALLEL_DELIVERIES))] if unclaimed else []

    def deliver_due(self) -> int:
        """Process due messages and return how many: each is sent, postponed or abandoned."""
        count = 0
        while not self.is_stopping() and (mail := self._claim()):
            self._deliver(mail)
            count += 1
        return count

    def _claim(self) -> ClaimedMail | None:
        now = self.clock.now()
        due = (
            select(QueuedMail.id)
            .where(_is_due(now), _is_unclaimed(now))
            .order_by(QueuedMail.next_try_at, QueuedMail.id)
        )
        due = due.limit(1)
        with self.database.read() as db:  # avoids a write transaction when nothing is due
            if db.execute(due).first() is None:
                return None
        claiming = (
            update(QueuedMail)
            .where(QueuedMail.id == due.with_for_update(skip_locked=True).scalar_subquery())
            .values(claimed_until=now + CLAIM_DURATION, attempts=QueuedMail.attempts + 1)
            .returning(*(getattr(QueuedMail, name) for name in ClaimedMail.__slots__))
            .execution_options(synchronize_session=False)
        )
        with self.database.write() as session:
            row = session.execute(claiming).first()
        return ClaimedMail(**row._mapping) if row else None

    def _deliver(self, mail: ClaimedMail) -> None:
        try:
            if mail.to_address:
                self._send(mail)
        except DeliveryError as error:
            self._postpone(mail, error)
        except Exception as error:  # its message could contain the mail's content
            self._postpone(mail, DeliveryError(type(error).__name__))
        else:
            with self.database.write() as session:
                if _settle(session, delete(QueuedMail), mail) and mail.reference:
                    self.follow(session, mail.reference, None, self.clock.now())
                # The address accepts mail again: earlier failures are resolved.
                abandoned = (QueuedMail.to_address == mail.to_address, QueuedMail.failed_at.is_not(None))
                session.execute(delete(QueuedMail).where(*abandoned))
            log.info(
                "mail sent" if mail.to_address else "mail without recipient discarded", mail=mail.id, kind=mail.kind
            )

    def _send(self, mail: ClaimedMail) -> None:
        if mail.attempts > len(RETRY_DELAYS) + 1:  # every attempt ended its worker
            raise DeliveryError("attempts", is_final=True)
        content = self.box.unseal(mail.content)
        if content is None:
            raise DeliveryError("another secret", is_final=True)
        to = _ascii_domain(mail.to_address)
        self.transport.send(write_message(mail, content, self.sender, to), self.sender, to)

    def _postpone(self, mail: ClaimedMail, error: DeliveryError) -> None:
        now, code = self.clock.now(), error.code[:40]
        is_final = error.is_final or mail.attempts > len(RETRY_DELAYS)
        values: dict[str, Any] = {"claimed_until": None, "error": code}
        if is_final:
            values |= {"failed_at": now, "content": None}
        else:
            values |= {"next_try_at": now + RETRY_DELAYS[mail.attempts - 1]}
        with self.database.write() as session:
            settled = _settle(session, update(QueuedMail).values(values), mail)
            if settled and is_final and mail.reference:
                self.follow(session, mail.reference, code, now)
        log.warning("mail abandoned" if is_final else "mail postponed", mail=mail.id, kind=mail.kind, code=code)


def _is_due(now: datetime) -> Any:
    return and_(QueuedMail.failed_at.is_(None), QueuedMail.next_try_at <= now, ~IS_RESTORED_COPY)


def _is_unclaimed(now: datetime) -> Any:
    return or_(QueuedMail.claimed_until.is_(None), QueuedMail.claimed_until <= now)


def _settle(session: Session, statement: Any, mail: ClaimedMail) -> bool:
    """Run the statement only while the claim is valid, and return whether it was: SQLite reuses ids of deleted rows."""
    is_claimed = and_(QueuedMail.id == mail.id, QueuedMail.claimed_until == mail.claimed_until)
    done: Any = session.execute(statement.where(is_claimed).execution_options(synchronize_session=False))
    if not done.rowcount:
        log.warning("mail claim expired", mail=mail.id, kind=mail.kind)
    return bool(done.rowcount)


def write_message(mail: ClaimedMail, content: EmailMessage, sender: str, to: str) -> MimeMessage:
    """Build the MIME message; its Message-ID is the same at every attempt, so that mailboxes detect duplicates."""
    message = MimeMessage(policy=SMTP)
    name, _, domain = to.rpartition("@")
    message["From"] = Address(one_line(content.sender_name) or _SENDER_NAME, addr_spec=sender)
    message["To"] = Address(username=name, domain=domain)
    message.set_raw("Subject", _fold_subject(one_line(content.subject)))
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = f"<{sha256(mail.content).hexdigest()[:32]}@{sender.rpartition('@')[2]}>"
    if content.reply_to:  # a person sends it: mailboxes may answer that they are absent
        reply_name, _, reply_domain = _ascii_domain(content.reply_to).rpartition("@")
        message["Reply-To"] = Address(username=reply_name, domain=reply_domain)
    else:
        message["Auto-Submitted"] = "auto-generated"
    message.set_content(content.text, cte="quoted-printable")
    message.add_alternative(content.html, subtype="html", cte="quoted-printable")
    for file in content.files:
        pdf = b64decode(file.content)
        message.add_attachment(pdf, maintype="application", subtype="pdf", filename=one_line(file.name))
    message["Content-Language"] = LANGUAGE_TAGS[mail.locale]  # last: setting the content clears this header
    return message


def _fold_subject(subject: str) -> str:
    """The header’s lines: `EmailMessage` loses spaces between the encoded words of a long subject."""
    return Header(subject, "us-ascii" if subject.isascii() else "utf-8", header_name="Subject").encode()


def _ascii_domain(address: str) -> str:
    """Encode a domain with accents as IDNA, which servers require."""
    name, _, domain = address.rpartition("@")
    try:
        return f"{name}@{domain.encode('idna').decode()}"
    except UnicodeError:
        raise DeliveryError("address", is_final=True) from None
