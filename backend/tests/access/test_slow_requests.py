"""Tests requests that are sent only in part: the server closes them after a time-out."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from regie.edge import EdgeMiddleware
from regie.settings import DEVELOPMENT_SECRET
from tests.conftest import ROOT

pytestmark = pytest.mark.one_database
FORM = (b"content-type", b"multipart/form-data; boundary=x")
SERVER = """
import sys
from granian import Granian
import regie.serve as serve

class Small(Granian):
    def __init__(self, _target, **options):
        super().__init__("tests.access.test_slow_requests:small_app", **options | {"factory": False})

serve.Granian, serve.require_compatible, serve.refuse_unsafe = Small, lambda _: None, lambda _: None
serve.serve(serve.load_settings(), host="127.0.0.1", port=int(sys.argv[1]), workers=1, header_timeout_ms=300)
"""


async def _read_all(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer once the whole body has arrived."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


small_app = EdgeMiddleware(
    _read_all, is_secure=False, accepts_files=lambda *_: True, body_seconds=0.3, form_seconds=0.3
)


def _call(parts: list[Message], *headers: tuple[bytes, bytes]) -> list[Message]:
    """Send some parts of a body and nothing more; return what the application answers."""
    sent: list[Message] = []
    waiting = list(reversed(parts))

    async def receive() -> Message:
        if waiting:
            return waiting.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/api/v1/clients", "headers": list(headers)}
    asyncio.run(small_app(scope, receive, send))
    return sent


def test_half_sent_body_returns_408() -> None:
    start, body = _call([{"type": "http.request", "body": b'{"na', "more_body": True}])
    assert start["status"] == 408
    assert b'"code":"too_slow"' in body["body"]


def test_whole_body_is_answered() -> None:
    start, _ = _call([{"type": "http.request", "body": b"{}", "more_body": False}])
    assert start["status"] == 204


def test_half_sent_form_returns_408() -> None:
    start, body = _call([{"type": "http.request", "body": b"--x", "more_body": True}], FORM)
    assert start["status"] == 408
    assert b'"code":"too_slow"' in body["body"]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server with short time-outs, on a free port."""
    sys.path.insert(0, str(ROOT / "scripts"))
    from ports import free_port

    number = free_port()
    data: Path = tmp_path_factory.mktemp("server")
    environment = {"REGIE_DATA": str(data), "REGIE_SECRET": DEVELOPMENT_SECRET, "PYTHONPATH": str(ROOT / "backend")}
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(number)], env=environment, cwd=data)
    try:
        for _ in range(600):
            assert server.poll() is None
            try:
                socket.create_connection(("127.0.0.1", number)).close()
                break
            except OSError:
                asyncio.run(asyncio.sleep(0.05))
        yield number
    finally:
        server.terminate()
        server.wait(10)


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"G",
        b"PRI * HT",
        b"GET / HTTP/1.1\r\nHos",
        b"POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{",
    ],
)
def test_server_closes_half_sent_requests(port: int, part: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(60)
        connection.sendall(part)
        answer = b""
        while chunk := connection.recv(4096):
            answer += chunk
    assert answer.startswith(b"HTTP/1.1 408") == part.startswith(b"POST")
