"""Valet's observations as we keep them: one rate per currency and day, and what was odd about the others."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from regie.connectors.errors import Nonsense
from regie.connectors.pages import Page, Problem
from regie.connectors.reading import exact_amount, list_of, plain_date

SERVICE = "bank_of_canada"
_KIND = "observation"
# What the Bank publishes every working day, and its own; it gave three others up at the end of 2019.
PUBLISHED = frozenset(
    "CAD AUD BRL CNY EUR HKD INR IDR JPY MXN NZD NOK PEN RUB SAR SGD ZAR KRW SEK CHF TWD TRY GBP USD".split()
)
_LARGEST = Decimal(1_000_000)
# The other direction, FXCADUSD, is the Bank's own rounding of the same average.
_SERIES = re.compile(r"FX([A-Z]{3})CAD")


@dataclass(frozen=True, slots=True)
class Observation:
    """What one unit of `currency` was in Canadian dollars, as the Bank averaged it over that day."""

    currency: str
    day: date
    rate: Decimal


def read_observations(document: Any, first: date, last: date) -> Page[Observation]:
    """Every rate from `first` to `last`; a day that is none is left out and told of, and so is a rate that is none."""
    problems: list[Problem] = []
    records: list[Observation] = []
    for row in list_of(SERVICE, document, "observations"):
        if not isinstance(row, dict):
            raise Nonsense(SERVICE, "wrong_shape", f"an {_KIND} that is not an object")
        day = _day(row.get("d"), first, last, problems)
        if day is not None:
            records += _rates(row, day, problems)
    return Page(tuple(records), None, tuple(problems))


def _day(value: Any, first: date, last: date, problems: list[Problem]) -> date | None:
    try:
        day = plain_date(value)
    except ValueError:
        problems.append(_problem("", "d", "not_a_date", value))
        return None
    if first <= day <= last:
        return day
    problems.append(_problem(str(day), "d", "not_asked_for", value))
    return None


def _rates(row: dict[str, Any], day: date, problems: list[Problem]) -> list[Observation]:
    found = []
    for series, value in row.items():
        named = _SERIES.fullmatch(series)
        text = value.get("v") if isinstance(value, dict) else value
        # A currency that is no longer published, or was not that day, is empty or not there.
        if named is None or text in (None, ""):
            continue
        try:
            rate = exact_amount(text)
        except (ValueError, InvalidOperation):
            problems.append(_problem(str(day), series, "not_an_amount", text))
            continue
        if 0 < rate <= _LARGEST:
            found.append(Observation(named[1], day, rate))
        else:
            problems.append(_problem(str(day), series, "not_a_rate", text))
    return found


def _problem(day: str, field: str, reason: str, value: Any) -> Problem:
    return Problem(SERVICE, _KIND, day, field, reason, repr(value)[:100])
