"""What a person edits stays while the worker keeps reading the records, and conflicts with no change of the worker."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.records.clients.models import Client
from regie.domains.records.mirrors.models import HubspotDeal
from tests.browser import Browser
from tests.domains.integrations.project_proposals.calls import (
    PATH,
    START,
    decide,
    found,
    make_billed_retainer,
    read,
    read_only_one,
)
from tests.factories.people import make_employee
from tests.factories.project_proposals import make_category, make_monthly_bills, make_proposal, make_teamwork_project
from tests.factories.work import make_deal
from tests.factories.world import World, assert_unchanged

_BILLS = "Entretien du site – mensualité"


def _make_doubtful(world: World, client: Client, **deal: Any) -> None:
    """A retainer whose deal states a fee, without any bill yet."""
    with world.database.write() as session:
        make_teamwork_project(session, client, name="Soutien", start_on=START, monthly_minutes=1_200)
        terms = {"monthly_amount": Decimal("900.00")} | deal
        make_deal(session, client_id=client.id, name="Soutien", state="won", **terms)


def _edit(admin: Browser, proposal: dict[str, Any], **change: Any) -> dict[str, Any]:
    response = admin.patch(f"{PATH}/{proposal['api_id']}", change)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def test_checked_proposal_stays_ready_when_the_records_are_read_again(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    _make_doubtful(world, client)
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["certainty"], proposal["amount"]["amount"]) == ("medium", "900.00")
    edited = _edit(admin, proposal, amount="950.00", version=proposal["version"])
    assert edited["certainty"] == "high"
    job.run_once()
    after = read(admin, proposal["api_id"])
    assert after == edited
    assert (after["certainty"], after["amount"]["amount"]) == ("high", "950.00")


@pytest.mark.parametrize("change", [{"name": "Soutien du site"}, {"included_hours": "12.00"}, {"kind": "retainer"}])
def test_other_edits_leave_a_doubt_open(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob, change: dict[str, str]
):
    _make_doubtful(world, client)
    job.run_once()
    proposal = read_only_one(admin, client)
    assert _edit(admin, proposal, **change)["certainty"] == "medium"
    job.run_once()
    after = read(admin, proposal["api_id"])
    assert (after["certainty"], after["decided"]) == ("medium", list(change))
    assert {name: after[name] for name in change} == change


def test_named_account_manager_does_not_answer_a_doubt(world: World, admin: Browser, client: Client):
    fields = {"account_manager_id": None, "missing": ["account_manager"], "certainty": "low"}
    with world.database.write() as session:
        doubtful, certain = (
            make_proposal(session, client, **fields, is_doubtful=is_doubtful).api_id for is_doubtful in (True, False)
        )
    body = {"ids": [doubtful, certain], "change": {"account_manager": world.stranger.api_id}}
    assert admin.post(f"{PATH}/batches", body).status_code == 200
    assert [read(admin, api_id)["certainty"] for api_id in (doubtful, certain)] == ["medium", "high"]


def test_value_that_a_person_confirms_stays(world: World, admin: Browser, client: Client, job: ProjectProposalJob):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["1500.00"] * 5)
    job.run_once()
    proposal = read_only_one(admin, client)
    confirmed = {"amount": proposal["amount"]["amount"], "end_on": None}
    assert _edit(admin, proposal, **confirmed)["decided"] == ["amount"]
    with world.database.write() as session:
        make_monthly_bills(session, client, date(2026, 6, 1), _BILLS, ["1800.00"] * 5)
    job.run_once()
    assert read(admin, proposal["api_id"])["amount"]["amount"] == "1500.00"


def test_amount_keeps_its_currency_and_interval(world: World, admin: Browser, client: Client, job: ProjectProposalJob):
    _make_doubtful(world, client)
    job.run_once()
    proposal = read_only_one(admin, client)
    _edit(admin, proposal, amount="950.00")
    with world.database.write() as session:
        session.execute(update(HubspotDeal).where(HubspotDeal.client_id == client.id).values(currency="USD"))
    job.run_once()
    chosen = {"amount": "950.00", "currency": "CAD"}
    assert read(admin, proposal["api_id"])["amount"] == chosen
    with world.database.write() as session:
        for month in (1, 4, 7, 10):
            make_monthly_bills(session, client, date(2026, month, 1), "Soutien – trimestre", ["2700.00"])
    job.run_once()
    after = read(admin, proposal["api_id"])
    assert (after["amount"], after["billing_interval"]) == (chosen, "month")


def test_chosen_first_day_leaves_the_fees_to_the_records(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["1500.00"] * 5)
    job.run_once()
    proposal = read_only_one(admin, client)
    _edit(admin, proposal, start_on="2026-03-01")
    with world.database.write() as session:
        make_monthly_bills(session, client, date(2026, 6, 1), _BILLS, ["1800.00"] * 5)
    job.run_once()
    after = read(admin, proposal["api_id"])
    assert (after["start_on"], after["amount"]["amount"]) == ("2026-03-01", "1800.00")
    fees = [(fee["starts_on"], fee["amount"]["amount"]) for fee in after["fees"]]
    assert fees == [("2026-03-01", "1500.00"), ("2026-06-01", "1800.00")]
    job.run_once()
    assert read(admin, proposal["api_id"]) == after


def test_edit_is_no_conflict_with_what_the_worker_changed(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        make_billed_retainer(session, client, ["1500.00"] * 5)
    job.run_once()
    before = read_only_one(admin, client)
    first = _edit(admin, before, included_hours="10.00", version=before["version"])
    with world.database.write() as session:
        make_monthly_bills(session, client, date(2026, 6, 1), _BILLS, ["1800.00"] * 5)
    job.run_once()
    assert read(admin, before["api_id"])["version"] > first["version"]
    second = _edit(admin, before, amount="1900.00", version=first["version"])
    assert (second["amount"]["amount"], second["included_hours"]) == ("1900.00", "10.00")
    # Another person's edit is one, and so is a decision about what was not seen.
    for body in ({"amount": "1700.00"}, {"state": "accepted"}, {"name": "Entretien", "state": "ignored"}):
        with assert_unchanged(world.database):
            refused = admin.patch(f"{PATH}/{before['api_id']}", body | {"version": first["version"]})
        assert (refused.status_code, refused.json()["code"]) == (409, "changed")
    with assert_unchanged(world.database):
        later = {"amount": "1700.00", "version": second["version"] + 1}
        assert admin.patch(f"{PATH}/{before['api_id']}", later).status_code == 409


def test_edits_ignored_work_and_created_projects_outlive_the_next_run(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Hors mandat").external_id
        for name in ("Infolettre", "Bannière", "Affiche"):
            make_teamwork_project(session, client, name=name, category_id=category)
            make_deal(session, client_id=client.id, name=name, amount=Decimal("900.00"), state="won", owner_id="gone")
        seller = make_employee(session).api_id
    job.run_once()
    edited, ignored, created = sorted(found(admin, client), key=lambda row: row["name"], reverse=True)
    edited = _edit(admin, edited, seller=seller, amount="450.00", sold_on="2026-02-03")
    decide(admin, ignored["api_id"], state="ignored")
    _edit(admin, created, seller=seller)
    assert decide(admin, created["api_id"])[0]["status"] == 200
    before = [read(admin, row["api_id"]) for row in (edited, ignored, created)]
    for _ in range(2):
        job.run_once()
        assert [read(admin, row["api_id"]) for row in (edited, ignored, created)] == before
    assert [(row["state"], row["certainty"]) for row in before][::2] == [("open", "high"), ("accepted", "high")]
