"""A change that is committed while figures are read shows in the next response: no cache keeps the state before it."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from regie.domains.insights.statistics import people_contributions
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates import queries as exchange_rates
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.mirrors.models import TimeEntry
from tests.domains.insights.statistics.agency import EmptyAgency, read_figures
from tests.domains.insights.statistics.agency import world as world
from tests.factories.people import make_employee
from tests.factories.project_costs import make_cost
from tests.factories.rates import make_rate
from tests.factories.retainers import log_time, make_retainer
from tests.factories.work import make_project

# Days that no stored amounts cover.
_PERIOD = {"from": "2026-11-10"}


def _commit_after(
    monkeypatch: pytest.MonkeyPatch, world: EmptyAgency, module: Any, name: str, change: Callable[[Session], object]
) -> None:
    """Commit the change once, in another transaction, as soon as this function of the module has read."""
    read = getattr(module, name)

    def read_and_change(*args: Any, **named: Any) -> Any:
        result = read(*args, **named)
        monkeypatch.setattr(module, name, read)
        with world.database.write() as session:
            change(session)
        return result

    monkeypatch.setattr(module, name, read_and_change)


def _make_person(session: Session) -> None:
    """Bea, with 5 working days of 8 hours a week and a target of half of them."""
    make_employee(
        session, teamwork_user_id="bea", utilisation_target=50, capacity_hours_week=Decimal(40),
        started_on=date(2020, 1, 1),
    )  # fmt: skip


def _log_time(session: Session) -> None:
    project = make_project(session, teamwork_project_id="work")
    log_time(session, project, date(2026, 11, 12), "8", teamwork_user_id="bea", is_billable=True)


def _read_target(world: EmptyAgency) -> str | None:
    """The target of utilization in percent."""
    target = read_figures(world, **_PERIOD)["utilisation"]["target"]
    return target and target["value"]


def test_target_follows_hours_that_change_while_it_is_read(world: EmptyAgency, monkeypatch: pytest.MonkeyPatch):
    with world.database.write() as session:
        _make_person(session)
        make_employee(
            session, teamwork_user_id="cy", utilisation_target=80, capacity_hours_week=Decimal(40),
            started_on=date(2020, 1, 1),
        )  # fmt: skip
        _log_time(session)
    halved = update(Employee).where(Employee.teamwork_user_id == "cy").values(capacity_hours_week=Decimal(20))
    _commit_after(
        monkeypatch, world, people_contributions, "read_hours_between", lambda session: session.execute(halved)
    )
    # Of 40 and 40 hours a week, 20 and 32; of 40 and 20, 20 and 16.
    assert _read_target(world) == "65.0"
    assert _read_target(world) == "60.0"


def test_target_follows_months_that_are_tracked_while_it_is_read(world: EmptyAgency, monkeypatch: pytest.MonkeyPatch):
    with world.database.write() as session:
        _make_person(session)
    _commit_after(monkeypatch, world, people_contributions, "read_tracked_months", _log_time)
    _read_target(world)
    assert _read_target(world) == "50.0"
    with world.database.write() as session:
        session.execute(delete(TimeEntry))
    assert _read_target(world) is None


def _read_data(world: EmptyAgency, path: str, **params: str) -> Any:
    response = world.browser("admin").get(f"/api/v1/{path}", params={"currency": "CAD", **params})
    assert response.status_code == 200, response.text
    return response.json()["data"]


# What is read, and how it appears at the rates of 1.50 and 2.00.
_CONVERTED: dict[str, tuple[Callable[[EmptyAgency], Any], Any, Any]] = {
    "figures": (lambda world: read_figures(world, currency="CAD")["mrr"]["money"]["amount"], "3200.00", "3700.00"),
    "months": (
        lambda world: _read_data(world, "dashboard-months", figure="mrr")["figures"]["mrr"][-1]["money"]["amount"],
        "3200.00",
        "3700.00",
    ),
    "rows": (
        lambda world: [row["amount"]["currency"] for row in _read_data(world, "dashboard-rows", figure="mrr")],
        ["CAD", "USD"],
        ["USD", "CAD"],
    ),
    "margins": (
        lambda world: {one["external_costs"]["amount"] for one in _read_data(world, "margins", by="kind")},
        {"0.00", "150.00"},
        {"0.00", "200.00"},
    ),
    "margin totals": (
        lambda world: _read_data(world, "margins/totals")["external_costs"]["amount"], "150.00", "200.00"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _CONVERTED)
def test_amounts_follow_a_rate_that_changes_while_it_is_read(
    world: EmptyAgency, monkeypatch: pytest.MonkeyPatch, name: str
):
    with world.database.write() as session:
        for day in range(1, 21):
            make_rate(session, "USD", date(2026, 11, day), "1.50")
        make_retainer(session, monthly_fee="1000.00", currency="USD")
        make_retainer(session, monthly_fee="1700.00", currency="CAD")
        make_cost(session, make_project(session), amount=Decimal(100), currency="USD")
    doubled = update(ExchangeRate).values(rate=Decimal(2))
    _commit_after(monkeypatch, world, exchange_rates, "_read_all_rates", lambda session: session.execute(doubled))
    read, before, after = _CONVERTED[name]
    assert read(world) == before
    assert read(world) == after
