"""Tests the lists that the triage list counts without ranking their records."""

from datetime import date
from decimal import Decimal

import pytest

from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.insights.triage.reading import find_row, read_triage
from tests.factories.churns import make_churn
from tests.factories.project_proposals import make_proposal
from tests.factories.retainers import make_retainer
from tests.factories.undated_terms import make_undated_pause
from tests.factories.work import make_allocation, make_client, make_invoice, make_payment, make_project
from tests.factories.world import World

LISTS = {"at_risk": "health=red", "leaving": "leaving=true"}


def _counters(browser: Browser) -> dict[str, int]:
    return {one["counter"]: one["count"] for one in read_triage(browser)["counters"]}


@pytest.fixture
def watched(world: World) -> None:
    """A client whose retainer churns next month, and one with an invoice that is long overdue."""
    with world.database.write() as session:
        leaving = make_client(session)
        make_churn(session, make_retainer(session, client_id=leaving.id), effective_on=date(2026, 12, 20))
        late = make_client(session, account_manager_id=world.people["churn_manager"].user.id)
        make_retainer(session, client_id=late.id, account_manager_id=late.account_manager_id)
        make_invoice(session, client_id=late.id, due_on=date(2026, 7, 1))


@pytest.mark.parametrize("column", ["super_admin", "admin", "churn_manager"])
def test_counters_are_those_of_the_lists_of_clients(world: World, watched: None, column: str):
    browser = world.browser(column)
    counters = _counters(browser)
    for name, query in LISTS.items():
        listed = browser.get(f"/api/v1/clients?{query}&per_page=1").json()["meta"]["total"]
        assert counters.get(name, 0) == listed, name
    assert counters["leaving"] >= 1


def test_clients_at_risk_are_counted(world: World, watched: None):
    assert _counters(world.browser("admin"))["at_risk"] >= 1


@pytest.mark.parametrize("column", ["financial_manager", "account_manager", "employee"])
def test_roles_that_confirm_no_churn_do_not_watch_clients(world: World, watched: None, column: str):
    assert not LISTS.keys() & _counters(world.browser(column)).keys()


@pytest.mark.parametrize("column", ["admin", "account_manager"])
def test_terms_without_a_date_are_counted_for_who_may_date_them(world: World, column: str):
    with world.database.write() as session:
        for manager in (world.people[column].user.id, world.stranger.id):
            project = make_project(session, account_manager_id=manager, kind="retainer", status="on_hold")
            make_undated_pause(session, project)
    browser = world.browser(column)
    listed = browser.get("/api/v1/undated-terms?state=open&per_page=1").json()["meta"]["total"]
    assert _counters(browser)["undated_terms"] == listed >= 1


def test_work_without_a_project_is_counted_for_who_may_create_it(world: World):
    with world.database.write() as session:
        client = make_client(session)
        for state in ("open", "open", "ignored"):
            make_proposal(session, client, state=state)
    admin = world.browser("admin")
    listed = admin.get("/api/v1/project-proposals?state=open&per_page=1").json()["meta"]["total"]
    assert _counters(admin)["project_proposals"] == listed >= 2
    assert "project_proposals" not in _counters(world.browser("account_manager"))


@pytest.fixture
def uninvoiced(world: World) -> str:
    """A client with payments to invoice of this month, and of earlier months than the last."""
    with world.database.write() as session:
        session.get_one(User, world.people["financial_manager"].user.id).currency = "CAD"
        client = make_client(session)
        project = make_project(session, client_id=client.id)
        for day in (date(2026, 11, 3), date(2026, 9, 30), date(2026, 3, 31)):
            make_payment(session, project_id=project.id, due_on=day, amount=Decimal("30.00"), status="ready")
        return client.api_id


def test_payments_of_earlier_months_are_counted_and_not_ranked(world: World, uninvoiced: str):
    browser = world.browser("financial_manager")
    found = read_triage(browser, "view=uninvoiced&limit=500")
    row = next(row for row in found["rows"] if row["record"] == uninvoiced)
    assert (row["kind"], row["count"], row["days"]) == ("uninvoiced", 2, 234)
    assert row["at_stake"]["amount"] == "60.00"
    assert found["uninvoiced"] == found["total"] == len(found["rows"])
    listed = browser.get("/api/v1/projects-payments?status=ready&due_to=2026-09-30&per_page=1").json()
    assert sum(row["count"] for row in found["rows"]) == listed["meta"]["total"]
    current = find_row(browser, "to_invoice", uninvoiced)
    assert current is not None
    assert current["count"] == 1
    opened = read_triage(browser)
    assert "uninvoiced" not in {row["kind"] for row in opened["rows"]}
    assert opened["uninvoiced"] == found["uninvoiced"]


def test_payment_that_is_billed_in_part_is_counted_until_all_of_it_is_billed(world: World):
    browser = world.browser("admin")
    before = read_triage(browser)["uninvoiced"]
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
        payment = make_payment(session, project_id=project.id, due_on=date(2026, 3, 1), status="ready")
        invoice = make_invoice(session, client_id=client.id, subtotal=Decimal(1000), total="1000")
        payment.invoice_id = invoice.id
        part = make_allocation(session, payment, invoice.id, Decimal(400))
    for view in ("open", "uninvoiced"):
        assert read_triage(browser, f"view={view}")["uninvoiced"] == before + 1
    with world.database.write() as session:
        session.get_one(PaymentAllocation, part.id).amount = Decimal(1000)
        session.get_one(ProjectPayment, payment.id).is_split = False
    for view in ("open", "uninvoiced"):
        assert read_triage(browser, f"view={view}")["uninvoiced"] == before


def test_payments_of_earlier_months_are_snoozed(world: World, uninvoiced: str):
    browser = world.browser("financial_manager")
    body = {"kind": "uninvoiced", "record": uninvoiced, "until": "2026-11-23"}
    before = read_triage(browser)["uninvoiced"]
    assert browser.put("/api/v1/triage-snooze", body).status_code == 204
    assert read_triage(browser)["uninvoiced"] == before - 1
    assert find_row(browser, "uninvoiced", uninvoiced, "snoozed") is not None


@pytest.mark.parametrize("column", ["account_manager", "churn_manager", "employee"])
def test_roles_that_invoice_nothing_have_no_payments(world: World, uninvoiced: str, column: str):
    assert read_triage(world.browser(column), "view=uninvoiced")["uninvoiced"] == 0
