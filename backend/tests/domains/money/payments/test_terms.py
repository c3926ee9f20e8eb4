"""Payments generated from a retainer's terms, recalculated independently; edited payments are not changed."""

import calendar
import math
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.money.payments.generation import generate_payments
from regie.domains.money.payments.jobs import PaymentScheduleJob
from regie.domains.money.payments.terms import Terms, last_day, plan_payments
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import FeeValue, ProjectFee
from tests.conftest import MovableClock
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects-payments"
TODAY = date(2026, 11, 20)
DAYS = st.dates(date(2024, 1, 1), date(2028, 12, 31))
FEES = st.decimals(0, 50_000, places=2)


MONTHS = {"month": 1, "quarter": 3, "year": 12}
INTERVALS = st.sampled_from(["month", "quarter", "year"])
PAUSES = st.lists(st.tuples(DAYS, st.integers(1, 200)), max_size=1)


@st.composite
def terms(draw: st.DrawFn, intervals: st.SearchStrategy[Any] = INTERVALS) -> Terms:
    start = draw(DAYS)
    end = draw(st.none() | st.integers(0, 900).map(lambda days: start + timedelta(days=days)))
    fee = st.builds(FeeValue, intervals, FEES)
    changes = draw(st.dictionaries(st.integers(1, 900), fee, max_size=5))
    return Terms(
        status=draw(st.sampled_from(["draft", "active", "on_hold", "ended", "churned", "cancelled"])),
        currency=draw(st.sampled_from(["CAD", "JPY", "KWD"])),
        start_on=start,
        end_on=end,
        billing_day=draw(st.none() | st.integers(1, 31)),
        term_months=draw(st.none() | st.integers(1, 36)),
        renews_on=draw(st.none() | DAYS),
        auto_renew=draw(st.booleans()),
        fees=[(start, draw(fee)), *((start + timedelta(days=days), fee) for days, fee in sorted(changes.items()))],
        pauses=[(first, first + timedelta(days=days)) for first, days in draw(PAUSES)],
    )


@given(terms(st.just("month")), DAYS)
def test_every_month_is_planned_once_at_the_fee_of_its_first_day(retainer_terms: Terms, today: date):
    planned = plan_payments(retainer_terms, today)
    billed = {(row.period_start.year, row.period_start.month): row for row in planned}
    assert len(billed) == len(planned)
    until = last_day(retainer_terms, today)
    for year, month in sorted({(day.year, day.month) for day in _days(retainer_terms.start_on, until)}):
        length = calendar.monthrange(year, month)[1]
        covered = _days(max(retainer_terms.start_on, date(year, month, 1)), min(until, date(year, month, length)))
        fee, running = _fee_on(retainer_terms, covered[0]).billed, _count_running(retainer_terms, covered)
        part = _round(Fraction(fee) * running / length, retainer_terms.currency)
        amount = fee if running == length else part
        row = billed.pop((year, month), None)
        if amount == 0:
            assert row is None
            continue
        assert row is not None
        assert (row.period_start, row.period_end, row.amount) == (covered[0], covered[-1], amount)
        assert row.due_on == max(date(year, month, min(retainer_terms.billing_day or 1, length)), covered[0])
    assert billed == {}


def _days(first: date, last: date) -> list[date]:
    return [date.fromordinal(number) for number in range(first.toordinal(), last.toordinal() + 1)]


def _fee_on(retainer_terms: Terms, day: date) -> FeeValue:
    return [fee for since, fee in retainer_terms.fees if since <= day][-1]


def _count_running(retainer_terms: Terms, days: list[date]) -> int:
    return sum(not any(first <= day <= (last or day) for first, last in retainer_terms.pauses) for day in days)


def _round(exact: Fraction, currency: str) -> Decimal:
    """Round half up to the smallest unit of a currency."""
    digits = {"CAD": 2, "JPY": 0, "KWD": 3}[currency]
    return Decimal(math.floor(exact * 10**digits + Fraction(1, 2))).scaleb(-digits)


@given(terms(), DAYS)
def test_payments_of_intervals_are_their_months_added_up(retainer_terms: Terms, today: date):
    """A change of the interval cuts an interval, and so does an end; each month has its part of the fee by days."""
    planned = {row.period_start: row for row in plan_payments(retainer_terms, today)}
    until = last_day(retainer_terms, today)
    intervals: list[list[date]] = []
    day = retainer_terms.start_on
    while True:
        fee = _fee_on(retainer_terms, day)
        is_new = not intervals or len(intervals[-1]) == MONTHS[fee.interval]
        if is_new or _fee_on(retainer_terms, intervals[-1][0]).interval != fee.interval:
            if day > until:
                break
            intervals.append([])
        intervals[-1].append(day)
        day = day.replace(day=calendar.monthrange(day.year, day.month)[1]) + timedelta(days=1)
    for firsts in intervals:
        fee = _fee_on(retainer_terms, firsts[0])
        lasts = [first.replace(day=calendar.monthrange(first.year, first.month)[1]) for first in firsts]
        row = planned.pop(firsts[0], None)
        ends = [lasts[-1], min(lasts[-1], until)] if row is None else [row.period_end]
        assert ends[0] in (lasts[-1], min(lasts[-1], until))
        exact = sum(
            (
                Fraction(_count_running(retainer_terms, _days(first, min(last, ends[-1]))), last.day)
                for first, last in zip(firsts, lasts, strict=True)
            ),
            Fraction(0),
        )
        amount = _round(Fraction(fee.billed) * exact / MONTHS[fee.interval], retainer_terms.currency)
        if exact == MONTHS[fee.interval]:
            amount = fee.billed
        assert (Decimal(0) if row is None else row.amount) == amount
    assert planned == {}


YEAR, QUARTER = FeeValue("year", Decimal("12000.00")), FeeValue("quarter", Decimal("3000.00"))
DEARER = FeeValue("quarter", Decimal("3300.00"))
SCHEDULES: dict[str, tuple[dict[str, Any], list[tuple[str, str, str]]]] = {
    "years-are-not-cut-by-the-planning": (
        {"fees": [(date(2026, 1, 1), YEAR)]},
        [("2026-01-01", "2026-12-31", "12000.00"), ("2027-01-01", "2027-12-31", "12000.00")],
    ),
    "term-that-passed": (
        {"fees": [(date(2026, 1, 1), QUARTER)], "auto_renew": False, "term_months": 6, "renews_on": date(2026, 7, 1)},
        [
            ("2026-01-01", "2026-03-31", "3000.00"), ("2026-04-01", "2026-06-30", "3000.00"),
            ("2026-07-01", "2026-09-30", "3000.00"), ("2026-10-01", "2026-12-31", "3000.00"),
        ],
    ),
    "partial-quarters": (
        {"fees": [(date(2026, 1, 1), QUARTER)], "start_on": date(2026, 1, 17), "end_on": date(2026, 5, 31)},
        [("2026-01-17", "2026-03-31", "2483.87"), ("2026-04-01", "2026-05-31", "2000.00")],
    ),
    "pauses-of-half-a-month-and-of-a-quarter": (
        {
            "fees": [(date(2026, 1, 1), QUARTER)], "start_on": date(2026, 10, 1), "end_on": date(2027, 6, 30),
            "pauses": [(date(2026, 11, 16), date(2026, 11, 30)), (date(2027, 1, 1), date(2027, 3, 31))],
        },
        [("2026-10-01", "2026-12-31", "2500.00"), ("2027-04-01", "2027-06-30", "3000.00")],
    ),
    "another-interval-starts-a-new-count-and-another-amount-does-not": (
        {
            "fees": [(date(2026, 1, 1), YEAR), (date(2026, 7, 1), QUARTER), (date(2026, 8, 1), DEARER)],
            "end_on": date(2026, 12, 31),
        },
        [
            ("2026-01-01", "2026-06-30", "6000.00"), ("2026-07-01", "2026-09-30", "3000.00"),
            ("2026-10-01", "2026-12-31", "3300.00"),
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEDULES)
def test_payments_of_quarters_and_years(name: str):
    fields, expected = SCHEDULES[name]
    defaults: dict[str, Any] = dict.fromkeys(("end_on", "billing_day", "term_months", "renews_on"))
    values = {"status": "active", "currency": "CAD", "start_on": date(2026, 1, 1), "auto_renew": True}
    planned = plan_payments(Terms(**(values | defaults | fields)), TODAY)
    assert [(str(row.period_start), str(row.period_end), str(row.amount)) for row in planned] == expected


@given(terms(), DAYS)
def test_last_day_follows_the_terms(retainer_terms: Terms, today: date):
    until = last_day(retainer_terms, today)
    if retainer_terms.status == "cancelled":
        assert until < retainer_terms.start_on
    elif retainer_terms.end_on is not None:
        assert until == retainer_terms.end_on
    elif retainer_terms.status in ("ended", "churned"):
        assert until == today
    elif retainer_terms.auto_renew or retainer_terms.term_months is None:
        later = max(today, retainer_terms.start_on)
        assert (until.year - later.year) * 12 + until.month - later.month == 11
    else:
        assert until >= today


@pytest.mark.parametrize(
    ("fields", "until"),
    [
        ({}, date(2027, 10, 31)),
        ({"end_on": date(2027, 2, 14)}, date(2027, 2, 14)),
        ({"term_months": 12, "renews_on": date(2027, 3, 10)}, date(2027, 3, 9)),
        ({"term_months": 12}, date(2026, 12, 31)),
        ({"term_months": 12, "auto_renew": True, "renews_on": date(2027, 1, 1)}, date(2027, 10, 31)),
        ({"term_months": 12, "renews_on": date(2026, 10, 1)}, date(2026, 11, 30)),
        ({"status": "ended"}, date(2026, 11, 20)),
    ],
)
def test_last_day_examples(fields: dict[str, Any], until: date):
    defaults = dict.fromkeys(("end_on", "billing_day", "term_months", "renews_on"))
    values: dict[str, Any] = {"status": "active", "currency": "CAD", "start_on": date(2026, 1, 1), "auto_renew": False}
    assert last_day(Terms(**(values | defaults | fields), fees=[]), TODAY) == until


def _retainer(world: World, **fields: Any) -> Any:
    with world.database.write() as session:
        client = make_client(session)
        return make_project(session, client_id=client.id, **({"monthly_fee": "1000.00", "billing_day": 15} | fields))


def _generate(world: World, *projects: Any, today: date = TODAY) -> None:
    with world.database.write() as session:
        generate_payments(session, [project.id for project in projects], today)


def _rows(world: World, project: Any) -> dict[str, Any]:
    """The payments by month."""
    found = world.browser("admin").get(f"{PATH}?project={project.api_id}&per_page=100").json()["data"]
    return {row["period_start"][:7]: row for row in found}


def test_repeated_generation_changes_nothing(world: World):
    project = _retainer(world, start_on=date(2026, 1, 15), end_on=date(2026, 12, 10))
    _generate(world, project)
    rows = _rows(world, project)
    assert list(rows) == [f"2026-{month:02}" for month in range(1, 13)]
    assert [rows[month]["amount"]["amount"] for month in ("2026-01", "2026-02", "2026-12")] == [
        "548.39", "1000.00", "322.58",
    ]  # fmt: skip
    assert (rows["2026-01"]["due_on"], rows["2026-12"]["due_on"]) == ("2026-01-15", "2026-12-15")
    with assert_unchanged(world.database, exclude=("table_changes",)):
        _generate(world, project)


def test_new_fee_updates_planned_payments_only(world: World):
    project = _retainer(world, end_on=date(2027, 6, 30))
    _generate(world, project)
    admin = world.browser("admin")
    rows = _rows(world, project)
    with world.database.write() as session:
        invoice = make_invoice(session, client_id=project.client_id)
    decisions: dict[str, dict[str, Any]] = {
        "2027-01": {"status": "ready"},
        "2027-02": {"status": "skipped", "reason": "Pause"},
        "2027-03": {"invoice": invoice.api_id},
        "2027-04": {"amount": "750.00"},
        "2027-05": {"note": "Bon 12"},
    }
    for month, body in decisions.items():
        assert admin.patch(f"{PATH}/{rows[month]['api_id']}", body).status_code == 200
    change = {"monthly_fee": "1200.00", "fee_starts_on": "2027-01-01"}
    assert admin.patch(f"/api/v1/projects/{project.api_id}", change).status_code == 200
    _generate(world, project)
    after = _rows(world, project)
    assert {month: row["amount"]["amount"] for month, row in after.items() if month >= "2026-12"} == {
        "2026-12": "1000.00", "2027-01": "1000.00", "2027-02": "1000.00", "2027-03": "1000.00",
        "2027-04": "750.00", "2027-05": "1200.00", "2027-06": "1200.00",
    }  # fmt: skip
    assert after["2027-05"]["note"] == "Bon 12"
    assert after["2027-06"]["version"] == rows["2027-06"]["version"] + 1
    assert {row["api_id"] for row in after.values()} == {row["api_id"] for row in rows.values()}


def test_earlier_end_deletes_planned_payments_only(world: World):
    project = _retainer(world, end_on=date(2027, 6, 30))
    _generate(world, project)
    later_payment = _rows(world, project)["2027-05"]
    world.browser("admin").patch(f"{PATH}/{later_payment['api_id']}", {"status": "ready"})
    assert (
        world.browser("admin").patch(f"/api/v1/projects/{project.api_id}", {"end_on": "2027-01-31"}).status_code == 200
    )
    _generate(world, project)
    assert [month for month in _rows(world, project) if month > "2026-12"] == ["2027-01", "2027-05"]


def test_former_retainer_loses_its_generated_payments(world: World):
    project = _retainer(world)
    _generate(world, project)
    assert _rows(world, project)
    change = {"kind": "fixed", "amount": "5000.00"}
    assert world.browser("admin").patch(f"/api/v1/projects/{project.api_id}", change).status_code == 200
    with world.database.write() as session:
        made = make_payment(session, project_id=project.id)
    _generate(world, project)
    remaining = world.browser("admin").get(f"{PATH}?project={project.api_id}").json()["data"]
    assert [row["api_id"] for row in remaining] == [made.api_id]


def test_statement_count_does_not_depend_on_number_of_projects(world: World):
    few = [_retainer(world) for _ in range(2)]
    many = [_retainer(world) for _ in range(12)]
    counts = []
    for projects in (few, many):
        with record_statements(world.database) as statements:
            _generate(world, *projects)
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 20


def test_job_processes_all_retainers_daily_and_changed_ones_in_between(database: Database, clock: MovableClock):
    with database.write() as session:
        client = make_client(session)
        first = make_project(session, client_id=client.id, monthly_fee="900.00", updated_at=clock.now())
        make_project(session, client_id=client.id, monthly_fee="900.00", updated_at=clock.now() - timedelta(hours=1))
        make_project(session, client_id=client.id, updated_at=clock.now() - timedelta(days=1))
    job = PaymentScheduleJob(database, clock)
    assert (job.run_once(), job.run_once()) == (2, 0)
    clock.moment += timedelta(minutes=10)
    with database.write() as session:
        fee = session.execute(select(ProjectFee).where(ProjectFee.project_id == first.id)).scalar_one()
        fee.amount = Decimal("950.00")
        project = session.merge(first)
        project.updated_at = clock.now()
    assert (job.run_once(), job.run_once()) == (1, 0)
    with database.read() as db:
        amounts = select(ProjectPayment.amount).where(ProjectPayment.project_id == first.id).distinct()
        assert db.execute(amounts).scalars().all() == [Decimal("950.00")]
    clock.moment += timedelta(days=1)
    assert job.run_once() == 2
