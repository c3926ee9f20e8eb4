"""Full synchronization: all records, once and exact; a second run makes few calls."""

from decimal import Decimal

from sqlalchemy import func, select

from regie.core.db.database import Database
from regie.domains.records.invoices.models import Invoice, InvoicePayment
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotContact,
    HubspotContactCompany,
    HubspotDeal,
    HubspotOwner,
    HubspotStage,
    QuickbooksCustomer,
    TeamworkCategory,
    TeamworkCompany,
    TeamworkPerson,
    TeamworkProject,
    TimeEntry,
)
from tests.domains.integrations.sync.conftest import SyncHarness

MAX_CALLS_WITHOUT_CHANGES = 20


def ids(database: Database, model) -> list[str]:
    with database.read() as db:
        return sorted(db.execute(select(model.external_id)).scalars())


def deleted_ids(database: Database, model) -> set[str]:
    with database.read() as db:
        return set(db.execute(select(model.external_id).where(model.deleted_at.is_not(None))).scalars())


def test_teamwork_is_synchronized_completely(sync: SyncHarness) -> None:
    run = sync.run("teamwork")
    agency = sync.sandbox.agency
    staff = [row for row in agency.people.rows if row.kind == "account" and not row.is_service_account]
    assert run.status == "succeeded"
    assert ids(sync.database, TeamworkPerson) == sorted(str(row.id) for row in staff)
    assert ids(sync.database, TeamworkCompany) == sorted(str(row.id) for row in agency.companies.rows)
    assert ids(sync.database, TeamworkCategory) == sorted(str(row.id) for row in agency.categories.rows)
    projects = [row for row in agency.projects.rows if row.status != "deleted"]
    assert ids(sync.database, TeamworkProject) == sorted(str(row.id) for row in projects)
    assert ids(sync.database, TimeEntry) == sorted(str(row.id) for row in agency.entries.rows)
    assert deleted_ids(sync.database, TeamworkPerson) == {str(row.id) for row in staff if row.deleted}
    assert deleted_ids(sync.database, TeamworkCompany) == {str(row.id) for row in agency.companies.rows if row.deleted}
    with sync.database.read() as db:
        minutes = db.execute(select(func.sum(TimeEntry.minutes))).scalar_one()
    assert minutes == sum(row.minutes for row in agency.entries.rows)


def test_hubspot_is_synchronized_completely(sync: SyncHarness) -> None:
    assert sync.run("hubspot").status == "succeeded"
    agency = sync.sandbox.agency
    assert ids(sync.database, HubspotDeal) == sorted(str(row.id) for row in agency.deals.rows)
    assert deleted_ids(sync.database, HubspotDeal) == {str(row.id) for row in agency.deals.rows if row.archived}
    assert ids(sync.database, HubspotCompany) == sorted(str(row.id) for row in agency.hubspot_companies.rows)
    assert ids(sync.database, HubspotOwner) == sorted(str(row.id) for row in agency.owners.rows)
    assert deleted_ids(sync.database, HubspotOwner) == {str(row.id) for row in agency.owners.rows if row.archived}
    contacts = [row for row in agency.hubspot_contacts.rows if row.company_ids and not row.archived]
    assert ids(sync.database, HubspotContact) == sorted(str(row.id) for row in contacts)
    assert deleted_ids(sync.database, HubspotContact) == set()
    with sync.database.read() as db:
        companies = db.execute(select(HubspotContactCompany.contact_id, HubspotContactCompany.company_id)).all()
    assert sorted(map(tuple, companies)) == sorted(
        (str(row.id), str(company)) for row in contacts for company in row.company_ids
    )
    by_id = {str(row.id): row for row in agency.deals.rows}
    with sync.database.read() as db:
        deals = db.execute(select(HubspotDeal.__table__)).all()
        stages = db.execute(select(HubspotStage.external_id, HubspotStage.state, HubspotStage.probability)).all()
        states = {row.external_id: row.state for row in stages}
    probabilities = {row.external_id: row.probability for row in stages}
    assert (probabilities["closedwon"], probabilities["closedlost"]) == ("1.0000", "0.0000")
    for deal in deals:
        seeded = by_id[deal.external_id]
        assert (deal.state, deal.currency) == (states.get(seeded.stage, "open"), seeded.currency)
        assert deal.company_id == (str(seeded.company_ids[0]) if seeded.company_ids else None)
        if seeded.amount not in (None, "N/A"):
            assert deal.amount == Decimal(seeded.amount)
        assert deal.hourly_rate == (Decimal(seeded.hourly_rate) if seeded.hourly_rate else None)
    assert {row.hourly_rate for row in deals} > {None, Decimal("147.50")}
    kinds = {row.project_kind for row in deals}
    assert kinds == {"fixed", "retainer", "oos"}


def test_quickbooks_is_synchronized_to_the_cent(sync: SyncHarness) -> None:
    run = sync.run("quickbooks")
    agency = sync.sandbox.agency
    assert (run.status, run.error) == ("succeeded", None)
    assert ids(sync.database, QuickbooksCustomer) == sorted(str(row.id) for row in agency.customers.rows)
    assert ids(sync.database, Invoice) == sorted(str(row.id) for row in agency.invoices.rows)
    with sync.database.read() as db:
        sums = db.execute(select(func.sum(Invoice.total), func.sum(Invoice.balance))).one()
        voided = set(db.execute(select(Invoice.external_id).where(Invoice.is_voided)).scalars())
        paid = db.execute(
            select(InvoicePayment.invoice_external_id, func.sum(InvoicePayment.amount))
            .where(InvoicePayment.deleted_at.is_(None))
            .group_by(InvoicePayment.invoice_external_id)
        )
        applied = {invoice: cents(amount) for invoice, amount in paid}
        credits = db.execute(select(func.count()).where(InvoicePayment.kind == "credit")).scalar_one()
    assert cents(sums[0]) == sum(row.total for row in agency.invoices.rows)
    assert cents(sums[1]) == sum(row.balance for row in agency.invoices.rows)
    assert voided == {str(row.id) for row in agency.invoices.rows if row.voided}
    assert credits > 0
    paid_amounts = {str(row.id): row.total - row.balance for row in agency.invoices.rows if row.total != row.balance}
    assert applied == paid_amounts


def cents(amount: Decimal) -> Decimal:
    return amount * 100


def test_run_without_changes_makes_few_calls_and_changes_nothing(sync: SyncHarness) -> None:
    for service in ("teamwork", "hubspot", "quickbooks"):
        assert sync.run(service).status == "succeeded"
    before = read_all(sync.database)
    sync.sandbox.post("/clock", advance_s=600)
    calls = {}
    for service in ("teamwork", "hubspot", "quickbooks"):
        calls_before = sync.calls(service)
        assert sync.run(service).status == "succeeded"
        calls[service] = sync.calls(service) - calls_before
    assert sum(calls.values()) <= MAX_CALLS_WITHOUT_CHANGES, calls
    assert read_all(sync.database) == before


def read_all(database: Database) -> dict[str, list]:
    """All synchronized rows, without the time of the last read and the raw record."""
    models = (TeamworkPerson, TeamworkCompany, TeamworkProject, TimeEntry, HubspotDeal, HubspotContact,
              Invoice, InvoicePayment)  # fmt: skip
    rows = {}
    with database.read() as db:
        for model in models:
            columns = [column for column in model.__table__.columns if column.name not in ("synced_at", "raw")]
            rows[model.__tablename__] = db.execute(select(*columns).order_by(model.id)).all()
    return rows
