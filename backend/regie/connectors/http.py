"""The one way out of the house: allowed reads only, limits of time and size, patience, a line per call."""

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

from regie.connectors.answers import Answer, parse_exactly
from regie.connectors.breaker import Breaker
from regie.connectors.clock import Clock
from regie.connectors.deadline import DeadlineTransport
from regie.connectors.errors import CallNotAllowed, Nonsense, OutsideError, RateLimited, Refused, Unreachable
from regie.connectors.limiter import Limiter, SharedTurns, Window

log = structlog.get_logger("regie.connectors")

# A longer pause is not for a thread to sit through: the error says how long, and the sync comes back later.
LONGEST_WAIT_S = 120.0
LONGEST_BACK_OFF_S = 30.0


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """How long we wait, how much we take, how often we try; seconds and bytes.

    After `rest_after` failures in a row a service is left alone for `rest_s`; `shared` holds its limits for several
    processes together.
    """

    connect_s: float = 5.0
    total_s: float = 15.0
    max_bytes: int = 64 * 1024 * 1024
    retries: int = 5
    rest_after: int = 10
    rest_s: float = 60.0
    shared: SharedTurns | None = None
    clock: Clock = field(default_factory=Clock)
    jitter: Callable[[], float] = random.random


@dataclass(frozen=True, slots=True)
class ServiceRules:
    """What makes one service different: its reads, its limits, its words for trouble."""

    name: str
    allowed: tuple[tuple[str, re.Pattern[str]], ...]
    explain: Callable[[Answer], OutsideError | None]
    request_id_headers: tuple[str, ...]
    repeat_statuses: frozenset[int]
    in_flight: int
    windows: tuple[Window, ...]
    breather: Callable[[Answer], float] = lambda _answer: 0.0
    headers: Mapping[str, str] = field(default_factory=dict)


class Credential(Protocol):
    """The Authorization header; `renew` gets the refused one and gives a new one, if there can be any."""

    def header(self) -> str: ...

    def renew(self, refused: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class FixedCredential:
    """A key that only an administrator can replace."""

    value: str = field(repr=False)

    def header(self) -> str:
        return self.value

    def renew(self, refused: str) -> str | None:
        return None


class NoCredential:
    """For what everybody may read, and for a service that wants its secret elsewhere than in a header."""

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
    may_repeat: bool = True
    lane: Limiter | None = None


class Gateway:
    """Speaks to one service. Raises OutsideError only; returns parsed JSON with Decimal amounts."""

    def __init__(self, rules: ServiceRules, base_url: str, credential: Credential, options: HttpOptions) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise Refused(rules.name, "configuration", "the address must be an http(s) origin")
        self._rules = rules
        self._base_url = base_url.rstrip("/")
        self._credential = credential
        self._options = options
        self._limiter = Limiter(rules.name, rules.in_flight, rules.windows, options.clock, options.shared)
        self._breaker = Breaker(rules.name, options.rest_after, options.rest_s, options.clock)
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
        return self._carry_out(_Call("GET", path, urlencode(params or {}, quote_via=quote, safe=""))).document

    def get_answer(self, path: str) -> Answer:
        """For a caller who must also know how long the document stays good."""
        return self._carry_out(_Call("GET", path))

    def read_post(self, path: str, body: Any, lane: Limiter | None = None) -> Any:
        """A POST that only reads (search, batch read) and so may be repeated; `lane` is one more limit."""
        return self._carry_out(_Call("POST", path, content=json.dumps(body).encode(), lane=lane)).document

    def post_form(self, path: str, form: dict[str, str]) -> Any:
        """Never repeated: whether the first one took effect is not known."""
        content = urlencode(form).encode()
        return self._carry_out(
            _Call(
                "POST",
                path,
                content=content,
                content_type="application/x-www-form-urlencoded",
                may_repeat=False,
            )
        ).document

    def post_once(self, path: str, body: Any) -> None:
        """Never repeated either, and whatever a success says is of no interest."""
        self._carry_out(_Call("POST", path, content=json.dumps(body).encode(), may_repeat=False))

    def _carry_out(self, call: _Call) -> Answer:
        self._check_allowed(call)
        authorisation = self._credential.header()
        renewed = False
        attempt = 1
        while True:
            try:
                return self._attempt(call, authorisation, attempt)
            except OutsideError as error:
                fresh = None if renewed or error.code != "unauthorised" else self._credential.renew(authorisation)
                if fresh:
                    authorisation, renewed = fresh, True
                    continue
                wait = self._wait_before_next(call, error, attempt)
                if wait is None:
                    raise
            attempt += 1
            self._options.clock.sleep(wait)

    def _check_allowed(self, call: _Call) -> None:
        reads = (path for method, path in self._rules.allowed if method == call.method)
        # \d alone would take the digits of every script.
        if call.path.isascii() and any(path.fullmatch(call.path) for path in reads):
            return
        raise CallNotAllowed(self._rules.name, "call_not_allowed", f"{call.method} {call.path[:100]}")

    def _attempt(self, call: _Call, authorisation: str, attempt: int) -> Answer:
        self._breaker.admit()
        started = self._options.clock.monotonic()
        answer: Answer | None = None
        outcome = "ok"
        try:
            answer = self._take_turn(call, authorisation)
            error = self._rules.explain(answer)
            if error:
                error.detail = _without(authorisation, error.detail)
                raise error
            self._breaker.note(None)
            return answer
        except OutsideError as error:
            self._breaker.note(error)
            outcome = error.code
            raise
        finally:
            log.info(
                "outside_call",
                service=self._rules.name,
                method=call.method,
                path=call.path,
                attempt=attempt,
                outcome=outcome,
                status=answer.status if answer else None,
                bytes=answer.size if answer else None,
                request_id=answer.request_id if answer else None,
                duration_ms=round((self._options.clock.monotonic() - started) * 1000, 1),
            )

    def _take_turn(self, call: _Call, authorisation: str) -> Answer:
        with self._limiter.turn():
            if call.lane is None:
                answer = self._exchange(call, authorisation)
            else:
                with call.lane.turn():
                    answer = self._exchange(call, authorisation)
        pause = self._rules.breather(answer)
        if pause > 0:
            self._limiter.hold_back(pause)
        return answer

    def _exchange(self, call: _Call, authorisation: str) -> Answer:
        name = self._rules.name
        if not (authorisation.isascii() and authorisation.isprintable()):
            raise Refused(name, "configuration", "the key holds characters that no key has")
        headers = {"Authorization": authorisation} if authorisation else {}
        if call.content is not None:
            headers["Content-Type"] = call.content_type
        url = f"{self._base_url}{call.path}" + (f"?{call.query}" if call.query else "")
        try:
            with (
                self._transport.within(self._options.total_s),
                self._client.stream(call.method, url, content=call.content, headers=headers) as response,
            ):
                return self._answer(response, self._read(response))
        except httpcore.TimeoutException as error:
            raise Unreachable(name, "timeout", type(error).__name__) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise Unreachable(name, "connection", type(error).__name__) from error
        except httpx.DecodingError as error:
            raise Nonsense(name, "not_json", "broken compression") from error

    def _read(self, response: httpx.Response) -> bytes:
        content = bytearray()
        for chunk in response.iter_bytes():
            content += chunk
            if len(content) > self._options.max_bytes:
                raise Nonsense(self._rules.name, "too_large", f"more than {self._options.max_bytes} bytes")
        return bytes(content)

    def _answer(self, response: httpx.Response, content: bytes) -> Answer:
        request_id = next(
            (response.headers[key][:100] for key in self._rules.request_id_headers if key in response.headers),
            None,
        )
        try:
            document, is_json = parse_exactly(content), True
        except ValueError:
            document, is_json = None, False
        return Answer(
            status=response.status_code,
            headers=response.headers,
            document=document,
            is_json=is_json,
            size=len(content),
            request_id=request_id,
            received_at=self._options.clock.wall(),
        )

    def _wait_before_next(self, call: _Call, error: OutsideError, attempt: int) -> float | None:
        """Seconds until the next try; None when there is to be none."""
        if not call.may_repeat or attempt > self._options.retries or not self._may_pass(error):
            return None
        jitter = self._options.jitter()
        if error.retry_after_s is None:
            return min(LONGEST_BACK_OFF_S, 2.0 ** (attempt - 1)) * (0.5 + jitter / 2)
        if error.retry_after_s > LONGEST_WAIT_S:
            return None
        if isinstance(error, RateLimited):
            self._limiter.hold_back(error.retry_after_s)
        return error.retry_after_s + jitter

    def _may_pass(self, error: OutsideError) -> bool:
        return isinstance(error, Unreachable | RateLimited) or error.vendor_status in self._rules.repeat_statuses


def _without(authorisation: str, text: str) -> str:
    """The vendor's words without our secret, should it have echoed it."""
    secret = authorisation.partition(" ")[2] or authorisation
    return text.replace(secret, "…") if secret else text
