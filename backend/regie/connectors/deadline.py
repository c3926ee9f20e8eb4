"""An HTTP transport with a deadline for the whole exchange: a read timeout never stops a server that sends slowly."""

import ssl
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx


class _Deadline(threading.local):
    """The deadline of the current thread's exchange; each thread has at most one exchange at a time."""

    at: float = float("inf")

    def limit_timeout(self, timeout: float | None) -> float:
        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the whole exchange exceeded its deadline")
        return left if timeout is None else min(timeout, left)


class _Stream(httpcore.NetworkStream):
    def __init__(self, inner: httpcore.NetworkStream, deadline: _Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.limit_timeout(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.limit_timeout(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        tls_stream = self._inner.start_tls(ssl_context, server_hostname, self._deadline.limit_timeout(timeout))
        return _Stream(tls_stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Network(httpcore.NetworkBackend):
    def __init__(self, deadline: _Deadline) -> None:
        self._inner = httpcore.SyncBackend()
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._inner.connect_tcp(
            host, port, self._deadline.limit_timeout(timeout), local_address, socket_options
        )
        return _Stream(stream, self._deadline)


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Generator[bytes, None, None]:
        yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


class DeadlineTransport(httpx.BaseTransport):
    """Raises the errors of httpcore for network failures."""

    def __init__(self, connections: int) -> None:
        self._deadline = _Deadline()
        self._pool = httpcore.ConnectionPool(
            max_connections=connections,
            keepalive_expiry=5.0,
            network_backend=_Network(self._deadline),
        )

    @contextmanager
    def limit(self, seconds: float) -> Generator[None, None, None]:
        """Set a deadline for everything that this thread exchanges in the block."""
        self._deadline.at = time.monotonic() + seconds
        try:
            yield
        finally:
            self._deadline.at = float("inf")

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url
        response = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            response.status,
            headers=response.headers,
            stream=_Body(response),
            extensions=response.extensions,
            request=request,
        )

    def close(self) -> None:
        self._pool.close()
