"""A minimal HTTP server on a free port that sends scripted responses, byte for byte."""

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
class Reply:
    """One response: `drip_s` is the pause after every byte; `ending` is how the connection ends: close or reset."""

    status: int = 200
    body: bytes | str | Any = b""
    headers: dict[str, str] = field(default_factory=dict)
    drip_s: float = 0.0
    content_length: int | None = None
    ending: str = "close"

    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


class ScriptedServer:
    """Sends the responses of `script` in turn and repeats the last one, or those of `responder`, a function."""

    def __init__(self) -> None:
        self.script: list[Reply] = []
        self.responder: Callable[[Request], Reply] | None = None
        self.requests: list[Request] = []
        self._stopping = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._stopping.set()
        # Closing alone would leave the port open until the next connection is accepted.
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._handle, args=(connection,), daemon=True).start()

    def _handle(self, connection: socket.socket) -> None:
        with connection:
            request = _receive(connection)
            if request is None:
                return
            self.requests.append(request)
            try:
                self._send(connection, self._next_response(request))
            except OSError:
                return

    def _next_response(self, request: Request) -> Reply:
        if self.responder:
            return self.responder(request)
        return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def _send(self, connection: socket.socket, response: Reply) -> None:
        content = response.content()
        if response.ending == "reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return
        lines = [f"HTTP/1.1 {response.status} Scripted", "Connection: close"]
        lines.append(f"Content-Length: {len(content) if response.content_length is None else response.content_length}")
        lines += [f"{key}: {value}" for key, value in response.headers.items()]
        message = "\r\n".join(lines).encode() + b"\r\n\r\n" + content
        if not response.drip_s:
            connection.sendall(message)
            return
        for byte in message:
            if self._stopping.is_set():
                return
            connection.sendall(bytes([byte]))
            time.sleep(response.drip_s)


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
