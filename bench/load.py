"""Keeps connections busy with one request; says how many a second were answered and how late they."""

import multiprocessing
import selectors
import socket
import time
from dataclasses import dataclass, replace

PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Target:
    """One request to one server."""

    port: int
    path: str
    cookie: str = ""

    def to(self, path: str) -> "Target":
        return replace(self, path=path)

    def bytes(self) -> bytes:
        lines = [
            f"GET {self.path} HTTP/1.1",
            f"Host: localhost:{self.port}",
            "Accept: application/json",
            "X-Api-Locale: en-us",
            *([f"Cookie: {self.cookie}"] if self.cookie else []),
        ]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


@dataclass(frozen=True, slots=True)
class Measured:
    per_second: float
    p95_ms: float


def measure(target: Target, *, seconds: float, connections: int = 8) -> Measured:
    """Every connection asks again as soon as it is answered; anything but 200 stops the bench."""
    with multiprocessing.Pool(PROCESSES) as pool:
        share = connections // PROCESSES
        parts = pool.starmap(_keep_busy, [(target, share, seconds)] * PROCESSES)
    latencies = sorted(latency for part in parts for latency in part)
    return Measured(len(latencies) / seconds, latencies[int(len(latencies) * 0.95)] * 1000)


def fetch(target: Target) -> bytes:
    """The body of one answer."""
    with socket.create_connection(("127.0.0.1", target.port), timeout=60) as connection:
        connection.sendall(target.bytes())
        answer = bytearray()
        while (length := _length(answer)) is None or len(answer) < length:
            answer += _received(connection)
        return bytes(answer).partition(b"\r\n\r\n")[2]


def _keep_busy(target: Target, connections: int, seconds: float) -> list[float]:
    """The seconds that each answer took."""
    request = target.bytes()
    latencies: list[float] = []
    waiting = selectors.DefaultSelector()
    for _ in range(connections):
        connection = socket.create_connection(("127.0.0.1", target.port), timeout=60)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(request)
        waiting.register(connection, selectors.EVENT_READ, [time.perf_counter(), bytearray()])
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for key, _ in waiting.select(timeout=60):
            connection, state = key.fileobj, key.data
            assert isinstance(connection, socket.socket)
            state[1] += _received(connection)
            length = _length(state[1])
            if length is not None and len(state[1]) >= length:
                now = time.perf_counter()
                latencies.append(now - state[0])
                connection.sendall(request)
                state[:] = now, bytearray()
    for key in list(waiting.get_map().values()):
        key.fileobj.close()  # type: ignore[union-attr]
    return latencies


def _received(connection: socket.socket) -> bytes:
    received = connection.recv(65536)
    if not received:
        raise RuntimeError("The server closed a connection.")
    return received


def _length(answer: bytearray) -> int | None:
    """The size of a whole answer, once its head is there; our servers always say how long a body is."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(answer[:end]).lower()
    if not head.startswith(b"http/1.1 200"):
        raise RuntimeError(f"Not a 200:\n{answer[:2000].decode(errors='replace')}")
    return end + 4 + int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
