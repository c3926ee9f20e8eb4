"""The HTTP gateway to the outside services: allowed calls, limits of time and size, retries, a log line per call."""

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Protocol
from urllib.parse import quote, urlencode, urlsplit

import httpcore
import httpx
import structlog

from regie.connectors.call_clock import CallClock
from regie.connectors.call_limiter import CallLimiter, RateLimit, SharedRateLimiter
from regie.connectors.circuit_breaker import CircuitBreaker
from regie.connectors.deadline import DeadlineTransport
from regie.connectors.errors import (
    AccessDenied,
    CallNotAllowed,
    MalformedResponse,
    RateLimited,
    ServiceError,
    Unreachable,
)
from regie.connectors.responses import ServiceResponse, parse_json

log = structlog.get_logger("regie.connectors")

# A longer pause would block the thread: the error carries it, and the synchronization retries later.
MAX_RETRY_AFTER_S = 120.0
MAX_BACKOFF_S = 30.0


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """Timeouts in seconds, the maximum size of a response in bytes, and the number of retries.

    After `breaker_failures` failures in a row, calls to the service fail for `breaker_open_s`. `shared_limiter` applies
    the service's rate limits to several processes together.
    """

    connect_s: float = 5.0
    total_s: float = 15.0
    max_bytes: int = 64 * 1024 * 1024
    retries: int = 5
    breaker_failures: int = 10
    breaker_open_s: float = 60.0
    shared_limiter: SharedRateLimiter | None = None
    clock: CallClock = field(default_factory=CallClock)
    jitter: Callable[[], float] = random.random


@dataclass(frozen=True, slots=True)
class ServiceRules:
    """What differs between services: allowed calls, rate limits, the meaning of errors."""

    name: str
    allowed: tuple[tuple[str, re.Pattern[str]], ...]
    explain: Callable[[ServiceResponse], ServiceError | None]
    request_id_headers: tuple[str, ...]
    retry_statuses: frozenset[int]
    in_flight: int
    rate_limits: tuple[RateLimit, ...]
    pause_after: Callable[[ServiceResponse], float] = lambda _response: 0.0
    headers: Mapping[str, str] = field(default_factory=dict)


class Credential(Protocol):
    """Provides the Authorization header; `renew` takes the refused one and returns a new one, or None."""

    def header(self) -> str: ...

    def renew(self, refused: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class FixedCredential:
    """An API key, which only an administrator can replace."""

    value: str = field(repr=False)

    def header(self) -> str:
        return self.value

    def renew(self, refused: str) -> str | None:
        return None


class NoCredential:
    """For public data, and for a service that takes its secret in the body."""

    def header(self) -> str:
        return ""

    def renew(self, refused: str) -> str | None:
        return None


@dataclass(frozen=True, slots=True)
class _Call:
    method: str
    path: str
    query: str = ""
    content: bytes | None = None
    content_type: str = "application/json"
    is_retryable: bool = True
    extra_limiter: CallLimiter | None = None


class Gateway:
    """Calls one service. Raises ServiceError only; returns parsed JSON with fractions as Decimal."""

    def __init__(self, rules: ServiceRules, base_url: str, credential: Credential, options: HttpOptions) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise AccessDenied(rules.name, "configuration", "the address must be an http(s) origin")
        self._rules = rules
        self._base_url = base_url.rstrip("/")
        self._credential = credential
        self._options = options
        self._limiter = CallLimiter(
            rules.name, rules.in_flight, rules.rate_limits, options.clock, options.shared_limiter
        )
        self._breaker = CircuitBreaker(rules.name, options.breaker_failures, options.breaker_open_s, options.clock)
        self._transport = DeadlineTransport(rules.in_flight)
        self._client = httpx.Client(
            transport=self._transport,
            trust_env=False,
            timeout=httpx.Timeout(options.total_s, connect=options.connect_s),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            headers={"Accept": "application/json", "User-Agent": "Regie/1", **rules.headers},
        )

    def close(self) -> None:
        self._client.close()

    def get(self, path: str, params: dict[str, Any] | None = None) -> Any:
        return self._call_with_retries(_Call("GET", path, urlencode(params or {}, quote_via=quote, safe=""))).document

    def get_response(self, path: str) -> ServiceResponse:
        """For a caller who also needs the headers, such as Cache-Control."""
        return self._call_with_retries(_Call("GET", path))

    def read_post(self, path: str, body: Any, extra_limiter: CallLimiter | None = None) -> Any:
        """A POST that only reads (search, batch read), and so may be repeated."""
        return self._call_with_retries(
            _Call("POST", path, content=json.dumps(body).encode(), extra_limiter=extra_limiter)
        ).document

    def post_form(self, path: str, form: dict[str, str]) -> Any:
        """Never repeated: the first call may have taken effect."""
        content = urlencode(form).encode()
        return self._call_with_retries(
            _Call(
                "POST",
                path,
                content=content,
                content_type="application/x-www-form-urlencoded",
                is_retryable=False,
            )
        ).document

    def post_once(self, path: str, body: Any) -> None:
        """Never repeated; the body of a success is ignored."""
        self._call_with_retries(_Call("POST", path, content=json.dumps(body).encode(), is_retryable=False))

    def _call_with_retries(self, call: _Call) -> ServiceResponse:
        self._check_allowed(call)
        authorization = self._credential.header()
        renewed = False
        attempt = 1
        while True:
            try:
                return self._attempt(call, authorization, attempt)
            except ServiceError as error:
                fresh = None if renewed or error.code != "unauthorised" else self._credential.renew(authorization)
                if fresh:
                    authorization, renewed = fresh, True
                    continue
                wait = self._retry_delay(call, error, attempt)
                if wait is None:
                    raise
            attempt += 1
            self._options.clock.sleep(wait)

    def _check_allowed(self, call: _Call) -> None:
        reads = (path for method, path in self._rules.allowed if method == call.method)
        # \d alone would match the digits of every script.
        if call.path.isascii() and any(path.fullmatch(call.path) for path in reads):
            return
        raise CallNotAllowed(self._rules.name, "call_not_allowed", f"{call.method} {call.path[:100]}")

    def _attempt(self, call: _Call, authorization: str, attempt: int) -> ServiceResponse:
        self._breaker.require_closed()
        started = self._options.clock.monotonic()
        response: ServiceResponse | None = None
        outcome = "ok"
        try:
            response = self._send_within_limits(call, authorization)
            error = self._rules.explain(response)
            if error:
                error.detail = _redact(authorization, error.detail)
                raise error
            self._breaker.record_result(None)
            return response
        except ServiceError as error:
            self._breaker.record_result(error)
            outcome = error.code
            raise
        finally:
            log.info(
                "service_call",
                service=self._rules.name,
                method=call.method,
                path=call.path,
                attempt=attempt,
                outcome=outcome,
                status=response.status if response else None,
                bytes=response.size if response else None,
                service_request_id=response.request_id if response else None,
                duration_ms=round((self._options.clock.monotonic() - started) * 1000, 1),
            )

    def _send_within_limits(self, call: _Call, authorization: str) -> ServiceResponse:
        with self._limiter.slot():
            if call.extra_limiter is None:
                response = self._send(call, authorization)
            else:
                with call.extra_limiter.slot():
                    response = self._send(call, authorization)
        pause = self._rules.pause_after(response)
        if pause > 0:
            self._limiter.pause(pause)
        return response

    def _send(self, call: _Call, authorization: str) -> ServiceResponse:
        name = self._rules.name
        if not (authorization.isascii() and authorization.isprintable()):
            raise AccessDenied(name, "configuration", "the key contains characters that no key has")
        headers = {"Authorization": authorization} if authorization else {}
        if call.content is not None:
            headers["Content-Type"] = call.content_type
        url = f"{self._base_url}{call.path}" + (f"?{call.query}" if call.query else "")
        try:
            with (
                self._transport.limit(self._options.total_s),
                self._client.stream(call.method, url, content=call.content, headers=headers) as response,
            ):
                return self._parse_response(response, self._read_body(response))
        except httpcore.TimeoutException as error:
            raise Unreachable(name, "timeout", type(error).__name__) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise Unreachable(name, "connection", type(error).__name__) from error
        except httpx.DecodingError as error:
            raise MalformedResponse(name, "not_json", "broken compression") from error

    def _read_body(self, response: httpx.Response) -> bytes:
        content = bytearray()
        for chunk in response.iter_bytes():
            content += chunk
            if len(content) > self._options.max_bytes:
                raise MalformedResponse(self._rules.name, "too_large", f"more than {self._options.max_bytes} bytes")
        return bytes(content)

    def _parse_response(self, response: httpx.Response, content: bytes) -> ServiceResponse:
        request_id = next(
            (response.headers[key][:100] for key in self._rules.request_id_headers if key in response.headers),
            None,
        )
        try:
            document, is_json = parse_json(content), True
        except ValueError:
            document, is_json = None, False
        return ServiceResponse(
            status=response.status_code,
            headers=response.headers,
            document=document,
            is_json=is_json,
            size=len(content),
            request_id=request_id,
            received_at=self._options.clock.wall(),
        )

    def _retry_delay(self, call: _Call, error: ServiceError, attempt: int) -> float | None:
        """Seconds until the next attempt; None when there is none."""
        if not call.is_retryable or attempt > self._options.retries or not self._is_temporary(error):
            return None
        jitter = self._options.jitter()
        if error.retry_after_s is None:
            return min(MAX_BACKOFF_S, 2.0 ** (attempt - 1)) * (0.5 + jitter / 2)
        if error.retry_after_s > MAX_RETRY_AFTER_S:
            return None
        if isinstance(error, RateLimited):
            self._limiter.pause(error.retry_after_s)
        return error.retry_after_s + jitter

    def _is_temporary(self, error: ServiceError) -> bool:
        # An HTML page of a proxy or truncated JSON is a failed call, whatever its status.
        is_garbled = error.code == "not_json"
        return (
            is_garbled
            or isinstance(error, Unreachable | RateLimited)
            or error.vendor_status in self._rules.retry_statuses
        )


def _redact(authorization: str, text: str) -> str:
    """Remove our secret from a message of the service, which may repeat it."""
    secret = authorization.partition(" ")[2] or authorization
    return text.replace(secret, "…") if secret else text
