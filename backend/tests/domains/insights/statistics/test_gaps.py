"""What figures leave out: amounts, the lists that hold the same records, and who gets them."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import make_employee
from tests.factories.project_proposals import make_proposal
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_payment, make_project, make_time

SignIn = Callable[..., Browser]
OCTOBER = {"from": "2026-10-01", "to": "2026-10-31", "currency": "CAD"}


def _gaps(browser: Browser, **params: str) -> dict[str, dict[str, Any]]:
    response = browser.get("/api/v1/figure-gaps", params={**OCTOBER, **params})
    assert response.status_code == 200, response.text
    return {gap["name"]: gap for gap in response.json()["data"]["gaps"]}


def _total(browser: Browser, path: str) -> int:
    response = browser.get(f"/api/v1/{path}")
    assert response.status_code == 200, response.text
    return response.json()["meta"]["total"]


@pytest.fixture(autouse=True)
def agency(database: Database) -> None:
    """An agency with records of October that belong to nothing, each beside those that do, or are of other days."""
    with database.write() as session:
        make_rate(session, "USD", date(2026, 10, 31), "1.50")
        client = make_client(session)
        retainer = {"kind": "retainer", "billing_interval": "quarter", "start_on": date(2026, 1, 1)}
        fees = [["2026-01-01", "3000.00"], ["2026-10-31", "4500.00"], ["2026-11-01", "9000.00"]]
        make_proposal(session, client, amount=Decimal("9000.00"), fees=fees, **retainer)
        make_proposal(session, client, currency="USD", amount=Decimal("300.00"), fees=[["2026-01-01", "300.00"]],
                      **retainer)  # fmt: skip
        make_proposal(session, client, end_on=date(2026, 10, 30), fees=fees, **retainer)
        make_proposal(session, client, state="ignored", fees=fees, **retainer)
        for day in (date(2026, 9, 30), date(2026, 10, 1), date(2026, 11, 1)):
            make_proposal(session, client, kind="oos", sold_on=day, amount=Decimal("700.00"))
        project = make_project(session, client_id=client.id, kind="fixed", amount=Decimal("5000.00"))
        make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 31), subtotal=Decimal("80.00"))
        make_invoice(session, client_id=None, issued_on=date(2026, 10, 1), subtotal=Decimal("20.50"))
        make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 2), is_voided=True)
        make_invoice(session, client_id=client.id, issued_on=date(2026, 9, 30))
        make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 3), project_id=project.id)
        billed = make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 4))
        make_payment(session, project_id=project.id, invoice_id=billed.id, status="ready")
        in_part = make_invoice(session, client_id=client.id, issued_on=date(2026, 10, 6), subtotal=Decimal("900.00"))
        make_payment(session, project_id=project.id, invoice_id=in_part.id, status="ready", amount=Decimal("650.00"))
        make_employee(session, teamwork_user_id="known")
        for user, day, minutes in (
            ("unknown", date(2026, 10, 1), 90), ("unknown", date(2026, 10, 31), 15), ("other", date(2026, 10, 5), 60),
            ("other", date(2026, 11, 1), 600), ("known", date(2026, 10, 5), 600),
        ):  # fmt: skip
            make_time(session, teamwork_user_id=user, worked_on=day, minutes=minutes)


def test_records_of_the_days_that_belong_to_nothing_are_added_up(sign_in_as: SignIn):
    gaps = _gaps(sign_in_as("admin"))
    assert {name: (gap["figures"], gap["count"]) for name, gap in gaps.items()} == {
        "retainers_to_create": (["mrr"], 2),
        "invoices_without_project": (["revenue"], 3),
        "sales_to_create": (["oos_sold"], 1),
        "hours_without_employee": (["utilisation", "billable_hours"], 2),
    }
    # A third of CA$4,500.00 and of US$300.00 at 1.50.
    assert gaps["retainers_to_create"]["money"]["amount"] == "1650.00"
    assert gaps["invoices_without_project"]["money"]["amount"] == "350.50"
    assert gaps["sales_to_create"]["money"]["amount"] == "700.00"
    assert gaps["hours_without_employee"]["value"] == "2.75"


def test_lists_have_the_records_that_are_counted(sign_in_as: SignIn):
    admin = sign_in_as("admin")
    gaps = _gaps(admin)
    lists = {
        "retainers_to_create": "project-proposals?state=open&kind=retainer&runs_from=2026-10-31&runs_to=2026-10-31",
        "sales_to_create": "project-proposals?state=open&kind=oos&sold_from=2026-10-01&sold_to=2026-10-31",
        "invoices_without_project": "invoices?has_project=false&issued_from=2026-10-01&issued_to=2026-10-31",
    }
    assert {name: _total(admin, path) for name, path in lists.items()} == {name: gaps[name]["count"] for name in lists}
    assert _total(admin, "invoices?has_project=true") == 2


def test_amount_without_a_rate_is_named(sign_in_as: SignIn):
    gap = _gaps(sign_in_as("admin"), **{"from": "2026-10-01", "to": "2026-10-30"})["retainers_to_create"]
    assert (gap["money"]["amount"], gap["unconverted"]) == ("2000.00", [{"amount": "100.00", "currency": "USD"}])


@pytest.mark.parametrize(
    ("role", "names"),
    [
        ("financial_manager", {"invoices_without_project"}),
        ("account_manager", set()),
        ("employee", set()),
    ],
)
def test_only_those_who_see_the_whole_figure_and_its_records_get_them(sign_in_as: SignIn, role: str, names: set[str]):
    assert _gaps(sign_in_as(role)).keys() == names


def test_a_narrower_scope_has_no_gaps(sign_in_as: SignIn):
    assert _gaps(sign_in_as("admin"), scope="own") == {}
