"""Delivers queued mail: each one claimed, so that two workers never send it twice, tried again later, or given up."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

import structlog
from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.orm import Session

from regie.core.clock import Clock
from regie.core.db import Database
from regie.core.locale import Locale
from regie.core.mail import MailBox, QueuedMail
from regie.core.mail_carriers import Carrier, NotCarried
from regie.core.mail_words import LANGUAGES, Letter, one_line

log = structlog.get_logger("regie.mail")
# After the last of them a mail is given up.
WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 720))
# Longer than sending one may take, short enough to outlive a worker that was killed during it.
CLAIM = timedelta(minutes=5)
_SENDER_NAME = "Régie"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A mail that is this worker's until the claim lapses."""

    id: int
    to_address: str
    locale: Locale
    kind: str
    content: bytes
    created_at: datetime
    attempts: int
    claimed_until: datetime


@dataclass(frozen=True, slots=True)
class Postman:
    """Sends all mail that is due, one after the other; `sender` is the address that it comes from."""

    database: Database
    clock: Clock
    box: MailBox
    carrier: Carrier
    sender: str
    is_stopping: Callable[[], bool] = lambda: False

    def deliver_due(self) -> int:
        """How many mails were taken up; each is sent, put off or given up then."""
        taken = 0
        while not self.is_stopping() and (mail := self._claim()):
            self._deliver(mail)
            taken += 1
        return taken

    def _claim(self) -> Claimed | None:
        now = self.clock.now()
        due = _due(now)
        with self.database.read() as db:  # most looks find nothing, and then no writer has to wait for this one
            if db.execute(due).first() is None:
                return None
        claiming = (
            update(QueuedMail)
            .where(QueuedMail.id == due.with_for_update(skip_locked=True).scalar_subquery())
            .values(claimed_until=now + CLAIM, attempts=QueuedMail.attempts + 1)
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
        except NotCarried as problem:
            self._put_off(mail, problem)
        except Exception as error:  # its words could be the mail's own
            self._put_off(mail, NotCarried(type(error).__name__))
        else:
            with self.database.write() as session:
                _settle(session, delete(QueuedMail), mail)
                # The address takes mail again: what was given up before is no news any more.
                given_up = (QueuedMail.to_address == mail.to_address, QueuedMail.failed_at.is_not(None))
                session.execute(delete(QueuedMail).where(*given_up))
            log.info("mail sent" if mail.to_address else "mail to nobody", mail=mail.id, kind=mail.kind)

    def _send(self, mail: Claimed) -> None:
        if mail.attempts > len(WAITS) + 1:  # each attempt ended its worker
            raise NotCarried("attempts", is_final=True)
        letter = self.box.unseal(mail.content)
        if letter is None:
            raise NotCarried("another secret", is_final=True)
        to = _ascii_domain(mail.to_address)
        self.carrier.carry(write_message(mail, letter, self.sender, to), self.sender, to)

    def _put_off(self, mail: Claimed, problem: NotCarried) -> None:
        now, code = self.clock.now(), problem.code[:40]
        is_final = problem.is_final or mail.attempts > len(WAITS)
        values: dict[str, Any] = {"claimed_until": None, "error": code}
        if is_final:
            values |= {"failed_at": now, "content": None}
        else:
            values |= {"next_try_at": now + WAITS[mail.attempts - 1]}
        with self.database.write() as session:
            _settle(session, update(QueuedMail).values(values), mail)
        log.warning("mail given up" if is_final else "mail put off", mail=mail.id, kind=mail.kind, code=code)


def _due(now: datetime) -> Any:
    is_free = or_(QueuedMail.claimed_until.is_(None), QueuedMail.claimed_until <= now)
    is_due = and_(QueuedMail.failed_at.is_(None), QueuedMail.next_try_at <= now, is_free)
    return select(QueuedMail.id).where(is_due).order_by(QueuedMail.next_try_at, QueuedMail.id).limit(1)


def _settle(session: Session, statement: Any, mail: Claimed) -> None:
    """Only while the claim is still ours: SQLite gives the number of a deleted row to the next one."""
    is_ours = and_(QueuedMail.id == mail.id, QueuedMail.claimed_until == mail.claimed_until)
    done: Any = session.execute(statement.where(is_ours).execution_options(synchronize_session=False))
    if not done.rowcount:
        log.warning("a claim on a mail had lapsed", mail=mail.id, kind=mail.kind)


def write_message(mail: Claimed, letter: Letter, sender: str, to: str) -> EmailMessage:
    """The mail on the wire; the same one at every attempt, so that a mailbox knows a repetition."""
    message = EmailMessage(policy=SMTP)
    name, _, domain = to.rpartition("@")
    message["From"] = Address(_SENDER_NAME, addr_spec=sender)
    message["To"] = Address(username=name, domain=domain)
    message["Subject"] = one_line(letter.subject)
    message["Date"] = format_datetime(mail.created_at)
    message["Message-ID"] = f"<{sha256(mail.content).hexdigest()[:32]}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text, cte="quoted-printable")
    message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    message["Content-Language"] = LANGUAGES[mail.locale]  # last: whoever sets the content clears what is said of it
    return message


def _ascii_domain(address: str) -> str:
    """Servers know a domain with accents by its other spelling only."""
    name, _, domain = address.rpartition("@")
    try:
        return f"{name}@{domain.encode('idna').decode()}"
    except UnicodeError:
        raise NotCarried("address", is_final=True) from None
