"""An SMTP server for tests, on a free port, with configurable replies, delays and disconnects."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

STALL, DRIP, DISCONNECT, DISCONNECT_IN_DATA = "stall", "drip", "disconnect", "disconnect in data"


class MailServer:
    """`replies` by verb (and GREETING, END for the end of a message); `received` contains accepted messages."""

    def __init__(self, tls: ssl.SSLContext | None = None, *, implicit_tls: bool = False) -> None:
        self.replies: dict[str, str] = {}
        self.received: list[tuple[str, str, bytes]] = []
        self.commands: list[str] = []
        self.tls = tls
        self.implicit_tls = implicit_tls
        self.ending = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self.ending.set()
        with suppress(OSError):  # already closed
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=_Connection(self, connection).run, daemon=True).start()


class _Connection:
    """Handles one connection."""

    def __init__(self, server: MailServer, connection: socket.socket) -> None:
        self._server = server
        self._connection = connection
        self._buffer = b""
        self._sender = self._to = ""

    def run(self) -> None:
        with suppress(OSError, EOFError):
            if self._server.implicit_tls:
                self._encrypt()
            self._reply("GREETING", "220 test")
            while True:
                self._handle(self._read_line())
        self._connection.close()

    def _encrypt(self) -> None:
        assert self._server.tls
        self._connection = self._server.tls.wrap_socket(self._connection, server_side=True)

    def _handle(self, line: str) -> None:
        verb, _, rest = line.partition(" ")
        verb = verb.upper()
        self._server.commands.append(line)
        if verb == "EHLO":
            offers = ["test", "AUTH PLAIN", "SMTPUTF8", "8BITMIME"]
            if self._server.tls and not isinstance(self._connection, ssl.SSLSocket):
                offers.append("STARTTLS")
            lines = [f"250{'-' if offer != offers[-1] else ' '}{offer}" for offer in offers]
            self._reply(verb, "\r\n".join(lines))
        elif verb == "STARTTLS":
            self._reply(verb, "220 go on")
            self._encrypt()
        elif verb == "DATA":
            self._receive_mail()
        else:
            if verb == "MAIL":
                self._sender = rest
            if verb == "RCPT":
                self._to = rest
            self._reply(verb, {"AUTH": "235 welcome", "QUIT": "221 bye"}.get(verb, "250 fine"))

    def _receive_mail(self) -> None:
        self._reply("DATA", "354 go on")
        if "DATA" in self._server.replies:
            return
        if self._server.replies.get("END") == DISCONNECT_IN_DATA:
            self._read_line()
            raise EOFError
        while b"\r\n.\r\n" not in self._buffer:
            self._read_more()
        mail, _, self._buffer = self._buffer.partition(b"\r\n.\r\n")
        if not self._server.replies.get("END", "2").startswith(("4", "5")):
            self._server.received.append((self._sender, self._to, mail))
        self._reply("END", "250 taken")

    def _reply(self, verb: str, default: str) -> None:
        reply = self._server.replies.get(verb, default)
        if reply in (STALL, DRIP):
            while not self._server.ending.wait(0.05):
                if reply == DRIP:
                    self._connection.sendall(b"2")
        if reply in (STALL, DRIP, DISCONNECT):
            raise EOFError
        self._connection.sendall(reply.encode() + b"\r\n")

    def _read_line(self) -> str:
        while b"\r\n" not in self._buffer:
            self._read_more()
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        return line.decode()

    def _read_more(self) -> None:
        chunk = self._connection.recv(65536)
        if not chunk:
            raise EOFError
        self._buffer += chunk


@contextmanager
def mail_server(tls: ssl.SSLContext | None = None, *, implicit_tls: bool = False) -> Iterator[MailServer]:
    server = MailServer(tls, implicit_tls=implicit_tls)
    try:
        yield server
    finally:
        server.close()


def make_certificate(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return TLS contexts for `localhost`: the server's, and a client's that trusts only this certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    file.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(file)
    return server, ssl.create_default_context(cafile=str(file))
