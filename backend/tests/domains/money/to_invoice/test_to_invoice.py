"""What is to be invoiced: totals and clients, approved extra work, invoice numbers, and the file for QuickBooks."""

import csv
import io
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import QuickbooksCustomer
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.oos_sales import make_amendment, make_approval, make_oos_sale
from tests.factories.overages import make_overage
from tests.factories.rates import make_rate
from tests.factories.work import SYNCED, make_allocation, make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, assert_unchanged

TODAY = NOON.date()
EXTRA, PAYMENTS, FILE = "/api/v1/extra-work-to-invoice", "/api/v1/projects-payments", "/api/v1/quickbooks-invoice-file"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _work(world: World, **fields: Any) -> Project:
    """Approved out-of-scope work of 2,000.00."""
    with world.database.write() as session:
        work = make_oos_sale(session, **({"amount": Decimal("2000.00")} | fields))
        make_approval(session, work)
        return work


def _listed(browser: Browser, work: Project) -> list[dict[str, Any]]:
    return browser.get(f"{EXTRA}?project={work.api_id}").json()["data"]


def _open_amount(browser: Browser, work: Project) -> str | None:
    rows = _listed(browser, work)
    return rows[0]["open_amount"]["amount"] if rows else None


def _decide(browser: Browser, work: Project, **change: Any) -> dict[str, Any]:
    response = browser.post(f"{EXTRA}/batches", {"ids": [work.api_id], "change": {"decision": "schedule"} | change})
    assert response.status_code == 200, response.text
    return response.json()["data"]["results"][0]


def _payments(browser: Browser, work: Project) -> list[dict[str, Any]]:
    return browser.get(f"{PAYMENTS}?project={work.api_id}").json()["data"]


def _pay(session: Any, work: Project, amount: str, **fields: Any) -> ProjectPayment:
    return make_payment(session, project_id=work.id, amount=Decimal(amount), **fields)


def _add_partly_billed(session: Any, work: Project) -> None:
    """An invoice of the work itself, which also bills 100.00 of a payment of 400.00."""
    payment = _pay(session, work, "400.00", status="ready")
    invoice = make_invoice(session, client_id=work.client_id, project_id=work.id, subtotal=Decimal("700.00"))
    make_allocation(session, payment, invoice.id, Decimal("100.00"))
    payment.invoice_id = invoice.id


@pytest.mark.parametrize(
    ("add", "left"),
    [
        (lambda _session, _work: None, "2000.00"),
        (lambda session, work: _pay(session, work, "500.00"), "1500.00"),
        (lambda session, work: _pay(session, work, "500.00", status="skipped", reason="Geste"), "1500.00"),
        (lambda session, work: make_invoice(session, client_id=work.client_id, project_id=work.id), "1000.00"),
        (
            lambda session, work: make_invoice(session, client_id=work.client_id, project_id=work.id, is_voided=True),
            "2000.00",
        ),
        # The rest of the invoice, 600.00, bills the work itself; of the payment 300.00 are still to invoice.
        (_add_partly_billed, "1000.00"),
        (lambda session, work: _pay(session, work, "2000.00"), None),
        (lambda session, work: _pay(session, work, "2500.00"), None),
    ],
)
def test_extra_work_without_a_payment_is_listed(
    world: World, admin: Browser, add: Callable[[Any, Project], Any], left: str | None
):
    work = _work(world)
    with world.database.write() as session:
        add(session, work)
    assert _open_amount(admin, work) == left


def test_only_approved_work_is_listed(world: World, admin: Browser):
    with world.database.write() as session:
        proposed = make_oos_sale(session)
        declined = make_oos_sale(session)
        make_approval(session, declined, decision="declined")
        cancelled = make_oos_sale(session, status="cancelled")
        make_approval(session, cancelled)
        fixed = make_project(session)
    assert [_listed(admin, work) for work in (proposed, declined, cancelled, fixed)] == [[]] * 4


def test_approved_amendment_is_left_to_schedule(world: World, admin: Browser):
    work = _work(world)
    assert _decide(admin, work)["status"] == 200
    with world.database.write() as session:
        found = session.get_one(Project, work.id)
        make_amendment(session, found, "300.00", date(2026, 11, 10))
        make_amendment(session, found, "450.00", date(2026, 11, 12), decision="approved")
    (row,) = _listed(admin, work)
    assert (row["open_amount"]["amount"], row["approved_on"]) == ("450.00", "2026-11-12")
    assert (row["amount"]["amount"], row["scheduled_amount"]["amount"]) == ("2450.00", "2000.00")


def test_scheduled_work_becomes_one_payment_that_is_ready(world: World, admin: Browser):
    work = _work(world)
    assert _decide(admin, work, due_on="2026-12-15")["status"] == 200
    (payment,) = _payments(admin, work)
    assert (payment["status"], payment["amount"]["amount"], payment["due_on"]) == ("ready", "2000.00", "2026-12-15")
    assert payment["label"] == work.name
    with assert_unchanged(world.database):
        assert _decide(admin, work)["status"] == 404
    assert len(_payments(admin, work)) == 1


def test_work_that_is_not_billed_leaves_with_its_reason(world: World, admin: Browser):
    work = _work(world)
    assert _decide(admin, work, decision="skip", reason="Geste commercial")["status"] == 200
    (payment,) = _payments(admin, work)
    assert (payment["status"], payment["reason"]) == ("skipped", "Geste commercial")
    assert _listed(admin, work) == []


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"decision": "skip"}, "reason"),
        ({"decision": "skip", "reason": " "}, "reason"),
        ({"decision": "skip", "reason": "Geste", "due_on": "2026-12-15"}, "due_on"),
        ({"reason": "Geste"}, "reason"),
    ],
)
def test_incomplete_decision_changes_nothing(world: World, admin: Browser, change: dict[str, Any], field: str):
    work = _work(world)
    with assert_unchanged(world.database):
        result = _decide(admin, work, **change)
    assert (result["status"], list(result["errors"])) == (422, [field])


def test_account_manager_sees_own_work_without_deciding(world: World):
    manager = world.browser("account_manager")
    own = world.project("account_manager", "own", kind="oos", approved_on=date(2026, 11, 4))
    other = world.project("account_manager", "other", kind="oos", approved_on=date(2026, 11, 4))
    rows = {row["api_id"]: row for row in manager.get(f"{EXTRA}?per_page=100").json()["data"]}
    assert own in rows
    assert other not in rows
    assert rows[own]["can"] == []
    clients = {row["api_id"] for row in manager.get("/api/v1/clients-to-invoice?per_page=100").json()["data"]}
    by_project = {row["api_id"]: row["client"]["api_id"] for row in rows.values()}
    assert by_project[own] in clients
    with assert_unchanged(world.database):
        body = {"ids": [own], "change": {"decision": "schedule"}}
        assert manager.post(f"{EXTRA}/batches", body).status_code == 403


class _Client:
    """A client of whom every kind is to be invoiced, in two currencies."""

    def __init__(self, world: World) -> None:
        with world.database.write() as session:
            make_rate(session, "USD", TODAY, "1.5")
            self.record = make_client(session, name="Atelier Lin")
            project = make_project(session, client_id=self.record.id)
            dollars = make_project(session, client_id=self.record.id, currency="USD")
            make_payment(session, project_id=project.id, due_on=date(2026, 11, 19), amount=Decimal("100.00"))
            make_payment(session, project_id=project.id, due_on=date(2026, 11, 20), amount=Decimal("20.00"))
            make_payment(session, project_id=dollars.id, due_on=date(2026, 12, 20), amount=Decimal("10.00"))
            make_payment(session, project_id=project.id, due_on=date(2026, 12, 21), amount=Decimal("5.00"))
            gone = make_invoice(session, client_id=self.record.id, is_voided=True)
            paid = make_invoice(session, client_id=self.record.id)
            of_gone = {"invoice_id": gone.id, "status": "ready", "due_on": date(2026, 1, 1)}
            make_payment(session, project_id=project.id, amount=Decimal("7.00"), **of_gone)
            make_payment(session, project_id=project.id, invoice_id=paid.id, status="ready", amount=Decimal("900.00"))
            make_payment(session, project_id=project.id, status="skipped", reason="Geste", amount=Decimal("800.00"))
            work = make_oos_sale(session, client_id=self.record.id, amount=Decimal("2000.00"))
            make_approval(session, work)
        make_overage(world, client_id=self.record.id, overage_rate=Decimal("150.00"))


def test_totals_and_clients_contain_every_kind(world: World, admin: Browser):
    assert date(2026, 11, 20) == TODAY
    before = admin.get("/api/v1/to-invoice?currency=CAD").json()["data"]
    client = _Client(world)
    after = admin.get("/api/v1/to-invoice?currency=CAD").json()["data"]
    rows = admin.get(f"/api/v1/clients-to-invoice?currency=CAD&search={client.record.name}").json()["data"]
    row = next(row for row in rows if row["api_id"] == client.record.api_id)
    expected = {
        "late": "100.00", "soon": "35.00", "later": "5.00", "again": "7.00", "extra_work": "2000.00",
        "hours_over": "1200.00",
    }  # fmt: skip
    assert {kind: amount["amount"] for kind, amount in row["by_kind"].items()} == expected
    assert row["amounts"] == [{"amount": "3332.00", "currency": "CAD"}, {"amount": "10.00", "currency": "USD"}]
    assert (row["converted"], row["lines"], row["unvalued"]) == ({"amount": "3347.00", "currency": "CAD"}, 7, 0)
    added = {
        new["kind"]: Decimal(new["converted"]["amount"]) - Decimal(old["converted"]["amount"])
        for old, new in zip(before["kinds"], after["kinds"], strict=True)
    }
    assert added == {kind: Decimal(amount) for kind, amount in expected.items()}
    assert after["total"]["lines"] == before["total"]["lines"] + 7
    assert (after["as_of"], after["soon_until"]) == ("2026-11-20", "2026-12-20")
    all_clients = admin.get("/api/v1/clients-to-invoice?currency=CAD&per_page=100").json()
    assert all_clients["meta"]["last_page"] == 1
    sum_of_clients = sum(Decimal(one["converted"]["amount"]) for one in all_clients["data"])
    assert sum_of_clients == Decimal(after["total"]["converted"]["amount"])
    totals = [Decimal(one["converted"]["amount"]) for one in all_clients["data"]]
    assert totals == sorted(totals, reverse=True)


def test_amounts_without_a_rate_are_named(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session, name="Sans taux")
        project = make_project(session, client_id=client.id, currency="DKK")
        make_payment(session, project_id=project.id)
    (row,) = admin.get("/api/v1/clients-to-invoice?currency=CAD&search=sans+taux").json()["data"]
    assert row["unconverted"] == [{"amount": "1000.00", "currency": "DKK"}]
    assert row["converted"]["amount"] == "0.00"


def _bulk(browser: Browser, payments: list[ProjectPayment], **change: Any) -> list[dict[str, Any]]:
    body = {"ids": [one.api_id for one in payments], "change": change}
    return browser.post(f"{PAYMENTS}/batches", body).json()["data"]["results"]


def test_many_payments_are_marked_as_invoiced_by_number(world: World, admin: Browser):
    with world.database.write() as session:
        client, stranger = make_client(session), make_client(session)
        project = make_project(session, client_id=client.id)
        mine = [_pay(session, project, amount) for amount in ("600.00", "300.00", "200.00")]
        make_invoice(session, client_id=client.id, number="2026-118")
        make_invoice(session, client_id=stranger.id, number="2026-118")
    results = _bulk(admin, mine, invoice_number="2026-118")
    # The invoice's 1,000.00 contain the first two.
    assert sorted(result["status"] for result in results) == [200, 200, 422]
    shown = [admin.get(f"{PAYMENTS}/{one.api_id}").json()["data"] for one in mine]
    assert [one["status"] for one in shown].count("invoiced") == 2
    assert {one["invoice_numbers"] for one in shown if one["status"] == "invoiced"} == {"2026-118"}


@pytest.mark.parametrize("numbers", [(), ("77", "77"), ("77x",)])
def test_unknown_or_ambiguous_number_is_refused(world: World, admin: Browser, numbers: tuple[str, ...]):
    with world.database.write() as session:
        payment = make_payment(session)
        project = session.get_one(Project, payment.project_id)
        for number in numbers:
            make_invoice(session, client_id=project.client_id, number=number)
        make_invoice(session, client_id=project.client_id, number="77", is_voided=True)
        make_invoice(session, client_id=project.client_id, number="77", currency="USD")
    with assert_unchanged(world.database):
        (result,) = _bulk(admin, [payment], invoice_number="77")
    assert (result["status"], list(result["errors"])) == (422, ["invoice_number"])
    assert "77" in result["errors"]["invoice_number"][0]


def test_number_bills_what_is_left_and_replaces_a_voided_invoice(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session)
        project = make_project(session, client_id=client.id)
        gone = make_invoice(session, client_id=client.id, is_voided=True)
        again = make_payment(session, project_id=project.id, invoice_id=gone.id, status="ready")
        make_invoice(session, client_id=client.id, number="A-9")
        partly = _pay(session, project, "500.00", status="ready")
        first = make_invoice(session, client_id=client.id)
        make_allocation(session, partly, first.id, Decimal("200.00"))
        partly.invoice_id = first.id
        make_invoice(session, client_id=client.id, number="A-10", subtotal=Decimal("300.00"))
    assert _bulk(admin, [again], invoice_number="A-9")[0]["status"] == 200
    assert _bulk(admin, [partly], invoice_number="A-10")[0]["status"] == 200
    shown = [admin.get(f"{PAYMENTS}/{one.api_id}").json()["data"] for one in (again, partly)]
    assert [(one["status"], one["open_amount"]["amount"]) for one in shown] == [("invoiced", "0.00")] * 2
    assert shown[0]["invoice_numbers"] == "A-9"


def test_many_payments_are_postponed(world: World, admin: Browser):
    with world.database.write() as session:
        payments = [make_payment(session) for _ in range(2)]
    assert [one["status"] for one in _bulk(admin, payments, due_on="2027-01-15")] == [200, 200]
    assert {admin.get(f"{PAYMENTS}/{one.api_id}").json()["data"]["due_on"] for one in payments} == {"2027-01-15"}


def test_postponing_into_the_past_is_refused(world: World, admin: Browser):
    with world.database.write() as session:
        payment = make_payment(session)
    with assert_unchanged(world.database):
        body = {"ids": [payment.api_id], "change": {"due_on": "2026-11-19"}}
        response = admin.post(f"{PAYMENTS}/batches", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, ["due_on"])
    assert _bulk(admin, [payment], due_on="2026-11-20")[0]["status"] == 200


def test_account_manager_may_neither_mark_nor_postpone(world: World):
    payment = world.payment("account_manager", "own")
    for change in ({"invoice_number": "77"}, {"due_on": "2027-01-15"}):
        with assert_unchanged(world.database):
            response = world.browser("account_manager").patch(f"{PAYMENTS}/{payment}", change)
        assert (response.status_code, list(response.json()["errors"])) == (422, list(change))


def _read_file(browser: Browser, payments: list[ProjectPayment], query: str) -> list[dict[str, str]]:
    ids = "&".join(f"payment={one.api_id}" for one in payments)
    response = browser.get(f"{FILE}?{ids}&{query}")
    assert response.status_code == 200, response.text
    assert response.headers["content-disposition"].startswith("attachment")
    return list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_quickbooks_file_has_an_invoice_for_each_client_and_currency(world: World, admin: Browser):
    with world.database.write() as session:
        first = make_client(session, name="Aube", language="fr-ca", payment_terms_days=45)
        second = make_client(session, name='=cmd|"/c calc"!A1')
        session.add(QuickbooksCustomer(external_id="qb-aube", name="Aube inc.", currency="CAD", synced_at=SYNCED))
        session.add(ClientLink(client_id=first.id, service="quickbooks", external_id="qb-aube"))
        site = make_project(session, client_id=first.id, name="Site")
        care = make_project(session, client_id=first.id, name="Entretien", monthly_fee="900.00")
        dollars = make_project(session, client_id=first.id, name="Export", currency="USD")
        other = make_project(session, client_id=second.id, name="-1+1")
        month = {"period_start": date(2026, 11, 1), "period_end": date(2026, 11, 30)}
        payments = [
            make_payment(session, project_id=other.id, label="Acompte"),
            make_payment(session, project_id=dollars.id, amount=Decimal("12.50"), label="Export"),
            make_payment(session, project_id=care.id, due_on=date(2026, 11, 30), amount=Decimal("900.00"), **month),
            make_payment(session, project_id=site.id, due_on=date(2026, 11, 1), label="1/2"),
        ]
    rows = _read_file(admin, payments, "first_number=R-0099&issued_on=2026-11-25&tax_code=TPS/TVQ")
    assert list(rows[0]) == [
        "*InvoiceNo", "*Customer", "*InvoiceDate", "*DueDate", "Memo", "Item(Product/Service)", "ItemDescription",
        "ItemQuantity", "ItemRate", "*ItemAmount", "Currency", "ItemTaxCode",
    ]  # fmt: skip
    by_invoice = [(row["*InvoiceNo"], row["*Customer"], row["*ItemAmount"], row["Currency"]) for row in rows]
    assert by_invoice == [
        ("R-0099", '\'=cmd|"/c calc"!A1', "1000.00", "CAD"),
        ("R-0100", "Aube inc.", "1000.00", "CAD"),
        ("R-0100", "Aube inc.", "900.00", "CAD"),
        ("R-0101", "Aube", "12.50", "USD"),
    ]
    assert [row["*DueDate"] for row in rows] == ["2026-12-25", "2027-01-09", "2027-01-09", "2027-01-09"]
    assert {row["*InvoiceDate"] for row in rows} == {"2026-11-25"}
    assert rows[0]["ItemDescription"] == "'-1+1 – Acompte"
    assert [row["ItemDescription"] for row in rows[1:]] == ["Site – 1/2", "Entretien – novembre 2026", "Export"]
    assert [row["Item(Product/Service)"] for row in rows[1:3]] == ["Fixed-price project", "Retainer"]
    assert {(row["ItemQuantity"], row["ItemTaxCode"]) for row in rows} == {("1", "TPS/TVQ")}
    with world.database.read() as db:
        logged = select(ActivityEntry.changes).order_by(ActivityEntry.id.desc()).limit(1)
        assert db.execute(logged).scalar_one()["rows"] == [None, 4]


def test_quickbooks_file_without_a_tax_code_has_no_column_of_taxes(world: World, admin: Browser):
    with world.database.write() as session:
        payment = make_payment(session)
    (row,) = _read_file(admin, [payment], "first_number=7")
    assert "ItemTaxCode" not in row
    assert (row["*InvoiceNo"], row["*InvoiceDate"]) == ("7", "2026-11-20")


@pytest.mark.parametrize("query", ["", "first_number=", "first_number=A", "first_number==1", "first_number=1;2"])
def test_file_needs_a_number_that_can_be_counted_up(world: World, admin: Browser, query: str):
    with world.database.write() as session:
        payment = make_payment(session)
    with assert_unchanged(world.database):
        assert admin.get(f"{FILE}?payment={payment.api_id}&{query}").status_code == 422


def test_file_refuses_payments_with_nothing_to_invoice(world: World, admin: Browser):
    with world.database.write() as session:
        skipped = make_payment(session, status="skipped", reason="Geste")
        payment = make_payment(session)
    with assert_unchanged(world.database):
        response = admin.get(f"{FILE}?payment={payment.api_id}&payment={skipped.api_id}&first_number=1")
        assert (response.status_code, list(response.json()["errors"])) == (422, ["payment"])
