"""The circuit breaker, and rate limits shared by several clients."""

import threading
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from regie.connectors.call_clock import CallClock
from regie.connectors.call_limiter import RateLimit, SharedRateLimiter
from regie.connectors.errors import AccessDenied, MalformedResponse, RateLimited, ServiceError, ServiceUnavailable
from regie.connectors.http import FixedCredential, Gateway, HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from tests.connectors.fake_clock import FakeClock
from tests.connectors.sandbox import START, Sandbox
from tests.connectors.scripted_server import Reply, Request, ScriptedServer
from tests.connectors.test_gateway import RULES, gateway_to

UNAVAILABLE = Reply(503)


@pytest.fixture
def no_retries(options: HttpOptions) -> HttpOptions:
    return replace(options, retries=0, breaker_failures=3, breaker_open_s=60.0)


def failure(gateway: Gateway) -> ServiceError:
    with pytest.raises(ServiceError) as caught:
        gateway.get("/things")
    return caught.value


def codes(gateway: Gateway, times: int) -> list[str]:
    return [failure(gateway).code for _ in range(times)]


@pytest.mark.parametrize(
    ("response", "code"),
    [
        (UNAVAILABLE, "server_error"),
        (Reply(500), "server_error"),
        (Reply(ending="reset"), "connection"),
    ],
)
def test_breaker_opens_after_consecutive_failures(
    server: ScriptedServer, no_retries: HttpOptions, fake_clock: FakeClock, response: Reply, code: str
) -> None:
    server.script = [response]
    with closing(gateway_to(server, no_retries)) as gateway:
        assert codes(gateway, 4) == [code, code, code, "resting"]
        fake_clock.now += 59
        error = failure(gateway)
    assert isinstance(error, ServiceUnavailable)
    assert (error.code, error.retryable, error.retry_after_s) == ("resting", True, pytest.approx(1.0))
    assert len(server.requests) == 3


def test_timeout_counts_as_failure(server: ScriptedServer, no_retries: HttpOptions) -> None:
    server.script = [Reply(body=b" " * 50, drip_s=0.1)]
    with closing(gateway_to(server, replace(no_retries, total_s=0.1, breaker_failures=1))) as gateway:
        assert codes(gateway, 2) == ["timeout", "resting"]


def test_open_breaker_lets_one_call_test_the_service(
    server: ScriptedServer, no_retries: HttpOptions, fake_clock: FakeClock
) -> None:
    server.script = [UNAVAILABLE]
    with closing(gateway_to(server, no_retries)) as gateway:
        codes(gateway, 3)
        fake_clock.now += 60
        assert codes(gateway, 2) == ["server_error", "resting"]
        fake_clock.now += 60
        server.script = [Reply(body={"fine": True})]
        assert gateway.get("/things") == {"fine": True}
        server.script = [UNAVAILABLE]
        assert codes(gateway, 4) == ["server_error", "server_error", "server_error", "resting"]


def test_only_one_test_call_runs_at_a_time(
    server: ScriptedServer, no_retries: HttpOptions, fake_clock: FakeClock
) -> None:
    is_called, may_respond = threading.Event(), threading.Event()
    server.script = [UNAVAILABLE]
    results: list[object] = []

    def respond_slowly(_: Request) -> Reply:
        is_called.set()
        may_respond.wait(10)
        return Reply(body={})

    with closing(gateway_to(server, no_retries)) as gateway:
        codes(gateway, 3)
        fake_clock.now += 60
        server.responder = respond_slowly
        probe = threading.Thread(target=lambda: results.append(gateway.get("/things")))
        probe.start()
        assert is_called.wait(10)
        assert codes(gateway, 2) == ["resting", "resting"]
        may_respond.set()
        probe.join(10)
        assert gateway.get("/things") == {}
    assert results == [{}]


@pytest.mark.parametrize(
    ("response", "kind"),
    [
        (Reply(401), AccessDenied),
        (Reply(429, headers={"Retry-After": "1"}), RateLimited),
        (Reply(200, "<html>"), MalformedResponse),
        (Reply(body={}), None),
    ],
)
def test_response_without_server_error_resets_the_failures(
    server: ScriptedServer, no_retries: HttpOptions, response: Reply, kind: type[ServiceError] | None
) -> None:
    with closing(gateway_to(server, no_retries)) as gateway:
        for _ in range(3):
            server.script = [UNAVAILABLE]
            assert codes(gateway, 2) == ["server_error", "server_error"]
            server.script = [response]
            if kind is None:
                gateway.get("/things")
            else:
                assert type(failure(gateway)) is kind


def test_configuration_errors_do_not_open_the_breaker(server: ScriptedServer, no_retries: HttpOptions) -> None:
    server.script = [UNAVAILABLE]
    gateway = Gateway(RULES, server.url, FixedCredential("clé"), replace(no_retries, breaker_failures=1))
    with closing(gateway):
        assert codes(gateway, 3) == ["configuration"] * 3
    assert server.requests == []


def test_status_530_does_not_open_the_breaker(sandbox: Sandbox, no_retries: HttpOptions) -> None:
    """HubSpot's edge responds 530 to a malformed token: a wrong setting, however often it occurs."""
    sandbox.fault("/hubspot/*", status=530, times=10)
    with HubspotClient(sandbox.hubspot(), no_retries) as client:
        for _ in range(5):
            with pytest.raises(AccessDenied) as caught:
                client.pipelines()
            assert caught.value.code == "configuration"


def test_opening_ends_the_retries_and_is_logged(server: ScriptedServer, no_retries: HttpOptions) -> None:
    server.script = [UNAVAILABLE]
    with capture_logs() as lines, closing(gateway_to(server, replace(no_retries, retries=5))) as gateway:
        assert failure(gateway).code == "resting"
    assert len(server.requests) == 3
    warnings = [line for line in lines if line["event"] == "circuit_opened"]
    assert warnings == [
        {"event": "circuit_opened", "log_level": "warning", "service": "shop", "failures": 3, "open_s": 60.0}
    ]


def test_each_gateway_has_its_own_breaker(server: ScriptedServer, no_retries: HttpOptions) -> None:
    server.script = [UNAVAILABLE]
    with closing(gateway_to(server, no_retries)) as one, closing(gateway_to(server, no_retries)) as other:
        codes(one, 4)
        assert failure(other).code == "server_error"


class InMemoryRateLimiter:
    """Shares rate limits between clients in memory, as the database does between processes."""

    def __init__(self, clock: CallClock) -> None:
        self._clock = clock
        self._started: dict[tuple[str, RateLimit], deque[float]] = {}

    def reserve(self, service: str, rate_limits: Sequence[RateLimit]) -> float:
        now = self._clock.monotonic()
        call_times = [self._started.setdefault((service, limit), deque(maxlen=limit.calls)) for limit in rate_limits]
        waits = [
            started[0] + limit.seconds - now
            for limit, started in zip(rate_limits, call_times, strict=True)
            if len(started) == limit.calls
        ]
        if (wait := max(waits, default=0.0)) > 0:
            return wait
        for started in call_times:
            started.append(now)
        return 0.0


def statuses_of_two_clients(sandbox: Sandbox, options: HttpOptions, is_shared: bool) -> set[int]:
    """HubSpot's response statuses to two clients at the same time."""
    clock = sandbox.clock()
    shared_limiter: SharedRateLimiter | None = InMemoryRateLimiter(clock) if is_shared else None
    pacing = replace(options, clock=clock, shared_limiter=shared_limiter)
    settings = sandbox.hubspot(per_ten_seconds=90)
    with HubspotClient(settings, pacing) as one, HubspotClient(settings, pacing) as other:
        for _ in range(65):
            one.pipelines()
            other.pipelines()
        for _ in range(6):
            list(one.deals_modified_since(START))
            list(other.deals_modified_since(START))
    return {entry["status"] for entry in sandbox.requests("hubspot")}


@pytest.mark.parametrize(("is_shared", "statuses"), [(True, {200}), (False, {200, 429})])
def test_shared_limiter_keeps_two_clients_below_one_limit(
    sandbox: Sandbox, options: HttpOptions, is_shared: bool, statuses: set[int]
) -> None:
    sandbox.post("/limits", hubspot_per_ten_seconds=100, hubspot_search_per_second=5)
    assert statuses_of_two_clients(sandbox, options, is_shared) == statuses
