"""Tests of paused retainers: dated, without MRR, fee and included hours from the first paused day on."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.months.models import ClosedMonth
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.models import Term
from tests.browser import Browser
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.retainers import make_retainer, refresh_all_ledgers
from tests.factories.work import make_pause, make_project
from tests.factories.world import World, assert_unchanged

PATH, TODAY = "/api/v1/projects", date(2026, 11, 20)
YEAR = "from=2026-01-01&to=2026-12-31&currency=CAD"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make(world: World, **fields: Any) -> tuple[int, str]:
    with world.database.write() as session:
        project = make_project(session, **{"start_on": date(2026, 3, 2), "monthly_fee": "700.00", **fields})
        return project.id, project.api_id


def _months(admin: Browser) -> dict[str, dict[str, str]]:
    months = admin.get(f"/api/v1/churns-analysis?{YEAR}").json()["data"]["months"]
    names = ("mrr_end", "new", "expansion", "contraction", "churn", "reactivation")
    return {month["starts_on"][:7]: {name: month[name]["amount"] for name in names} for month in months}


def _set_status(admin: Browser, api_id: str, status: str) -> Any:
    response = admin.patch(f"{PATH}/{api_id}", {"status": status})
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _states(world: World, key: int) -> list[tuple[date, str | None]]:
    with world.database.read() as db:
        statement = select(Term.effective_from, Term.value).where(Term.record_id == key, Term.name == "state")
        return [(row.effective_from, row.value) for row in db.execute(statement.order_by(Term.effective_from))]


def test_pause_changes_no_earlier_figure(world: World, admin: Browser):
    before = _months(admin)
    key, api_id = _make(world)
    running = _months(admin)
    assert running["2026-10"] != before["2026-10"]
    _set_status(admin, api_id, "on_hold")
    paused = _months(admin)
    assert _states(world, key) == [(TODAY, "on_hold")]
    assert {month: paused[month] for month in paused if month < "2026-11"} == {
        month: running[month] for month in running if month < "2026-11"
    }
    # The pause is contraction, not churn: the client is not lost.
    assert paused["2026-11"]["mrr_end"] == before["2026-11"]["mrr_end"]
    change = Decimal(paused["2026-11"]["contraction"]) - Decimal(before["2026-11"]["contraction"])
    assert (change, paused["2026-11"]["churn"]) == (Decimal(700), before["2026-11"]["churn"])


def test_resumption_is_expansion(world: World, admin: Browser):
    before = _months(admin)
    key, _ = _make(world)
    with world.database.write() as session:
        project = session.get_one(Project, key)
        make_pause(session, project, date(2026, 6, 10), date(2026, 9, 1))
    months = _months(admin)
    for month, name, amount in (("2026-06", "contraction", 700), ("2026-09", "expansion", 700)):
        assert Decimal(months[month][name]) - Decimal(before[month][name]) == amount
    assert [Decimal(months[month]["mrr_end"]) - Decimal(before[month]["mrr_end"])
            for month in ("2026-05", "2026-06", "2026-08", "2026-09")] == [700, 0, 0, 700]  # fmt: skip


def test_pause_that_is_undone_on_the_same_day_leaves_no_trace(world: World, admin: Browser):
    key, api_id = _make(world)
    running = _months(admin)
    _set_status(admin, api_id, "on_hold")
    _set_status(admin, api_id, "active")
    assert (_states(world, key), _months(admin)) == ([], running)


def test_paused_client_has_no_mrr_but_stays_active(world: World, admin: Browser):
    _, api_id = _make(world)
    client = admin.get(f"{PATH}/{api_id}").json()["data"]["client"]["api_id"]
    assert admin.get(f"/api/v1/clients/{client}").json()["data"]["mrr"]["amount"] == "700.00"
    _set_status(admin, api_id, "on_hold")
    read = admin.get(f"/api/v1/clients/{client}").json()["data"]
    assert (read["mrr"]["amount"], read["status"]) == ("0.00", "active")


def test_hours_and_fee_are_in_proportion_to_the_days_that_ran(world: World):
    with world.database.write() as session:
        project = make_retainer(session, included_hours=Decimal(30), monthly_fee="3000.00")
        make_pause(session, project, date(2026, 9, 16), date(2026, 11, 11))
    refresh_all_ledgers(world.database)
    with world.database.read() as db:
        found = select(RetainerPeriod.base_hours, RetainerPeriod.fee).order_by(RetainerPeriod.starts_on)
        rows = db.execute(found.where(RetainerPeriod.project_id == project.id)).all()
    assert [tuple(row) for row in rows] == [
        (Decimal("15.00"), Decimal("1500.00")),
        (Decimal("0.00"), Decimal("0.00")),
        (Decimal("20.00"), Decimal("2000.00")),
    ]


def test_churn_of_a_paused_retainer_loses_no_mrr(world: World, admin: Browser):
    _, api_id = _make(world)
    _set_status(admin, api_id, "on_hold")
    body = {
        "project": api_id, "effective_on": "2026-11-25", "reason": "price", "preventable": True,
        "initiated_by": "client", "note": "Budget",
        "attribution": [{"employee": world.people["employee"].employee.api_id, "weight": 100}],
    }  # fmt: skip
    response = admin.post("/api/v1/churned-projects", body)
    assert response.status_code == 201, response.text
    churn = admin.get("/api/v1/churn-events?per_page=100").json()["data"]
    assert [row["mrr_lost"]["amount"] for row in churn if row["project"]["api_id"] == api_id] == ["0.00"]


@pytest.fixture
def closed_october(world: World) -> Iterator[None]:
    at = datetime(2026, 11, 3, tzinfo=UTC)
    with world.database.write() as session:
        user = make_user(session, roles=["admin"])
        key = make_closed_month(session, user.id, "2026-10", closed_at=at).id
    yield
    with world.database.write() as session:
        session.get_one(ClosedMonth, key).reopened_at = at


@pytest.mark.usefixtures("closed_october")
@pytest.mark.parametrize(
    "fields",
    [
        {"monthly_fee": "900.00", "fee_starts_on": "2026-10-15"},
        {"start_on": "2026-10-05"},
        {"status": "ended", "end_on": "2026-10-15"},
        {"status": "cancelled"},
        {"currency": "USD"},
    ],
    ids=["fee", "start", "end", "status", "currency"],
)
def test_change_of_a_closed_month_is_refused(world: World, admin: Browser, fields: dict[str, str]):
    _, api_id = _make(world)
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{api_id}", fields)
    assert (response.status_code, response.json()["code"]) == (409, "month_closed")
    assert response.json()["first_open_day"] == "2026-11-01"
    # The same change from the first open day on is accepted.
    assert admin.patch(f"{PATH}/{api_id}", {"monthly_fee": "900.00", "fee_starts_on": "2026-11-01"}).status_code == 200
    assert admin.patch(f"{PATH}/{api_id}", {"status": "on_hold"}).status_code == 200
