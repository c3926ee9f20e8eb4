"""Tests the settings of the SMTP server, and TLS: nothing is sent without a valid certificate."""

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
from tests.core.mail_server import MailServer, mail_server, make_certificate
from tests.core.mail_setup import MailSetup, smtp_transport
from tests.factories.world import assert_unchanged


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
def test_smtp_url_is_parsed(url: str, server: SmtpServer):
    assert read_smtp_url(url) == server
    assert "p@ss" not in repr(server)


@pytest.mark.parametrize(
    "url",
    ["mail.example", "http://mail.example", "smtp://", "smtp://u:se/cret@host", "smtp://u:se#cret@host", "smtp://[::1"],
)
def test_invalid_smtp_url_is_refused_without_showing_the_password(database: Database, tmp_path: Path, url: str):
    settings = load_settings({"REGIE_DATA": str(tmp_path), "REGIE_SMTP_URL": url})
    with assert_unchanged(database), pytest.raises(SettingsError, match="REGIE_SMTP_URL") as refused:
        worker.mail_worker(settings, database, Clock(), Event())
    assert not [part for part in ("u:", "se/", "cret@") if part in str(refused.value)]
    assert url not in repr(settings)


def test_invalid_sender_is_refused(database: Database, tmp_path: Path):
    settings = load_settings({"REGIE_DATA": str(tmp_path), "REGIE_MAIL_FROM": "Régie <no-reply@regie.example>"})
    with assert_unchanged(database), pytest.raises(SettingsError, match="REGIE_MAIL_FROM"):
        worker.mail_worker(settings, database, Clock(), Event())


@pytest.mark.parametrize(("environment", "level"), [("production", "warning"), ("demo", "info")])
def test_mail_without_a_server_goes_to_the_outbox_and_is_logged(
    database: Database, tmp_path: Path, environment: str, level: str
):
    given = {"REGIE_DATA": str(tmp_path), "REGIE_ENV": environment, "REGIE_ORIGIN": "https://regie.example:8443"}
    with capture_logs() as logs:
        sending = worker.mail_worker(load_settings(given), database, Clock(), Event())
    assert sending.transport == OutboxTransport(tmp_path / "outbox")
    assert sending.sender == "no-reply@regie.example"
    assert [entry["log_level"] for entry in logs] == [level]


def test_mail_goes_to_the_configured_server(database: Database, tmp_path: Path):
    given = {"REGIE_DATA": str(tmp_path), "REGIE_SMTP_URL": "smtps://mail.example", "REGIE_MAIL_FROM": "a@b.example"}
    with capture_logs() as logs:
        sending = worker.mail_worker(load_settings(given), database, Clock(), Event())
    assert isinstance(sending.transport, SmtpTransport)
    assert (sending.transport.server.host, sending.sender, logs) == ("mail.example", "a@b.example", [])


def test_stopping_worker_sends_no_mail(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    with assert_unchanged(mail_setup.database):
        assert replace(mail_setup.worker(smtp_transport(server)), is_stopping=lambda: True).deliver_due() == 0
    assert server.received == []


def test_server_without_encryption_is_refused(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    mail_setup.worker(smtp_transport(server, security="starttls", user="u", password="p")).deliver_due()
    assert [(row.attempts, row.error) for row in mail_setup.rows()] == [(1, "no STARTTLS")]
    assert not [line for line in server.commands if line.startswith(("AUTH", "MAIL"))]


def test_password_is_not_sent_without_a_valid_certificate(mail_setup: MailSetup, tmp_path: Path):
    server_tls, client_tls = make_certificate(tmp_path)
    mail_setup.queue()
    with mail_server(server_tls) as server:
        untrusted = smtp_transport(server, host="localhost", security="starttls", user="u", password="p")
        other_name = replace(untrusted, context=client_tls, server=replace(untrusted.server, host="127.0.0.1"))
        for wait, transport in zip(RETRY_DELAYS, (untrusted, other_name), strict=False):
            mail_setup.worker(transport).deliver_due()
            assert [row.error for row in mail_setup.rows()] == ["certificate"]
            mail_setup.clock.moment += wait
        assert not [line for line in server.commands if line.startswith(("AUTH", "MAIL"))]
        mail_setup.worker(replace(untrusted, context=client_tls)).deliver_due()
    assert (len(server.received), mail_setup.rows()) == (1, [])
    assert [line[:10] for line in server.commands if line.startswith("AUTH")] == ["AUTH PLAIN"]


def test_refused_password_is_retried(mail_setup: MailSetup, server: MailServer):
    mail_setup.queue()
    server.replies = {"AUTH": "535 wrong"}
    mail_setup.worker(smtp_transport(server, user="u", password="p")).deliver_due()
    assert [(row.error, row.failed_at) for row in mail_setup.rows()] == [("not admitted 535", None)]
    assert server.received == []


def test_implicit_tls_requires_a_valid_certificate(mail_setup: MailSetup, tmp_path: Path):
    server_tls, client_tls = make_certificate(tmp_path)
    mail_setup.queue()
    with mail_server(server_tls, implicit_tls=True) as server:
        untrusted = smtp_transport(server, host="localhost", security="tls")
        mail_setup.worker(untrusted).deliver_due()
        assert [row.error for row in mail_setup.rows()] == ["certificate"]
        mail_setup.clock.moment += RETRY_DELAYS[0]
        mail_setup.worker(replace(untrusted, context=client_tls)).deliver_due()
    assert (len(server.received), mail_setup.rows()) == (1, [])
