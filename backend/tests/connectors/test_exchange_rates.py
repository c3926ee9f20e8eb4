"""The Bank of Canada's rates, read from the sandbox over HTTP; failures and invalid responses."""

from collections.abc import Generator
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from regie.connectors.errors import BadRequest, MalformedResponse, RecordNotFound, ServiceError, ServiceUnavailable
from regie.connectors.exchange_rates.client import FIRST_DAY, ExchangeRatesClient
from regie.connectors.exchange_rates.shapes import PUBLISHED, Observation
from regie.connectors.http import HttpOptions
from regie.connectors.pages import FieldProblem
from regie.connectors.settings import ExchangeRatesSettings
from tests.connectors.sandbox import Sandbox
from tests.connectors.scripted_server import Reply, ScriptedServer

# The sandbox's clock shows 11:00 in Ottawa on Friday, November 20, 2026.
THURSDAY, FRIDAY = date(2026, 11, 19), date(2026, 11, 20)
PATH = "/bank-of-canada/valet/observations/group/FX_RATES_DAILY/json"


@pytest.fixture
def bank(sandbox: Sandbox, options: HttpOptions) -> Generator[ExchangeRatesClient, None, None]:
    with ExchangeRatesClient(sandbox.bank_of_canada(), options) as client:
        yield client


@pytest.fixture
def scripted(server: ScriptedServer, options: HttpOptions) -> Generator[ExchangeRatesClient, None, None]:
    with ExchangeRatesClient(ExchangeRatesSettings(f"{server.url}/valet", 10_000), options) as client:
        yield client


def _all(client: ExchangeRatesClient, first: date, last: date) -> list[Observation]:
    return [one for page in client.observations(first, last) for one in page.records]


def _problems(client: ExchangeRatesClient) -> list[FieldProblem]:
    return [problem for page in client.observations(THURSDAY, FRIDAY) for problem in page.problems]


def test_rates_of_today_appear_in_the_afternoon(bank: ExchangeRatesClient, sandbox: Sandbox):
    assert {one.day for one in _all(bank, THURSDAY, FRIDAY)} == {THURSDAY}
    sandbox.post("/clock", now="2026-11-20T21:29:00+00:00")
    assert {one.day for one in _all(bank, FRIDAY, FRIDAY)} == set()
    sandbox.post("/clock", now="2026-11-20T21:30:00+00:00")
    found = _all(bank, FRIDAY, FRIDAY)
    assert {one.day for one in found} == {FRIDAY}
    assert len({one.currency for one in found}) == len(found)
    assert {one.currency for one in found} == PUBLISHED - {"CAD"}


def test_ten_years_are_read_year_by_year_without_weekends_and_holidays(bank: ExchangeRatesClient, sandbox: Sandbox):
    pages = list(bank.observations(date(2010, 1, 1), FRIDAY))
    days = sorted({one.day for page in pages for one in page.records})
    assert (days[0], days[-1], len(pages)) == (FIRST_DAY, THURSDAY, 10)
    assert [page.next_cursor for page in pages][-2:] == ["2026-01-01", None]
    assert all(day.weekday() < 5 for day in days)
    closed = {date(2026, 1, 1), date(2026, 4, 3), date(2026, 5, 18), date(2026, 10, 12), date(2026, 11, 11)}
    assert closed & set(days) == set()
    # No closure lasts longer than a rate stays valid.
    assert max(later - day for day, later in pairwise(days)) <= timedelta(days=5)
    assert [entry["path"] for entry in sandbox.requests("bank-of-canada")] == [PATH] * 10


def test_rate_is_exact_and_the_same_in_every_range(bank: ExchangeRatesClient):
    alone = {(one.currency, one.day): one.rate for one in _all(bank, THURSDAY, THURSDAY)}
    within = {(one.currency, one.day): one.rate for one in _all(bank, date(2026, 1, 1), THURSDAY)}
    assert alone.items() <= within.items()
    assert Decimal("1.2") < alone["USD", THURSDAY] < Decimal("1.5")
    assert Decimal("0.00007") < alone["IDR", THURSDAY] < Decimal("0.0001")


def test_discontinued_currencies_end_with_2019(bank: ExchangeRatesClient):
    codes = {day: {one.currency for one in _all(bank, day, day)} for day in (date(2019, 12, 31), date(2020, 1, 2))}
    assert codes[date(2019, 12, 31)] - codes[date(2020, 1, 2)] == {"MYR", "THB", "VND"}


def test_sunday_has_no_rates(bank: ExchangeRatesClient):
    assert _all(bank, date(2026, 11, 15), date(2026, 11, 15)) == []


@pytest.mark.parametrize(
    "fault",
    [{"kind": "status", "status": 503}, {"kind": "html", "status": 502}, {"kind": "truncate"}, {"kind": "drop"}],
    ids=["unavailable", "page", "truncated", "dropped"],
)
def test_temporary_failure_is_retried(bank: ExchangeRatesClient, sandbox: Sandbox, fault: dict[str, Any]):
    sandbox.fault("/bank-of-canada/*", times=2, **fault)
    assert _all(bank, THURSDAY, THURSDAY)


def test_lasting_failure_raises_service_unavailable(bank: ExchangeRatesClient, sandbox: Sandbox):
    sandbox.fault("/bank-of-canada/*", status=503, times=50)
    with pytest.raises(ServiceUnavailable):
        _all(bank, THURSDAY, THURSDAY)


@pytest.mark.parametrize(
    ("response", "kind"),
    [
        (
            Reply(404, {"message": "The series group was not found.", "docs": "https://example.test"}),
            RecordNotFound,
        ),
        (Reply(400, {"message": "Bad observation request.", "docs": "https://example.test"}), BadRequest),
        (Reply(302, b"", {"Location": "http://127.0.0.1:9/elsewhere"}), MalformedResponse),
        (Reply(200, {"observations": {}}), MalformedResponse),
        (Reply(200, {"observations": ["2026-11-19"]}), MalformedResponse),
        (Reply(200, b"x" * 3_000_000), MalformedResponse),
    ],
    ids=["unknown", "rejected", "redirect", "no-list", "no-object", "too-large"],
)
def test_invalid_response_is_an_error(
    server: ScriptedServer, scripted: ExchangeRatesClient, response: Reply, kind: type[ServiceError]
):
    server.script = [response]
    with pytest.raises(kind) as caught:
        _all(scripted, THURSDAY, FRIDAY)
    assert caught.value.service == "bank_of_canada"
    assert "elsewhere" not in [request.path for request in server.requests]


def test_request_has_only_the_dates_and_no_key(server: ScriptedServer, scripted: ExchangeRatesClient):
    server.script = [Reply(200, {"observations": []})]
    assert _all(scripted, THURSDAY, FRIDAY) == []
    (request,) = server.requests
    assert request.query == {"start_date": "2026-11-19", "end_date": "2026-11-20"}
    assert "authorization" not in request.headers


def test_invalid_values_are_omitted_and_reported(server: ScriptedServer, scripted: ExchangeRatesClient):
    rows = [
        {"d": "2026-11-19", "FXUSDCAD": {"v": "1.3712"}, "FXEURCAD": {"v": "0"}, "FXJPYCAD": {"v": "-0.01"},
         "FXGBPCAD": {"v": "n/a"}, "FXCHFCAD": {"v": ""}, "FXSEKCAD": {}, "FXCADUSD": {"v": "0.7293"},
         "FXNOKCAD": {"v": 0.1351}, "FXTRYCAD": {"v": "1e9"}, "STATIC": {"v": "1"}},
        {"d": "2026-11-18", "FXUSDCAD": {"v": "1.4"}},
        {"d": "yesterday", "FXUSDCAD": {"v": "1.4"}},
    ]  # fmt: skip
    server.script = [Reply(200, {"observations": rows})]
    assert _all(scripted, THURSDAY, FRIDAY) == [
        Observation("USD", THURSDAY, Decimal("1.3712")),
        Observation("NOK", THURSDAY, Decimal("0.1351")),
    ]
    assert [(problem.field, problem.reason) for problem in _problems(scripted)] == [
        ("FXEURCAD", "not_a_rate"), ("FXJPYCAD", "not_a_rate"), ("FXGBPCAD", "not_an_amount"),
        ("FXTRYCAD", "not_a_rate"),
        ("d", "not_requested"), ("d", "not_a_date"),
    ]  # fmt: skip
