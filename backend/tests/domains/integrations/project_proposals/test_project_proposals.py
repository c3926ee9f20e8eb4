"""Tests of proposed projects over HTTP: what is found, changed by hand, created, and undone."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.integrations.project_proposals.models import ProjectProposal
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.conftest import MovableClock
from tests.domains.integrations.project_proposals.calls import (
    PATH,
    START,
    decide,
    evidence_keys,
    found,
    make_billed_retainer,
    read,
    read_changes,
    read_only_one,
)
from tests.factories.people import make_employee
from tests.factories.project_proposals import (
    make_bill,
    make_category,
    make_monthly_bills,
    make_proposal,
    make_teamwork_project,
)
from tests.factories.work import make_client, make_deal, make_project
from tests.factories.world import World, assert_unchanged

PROJECTS = "/api/v1/projects"


def test_retainer_is_found_with_its_fees_and_created_with_them(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["1500.00"] * 5 + ["1800.00"] * 6)
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["certainty"], proposal["missing"]) == ("retainer", "high", [])
    assert proposal["amount"] == {"amount": "1800.00", "currency": "CAD"}
    assert [(fee["starts_on"], fee["amount"]["amount"]) for fee in proposal["fees"]] == [
        ("2026-01-01", "1500.00"),
        ("2026-06-01", "1800.00"),
    ]
    assert evidence_keys(proposal) == ["kind_category", "hours_unknown", "series", "fee_changes"]
    (result,) = decide(admin, proposal["api_id"])
    assert result["status"] == 200, result
    after = read(admin, proposal["api_id"])
    assert (after["state"], after["accepted_by"]["name"]) == ("accepted", world.people["admin"].user.name)
    project = admin.get(f"{PROJECTS}/{after['project']['api_id']}").json()["data"]
    assert (project["status"], project["start_on"], project["billing_day"]) == ("active", "2026-01-01", 1)
    assert sorted((fee["starts_on"], fee["amount"]["amount"]) for fee in project["fees"]) == [
        ("2026-01-01", "1500.00"),
        ("2026-06-01", "1800.00"),
    ]
    assert project["monthly_fee"] == {"amount": "1800.00", "currency": "CAD"}
    assert (project["ledger_from"], project["opening_hours"]) == ("2026-11-01", None)


def test_retainer_that_is_billed_no_more_ends_as_a_loss(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["900.00"] * 4, end_on=date(2026, 4, 30))
        make_bill(session, client, date(2026, 11, 2), "Sans rapport", "10.00")
    job.run_once()
    proposal = next(row for row in found(admin, client) if row["kind"] == "retainer")
    assert (proposal["end_on"], proposal["certainty"]) == ("2026-04-30", "high")
    assert decide(admin, proposal["api_id"])[0]["status"] == 200
    project = read(admin, proposal["api_id"])["project"]["api_id"]
    assert admin.get(f"{PROJECTS}/{project}").json()["data"]["status"] == "ended"
    (churn,) = admin.get(f"/api/v1/churn-events?project={project}").json()["data"]
    assert (churn["reason"], churn["effective_on"]) == ("not_stated", "2026-04-30")


def test_price_comes_from_the_deal_and_finished_work_is_completed(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Prix fixe")
        name = f"Boutique en ligne – {client.name}"
        make_teamwork_project(
            session, client, name=name, category_id=category.external_id, is_archived=True, end_on=date(2026, 6, 30)
        )
        deal = make_deal(session, name=name, client_id=client.id, amount=Decimal("8000.00"), closed_on=START)
        for part in (1, 2):
            make_bill(session, client, date(2026, part, 15), f"Boutique en ligne – jalon {part}/2", "4000.00")
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["amount"]["amount"], proposal["certainty"]) == ("fixed", "8000.00", "high")
    assert evidence_keys(proposal) == ["kind_category", "deal", "billed", "deal_amount"]
    assert decide(admin, proposal["api_id"])[0]["status"] == 200
    project = admin.get(f"{PROJECTS}/{read(admin, proposal['api_id'])['project']['api_id']}").json()["data"]
    assert (project["status"], project["end_on"], project["deal"]["api_id"]) == ("completed", "2026-06-30", deal.api_id)


def test_amounts_have_the_decimals_of_their_currency(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Prix fixe").external_id
        make_teamwork_project(session, client, name="Atelier", category_id=category, is_archived=True)
        subtotal = {"subtotal": Decimal("33.33"), "total": "33.33"}
        make_bill(session, client, date(2026, 2, 2), "Atelier – jalon 1/1", "33.3333333", **subtotal)
    job.run_once()
    assert read_only_one(admin, client)["amount"] == {"amount": "33.33", "currency": "CAD"}


def test_sale_without_a_deal_has_what_was_billed_and_is_to_check(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        seller = make_employee(session, teamwork_user_id=f"seller-{client.id}")
        category = make_category(session, "Hors mandat")
        make_teamwork_project(
            session, client, name=f"Infolettre – {client.name}", category_id=category.external_id, is_archived=True,
            owner_id=seller.teamwork_user_id,
        )  # fmt: skip
        make_bill(session, client, date(2026, 2, 2), "Infolettre – jalon 1/1", "750.00")
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["certainty"], proposal["seller"]["name"]) == ("oos", "medium", seller.name)
    assert (proposal["amount"]["amount"], proposal["sold_on"]) == ("750.00", "2026-01-01")
    assert decide(admin, proposal["api_id"])[0]["status"] == 200


def test_recurring_bills_without_work_are_a_retainer_to_check(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_teamwork_project(
            session, client, name="Interne", category_id=make_category(session, "Prix fixe").external_id
        )
        make_monthly_bills(session, client, START, "Hébergement géré, mois de", ["95.00"] * 11)
    job.run_once()
    proposal = next(row for row in found(admin, client) if row["kind"] == "retainer")
    assert (proposal["name"], proposal["certainty"], proposal["amount"]["amount"]) == (
        "Hébergement géré, mois de",
        "medium",
        "95.00",
    )


def test_bills_of_a_project_that_exists_are_no_retainer(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_teamwork_project(session, client, name="Interne")
        make_project(session, client_id=client.id, name=f"Hébergement géré – {client.name}", monthly_fee="95.00")
        make_monthly_bills(session, client, START, "Hébergement géré, mois de", ["95.00"] * 11)
    job.run_once()
    assert [row["name"] for row in found(admin, client)] == ["Interne"]


def test_work_without_a_price_is_incomplete_and_cannot_be_created(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Prix fixe")
        make_teamwork_project(session, client, name="Sans prix", category_id=category.external_id)
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["certainty"], proposal["missing"]) == ("low", ["amount"])
    with assert_unchanged(world.database):
        (result,) = decide(admin, proposal["api_id"])
    assert (result["status"], list(result["errors"])) == (422, ["amount"])


def test_kind_that_only_the_name_says_is_named_as_such(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_teamwork_project(session, client, name=f"Forfait {client.name}")
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], evidence_keys(proposal)[0]) == ("retainer", "kind_name")


def test_what_a_person_sets_stays_when_the_records_change(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["1500.00"] * 5 + ["1800.00"] * 3)
    job.run_once()
    proposal = read_only_one(admin, client)
    change = {"name": "Soins du site", "amount": "2000.00", "included_hours": "12.5", "version": proposal["version"]}
    changed = admin.patch(f"{PATH}/{proposal['api_id']}", change)
    assert changed.status_code == 200, changed.text
    with world.database.write() as session:
        make_monthly_bills(session, client, date(2026, 9, 1), "Entretien du site – mensualité", ["1900.00"] * 2)
    job.run_once()
    assert read_changes(world, "Soins du site") == {
        "name": [proposal["name"], "Soins du site"],
        "amount": ["1800.00", "2000.00"],
        "included_hours": [None, "12.50"],
    }
    after = read_only_one(admin, client)
    assert (after["name"], after["amount"]["amount"], after["included_hours"]) == ("Soins du site", "2000.00", "12.50")
    assert after["decided"] == ["amount", "included_hours", "name"]
    assert [fee["amount"]["amount"] for fee in after["fees"]] == ["1500.00", "2000.00"]


def test_chosen_kind_finds_the_fees_of_a_retainer(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Prix fixe").external_id
        make_teamwork_project(session, client, name="Soutien", category_id=category)
        make_monthly_bills(session, client, START, "Soutien – 2026", ["400.00"] * 11)
    job.run_once()
    api_id = read_only_one(admin, client)["api_id"]
    assert admin.patch(f"{PATH}/{api_id}", {"kind": "fixed"}).status_code == 200
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["missing"]) == ("fixed", ["amount"])
    assert admin.patch(f"{PATH}/{api_id}", {"kind": "retainer"}).status_code == 200
    assert job.is_due()
    job.run_once()
    after = read_only_one(admin, client)
    assert (after["kind"], after["certainty"], after["amount"]["amount"]) == ("retainer", "high", "400.00")
    assert after["decided"] == ["kind"]


def test_bills_of_two_works_with_one_name_belong_to_the_one_that_had_started(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Prix fixe").external_id
        for first in (date(2026, 1, 5), date(2026, 6, 1)):
            make_teamwork_project(
                session, client, name="Campagne", category_id=category, start_on=first, is_archived=True
            )
        make_bill(session, client, date(2026, 2, 2), "Campagne – jalon 1/1", "700.00")
        make_bill(session, client, date(2026, 7, 1), "Campagne – jalon 1/1", "900.00")
    job.run_once()
    amounts = {row["start_on"]: row["amount"]["amount"] for row in found(admin, client)}
    assert amounts == {"2026-01-05": "700.00", "2026-06-01": "900.00"}


def test_work_that_becomes_a_project_is_not_proposed(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        work = make_teamwork_project(session, client, name="Refonte")
    job.run_once()
    assert len(found(admin, client)) == 1
    with world.database.write() as session:
        make_project(session, client_id=client.id, teamwork_project_id=work.external_id)
    job.run_once()
    assert found(admin, client) == []


def test_ignored_work_stays_ignored_until_it_is_restored(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_teamwork_project(session, client, name="Refonte")
    job.run_once()
    proposal = read_only_one(admin, client)["api_id"]
    decide(admin, proposal, state="ignored")
    job.run_once()
    assert [row["state"] for row in found(admin, client)] == ["ignored"]
    with assert_unchanged(world.database):
        assert decide(admin, proposal)[0]["code"] == "proposal_decided"
    decide(admin, proposal, state="open")
    assert [row["state"] for row in found(admin, client)] == ["open"]


def test_second_person_who_creates_it_is_refused(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        api_id = make_proposal(session, client).api_id
    version = read(admin, api_id)["version"]
    assert admin.patch(f"{PATH}/{api_id}", {"state": "accepted", "version": version}).status_code == 200
    with assert_unchanged(world.database):
        again = admin.patch(f"{PATH}/{api_id}", {"state": "accepted", "version": version})
    assert again.status_code == 409


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"amount": "-1"}, "amount"),
        ({"account_manager": new_api_id()}, "account_manager"),
        ({"kind": "none"}, "kind"),
    ],
)
def test_bad_values_are_refused(world: World, admin: Browser, client: Client, change: dict[str, str], field: str):
    with world.database.write() as session:
        api_id = make_proposal(session, client).api_id
    with assert_unchanged(world.database):
        response = admin.patch(f"{PATH}/{api_id}", change)
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_counts_and_filters_agree(world: World, admin: Browser, client: Client):
    with world.database.write() as session:
        for certainty in ("high", "medium", "low"):
            make_proposal(session, client, certainty=certainty, missing=[] if certainty != "low" else ["amount"])
    counts = admin.get("/api/v1/project-proposal-counts").json()["data"]
    for name, level in (("ready", "high"), ("doubtful", "medium"), ("incomplete", "low")):
        page = admin.get(f"{PATH}?state=open&certainty={level}&per_page=1").json()
        assert page["meta"]["total"] == counts[name]
    assert [row["certainty"] for row in found(admin, client)] == ["high", "medium", "low"]
    (doubtful,) = found(admin, client, "&certainty=medium&kind=fixed")
    assert doubtful["certainty"] == "medium"


def test_records_are_looked_through_on_request_and_after_a_pause(
    world: World, admin: Browser, job: ProjectProposalJob, clock: MovableClock
):
    job.run_once()
    assert not job.is_due()
    with world.database.write() as session:
        make_client(session)
    assert not job.is_due()
    clock.moment += timedelta(minutes=10)
    assert job.is_due()
    job.run_once()
    assert admin.post("/api/v1/project-proposal-requests").status_code == 204
    assert job.is_due()
    job.run_once()
    assert not job.is_due()


def test_proposal_of_a_deleted_client_is_gone(world: World, client: Client):
    with world.database.write() as session:
        key = make_proposal(session, client).id
        session.delete(session.merge(client))
    with world.database.read() as db:
        assert db.execute(select(ProjectProposal.id).where(ProjectProposal.id == key)).first() is None


def test_bills_without_a_name_are_not_proposed_again_after_their_retainer_was_created(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Forfait").external_id
        make_teamwork_project(session, client, name="Soutien", category_id=category, start_on=START)
        make_teamwork_project(session, client, name="Refonte")
        make_monthly_bills(session, client, START, "Honoraires", ["700.00"] * 4 + ["800.00"] * 6)
    job.run_once()
    retainer = next(row for row in found(admin, client) if row["name"] == "Soutien")
    assert (retainer["certainty"], retainer["amount"]["amount"]) == ("medium", "800.00")
    assert decide(admin, retainer["api_id"])[0]["status"] == 200
    job.run_once()
    assert [row["name"] for row in found(admin, client, "&state=open")] == ["Refonte"]


def test_monthly_amount_of_a_deal_and_time_budget_make_a_retainer_to_check(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_teamwork_project(session, client, name="Soutien", start_on=START, monthly_minutes=1_230)
        make_deal(session, client_id=client.id, name="Soutien", state="won", monthly_amount=Decimal("900.00"))
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["certainty"], proposal["included_hours"]) == ("retainer", "medium", "20.50")
    assert proposal["amount"]["amount"] == "900.00"
    assert {"kind_deal", "budget", "deal_monthly", "not_billed"} <= set(evidence_keys(proposal))
    assert "hours_unknown" not in evidence_keys(proposal)
