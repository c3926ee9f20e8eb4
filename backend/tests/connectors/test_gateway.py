"""The shared way out: what it lets through, how long it waits, what it makes of every kind of bad answer."""

import gzip
import re
import time
from collections.abc import Generator
from dataclasses import replace
from decimal import Decimal
from email.utils import formatdate

import pytest
from structlog.testing import capture_logs

from regie.connectors.answers import explain_status
from regie.connectors.errors import (
    CallNotAllowed,
    Nonsense,
    NotFoundOutside,
    OutsideError,
    RateLimited,
    Refused,
    Rejected,
    Unavailable,
    Unreachable,
)
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.limiter import Window
from tests.connectors.false_time import FalseTime
from tests.connectors.scripted_server import Said, ScriptedServer

SECRET = "key-that-nobody-may-see"
RULES = ServiceRules(
    name="shop",
    allowed=(("GET", re.compile(r"/things(/\d+)?")), ("POST", re.compile("/things/search"))),
    explain=lambda answer: explain_status(
        "shop", answer, str(answer.document.get("message", "")) if isinstance(answer.document, dict) else ""
    ),
    request_id_headers=("X-Shop-Id",),
    repeat_statuses=frozenset({502, 503, 504}),
    in_flight=2,
    windows=(Window(100, 60.0),),
)


class Ring:
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
    opened = gateway_to(server, options)
    yield opened
    opened.close()


def test_amounts_stay_exact(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Said(body='{"a": 0.1, "b": 12345678901234567.89, "c": 5000, "d": 1e2}')]
    document = gateway.get("/things")
    assert document == {
        "a": Decimal("0.1"),
        "b": Decimal("12345678901234567.89"),
        "c": 5000,
        "d": Decimal("1e2"),
    }
    assert isinstance(document["a"], Decimal)


def test_the_request_carries_the_key_and_encodes_the_query(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Said(body={})]
    gateway.get("/things", {"since": "2026-01-01T00:00:00+00:00", "q": "l'été & co"})
    request = server.requests[0]
    assert request.headers["authorization"] == f"Bearer {SECRET}"
    assert request.headers["accept"] == "application/json"
    assert "since=2026-01-01T00%3A00%3A00%2B00%3A00" in request.target
    assert request.query["q"] == "l'été & co"


@pytest.mark.parametrize(
    "path", ["/other", "/things/../secrets", "/things/7/8", "/things/٣", "/things?x=1", "//evil", "/things\n"]
)
def test_what_is_not_on_the_list_never_leaves(server: ScriptedServer, gateway: Gateway, path: str) -> None:
    with pytest.raises(CallNotAllowed):
        gateway.get(path)
    assert server.requests == []


def test_a_write_never_leaves(server: ScriptedServer, gateway: Gateway) -> None:
    with pytest.raises(CallNotAllowed):
        gateway.read_post("/things", {})
    with pytest.raises(CallNotAllowed):
        gateway.post_form("/things/7", {})
    assert server.requests == []


@pytest.mark.parametrize(
    ("said", "kind", "code", "retryable"),
    [
        (Said(401), Refused, "unauthorised", False),
        (Said(403), Refused, "forbidden", False),
        (Said(404, "<html>gone</html>"), NotFoundOutside, "not_found", False),
        (Said(400, {"message": "no"}), Rejected, "rejected", False),
        (Said(422), Rejected, "rejected", False),
        (Said(500), Unavailable, "server_error", True),
        (Said(301, headers={"Location": "http://127.0.0.1:1/elsewhere"}), Nonsense, "redirect", False),
        (Said(200, "<html>Welcome</html>"), Nonsense, "not_json", True),
        (Said(200, '{"things": [1, 2'), Nonsense, "not_json", True),
        (Said(200, ""), Nonsense, "not_json", True),
        (Said(200, '{"a": NaN}'), Nonsense, "not_json", True),
        (Said(200, b'{"a": "\xff"}'), Nonsense, "not_json", True),
        (Said(200, "[" * 100_000), Nonsense, "not_json", True),
        (Said(200, b"not gzip", headers={"Content-Encoding": "gzip"}), Nonsense, "not_json", True),
    ],
)
def test_one_refusal_one_call(
    server: ScriptedServer, gateway: Gateway, said: Said, kind: type[OutsideError], code: str, retryable: bool
) -> None:
    server.script = [said]
    with pytest.raises(OutsideError) as caught:
        gateway.get("/things")
    assert (type(caught.value), caught.value.code, caught.value.retryable) == (kind, code, retryable)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    "said",
    [
        Said(502),
        Said(503, "<html>"),
        Said(504),
        Said(ending="reset"),
        Said(200, "{}", announced=50),
        Said(429),
    ],
)
def test_trouble_that_passes_is_sat_out(server: ScriptedServer, gateway: Gateway, said: Said) -> None:
    server.script = [said, said, Said(body={"fine": True})]
    assert gateway.get("/things") == {"fine": True}
    assert len(server.requests) == 3


def test_five_repeats_and_then_the_error(server: ScriptedServer, gateway: Gateway, time_apart: FalseTime) -> None:
    server.script = [Said(503, headers={"X-Shop-Id": "abc-1"})]
    with pytest.raises(Unavailable) as caught:
        gateway.get("/things")
    assert len(server.requests) == 6
    assert time_apart.slept == [0.5, 1.0, 2.0, 4.0, 8.0]
    assert (caught.value.request_id, caught.value.vendor_status) == ("abc-1", 503)


def test_jitter_spreads_the_back_off(server: ScriptedServer, options: HttpOptions, time_apart: FalseTime) -> None:
    server.script = [Said(503), Said(503), Said(body={})]
    gateway_to(server, replace(options, jitter=lambda: 1.0)).get("/things")
    assert time_apart.slept == [1.0, 2.0]


@pytest.mark.parametrize("written", ["seconds", "date"])
def test_retry_after_is_honoured(server: ScriptedServer, gateway: Gateway, time_apart: FalseTime, written: str) -> None:
    value = "7" if written == "seconds" else formatdate(time_apart.now + 7, usegmt=True)
    server.script = [Said(429, headers={"Retry-After": value}), Said(body={})]
    gateway.get("/things")
    assert sum(time_apart.slept) == 7.0


@pytest.mark.parametrize("value", ["soon", "-5", "", "٣"])
def test_an_unreadable_retry_after_is_no_retry_after(
    server: ScriptedServer, gateway: Gateway, time_apart: FalseTime, value: str
) -> None:
    server.script = [Said(503, headers={"Retry-After": value.encode().decode("latin-1")}), Said(body={})]
    gateway.get("/things")
    assert time_apart.slept == [0.5]


def test_a_long_retry_after_is_left_to_the_caller(
    server: ScriptedServer, gateway: Gateway, time_apart: FalseTime
) -> None:
    server.script = [Said(429, headers={"Retry-After": "3600"})]
    with pytest.raises(RateLimited) as caught:
        gateway.get("/things")
    assert caught.value.retry_after_s == 3600.0
    assert (len(server.requests), time_apart.slept) == (1, [])


def test_a_read_by_post_is_repeated_and_a_form_is_not(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Said(503), Said(body={"found": 1})]
    rules = replace(RULES, allowed=(("POST", re.compile("/things/search")),))
    gateway = gateway_to(server, options, rules)
    assert gateway.read_post("/things/search", {"q": "é"}) == {"found": 1}
    server.script = [Said(503)]
    with pytest.raises(Unavailable):
        gateway.post_form("/things/search", {"a": "b c"})
    assert len(server.requests) == 3
    assert server.requests[-1].body == b"a=b+c"


def test_a_refused_credential_is_renewed_once(server: ScriptedServer, options: HttpOptions) -> None:
    ring = Ring()
    server.answer = lambda request: Said(200 if request.headers["authorization"] == "Bearer new" else 401, {})
    assert Gateway(RULES, server.url, ring, options).get("/things") == {}
    assert ring.refused == ["Bearer old"]
    server.answer = lambda request: Said(401)
    with pytest.raises(Refused):
        Gateway(RULES, server.url, ring, options).get("/things")
    assert len(server.requests) == 4


def test_a_dripping_server_is_cut_off(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Said(body={"a": "long"}, drip_s=0.05)]
    gateway = gateway_to(server, replace(options, total_s=0.3, retries=0))
    started = time.monotonic()
    with pytest.raises(Unreachable) as caught:
        gateway.get("/things")
    assert caught.value.code == "timeout"
    assert time.monotonic() - started < 2.0


def test_a_dripping_body_is_cut_off(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Said(body=b" " * 50_000, drip_s=0.001)]
    with pytest.raises(Unreachable):
        gateway_to(server, replace(options, total_s=0.5, retries=0)).get("/things")


def test_the_last_wait_ends_with_the_whole(server: ScriptedServer, options: HttpOptions) -> None:
    server.script = [Said(body={}, drip_s=1.5)]
    started = time.monotonic()
    with pytest.raises(Unreachable):
        gateway_to(server, replace(options, total_s=1.6, retries=0)).get("/things")
    assert time.monotonic() - started < 2.7


def test_a_closed_port_is_unreachable(options: HttpOptions) -> None:
    gone = ScriptedServer()
    gone.close()
    with pytest.raises(Unreachable) as caught:
        gateway_to(gone, replace(options, retries=0)).get("/things")
    assert caught.value.code == "connection"


@pytest.mark.parametrize("zipped", [False, True])
def test_an_endless_answer_is_dropped(server: ScriptedServer, options: HttpOptions, zipped: bool) -> None:
    content = b"[" + b" " * 300_000 + b"]"
    headers = {"Content-Encoding": "gzip"} if zipped else {}
    server.script = [Said(body=gzip.compress(content) if zipped else content, headers=headers)]
    with pytest.raises(Nonsense) as caught:
        gateway_to(server, replace(options, max_bytes=100_000)).get("/things")
    assert caught.value.code == "too_large"


def test_text_that_no_database_can_hold_is_mended(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Said(body=r'{"a": "x\u0000y", "b": ["\ud800"], "c": "\ud83d\ude00"}')]
    assert gateway.get("/things") == {"a": "x\ufffdy", "b": ["\ufffd"], "c": "😀"}


def test_our_own_limit_is_kept(server: ScriptedServer, options: HttpOptions, time_apart: FalseTime) -> None:
    server.script = [Said(body={})]
    gateway = gateway_to(server, options, replace(RULES, windows=(Window(3, 10.0), Window(100, 60.0))))
    for _ in range(7):
        gateway.get("/things")
    assert sum(time_apart.slept) == pytest.approx(20.0)


def test_a_call_leaves_one_line_without_secrets(server: ScriptedServer, gateway: Gateway) -> None:
    server.script = [Said(401, {"message": f"bad token {SECRET}"}, headers={"X-Shop-Id": "r-9"})]
    with capture_logs() as lines, pytest.raises(Refused) as caught:
        gateway.get("/things", {"token": SECRET})
    (line,) = lines
    expected = {
        "service": "shop",
        "path": "/things",
        "status": 401,
        "outcome": "unauthorised",
        "request_id": "r-9",
    }
    assert expected.items() <= line.items()
    assert SECRET not in repr(lines) + str(caught.value) + repr(caught.value.args)
    assert caught.value.detail == "bad token …"


@pytest.mark.parametrize("address", ["", "ftp://shop.example", "shop.example", "https://shop.example?x=1"])
def test_an_address_that_is_no_origin_is_refused(options: HttpOptions, address: str) -> None:
    with pytest.raises(Refused) as caught:
        Gateway(RULES, address, FixedCredential("x"), options)
    assert caught.value.code == "configuration"


def test_a_key_that_cannot_be_a_header_is_refused(server: ScriptedServer, options: HttpOptions) -> None:
    for key in ("clé", "two\r\nlines"):
        with pytest.raises(Refused):
            Gateway(RULES, server.url, FixedCredential(key), options).get("/things")
    assert server.requests == []
