"""No process ever answers with what another one has changed: every read after a write shows it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.insights.figure_builds.jobs import FiguresJob
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.projects.models import ProjectFee
from regie.main import create_app
from regie.settings import load_settings
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.people import make_user
from tests.factories.retainers import make_retainer
from tests.factories.work import make_client, make_invoice
from tests.long_tests import IS_LONG

_WRITES = 500 if IS_LONG else 60
_ISSUED, _STARTED = date(2026, 9, 1), date(2026, 9, 1)


@dataclass(slots=True)
class _Expected:
    """The truth, added up beside the product."""

    client: int
    fees: dict[int, Decimal] = field(default_factory=dict)
    balances: dict[int, Decimal] = field(default_factory=dict)

    def answers(self) -> dict[str, Any]:
        open_balances = [balance for balance in self.balances.values() if balance]
        return {
            "mrr": f"{sum(self.fees.values(), Decimal(0)):.2f}",
            "receivables": f"{sum(open_balances, Decimal(0)):.2f}",
            "retainers": len(self.fees),
            "invoices": len(self.balances),
            "paid": len(self.balances) - len(open_balances),
        }


def _add_retainer(session: Session, expected: _Expected, random: Random) -> None:
    fee = Decimal(random.randrange(100, 90_000))
    project = make_retainer(
        session, client_id=expected.client, monthly_fee=str(fee), currency="CAD", start_on=_STARTED, status="active"
    )
    expected.fees[project.id] = fee


def _change_fee(session: Session, expected: _Expected, random: Random) -> None:
    key, fee = random.choice(sorted(expected.fees)), Decimal(random.randrange(100, 90_000))
    session.execute(update(ProjectFee).where(ProjectFee.project_id == key).values(amount=fee))
    expected.fees[key] = fee


def _add_invoice(session: Session, expected: _Expected, random: Random) -> None:
    total = Decimal(random.randrange(1, 900_000)) / 100
    invoice = make_invoice(
        session, client_id=expected.client, total=str(total), currency="CAD", issued_on=_ISSUED, due_on=_ISSUED
    )
    expected.balances[invoice.id] = total


def _settle_invoice(session: Session, expected: _Expected, random: Random) -> None:
    key = random.choice(sorted(expected.balances))
    session.get_one(Invoice, key).balance = Decimal(0)
    expected.balances[key] = Decimal(0)


_WRITERS = (_add_retainer, _change_fee, _add_invoice, _add_invoice, _settle_invoice)


@pytest.fixture
def processes(database: Database, clock: MovableClock) -> Iterator[list[Browser]]:
    """The same person in two processes, which share the database only."""
    with database.write() as session:
        user = make_user(session, roles=["admin"], currency="CAD")
    url = database.url.render_as_string(hide_password=False)
    databases = [Database(url), Database(url)]
    settings = load_settings({"REGIE_ORIGIN": ORIGIN})
    yield [
        Browser(create_app(settings, database=own, clock=clock), ORIGIN).signed_in_as(user, clock.now())
        for own in databases
    ]
    for own in databases:
        own.close()


def _read(browser: Browser) -> dict[str, Any]:
    def total(path: str) -> int:
        return browser.get(f"/api/v1/{path}&per_page=1").json()["meta"]["total"]

    figures = browser.get("/api/v1/dashboard?scope=all&compare=target&currency=CAD").json()["data"]["figures"]
    return {
        "mrr": figures["mrr"]["money"]["amount"],
        "receivables": figures["receivables"]["money"]["amount"],
        "retainers": total("projects?kind=retainer&status=active"),
        "invoices": total("invoices?sort=-issued_on"),
        "paid": total("invoices?status=paid"),
    }


def test_every_read_shows_the_last_write(database: Database, clock: MovableClock, processes: list[Browser]):
    random, job = Random(11), FiguresJob(database, clock)
    with database.write() as session:
        expected = _Expected(make_client(session).id)
        for write in (_add_retainer, _add_invoice):
            write(session, expected, random)
    for number in range(_WRITES):
        with database.write() as session:
            random.choice(_WRITERS)(session, expected, random)
        # The worker stores figures meanwhile.
        if number % 9 == 4 and job.is_due():
            job.run_once()
        for browser in processes if number % 5 == 0 else [processes[number % 2]]:
            assert _read(browser) == expected.answers(), number
