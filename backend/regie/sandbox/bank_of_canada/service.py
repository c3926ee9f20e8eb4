"""Answers Valet's requests for exchange rates, with the real service's errors."""

import re
from datetime import date, timedelta
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.bank_of_canada.rates import CURRENCIES, FIRST_DAY, get_rate, last_published_day
from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.state import SandboxState

_GROUP = "FX_RATES_DAILY"
_DOCS = "https://www.bankofcanada.ca/valet/docs"
_TERMS = {"url": "https://www.bankofcanada.ca/terms/"}
_SERIES = re.compile(r"FX([A-Z]{3})CAD")


class BankOfCanada:
    def __init__(self, state: SandboxState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/valet/observations/group/{group}/json", self._group),
            Route("/valet/observations/{series}/json", self._series),
        ]

    async def _group(self, request: Request) -> Response:
        if request.path_params["group"] != _GROUP:
            return error_reply(404, f"The series group {request.path_params['group']} was not found.")
        detail = {
            "label": "Daily exchange rates",
            "description": "Daily average exchange rates - published once each business day by 16:30 ET.",
            "link": None,
        }
        return self._observed(request, list(CURRENCIES), {"groupDetail": detail})

    async def _series(self, request: Request) -> Response:
        currencies = []
        for name in request.path_params["series"].split(","):
            match = _SERIES.fullmatch(name)
            if match is None or match[1] not in CURRENCIES:
                return error_reply(404, f"Series {name} not found.")
            currencies.append(match[1])
        return self._observed(request, currencies, {})

    def _observed(self, request: Request, currencies: list[str], head: dict[str, Any]) -> Response:
        try:
            first, last = _requested_days(request, last_published_day(self._state.clock.now()))
        except Refusal as refusal:
            return refusal.response
        details = {f"FX{code}CAD": _detail(code) for code in currencies}
        observations = [row for day in _days(first, last) if len(row := _row(currencies, day)) > 1]
        return json_reply({**head, "terms": _TERMS, "seriesDetail": details, "observations": observations})


def error_reply(status: int, message: str) -> Response:
    return json_reply({"message": message, "docs": _DOCS}, status)


async def unknown_path(_: Request) -> Response:
    return error_reply(404, "The page you are looking for was not found.")


async def method_not_allowed(_: Request) -> Response:
    return error_reply(405, "Method Not Allowed")


def _requested_days(request: Request, published: date) -> tuple[date, date]:
    """Return the requested days, silently limited to published ones."""
    first = _parse_day(request, "start_date") or FIRST_DAY
    last = _parse_day(request, "end_date") or published
    if first > last:
        raise Refusal(error_reply(400, "Bad observation request. The End date must be greater than the Start date."))
    return max(first, FIRST_DAY), min(last, published)


def _parse_day(request: Request, name: str) -> date | None:
    text = request.query_params.get(name)
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        title = name.replace("_date", " date").capitalize()
        raise Refusal(error_reply(400, f"Bad observation request. {title} must be in the form YYYY-MM-DD.")) from None


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _row(currencies: list[str], day: date) -> dict[str, Any]:
    rates = {f"FX{code}CAD": {"v": rate} for code in currencies if (rate := get_rate(code, day)) is not None}
    return {"d": day.isoformat(), **rates}


def _detail(code: str) -> dict[str, Any]:
    name = CURRENCIES[code][1]
    return {
        "label": f"{code}/CAD",
        "description": f"{name} to Canadian dollar daily exchange rate",
        "dimension": {"key": "d", "name": "Date"},
    }
