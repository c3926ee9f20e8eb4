"""Receivables by client of a past day are read from what was owed at the end of the month before, never outdated."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.insights.figure_builds.actions import rebuild, refresh
from regie.domains.records.figure_amounts.models import FigureAmount, FigureChange
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.factories.work import make_client, make_invoice, make_receipt

MARCH_END, DAY = date(2026, 3, 31), date(2026, 4, 20)


@dataclass
class _Owed:
    """A client without invoices, in an agency whose figures are stored."""

    database: Database
    clock: Clock
    browser: Browser
    client: int
    api_id: str

    def bill(self, total: str, issued_on: date, *, client: int | None = None) -> Invoice:
        """An invoice that is paid today: what was owed follows from its receipts."""
        with self.database.write() as session:
            return make_invoice(
                session, client_id=client or self.client, total=total, issued_on=issued_on, due_on=issued_on,
                balance=Decimal(0),
            )  # fmt: skip

    def receive(self, invoice: Invoice, amount: str, paid_on: date) -> None:
        with self.database.write() as session:
            make_receipt(session, invoice, amount, paid_on)

    def total(self, day: date) -> str | None:
        rows = self.browser.get(f"/api/v1/receivables-by-client?as_of={day}&currency=CAD&per_page=100").json()["data"]
        return next((row["total"]["amount"] for row in rows if row["api_id"] == self.api_id), None)

    def store(self) -> None:
        rebuild(self.database, self.clock)
        with self.database.read() as db:
            assert not db.execute(select(func.count()).select_from(FigureChange)).scalar_one()

    def count_stored(self) -> int:
        """The amounts that are stored of the end of March."""
        amounts = select(func.count()).select_from(FigureAmount)
        stored = amounts.where(
            FigureAmount.figure == "receivables",
            FigureAmount.month == MARCH_END.replace(day=1),
            FigureAmount.owner_id == self.client,
        )
        with self.database.read() as db:
            return db.execute(stored).scalar_one()


@pytest.fixture
def owed(database: Database, clock: Clock, sign_in_as: Callable[..., Browser]) -> _Owed:
    with database.write() as session:
        client = make_client(session)
        key, api_id = client.id, client.api_id
    return _Owed(database, clock, sign_in_as("admin"), key, api_id)


def test_invoices_owed_at_the_end_of_the_month_before(owed: _Owed):
    half = owed.bill("100.00", date(2026, 2, 1))
    owed.receive(half, "40.00", date(2026, 4, 10))
    owed.receive(half, "60.00", date(2026, 6, 1))
    owed.store()
    assert owed.count_stored() == 1
    assert [owed.total(day) for day in (MARCH_END, DAY, date(2026, 6, 1))] == ["100.00", "60.00", None]


def test_invoices_issued_since(owed: _Owed):
    for day in (date(2026, 4, 1), DAY, date(2026, 4, 21)):
        owed.receive(owed.bill("100.00", day), "100.00", date(2026, 6, 1))
    owed.store()
    assert owed.count_stored() == 0
    assert [owed.total(day) for day in (MARCH_END, DAY, date(2026, 4, 30))] == [None, "200.00", "300.00"]


def test_an_invoice_that_a_refund_opened_again(owed: _Owed):
    invoice = owed.bill("100.00", date(2026, 2, 1))
    owed.receive(invoice, "100.00", date(2026, 2, 15))
    owed.receive(invoice, "-30.00", date(2026, 4, 5))
    owed.receive(invoice, "30.00", date(2026, 6, 1))
    owed.store()
    assert owed.count_stored() == 0
    assert [owed.total(day) for day in (MARCH_END, DAY, date(2026, 6, 1))] == [None, "30.00", None]


def test_a_change_since_the_amounts_were_stored(owed: _Owed):
    invoice = owed.bill("100.00", date(2026, 2, 1))
    owed.store()
    assert owed.total(DAY) is None
    owed.receive(invoice, "100.00", date(2026, 6, 1))
    assert owed.count_stored() == 0
    assert owed.total(DAY) == "100.00"
    while refresh(owed.database, owed.clock):
        pass
    assert owed.count_stored() == 1
    assert owed.total(DAY) == "100.00"


def test_a_change_of_an_invoice_without_a_client(owed: _Owed):
    owed.api_id = "00000000-0000-0000-0000-000000000000"
    with owed.database.write() as session:
        invoice = make_invoice(session, client_id=None, total="55.00", issued_on=date(2026, 2, 1), balance=Decimal(0))
    owed.store()
    before = owed.total(DAY)
    owed.receive(invoice, "55.00", date(2026, 6, 1))
    assert Decimal(owed.total(DAY) or 0) - Decimal(before or 0) == Decimal("55.00")


def test_a_day_before_the_stored_months_is_calculated(owed: _Owed):
    invoice = owed.bill("100.00", date(2019, 2, 1))
    owed.receive(invoice, "100.00", date(2026, 6, 1))
    owed.store()
    assert owed.total(date(2019, 4, 20)) == "100.00"
