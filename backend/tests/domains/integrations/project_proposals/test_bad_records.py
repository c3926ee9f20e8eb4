"""Tests of records that agencies really have: clients of one name, two currencies, credit notes, gaps, no amount."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.time.months import add_months
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice
from tests.browser import Browser
from tests.domains.integrations.project_proposals.calls import (
    START,
    decide,
    evidence_keys,
    found,
    make_billed_retainer,
    read_only_one,
)
from tests.factories.project_proposals import (
    make_bill,
    make_category,
    make_monthly_bills,
    make_teamwork_project,
)
from tests.factories.work import make_client, make_deal, make_receipt
from tests.factories.world import World, assert_unchanged

TEXT = "Entretien du site – mensualité"


def _credit(session: Session, client: Client, on: date, *amounts: str) -> None:
    """Credit the first invoice of that day."""
    bills = select(Invoice).where(Invoice.client_id == client.id, Invoice.issued_on == on).order_by(Invoice.id)
    invoice = session.execute(bills).scalars().first()
    assert invoice is not None
    for amount in amounts:
        make_receipt(session, invoice, amount, on, kind="credit")


def test_two_clients_of_one_name_have_their_own_retainers(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    with world.database.write() as session:
        double = make_client(session, name=client.name, account_manager_id=world.stranger.id)
        make_billed_retainer(session, client, ["900.00"] * 11)
        make_billed_retainer(session, double, ["1500.00"] * 11)
    job.run_once()
    for one, fee in ((client, "900.00"), (double, "1500.00")):
        proposal = read_only_one(admin, one)
        assert (proposal["certainty"], proposal["amount"]["amount"]) == ("high", fee)
        assert decide(admin, proposal["api_id"])[0]["status"] == 200
    job.run_once()
    assert found(admin, client, "&state=open") == found(admin, double, "&state=open") == []


def test_one_client_has_a_retainer_in_each_of_its_currencies(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    with world.database.write() as session:
        make_billed_retainer(session, client, ["900.00"] * 11)
        for month in range(11):
            make_bill(session, client, add_months(START, month), "Monthly retainer", "700.00", currency="USD")
    job.run_once()
    fees = {(row["amount"]["currency"], row["amount"]["amount"], row["kind"]) for row in found(admin, client)}
    assert fees == {("CAD", "900.00", "retainer"), ("USD", "700.00", "retainer")}


def test_invoice_that_credit_notes_replace_is_not_billed_twice(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    """The last month was billed twice, and credited once with two notes: the fee did not change."""
    last = add_months(START, 10)
    with world.database.write() as session:
        make_billed_retainer(session, client, ["900.00"] * 11)
        make_bill(session, client, last, TEXT, "900.00")
        _credit(session, client, last, "500.00", "400.00")
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["certainty"], proposal["amount"]["amount"], len(proposal["fees"])) == ("high", "900.00", 1)


def test_credit_of_a_part_is_no_new_fee_and_one_of_the_last_bill_no_end(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    with world.database.write() as session:
        make_billed_retainer(session, client, ["900.00"] * 11)
        _credit(session, client, add_months(START, 4), "200.00", "100.00")
        _credit(session, client, add_months(START, 10), "900.00")
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["amount"]["amount"], proposal["end_on"], len(proposal["fees"])) == ("900.00", None, 1)


def test_forgotten_bill_leaves_the_fee_as_it_was(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    with world.database.write() as session:
        make_billed_retainer(session, client, ["900.00"] * 4)
        make_monthly_bills(session, client, add_months(START, 5), TEXT, ["950.00"] * 6)
    job.run_once()
    proposal = read_only_one(admin, client)
    assert [(fee["starts_on"], fee["amount"]["amount"]) for fee in proposal["fees"]] == [
        ("2026-01-01", "900.00"),
        ("2026-06-01", "950.00"),
    ]


def test_work_that_nothing_fits_waits_for_a_person_in_words(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    """A category that means nothing and a deal without an amount: no guess, and no half of a project."""
    with world.database.write() as session:
        name = f"Divers – {client.name}"
        make_teamwork_project(session, client, name=name, category_id=make_category(session, "Divers").external_id)
        make_deal(session, name=name, client_id=client.id, state="won", amount=None, closed_on=START)
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["certainty"], proposal["missing"]) == (None, "low", ["kind"])
    assert "deal" in evidence_keys(proposal)
    with assert_unchanged(world.database):
        (result,) = decide(admin, proposal["api_id"])
    assert (result["status"], list(result["errors"])) == (422, ["kind"])
    change: dict[str, Any] = {"kind": "fixed"}
    assert admin.patch(f"/api/v1/project-proposals/{proposal['api_id']}", change).status_code == 200
    assert read_only_one(admin, client)["missing"] == ["amount"]


def test_tax_in_the_prices_is_not_a_part_of_the_fee(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
) -> None:
    """A line's amount is without its tax, also where prices include it."""
    with world.database.write() as session:
        make_billed_retainer(session, client, [])
        for month in range(11):
            taxed = {"tax": Decimal("134.78"), "total": "1034.78"}
            make_bill(session, client, add_months(START, month), TEXT, "900.00", **taxed)
    job.run_once()
    assert read_only_one(admin, client)["amount"]["amount"] == "900.00"
