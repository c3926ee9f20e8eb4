"""Statistics of projects: each figure recalculated from its rows, day by day."""

from calendar import monthrange
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.db.ids import new_api_id
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.actions import refresh_in_batches
from tests.factories.retainers import TODAY, log_time, make_retainer
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_invoice, make_payment, make_project
from tests.factories.world import World
from tests.long_tests import example_count

PATH = "/api/v1/projects-statistics"
SOME_ID = "01a20289-f7f6-78b6-b9ff-d43f34152b4b"


def _read(world: World, *ids: str, column: str = "admin", query: str = "") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{PATH}?id={','.join(ids)}&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _values(entry: dict[str, Any]) -> dict[str, str | None]:
    return {
        name: figure["value"] if figure["unit"] != "money" else figure["money"] and figure["money"]["amount"]
        for name, figure in entry["figures"].items()
    }


def test_fixed_price_project_has_hours_invoiced_amount_and_hourly_rate(world: World):
    with world.database.write() as session:
        project = make_project(
            session, amount=Decimal("10000.00"), budget_hours=Decimal("80"), teamwork_project_id="counted"
        )
        log_time(session, project, date(2026, 10, 31), "10")
        log_time(session, project, date(2026, 11, 2), "1.5", is_billable=True)
        log_time(session, project, date(2026, 11, 3), "0.5")
        log_time(session, project, date(2026, 11, 4), "16", deleted_at=SYNCED)
        log_time(session, project, date(2026, 12, 1), "16")
        billed = make_invoice(
            session, client_id=project.client_id, issued_on=date(2026, 11, 5), subtotal=Decimal("2500.00")
        )
        payment = {"status": "ready", "invoice_id": billed.id, "amount": Decimal("2500.00")}
        make_payment(session, project_id=project.id, **payment)
        make_invoice(session, project_id=project.id, issued_on=date(2026, 10, 1), subtotal=Decimal("400.00"))
        make_invoice(session, project_id=project.id, issued_on=date(2026, 11, 6), is_voided=True)
        api_id = project.api_id
    (entry,) = _read(world, api_id, query="from=2026-11-01&to=2026-11-30")
    assert (entry["from"], entry["as_of"], entry["currency"], entry["missing_rate"]) == (
        "2026-11-01",
        "2026-11-30",
        "CAD",
        None,
    )
    assert _values(entry) == {
        "hours": "2.00",
        "billable_hours": "1.50",
        # 12 of 80 hours, 2,900 of 10,000 dollars.
        "budget_burn": "15.0",
        "invoiced": "2500.00",
        "percent_billed": "29.0",
        "effective_hourly_rate": "1250.00",
    }


@pytest.mark.parametrize("counted", ["all", "billable"])
def test_figures_of_hours_open_the_entries_that_they_add_up(world: World, counted: str):
    with world.database.write() as session:
        project = make_project(
            session, budget_hours=Decimal("10"), counted_hours=counted, teamwork_project_id=f"opened-{counted}"
        )
        log_time(session, project, date(2026, 10, 31), "3", is_billable=True)
        log_time(session, project, date(2026, 11, 2), "1.5", is_billable=True)
        log_time(session, project, date(2026, 11, 30), "0.5")
        log_time(session, project, date(2026, 11, 4), "16", deleted_at=SYNCED)
        log_time(session, project, date(2026, 12, 1), "16")
        api_id = project.api_id
    admin = world.browser("admin")
    figures = _read(world, api_id, query="from=2026-11-01&to=2026-11-30")[0]["figures"]
    used = Decimal("4.50") if counted == "billable" else Decimal("5.00")
    expected = {"hours": Decimal("2.00"), "billable_hours": Decimal("1.50"), "budget_burn": used}
    for name, hours in expected.items():
        path, query = figures[name]["rows"].split("?")
        assert path == "/api/v1/time-entries"
        totals = admin.get(f"/api/v1/time-entries/totals?{query}")
        assert Decimal(totals.json()["data"]["hours"]) == hours, name
        rows = admin.get(f"{path}?{query}&per_page=100").json()["data"]
        assert sum(Decimal(row["hours"]) for row in rows) == hours
    assert figures["hours"]["value"] == "2.00"
    assert Decimal(figures["budget_burn"]["value"]) == used * 10


def _make_burned_retainer(session: Session, counted: str) -> Project:
    """A retainer of 10 hours a month, with 6.25 hours in November, 2 of them billable, and others around it."""
    project = make_retainer(session, included_hours=Decimal(10), counted_hours=counted)
    log_time(session, project, date(2026, 10, 31), "3", is_billable=True)
    log_time(session, project, date(2026, 11, 2), "2", is_billable=True)
    log_time(session, project, date(2026, 11, 30), "4.25")
    log_time(session, project, date(2026, 11, 4), "16", deleted_at=SYNCED)
    refresh_in_batches(session, [project.id], TODAY)
    return project


@pytest.mark.parametrize("counted", ["all", "billable"])
def test_used_budget_of_a_retainer_opens_the_entries_of_its_month(world: World, counted: str):
    with world.database.write() as session:
        project = _make_burned_retainer(session, counted)
        api_id, key = project.api_id, project.id
    used = Decimal("2.00") if counted == "billable" else Decimal("6.25")
    admin = world.browser("admin")
    figure = _read(world, api_id, query="from=2026-11-10&to=2026-11-20")[0]["figures"]["budget_burn"]
    totals = admin.get(f"/api/v1/time-entries/totals?{figure['rows'].split('?')[1]}").json()["data"]
    assert (Decimal(totals["hours"]), Decimal(figure["value"])) == (used, used * 10)
    # Hours that were counted when a month was locked differ from its entries once some of them are recorded later.
    with world.database.write() as session:
        october = RetainerPeriod.project_id == key, RetainerPeriod.starts_on == date(2026, 10, 1)
        period = session.execute(select(RetainerPeriod).where(*october)).scalar_one()
        period.used_hours -= 1
    late = _read(world, api_id, query="from=2026-10-01&to=2026-10-31")[0]["figures"]["budget_burn"]
    assert (late["rows"], Decimal(late["value"])) == (None, (3 - 1) * 10)


def test_hours_open_no_part_of_their_entries(world: World):
    """An account manager reads all entries of the projects that they manage, of others only their own."""
    for relation, is_open in (("own", True), ("other", False)):
        api_id = world.project("account_manager", relation)
        figures = _read(world, api_id, column="account_manager")[0]["figures"]
        assert (figures["hours"]["rows"] is not None) == is_open, relation
    assert _read(world, api_id, column="financial_manager")[0]["figures"]["hours"]["rows"] is not None


def test_figures_without_divisor_are_null(world: World):
    with world.database.write() as session:
        api_id = make_project(session).api_id
    figures = _values(_read(world, api_id)[0])
    assert (figures["hours"], figures["budget_burn"], figures["effective_hourly_rate"]) == ("0.00", None, None)


def test_oos_sale_counts_after_approval(world: World):
    with world.database.write() as session:
        fields = {"kind": "oos", "sold_on": date(2026, 11, 10), "amount": Decimal("700.00")}
        approved = make_project(session, approved_on=date(2026, 11, 12), **fields).api_id
        proposed = make_project(session, **fields).api_id
    first, second = _read(world, approved, proposed, query="from=2026-11-01&to=2026-11-30")
    assert (_values(first)["oos_sales"], _values(second)["oos_sales"]) == ("700.00", "0.00")
    (later,) = _read(world, approved, query="from=2026-11-11&to=2026-11-30")
    assert _values(later)["oos_sales"] == "0.00"


def _daily_revenue(
    fees: list[tuple[date, int]], starts_on: date, ends_on: date | None, first: date, last: date
) -> Decimal:
    total = Decimal(0)
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        if day < starts_on or (ends_on and day > ends_on):
            continue
        fee = next((amount for start, amount in reversed(fees) if start <= day), 0)
        total += Decimal(fee) / monthrange(day.year, day.month)[1]
    return total.quantize(Decimal("0.01"), ROUND_HALF_UP)


_DAYS = st.dates(date(2026, 1, 1), date(2026, 12, 31))


@settings(
    max_examples=example_count(20),
    derandomize=True,
    phases=(Phase.generate,),
)
@given(
    starts_on=_DAYS,
    length=st.none() | st.integers(0, 200),
    changes=st.lists(st.tuples(st.integers(1, 300), st.integers(1, 9000)), max_size=3, unique_by=lambda one: one[0]),
    window=st.tuples(_DAYS, _DAYS),
)
def test_retainer_revenue_is_the_daily_share_of_its_fee(
    world: World, starts_on: date, length: int | None, changes: list[tuple[int, int]], window: tuple[date, date]
):
    first, last = sorted(window)
    ends_on = None if length is None else starts_on + timedelta(days=length)
    fees = [(starts_on, 3000), *((starts_on + timedelta(days=after), fee) for after, fee in sorted(changes))]
    with world.database.write() as session:
        status = "ended" if ends_on else "active"
        project = make_project(
            session, monthly_fee="3000.00", start_on=starts_on, end_on=ends_on, status=status, kind="retainer"
        )
        for start, fee in fees[1:]:
            session.add(ProjectFee(project_id=project.id, amount=Decimal(fee), starts_on=start))
        api_id = project.api_id
    (entry,) = _read(world, api_id, query=f"from={first}&to={last}")
    assert _values(entry)["retainer_revenue"] == str(_daily_revenue(fees, starts_on, ends_on, first, last))


def test_invisible_project_id_returns_404(world: World):
    own, other = world.project("employee", "works_on"), world.project("employee", "other")
    assert len(_read(world, own, column="employee")) == 1
    response = world.browser("employee").get(f"{PATH}?id={own},{other}")
    assert response.status_code == 404
    assert world.browser("admin").get(f"{PATH}?id={own},{new_api_id()}").status_code == 404


def test_caller_without_project_money_sees_hours_only(world: World):
    own = world.project("employee", "works_on", monthly_fee="900.00", kind="retainer")
    (entry,) = _read(world, own, column="employee")
    assert set(entry["figures"]) == {"hours", "billable_hours", "budget_burn"}
    (visible_to_churn_manager,) = _read(world, own, column="churn_manager")
    assert {"mrr", "retainer_revenue", "invoiced", "effective_hourly_rate"} <= set(visible_to_churn_manager["figures"])


def test_missing_rate_keeps_the_projects_currency(world: World):
    with world.database.write() as session:
        project = make_project(session, monthly_fee="900.00", currency="USD", start_on=date(2026, 1, 1))
        api_id = project.api_id
    (entry,) = _read(world, api_id, query="currency=CAD")
    assert (entry["missing_rate"], entry["figures"]["mrr"]["money"]) == (
        "USD/CAD",
        {"amount": "900.00", "currency": "USD"},
    )


def test_statement_count_does_not_depend_on_number_of_projects(world: World):
    with world.database.write() as session:
        ids = [make_project(session).api_id for _ in range(30)]
    counts = []
    for requested in (ids[:1], ids[:1], ids):
        with record_statements(world.database) as statements:
            _read(world, *requested)
        counts.append(len(statements))
    assert counts[1] == counts[2] <= 20


@pytest.mark.parametrize(
    "query",
    ["id=", "id=not-an-id", f"id={SOME_ID},", "id=" + ",".join([SOME_ID] * 101)],
)
def test_invalid_ids_return_422(world: World, query: str):
    response = world.browser("admin").get(f"{PATH}?{query}")
    assert (response.status_code, list(response.json()["errors"])) == (422, ["id"])


@pytest.mark.parametrize("query", ["from=2026-02-01&to=2026-01-31", "currency=XYZ", "to=yesterday", "x=1"])
def test_invalid_query_returns_422(world: World, query: str):
    with world.database.read() as db:
        before = db.execute(Invoice.__table__.select()).all()
    assert world.browser("admin").get(f"{PATH}?id={world.project('admin', 'own')}&{query}").status_code == 422
    with world.database.read() as db:
        assert db.execute(Invoice.__table__.select()).all() == before
