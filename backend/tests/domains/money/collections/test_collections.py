"""The follow-up of clients: states, promises, contacts, and how the list of receivables shows them."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.domains.records.collections.figures import promise_status
from regie.domains.records.collections.models import CollectionEntry
from regie.domains.records.invoices.models import Invoice
from tests.factories.people import make_user
from tests.factories.work import make_client, make_credit, make_invoice, make_receipt
from tests.factories.world import World, assert_unchanged, build_world

TODAY = date(2026, 11, 20)
LIST, SUMMARY = "/api/v1/receivables-by-client", "/api/v1/receivables-summary"
PROMISE = {"promised_on": "2026-11-27", "promised_amount": "100.00", "promised_currency": "CAD"}
CONTACT = {"contacted_on": "2026-11-19", "kind": "call", "text": "Paiera vendredi"}


@pytest.fixture
def isolated(database: Database) -> World:
    """Sample data for one test only, so that no other receivables exist."""
    return build_world(database)


def _client(world: World, column: str = "account_manager", name: str = "Pivoine") -> tuple[str, int]:
    """Create a client that the column's user manages, with an overdue invoice of 300 CAD; return it and the key."""
    with world.database.write() as session:
        client = make_client(session, name=name, account_manager_id=world.people[column].user.id)
        day = date(2026, 10, 1)
        make_invoice(session, client_id=client.id, total="300.00", currency="CAD", due_on=day, payable_on=day)
        return client.api_id, client.id


def _path(client: str, end: str = "collection") -> str:
    return f"/api/v1/clients/{client}/{end}"


def _collection(world: World, client: str, column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(_path(client))
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _logged_fields(world: World, client: str) -> list[set[str]]:
    """The fields of each entry of the activity log about the client."""
    log = world.browser("admin").get(f"/api/v1/activity?subject={client}&per_page=100").json()["data"]
    assert {entry["subject_type"] for entry in log} == {"client"}
    return [{change["field"] for change in entry["changes"]} for entry in log]


def _pay(world: World, client_key: int, amount: str, day: date, currency: str = "CAD") -> None:
    with world.database.write() as session:
        invoice = make_invoice(session, client_id=client_key, total=amount, currency=currency, balance=Decimal(0))
        make_receipt(session, invoice, amount, day)


def test_follow_up_is_saved_and_logged(world: World):
    client, _ = _client(world)
    own = world.browser("account_manager")
    read = own.get(_path(client)).json()["data"]
    assert (read["version"], read["collection_state"], read["promise"], read["can"]) == (0, "none", None, ["follow_up"])
    owner = own.get("/api/v1/follow-up-owners?per_page=1").json()["data"][0]["api_id"]
    body = {"follow_up_on": "2026-11-24", "follow_up_owner": owner, "collection_state": "disputed", **PROMISE}
    response = own.patch(_path(client), {**body, "version": 0})
    assert response.status_code == 200, response.text
    saved = response.json()["data"]
    assert (saved["version"], saved["follow_up_on"], saved["collection_state"]) == (1, "2026-11-24", "disputed")
    assert saved["follow_up_owner"]["api_id"] == owner
    assert saved["promise"] == {
        "on": "2026-11-27", "amount": {"amount": "100.00", "currency": "CAD"},
        "received": {"amount": "0.00", "currency": "CAD"}, "since": "2026-11-20", "status": "due",
    }  # fmt: skip
    assert {
        "follow_up_on", "follow_up_owner", "collection_state", "promised_on", "promised_amount", "promised_currency",
    } in _logged_fields(world, client)  # fmt: skip


def test_contact_records_promise_and_next_follow_up(world: World):
    client, key = _client(world)
    own = world.browser("account_manager")
    with world.database.read() as db:
        invoice = db.execute(select(Invoice.api_id).where(Invoice.client_id == key)).scalar_one()
    owner = own.get("/api/v1/follow-up-owners?per_page=1").json()["data"][0]
    body = {**CONTACT, **PROMISE, "invoices": [invoice], "follow_up_on": "2026-11-28"}
    response = own.post(_path(client, "collection-entries"), {**body, "follow_up_owner": owner["api_id"]})
    assert response.status_code == 201, response.text
    data = response.json()["data"]
    assert data["follow_up_owner"] == owner
    assert (data["follow_up_on"], data["promise"]["on"], data["promise"]["since"]) == (
        "2026-11-28", "2026-11-27", "2026-11-19",
    )  # fmt: skip
    own.post(_path(client, "collection-entries"), {**CONTACT, "contacted_on": "2026-11-20", "text": "Relance"})
    listed = own.get(_path(client, "collection-entries")).json()
    assert [row["text"] for row in listed["data"]] == ["Relance", "Paiera vendredi"]
    assert listed["data"][1]["promised"] == {"amount": "100.00", "currency": "CAD"}
    assert [one["api_id"] for one in listed["data"][1]["invoices"]] == [invoice]
    assert listed["data"][0]["invoices"] == []
    # A contact without a promise or a day leaves both as they were.
    assert (_collection(world, client)["promise"]["on"], _collection(world, client)["follow_up_on"]) == (
        "2026-11-27", "2026-11-28",
    )  # fmt: skip
    log = (
        world.browser("admin")
        .get(f"/api/v1/activity?subject={client}&action=contact_logged&per_page=100")
        .json()["data"]
    )
    # Entries about clients are never deleted: they do not have what was said.
    assert [{one["field"]: one["after"] for one in entry["changes"]} for entry in log] == [
        {"contact_kind": "call", "contacted_on": "2026-11-20"}, {"contact_kind": "call", "contacted_on": "2026-11-19"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"contacted_on": "2026-11-21"}, "contacted_on"),
        ({"kind": "fax"}, "kind"),
        ({"text": " "}, "text"),
        ({"promised_on": "2026-11-27"}, "promised_amount"),
        ({"promised_amount": "10.00"}, "promised_on"),
        ({**PROMISE, "promised_amount": "0"}, "promised_amount"),
        ({**PROMISE, "promised_currency": "EUR"}, "promised_currency"),
        ({**PROMISE, "promised_on": "2026-11-18"}, "promised_on"),
        ({"follow_up_owner": "00000000-0000-0000-0000-000000000001"}, "follow_up_owner"),
        ({"invoices": ["00000000-0000-0000-0000-000000000001"]}, "invoices"),
        ({"author": "x"}, "author"),
    ],
)
def test_invalid_contact_returns_422(world: World, body: dict[str, Any], field: str):
    client, _ = _client(world)
    with assert_unchanged(world.database):
        response = world.browser("admin").post(_path(client, "collection-entries"), {**CONTACT, **body})
    assert (response.status_code, field in response.json()["errors"]) == (422, True)


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-us", "The client owes nothing in this currency. Choose CAD"),
        ("fr-ca", "Le client ne doit rien dans cette devise. Choisissez CAD"),
    ],
)
def test_promise_in_a_currency_without_debts_is_refused(world: World, locale: str, words: str):
    client, _ = _client(world)
    admin = world.fresh_browser("admin")
    admin.locale = locale
    with assert_unchanged(world.database):
        response = admin.patch(_path(client), {**PROMISE, "promised_currency": "USD"})
    assert (response.status_code, response.json()["errors"]) == (422, {"promised_currency": [words]})
    assert admin.patch(_path(client), PROMISE).status_code == 200


def test_invoice_of_another_client_is_refused(world: World):
    client, _ = _client(world)
    _, other = _client(world, name="Autre")
    with world.database.read() as db:
        invoice = db.execute(select(Invoice.api_id).where(Invoice.client_id == other)).scalar_one()
    with assert_unchanged(world.database):
        response = world.browser("admin").post(_path(client, "collection-entries"), {**CONTACT, "invoices": [invoice]})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["invoices"])


def test_update_with_outdated_version_returns_409(world: World):
    client, _ = _client(world)
    one, other = world.browser("admin"), world.browser("financial_manager")
    one.patch(_path(client), {"follow_up_on": "2026-12-01", "version": 0})
    with assert_unchanged(world.database):
        late = other.patch(_path(client), {"follow_up_on": "2026-12-24", "version": 0})
    assert late.status_code == 409
    assert late.json()["conflicts"]["follow_up_on"] == {"theirs": "2026-12-01", "yours": "2026-12-24"}


def test_correction_keeps_what_was_paid_and_a_promise_without_a_day_ends(world: World):
    client, key = _client(world)
    admin = world.browser("admin")
    entry = {**CONTACT, **PROMISE, "contacted_on": "2026-11-10"}
    admin.post(_path(client, "collection-entries"), entry)
    _pay(world, key, "60.00", date(2026, 11, 12))
    corrected = admin.patch(_path(client), {"promised_amount": "60.00"}).json()["data"]["promise"]
    assert (corrected["since"], corrected["status"]) == ("2026-11-10", "fulfilled")
    with assert_unchanged(world.database):
        refused = admin.patch(_path(client), {"promised_on": "2026-11-09"})
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["promised_on"])
    assert admin.patch(_path(client), {"promised_on": None}).json()["data"]["promise"] is None
    with assert_unchanged(world.database):
        refused = admin.patch(_path(client), {"promised_amount": "5.00"})
    assert (refused.status_code, set(refused.json()["errors"])) == (422, {"promised_on", "promised_currency"})


def _plan_invoices(world: World, key: int) -> list[str]:
    """Plan a follow-up for two invoices of the client; return the invoices."""
    with world.database.write() as session:
        make_invoice(session, client_id=key, total="50.00", currency="CAD")
    with world.database.read() as db:
        invoices = (
            db.execute(select(Invoice.api_id).where(Invoice.client_id == key).order_by(Invoice.id)).scalars().all()
        )
    for invoice in invoices:
        response = world.browser("admin").patch(f"/api/v1/invoices/{invoice}", {"follow_up_on": "2026-11-18"})
        assert response.status_code == 200, response.text
    return list(invoices)


def _days(world: World, invoices: list[str]) -> list[str | None]:
    admin = world.browser("admin")
    return [admin.get(f"/api/v1/invoices/{one}").json()["data"]["follow_up_on"] for one in invoices]


def test_next_follow_up_replaces_those_of_the_invoices(world: World):
    client, key = _client(world, name="Lilas")
    invoices, own = _plan_invoices(world, key), world.browser("account_manager")
    own.post(_path(client, "collection-entries"), {**CONTACT, "contacted_on": "2026-11-17"})
    assert _days(world, invoices) == ["2026-11-18"] * 2
    own.post(_path(client, "collection-entries"), {**CONTACT, "invoices": invoices[:1], "follow_up_on": "2026-11-30"})
    assert _days(world, invoices) == [None, "2026-11-18"]
    row = own.get(f"{LIST}?search=lilas").json()["data"][0]
    assert (row["collection"]["next_on"], row["follow_up"]["next_on"]) == ("2026-11-18", "2026-11-18")
    own.patch(_path(client), {"follow_up_on": "2026-12-02"})
    assert _days(world, invoices) == [None, None]
    row = own.get(f"{LIST}?search=lilas").json()["data"][0]
    assert (row["collection"]["next_on"], row["follow_up"]["next_on"]) == ("2026-12-02", None)
    log = world.browser("admin").get(f"/api/v1/activity?subject={invoices[1]}&per_page=100").json()["data"]
    assert log[0]["changes"][0]["field"] == "follow_up_on"


def test_contact_ends_the_follow_ups_that_were_due(world: World):
    client, key = _client(world)
    invoices, own = _plan_invoices(world, key), world.browser("account_manager")
    entries = _path(client, "collection-entries")
    own.post(entries, {**CONTACT, "invoices": invoices[1:]})
    assert _days(world, invoices) == ["2026-11-18", None]
    own.post(entries, CONTACT)
    assert _days(world, invoices) == [None, None]
    own.patch(_path(client), {"follow_up_on": "2026-11-20"})
    own.post(entries, CONTACT)
    assert _collection(world, client)["follow_up_on"] == "2026-11-20"
    own.post(entries, {**CONTACT, "contacted_on": "2026-11-20"})
    assert _collection(world, client)["follow_up_on"] is None


def test_owner_is_that_of_the_earliest_follow_up(world: World):
    client, key = _client(world, name="Muguet")
    invoice, *_ = _plan_invoices(world, key)
    admin, people = world.browser("admin"), world.people
    admin.patch(_path(client), {"follow_up_owner": people["financial_manager"].user.api_id})
    row = admin.get(f"{LIST}?search=muguet").json()["data"][0]
    assert row["collection"]["owner"]["api_id"] == people["financial_manager"].user.api_id
    admin.patch(
        f"/api/v1/invoices/{invoice}",
        {"follow_up_on": "2026-11-16", "follow_up_owner": people["account_manager"].user.api_id},
    )
    row = admin.get(f"{LIST}?search=muguet").json()["data"][0]
    assert row["collection"]["owner"]["api_id"] == people["account_manager"].user.api_id
    assert row["collection"]["next_on"] == "2026-11-16"


def test_employee_cannot_own_follow_up(world: World):
    client, _ = _client(world)
    with world.database.write() as session:
        employee = make_user(session, roles=["employee"]).api_id
    with assert_unchanged(world.database):
        response = world.browser("admin").patch(_path(client), {"follow_up_owner": employee})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["follow_up_owner"])


def test_churn_manager_reads_the_follow_up_of_churned_clients_only(world: World):
    client = world.client("churn_manager", "other")
    churned = world.project("churn_manager", "other", kind="retainer", status="churned")
    browser = world.browser("churn_manager")
    assert browser.get(_path(client)).status_code == 404
    owner = world.browser("admin").get(f"/api/v1/projects/{churned}").json()["data"]["client"]["api_id"]
    read = browser.get(_path(owner))
    assert (read.status_code, read.json()["data"]["can"]) == (200, [])
    with assert_unchanged(world.database):
        assert browser.patch(_path(owner), {"collection_state": "disputed"}).status_code == 403


@pytest.mark.parametrize(
    ("payments", "status"),
    [
        ([], "broken"),
        ([("99.99", "CAD", 0)], "broken"),
        ([("100.00", "CAD", 0)], "fulfilled"),
        ([("60.00", "CAD", 0), ("40.00", "CAD", 3)], "fulfilled"),
        # Before the promise, or in another currency.
        ([("100.00", "CAD", -1)], "broken"),
        ([("100.00", "USD", 1)], "broken"),
    ],
)
def test_promise_is_broken_when_less_was_paid_since(world: World, payments: list[tuple[str, str, int]], status: str):
    client, key = _client(world)
    since = date(2026, 11, 2)
    promise = {**PROMISE, "promised_on": "2026-11-19"}
    entry = {**CONTACT, **promise, "contacted_on": since.isoformat()}
    assert world.browser("admin").post(_path(client, "collection-entries"), entry).status_code == 201
    for amount, currency, days in payments:
        _pay(world, key, amount, since + timedelta(days=days), currency)
    assert _collection(world, client)["promise"]["status"] == status


def test_payment_that_is_not_applied_counts_and_a_credit_memo_does_not(world: World):
    client, key = _client(world)
    entry = {**CONTACT, **PROMISE, "contacted_on": "2026-11-02", "promised_on": "2026-11-19"}
    world.browser("admin").post(_path(client, "collection-entries"), entry)
    with world.database.write() as session:
        make_credit(session, "500.00", TODAY, client_id=key, currency="CAD", kind="credit_memo")
    assert _collection(world, client)["promise"]["status"] == "broken"
    with world.database.write() as session:
        make_credit(session, "100.00", TODAY, client_id=key, currency="CAD")
    assert _collection(world, client)["promise"]["status"] == "fulfilled"


_AMOUNTS = st.decimals("0.01", "99999999", places=2)


@given(promised=_AMOUNTS, received=_AMOUNTS, days=st.integers(-400, 400))
def test_promise_status_follows_from_day_and_payments(promised: Decimal, received: Decimal, days: int):
    status = promise_status(TODAY + timedelta(days=days), promised, received, TODAY)
    assert (status == "fulfilled") == (received >= promised)
    assert (status == "broken") == (received < promised and days < 0)
    # More money never breaks a promise, and more time does not either.
    assert status == "broken" or promise_status(TODAY + timedelta(days=days), promised, received + 1, TODAY) != "broken"
    assert status == "broken" or promise_status(TODAY + timedelta(days=days + 1), promised, received, TODAY) != "broken"


def _names(world: World, query: str, column: str = "admin") -> list[str]:
    response = world.browser(column).get(f"{LIST}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return [row["client"]["name"] for row in response.json()["data"]]


def _counts(world: World, column: str = "admin") -> dict[str, int]:
    data = world.browser(column).get(SUMMARY).json()["data"]
    return {one["status"]: one["clients"] for one in data["statuses"]}


def test_receivables_show_follow_ups_states_and_promises(isolated: World):
    world, admin = isolated, isolated.browser("admin")
    for name, body in {
        "Contesté": {"collection_state": "disputed", "follow_up_on": "2026-11-20"},
        "Recouvré": {"collection_state": "in_collection", "follow_up_on": "2026-12-01"},
        "Promis": PROMISE,
        "Lointain": {**PROMISE, "promised_on": "2027-01-15"},
    }.items():
        client, _ = _client(world, name=name)
        assert admin.patch(_path(client), body).status_code == 200
    client, _ = _client(world, "financial_manager", name="Rompu")
    entry = {**CONTACT, **PROMISE, "contacted_on": "2026-11-10", "promised_on": "2026-11-19"}
    assert admin.post(_path(client, "collection-entries"), entry).status_code == 201
    for status, names in {
        "overdue": {"Contesté", "Recouvré", "Promis", "Lointain", "Rompu"},
        "follow_up_due": {"Contesté"}, "no_follow_up": {"Promis", "Lointain", "Rompu"}, "disputed": {"Contesté"},
        "in_collection": {"Recouvré"}, "promised": {"Promis", "Lointain"}, "promise_broken": {"Rompu"},
    }.items():  # fmt: skip
        assert set(_names(world, f"status={status}")) == names, status
        assert _counts(world)[status] == len(names)
    # The clients of others are neither shown nor counted.
    assert _names(world, "status=promise_broken", "account_manager") == []
    assert _counts(world, "account_manager")["promise_broken"] == 0
    assert _names(world, "sort=promised_on")[:3] == ["Rompu", "Promis", "Lointain"]
    assert _names(world, "sort=next_follow_up_on")[:2] == ["Contesté", "Recouvré"]
    owner = world.people["financial_manager"].user.api_id
    assert _names(world, f"owner={owner}") == ["Rompu"]
    assert _names(world, f"client={client}") == ["Rompu"]
    assert _names(world, f"client={client}", "account_manager") == []


def test_contact_does_not_change_invoices_or_figures(world: World):
    client, _ = _client(world)
    before = world.browser("admin").get(f"{LIST}?search=pivoine").json()["data"][0]["total"]
    world.browser("admin").post(_path(client, "collection-entries"), CONTACT)
    assert world.browser("admin").get(f"{LIST}?search=pivoine").json()["data"][0]["total"] == before
    with world.database.read() as db:
        assert db.execute(select(func.count()).select_from(CollectionEntry)).scalar_one() >= 1
