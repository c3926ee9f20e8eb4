"""Shared helpers for mail tests: queueing, workers, and a fake transport."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.message import EmailMessage as MimeMessage
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.mail.delivery import MailWorker
from regie.core.mail.queue import MailCipher, QueuedMail, queue_mail
from regie.core.mail.transports import SmtpServer, SmtpTransport
from tests.conftest import MovableClock
from tests.core.mail_server import MailServer

SENDER = "no-reply@regie.example"
MAELLE = "maelle@regie.example"
LINK = "https://regie.example/auth/links/abc"


@dataclass
class FakeTransport:
    """Records sent messages, after calling `first`."""

    first: Callable[[], object] = lambda: None
    sent: list[tuple[str, MimeMessage]] = field(default_factory=list)

    def send(self, message: MimeMessage, sender: str, to: str) -> None:
        self.first()
        self.sent.append((to, message))


@dataclass
class MailSetup:
    """Queues mail, creates workers and reads the queue."""

    database: Database
    clock: MovableClock
    box: MailCipher

    def queue(self, to: str = MAELLE, **changed: Any) -> None:
        arguments = {"kind": "sign_in_code", "locale": "fr-ca", "link": LINK, "code": "493027", "minutes": 10} | changed
        with self.database.write() as session:
            queue_mail(session, self.box, to=to, now=self.clock.now(), **arguments)

    def worker(self, transport: Any) -> MailWorker:
        return MailWorker(self.database, self.clock, self.box, transport, SENDER)

    def rows(self) -> list[Any]:
        with self.database.read() as db:
            return list(db.execute(select(QueuedMail).order_by(QueuedMail.id)).all())


def smtp_transport(server: MailServer, **changed: Any) -> SmtpTransport:
    """Return a transport to the test server, with the default timeouts."""
    return SmtpTransport(replace(SmtpServer("127.0.0.1", server.port, "none"), **changed))
