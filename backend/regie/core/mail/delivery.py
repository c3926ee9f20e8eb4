"""Delivers queued mail: each one is claimed, lest two workers send it, then sent, retried later, or given up."""

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
from regie.core.mail.queue import MailBox, QueuedMail
from regie.core.mail.rendering import LANGUAGES, EmailMessage, one_line
from regie.core.mail.transports import DeliveryError, MailTransport
from regie.core.text.locale import Locale
from regie.core.time.clock import Clock

log = structlog.get_logger("regie.mail")
# After the last of these a mail is given up.
RETRY_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
# Longer than sending one may take: then the worker that claimed it was killed.
CLAIM_DURATION = timedelta(minutes=5)
_SENDER_NAME = "Régie"
# How many mails are sent at once.
MAX_LANES = 4


@dataclass(frozen=True, slots=True)
class Claimed:
    """A mail that belongs to this worker until the claim lapses."""

    id: int
    to_address: str
    locale: Locale
    kind: str
    content: bytes
    created_at: datetime
    attempts: int
    claimed_until: datetime


@dataclass(frozen=True, slots=True)
class MailWorker:
    """Sends queued mail; `sender` is the address that it comes from."""

    database: Database
    clock: Clock
    box: MailBox
    transport: MailTransport
    sender: str
    is_stopping: Callable[[], bool] = lambda: False

    def find_waiting(self) -> Sequence[str]:
        """Lanes, not mails: each sends one mail after the other; a slow one leaves the next mail to another."""
        now = self.clock.now()
        counts = select(func.count(), func.count().filter(_is_free(now))).where(_is_due(now))
        with self.database.read() as db:
            due, free = db.execute(counts).one()
        return [f"lane {number}" for number in range(1, 1 + min(due, MAX_LANES))] if free else []

    def deliver_due(self) -> int:
        """How many mails were taken up; each is sent, retried later or given up."""
        taken = 0
        while not self.is_stopping() and (mail := self._claim()):
            self._deliver(mail)
            taken += 1
        return taken

    def _claim(self) -> Claimed | None:
        now = self.clock.now()
        due = select(QueuedMail.id).where(_is_due(now), _is_free(now)).order_by(QueuedMail.next_try_at, QueuedMail.id)
        due = due.limit(1)
        with self.database.read() as db:  # at the end there is nothing left, and then no writer has to wait
            if db.execute(due).first() is None:
                return None
        claiming = (
            update(QueuedMail)
            .where(QueuedMail.id == due.with_for_update(skip_locked=True).scalar_subquery())
            .values(claimed_until=now + CLAIM_DURATION, attempts=QueuedMail.attempts + 1)
            .returning(*(getattr(QueuedMail, name) for name in Claimed.__slots__))
            .execution_options(synchronize_session=False)
        )
        with self.database.write() as session:
            row = session.execute(claiming).first()
        return Claimed(**row._mapping) if row else None

    def _deliver(self, mail: Claimed) -> None:
        try:
            if mail.to_address:
                self._send(mail)
        except DeliveryError as problem:
            self._postpone(mail, problem)
        except Exception as error:  # its words could be the mail's own
            self._postpone(mail, DeliveryError(type(error).__name__))
        else:
            with self.database.write() as session:
                _settle(session, delete(QueuedMail), mail)
                # The address takes mail again: what was given up before is no news any more.
                given_up = (QueuedMail.to_address == mail.to_address, QueuedMail.failed_at.is_not(None))
                session.execute(delete(QueuedMail).where(*given_up))
            log.info("mail sent" if mail.to_address else "mail to nobody", mail=mail.id, kind=mail.kind)

    def _send(self, mail: Claimed) -> None:
        if mail.attempts > len(RETRY_DELAYS) + 1:  # each attempt ended its worker
            raise DeliveryError("attempts", is_final=True)
        content = self.box.unseal(mail.content)
        if content is None:
            raise DeliveryError("another secret", is_final=True)
        to = _ascii_domain(mail.to_address)
        self.transport.send(write_message(mail, content, self.sender, to), self.sender, to)

    def _postpone(self, mail: Claimed, problem: DeliveryError) -> None:
        now, code = self.clock.now(), problem.code[:40]
        is_final = problem.is_final or mail.attempts > len(RETRY_DELAYS)
        values: dict[str, Any] = {"claimed_until": None, "error": code}
        if is_final:
            values |= {"failed_at": now, "content": None}
        else:
            values |= {"next_try_at": now + RETRY_DELAYS[mail.attempts - 1]}
        with self.database.write() as session:
            _settle(session, update(QueuedMail).values(values), mail)
        log.warning("mail given up" if is_final else "mail postponed", mail=mail.id, kind=mail.kind, code=code)


def _is_due(now: datetime) -> Any:
    return and_(QueuedMail.failed_at.is_(None), QueuedMail.next_try_at <= now)


def _is_free(now: datetime) -> Any:
    return or_(QueuedMail.claimed_until.is_(None), QueuedMail.claimed_until <= now)


def _settle(session: Session, statement: Any, mail: Claimed) -> None:
    """Only while the claim is still ours: SQLite gives the number of a deleted row to the next one."""
    is_ours = and_(QueuedMail.id == mail.id, QueuedMail.claimed_until == mail.claimed_until)
    done: Any = session.execute(statement.where(is_ours).execution_options(synchronize_session=False))
    if not done.rowcount:
        log.warning("a claim on a mail had lapsed", mail=mail.id, kind=mail.kind)


def write_message(mail: Claimed, content: EmailMessage, sender: str, to: str) -> MimeMessage:
    """The mail on the wire; the same one at every attempt, so that a mailbox knows a repetition."""
    message = MimeMessage(policy=SMTP)
    name, _, domain = to.rpartition("@")
    message["From"] = Address(_SENDER_NAME, addr_spec=sender)
    message["To"] = Address(username=name, domain=domain)
    message.set_raw("Subject", _fold_subject(one_line(content.subject)))
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = f"<{sha256(mail.content).hexdigest()[:32]}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(content.text, cte="quoted-printable")
    message.add_alternative(content.html, subtype="html", cte="quoted-printable")
    message["Content-Language"] = LANGUAGES[mail.locale]  # last: whoever sets the content clears what is said of it
    return message


def _fold_subject(subject: str) -> str:
    """The header’s lines: `EmailMessage` loses spaces between the encoded words of a long subject."""
    return Header(subject, "us-ascii" if subject.isascii() else "utf-8", header_name="Subject").encode()


def _ascii_domain(address: str) -> str:
    """Servers know a domain with accents by its other spelling only."""
    name, _, domain = address.rpartition("@")
    try:
        return f"{name}@{domain.encode('idna').decode()}"
    except UnicodeError:
        raise DeliveryError("address", is_final=True) from None
