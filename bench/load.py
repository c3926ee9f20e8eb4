"""Sends one request repeatedly on several connections; measures requests per second and latency."""

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
class Measurement:
    per_second: float
    p95_ms: float


def measure(target: Target, *, seconds: float, connections: int = 8) -> Measurement:
    """Measure a target: each connection repeats the request after each response; any status but 200 stops the bench."""
    with multiprocessing.Pool(PROCESSES) as pool:
        connections_per_process = connections // PROCESSES
        latency_lists = pool.starmap(_send_requests, [(target, connections_per_process, seconds)] * PROCESSES)
    latencies = sorted(latency for latency_list in latency_lists for latency in latency_list)
    return Measurement(len(latencies) / seconds, latencies[int(len(latencies) * 0.95)] * 1000)


def fetch(target: Target) -> bytes:
    """Return the body of one response."""
    with socket.create_connection(("127.0.0.1", target.port), timeout=60) as connection:
        connection.sendall(target.bytes())
        answer = bytearray()
        while (length := _response_length(answer)) is None or len(answer) < length:
            answer += _receive(connection)
        return bytes(answer).partition(b"\r\n\r\n")[2]


def _send_requests(target: Target, connections: int, seconds: float) -> list[float]:
    """Return the latency of each response in seconds."""
    request = target.bytes()
    latencies: list[float] = []
    selector = selectors.DefaultSelector()
    for _ in range(connections):
        connection = socket.create_connection(("127.0.0.1", target.port), timeout=60)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(request)
        selector.register(connection, selectors.EVENT_READ, [time.perf_counter(), bytearray()])
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for key, _ in selector.select(timeout=60):
            connection, state = key.fileobj, key.data
            assert isinstance(connection, socket.socket)
            state[1] += _receive(connection)
            length = _response_length(state[1])
            if length is not None and len(state[1]) >= length:
                now = time.perf_counter()
                latencies.append(now - state[0])
                connection.sendall(request)
                state[:] = now, bytearray()
    for key in list(selector.get_map().values()):
        key.fileobj.close()  # type: ignore[union-attr]
    return latencies


def _receive(connection: socket.socket) -> bytes:
    received = connection.recv(65536)
    if not received:
        raise RuntimeError("The server closed a connection.")
    return received


def _response_length(answer: bytearray) -> int | None:
    """Return a response's total size once its head has arrived; both servers always send Content-Length."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(answer[:end]).lower()
    if not head.startswith(b"http/1.1 200"):
        raise RuntimeError(f"Not a 200:\n{answer[:2000].decode(errors='replace')}")
    return end + 4 + int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
