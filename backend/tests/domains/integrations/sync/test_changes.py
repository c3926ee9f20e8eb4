"""What changes outside is followed; what is voided, archived or deleted there is a state here, never a loss."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.integrations.matching.actions import follow_links
from regie.domains.integrations.sync.actions import forget_runs
from regie.domains.integrations.sync.models import SyncCheckpoint
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import (
    HubspotDeal,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCategory,
    TeamworkCompany,
    TimeEntry,
)
from tests.domains.integrations.sync.conftest import Synchronisation
from tests.factories.people import make_user
from tests.factories.work import make_client


def read(sync: Synchronisation, model: Any, external_id: object) -> Any:
    with sync.database.read() as db:
        statement = select(model.__table__).where(model.external_id == str(external_id))
        return db.execute(statement).one()


def edit(sync: Synchronisation, table: str, record_id: int, action: str, **more: Any) -> None:
    """An edit in the service, some time after the last look, and long enough ago to be found."""
    sync.sandbox.post("/clock", advance_s=60)
    sync.sandbox.post("/records", table=table, id=record_id, action=action, **more)
    sync.sandbox.post("/clock", advance_s=60)


def test_invoices_are_paid_voided_and_deleted(sync: Synchronisation) -> None:
    sync.run("quickbooks")
    owed = [row for row in sync.sandbox.agency.invoices.rows if row.balance == row.total > 10_000]
    paid, voided, deleted = owed[0], owed[1], owed[2]
    edit(sync, "invoices", paid.id, "pay", cents=5_000)
    edit(sync, "invoices", voided.id, "void")
    edit(sync, "invoices", deleted.id, "delete")
    assert sync.run("quickbooks").status == "succeeded"
    assert read(sync, Invoice, paid.id).balance * 100 == paid.balance - 5_000
    with sync.database.read() as db:
        lines = select(InvoicePayment.amount).where(InvoicePayment.invoice_external_id == str(paid.id))
        assert [amount * 100 for amount in db.execute(lines).scalars()] == [5_000]
    assert read(sync, Invoice, voided.id).is_voided
    gone = read(sync, Invoice, deleted.id)
    assert gone.deleted_at is not None
    assert gone.total * 100 == deleted.total


def test_a_deleted_payment_takes_its_lines_along(sync: Synchronisation) -> None:
    sync.run("quickbooks")
    payment = next(row for row in sync.sandbox.agency.payments.rows if row.applied and not row.voided)
    edit(sync, "payments", payment.id, "delete")
    sync.run("quickbooks")
    with sync.database.read() as db:
        mine = select(InvoicePayment.deleted_at).where(InvoicePayment.source_external_id == str(payment.id))
        moments = db.execute(mine).scalars().all()
    assert moments
    assert None not in moments


def test_an_archived_deal_is_marked_and_a_restored_one_lives(sync: Synchronisation) -> None:
    sync.run("hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    edit(sync, "deals", deal.id, "archive")
    sync.run("hubspot")
    assert read(sync, HubspotDeal, deal.id).deleted_at is not None
    edit(sync, "deals", deal.id, "restore")
    edit(sync, "deals", deal.id, "change", fields={"name": "Nouveau nom"})
    sync.run("hubspot")
    row = read(sync, HubspotDeal, deal.id)
    assert (row.deleted_at, row.name, row.name_key) == (None, "Nouveau nom", "nouveau nom")


def test_teamwork_follows_names_hours_and_categories(sync: Synchronisation) -> None:
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


def test_a_full_reading_notes_what_vanished_without_a_word(sync: Synchronisation) -> None:
    """Deleted projects and invoices from before the feed's reach are seen by their absence only."""
    sync.run("hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    edit(sync, "deals", deal.id, "delete", touch=False)
    sync.run("hubspot", full=True)
    assert read(sync, HubspotDeal, deal.id).deleted_at is not None


def test_invoices_and_deals_follow_their_clients(sync: Synchronisation) -> None:
    """Sub-customers belong to their parent's client; a link that goes leaves nothing behind."""
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
        follow_links(session)
    customers = {str(child.id), str(child.parent_id)}
    assert invoices_of(sync, client.id) == customers
    kept = read(sync, HubspotDeal, deal.id)
    assert (kept.client_id, kept.account_manager_id) == (client.id, manager.id)
    with sync.database.write() as session:
        session.delete(session.get(ClientLink, links[0].id))
        session.flush()
        follow_links(session)
    assert invoices_of(sync, client.id) == set()
    assert read(sync, QuickbooksCustomer, child.id).parent_id == str(child.parent_id)


def invoices_of(sync: Synchronisation, client_id: int) -> set[str]:
    with sync.database.read() as db:
        return set(db.execute(select(Invoice.customer_id).where(Invoice.client_id == client_id)).scalars())


def test_a_run_again_keeps_links(sync: Synchronisation) -> None:
    """A page that comes again changes what the service says, never what we know."""
    sync.run("hubspot")
    deal = next(row for row in sync.sandbox.agency.deals.rows if row.company_ids and not row.archived)
    with sync.database.write() as session:
        client = make_client(session)
        session.add(ClientLink(client_id=client.id, service="hubspot", external_id=str(deal.company_ids[0])))
        session.flush()
        follow_links(session)
    before = read(sync, HubspotDeal, deal.id)
    sync.run("hubspot", full=True)
    after = read(sync, HubspotDeal, deal.id)
    assert (after.id, after.api_id, after.client_id) == (before.id, before.api_id, client.id)


@pytest.mark.parametrize(("amount", "kept"), [("12500.123456", "12500.1235"), ("99999999999999", None)])
def test_amounts_beyond_reason_do_not_stop_a_list(sync: Synchronisation, amount: str, kept: str | None) -> None:
    deal = next(row for row in sync.sandbox.agency.deals.rows if not row.archived)
    edit(sync, "deals", deal.id, "change", fields={"amount": amount})
    run = sync.run("hubspot")
    found = read(sync, HubspotDeal, deal.id).amount
    assert run.status == "succeeded"
    assert (None if found is None else str(found)) == kept


def test_the_feed_of_changes_has_no_gap_after_a_pause(sync: Synchronisation) -> None:
    """Whatever is due to be read whole beside it, the feed goes on from its own last look."""
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


def test_runs_of_long_ago_are_forgotten_but_for_the_first_and_the_last_success(sync: Synchronisation) -> None:
    first, second, third = (sync.run("hubspot") for _ in range(3))
    with sync.database.write() as session:
        assert forget_runs(session, first.created_at) == []
        assert forget_runs(session, sync.clock.now()) == [second.api_id]
    for kept in (first, third):
        assert sync.read_run(kept.api_id).status == "succeeded"
