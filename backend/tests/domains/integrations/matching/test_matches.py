"""Matching over HTTP: proposals, decisions, and the updated links of invoices and deals."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotDeal,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCompany,
    TeamworkPerson,
    TeamworkProject,
)
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee, make_user
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_client, make_deal, make_invoice, make_project, make_time
from tests.factories.world import assert_unchanged

SignIn = Callable[..., Browser]


def add(session: Session, model: type[Any], external_id: str, name: str, **fields: Any) -> Any:
    row = model(external_id=external_id, name=name, synced_at=SYNCED, **fields)
    session.add(row)
    session.flush()
    return row


def read(browser: Browser, query: str = "") -> list[dict[str, Any]]:
    response = browser.get(f"/api/v1/matches?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def choices(match: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {name: part[name] for name in ("service", "external_id", "version")}
        for part in match["records"]
        if not part["via_parent"]
    ]


@pytest.fixture
def pivoine(database: Database) -> None:
    """One company in three services, with an invoice of its sub-customer and a deal of an account manager."""
    with database.write() as session:
        add(session, TeamworkCompany, "1", "Maison Pivoine", website="https://pivoine.example")
        add(session, HubspotCompany, "2", "Pivoine", domain="pivoine.example")
        add(session, QuickbooksCustomer, "3", "Maison Pivoine inc.", currency="USD")
        add(session, QuickbooksCustomer, "4", "Succursale de Laval", parent_id="3")
        add(session, QuickbooksCustomer, "5", "Oakline", is_active=False)
        add(session, HubspotOwner, "9", "Zoé", email="zoe@regie.example")
        make_user(session, roles=["account_manager"], email="zoe@regie.example")
        make_deal(session, company_id="2", owner_id="9")
        make_invoice(session, customer_id="4")


def accept(admin: Browser, match: dict[str, Any], **changes: Any) -> Any:
    draft = match["draft"]
    client = {
        "name": draft["name"],
        "account_manager": draft["account_manager"]["api_id"],
        "currency": draft["currency"],
    }
    return admin.call(
        "POST", "/api/v1/matches", json={"kind": "client", "records": choices(match), "client": client} | changes
    )


def test_accepting_a_company_links_invoices_and_deals(database: Database, sign_in_as: SignIn, pivoine: None) -> None:
    admin = sign_in_as("admin")
    match = read(admin)[0]
    assert [(part["service"], part["reason"], part["via_parent"]) for part in match["records"]] == [
        ("teamwork", "domain", False),
        ("hubspot", "domain", False),
        ("quickbooks", "name", False),
        ("quickbooks", "parent", True),
    ]
    assert (match["score"], match["is_ready"], match["draft"]["currency"]) == (90, True, "USD")
    response = accept(admin, match)
    assert response.status_code == 201, response.text
    with database.read() as db:
        client = db.execute(select(Client.id, Client.api_id)).one()
        assert client.api_id == response.json()["data"]["api_id"]
        assert db.execute(select(Invoice.client_id)).scalar_one() == client.id
        assert db.execute(select(HubspotDeal.client_id)).scalar_one() == client.id
        logged_changes = db.execute(
            select(ActivityEntry.changes).where(ActivityEntry.subject_type == "client")
        ).scalars()
        assert {"teamwork_link", "hubspot_link", "quickbooks_link"} <= {
            name for changes in logged_changes for name in changes
        }
    assert read(admin) == []
    linked_match = read(admin, "status=matched")[0]
    assert [part["reason"] for part in linked_match["records"]] == ["domain", "domain", "name", "parent"]
    with assert_unchanged(database):
        assert accept(admin, match).status_code == 409


def test_removed_link_is_proposed_again(database: Database, sign_in_as: SignIn, pivoine: None) -> None:
    admin = sign_in_as("admin")
    accept(admin, read(admin)[0])
    assert admin.call("DELETE", "/api/v1/matches/client/quickbooks/3").status_code == 204
    with database.read() as db:
        assert db.execute(select(Invoice.client_id)).scalar_one() is None
    new_match = read(admin)[0]
    assert (new_match["target"]["name"], [part["external_id"] for part in new_match["records"]]) == (
        "Maison Pivoine",
        ["3", "4"],
    )
    body = {"kind": "client", "records": choices(new_match), "target": new_match["target"]["api_id"]}
    assert admin.call("POST", "/api/v1/matches", json=body).status_code == 201
    with assert_unchanged(database):
        assert admin.call("DELETE", "/api/v1/matches/client/quickbooks/4").status_code == 404


def test_record_changed_meanwhile_returns_409(database: Database, sign_in_as: SignIn, pivoine: None) -> None:
    admin = sign_in_as("admin", locale="fr-ca")
    match = read(admin)[0]
    with database.write() as session:
        session.execute(select(HubspotCompany)).scalar_one().name = "Oakline Realty"
    with assert_unchanged(database):
        response = accept(admin, match)
    assert (response.status_code, response.json()["code"]) == (409, "match_changed")
    with database.write() as session:
        other = make_client(session, name="Oakline")
        session.add(ClientLink(client_id=other.id, service="teamwork", external_id="1"))
    with assert_unchanged(database):
        response = accept(admin, match, records=choices(match)[:1])
    assert (response.status_code, response.json()["code"]) == (409, "match_taken")
    assert response.json()["conflicts"]["Maison Pivoine"]["theirs"] == "Oakline"


def test_second_company_of_a_service_returns_409(database: Database, sign_in_as: SignIn, pivoine: None) -> None:
    admin = sign_in_as("admin")
    accept(admin, read(admin)[0])
    with database.write() as session:
        add(session, TeamworkCompany, "7", "Autre")
        target = session.execute(select(Client.api_id)).scalar_one()
    body = {"kind": "client", "records": [{"service": "teamwork", "external_id": "7"}], "target": target}
    with assert_unchanged(database):
        response = admin.call("POST", "/api/v1/matches", json=body)
    assert (response.status_code, response.json()["code"]) == (409, "match_second")


def decide(browser: Browser, decision: str, records: list[dict[str, Any]], **changes: Any) -> int:
    body = {"kind": "client", "decision": decision, "records": records} | changes
    return browser.call("POST", "/api/v1/match-decisions", json=body).status_code


def test_rejected_match_is_proposed_again_only_after_restore(
    database: Database, sign_in_as: SignIn, pivoine: None
) -> None:
    admin = sign_in_as("admin")
    records = choices(read(admin)[0])
    assert decide(admin, "rejected", records[:1], others=records[1:]) == 204
    groups = [[part["service"] for part in match["records"]] for match in read(admin)]
    assert not any("teamwork" in group for group in groups)
    assert [match["name"] for match in read(admin, "status=unmatched&search=maison")] != []
    with database.read() as db:
        log_entries = db.execute(select(ActivityEntry).where(ActivityEntry.subject_type == "match")).all()
        assert {(row.action, row.changes["decision"][1]) for row in log_entries} == {("created", "rejected")}
    assert decide(admin, "restored", records[:1], others=records[1:]) == 204
    assert next(part["service"] for part in read(admin)[0]["records"]) == "teamwork"


def test_ignored_records_leave_the_queue_until_restored(sign_in_as: SignIn, pivoine: None) -> None:
    admin = sign_in_as("admin")
    records = choices(read(admin)[0])
    assert decide(admin, "ignored", records) == 204
    assert decide(admin, "ignored", records) == 204
    assert read(admin) == []
    assert len(read(admin, "status=ignored")) == 3
    counts = admin.get("/api/v1/match-counts").json()["data"]["client"]
    assert counts == {"proposed": 0, "unmatched": 0, "ignored": 3, "matched": 0}
    assert decide(admin, "restored", records) == 204
    assert len(read(admin)) == 1


def test_unlinked_records_are_searchable(sign_in_as: SignIn, pivoine: None) -> None:
    admin = sign_in_as("admin")
    found = admin.get("/api/v1/match-candidates?service=quickbooks&search=oak").json()["data"]
    assert [(part["external_id"], part["is_active"]) for part in found] == [("5", False)]
    assert admin.get("/api/v1/match-candidates").json()["meta"]["total"] == 5
    assert admin.get("/api/v1/matches?kind=cats").status_code == 422


def test_people_match_by_email_or_name(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        user = make_user(session, email="ada@regie.example", first_name="Ada", last_name="Roy")
        names = {"first_name": "Ada", "last_name": "Roy", "job_title": "Designer"}
        add(session, TeamworkPerson, "11", "Ada Roy", email="ada@regie.example", kind="account", **names)
        add(session, TeamworkPerson, "12", "Contact", email="someone@client.example", kind="client")
        employee = make_employee(session, first_name="Zoé", last_name="Lis", email="zoe.lis@regie.example")
        add(session, TeamworkPerson, "13", "Zoé Lis", email="other@regie.example", kind="account")
    admin = sign_in_as("admin")
    ada, zoe = read(admin, "kind=person")
    assert (ada["name"], ada["score"], {part["service"] for part in ada["records"]}) == (
        "Ada Roy",
        100,
        {"teamwork", "regie"},
    )
    assert (zoe["target"]["api_id"], zoe["records"][0]["reason"], zoe["score"]) == (employee.api_id, "name", 90)
    draft = {name: ada["draft"][name] for name in ("first_name", "last_name", "email")}
    body = {"kind": "person", "records": choices(ada), "employee": draft}
    assert admin.call("POST", "/api/v1/matches", json=body).status_code == 201
    body = {"kind": "person", "records": choices(zoe), "target": employee.api_id}
    assert admin.call("POST", "/api/v1/matches", json=body).status_code == 201
    with database.read() as db:
        created = db.execute(select(Employee.__table__).where(Employee.email == "ada@regie.example")).one()
        assert (created.teamwork_user_id, created.user_id, created.job_title) == ("11", user.id, "Designer")
    assert admin.call("DELETE", f"/api/v1/matches/person/regie/{user.api_id}").status_code == 204


def test_projects_of_one_client_match_by_name(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        client = make_client(session, name="Silverline Transit")
        session.add(ClientLink(client_id=client.id, service="teamwork", external_id="1"))
        project = make_project(session, client_id=client.id, name="Website redesign")
        add(session, TeamworkProject, "21", "Silverline Transit - Website redesign", company_id="1")
        add(session, TeamworkProject, "22", "Website redesign", company_id="99")
        make_deal(session, external_id="31", name="Website redesign – Silverline Transit", client_id=client.id)
    admin = sign_in_as("admin")
    (match,) = read(admin, "kind=project")
    assert (match["target"]["api_id"], match["client"]["name"], match["score"]) == (
        project.api_id,
        "Silverline Transit",
        90,
    )
    assert [part["external_id"] for part in match["records"]] == ["21", "31"]
    body = {"kind": "project", "records": choices(match), "target": project.api_id}
    assert admin.call("POST", "/api/v1/matches", json=body).status_code == 201
    with database.read() as db:
        stored = db.execute(select(Project.teamwork_project_id, Project.deal_id)).one()
        assert (stored.teamwork_project_id, stored.deal_id is None) == ("21", False)
    assert [match["records"][0]["external_id"] for match in read(admin, "kind=project&status=unmatched")] == ["22"]


@pytest.mark.parametrize("kind", ["client", "person", "project"])
def test_number_of_statements_is_independent_of_the_number_of_records(
    database: Database, sign_in_as: SignIn, kind: str
) -> None:
    admin = sign_in_as("admin")

    def count() -> int:
        with record_statements(database) as statements:
            read(admin, f"kind={kind}")
        return len(statements)

    with database.write() as session:
        add(session, TeamworkCompany, "1", "Maison Pivoine")
    baseline = count()
    with database.write() as session:
        for number in range(30):
            add(session, TeamworkCompany, f"c{number}", f"Company {number}")
            add(session, TeamworkPerson, f"p{number}", f"Person {number}", kind="account")
            add(session, TeamworkProject, f"w{number}", f"Work {number}")
            make_project(session)
    assert count() == baseline
    assert count() < baseline


def test_records_name_the_closed_months_that_their_link_changes(database: Database, sign_in_as: SignIn, pivoine: None):
    admin = sign_in_as("admin")
    with database.write() as session:
        for month in ("2026-08", "2026-09", "2026-10"):
            make_closed_month(session, admin.user.id, month, closed_at=SYNCED)
        make_closed_month(session, admin.user.id, "2026-07", closed_at=SYNCED, reopened_at=SYNCED)
        for day, fields in (
            (date(2026, 7, 31), {}), (date(2026, 9, 30), {}), (date(2026, 11, 1), {}),
            (date(2026, 10, 2), {"is_voided": True}),
        ):  # fmt: skip
            make_invoice(session, customer_id="3", issued_on=day, **fields)
        make_invoice(session, customer_id="4", issued_on=date(2026, 8, 1))
        add(session, TeamworkPerson, "7", "Noa Roy", kind="account", email="noa@regie.example")
        for day in (date(2026, 10, 5), date(2026, 10, 6), date(2026, 11, 2)):
            make_time(session, teamwork_user_id="7", worked_on=day)
        make_time(session, teamwork_user_id="7", worked_on=date(2026, 9, 1), deleted_at=SYNCED)
    (match,) = [one for one in read(admin) if one["name"] == "Maison Pivoine"]
    months = {part["external_id"]: part["closed_months"] for part in match["records"]}
    assert (months["3"], months["4"], months["1"]) == (["2026-09-01"], ["2026-08-01", "2026-10-01"], [])
    people = [part for one in read(admin, "kind=person&status=unmatched") for part in one["records"]]
    assert {part["external_id"]: part["closed_months"] for part in people}["7"] == ["2026-10-01"]
    candidates = admin.get("/api/v1/match-candidates?service=quickbooks").json()["data"]
    assert {part["external_id"]: part["closed_months"] for part in candidates}["4"] == ["2026-08-01", "2026-10-01"]
