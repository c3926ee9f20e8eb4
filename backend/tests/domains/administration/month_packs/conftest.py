"""An agency with a month to close, and the job that writes its pack."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.administration.month_packs.jobs import MonthPackWriter
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.projects.models import ProjectFee
from tests.browser import Browser
from tests.factories.churns import make_churn
from tests.factories.people import make_employee
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_project, make_receipt, make_time

SignInAs = Callable[..., Browser]


@pytest.fixture
def controller(sign_in_as: SignInAs) -> Browser:
    return sign_in_as("financial_manager", first_name="Zoé", last_name="Lefebvre")


@pytest.fixture
def agency(database: Database) -> None:
    """Retainers in CAD and USD, a raised fee, a lost client, an overdue invoice and logged hours."""
    with database.write() as session:
        employee = make_employee(
            session, teamwork_user_id="p-1", capacity_hours_week=Decimal(40), started_on=date(2020, 1, 1)
        )
        for day, rate in ((date(2026, 9, 30), "1.30"), (date(2026, 10, 15), "1.40"), (date(2026, 10, 30), "1.50")):
            make_rate(session, "USD", day, rate)
        for number, (name, currency, fee) in enumerate(
            (("Érable & fils", "CAD", "1000.00"), ("=cmd|'/c calc'!A1", "USD", "200.00"), ("Pivoine", "CAD", "300.00"))
        ):
            client = make_client(session, name=name, currency=currency)
            ends_on = date(2026, 10, 15) if name == "Pivoine" else None
            retainer = make_project(
                session, client_id=client.id, kind="retainer", status="churned" if ends_on else "active",
                monthly_fee=fee, currency=currency, start_on=date(2026, 1, 1), end_on=ends_on, name=f"Forfait {number}",
            )  # fmt: skip
            if ends_on:
                make_churn(session, retainer, effective_on=ends_on, mrr_lost=Decimal("300.00"), employee_id=employee.id)
            if name == "Érable & fils":
                raised = Decimal("1250.00")
                session.add(
                    ProjectFee(project_id=retainer.id, amount=raised, starts_on=date(2026, 10, 10), reason="Indexation")
                )
                fixed = make_project(session, client_id=client.id, kind="fixed", amount=Decimal(5000), currency="CAD")
                invoice = make_invoice(
                    session, client_id=client.id, project_id=fixed.id, issued_on=date(2026, 8, 5),
                    due_on=date(2026, 9, 5), currency="CAD", subtotal=Decimal(500), tax=Decimal(75),
                    total=Decimal(575), balance=Decimal(200),
                )  # fmt: skip
                make_receipt(session, invoice, "375.00", date(2026, 10, 15))
        for day, hours in ((date(2026, 9, 8), 88), (date(2026, 10, 6), 44)):
            make_time(session, teamwork_user_id="p-1", worked_on=day, minutes=60 * hours, is_billable=True)


@pytest.fixture
def writer(app: Any, database: Database) -> MonthPackWriter:
    context = app.state.context
    return MonthPackWriter(database, context.clock, context.files, Notifier(context.mail, context.origin))
