"""Totals of payments from stored totals of days: equal to those of all payments after any change."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, false, select, true, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.table_versions import mark_table_changed
from regie.core.lists.listing import RowScope
from regie.domains.money.payments import day_totals
from regie.domains.money.payments.day_totals import calculate_days, count_days, refresh_days, sum_days
from regie.domains.money.payments.jobs import PaymentTotalsJob
from regie.domains.money.payments.queries import PAYMENTS
from regie.domains.money.payments.schemas import PaymentQuery, PaymentTotals
from regie.domains.records.figure_amounts.triggers import PAYMENT_SOURCES, mark_everything
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import (
    PaymentAllocation,
    PaymentDayChange,
    PaymentDayTotal,
    ProjectPayment,
)
from regie.domains.records.projects.models import Project
from tests.conftest import NOON, MovableClock
from tests.factories.statements import columns_read, record_statements
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World
from tests.long_tests import example_count

PATH = "/api/v1/projects-payments"
_FIRST = date(2026, 3, 1)
_EVERYONE = RowScope(key="everyone", rows=true, shows_restricted=false, params={})
_keys = count(1)
_TIMEOUT_SECONDS = 20
_DIGEST = "f8927a134bae78ef"
_FILTERS: Sequence[dict[str, Any]] = (
    {},
    {"currency": ["CAD"]},
    {"due_from": _FIRST + timedelta(days=2)},
    {"due_to": _FIRST + timedelta(days=3), "currency": ["JPY", "USD"]},
    {"status": ["planned", "ready", "partially_invoiced", "invoice_voided", "invoice_deleted"]},
    {"status": ["paid"], "due_from": _FIRST + timedelta(days=1), "due_to": _FIRST + timedelta(days=5)},
    {"status": ["invoiced", "partially_paid"]},
    {"status": ["skipped", "written_off"], "currency": ["CAD"]},
)


def _pick(session: Session, random: Random, model: Any) -> int:
    return random.choice(session.execute(select(model.id).order_by(model.id)).scalars().all())


def _change(session: Session, random: Random, model: Any, **values: Any) -> None:
    session.execute(update(model).where(model.id == _pick(session, random, model)).values(**values))


def _add_payment(session: Session, random: Random) -> None:
    project = session.get_one(Project, _pick(session, random, Project))
    invoice = None
    if random.random() < 0.6:
        invoice = make_invoice(
            session, client_id=project.client_id, currency=project.currency, subtotal=Decimal(900), tax=Decimal(90),
            total="990", balance=Decimal(random.choice((0, 990, 400))), number=f"D-{next(_keys)}",
        )  # fmt: skip
    make_payment(
        session, project_id=project.id, status="ready" if invoice else random.choice(("planned", "ready", "skipped")),
        invoice_id=invoice and invoice.id, amount=Decimal(random.randint(1, 900)), due_on=_day(random),
        sequence=next(_keys),
    )  # fmt: skip


def _day(random: Random) -> date:
    return _FIRST + timedelta(days=random.randint(0, 6))


def _remove_payment(session: Session, random: Random) -> None:
    if session.execute(select(ProjectPayment.id).limit(2)).all()[1:]:
        session.execute(delete(ProjectPayment).where(ProjectPayment.id == _pick(session, random, ProjectPayment)))


def _split(session: Session, random: Random) -> None:
    """An allocation of less than the payment, which is then added up."""
    allocation = session.get_one(PaymentAllocation, _pick(session, random, PaymentAllocation))
    allocation.amount = max(Decimal(1), allocation.amount - random.randint(0, 400))
    session.get_one(ProjectPayment, allocation.payment_id).is_split = True


_CHANGES: Sequence[Callable[[Session, Random], object]] = (
    _add_payment,
    _add_payment,
    _remove_payment,
    _split,
    lambda session, random: _change(session, random, ProjectPayment, due_on=_day(random)),
    lambda session, random: _change(session, random, ProjectPayment, amount=Decimal(random.randint(1, 900))),
    lambda session, random: _change(session, random, ProjectPayment, status="written_off"),
    lambda session, random: _change(session, random, ProjectPayment, project_id=_pick(session, random, Project)),
    lambda session, random: _change(session, random, PaymentAllocation, settled_from=Decimal(random.randint(0, 300))),
    lambda session, random: _change(session, random, Invoice, balance=Decimal(random.randint(0, 990))),
    lambda session, random: _change(session, random, Invoice, subtotal=Decimal(random.randint(1, 900))),
    lambda session, random: _change(session, random, Invoice, total=Decimal(random.randint(900, 2000))),
    lambda session, random: _change(session, random, Invoice, is_voided=True),
    lambda session, random: _change(session, random, Invoice, deleted_at=random.choice((None, NOON))),
    lambda session, random: _change(session, random, Project, currency=random.choice(("CAD", "USD", "JPY"))),
)


@pytest.fixture(scope="module")
def agency(world: World) -> World:
    with world.database.write() as session:
        for currency in ("CAD", "USD", "JPY"):
            make_project(session, client_id=make_client(session).id, currency=currency)
        for seed in range(30):
            _add_payment(session, Random(seed))
    return world


def _compare(world: World) -> None:
    for filters in _FILTERS:
        with world.database.read() as db:
            # Calculated from the payments.
            expected = PAYMENTS.totals(db, _EVERYONE, PaymentQuery(**filters), PaymentTotals)
            assert sum_days(db, filters) == expected, filters
            assert count_days(db, filters) == PAYMENTS.count(db, _EVERYONE, PaymentQuery(**filters)), filters


@settings(max_examples=example_count(25))
@given(st.lists(st.tuples(st.integers(0, len(_CHANGES) - 1), st.integers(0, 10**6)), max_size=8), st.booleans())
def test_totals_are_those_of_all_payments_after_any_change(
    agency: World, changes: list[tuple[int, int]], is_refreshed: bool
):
    for number, seed in changes:
        with agency.database.write() as session:
            _CHANGES[number](session, Random(seed))
        _compare(agency)
    if is_refreshed:
        while refresh_days(agency.database):
            pass
        _compare(agency)


def _refresh_all(database: Database) -> None:
    while refresh_days(database):
        pass


def _read_stored(database: Database) -> Sequence[Any]:
    with database.read() as db:
        return db.execute(select(PaymentDayTotal.__table__)).all()


def test_list_adds_up_stored_totals_of_days_without_a_mark(agency: World):
    day, path = date(2026, 4, 15), f"{PATH}?due_from=2026-04-15"
    with agency.database.write() as session:
        project = make_project(session, client_id=make_client(session).id, currency="CAD")
        make_payment(session, project_id=project.id, amount=Decimal(100), due_on=day)
    _refresh_all(agency.database)
    browser = agency.browser("admin")
    with agency.database.write() as session:
        session.execute(update(PaymentDayTotal).where(PaymentDayTotal.due_on == day).values(planned=Decimal(105)))
        mark_table_changed(session, "project_payments")

    def read() -> list[str]:
        return [of["planned"]["amount"] for of in browser.get(path).json()["meta"]["totals"]]

    assert read() == ["105.00"]
    with agency.database.write() as session:
        session.add(PaymentDayChange(due_on=day))
        mark_table_changed(session, "project_payments")
    assert read() == ["100.00"]
    _refresh_all(agency.database)
    assert read() == ["100.00"]


def test_older_snapshot_does_not_replace_newer_totals(agency: World, monkeypatch: pytest.MonkeyPatch):
    """Two workers calculate the same day, and the one that began first writes last."""
    _refresh_all(agency.database)
    with agency.database.write() as session:
        _add_payment(session, Random(1))

    def calculate_and_wait(db: Any, days: Sequence[date]) -> list[dict[str, Any]]:
        rows = calculate_days(db, days)
        monkeypatch.setattr(day_totals, "calculate_days", calculate_days)
        with agency.database.write() as session:
            session.execute(update(ProjectPayment).values(amount=ProjectPayment.amount + Decimal(1)))
        _refresh_all(agency.database)
        return rows

    monkeypatch.setattr(day_totals, "calculate_days", calculate_and_wait)
    before = _read_stored(agency.database)
    assert refresh_days(agency.database) == 0
    assert _read_stored(agency.database) != before
    _compare(agency)


def test_change_during_the_calculation_stays_marked(agency: World, monkeypatch: pytest.MonkeyPatch):
    _refresh_all(agency.database)
    with agency.database.write() as session:
        _add_payment(session, Random(2))

    def calculate_and_change(db: Any, days: Sequence[date]) -> list[dict[str, Any]]:
        rows = calculate_days(db, days)
        with agency.database.write() as session:
            session.execute(update(ProjectPayment).values(amount=ProjectPayment.amount + Decimal(2)))
        return rows

    monkeypatch.setattr(day_totals, "calculate_days", calculate_and_change)
    assert refresh_days(agency.database) == 1
    monkeypatch.undo()
    _compare(agency)
    _refresh_all(agency.database)
    _compare(agency)


@pytest.mark.needs_postgres
def test_day_that_a_payment_moves_to_is_marked_while_its_invoice_changes(agency: World):
    """A new balance of the invoice, not yet committed, marks the day on which it finds the payment."""
    with agency.database.write() as session:
        project = make_project(session, client_id=make_client(session).id, currency="CAD")
        invoice = make_invoice(
            session, client_id=project.client_id, currency="CAD", subtotal=Decimal(900), tax=Decimal(90), total="990",
            balance=Decimal(990), number=f"D-{next(_keys)}",
        )  # fmt: skip
        payment = make_payment(
            session, project_id=project.id, status="ready", invoice_id=invoice.id, amount=Decimal(900), due_on=_FIRST,
        ).api_id  # fmt: skip
    _refresh_all(agency.database)
    browser = agency.browser("admin")
    with ThreadPoolExecutor(1) as threads:
        with agency.database.write() as session:
            session.execute(update(Invoice).where(Invoice.id == invoice.id).values(balance=Decimal(0)))
            moved = threads.submit(browser.patch, f"{PATH}/{payment}", {"due_on": "2026-03-20"})
            _wait_until(agency.database, moved)
            refresh_days(agency.database)
        assert moved.result().status_code == 200
    _refresh_all(agency.database)
    _compare(agency)


def _wait_until(database: Database, sent: Future[Any]) -> None:
    """Wait until the request ends, or waits for another transaction."""
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    with database.read() as db:
        while not sent.done() and not db.exec_driver_sql("SELECT 1 FROM pg_locks WHERE NOT granted").first():
            assert time.monotonic() < deadline, "the request neither ends nor waits"


def test_migration_marks_every_day(agency: World):
    _refresh_all(agency.database)
    with agency.database.writes.begin() as connection:
        mark_everything(connection)
    stored = {row.due_on for row in _read_stored(agency.database)}
    with agency.database.read() as db:
        assert {*db.execute(select(PaymentDayChange.due_on)).scalars()} == stored
    _refresh_all(agency.database)


def test_job_waits_until_changes_pause(agency: World, clock: MovableClock):
    job = PaymentTotalsJob(agency.database, clock)
    job.run_once()
    assert not job.is_due()
    for seed in range(2):
        with agency.database.write() as session:
            _add_payment(session, Random(seed))
        assert not job.is_due()
    assert job.is_due()
    with agency.database.write() as session:
        _add_payment(session, Random(3))
    clock.moment += timedelta(seconds=15)
    assert job.is_due()
    job.run_once()
    assert not job.is_due()
    _compare(agency)


@pytest.mark.one_database("sqlite")
def test_every_column_that_totals_read_is_marked(agency: World):
    if not agency.database.is_sqlite:
        pytest.skip("Only SQLite names the columns that it reads.")
    with agency.database.read() as db, columns_read(db) as found:
        assert calculate_days(db, [_FIRST + timedelta(days=number) for number in range(7)])
    marked = {(source.table, column) for source in PAYMENT_SOURCES for column in source.columns}
    # A key never changes, and the sign that a payment is split is marked with its parts.
    assert found - marked == {("payment_allocations", "id"), ("sqlite_master", "ROWID")} & found


@pytest.mark.one_database("sqlite")
def test_formula_of_stored_totals_changes_with_a_migration_only(agency: World):
    """Stored totals do not name their formula: another one needs a migration, which marks every day, and a digest."""
    if not agency.database.is_sqlite:
        pytest.skip("The statement of one database stands for both.")
    with record_statements(agency.database) as statements, agency.database.read() as db:
        calculate_days(db, [_FIRST])
    (statement,) = [one for one in statements if "GROUP BY" in one]
    assert sha256(statement.encode()).hexdigest()[:16] == _DIGEST
