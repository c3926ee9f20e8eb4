"""Tests the timeline of a client: its kinds, their order and pages, and what each role sees of it."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client
from regie.domains.records.collections.models import CollectionEntry
from regie.domains.records.hours_warnings.models import HoursWarning
from regie.domains.records.projects.models import OosApproval, Project, ProjectFee, ProjectMember
from regie.domains.records.terms.models import Term
from tests.browser import Browser
from tests.factories.churns import make_churn
from tests.factories.clients import make_note
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_user
from tests.factories.work import SYNCED, make_client, make_invoice, make_pause, make_project, make_receipt
from tests.factories.world import World, build_world

MONEY = {"invoice", "payment", "collection_entry", "fee"}
ALL = MONEY | {"note", "state", "churn", "sale", "approval", "hours_warning", "responsibility"}


@pytest.fixture
def world(database: Any) -> World:
    return build_world(database)


def _populate(session: Session, client: Client) -> Project:
    """Something of every kind, on days that the order of the kinds does not follow; return the running retainer."""
    make_note(session, client.id, noted_on=date(2026, 11, 16))
    invoice = make_invoice(session, client_id=client.id, number="AN-1", issued_on=date(2026, 11, 1))
    make_receipt(session, invoice, "100.00", date(2026, 11, 15))
    promise = {"promised_on": date(2026, 12, 1), "promised_amount": Decimal("100.00"), "promised_currency": "CAD"}
    contact = {
        "contacted_on": date(2026, 11, 14),
        "kind": "call",
        "text": "Paiera",
        "author_id": client.account_manager_id,
    }
    session.add(CollectionEntry(client_id=client.id, **contact, **promise))
    retainer = make_project(session, client_id=client.id, monthly_fee="1000.00", name="Entretien")
    session.add(ProjectFee(project_id=retainer.id, amount=Decimal("1200.00"), starts_on=date(2026, 11, 3)))
    make_pause(session, retainer, date(2026, 11, 4), date(2026, 11, 5))
    warning = {"threshold": "75", "burn_percent": 78, "given_at": datetime(2026, 11, 7, 2, tzinfo=UTC)}
    session.add(HoursWarning(project_id=retainer.id, **warning))
    lost = make_project(session, client_id=client.id, monthly_fee="400.00", start_on=date(2026, 2, 1), name="Perdu")
    make_churn(session, lost, created_at=datetime(2026, 11, 9, 15, tzinfo=UTC), mrr_lost=Decimal("400.00"))
    sale = make_oos_sale(session, client_id=client.id, sold_on=date(2026, 11, 10))
    by = {"decided_on": date(2026, 11, 12), "decided_by_id": client.account_manager_id}
    session.add(OosApproval(project_id=sale.id, decision="declined", contact_name="Luc", **by))
    manager = make_user(session, first_name="Zoé", last_name="Roy")
    session.add(
        Term(
            record="client", record_id=client.id, name="account_manager", effective_from=date(2026, 11, 13),
            value=str(manager.id), reference_id=manager.id, recorded_at=SYNCED, recorded_by_id=manager.id,
        )
    )  # fmt: skip
    session.flush()
    return retainer


def _make(world: World, column: str = "admin", *, managed: bool = False) -> str:
    """A client with something of every kind, whose employee `column` works on the retainer."""
    person = world.people[column]
    with world.database.write() as session:
        manager = person.user.id if managed else world.stranger.id
        client = make_client(session, currency="CAD", account_manager_id=manager)
        retainer = _populate(session, client)
        session.add(ProjectMember(project_id=retainer.id, employee_id=person.employee.id))
        return client.api_id


def _read(browser: Browser, client: str, query: str = "per_page=50") -> dict[str, Any]:
    response = browser.get(f"/api/v1/clients/{client}/timeline?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def test_everything_is_newest_first_with_its_words(world: World):
    entries = _read(world.browser("admin"), _make(world))["entries"]
    found = [(entry["on"], entry["kind"], entry["value"], entry["person"]) for entry in entries]
    assert found == [
        ("2026-11-16", "note", None, None),
        ("2026-11-15", "payment", "payment", None),
        ("2026-11-14", "collection_entry", "call", None),
        ("2026-11-13", "responsibility", "account_manager", "Zoé Roy"),
        ("2026-11-12", "approval", "declined", "Luc"),
        ("2026-11-10", "sale", None, None),
        ("2026-11-09", "churn", "price", None),
        # At two in the morning UTC, it is still the day before in Montreal.
        ("2026-11-06", "hours_warning", "75", None),
        ("2026-11-05", "state", "active", None),
        ("2026-11-04", "state", "on_hold", None),
        ("2026-11-03", "fee", None, None),
        ("2026-11-01", "invoice", None, None),
        ("2026-02-01", "fee", None, None),
        ("2026-01-01", "fee", None, None),
    ]
    by_kind = {entry["kind"]: entry for entry in reversed(entries)}
    assert by_kind["note"]["note"]["text"] == "Budget gelé jusqu’en janvier."
    assert (by_kind["fee"]["before"]["amount"], by_kind["fee"]["money"]["amount"]) == ("1000.00", "1200.00")
    assert by_kind["churn"]["money"]["amount"] == "400.00"
    assert by_kind["invoice"]["invoice"]["name"] == by_kind["payment"]["invoice"]["name"] == "AN-1"
    contact = by_kind["collection_entry"]
    assert (contact["reason"], contact["day"], contact["money"]["amount"]) == ("Paiera", "2026-12-01", "100.00")
    assert by_kind["hours_warning"]["percent"] == 78


@pytest.mark.parametrize("per_page", [1, 2, 5])
def test_pages_show_everything_once(world: World, per_page: int):
    client, browser = _make(world), world.browser("admin")
    with world.database.write() as session:
        key = session.query(Client.id).where(Client.api_id == client).scalar()
        # Several rows of one kind and of others on one day.
        for _ in range(3):
            make_note(session, key, noted_on=date(2026, 11, 15))
            make_invoice(session, client_id=key, issued_on=date(2026, 11, 15))
    whole, pages, query = _read(browser, client), [], f"per_page={per_page}"
    assert whole["next"] is None
    while True:
        page = _read(browser, client, query)
        pages += page["entries"]
        if page["next"] is None:
            break
        assert len(page["entries"]) == per_page
        query = f"per_page={per_page}&before={page['next']}"
    assert pages == whole["entries"]
    assert len(pages) == 20


def test_filter_by_kind(world: World):
    client, browser = _make(world), world.browser("admin")
    kinds = {entry["kind"] for entry in _read(browser, client, "kind=note&kind=fee")["entries"]}
    assert kinds == {"note", "fee"}


@pytest.mark.parametrize("before", ["x", "2026-11-20", "2026-11-20~0~x", "2026-11-20T10:00:00~0~1", "2026-11-20~99~1"])
def test_wrong_cursor_returns_422(world: World, before: str):
    response = world.browser("admin").get(f"/api/v1/clients/{_make(world)}/timeline?before={before}")
    assert response.status_code == 422


def test_what_is_to_come_is_not_shown(world: World):
    with world.database.write() as session:
        client = make_client(session)
        retainer = make_project(session, client_id=client.id, monthly_fee="1000.00", start_on=date(2026, 12, 1))
        make_pause(session, retainer, date(2026, 12, 4))
        make_invoice(session, client_id=client.id, issued_on=date(2026, 11, 21))
        make_invoice(session, client_id=client.id, is_voided=True)
        make_invoice(session, client_id=client.id, deleted_at=SYNCED)
        api_id = client.api_id
    assert _read(world.browser("admin"), api_id) == {"entries": [], "next": None}


def test_undone_and_won_back_churns(world: World):
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.stranger.id)
        user = world.people["churn_manager"].user
        won_back = {
            "state": "won_back", "won_back_on": date(2026, 11, 18), "won_back_by_id": user.id,
            "won_back_reason": "De retour",
        }  # fmt: skip
        for name, state in (("Gagné", won_back), ("Annulé", {})):
            project = make_project(session, client_id=client.id, monthly_fee="400.00", name=name)
            make_churn(session, project, created_at=datetime(2026, 11, 12, 15, tzinfo=UTC), **state)
        api_id, undone = client.api_id, project.api_id
    admin = world.browser("admin")
    response = admin.delete(f"/api/v1/churned-projects/{undone}")
    assert response.status_code == 204, response.text
    kinds = "kind=churn&kind=churn_undone&kind=won_back"
    entries = _read(admin, api_id, kinds)["entries"]
    back = entries[1]
    assert (back["actor"], back["reason"]) == ({"api_id": user.api_id, "name": user.name}, "De retour")
    found = [(one["kind"], one["project"]["name"], one["on"]) for one in entries]
    assert found == [
        ("churn_undone", "Annulé", "2026-11-20"),
        ("won_back", "Gagné", "2026-11-18"),
        ("churn", "Annulé", "2026-11-12"),
        ("churn", "Gagné", "2026-11-12"),
    ]


# Of a client that others manage, where the person works on the retainer; account managers then manage it.
SEEN: dict[str, set[str]] = {
    "super_admin": ALL,
    "admin": ALL,
    "financial_manager": ALL,
    "account_manager": {"note", "responsibility", "state", "hours_warning"},
    "churn_manager": {"note", "responsibility", "state", "churn", "sale", "approval"},
    "employee": {"note", "responsibility", "state", "hours_warning"},
}


@pytest.mark.parametrize("column", SEEN)
def test_each_role_sees_only_its_kinds(world: World, column: str):
    entries = _read(world.browser(column), _make(world, column))["entries"]
    assert {entry["kind"] for entry in entries} == SEEN[column]


MANAGED = {"account_manager": ALL, "churn_manager": SEEN["churn_manager"], "employee": ALL - MONEY - {"churn"}}


@pytest.mark.parametrize("column", MANAGED)
def test_managed_client_shows_what_its_manager_may_see(world: World, column: str):
    """Without `clients.money`, even the client's own manager sees no amounts of invoices and fees."""
    entries = _read(world.browser(column), _make(world, column, managed=True))["entries"]
    assert {entry["kind"] for entry in entries} == MANAGED[column]
    amounts = {entry["kind"] for entry in entries if entry["money"] is not None}
    shown = {"account_manager": MONEY | {"churn", "sale"}, "churn_manager": {"churn"}, "employee": set[str]()}
    assert amounts == shown[column]


def test_projects_that_the_caller_does_not_see_are_left_out(world: World):
    """An employee sees the projects that they work on, and of others nothing."""
    entries = _read(world.browser("employee"), _make(world, "employee"))["entries"]
    assert {entry["project"]["name"] for entry in entries if entry["project"]} == {"Entretien"}
