"""Sends a sequence of requests on several connections; measures requests per second and latency."""

import itertools
import multiprocessing
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from types import TracebackType

PROCESSES = 2
TIMEOUT_S = 120


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in user: the cookies, and the CSRF token that writes need."""

    cookies: str
    csrf: str


@dataclass(frozen=True, slots=True)
class Call:
    """One request; with a body it is a write."""

    path: str
    person: Person
    method: str = "GET"
    body: bytes = b""

    def to_bytes(self, port: int) -> bytes:
        lines = [
            f"{self.method} {self.path} HTTP/1.1",
            f"Host: localhost:{port}",
            "Accept: application/json",
            "X-Api-Locale: en-us",
            f"Cookie: {self.person.cookies}",
        ]
        if self.method != "GET":
            lines += ["Content-Type: application/json", f"Content-Length: {len(self.body)}"]
            lines += [f"X-XSRF-TOKEN: {self.person.csrf}"]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + self.body


@dataclass(frozen=True, slots=True)
class Measurement:
    per_second: float
    p95_s: float


class UnexpectedResponse(Exception):
    """A server refused a call, or closed the connection."""


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that `percent` of the values do not exceed, interpolated."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def measure(
    port: int, calls: Sequence[Call], *, seconds: float, connections: int = 8, repeats: bool = False
) -> Measurement:
    """Each connection sends the next call after each response; the calls are sent once, or over and over.

    Any status but 200 and 201 stops the bench.
    """
    processes = min(PROCESSES, connections)
    requests = [call.to_bytes(port) for call in calls]
    shares = [requests if repeats else requests[number::processes] for number in range(processes)]
    work = [(port, share, connections // processes, seconds, repeats) for share in shares]
    with multiprocessing.Pool(processes) as pool:
        results = pool.starmap(_send_requests, work)
    latencies = [latency for found, _ in results for latency in found]
    per_second = sum(len(found) / elapsed for found, elapsed in results)
    return Measurement(per_second, percentile(latencies, 95))


class Connection:
    """One connection that stays open, and so reaches the same web process each time."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._socket = _connect(port)

    def send(self, call: Call) -> bytes:
        """Return the body of the response."""
        self._socket.sendall(call.to_bytes(self.port))
        answer = bytearray()
        while (length := _response_length(answer)) is None or len(answer) < length:
            answer += _receive(self._socket)
        return bytes(answer).partition(b"\r\n\r\n")[2]

    def time(self, call: Call) -> float:
        """Return the seconds until the whole response arrived."""
        started = time.perf_counter()
        self.send(call)
        return time.perf_counter() - started

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self._socket.close()


def _send_requests(
    port: int, requests: Sequence[bytes], connections: int, seconds: float, repeats: bool
) -> tuple[list[float], float]:
    """Return the latency of each response, and the seconds that all of them took."""
    upcoming: Iterator[bytes] = itertools.cycle(requests) if repeats else iter(requests)
    latencies: list[float] = []
    selector = selectors.DefaultSelector()
    started = time.perf_counter()
    for request in itertools.islice(upcoming, connections):
        connection = _connect(port)
        connection.sendall(request)
        selector.register(connection, selectors.EVENT_READ, [time.perf_counter(), bytearray()])
    end = time.perf_counter() + seconds
    while time.perf_counter() < end and selector.get_map():
        for key, _ in selector.select(timeout=TIMEOUT_S):
            connection, state = key.fileobj, key.data
            assert isinstance(connection, socket.socket)
            state[1] += _receive(connection)
            length = _response_length(state[1])
            if length is None or len(state[1]) < length:
                continue
            now = time.perf_counter()
            latencies.append(now - state[0])
            request = next(upcoming, None)
            if request is None:
                selector.unregister(connection)
                connection.close()
            else:
                connection.sendall(request)
                state[:] = now, bytearray()
    elapsed = time.perf_counter() - started
    for key in list(selector.get_map().values()):
        key.fileobj.close()  # type: ignore[union-attr]
    return latencies, elapsed


def _connect(port: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _receive(connection: socket.socket) -> bytes:
    received = connection.recv(65536)
    if not received:
        raise UnexpectedResponse("The server closed a connection.")
    return received


def _response_length(answer: bytearray) -> int | None:
    """Return a response's total size once its head has arrived; both servers always send Content-Length."""
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = bytes(answer[:end]).lower()
    if not head.startswith((b"http/1.1 200", b"http/1.1 201")):
        raise UnexpectedResponse(f"Neither 200 nor 201:\n{answer[:2000].decode(errors='replace')}")
    return end + 4 + int(head.partition(b"content-length:")[2].split(b"\r\n")[0])
