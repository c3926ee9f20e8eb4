"""Reads the Bank of Canada's daily exchange rates: no key, one group of series, a year at a time."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Self

from regie.connectors.answers import Answer, explain_status
from regie.connectors.errors import OutsideError
from regie.connectors.exchange_rates.shapes import SERVICE, Observation, read_observations
from regie.connectors.http import Gateway, HttpOptions, NoCredential, ServiceRules
from regie.connectors.limiter import Window
from regie.connectors.pages import Page
from regie.connectors.settings import ExchangeRatesSettings

# The Bank's rates of this kind begin here.
FIRST_DAY = date(2017, 1, 3)
_PATH = "/observations/group/FX_RATES_DAILY/json"
_ALLOWED = (("GET", re.compile(re.escape(_PATH))),)
# A year of twenty-six series is a quarter of this.
_MAX_BYTES = 2 * 1024 * 1024


class ExchangeRatesClient:
    def __init__(self, settings: ExchangeRatesSettings, options: HttpOptions | None = None) -> None:
        rules = ServiceRules(
            name=SERVICE,
            allowed=_ALLOWED,
            explain=_explain,
            request_id_headers=("X-Request-Id",),
            repeat_statuses=frozenset({500, 502, 503, 504}),
            in_flight=1,
            windows=(Window(settings.requests_per_minute, 60.0),),
        )
        capped = replace(options or HttpOptions(), max_bytes=_MAX_BYTES)
        self._gateway = Gateway(rules, settings.base_url, NoCredential(), capped)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._gateway.close()

    def observations(self, first: date, last: date) -> Iterator[Page[Observation]]:
        """What was published for the days from `first` to `last`, one page per year; nothing on closed days."""
        start = max(first, FIRST_DAY)
        while start <= last:
            end = min(last, date(start.year, 12, 31))
            params = {"start_date": start.isoformat(), "end_date": end.isoformat()}
            page = read_observations(self._gateway.get(_PATH, params), start, end)
            start = date(end.year + 1, 1, 1)
            yield replace(page, next_cursor=start.isoformat() if start <= last else None)


def _explain(answer: Answer) -> OutsideError | None:
    """Its refusals are `{"message", "docs"}`."""
    document = answer.document
    message = document.get("message") if isinstance(document, dict) else None
    return explain_status(SERVICE, answer, message if isinstance(message, str) else "")
