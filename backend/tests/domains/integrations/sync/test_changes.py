"""Changes at the services are synchronized; voided, archived or deleted records are marked, never lost."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.integrations.matching.actions import update_linked_records
from regie.domains.integrations.sync.actions import purge_runs
from regie.domains.integrations.sync.models import SyncCheckpoint
from regie.domains.money.payments.figures import INVOICED_AMOUNT
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoicePayment
from regie.domains.records.mirrors.models import (
    HubspotDeal,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCategory,
    TeamworkCompany,
    TimeEntry,
)
from regie.domains.records.payments.models import ProjectPayment
from tests.domains.integrations.sync.conftest import SyncHarness
from tests.factories.people import make_user
from tests.factories.work import make_client, make_payment


def read(sync: SyncHarness, model: Any, external_id: object) -> Any:
    with sync.database.read() as db:
        statement = select(model.__table__).where(model.external_id == str(external_id))
        return db.execute(statement).one()


def edit(sync: SyncHarness, table: str, record_id: int, action: str, **more: Any) -> None:
    """Edit a record some time after the last read, and long enough ago to be indexed."""
    sync.sandbox.post("/clock", advance_s=60)
    sync.sandbox.post("/records", table=table, id=record_id, action=action, **more)
    sync.sandbox.post("/clock", advance_s=60)


def test_paid_voided_and_deleted_invoices_are_updated(sync: SyncHarness) -> None:
    sync.run("quickbooks")
    unpaid = [row for row in sync.sandbox.agency.invoices.rows if row.balance == row.total > 10_000]
    paid, voided, deleted = unpaid[0], unpaid[1], unpaid[2]
    voided_total = voided.total
    edit(sync, "invoices", paid.id, "pay", cents=5_000)
    edit(sync, "invoices", voided.id, "void")
    edit(sync, "invoices", deleted.id, "delete")
    assert sync.run("quickbooks").status == "succeeded"
    assert read(sync, Invoice, paid.id).balance * 100 == paid.balance - 5_000
    with sync.database.read() as db:
        lines = select(InvoicePayment.amount).where(InvoicePayment.invoice_external_id == str(paid.id))
        assert [amount * 100 for amount in db.execute(lines).scalars()] == [5_000]
    invoice = read(sync, Invoice, voided.id)
    assert (invoice.is_voided, invoice.balance, invoice.balance_when_voided * 100) == (True, 0, voided_total)
    assert invoice.voided_at is not None
    assert sync.run("quickbooks", full=True).status == "succeeded"
    again = read(sync, Invoice, voided.id)
    assert (again.voided_at, again.balance_when_voided) == (invoice.voided_at, invoice.balance_when_voided)
    deleted_invoice = read(sync, Invoice, deleted.id)
    assert deleted_invoice.deleted_at is not None
    assert deleted_invoice.total * 100 == deleted.total


def test_scheduled_payment_follows_an_invoice_that_was_lowered(sync: SyncHarness) -> None:
    sync.run("quickbooks")
    lowered = next(row for row in sync.sandbox.agency.invoices.rows if row.balance == row.total > 10_000)
    with sync.database.write() as session:
        invoice = session.execute(select(Invoice).where(Invoice.external_id == str(lowered.id))).scalar_one()
        now = invoice.subtotal
        # As it was before it was lowered in the accounting service.
        invoice.subtotal += 50
        key = make_payment(session, invoice_id=invoice.id, amount=invoice.subtotal, status="ready").id
    edit(sync, "invoices", lowered.id, "change", fields={"note": "Lowered"})
    sync.run("quickbooks")
    with sync.database.read() as db:
        linked = select(INVOICED_AMOUNT).join(Invoice, Invoice.id == ProjectPayment.invoice_id)
        assert db.execute(linked.where(ProjectPayment.id == key)).scalar_one() == now


def test_deleted_payment_deletes_its_rows(sync: SyncHarness) -> None:
    sync.run("quickbooks")
    payment = next(row for row in sync.sandbox.agency.payments.rows if row.applied and not row.voided)
    edit(sync, "payments", payment.id, "delete")
    sync.run("quickbooks")
    with sync.database.read() as db:
        payment_rows = select(InvoicePayment.deleted_at).where(InvoicePayment.source_external_id == str(payment.id))
        moments = db.execute(payment_rows).scalars().all()
    assert moments
    assert None not in moments


def test_what_is_not_applied_is_a_credit_of_the_customer(sync: SyncHarness) -> None:
    agency = sync.sandbox.agency
    sync.run("quickbooks")
    with sync.database.read() as db:
        found = db.execute(select(CustomerCredit.kind, CustomerCredit.source_external_id, CustomerCredit.balance)).all()
    memos = {("credit_memo", str(row.id), row.remaining) for row in agency.credit_memos.rows}
    deposits = {("payment", str(row.id), row.unapplied) for row in agency.payments.rows if row.unapplied}
    assert deposits
    assert {(kind, key, balance * 100) for kind, key, balance in found} == memos | deposits
    payment = next(row for row in agency.payments.rows if row.unapplied)
    memo = next(row for row in agency.credit_memos.rows if row.remaining)
    edit(sync, "payments", payment.id, "change", fields={"unapplied": 0})
    edit(sync, "credit_memos", memo.id, "delete")
    sync.run("quickbooks")
    assert read(sync, CustomerCredit, f"payment:{payment.id}").balance == 0
    assert read(sync, CustomerCredit, f"credit_memo:{memo.id}").deleted_at is not None
    edit(sync, "payments", payment.id, "delete", touch=False)
    sync.run("quickbooks", full=True)
    assert read(sync, CustomerCredit, f"payment:{payment.id}").deleted_at is not None


def test_credits_belong_to_the_client_of_their_customer(sync: SyncHarness) -> None:
    sync.run("quickbooks")
    customer = next(row.customer_id for row in sync.sandbox.agency.payments.rows if row.unapplied)
    with sync.database.write() as session:
        client = make_client(session)
        session.add(ClientLink(client_id=client.id, service="quickbooks", external_id=str(customer)))
        session.flush()
        update_linked_records(session)
        key = client.id
    with sync.database.read() as db:
        owners = select(CustomerCredit.client_id).where(CustomerCredit.customer_id == str(customer))
        assert set(db.execute(owners).scalars()) == {key}


def test_archived_deal_is_marked_and_restored_deal_is_active(sync: SyncHarness) -> None:
    sync.run("hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    edit(sync, "deals", deal.id, "archive")
    sync.run("hubspot")
    assert read(sync, HubspotDeal, deal.id).deleted_at is not None
    edit(sync, "deals", deal.id, "restore")
    edit(sync, "deals", deal.id, "change", fields={"name": "Nouveau nom", "hourly_rate": "132.25"})
    sync.run("hubspot")
    row = read(sync, HubspotDeal, deal.id)
    assert (row.deleted_at, row.name, row.name_key) == (None, "Nouveau nom", "nouveau nom")
    assert row.hourly_rate == Decimal("132.25")


def test_teamwork_changes_are_synchronized(sync: SyncHarness) -> None:
    sync.run("teamwork")
    agency = sync.sandbox.agency
    company, entry, category = agency.companies.rows[5], agency.entries.rows[-1], agency.categories.rows[-1]
    edit(sync, "companies", company.id, "change", fields={"name": "Œuvres & Cie"})
    edit(sync, "entries", entry.id, "delete")
    edit(sync, "categories", category.id, "change", fields={"name": "Maison"})
    run = sync.run("teamwork")
    assert run.status == "succeeded"
    assert read(sync, TeamworkCompany, company.id).search_key.startswith("oeuvres & cie")
    assert read(sync, TimeEntry, entry.id).deleted_at is not None
    assert read(sync, TeamworkCategory, category.id).name == "Maison"


def test_full_read_marks_missing_records(sync: SyncHarness) -> None:
    """Only a full read finds records whose deletion the services do not report."""
    sync.run("hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    edit(sync, "deals", deal.id, "delete", touch=False)
    sync.run("hubspot", full=True)
    assert read(sync, HubspotDeal, deal.id).deleted_at is not None


def test_invoices_and_deals_get_the_client_of_their_links(sync: SyncHarness) -> None:
    """Sub-customers belong to their parent's client; removing the link resets both."""
    sync.run("quickbooks")
    sync.run("hubspot")
    child = next(row for row in sync.sandbox.agency.customers.rows if row.parent_id)
    deal = next(row for row in sync.sandbox.agency.deals.rows if row.company_ids and row.owner_id)
    owner = read(sync, HubspotOwner, deal.owner_id)
    with sync.database.write() as session:
        manager = make_user(session, roles=["account_manager"], email=owner.email)
        client = make_client(session, account_manager_id=manager.id)
        links = [
            ClientLink(client_id=client.id, service="quickbooks", external_id=str(child.parent_id)),
            ClientLink(client_id=client.id, service="hubspot", external_id=str(deal.company_ids[0])),
        ]
        session.add_all(links)
        session.flush()
        update_linked_records(session)
    customers = {str(child.id), str(child.parent_id)}
    assert invoices_of(sync, client.id) == customers
    stored = read(sync, HubspotDeal, deal.id)
    assert (stored.client_id, stored.account_manager_id) == (client.id, manager.id)
    with sync.database.write() as session:
        session.delete(session.get(ClientLink, links[0].id))
        session.flush()
        update_linked_records(session)
    assert invoices_of(sync, client.id) == set()
    assert read(sync, QuickbooksCustomer, child.id).parent_id == str(child.parent_id)


def invoices_of(sync: SyncHarness, client_id: int) -> set[str]:
    with sync.database.read() as db:
        return set(db.execute(select(Invoice.customer_id).where(Invoice.client_id == client_id)).scalars())


def test_repeated_run_preserves_links(sync: SyncHarness) -> None:
    """Saving a page again updates the service's values only."""
    sync.run("hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if row.company_ids and not row.archived)
    with sync.database.write() as session:
        client = make_client(session)
        session.add(ClientLink(client_id=client.id, service="hubspot", external_id=str(deal.company_ids[0])))
        session.flush()
        update_linked_records(session)
    before = read(sync, HubspotDeal, deal.id)
    sync.run("hubspot", full=True)
    after = read(sync, HubspotDeal, deal.id)
    assert (after.id, after.api_id, after.client_id) == (before.id, before.api_id, client.id)


@pytest.mark.parametrize(("amount", "stored"), [("12500.123456", "12500.1235"), ("99999999999999", None)])
def test_invalid_amounts_do_not_stop_a_list(sync: SyncHarness, amount: str, stored: str | None) -> None:
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    edit(sync, "deals", deal.id, "change", fields={"amount": amount})
    run = sync.run("hubspot")
    found = read(sync, HubspotDeal, deal.id).amount
    assert run.status == "succeeded"
    assert (None if found is None else str(found)) == stored


def test_change_feed_has_no_gap_after_a_pause(sync: SyncHarness) -> None:
    """The feed continues from its watermark, even when the lists are due for a full read."""
    sync.run("quickbooks")
    with sync.database.write() as session:
        feed = session.get_one(SyncCheckpoint, ("quickbooks", "changes"))
        assert feed.full_at is not None
        feed.full_at -= timedelta(days=8)
    invoice = next(row for row in sync.sandbox.agency.invoices.rows if not row.voided and row.balance)
    edit(sync, "invoices", invoice.id, "void")
    pause = timedelta(hours=5)
    sync.sandbox.post("/clock", advance_s=pause.total_seconds())
    sync.clock.moment += pause
    sync.run("quickbooks")
    assert read(sync, Invoice, invoice.id).is_voided


def test_purge_preserves_the_first_and_last_success(sync: SyncHarness) -> None:
    first, second, third = (sync.run("hubspot") for _ in range(3))
    with sync.database.write() as session:
        assert purge_runs(session, first.created_at) == []
        assert purge_runs(session, sync.clock.now()) == [second.api_id]
    for run in (first, third):
        assert sync.read_run(run.api_id).status == "succeeded"
