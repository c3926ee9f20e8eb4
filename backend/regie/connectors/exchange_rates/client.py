"""Reads the Bank of Canada's daily exchange rates, one year per call; needs no key."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Self

from regie.connectors.call_limiter import RateLimit
from regie.connectors.errors import ServiceError
from regie.connectors.exchange_rates.shapes import SERVICE, Observation, read_observations
from regie.connectors.http import Gateway, HttpOptions, NoCredential, ServiceRules
from regie.connectors.pages import RecordPage
from regie.connectors.responses import ServiceResponse, explain_status
from regie.connectors.settings import ExchangeRatesSettings

# The first day of the Bank's daily rates.
FIRST_DAY = date(2017, 1, 3)
_PATH = "/observations/group/FX_RATES_DAILY/json"
_ALLOWED = (("GET", re.compile(re.escape(_PATH))),)
# Four times the size of a year of twenty-six series.
_MAX_BYTES = 2 * 1024 * 1024


class ExchangeRatesClient:
    def __init__(self, settings: ExchangeRatesSettings, options: HttpOptions | None = None) -> None:
        rules = ServiceRules(
            name=SERVICE,
            allowed=_ALLOWED,
            explain=_explain,
            request_id_headers=("X-Request-Id",),
            retry_statuses=frozenset({500, 502, 503, 504}),
            in_flight=1,
            rate_limits=(RateLimit(settings.requests_per_minute, 60.0),),
        )
        capped = replace(options or HttpOptions(), max_bytes=_MAX_BYTES)
        self._gateway = Gateway(rules, settings.base_url, NoCredential(), capped)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._gateway.close()

    def observations(self, first: date, last: date) -> Iterator[RecordPage[Observation]]:
        """The rates published from `first` to `last`, one page per year; none on weekends and holidays."""
        start = max(first, FIRST_DAY)
        while start <= last:
            end = min(last, date(start.year, 12, 31))
            params = {"start_date": start.isoformat(), "end_date": end.isoformat()}
            page = read_observations(self._gateway.get(_PATH, params), start, end)
            start = date(end.year + 1, 1, 1)
            yield replace(page, next_cursor=start.isoformat() if start <= last else None)


def _explain(response: ServiceResponse) -> ServiceError | None:
    """Its errors are `{"message", "docs"}`."""
    document = response.document
    message = document.get("message") if isinstance(document, dict) else None
    return explain_status(SERVICE, response, message if isinstance(message, str) else "")
