"""Tests of the rules that say what kind of project a category or pipeline stands for."""

from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.domains.integrations.project_proposals.calls import (
    START,
    evidence_keys,
    found,
    read,
    read_changes,
    read_only_one,
)
from tests.factories.project_proposals import make_bill, make_category, make_monthly_bills, make_teamwork_project
from tests.factories.world import World, assert_unchanged


def test_rule_changes_the_kind_of_all_its_work(world: World, admin: Browser, client: Client, job: ProjectProposalJob):
    with world.database.write() as session:
        category = make_category(session, "Studio").external_id
        for name in ("Un", "Deux"):
            make_teamwork_project(session, client, name=name, category_id=category)
    job.run_once()
    assert [row["kind"] for row in found(admin, client)] == [None, None]
    path = f"/api/v1/project-kind-rules/category/{category}"
    assert admin.put(path, {"kind": "fixed"}).status_code == 204
    assert read_changes(world, "Studio") == {"kind": [None, "fixed"]}
    assert job.is_due()
    job.run_once()
    assert [row["kind"] for row in found(admin, client)] == ["fixed", "fixed"]
    assert admin.put(path, {"kind": "none"}).status_code == 204
    job.run_once()
    assert found(admin, client) == []
    assert admin.put(path, {"kind": None}).status_code == 204
    rules = admin.get("/api/v1/project-kind-rules").json()["data"]["rules"]
    assert next(rule["kind"] for rule in rules if rule["external_id"] == category) is None
    with assert_unchanged(world.database):
        assert admin.put("/api/v1/project-kind-rules/category/none", {"kind": "oos"}).status_code == 404


def test_rule_does_not_make_a_price_of_what_is_billed_month_by_month(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Studio").external_id
        make_teamwork_project(session, client, name="Entretien", category_id=category)
        make_monthly_bills(session, client, START, "Entretien – mensualité", ["900.00"] * 6)
    assert admin.put(f"/api/v1/project-kind-rules/category/{category}", {"kind": "fixed"}).status_code == 204
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["kind"], proposal["certainty"], proposal["amount"]["amount"]) == ("retainer", "medium", "900.00")
    differs = next(one for one in proposal["evidence"] if one["key"] == "rule_differs")
    assert (differs["kind"], differs["name"]) == ("fixed", "Studio")
    assert "kind_billed" in evidence_keys(proposal)


def test_price_is_to_check_while_recurring_bills_may_be_its_own(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Prix fixe").external_id
        make_teamwork_project(session, client, name="Refonte", category_id=category, is_archived=True)
        make_bill(session, client, START, "Refonte", "5000.00")
        make_teamwork_project(session, client, name="Campagne", category_id=category, is_archived=True)
        make_monthly_bills(session, client, START, "Honoraires", ["900.00"] * 6)
    job.run_once()
    proposals = {row["name"]: read(admin, row["api_id"]) for row in found(admin, client)}
    assert "similar_fees" not in evidence_keys(proposals["Refonte"])
    price = proposals["Campagne"]
    assert (price["kind"], price["missing"]) == ("fixed", ["amount"])
    assert next(one["name"] for one in price["evidence"] if one["key"] == "similar_fees") == "Honoraires"
    assert proposals["Honoraires"]["kind"] == "retainer"


def test_rules_and_counts_say_how_much_work_has_no_kind(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        category = make_category(session, "Studio").external_id
        make_teamwork_project(session, client, name="Un", category_id=category)
        make_teamwork_project(session, client, name="Sans rien")
        make_teamwork_project(session, client, name="Entretien", category_id=category)
        make_monthly_bills(session, client, START, "Entretien – mensualité", ["900.00"] * 6)
    job.run_once()
    without_kind = admin.get("/api/v1/project-proposal-counts").json()["data"]["without_kind"]
    rules = {one["external_id"]: one for one in admin.get("/api/v1/project-kind-rules").json()["data"]["rules"]}
    assert (rules[category]["open_count"], rules[category]["retainer_count"]) == (2, 1)
    assert admin.put(f"/api/v1/project-kind-rules/category/{category}", {"kind": "oos"}).status_code == 204
    job.run_once()
    assert admin.get("/api/v1/project-proposal-counts").json()["data"]["without_kind"] == without_kind - 1
