"""Plays the agency's two years once per database engine, with checkpoints of the dashboard on some days."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.factories.retainers import refresh_all_ledgers
from tests.recount.agency import Agency, create_rates
from tests.recount.date_span import DateSpan
from tests.recount.figures import Recount
from tests.recount.records import create_records, log_hours
from tests.recount.snapshot import Snapshot
from tests.recount.timeline import LAST_DAY, TIMELINE, create_clients, day

# A leap day, a Saturday, the end of a year and of a quarter, a day without a euro rate, and one with a paused retainer.
CHECKPOINT_DAYS = [
    day(on) for on in ("2024-02-29", "2024-08-31", "2024-12-31", "2025-02-15", "2025-05-20", "2025-09-30")
]
_TEAMWORK_RETAINERS = ("A", "C", "I")


@dataclass
class Scenario:
    agency: Agency
    snapshot: Snapshot
    # By day: the administrator's dashboard on that day, and the recalculated one.
    checkpoints: dict[date, list[tuple[Any, Any]]] = field(default_factory=dict)

    def recount(self, name: str) -> Recount:
        return Recount(self.snapshot, self.agency.users[name].id)


def parse_figure(figure: dict[str, Any]) -> dict[str, Any]:
    """Convert a figure of the API to the form of `Recount.dashboard`."""
    compared = ("target", "previous")
    return {
        "scope": figure["scope"],
        "has_rows": figure["has_rows"],
        **_parse_sum(figure),
        "groups": {group["name"]: _parse_sum(group) for group in figure["groups"]},
        **{name: None if figure[name] is None else _parse_sum(figure[name]) for name in compared},
    }


def _parse_sum(figure: dict[str, Any]) -> dict[str, Any]:
    money = figure["money"]
    return {
        "count": figure["count"],
        "value": None if figure["value"] is None else Decimal(figure["value"]),
        "amount": None if money is None else (Decimal(money["amount"]), money["currency"]),
        "unconverted": {one["currency"]: Decimal(one["amount"]) for one in figure["unconverted"]},
    }


def read_dashboard(agency: Agency, name: str, span: DateSpan, currency: str, scope: str = "all") -> dict[str, Any]:
    params = {"from": str(span.first), "to": str(span.last), "currency": currency, "scope": scope}
    figures = agency.get(name, "/api/v1/dashboard", **params)["data"]["figures"]
    return {name: parse_figure(figure) for name, figure in figures.items()}


def run_scenario(database: Database, checkpoint_days: Sequence[date] = CHECKPOINT_DAYS) -> Scenario:
    """Play the whole timeline; read the dashboard on the checkpoint days."""
    agency = Agency(database)
    create_clients(agency)
    create_rates(database, LAST_DAY)
    entries = create_records(agency)
    checkpoints: dict[date, list[tuple[Any, Any]]] = {}
    pending = [*checkpoint_days, LAST_DAY]
    for on, step in [*TIMELINE, (str(LAST_DAY + timedelta(days=1)), None)]:
        while pending and pending[0] < day(on):
            checkpoint = pending.pop(0)
            agency.move_to(checkpoint)
            log_hours(agency, entries)
            _link_teamwork_projects(agency)
            refresh_all_ledgers(database, checkpoint)
            if checkpoint != LAST_DAY:
                checkpoints[checkpoint] = _read_checkpoint(agency)
        if step is not None:
            agency.move_to(day(on))
            log_hours(agency, entries)
            step(agency)
    agency.move_to(LAST_DAY)
    return Scenario(agency, agency.snapshot(), checkpoints)


def _link_teamwork_projects(agency: Agency) -> None:
    """Link the Teamwork projects of the logged hours to the retainers that exist by now."""
    with agency.database.write() as session:
        for name in _TEAMWORK_RETAINERS:
            if name in agency.projects:
                agency.project(session, name).teamwork_project_id = f"work-{name}"


def _read_checkpoint(agency: Agency) -> list[tuple[Any, Any]]:
    agency.get("admin", "/api/v1/me")  # the first request of a day ends the retainers whose last day has passed
    recount = Recount(agency.snapshot(), agency.users["admin"].id)
    month, year = agency.today.replace(day=1), agency.today.replace(month=1, day=1)
    spans = [(DateSpan(month, agency.today), "CAD"), (DateSpan(year, agency.today.replace(month=12, day=31)), "USD")]
    return [
        (read_dashboard(agency, "admin", span, currency), recount.dashboard(span, currency)) for span, currency in spans
    ]


@pytest.fixture(scope="module")
def scenario(migrated: Database) -> Scenario:
    return run_scenario(migrated)
