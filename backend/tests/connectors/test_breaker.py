"""A service that fails again and again is left alone; the limits of a service hold for all who call it together."""

import threading
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from regie.connectors.clock import Clock
from regie.connectors.errors import Nonsense, OutsideError, RateLimited, Refused, Unavailable
from regie.connectors.http import FixedCredential, Gateway, HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.limiter import SharedTurns, Window
from tests.connectors.false_time import FalseTime
from tests.connectors.sandbox import START, Sandbox
from tests.connectors.scripted_server import Request, Said, ScriptedServer
from tests.connectors.test_gateway import RULES, gateway_to

DOWN = Said(503)


@pytest.fixture
def hasty(options: HttpOptions) -> HttpOptions:
    return replace(options, retries=0, rest_after=3, rest_s=60.0)


def failure(gateway: Gateway) -> OutsideError:
    with pytest.raises(OutsideError) as caught:
        gateway.get("/things")
    return caught.value


def codes(gateway: Gateway, times: int) -> list[str]:
    return [failure(gateway).code for _ in range(times)]


@pytest.mark.parametrize(
    ("said", "code"), [(DOWN, "server_error"), (Said(500), "server_error"), (Said(ending="reset"), "connection")]
)
def test_after_failures_in_a_row_a_service_is_left_alone(
    server: ScriptedServer, hasty: HttpOptions, time_apart: FalseTime, said: Said, code: str
) -> None:
    server.script = [said]
    with closing(gateway_to(server, hasty)) as gateway:
        assert codes(gateway, 4) == [code, code, code, "resting"]
        time_apart.now += 59
        error = failure(gateway)
    assert isinstance(error, Unavailable)
    assert (error.code, error.retryable, error.retry_after_s) == ("resting", True, pytest.approx(1.0))
    assert len(server.requests) == 3


def test_a_timeout_is_a_failure_too(server: ScriptedServer, hasty: HttpOptions) -> None:
    server.script = [Said(body=b" " * 50, drip_s=0.1)]
    with closing(gateway_to(server, replace(hasty, total_s=0.1, rest_after=1))) as gateway:
        assert codes(gateway, 2) == ["timeout", "resting"]


def test_one_call_tries_whether_it_is_back(server: ScriptedServer, hasty: HttpOptions, time_apart: FalseTime) -> None:
    server.script = [DOWN]
    with closing(gateway_to(server, hasty)) as gateway:
        codes(gateway, 3)
        time_apart.now += 60
        assert codes(gateway, 2) == ["server_error", "resting"]
        time_apart.now += 60
        server.script = [Said(body={"fine": True})]
        assert gateway.get("/things") == {"fine": True}
        server.script = [DOWN]
        assert codes(gateway, 4) == ["server_error", "server_error", "server_error", "resting"]


def test_only_one_call_tries_at_a_time(server: ScriptedServer, hasty: HttpOptions, time_apart: FalseTime) -> None:
    is_asked, may_answer = threading.Event(), threading.Event()
    server.script = [DOWN]
    answers: list[object] = []

    def slowly(_: Request) -> Said:
        is_asked.set()
        may_answer.wait(10)
        return Said(body={})

    with closing(gateway_to(server, hasty)) as gateway:
        codes(gateway, 3)
        time_apart.now += 60
        server.answer = slowly
        probe = threading.Thread(target=lambda: answers.append(gateway.get("/things")))
        probe.start()
        assert is_asked.wait(10)
        assert codes(gateway, 2) == ["resting", "resting"]
        may_answer.set()
        probe.join(10)
        assert gateway.get("/things") == {}
    assert answers == [{}]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said(401), Refused),
        (Said(429, headers={"Retry-After": "1"}), RateLimited),
        (Said(200, "<html>"), Nonsense),
        (Said(body={}), None),
    ],
)
def test_an_answer_that_shows_life_counts_from_nought(
    server: ScriptedServer, hasty: HttpOptions, said: Said, kind: type[OutsideError] | None
) -> None:
    with closing(gateway_to(server, hasty)) as gateway:
        for _ in range(3):
            server.script = [DOWN]
            assert codes(gateway, 2) == ["server_error", "server_error"]
            server.script = [said]
            if kind is None:
                gateway.get("/things")
            else:
                assert type(failure(gateway)) is kind


def test_our_own_mistakes_neither_open_nor_close_anything(server: ScriptedServer, hasty: HttpOptions) -> None:
    server.script = [DOWN]
    gateway = Gateway(RULES, server.url, FixedCredential("clé"), replace(hasty, rest_after=1))
    with closing(gateway):
        assert codes(gateway, 3) == ["configuration"] * 3
    assert server.requests == []


def test_a_malformed_token_is_no_trouble_of_the_service(sandbox: Sandbox, hasty: HttpOptions) -> None:
    """HubSpot's edge answers 530 to it: our setting is wrong, however often."""
    sandbox.fault("/hubspot/*", status=530, times=10)
    with HubspotClient(sandbox.hubspot(), hasty) as client:
        for _ in range(5):
            with pytest.raises(Refused) as caught:
                client.pipelines()
            assert caught.value.code == "configuration"


def test_resting_ends_the_repeats_and_is_told_in_the_log(server: ScriptedServer, hasty: HttpOptions) -> None:
    server.script = [DOWN]
    with capture_logs() as lines, closing(gateway_to(server, replace(hasty, retries=5))) as gateway:
        assert failure(gateway).code == "resting"
    assert len(server.requests) == 3
    told = [line for line in lines if line["event"] == "outside_resting"]
    assert told == [
        {"event": "outside_resting", "log_level": "warning", "service": "shop", "failures": 3, "rest_s": 60.0}
    ]


def test_one_gateways_trouble_is_not_anothers(server: ScriptedServer, hasty: HttpOptions) -> None:
    server.script = [DOWN]
    with closing(gateway_to(server, hasty)) as one, closing(gateway_to(server, hasty)) as other:
        codes(one, 4)
        assert failure(other).code == "server_error"


class Book:
    """Turns kept in one place for several clients, as the database keeps them for several processes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._started: dict[tuple[str, Window], deque[float]] = {}

    def book(self, service: str, windows: Sequence[Window]) -> float:
        now = self._clock.monotonic()
        taken = [self._started.setdefault((service, window), deque(maxlen=window.calls)) for window in windows]
        waits = [
            started[0] + window.seconds - now
            for window, started in zip(windows, taken, strict=True)
            if len(started) == window.calls
        ]
        if (wait := max(waits, default=0.0)) > 0:
            return wait
        for started in taken:
            started.append(now)
        return 0.0


def statuses_of_two(sandbox: Sandbox, options: HttpOptions, is_shared: bool) -> set[int]:
    """What HubSpot answers to two clients that each keep its limits by themselves."""
    clock = sandbox.clock()
    shared: SharedTurns | None = Book(clock) if is_shared else None
    pacing = replace(options, clock=clock, shared=shared)
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
def test_shared_turns_keep_two_clients_below_one_limit(
    sandbox: Sandbox, options: HttpOptions, is_shared: bool, statuses: set[int]
) -> None:
    sandbox.post("/limits", hubspot_per_ten_seconds=100, hubspot_search_per_second=5)
    assert statuses_of_two(sandbox, options, is_shared) == statuses
