"""Sends mail to an SMTP server, or writes it to a folder where no server is configured."""

import contextlib
import os
import secrets
import smtplib
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage as MimeMessage
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import unquote, urlsplit

from regie.core.text.hosts import is_loopback

_PORTS = {"smtp": 587, "smtps": 465}
_SHUT_RDWR = 2  # socket.SHUT_RDWR
Security = Literal["none", "starttls", "tls"]


class DeliveryError(Exception):
    """The delivery failed: `code` is the reason, without content; a final failure is not retried."""

    def __init__(self, code: str, *, is_final: bool = False) -> None:
        super().__init__(code)
        self.code = code
        self.is_final = is_final


class MailTransport(Protocol):
    def send(self, message: MimeMessage, sender: str, to: str) -> None:
        """Return once the next server accepted the message; raise DeliveryError otherwise."""


@dataclass(frozen=True, slots=True)
class SmtpServer:
    host: str
    port: int
    security: Security
    user: str = ""
    password: str = field(default="", repr=False)


def read_smtp_url(url: str) -> SmtpServer:
    """Parse `smtp://user:password@host:587` (STARTTLS, except on this machine) or `smtps://…:465`."""
    unreadable = ValueError("write it as smtp://user:password@host:587 or smtps://user:password@host:465")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:  # its message would contain a part of the password
        raise unreadable from None
    if parts.scheme not in _PORTS or not host or parts.path.strip("/") or parts.query or parts.fragment:
        raise unreadable
    security: Security = "tls" if parts.scheme == "smtps" else "none" if is_loopback(host) else "starttls"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return SmtpServer(host, port or _PORTS[parts.scheme], security, user, password)


@dataclass(frozen=True, slots=True)
class SmtpTransport:
    """Sends each message in its own connection; `step_s` limits one step, `total_s` the whole delivery (seconds)."""

    server: SmtpServer
    context: ssl.SSLContext = field(default_factory=ssl.create_default_context)
    step_s: float = 20.0
    total_s: float = 90.0

    def send(self, message: MimeMessage, sender: str, to: str) -> None:
        with self._signed_in() as smtp:
            smtp.send_message(message, sender, [to])

    def check(self) -> None:
        """Sign in without sending; raise DeliveryError when the server refuses."""
        with self._signed_in():
            pass

    @contextlib.contextmanager
    def _signed_in(self) -> Iterator[smtplib.SMTP]:
        with _as_delivery_error():
            smtp = self._connection()
            with _deadline(self.total_s, smtp) as is_over:
                try:
                    self._log_in(smtp, is_over)
                    yield smtp
                finally:
                    _disconnect(smtp)

    def _connection(self) -> smtplib.SMTP:
        if self.server.security == "tls":
            return smtplib.SMTP_SSL(timeout=self.step_s, context=self.context)
        return smtplib.SMTP(timeout=self.step_s)

    def _log_in(self, smtp: smtplib.SMTP, is_over: threading.Event) -> None:
        """Connect and sign in; over the network, nothing is sent before the server's certificate is verified."""
        server = self.server
        smtp._host = server.host  # type: ignore[attr-defined]  # the name that the certificate must have
        code, _ = smtp.connect(server.host, server.port)
        if is_over.is_set():  # the deadline passed while connecting, before there was a socket to close
            raise TimeoutError
        if code != 220:
            raise DeliveryError(f"greeting {code}")
        smtp.ehlo_or_helo_if_needed()
        if server.security == "starttls":
            if not smtp.has_extn("starttls"):
                raise DeliveryError("no STARTTLS")
            smtp.starttls(context=self.context)
            smtp.ehlo()
        if server.user:
            smtp.login(server.user, server.password)


@contextlib.contextmanager
def _deadline(seconds: float, smtp: smtplib.SMTP) -> Iterator[threading.Event]:
    """End the connection after `seconds`: a socket's own timeout restarts with every byte."""
    is_over = threading.Event()

    def end() -> None:
        is_over.set()
        sock: Any = smtp.sock
        with contextlib.suppress(OSError, AttributeError):
            sock.shutdown(_SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield is_over
    except (OSError, smtplib.SMTPException):
        if is_over.is_set():
            raise TimeoutError from None
        raise
    finally:
        timer.cancel()


def _disconnect(smtp: smtplib.SMTP) -> None:
    """Ignore errors: the message was already accepted or refused."""
    with contextlib.suppress(OSError, smtplib.SMTPException):
        if smtp.sock:
            smtp.quit()
    smtp.close()


@contextlib.contextmanager
def _as_delivery_error() -> Iterator[None]:
    """Translate errors: 5xx for the message itself is final, errors of the server or network are retried."""
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        raise DeliveryError(f"refused {code}", is_final=code >= 500) from None
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as error:
        raise DeliveryError(f"refused {error.smtp_code}", is_final=error.smtp_code >= 500) from None
    except smtplib.SMTPResponseException as error:  # sign-in or greeting: an administrator can fix it
        raise DeliveryError(f"not admitted {error.smtp_code}") from None
    except smtplib.SMTPServerDisconnected:
        raise DeliveryError("disconnected") from None
    except smtplib.SMTPNotSupportedError:
        raise DeliveryError("not supported") from None
    except smtplib.SMTPException:
        raise DeliveryError("smtp") from None
    except ssl.SSLCertVerificationError:
        raise DeliveryError("certificate") from None
    except TimeoutError:
        raise DeliveryError("timeout") from None
    except OSError:
        raise DeliveryError("connection") from None


@dataclass(frozen=True, slots=True)
class OutboxTransport:
    """Writes each message to its own file, atomically and readable by this account only."""

    folder: Path

    def send(self, message: MimeMessage, sender: str, to: str) -> None:
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}-{secrets.token_hex(6)}.eml"
        partial = self.folder / f".{name}.partial"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(message.as_bytes())
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self.folder / name)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise DeliveryError("outbox") from None
