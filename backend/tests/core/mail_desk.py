"""What the tests of mail share: where they queue, send and look, and a carrier that keeps what it was given."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from email.message import EmailMessage as MimeMessage
from typing import Any

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.mail.delivery import MailWorker
from regie.core.mail.queue import MailBox, QueuedMail, queue_mail
from regie.core.mail.transports import SmtpServer, SmtpTransport
from tests.conftest import MovableClock
from tests.core.mail_server import MailServer

SENDER = "no-reply@regie.example"
MAELLE = "maelle@regie.example"
LINK = "https://regie.example/auth/links/abc"


@dataclass
class Hand:
    """A carrier that keeps what it was given, after doing what a test wants."""

    first: Callable[[], object] = lambda: None
    carried: list[tuple[str, MimeMessage]] = field(default_factory=list)

    def send(self, message: MimeMessage, sender: str, to: str) -> None:
        self.first()
        self.carried.append((to, message))


@dataclass
class Desk:
    """Where a test queues, sends and looks."""

    database: Database
    clock: MovableClock
    box: MailBox

    def queue(self, to: str = MAELLE, **changed: Any) -> None:
        asked = {"kind": "sign_in_code", "locale": "fr-ca", "link": LINK, "code": "493027", "minutes": 10} | changed
        with self.database.write() as session:
            queue_mail(session, self.box, to=to, now=self.clock.now(), **asked)

    def worker(self, carrier: Any) -> MailWorker:
        return MailWorker(self.database, self.clock, self.box, carrier, SENDER)

    def rows(self) -> list[Any]:
        with self.database.read() as db:
            return list(db.execute(select(QueuedMail).order_by(QueuedMail.id)).all())


def by_smtp(server: MailServer, **changed: Any) -> SmtpTransport:
    """Patience for a machine that has others to run; a test that waits for its end has less of it."""
    return SmtpTransport(replace(SmtpServer("127.0.0.1", server.port, "none"), **changed))
