"""Tests of a client's status and money against a plain Python calculation, for any projects and invoices."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.models import Project, ProjectFee
from tests.conftest import NOON
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World
from tests.long_tests import example_count

TODAY = date(2026, 11, 20)
CURRENCIES = st.sampled_from(["CAD", "CAD", "CAD", "USD", "JPY"])
NEAR = st.sampled_from([-400, -91, -90, -31, -30, -1, 0, 1, 2, 30, 400]).map(lambda days: TODAY + timedelta(days=days))
AMOUNTS = st.integers(0, 10**9).map(lambda cents: Decimal(cents) / 100)
PROJECTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["retainer", "retainer", "fixed"]),
        "status": st.sampled_from(["draft", "active", "on_hold", "completed", "cancelled", "ended", "churned"]),
        "start_on": NEAR,
        "end_on": st.none() | NEAR,
        "currency": CURRENCIES,
        "fees": st.lists(st.tuples(NEAR, AMOUNTS), min_size=1, max_size=3, unique_by=lambda fee: fee[0]),
    }
)
INVOICES = st.fixed_dictionaries(
    {
        "currency": CURRENCIES,
        "issued_on": NEAR,
        "due_on": st.none() | NEAR,
        "total": AMOUNTS,
        "paid": st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)]),
        "is_voided": st.booleans(),
        "deleted_at": st.none() | st.just(NOON),
    }
)
HISTORIES = st.tuples(st.lists(PROJECTS, max_size=4), st.lists(INVOICES, max_size=5))


def _make(world: World, projects: list[dict[str, Any]], invoices: list[dict[str, Any]]) -> str:
    with world.database.write() as session:
        client = make_client(session, currency="CAD")
        for made in projects:
            fees = made["fees"] if made["kind"] == "retainer" else []
            fields = {name: value for name, value in made.items() if name != "fees"}
            project = make_project(session, client_id=client.id, **fields)
            session.add_all(ProjectFee(project_id=project.id, starts_on=day, amount=fee) for day, fee in fees)
        for made in invoices:
            balance = (made["total"] * (1 - made["paid"])).quantize(Decimal("0.01"))
            subtotal = (made["total"] / 2).quantize(Decimal("0.01"))
            fields = {name: value for name, value in made.items() if name != "paid"}
            payable_on = made["due_on"] or made["issued_on"] + timedelta(days=30)
            make_invoice(
                session, client_id=client.id, **{**fields, "total": str(made["total"])},
                balance=balance, subtotal=subtotal, payable_on=payable_on,
            )  # fmt: skip
        return client.api_id


def _has_run(project: Any) -> bool:
    has_days = project.end_on is not None or project.status in ("active", "on_hold")
    return project.kind == "retainer" and project.status not in ("draft", "cancelled") and has_days


def _runs_today(project: Any, of_client: list[Any]) -> bool:
    """It has begun, is not paused, and runs at the end of today, after which another contract may follow it."""
    if project.kind != "retainer" or project.status in ("draft", "cancelled", "on_hold") or project.start_on > TODAY:
        return False
    if project.end_on is None:
        return project.status == "active"
    if project.end_on == TODAY:
        tomorrow = TODAY + timedelta(days=1)
        return any(one.id != project.id and one.start_on == tomorrow and _has_run(one) for one in of_client)
    return project.end_on > TODAY


def _fee_today(fees: list[Any]) -> Decimal:
    begun = [fee for fee in fees if fee.starts_on <= TODAY]
    return max(begun, key=lambda fee: fee.starts_on).amount if begun else Decimal(0)


def _status(projects: list[Any]) -> str:
    statuses = {project.status for project in projects}
    if statuses & {"active", "on_hold"}:
        return "active"
    if "churned" in statuses:
        return "churned"
    return "inactive" if statuses & {"completed", "ended"} else "prospect"


def _recalculate(world: World, api_id: str) -> dict[str, Any]:
    with world.database.read() as db:
        client = db.execute(select(Client.__table__).where(Client.api_id == api_id)).one()
        projects = db.execute(select(Project.__table__).where(Project.client_id == client.id)).all()
        invoices = db.execute(select(Invoice.__table__).where(Invoice.client_id == client.id)).all()
        fees = db.execute(select(ProjectFee.__table__)).all()
    ours = [row for row in invoices if row.currency == "CAD" and not row.is_voided and row.deleted_at is None]
    owed = [row for row in ours if row.balance > 0 and row.issued_on <= TODAY]

    def total(rows: list[Any], read: Callable[[Any], Decimal]) -> dict[str, str]:
        return {"amount": f"{sum((read(row) for row in rows), Decimal(0)):.2f}", "currency": "CAD"}

    running = [project for project in projects if _runs_today(project, projects) and project.currency == "CAD"]
    begun = [project for project in projects if project.status not in ("draft", "cancelled")]
    ends = [project.end_on for project in projects if project.status == "churned" and project.end_on]
    status = _status(projects)
    return {
        "status": status,
        "mrr": total(running, lambda project: _fee_today([fee for fee in fees if fee.project_id == project.id])),
        "outstanding": total(owed, lambda row: row.balance),
        "overdue": total([row for row in owed if row.payable_on < TODAY], lambda row: row.balance),
        "lifetime_revenue": total(ours, lambda row: row.subtotal),
        "first_active_on": min((project.start_on for project in begun), default=None),
        "churned_on": max(ends, default=None) if status == "churned" else None,
    }


@settings(max_examples=example_count(20), derandomize=True, database=None,
    phases=[Phase.generate],
)  # fmt: skip
@given(history=HISTORIES)
def test_figures_follow_from_any_history(world: World, history: tuple[list[dict[str, Any]], list[dict[str, Any]]]):
    api_id = _make(world, *history)
    read = world.browser("admin").get(f"/api/v1/clients/{api_id}").json()["data"]
    expected = _recalculate(world, api_id)
    days = {name: value and value.isoformat() for name, value in expected.items() if name.endswith("_on")}
    assert {name: read[name] for name in expected} == expected | days
    of_status = {
        status: world.browser("admin")
        .get(f"/api/v1/clients?status={status}&sort=-updated_at&per_page=100")
        .json()["meta"]
        for status in ("prospect", "active", "inactive", "churned")
    }
    all_clients = world.browser("admin").get("/api/v1/clients").json()["meta"]["total"]
    assert sum(meta["total"] for meta in of_status.values()) == all_clients


@pytest.mark.parametrize("status", ["ended", "churned"])
def test_ended_retainer_without_a_last_day_has_no_mrr(world: World, status: str):
    with world.database.write() as session:
        client = make_client(session)
        make_project(session, client_id=client.id, monthly_fee="900.00", status=status)
    read = world.browser("admin").get(f"/api/v1/clients/{client.api_id}").json()["data"]
    assert read["mrr"] == {"amount": "0.00", "currency": "CAD"}


def test_currencies_without_a_rate_are_not_added(world: World):
    with world.database.write() as session:
        client = make_client(session, currency="EUR")
        make_project(session, client_id=client.id, monthly_fee="900.00", currency="CAD")
        make_project(session, client_id=client.id, monthly_fee="700.00", currency="EUR")
        make_invoice(session, client_id=client.id, currency="CAD", total="50.00")
    read = world.browser("admin").get(f"/api/v1/clients/{client.api_id}").json()["data"]
    assert read["mrr"] == {"amount": "700.00", "currency": "EUR"}
    assert read["outstanding"] == {"amount": "0.00", "currency": "EUR"}


def test_largest_amounts_add_up_exactly(world: World):
    with world.database.write() as session:
        client = make_client(session)
        for _ in range(3):
            make_invoice(session, client_id=client.id, total="99999999999.99")
    read = world.browser("admin").get(f"/api/v1/clients/{client.api_id}").json()["data"]
    assert read["outstanding"] == {"amount": "299999999999.97", "currency": "CAD"}
