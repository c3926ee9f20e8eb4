"""Tests of proposed projects of people who left, and of decisions while the worker reads the records."""

from datetime import date
from decimal import Decimal

from regie.core.db.ids import new_api_id
from regie.domains.integrations.project_proposals.building import find_proposals, read_versions, store_proposals
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.records.clients.models import Client
from tests.browser import Browser
from tests.domains.integrations.project_proposals.calls import PATH, decide, read, read_only_one
from tests.factories.people import make_employee, make_user
from tests.factories.project_proposals import make_bill, make_category, make_proposal, make_teamwork_project
from tests.factories.work import make_client, make_deal
from tests.factories.world import World, assert_unchanged


def test_people_who_left_are_not_proposed(world: World, admin: Browser, job: ProjectProposalJob):
    with world.database.write() as session:
        manager = make_user(session, status="deactivated")
        left = make_employee(session, status="left", teamwork_user_id=new_api_id(), user_id=manager.id)
        client = make_client(session, account_manager_id=manager.id)
        category = make_category(session, "Hors mandat")
        make_teamwork_project(
            session, client, name=f"Infolettre – {client.name}", category_id=category.external_id, is_archived=True,
            owner_id=left.teamwork_user_id,
        )  # fmt: skip
        make_bill(session, client, date(2026, 2, 2), "Infolettre – jalon 1/1", "750.00")
        seller = make_employee(session).api_id
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["certainty"], proposal["missing"]) == ("low", ["account_manager", "seller"])
    assert proposal["project_manager"] is None
    with assert_unchanged(world.database):
        assert decide(admin, proposal["api_id"])[0]["errors"].keys() == {"account_manager", "seller"}
    people = {"account_manager": world.stranger.api_id, "seller": seller}
    changed = admin.patch(f"{PATH}/{proposal['api_id']}", people)
    assert (changed.status_code, changed.json()["data"]["missing"]) == (200, [])
    assert decide(admin, proposal["api_id"])[0]["status"] == 200


def test_seller_of_a_deal_who_left_is_replaced_to_check(
    world: World, admin: Browser, client: Client, job: ProjectProposalJob
):
    with world.database.write() as session:
        owner = make_employee(session, teamwork_user_id=new_api_id())
        category = make_category(session, "Hors mandat")
        work = make_teamwork_project(
            session, client, name="Infolettre", category_id=category.external_id, owner_id=owner.teamwork_user_id
        )
        make_deal(session, client_id=client.id, name=work.name, amount=Decimal("900.00"), state="won", owner_id="gone")
    job.run_once()
    proposal = read_only_one(admin, client)
    assert (proposal["certainty"], proposal["seller"]["name"]) == ("medium", owner.name)


def test_decision_while_records_are_read_stays(world: World, admin: Browser, client: Client):
    """The run read the records while the work was a project; a person undoes that before it stores."""
    with world.database.write() as session:
        work = make_teamwork_project(session, client, name="Refonte")
        proposal = make_proposal(session, client, source=f"teamwork:{work.external_id}", name="Corrigé").api_id
    decide(admin, proposal)
    with world.database.read() as db:
        proposals, versions = find_proposals(db, date(2026, 11, 22)), read_versions(db)
    decide(admin, proposal, state="open")
    with world.database.write() as session:
        store_proposals(session, versions, proposals, versions)
    assert (read(admin, proposal)["state"], read(admin, proposal)["name"]) == ("open", "Corrigé")
