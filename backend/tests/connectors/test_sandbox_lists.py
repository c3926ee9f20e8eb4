"""The three clients over HTTP against the sandbox: lists are complete and exact, and nothing is written."""

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.connectors.errors import (
    RecordNotFound,
)
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.pages import RecordPage
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.teamwork.client import TeamworkClient
from regie.sandbox.table import Table
from tests.connectors.sandbox import START, Sandbox, ids_in, ids_of


def row_of(table: Table[Any], record: Any) -> Any:
    row = table.get(int(record.external_id))
    assert row is not None
    return row


def test_teamwork_lists_are_complete(sandbox: Sandbox, teamwork: TeamworkClient) -> None:
    agency = sandbox.agency
    accounts = [row for row in agency.people.rows if row.kind == "account" and not row.is_service_account]
    assert ids_of(teamwork.people()) == ids_in(accounts)
    assert ids_of(teamwork.companies()) == ids_in(agency.companies.rows)
    assert ids_of(teamwork.projects()) == ids_in(row for row in agency.projects.rows if row.status != "deleted")
    assert ids_of(teamwork.project_categories()) == ids_in(agency.categories.rows)
    first = date.fromordinal(min(row.day for row in agency.entries.rows))
    assert ids_of(teamwork.time_entries(from_on=first, to_on=START.date())) == ids_in(agency.entries.rows)


def test_teamwork_records_match_the_seed(sandbox: Sandbox, teamwork: TeamworkClient) -> None:
    agency = sandbox.agency
    companies = {str(row.id): row.name for row in agency.companies.rows}
    pages = list(teamwork.projects())
    assert [problem for page in pages for problem in page.problems] == []
    statuses = {project.status for page in pages for project in page.records}
    assert statuses == {"active", "archived"}
    for page in pages:
        for project in page.records:
            row = row_of(agency.projects, project)
            assert project.name == row.name
            assert project.company_name == companies[str(row.company_id)]
            assert (project.category_id is None) == (row.category_id is None)
    people = {person.external_id: person for page in teamwork.people() for person in page.records}
    for row in agency.people.rows:
        if str(row.id) in people:
            person = people[str(row.id)]
            assert (person.rate, person.deleted) == (Decimal(row.rate) / 100, row.deleted)
            assert (person.updated_at is None) == row.without_updated
    assert teamwork.me().is_service_account
    one = agency.projects.rows[0]
    assert teamwork.project(str(one.id)).company_name == companies[str(one.company_id)]
    assert teamwork.company(str(one.company_id)).name == companies[str(one.company_id)]


def test_teamwork_returns_changes(sandbox: Sandbox, teamwork: TeamworkClient) -> None:
    entry, project = sandbox.agency.entries.rows[7], sandbox.agency.projects.rows[3]
    sandbox.post("/clock", advance_s=600)
    sandbox.post("/records", table="entries", id=entry.id, fields={"minutes": 7})
    sandbox.post("/records", table="projects", id=project.id, action="archive")
    assert ids_of(teamwork.projects(updated_after=START)) == [str(project.id)]
    (page,) = teamwork.time_entries(updated_after=START)
    assert [(one.external_id, one.minutes) for one in page.records] == [(str(entry.id), 7)]
    assert ids_of(teamwork.companies(updated_after=START)) == []


def test_hubspot_lists_are_complete(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    agency = sandbox.agency
    active = [row for row in agency.deals.rows if not row.archived and row.merged_into is None]
    assert ids_of(hubspot.deals()) == ids_in(active)
    assert ids_of(hubspot.deals(archived=True)) == ids_in(row for row in agency.deals.rows if row.archived)
    assert ids_of(hubspot.companies()) == ids_in(row for row in agency.hubspot_companies.rows if not row.archived)
    assert ids_of(hubspot.owners()) == ids_in(agency.owners.rows)
    contacts = [row for row in agency.hubspot_contacts.rows if not row.archived]
    assert ids_of(hubspot.contacts()) == ids_in(contacts)
    assert ids_of(hubspot.contacts(archived=True)) == ids_in(
        row for row in agency.hubspot_contacts.rows if row.archived
    )
    since = datetime(2020, 1, 1, tzinfo=UTC)
    assert ids_of(hubspot.deals_modified_since(since)) == ids_in(active)
    assert ids_of(hubspot.contacts_modified_since(since)) == ids_in(contacts)
    assert hubspot.count_contacts() == len(contacts)


def test_hubspot_records_match_the_seed(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    agency = sandbox.agency
    deals = [deal for page in hubspot.deals() for deal in page.records]
    linked = hubspot.read_company_ids(deal.external_id for deal in deals)
    pipelines = hubspot.pipelines()
    assert pipelines.problems == ()
    for deal in deals:
        row = row_of(agency.deals, deal)
        expected = None if row.amount in (None, "N/A") else Decimal(row.amount)
        assert (deal.amount, deal.currency, deal.stage_id) == (expected, row.currency, row.stage)
        assert deal.company_ids == linked[deal.external_id] == tuple(map(str, row.company_ids))
    states = {pipelines.stage_of(deal).state for deal in deals}
    assert states == {"open", "won", "lost"}
    assert any(not pipelines.stage_of(deal).known for deal in deals)
    owners = {owner.external_id: owner for page in hubspot.owners() for owner in page.records}
    assert {deal.owner_id for deal in deals if deal.owner_id} <= set(owners)
    assert {owner.archived for owner in owners.values()} == {True, False}
    assert len(hubspot.company_currency()) == 3


@pytest.mark.parametrize("version", ["2026-09", "v3"])
def test_hubspot_contacts_match_the_seed(sandbox: Sandbox, options: HttpOptions, version: str) -> None:
    with HubspotClient(sandbox.hubspot(version=version), options) as client:
        contacts = [contact for page in client.contacts() for contact in page.records]
        linked = client.read_contact_company_ids(contact.external_id for contact in contacts)
    assert {len(contact.company_ids or ()) for contact in contacts} == {0, 1, 2}
    for contact in contacts:
        row = row_of(sandbox.agency.hubspot_contacts, contact)
        assert (contact.first_name or "", contact.last_name or "") == (row.first_name, row.last_name)
        assert (contact.email, contact.title, contact.phone) == (row.email, row.title, row.phone or row.mobile)
        assert contact.company_ids == linked[contact.external_id] == tuple(map(str, row.company_ids))
        assert contact.merged_ids == tuple(map(str, row.merged_ids))
        assert contact.source_url == f"https://app.hubspot.com/contacts/1/record/0-1/{row.id}"


def test_hubspot_returns_changed_contacts_once_indexed(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    contact = next(row for row in sandbox.agency.hubspot_contacts.rows if not row.archived)
    sandbox.post("/clock", stopped=True, advance_s=600)
    sandbox.post("/records", table="hubspot_contacts", id=contact.id, fields={"title": "Directrice"})
    assert ids_of(hubspot.contacts_modified_since(START)) == []
    sandbox.post("/clock", advance_s=3)
    (page,) = hubspot.contacts_modified_since(START)
    assert [(one.external_id, one.title) for one in page.records] == [(str(contact.id), "Directrice")]


def test_hubspot_returns_changes_once_indexed(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    """H4."""
    deal = next(row for row in sandbox.agency.deals.rows if not row.archived)
    sandbox.post("/clock", stopped=True, advance_s=600)
    sandbox.post("/records", table="deals", id=deal.id, fields={"name": "Été à l’atelier"})
    assert ids_of(hubspot.deals_modified_since(START)) == []
    sandbox.post("/clock", advance_s=3)
    (page,) = hubspot.deals_modified_since(START)
    assert [(one.external_id, one.name) for one in page.records] == [(str(deal.id), "Été à l’atelier")]


@pytest.mark.parametrize("version", ["2026-03", "v3"])
def test_hubspot_reads_the_same_in_every_version(sandbox: Sandbox, options: HttpOptions, version: str) -> None:
    with HubspotClient(sandbox.hubspot(version=version), options) as client:
        assert len(ids_of(client.companies())) == len(
            ids_of(client.companies_modified_since(datetime(2020, 1, 1, tzinfo=UTC)))
        )
        assert client.pipelines().all
        assert len(client.company_currency()) == 3
        assert client.read_company_ids([str(sandbox.agency.deals.rows[0].id)])


def test_quickbooks_lists_are_complete(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    agency = sandbox.agency
    assert ids_of(sandbox_quickbooks.customers()) == ids_in(agency.customers.rows)
    lists: list[tuple[str, Callable[[], Iterable[RecordPage[Any]]], Any]] = [
        ("Invoice", sandbox_quickbooks.invoices, agency.invoices),
        ("Payment", sandbox_quickbooks.payments, agency.payments),
        ("CreditMemo", sandbox_quickbooks.credit_memos, agency.credit_memos),
    ]
    for entity, read, table in lists:
        active = [row for row in table.rows if not row.deleted]
        assert ids_of(read()) == ids_in(active)
        assert sandbox_quickbooks.count(entity) == len(active)
    assert sandbox_quickbooks.count("Customer") == len(agency.customers)


def test_quickbooks_amounts_are_exact(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    agency = sandbox.agency
    assert sandbox_quickbooks.preferences().home_currency == "CAD"
    currencies = set()
    for page in sandbox_quickbooks.invoices():
        assert page.problems == ()
        for invoice in page.records:
            row = row_of(agency.invoices, invoice)
            assert (invoice.total, invoice.balance) == (Decimal(row.total) / 100, Decimal(row.balance) / 100)
            assert (invoice.number, invoice.is_voided) == (row.number, row.voided)
            assert invoice.issued_on == date.fromordinal(row.day)
            currencies.add(invoice.currency)
    assert currencies == {"CAD", "USD", "EUR"}
    for page in sandbox_quickbooks.payments():
        for payment in page.records:
            row = row_of(agency.payments, payment)
            applied = tuple((Decimal(cents) / 100, kind, str(number)) for cents, kind, number in row.applied)
            assert payment.total == Decimal(row.total) / 100
            assert tuple((one.amount, one.entity, one.external_id) for one in payment.applied) == applied


def test_quickbooks_returns_changes_and_deletions(sandbox: Sandbox, sandbox_quickbooks: QuickbooksClient) -> None:
    """Q8, Q9, Q10."""
    unpaid = [row for row in sandbox.agency.invoices.rows if row.balance == row.total > 0 and not row.deleted]
    paid, voided, deleted = unpaid[:3]
    sandbox.post("/clock", stopped=True, advance_s=600)
    payment = sandbox.post("/records", table="invoices", id=paid.id, action="pay", cents=101)["id"]
    sandbox.post("/records", table="invoices", id=voided.id, action="void")
    sandbox.post("/records", table="invoices", id=deleted.id, action="delete")
    changes = sandbox_quickbooks.changes_since(START)
    invoices = {invoice.external_id: invoice for invoice in changes.invoices}
    assert set(invoices) == {str(paid.id), str(voided.id)}
    assert invoices[str(paid.id)].balance == Decimal(paid.balance - 101) / 100
    assert str(payment) in invoices[str(paid.id)].payment_ids
    assert invoices[str(voided.id)].is_voided
    assert [one.external_id for one in changes.payments] == [str(payment)]
    assert [(one.entity, one.external_id) for one in changes.deleted] == [("Invoice", str(deleted.id))]
    with pytest.raises(RecordNotFound):
        sandbox_quickbooks.invoice(str(deleted.id))
    assert ids_of(sandbox_quickbooks.invoices(updated_since=START)) == sorted(invoices)


def test_every_list_resumes_from_every_page(
    sandbox: Sandbox, teamwork: TeamworkClient, hubspot: HubspotClient, sandbox_quickbooks: QuickbooksClient
) -> None:
    since = datetime(2020, 1, 1, tzinfo=UTC)
    lists: list[Callable[[str | None], Iterable[RecordPage[Any]]]] = [
        lambda cursor: hubspot.deals(cursor=cursor),
        lambda cursor: hubspot.owners(cursor=cursor),
        lambda cursor: hubspot.deals_modified_since(since, cursor=cursor),
        lambda cursor: sandbox_quickbooks.invoices(cursor=cursor),
        lambda cursor: teamwork.time_entries(from_on=date(2026, 10, 1), to_on=START.date(), cursor=cursor),
    ]
    for read in lists:
        pages = list(read(None))
        assert len(pages) > 1
        assert pages[-1].next_cursor is None
        for index, page in enumerate(pages[:-1]):
            rest = {record.external_id for later in read(page.next_cursor) for record in later.records}
            assert rest >= {record.external_id for later in pages[index + 1 :] for record in later.records}


def test_only_allowed_reads_are_requested(
    sandbox: Sandbox, teamwork: TeamworkClient, hubspot: HubspotClient, sandbox_quickbooks: QuickbooksClient
) -> None:
    """C1."""
    list(teamwork.companies())
    list(hubspot.deals_modified_since(START))
    list(hubspot.owners())
    list(sandbox_quickbooks.customers())
    for service in ("teamwork", "hubspot", "quickbooks"):
        log = sandbox.requests(service)
        assert log
        assert [entry for entry in log if entry["outside_read_surface"]] == []
        assert {entry["status"] for entry in log} == {200}
        writes = {entry["path"] for entry in log if entry["method"] != "GET"}
        assert writes <= {"/hubspot/crm/objects/2026-09/deals/search"}


def test_rename_between_two_pages_loses_nothing(
    sandbox: Sandbox, options: HttpOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T12."""
    monkeypatch.setattr("regie.connectors.teamwork.client.PAGE_SIZE", 40)
    rows = [row for row in sandbox.agency.projects.rows if row.status != "deleted"]
    seen: list[str] = []
    with TeamworkClient(sandbox.teamwork(), options) as teamwork:
        for page in teamwork.projects():
            seen.extend(project.external_id for project in page.records)
            sandbox.post("/records", table="projects", id=rows[0].id, fields={"name": f"Zz {len(seen)}"})
            sandbox.post("/records", table="projects", id=rows[-1].id, fields={"name": f"Aa {len(seen)}"})
    assert len(seen) == len(set(seen)) == len(rows)


def test_deletion_between_two_pages_loses_nothing(
    sandbox: Sandbox, options: HttpOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regie.connectors.teamwork.client.PAGE_SIZE", 40)
    first = min(sandbox.agency.projects.rows, key=lambda row: row.id)
    expected = {str(row.id) for row in sandbox.agency.projects.rows if row.status != "deleted"}
    seen: set[str] = set()
    with TeamworkClient(sandbox.teamwork(), options) as teamwork:
        for turn, page in enumerate(teamwork.projects()):
            seen |= {project.external_id for project in page.records}
            if turn == 1:
                sandbox.post("/records", table="projects", id=first.id, action="delete")
    assert seen == expected
