"""Batches of matches, and users who accept the same match concurrently."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.employees.models import Employee
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotCompany, QuickbooksCustomer, TeamworkCompany, TeamworkPerson
from tests.browser import Browser
from tests.domains.integrations.matching.test_matches import accept, add, choices, read
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client, make_invoice
from tests.factories.world import assert_unchanged

SignIn = Callable[..., Browser]
COMPANIES = ("Maison Pivoine", "Oakline", "Silverline Transit")


@pytest.fixture
def three_clients(database: Database) -> None:
    """Three clients that exist in Teamwork and QuickBooks too, with an invoice each."""
    with database.write() as session:
        for number, name in enumerate(COMPANIES):
            make_client(session, name=name, website=f"https://{number}.example")
            add(session, TeamworkCompany, f"t{number}", name, website=f"https://{number}.example")
            add(session, QuickbooksCustomer, f"q{number}", name, email=f"x@{number}.example")
            make_invoice(session, customer_id=f"q{number}")


def post_batch(browser: Browser, matches: list[dict[str, Any]], kind: str = "client") -> Any:
    return browser.call("POST", "/api/v1/match-batches", json={"kind": kind, "matches": matches})


def accept_for_target(match: dict[str, Any]) -> dict[str, Any]:
    return {"records": choices(match), "target": match["target"]["api_id"]}


def count(session: Session, model: type[Any]) -> int:
    return session.execute(select(func.count()).select_from(model)).scalar_one()


def test_each_match_of_a_batch_has_its_own_result(database: Database, sign_in_as: SignIn, three_clients: None) -> None:
    admin = sign_in_as("admin")
    matches = [accept_for_target(match) for match in read(admin, "ready=true&min_score=95&sort=-score")]
    assert len(matches) == len(COMPANIES)
    with database.write() as session:
        taken, changed = matches[1]["target"], matches[2]["records"]
        client_id = session.execute(select(Client.id).where(Client.api_id == taken)).scalar_one()
        # A second Teamwork company is refused after the QuickBooks customer was linked.
        add(session, TeamworkCompany, "other", "Autre")
        session.add(ClientLink(client_id=client_id, service="teamwork", external_id="other"))
        company = select(TeamworkCompany).where(TeamworkCompany.external_id == changed[0]["external_id"])
        session.execute(company).scalar_one().name = "Renommée"
    response = post_batch(admin, matches)
    assert response.status_code == 200, response.text
    results = response.json()["data"]["results"]
    assert [(result["status"], result["code"]) for result in results] == [
        (201, None),
        (409, "match_second"),
        (409, "match_changed"),
    ]
    assert results[0]["data"]["name"] == COMPANIES[0]
    assert "Undo that match" in results[1]["message"]
    with database.read() as db:
        linked = db.execute(select(ClientLink.service, ClientLink.external_id).order_by(ClientLink.id)).all()
        assert set(linked) == {("teamwork", "t0"), ("quickbooks", "q0"), ("teamwork", "other")}
        updated = db.execute(select(Invoice.customer_id).where(Invoice.client_id.is_not(None))).scalars()
        assert list(updated) == ["q0"]
        logged = db.execute(select(ActivityEntry.subject_name).where(ActivityEntry.action == "changed")).scalars()
        assert list(logged) == [COMPANIES[0]]
    remaining = {match["target"]["name"] for match in read(admin)}
    assert COMPANIES[0] not in remaining


def test_refused_match_leaves_neither_client_nor_log_entry(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        add(session, TeamworkCompany, "1", "Maison Pivoine")
        add(session, TeamworkCompany, "2", "Oakline")
        other = make_client(session)
        session.add(ClientLink(client_id=other.id, service="teamwork", external_id="2"))
    admin = sign_in_as("admin")
    new_client = {"name": "Maison Pivoine", "account_manager": manager.api_id, "currency": "CAD"}
    acceptance = {"records": [{"service": "teamwork", "external_id": "1"}], "client": new_client}
    # The same record twice in one batch: the second client is created, then rolled back when its link is refused.
    results = post_batch(admin, [acceptance, acceptance]).json()["data"]["results"]
    assert sorted((result["status"], result["code"]) for result in results) == [(201, None), (409, "match_taken")]
    with database.read() as db:
        assert db.execute(select(Client.name).where(Client.id != other.id)).scalars().all() == ["Maison Pivoine"]
        logged = select(ActivityEntry.subject_name).where(ActivityEntry.action == "created")
        assert (
            db.execute(logged.where(ActivityEntry.subject_type == "client")).scalars().all().count(new_client["name"])
            == 1
        )
    with assert_unchanged(database):
        results = post_batch(admin, [acceptance, {"records": acceptance["records"]}]).json()["data"]["results"]
        assert [result["status"] for result in results] == [409, 409]


def test_people_batch_names_a_taken_email(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        make_employee(session, email="taken@regie.example")
        add(session, TeamworkPerson, "1", "Ada Roy", email="ada@regie.example", kind="account")
        add(session, TeamworkPerson, "2", "Zoé Lis", email="zoe@regie.example", kind="account")
    admin = sign_in_as("admin")
    people = [
        {
            "records": [{"service": "teamwork", "external_id": external_id}],
            "employee": {"first_name": first, "last_name": last, "email": email},
        }
        for external_id, first, last, email in (
            ("1", "Ada", "Roy", "ada@regie.example"),
            ("2", "Zoé", "Lis", "taken@regie.example"),
        )
    ]
    results = post_batch(admin, people, "person").json()["data"]["results"]
    assert [result["status"] for result in results] == [201, 422]
    assert list(results[1]["errors"]) == ["email"]
    with database.read() as db:
        found = db.execute(select(Employee.email).where(Employee.teamwork_user_id.is_not(None))).scalars().all()
        assert found == ["ada@regie.example"]


def test_batch_has_a_maximum_size(database: Database, sign_in_as: SignIn, three_clients: None) -> None:
    admin = sign_in_as("admin")
    acceptance = accept_for_target(read(admin)[0])
    with assert_unchanged(database):
        assert post_batch(admin, []).status_code == 422
        assert post_batch(admin, [acceptance] * 51).status_code == 422
        assert post_batch(admin, [acceptance], "cat").status_code == 422


def call_concurrently(calls: list[Callable[[], int]]) -> list[int]:
    """The statuses of calls that begin together."""
    together = threading.Barrier(len(calls))
    statuses: list[int] = []

    def run(call: Callable[[], int]) -> None:
        together.wait()
        statuses.append(call())

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


def test_one_of_two_concurrent_acceptances_returns_409(
    database: Database, sign_in_as: SignIn, three_clients: None
) -> None:
    """Each user creates a client, so that only the link can conflict."""
    with database.write() as session:
        add(session, HubspotCompany, "h", "Érablière", domain="erabliere.example")
        manager = make_user(session, roles=["account_manager"])
    people = [sign_in_as("admin"), sign_in_as("super_admin")]
    match = next(match for match in read(people[0], "status=unmatched") if match["name"] == "Érablière")
    match["draft"] |= {"account_manager": {"api_id": manager.api_id}, "currency": "CAD"}

    def accept_with(browser: Browser) -> Callable[[], int]:
        return lambda: accept(browser, match).status_code

    assert call_concurrently([accept_with(browser) for browser in people]) == [201, 409]
    with database.read() as db:
        assert db.execute(select(func.count()).where(ClientLink.service == "hubspot")).scalar_one() == 1
        assert db.execute(select(func.count()).where(Client.name == "Érablière")).scalar_one() == 1


def test_one_of_two_concurrent_links_of_a_person_returns_409(database: Database, sign_in_as: SignIn) -> None:
    """No unique key prevents two employees from having the same Teamwork person."""
    with database.write() as session:
        add(session, TeamworkPerson, "1", "Ada Roy", email="ada@regie.example", kind="account")
        targets = [make_employee(session).api_id for _ in range(2)]
    people = [sign_in_as("admin"), sign_in_as("super_admin")]
    records = [{"service": "teamwork", "external_id": "1"}]

    def link_with(browser: Browser, target: str) -> Callable[[], int]:
        body = {"kind": "person", "records": records, "target": target}
        return lambda: browser.call("POST", "/api/v1/matches", json=body).status_code

    assert call_concurrently([link_with(*pair) for pair in zip(people, targets, strict=True)]) == [201, 409]
    with database.read() as db:
        assert db.execute(select(func.count()).where(Employee.teamwork_user_id == "1")).scalar_one() == 1


def test_concurrent_batches_of_the_same_matches_do_not_deadlock(
    database: Database, sign_in_as: SignIn, three_clients: None
) -> None:
    people = [sign_in_as("admin"), sign_in_as("super_admin")]
    matches = [accept_for_target(match) for match in read(people[0])]
    result_statuses: list[list[int]] = []

    def send_with(browser: Browser, batch: list[dict[str, Any]]) -> Callable[[], int]:
        def call() -> int:
            response = post_batch(browser, batch)
            result_statuses.append([result["status"] for result in response.json()["data"]["results"]])
            return response.status_code

        return call

    statuses = call_concurrently([send_with(people[0], matches), send_with(people[1], matches[::-1])])
    assert statuses == [200, 200]
    assert sorted(map(set, result_statuses), key=str) in ([{201}, {201}], [{201}, {409}])
    with database.write() as session:
        assert count(session, ClientLink) == 2 * len(COMPANIES)
