"""The agency's two years lived once per engine, with a look at the dashboard on some of the days on the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.factories.retainers import refresh
from tests.recount.agency import Agency, publish_rates
from tests.recount.book import Book
from tests.recount.figures import Recount
from tests.recount.history import CLOSES, HISTORY, day, open_accounts
from tests.recount.ledger import keep_books
from tests.recount.spans import Span

# Leap day, a Saturday, the last day of a fiscal year and of a quarter, a day without euros, one of a paused retainer.
STOPS = [day(on) for on in ("2024-02-29", "2024-08-31", "2024-12-31", "2025-02-15", "2025-05-20", "2025-09-30")]
_HOURS_OF = ("A", "C", "I")


@dataclass
class Story:
    agency: Agency
    book: Book
    # By day: what admin was told on it, and what it comes to.
    stops: dict[date, list[tuple[Any, Any]]] = field(default_factory=dict)

    def recount(self, name: str) -> Recount:
        return Recount(self.book, self.agency.users[name].id)


def figure_of(told: dict[str, Any]) -> dict[str, Any]:
    """A figure of the wire in the recount's own words."""
    compared = ("target", "previous")
    return {
        "scope": told["scope"],
        "has_rows": told["has_rows"],
        **_sum(told),
        "groups": {group["name"]: _sum(group) for group in told["groups"]},
        **{name: None if told[name] is None else _sum(told[name]) for name in compared},
    }


def _sum(told: dict[str, Any]) -> dict[str, Any]:
    return {
        "count": told["count"],
        "value": None if told["value"] is None else Decimal(told["value"]),
        "amount": None if told["money"] is None else (Decimal(told["money"]["amount"]), told["money"]["currency"]),
        "apart": {one["currency"]: Decimal(one["amount"]) for one in told["unconverted"]},
    }


def tell(agency: Agency, name: str, span: Span, currency: str, scope: str = "all") -> dict[str, Any]:
    asked = {"from": str(span.first), "to": str(span.last), "currency": currency, "scope": scope}
    told = agency.ask(name, "/api/v1/dashboard", **asked)["data"]["figures"]
    return {figure: figure_of(one) for figure, one in told.items()}


def live(database: Database, stops: Sequence[date] = STOPS) -> Story:
    """All of it; `stops` are the days on which somebody looks."""
    agency = Agency(database)
    open_accounts(agency)
    publish_rates(database, CLOSES)
    keep_books(agency)
    told: dict[date, list[tuple[Any, Any]]] = {}
    waiting = [*stops, CLOSES]
    for on, deed in [*HISTORY, (str(CLOSES + timedelta(days=1)), None)]:
        while waiting and waiting[0] < day(on):
            stop = waiting.pop(0)
            agency.at(stop)
            _log_on(agency)
            refresh(database, stop)
            if stop != CLOSES:
                told[stop] = _look(agency)
        if deed is not None:
            agency.at(day(on))
            deed(agency)
    agency.at(CLOSES)
    return Story(agency, agency.book(), told)


def _log_on(agency: Agency) -> None:
    """Hours of Teamwork find their retainers once there are such."""
    with agency.database.write() as session:
        for name in _HOURS_OF:
            if name in agency.projects:
                agency.of(session, name).teamwork_project_id = f"work-{name}"


def _look(agency: Agency) -> list[tuple[Any, Any]]:
    recount = Recount(agency.book(), agency.users["admin"].id)
    month, year = agency.today.replace(day=1), agency.today.replace(month=1, day=1)
    spans = [(Span(month, agency.today), "CAD"), (Span(year, agency.today.replace(month=12, day=31)), "USD")]
    return [(tell(agency, "admin", span, currency), recount.dashboard(span, currency)) for span, currency in spans]


@pytest.fixture(scope="module")
def story(migrated: Database) -> Story:
    return live(migrated)
