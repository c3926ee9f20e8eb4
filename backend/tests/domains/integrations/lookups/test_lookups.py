"""The copied records of the services: permissions, fields, filters and search."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from regie.core.db.database import Database
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCategory,
    TeamworkCompany,
    TeamworkPerson,
    TeamworkProject,
)
from tests.browser import Browser
from tests.factories.people import make_employee
from tests.factories.work import SYNCED, make_client, make_deal, make_project

SignIn = Callable[..., Browser]
DELETED_AT = datetime(2026, 11, 19, tzinfo=UTC)
ROLES_BY_LIST = {
    "teamwork-users": ("super_admin", "admin", "financial_manager", "account_manager"),
    "teamwork-clients": ("super_admin", "admin", "financial_manager", "account_manager"),
    "teamwork-projects": ("super_admin", "admin", "financial_manager", "account_manager"),
    "teamwork-project-categories": ("super_admin", "admin", "financial_manager", "account_manager"),
    "hubspot-deals": ("super_admin", "admin", "financial_manager"),
    "quickbooks-customers": ("super_admin", "admin", "financial_manager"),
}
ROLES = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")


def save(database: Database, *records: object) -> None:
    with database.write() as session:
        session.add_all(records)


def names(browser: Browser, path: str) -> list[str]:
    response = browser.get(f"/api/v1/{path}")
    assert response.status_code == 200, response.text
    return [row["name"] for row in response.json()["data"]]


@pytest.mark.parametrize("path", ROLES_BY_LIST)
def test_only_permitted_roles_see_a_list(sign_in_as: SignIn, path: str) -> None:
    for role in ROLES:
        status = sign_in_as(role).get(f"/api/v1/{path}").status_code
        assert status == (200 if role in ROLES_BY_LIST[path] else 403), role


def test_users_are_the_staff_of_the_agency(database: Database, sign_in_as: SignIn) -> None:
    save(
        database,
        TeamworkPerson(external_id="1", name="Émilie Fortin", email="emilie@regie.example", synced_at=SYNCED),
        TeamworkPerson(external_id="2", name="Robot", kind="service", synced_at=SYNCED),
        TeamworkPerson(external_id="3", name="Cliente", kind="client", synced_at=SYNCED),
        TeamworkPerson(external_id="4", name="Partie", synced_at=SYNCED, deleted_at=DELETED_AT),
    )
    admin = sign_in_as("admin")
    assert names(admin, "teamwork-users") == ["Émilie Fortin"]
    assert names(admin, "teamwork-users/?deleted=include&sort=-name") == ["Partie", "Émilie Fortin"]
    assert names(admin, "teamwork-users?search=EMILIE") == ["Émilie Fortin"]


def test_linked_filter_finds_people_who_are_not_yet_employees(database: Database, sign_in_as: SignIn) -> None:
    """A collaborator logs no hours and cannot be linked."""
    save(
        database,
        TeamworkPerson(external_id="51", name="Aline", synced_at=SYNCED),
        TeamworkPerson(external_id="52", name="Bruno", synced_at=SYNCED),
        TeamworkPerson(external_id="53", name="Carla", kind="collaborator", synced_at=SYNCED),
    )
    with database.write() as session:
        make_employee(session, teamwork_user_id="52")
    admin = sign_in_as("admin")
    assert names(admin, "teamwork-users") == ["Aline", "Bruno", "Carla"]
    assert names(admin, "teamwork-users?linked=false") == ["Aline"]
    assert names(admin, "teamwork-users?linked=true") == ["Bruno"]


def test_clients_exclude_the_agency_and_show_the_linked_client(database: Database, sign_in_as: SignIn) -> None:
    agency = TeamworkCompany(external_id="1", name="Atelier Nord", is_owner=True, synced_at=SYNCED)
    pivoine = TeamworkCompany(external_id="2", name="Maison Pivoine", synced_at=SYNCED)
    save(database, agency, pivoine, TeamworkCompany(external_id="3", name="Café Boréal", synced_at=SYNCED))
    with database.write() as session:
        client = make_client(session, name="Pivoine")
        session.add(ClientLink(client_id=client.id, service="teamwork", external_id="2"))
        session.add(ClientLink(client_id=client.id, service="hubspot", external_id="3"))
    admin = sign_in_as("admin")
    assert names(admin, "teamwork-clients") == ["Café Boréal", "Maison Pivoine"]
    assert names(admin, "teamwork-clients?linked=false") == ["Café Boréal"]
    one = admin.get(f"/api/v1/teamwork-clients/{pivoine.api_id}/").json()["data"]
    assert one["client"] == {"api_id": client.api_id, "name": "Pivoine"}
    assert admin.get(f"/api/v1/teamwork-clients/{agency.api_id}").status_code == 404
    assert admin.get("/api/v1/teamwork-clients/unknown").status_code == 404


def test_projects_show_company_category_and_linked_project(database: Database, sign_in_as: SignIn) -> None:
    company = TeamworkCompany(external_id="5", name="Maison Pivoine", synced_at=SYNCED)
    category = TeamworkCategory(external_id="310", name="Forfait", synced_at=SYNCED)
    child = TeamworkCategory(external_id="316", name="Forfait / Web", parent_id="310", synced_at=SYNCED)
    site = TeamworkProject(external_id="7", name="Site", company_id="5", category_id="316", synced_at=SYNCED)
    old = TeamworkProject(external_id="8", name="Ancien", is_archived=True, status="archived", synced_at=SYNCED)
    save(database, company, category, child, site, old)
    with database.write() as session:
        ours = make_project(session, teamwork_project_id="7")
    admin = sign_in_as("admin")
    row = admin.get(f"/api/v1/teamwork-projects/{site.api_id}").json()["data"]
    assert (row["company"]["name"], row["category"]["name"], row["project"]["api_id"]) == (
        "Maison Pivoine",
        "Forfait / Web",
        ours.api_id,
    )
    assert names(admin, "teamwork-projects?archived=exclude") == ["Site"]
    assert names(admin, "teamwork-projects?with_project=false") == ["Ancien"]
    assert names(admin, f"teamwork-projects?company={company.api_id}") == ["Site"]
    parent = admin.get(f"/api/v1/teamwork-project-categories/{child.api_id}").json()["data"]["parent"]
    assert parent == {"api_id": category.api_id, "name": "Forfait"}


def test_deals_show_amount_owner_and_company(database: Database, sign_in_as: SignIn) -> None:
    save(
        database,
        HubspotOwner(external_id="11", name="Maëlle Tremblay", synced_at=SYNCED),
        HubspotCompany(external_id="12", name="Maison Pivoine", synced_at=SYNCED),
    )
    with database.write() as session:
        deal = make_deal(session, name="Boutique", owner_id="11", company_id="12", amount=Decimal("1250.5"))
        make_deal(session, name="Perdue", state="lost", amount=None)
    admin = sign_in_as("admin")
    row = admin.get(f"/api/v1/hubspot-deals/{deal.api_id}").json()["data"]
    assert row["amount"] == {"amount": "1250.50", "currency": "CAD"}
    assert (row["owner"]["name"], row["company"]["name"]) == ("Maëlle Tremblay", "Maison Pivoine")
    assert names(admin, "hubspot-deals?state=lost") == ["Perdue"]
    assert names(admin, "hubspot-deals?sort=-amount") == ["Boutique", "Perdue"]
    assert admin.get("/api/v1/hubspot-deals?state=maybe").status_code == 422


def test_customers_show_parent_and_balance(database: Database, sign_in_as: SignIn) -> None:
    parent = QuickbooksCustomer(
        external_id="58", name="Maison Pivoine", currency="CAD", balance=Decimal("10.00"), synced_at=SYNCED
    )
    child = QuickbooksCustomer(external_id="59", name="Boutique", parent_id="58", is_active=False, synced_at=SYNCED)
    save(database, parent, child)
    manager = sign_in_as("financial_manager")
    rows = {row["name"]: row for row in manager.get("/api/v1/quickbooks-customers/").json()["data"]}
    assert rows["Boutique"]["parent"] == {"api_id": parent.api_id, "name": "Maison Pivoine"}
    assert rows["Maison Pivoine"]["balance"] == {"amount": "10.00", "currency": "CAD"}
    assert names(manager, "quickbooks-customers?active=true") == ["Maison Pivoine"]
    assert names(manager, "quickbooks-customers?currency=CAD") == ["Maison Pivoine"]
