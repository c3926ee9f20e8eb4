"""A bare HTTP server on a free port that says exactly what a test told it to, byte for byte."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return {key: values[0] for key, values in parse_qs(urlsplit(self.target).query).items()}


@dataclass(frozen=True)
class Said:
    """One answer: `drip_s` is the pause after every byte, `ending` how the connection ends: close, reset."""

    status: int = 200
    body: bytes | str | Any = b""
    headers: dict[str, str] = field(default_factory=dict)
    drip_s: float = 0.0
    announced: int | None = None
    ending: str = "close"

    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


class ScriptedServer:
    """Answers from `script` in turn, the last one for ever; or from `answer`, a function of the request."""

    def __init__(self) -> None:
        self.script: list[Said] = []
        self.answer: Callable[[Request], Said] | None = None
        self.requests: list[Request] = []
        self._stopping = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._stopping.set()
        # Closing alone would leave the port open until the next caller has been accepted.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._converse, args=(connection,), daemon=True).start()

    def _converse(self, connection: socket.socket) -> None:
        with connection:
            request = _receive(connection)
            if request is None:
                return
            self.requests.append(request)
            try:
                self._send(connection, self._choose(request))
            except OSError:
                return

    def _choose(self, request: Request) -> Said:
        if self.answer:
            return self.answer(request)
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def _send(self, connection: socket.socket, said: Said) -> None:
        content = said.content()
        if said.ending == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return
        lines = [f"HTTP/1.1 {said.status} Said", "Connection: close"]
        lines.append(f"Content-Length: {len(content) if said.announced is None else said.announced}")
        lines += [f"{key}: {value}" for key, value in said.headers.items()]
        whole = "\r\n".join(lines).encode() + b"\r\n\r\n" + content
        if not said.drip_s:
            connection.sendall(whole)
            return
        for byte in whole:
            if self._stopping.is_set():
                return
            connection.sendall(bytes([byte]))
            time.sleep(said.drip_s)


def _receive(connection: socket.socket) -> Request | None:
    buffer = b""
    while b"\r\n\r\n" not in buffer:
        chunk = connection.recv(65536)
        if not chunk:
            return None
        buffer += chunk
    head, _, body = buffer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    method, target, _ = first.split(" ")
    headers = {key.lower(): value for key, _, value in (line.partition(": ") for line in rest)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    return Request(method, target, headers, body)
