"""The HTTP gateway: allowed calls, retries, deadlines, and every kind of invalid response."""

import gzip
import re
import time
from collections.abc import Generator
from dataclasses import replace
from decimal import Decimal
from email.utils import formatdate

import pytest
from structlog.testing import capture_logs

from regie.connectors.call_limiter import RateLimit
from regie.connectors.errors import (
    AccessDenied,
    BadRequest,
    CallNotAllowed,
    MalformedResponse,
    RateLimited,
    RecordNotFound,
    ServiceError,
    ServiceUnavailable,
    Unreachable,
)
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.responses import explain_status
from tests.connectors.fake_clock import FakeClock
from tests.connectors.scripted_server import Reply, ScriptedServer

SECRET = "key-that-must-stay-secret"
RULES = ServiceRules(
    name="shop",
    allowed=(("GET", re.compile(r"/things(/\d+)?")), ("POST", re.compile("/things/search"))),
    explain=lambda answer: explain_status(
        "shop", answer, str(answer.document.get("message", "")) if isinstance(answer.document, dict) else ""
    ),
    request_id_headers=("X-Shop-Id",),
    retry_statuses=frozenset({502, 503, 504}),
    in_flight=2,
    rate_limits=(RateLimit(100, 60.0),),
)


class RenewableCredential:
    """A credential that can be renewed."""

    def __init__(self) -> None:
        self.refused: list[str] = []

    def header(self) -> str:
        return "Bearer old"

    def renew(self, refused: str) -> str | None:
        self.refused.append(refused)
        return "Bearer new"


def gateway_to(server: ScriptedServer, options: HttpOptions, rules: ServiceRules = RULES) -> Gateway:
    return Gateway(rules, server.url, FixedCredential(f"Bearer {SECRET}"), options)


@pytest.fixture
def gateway(server: ScriptedServer, options: HttpOptions) -> Generator[Gateway, None, None]:
    gateway = gateway_to(server, options)
    yield gateway
    gateway.close()


def test_amounts_stay_exact(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Reply(body='{"a": 0.1, "b": 12345678901234567.89, "c": 5000, "d": 1e2}')]
    document = gateway.get("/things")
    assert document == {
        "a": Decimal("0.1"),
        "b": Decimal("12345678901234567.89"),
        "c": 5000,
        "d": Decimal("1e2"),
    }
    assert isinstance(document["a"], Decimal)


def test_request_has_the_key_and_an_encoded_query(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Reply(body={})]
    gateway.get("/things", {"since": "2026-01-01T00:00:00+00:00", "q": "l'été & co"})
    request = server.requests[0]
    assert request.headers["authorization"] == f"Bearer {SECRET}"
    assert request.headers["accept"] == "application/json"
    assert "since=2026-01-01T00%3A00%3A00%2B00%3A00" in request.target
    assert request.query["q"] == "l'été & co"


@pytest.mark.parametrize(
    "path", ["/other", "/things/../secrets", "/things/7/8", "/things/٣", "/things?x=1", "//evil", "/things\n"]
)
def test_path_that_is_not_allowed_is_never_sent(server: ScriptedServer, gateway: Gateway, path: str) -> None:
    with pytest.raises(CallNotAllowed):
        gateway.get(path)
    assert server.requests == []


def test_write_is_never_sent(server: ScriptedServer, gateway: Gateway) -> None:
    with pytest.raises(CallNotAllowed):
        gateway.read_post("/things", {})
    with pytest.raises(CallNotAllowed):
        gateway.post_form("/things/7", {})
    assert server.requests == []


@pytest.mark.parametrize(
    ("response", "kind", "code", "retryable"),
    [
        (Reply(401), AccessDenied, "unauthorised", False),
        (Reply(403), AccessDenied, "forbidden", False),
        (Reply(404, "<html>gone</html>"), RecordNotFound, "not_found", False),
        (Reply(400, {"message": "no"}), BadRequest, "rejected", False),
        (Reply(422), BadRequest, "rejected", False),
        (Reply(500), ServiceUnavailable, "server_error", True),
        (
            Reply(301, headers={"Location": "http://127.0.0.1:1/elsewhere"}),
            MalformedResponse,
            "redirect",
            False,
        ),
    ],
)
def test_permanent_error_is_not_retried(
    server: ScriptedServer,
    gateway: Gateway,
    response: Reply,
    kind: type[ServiceError],
    code: str,
    retryable: bool,
) -> None:
    server.script = [response]
    with pytest.raises(ServiceError) as caught:
        gateway.get("/things")
    assert (type(caught.value), caught.value.code, caught.value.retryable) == (kind, code, retryable)
    assert len(server.requests) == 1


GARBLED = (
    Reply(200, "<html>Welcome</html>"),
    Reply(200, '{"things": [1, 2'),
    Reply(200, ""),
    Reply(200, '{"a": NaN}'),
    Reply(200, b'{"a": "\xff"}'),
    Reply(200, "[" * 100_000),
    Reply(200, b"not gzip", headers={"Content-Encoding": "gzip"}),
)


@pytest.mark.parametrize("response", GARBLED)
def test_garbled_response_is_retried_within_bounds(server: ScriptedServer, gateway: Gateway, response: Reply) -> None:
    """An HTML page of a proxy or truncated JSON, whatever its status."""
    server.script = [response, Reply(body={"fine": True})]
    assert gateway.get("/things") == {"fine": True}
    server.requests.clear()
    server.script = [response]
    with pytest.raises(MalformedResponse) as caught:
        gateway.get("/things")
    assert (caught.value.code, caught.value.retryable, len(server.requests)) == ("not_json", True, 6)


@pytest.mark.parametrize(
    "response",
    [
        Reply(502),
        Reply(503, "<html>"),
        Reply(504),
        Reply(ending="reset"),
        Reply(200, "{}", content_length=50),
        Reply(429),
    ],
)
def test_temporary_failure_is_retried(server: ScriptedServer, gateway: Gateway, response: Reply) -> None:
    server.script = [response, response, Reply(body={"fine": True})]
    assert gateway.get("/things") == {"fine": True}
    assert len(server.requests) == 3


def test_five_retries_then_the_error(server: ScriptedServer, gateway: Gateway, fake_clock: FakeClock) -> None:
    server.script = [Reply(503, headers={"X-Shop-Id": "abc-1"})]
    with pytest.raises(ServiceUnavailable) as caught:
        gateway.get("/things")
    assert len(server.requests) == 6
    assert fake_clock.slept == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert (caught.value.request_id, caught.value.vendor_status) == ("abc-1", 503)


def test_jitter_lengthens_the_backoff(server: ScriptedServer, options: HttpOptions, fake_clock: FakeClock) -> None:
    server.script = [Reply(503), Reply(503), Reply(body={})]
    gateway_to(server, replace(options, jitter=lambda: 1.0)).get("/things")
    assert fake_clock.slept == [1.0, 2.0]


@pytest.mark.parametrize("header_format", ["seconds", "date"])
def test_retry_after_is_respected(
    server: ScriptedServer, gateway: Gateway, fake_clock: FakeClock, header_format: str
) -> None:
    value = "7" if header_format == "seconds" else formatdate(fake_clock.now + 7, usegmt=True)
    server.script = [Reply(429, headers={"Retry-After": value}), Reply(body={})]
    gateway.get("/things")
    assert sum(fake_clock.slept) == 7.0


@pytest.mark.parametrize("value", ["soon", "-5", "", "٣"])
def test_invalid_retry_after_is_ignored(
    server: ScriptedServer, gateway: Gateway, fake_clock: FakeClock, value: str
) -> None:
    server.script = [
        Reply(503, headers={"Retry-After": value.encode().decode("latin-1")}),
        Reply(body={}),
    ]
    gateway.get("/things")
    assert fake_clock.slept == [0.5]


def test_long_retry_after_is_raised_to_the_caller(
    server: ScriptedServer, gateway: Gateway, fake_clock: FakeClock
) -> None:
    server.script = [Reply(429, headers={"Retry-After": "3600"})]
    with pytest.raises(RateLimited) as caught:
        gateway.get("/things")
    assert caught.value.retry_after_s == 3600.0
    assert (len(server.requests), fake_clock.slept) == (1, [])


def test_read_by_post_is_retried_and_form_is_not(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Reply(503), Reply(body={"found": 1})]
    rules = replace(RULES, allowed=(("POST", re.compile("/things/search")),))
    gateway = gateway_to(server, options, rules)
    assert gateway.read_post("/things/search", {"q": "é"}) == {"found": 1}
    server.script = [Reply(503)]
    with pytest.raises(ServiceUnavailable):
        gateway.post_form("/things/search", {"a": "b c"})
    assert len(server.requests) == 3
    assert server.requests[-1].body == b"a=b+c"


def test_refused_credential_is_renewed_once(server: ScriptedServer, options: HttpOptions) -> None:
    credential = RenewableCredential()
    server.responder = lambda request: Reply(200 if request.headers["authorization"] == "Bearer new" else 401, {})
    assert Gateway(RULES, server.url, credential, options).get("/things") == {}
    assert credential.refused == ["Bearer old"]
    server.responder = lambda request: Reply(401)
    with pytest.raises(AccessDenied):
        Gateway(RULES, server.url, credential, options).get("/things")
    assert len(server.requests) == 4


def test_slow_response_exceeds_the_deadline(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Reply(body={"a": "long"}, drip_s=0.05)]
    gateway = gateway_to(server, replace(options, total_s=0.3, retries=0))
    started = time.monotonic()
    with pytest.raises(Unreachable) as caught:
        gateway.get("/things")
    assert caught.value.code == "timeout"
    assert time.monotonic() - started < 2.0


def test_slow_body_exceeds_the_deadline(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Reply(body=b" " * 50_000, drip_s=0.001)]
    with pytest.raises(Unreachable):
        gateway_to(server, replace(options, total_s=0.5, retries=0)).get("/things")


def test_deadline_covers_the_last_read(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Reply(body={}, drip_s=1.5)]
    started = time.monotonic()
    with pytest.raises(Unreachable):
        gateway_to(server, replace(options, total_s=1.6, retries=0)).get("/things")
    assert time.monotonic() - started < 2.7


def test_closed_port_is_unreachable(options: HttpOptions) -> None:
    closed_server = ScriptedServer()
    closed_server.close()
    with pytest.raises(Unreachable) as caught:
        gateway_to(closed_server, replace(options, retries=0)).get("/things")
    assert caught.value.code == "connection"


@pytest.mark.parametrize("zipped", [False, True])
def test_response_above_the_size_limit_is_malformed(server: ScriptedServer, options: HttpOptions, zipped: bool) -> None:
    content = b"[" + b" " * 300_000 + b"]"
    headers = {"Content-Encoding": "gzip"} if zipped else {}
    server.script = [Reply(body=gzip.compress(content) if zipped else content, headers=headers)]
    with pytest.raises(MalformedResponse) as caught:
        gateway_to(server, replace(options, max_bytes=100_000)).get("/things")
    assert caught.value.code == "too_large"


def test_characters_that_no_database_can_store_are_replaced(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Reply(body=r'{"a": "x\u0000y", "b": ["\ud800"], "c": "\ud83d\ude00"}')]
    assert gateway.get("/things") == {"a": "x\ufffdy", "b": ["\ufffd"], "c": "😀"}


def test_own_rate_limits_are_respected(server: ScriptedServer, options: HttpOptions, fake_clock: FakeClock) -> None:
    server.script = [Reply(body={})]
    gateway = gateway_to(server, options, replace(RULES, rate_limits=(RateLimit(3, 10.0), RateLimit(100, 60.0))))
    for _ in range(7):
        gateway.get("/things")
    assert sum(fake_clock.slept) == pytest.approx(20.0)


def test_call_logs_one_line_without_secrets(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Reply(401, {"message": f"bad token {SECRET}"}, headers={"X-Shop-Id": "r-9"})]
    with capture_logs() as lines, pytest.raises(AccessDenied) as caught:
        gateway.get("/things", {"token": SECRET})
    (line,) = lines
    expected = {
        "service": "shop",
        "path": "/things",
        "status": 401,
        "outcome": "unauthorised",
        "service_request_id": "r-9",
    }
    assert expected.items() <= line.items()
    assert SECRET not in repr(lines) + str(caught.value) + repr(caught.value.args)
    assert caught.value.detail == "bad token …"


@pytest.mark.parametrize("address", ["", "ftp://shop.example", "shop.example", "https://shop.example?x=1"])
def test_address_that_is_not_an_origin_is_refused(options: HttpOptions, address: str) -> None:
    with pytest.raises(AccessDenied) as caught:
        Gateway(RULES, address, FixedCredential("x"), options)
    assert caught.value.code == "configuration"


def test_key_that_is_no_valid_header_is_refused(server: ScriptedServer, options: HttpOptions) -> None:
    for key in ("clé", "two\r\nlines"):
        with pytest.raises(AccessDenied):
            Gateway(RULES, server.url, FixedCredential(key), options).get("/things")
    assert server.requests == []
