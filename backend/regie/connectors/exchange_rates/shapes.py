"""Parses Valet's observations: one rate per currency and day, and a problem for each invalid one."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from regie.connectors.errors import MalformedResponse
from regie.connectors.field_reader import parse_amount, parse_date, require_list
from regie.connectors.pages import FieldProblem, RecordPage

SERVICE = "bank_of_canada"
_KIND = "observation"
# The Canadian dollar, and the currencies that the Bank publishes on working days; it stopped three others in 2019.
PUBLISHED = frozenset(
    "CAD AUD BRL CNY EUR HKD INR IDR JPY MXN NZD NOK PEN RUB SAR SGD ZAR KRW SEK CHF TWD TRY GBP USD".split()
)
_MAX_RATE = Decimal(1_000_000)
# The opposite direction, FXCADUSD, is the Bank's rounding of the same average.
_SERIES = re.compile(r"FX([A-Z]{3})CAD")


@dataclass(frozen=True, slots=True)
class Observation:
    """The value of one unit of `currency` in Canadian dollars: the Bank's average of the day."""

    currency: str
    day: date
    rate: Decimal


def read_observations(document: Any, first: date, last: date) -> RecordPage[Observation]:
    """Every rate from `first` to `last`; an invalid day or rate is omitted and reported as a problem."""
    problems: list[FieldProblem] = []
    records: list[Observation] = []
    for row in require_list(SERVICE, document, "observations"):
        if not isinstance(row, dict):
            raise MalformedResponse(SERVICE, "wrong_shape", f"an {_KIND} that is not an object")
        day = _parse_day(row.get("d"), first, last, problems)
        if day is not None:
            records += _parse_rates(row, day, problems)
    return RecordPage(tuple(records), None, tuple(problems))


def _parse_day(value: Any, first: date, last: date, problems: list[FieldProblem]) -> date | None:
    try:
        day = parse_date(value)
    except ValueError:
        problems.append(_problem("", "d", "not_a_date", value))
        return None
    if first <= day <= last:
        return day
    problems.append(_problem(str(day), "d", "not_requested", value))
    return None


def _parse_rates(row: dict[str, Any], day: date, problems: list[FieldProblem]) -> list[Observation]:
    found = []
    for series, value in row.items():
        named = _SERIES.fullmatch(series)
        text = value.get("v") if isinstance(value, dict) else value
        # A currency that was not published that day is empty or absent.
        if named is None or text in (None, ""):
            continue
        try:
            rate = parse_amount(text)
        except (ValueError, InvalidOperation):
            problems.append(_problem(str(day), series, "not_an_amount", text))
            continue
        if 0 < rate <= _MAX_RATE:
            found.append(Observation(named[1], day, rate))
        else:
            problems.append(_problem(str(day), series, "not_a_rate", text))
    return found


def _problem(day: str, field: str, reason: str, value: Any) -> FieldProblem:
    return FieldProblem(SERVICE, _KIND, day, field, reason, repr(value)[:100])
