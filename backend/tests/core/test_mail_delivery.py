"""Tests the delivery of mail: claims, retries, permanent failures and the outbox."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage as MimeMessage
from email.policy import default
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from regie.core.mail.delivery import CLAIM_DURATION, MAX_PARALLEL_DELIVERIES, RETRY_DELAYS, ClaimedMail, write_message
from regie.core.mail.queue import MailCipher, QueuedMail
from regie.core.mail.rendering import EmailMessage
from regie.core.mail.transports import DeliveryError, OutboxTransport
from tests.core.mail_server import DISCONNECT, DISCONNECT_IN_DATA, DRIP, STALL, MailServer
from tests.core.mail_setup import LINK, MAELLE, SENDER, FakeTransport, MailSetup, smtp_transport
from tests.factories.world import assert_unchanged


def test_mail_is_sent_by_smtp_and_deleted(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    assert mail_setup.worker(smtp_transport(server)).deliver_due() == 1
    assert mail_setup.rows() == []
    [(sender, to, raw)] = server.received
    assert (sender.split()[0], to) == (f"FROM:<{SENDER}>", f"TO:<{MAELLE}>")
    raw.decode("ascii")
    message = message_from_bytes(raw, policy=default)
    assert (message["From"], message["To"]) == (f"Régie <{SENDER}>", MAELLE)
    assert message["Subject"] == "Votre code de connexion à Régie"
    assert message["Date"].datetime == mail_setup.clock.now()
    assert message["Message-ID"].endswith("@regie.example>")
    assert (message["Auto-Submitted"], message["Content-Language"]) == ("auto-generated", "fr-CA")
    assert message["Reply-To"] is None
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert LINK in message.get_body(("plain",)).get_content().splitlines()  # type: ignore[union-attr]
    assert mail_setup.worker(smtp_transport(server)).deliver_due() == 0


def test_mail_that_is_not_due_is_not_sent(mail_setup: MailSetup):
    mail_setup.queue()
    mail_setup.clock.moment -= timedelta(seconds=1)
    transport = FakeTransport()
    with assert_unchanged(mail_setup.database):
        assert mail_setup.worker(transport).deliver_due() == 0
    assert transport.sent == []


def test_mail_without_recipient_is_deleted_unsent(mail_setup: MailSetup):
    mail_setup.queue("")
    transport = FakeTransport()
    assert mail_setup.worker(transport).deliver_due() == 1
    assert (transport.sent, mail_setup.rows()) == ([], [])


@pytest.mark.parametrize(
    ("replies", "code"),
    [
        ({"GREETING": "554 not today"}, "greeting 554"),
        ({"GREETING": DISCONNECT}, "disconnected"),
        ({"MAIL": "451 later"}, "refused 451"),
        ({"RCPT": "450 busy"}, "refused 450"),
        ({"DATA": "452 full"}, "refused 452"),
        ({"DATA": DISCONNECT}, "disconnected"),
        ({"END": DISCONNECT_IN_DATA}, "disconnected"),
        ({"END": "451 later"}, "refused 451"),
    ],
)
def test_temporary_failure_is_retried(mail_setup: MailSetup, server: MailServer, replies: dict[str, str], code: str):
    mail_setup.queue()
    sending = mail_setup.worker(smtp_transport(server))
    server.replies = replies
    assert sending.deliver_due() == 1
    [row] = mail_setup.rows()
    assert (row.attempts, row.error, row.failed_at, row.claimed_until) == (1, code, None, None)
    assert row.next_try_at == mail_setup.clock.now() + RETRY_DELAYS[0]
    assert server.received == []
    assert sending.deliver_due() == 0
    server.replies = {}
    mail_setup.clock.moment += RETRY_DELAYS[0]
    assert sending.deliver_due() == 1
    assert (len(server.received), mail_setup.rows()) == (1, [])


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "END"])
def test_permanent_failure_abandons_the_mail(mail_setup: MailSetup, server: MailServer, verb: str):
    mail_setup.queue()
    server.replies = {verb: "550 no such person"}
    assert mail_setup.worker(smtp_transport(server)).deliver_due() == 1
    [row] = mail_setup.rows()
    assert (row.content, row.failed_at, row.error) == (None, mail_setup.clock.now(), "refused 550")
    assert (row.to_address, row.kind) == (MAELLE, "sign_in_code")
    mail_setup.clock.moment += timedelta(days=30)
    with assert_unchanged(mail_setup.database):
        assert mail_setup.worker(smtp_transport(server)).deliver_due() == 0
    assert server.received == []


def test_failure_after_acceptance_is_ignored(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    server.replies = {"QUIT": DISCONNECT}
    mail_setup.worker(smtp_transport(server)).deliver_due()
    assert (len(server.received), mail_setup.rows()) == (1, [])


@pytest.mark.parametrize(("verb", "how"), [("GREETING", STALL), ("END", STALL), ("GREETING", DRIP), ("RCPT", DRIP)])
def test_slow_server_times_out(mail_setup: MailSetup, server: MailServer, verb: str, how: str):
    mail_setup.queue()
    server.replies = {verb: how}
    mail_setup.worker(replace(smtp_transport(server), total_s=1.0)).deliver_due()
    assert [(row.attempts, row.error, row.failed_at) for row in mail_setup.rows()] == [(1, "timeout", None)]


def test_slow_step_times_out(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    server.replies = {"MAIL": STALL}
    mail_setup.worker(replace(smtp_transport(server), step_s=0.5)).deliver_due()
    assert [(row.attempts, row.failed_at) for row in mail_setup.rows()] == [(1, None)]


def test_mail_is_abandoned_after_the_last_retry(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    transport = smtp_transport(server)
    server.close()
    for wait in RETRY_DELAYS:
        assert mail_setup.worker(transport).deliver_due() == 1
        assert mail_setup.rows()[0].next_try_at == mail_setup.clock.now() + wait
        mail_setup.clock.moment += wait
    assert mail_setup.worker(transport).deliver_due() == 1
    [row] = mail_setup.rows()
    assert (row.attempts, row.content, row.failed_at) == (len(RETRY_DELAYS) + 1, None, mail_setup.clock.now())
    assert row.error == "connection"


def test_claimed_mail_is_not_sent_by_another_worker(mail_setup: MailSetup):
    mail_setup.queue()
    transport, other = FakeTransport(), FakeTransport()
    transport.first = lambda: mail_setup.worker(other).deliver_due()
    assert mail_setup.worker(transport).deliver_due() == 1
    assert (len(transport.sent), other.sent, mail_setup.rows()) == (1, [], [])


def test_slow_mail_does_not_block_other_lanes(mail_setup: MailSetup):
    lanes: list[list[str]] = []

    def record_lanes() -> None:
        lanes.append(list(mail_setup.worker(FakeTransport()).find_waiting()))
        mail_setup.queue()
        lanes.append(list(mail_setup.worker(FakeTransport()).find_waiting()))

    mail_setup.queue()
    transport = FakeTransport(record_lanes)
    worker = mail_setup.worker(transport)
    assert worker.find_waiting() == ["lane 1"]
    transport.first = lambda: None if lanes else record_lanes()
    worker.deliver_due()
    assert lanes == [[], ["lane 1", "lane 2"]]
    for _ in range(MAX_PARALLEL_DELIVERIES + 1):
        mail_setup.queue()
    assert len(worker.find_waiting()) == MAX_PARALLEL_DELIVERIES


def test_claim_of_a_killed_worker_expires(mail_setup: MailSetup):
    class Killed(BaseException):
        pass

    def die() -> None:
        raise Killed

    mail_setup.queue()
    with pytest.raises(Killed):
        mail_setup.worker(FakeTransport(die)).deliver_due()
    transport = FakeTransport()
    assert mail_setup.worker(transport).deliver_due() == 0
    mail_setup.clock.moment += CLAIM_DURATION
    assert mail_setup.worker(transport).deliver_due() == 1
    assert (len(transport.sent), mail_setup.rows()) == (1, [])


def test_worker_with_expired_claim_does_not_change_the_mail(mail_setup: MailSetup):
    """A transport exceeds its claim, while another worker claims the row and fails."""

    def lose() -> None:
        mail_setup.clock.moment += CLAIM_DURATION
        mail_setup.worker(FakeTransport(refuse)).deliver_due()

    def refuse() -> None:
        raise DeliveryError("refused 451")

    mail_setup.queue()
    mail_setup.worker(FakeTransport(lose)).deliver_due()
    assert [(row.attempts, row.error) for row in mail_setup.rows()] == [(2, "refused 451")]


def test_mail_that_kills_its_worker_repeatedly_is_abandoned(mail_setup: MailSetup):
    mail_setup.queue()
    with mail_setup.database.write() as session:
        session.execute(update(QueuedMail).values(attempts=len(RETRY_DELAYS) + 1))
    transport = FakeTransport()
    mail_setup.worker(transport).deliver_due()
    assert (transport.sent, [row.error for row in mail_setup.rows()]) == ([], ["attempts"])


def test_concurrent_workers_send_each_mail_once(mail_setup: MailSetup):
    addresses = [f"p{number}@regie.example" for number in range(24)]
    for address in addresses:
        mail_setup.queue(address)
    transports, start = [FakeTransport(), FakeTransport(), FakeTransport()], Barrier(3)

    def work(transport: FakeTransport) -> None:
        start.wait(30)
        # A worker that loses a race finds nothing and tries again.
        while mail_setup.rows():
            mail_setup.worker(transport).deliver_due()

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(work, transports))
    assert sorted(to for transport in transports for to, _ in transport.sent) == sorted(addresses)
    assert mail_setup.rows() == []


def test_mail_sealed_with_an_unknown_secret_is_abandoned(mail_setup: MailSetup):
    mail_setup.queue()
    transport = FakeTransport()
    replace(mail_setup.worker(transport), box=MailCipher("another")).deliver_due()
    assert transport.sent == []
    assert [(row.content, row.error) for row in mail_setup.rows()] == [(None, "another secret")]


def test_retry_sends_the_same_headers(mail_setup: MailSetup):
    def refuse() -> None:
        raise DeliveryError("refused 451")

    class Refusing(FakeTransport):
        def send(self, message: MimeMessage, sender: str, to: str) -> None:
            super().send(message, sender, to)
            refuse()

    mail_setup.queue()
    refusing, transport = Refusing(), FakeTransport()
    mail_setup.worker(refusing).deliver_due()
    mail_setup.clock.moment += RETRY_DELAYS[0]
    mail_setup.worker(transport).deliver_due()
    first, second = refusing.sent[0][1], transport.sent[0][1]
    for header in ("Message-ID", "Date", "Subject"):
        assert first[header] == second[header]


def test_log_contains_no_mail_content(mail_setup: MailSetup):
    def fail() -> None:
        raise RuntimeError(f"493027 {LINK} {MAELLE}")

    mail_setup.queue()
    with capture_logs() as logs:
        mail_setup.worker(FakeTransport(fail)).deliver_due()
        mail_setup.clock.moment += RETRY_DELAYS[0]
        mail_setup.worker(FakeTransport()).deliver_due()
    assert [entry["event"] for entry in logs] == ["mail postponed", "mail sent"]
    assert not [word for word in ("493027", LINK, MAELLE) if word in json.dumps(logs)]


@pytest.mark.parametrize(
    ("address", "encoded"),
    [("zoé@regie.example", "zoé@regie.example"), ("zoe@régie.example", "zoe@xn--rgie-bpa.example")],
)
def test_addresses_with_accents_are_encoded(mail_setup: MailSetup, server: MailServer, address: str, encoded: str):
    mail_setup.queue(address)
    mail_setup.worker(smtp_transport(server)).deliver_due()
    assert [to for _, to, _ in server.received] == [f"TO:<{encoded}>"]


def test_line_breaks_in_names_add_no_headers(mail_setup: MailSetup, server: MailServer):
    people = {
        "name": "Zoé\r\nBcc: a@regie.example",
        "inviter": "X\nTo: b@regie.example",
        "organization": "N\r\n\r\nbody",
    }
    mail_setup.queue(kind="invitation", code=None, minutes=None, days=7, **people)
    mail_setup.worker(smtp_transport(server)).deliver_due()
    message = message_from_bytes(server.received[0][2], policy=default)
    assert message["Bcc"] is None
    assert message.get_all("To") == [MAELLE]
    assert message["Subject"] == "Votre invitation à Régie\u00a0: N body"


def test_outbox_writes_complete_private_files(mail_setup: MailSetup, tmp_path: Path):
    folder = tmp_path / "outbox"
    mail_setup.queue()
    mail_setup.queue("joel@regie.example", locale="en-us")
    assert mail_setup.worker(OutboxTransport(folder)).deliver_due() == 2
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".eml", ".eml"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    first, second = (message_from_bytes(file.read_bytes(), policy=default) for file in files)
    assert (first["To"], second["To"]) == (MAELLE, "joel@regie.example")
    assert second["Content-Language"] == "en-US"


def test_unwritable_outbox_is_retried(mail_setup: MailSetup, tmp_path: Path):
    (tmp_path / "outbox").write_text("not a folder")
    mail_setup.queue()
    mail_setup.worker(OutboxTransport(tmp_path / "outbox")).deliver_due()
    assert [(row.attempts, row.error, row.failed_at) for row in mail_setup.rows()] == [(1, "outbox", None)]


# Header folding between encoded words used to lose spaces of these subjects.
NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
LONG_SUBJECTS = (
    "utilisées a d’heures site ccc d’été Érablière \u00a0: 52\u00a0%",
    "Fjord-Nord\u00a0: 52\u00a0% des heures d’un forfait mensuel d’entretien sont déjà utilisées à Québec",
    "Overdue invoice",
)


@pytest.mark.parametrize("subject", LONG_SUBJECTS)
def test_long_subject_keeps_all_spaces(subject: str):
    claimed = ClaimedMail(1, "a@regie.example", "fr-ca", "digest", b"x", NOON, 0, NOON)
    content = EmailMessage(subject=subject, text="Bonjour", html="<p>Bonjour</p>")
    sent = write_message(claimed, content, "regie@regie.example", "a@regie.example").as_bytes()
    assert message_from_bytes(sent, policy=default)["Subject"] == subject
    assert max(len(line) for line in sent.splitlines()) <= 78
