"""Which server carries the mail is one setting; no password and no mail goes to one that cannot prove itself."""

from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from structlog.testing import capture_logs

from regie import worker
from regie.core.db.database import Database
from regie.core.mail.delivery import RETRY_DELAYS
from regie.core.mail.transports import OutboxTransport, SmtpServer, SmtpTransport, read_smtp_url
from regie.core.time.clock import Clock
from regie.settings import SettingsError, load_settings
from tests.core.mail_desk import Desk, by_smtp
from tests.core.mail_server import MailServer, certificate, mail_server
from tests.factories.world import unchanged


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://u:p%40ss@mail.example:2525", SmtpServer("mail.example", 2525, "starttls", "u", "p@ss")),
        ("smtp://mail.example", SmtpServer("mail.example", 587, "starttls")),
        ("smtps://mail.example", SmtpServer("mail.example", 465, "tls")),
        ("smtp://localhost:25", SmtpServer("localhost", 25, "none")),
        ("smtp://[::1]:25", SmtpServer("::1", 25, "none")),
        ("smtps://127.0.0.1", SmtpServer("127.0.0.1", 465, "tls")),
        ("smtp://127.0.0.1.example", SmtpServer("127.0.0.1.example", 587, "starttls")),
    ],
)
def test_a_server_is_named_by_its_address(url: str, server: SmtpServer):
    assert read_smtp_url(url) == server
    assert "p@ss" not in repr(server)


@pytest.mark.parametrize(
    "url",
    ["mail.example", "http://mail.example", "smtp://", "smtp://u:se/cret@host", "smtp://u:se#cret@host", "smtp://[::1"],
)
def test_an_address_that_cannot_be_read_is_refused_without_its_password(database: Database, tmp_path: Path, url: str):
    settings = load_settings({"REGIE_DATA": str(tmp_path), "REGIE_SMTP_URL": url})
    with unchanged(database), pytest.raises(SettingsError, match="REGIE_SMTP_URL") as refused:
        worker.mail_worker(settings, database, Clock(), Event())
    assert not [part for part in ("u:", "se/", "cret@") if part in str(refused.value)]
    assert url not in repr(settings)


def test_a_sender_that_is_no_address_is_refused(database: Database, tmp_path: Path):
    settings = load_settings({"REGIE_DATA": str(tmp_path), "REGIE_MAIL_FROM": "Régie <no-reply@regie.example>"})
    with unchanged(database), pytest.raises(SettingsError, match="REGIE_MAIL_FROM"):
        worker.mail_worker(settings, database, Clock(), Event())


@pytest.mark.parametrize(("environment", "level"), [("production", "warning"), ("demo", "info")])
def test_without_a_server_mail_goes_into_the_outbox_and_that_is_said(
    database: Database, tmp_path: Path, environment: str, level: str
):
    given = {"REGIE_DATA": str(tmp_path), "REGIE_ENV": environment, "REGIE_ORIGIN": "https://regie.example:8443"}
    with capture_logs() as logs:
        sending = worker.mail_worker(load_settings(given), database, Clock(), Event())
    assert sending.transport == OutboxTransport(tmp_path / "outbox")
    assert sending.sender == "no-reply@regie.example"
    assert [entry["log_level"] for entry in logs] == [level]


def test_with_a_server_mail_goes_there(database: Database, tmp_path: Path):
    given = {"REGIE_DATA": str(tmp_path), "REGIE_SMTP_URL": "smtps://mail.example", "REGIE_MAIL_FROM": "a@b.example"}
    with capture_logs() as logs:
        sending = worker.mail_worker(load_settings(given), database, Clock(), Event())
    assert isinstance(sending.transport, SmtpTransport)
    assert (sending.transport.server.host, sending.sender, logs) == ("mail.example", "a@b.example", [])


def test_a_worker_that_ends_takes_no_further_mail(desk: Desk, server: MailServer):
    desk.queue()
    with unchanged(desk.database):
        assert replace(desk.worker(by_smtp(server)), is_stopping=lambda: True).deliver_due() == 0
    assert server.received == []


def test_a_server_on_the_network_must_encrypt(desk: Desk, server: MailServer):
    desk.queue()
    desk.worker(by_smtp(server, security="starttls", user="u", password="p")).deliver_due()
    assert [(row.attempts, row.error) for row in desk.rows()] == [(1, "no STARTTLS")]
    assert not [line for line in server.commands if line.startswith(("AUTH", "MAIL"))]


def test_no_password_goes_to_a_server_that_cannot_prove_itself(desk: Desk, tmp_path: Path):
    shown, trusting = certificate(tmp_path)
    desk.queue()
    with mail_server(shown) as server:
        stranger = by_smtp(server, host="localhost", security="starttls", user="u", password="p")
        for_another_name = replace(stranger, context=trusting, server=replace(stranger.server, host="127.0.0.1"))
        for wait, carrier in zip(RETRY_DELAYS, (stranger, for_another_name), strict=False):
            desk.worker(carrier).deliver_due()
            assert [row.error for row in desk.rows()] == ["certificate"]
            desk.clock.moment += wait
        assert not [line for line in server.commands if line.startswith(("AUTH", "MAIL"))]
        desk.worker(replace(stranger, context=trusting)).deliver_due()
    assert (len(server.received), desk.rows()) == (1, [])
    assert [line[:10] for line in server.commands if line.startswith("AUTH")] == ["AUTH PLAIN"]


def test_a_password_that_is_refused_can_be_mended(desk: Desk, server: MailServer):
    desk.queue()
    server.replies = {"AUTH": "535 wrong"}
    desk.worker(by_smtp(server, user="u", password="p")).deliver_due()
    assert [(row.error, row.failed_at) for row in desk.rows()] == [("not admitted 535", None)]
    assert server.received == []


def test_tls_from_the_first_byte(desk: Desk, tmp_path: Path):
    shown, trusting = certificate(tmp_path)
    desk.queue()
    with mail_server(shown, at_once=True) as server:
        stranger = by_smtp(server, host="localhost", security="tls")
        desk.worker(stranger).deliver_due()
        assert [row.error for row in desk.rows()] == ["certificate"]
        desk.clock.moment += RETRY_DELAYS[0]
        desk.worker(replace(stranger, context=trusting)).deliver_due()
    assert (len(server.received), desk.rows()) == (1, [])
