"""The Bank of Canada's rates: read from the sandbox over HTTP as they are published, and whatever else may come."""

from collections.abc import Generator
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest

from regie.connectors.errors import Nonsense, NotFoundOutside, OutsideError, Rejected, Unavailable
from regie.connectors.exchange_rates.client import FIRST_DAY, ExchangeRatesClient
from regie.connectors.exchange_rates.shapes import PUBLISHED, Observation
from regie.connectors.http import HttpOptions
from regie.connectors.pages import Problem
from regie.connectors.settings import ExchangeRatesSettings
from tests.connectors.sandbox import Sandbox
from tests.connectors.scripted_server import Said, ScriptedServer

# The sandbox's clock stands at eleven in the morning of Friday, 20 November 2026, in Ottawa.
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


def _problems(client: ExchangeRatesClient) -> list[Problem]:
    return [problem for page in client.observations(THURSDAY, FRIDAY) for problem in page.problems]


def test_todays_rates_come_in_the_afternoon(bank: ExchangeRatesClient, sandbox: Sandbox):
    assert {one.day for one in _all(bank, THURSDAY, FRIDAY)} == {THURSDAY}
    sandbox.post("/clock", now="2026-11-20T21:29:00+00:00")
    assert {one.day for one in _all(bank, FRIDAY, FRIDAY)} == set()
    sandbox.post("/clock", now="2026-11-20T21:30:00+00:00")
    found = _all(bank, FRIDAY, FRIDAY)
    assert {one.day for one in found} == {FRIDAY}
    assert len({one.currency for one in found}) == len(found)
    assert {one.currency for one in found} == PUBLISHED - {"CAD"}


def test_ten_years_come_a_year_at_a_time_without_weekends_and_holidays(bank: ExchangeRatesClient, sandbox: Sandbox):
    pages = list(bank.observations(date(2010, 1, 1), FRIDAY))
    days = sorted({one.day for page in pages for one in page.records})
    assert (days[0], days[-1], len(pages)) == (FIRST_DAY, THURSDAY, 10)
    assert [page.next_cursor for page in pages][-2:] == ["2026-01-01", None]
    assert all(day.weekday() < 5 for day in days)
    closed = {date(2026, 1, 1), date(2026, 4, 3), date(2026, 5, 18), date(2026, 10, 12), date(2026, 11, 11)}
    assert closed & set(days) == set()
    # No closure lasts longer than a rate is carried.
    assert max(later - day for day, later in pairwise(days)) <= timedelta(days=5)
    assert [entry["path"] for entry in sandbox.requests("bank-of-canada")] == [PATH] * 10


def test_a_rate_is_exact_and_the_same_however_it_is_asked_for(bank: ExchangeRatesClient):
    alone = {(one.currency, one.day): one.rate for one in _all(bank, THURSDAY, THURSDAY)}
    within = {(one.currency, one.day): one.rate for one in _all(bank, date(2026, 1, 1), THURSDAY)}
    assert alone.items() <= within.items()
    assert Decimal("1.2") < alone["USD", THURSDAY] < Decimal("1.5")
    assert Decimal("0.00007") < alone["IDR", THURSDAY] < Decimal("0.0001")


def test_currencies_that_the_bank_gave_up_end_with_2019(bank: ExchangeRatesClient):
    codes = {day: {one.currency for one in _all(bank, day, day)} for day in (date(2019, 12, 31), date(2020, 1, 2))}
    assert codes[date(2019, 12, 31)] - codes[date(2020, 1, 2)] == {"MYR", "THB", "VND"}


def test_nothing_was_published_on_a_sunday(bank: ExchangeRatesClient):
    assert _all(bank, date(2026, 11, 15), date(2026, 11, 15)) == []


@pytest.mark.parametrize(
    "fault",
    [{"kind": "status", "status": 503}, {"kind": "html", "status": 502}, {"kind": "truncate"}, {"kind": "drop"}],
    ids=["unavailable", "page", "truncated", "dropped"],
)
def test_trouble_that_passes_is_waited_for(bank: ExchangeRatesClient, sandbox: Sandbox, fault: dict[str, Any]):
    sandbox.fault("/bank-of-canada/*", times=2, **fault)
    if fault["kind"] == "truncate":
        with pytest.raises(Nonsense) as refused:
            _all(bank, THURSDAY, THURSDAY)
        assert refused.value.retryable
    else:
        assert _all(bank, THURSDAY, THURSDAY)


def test_trouble_that_stays_is_told(bank: ExchangeRatesClient, sandbox: Sandbox):
    sandbox.fault("/bank-of-canada/*", status=503, times=50)
    with pytest.raises(Unavailable):
        _all(bank, THURSDAY, THURSDAY)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (Said(404, {"message": "The series group was not found.", "docs": "https://example.test"}), NotFoundOutside),
        (Said(400, {"message": "Bad observation request.", "docs": "https://example.test"}), Rejected),
        (Said(302, b"", {"Location": "http://127.0.0.1:9/elsewhere"}), Nonsense),
        (Said(200, {"observations": {}}), Nonsense),
        (Said(200, {"observations": ["2026-11-19"]}), Nonsense),
        (Said(200, b"x" * 3_000_000), Nonsense),
    ],
    ids=["unknown", "rejected", "redirect", "no-list", "no-object", "too-large"],
)
def test_an_answer_that_is_none_is_an_error(
    server: ScriptedServer, scripted: ExchangeRatesClient, said: Said, kind: type[OutsideError]
):
    server.script = [said]
    with pytest.raises(kind) as refused:
        _all(scripted, THURSDAY, FRIDAY)
    assert refused.value.service == "bank_of_canada"
    assert "elsewhere" not in [request.path for request in server.requests]


def test_the_bank_is_asked_without_a_key_for_the_days_alone(server: ScriptedServer, scripted: ExchangeRatesClient):
    server.script = [Said(200, {"observations": []})]
    assert _all(scripted, THURSDAY, FRIDAY) == []
    (asked,) = server.requests
    assert asked.query == {"start_date": "2026-11-19", "end_date": "2026-11-20"}
    assert "authorization" not in asked.headers


def test_what_is_odd_is_left_out_and_told_of(server: ScriptedServer, scripted: ExchangeRatesClient):
    rows = [
        {"d": "2026-11-19", "FXUSDCAD": {"v": "1.3712"}, "FXEURCAD": {"v": "0"}, "FXJPYCAD": {"v": "-0.01"},
         "FXGBPCAD": {"v": "n/a"}, "FXCHFCAD": {"v": ""}, "FXSEKCAD": {}, "FXCADUSD": {"v": "0.7293"},
         "FXNOKCAD": {"v": 0.1351}, "FXTRYCAD": {"v": "1e9"}, "STATIC": {"v": "1"}},
        {"d": "2026-11-18", "FXUSDCAD": {"v": "1.4"}},
        {"d": "yesterday", "FXUSDCAD": {"v": "1.4"}},
    ]  # fmt: skip
    server.script = [Said(200, {"observations": rows})]
    assert _all(scripted, THURSDAY, FRIDAY) == [
        Observation("USD", THURSDAY, Decimal("1.3712")),
        Observation("NOK", THURSDAY, Decimal("0.1351")),
    ]
    assert [(problem.field, problem.reason) for problem in _problems(scripted)] == [
        ("FXEURCAD", "not_a_rate"), ("FXJPYCAD", "not_a_rate"), ("FXGBPCAD", "not_an_amount"),
        ("FXTRYCAD", "not_a_rate"),
        ("d", "not_asked_for"), ("d", "not_a_date"),
    ]  # fmt: skip
