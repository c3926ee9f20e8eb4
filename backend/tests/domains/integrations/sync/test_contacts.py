"""Contacts of HubSpot are synchronized with their companies; a key without the permission for them reads the rest."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from regie.connectors.http import HttpOptions
from regie.domains.integrations.connections.queries import Environment
from regie.domains.integrations.sync.actions import purge_contacts
from regie.domains.integrations.sync.sources import Sources
from regie.domains.records.mirrors.models import HubspotContact, HubspotContactCompany
from tests.domains.integrations.sync.conftest import SyncHarness, call_clock

CONTACTS = "/hubspot/crm/objects/2026-09/contacts"
SCOPE = "crm.objects.contacts.read"


@pytest.fixture
def without_scope(sync: SyncHarness, environment: Environment) -> Iterator[SyncHarness]:
    """The same synchronization with a key that may not read contacts."""
    key = replace(environment.hubspot, key="pat-sandbox-no-contacts")
    options = HttpOptions(clock=call_clock(sync.clock), total_s=5, jitter=lambda: 0.0)
    sources = Sources(replace(environment, hubspot=key), sync.database, sync.clock, options)
    yield replace(sync, sources=sources)
    sources.close()


def people(sync: SyncHarness, count: int = 1) -> list[Any]:
    rows = sync.sandbox.agency.hubspot_contacts.rows
    return [row for row in rows if row.company_ids and not row.archived and row.email][:count]


def read(sync: SyncHarness, contact: Any) -> Any:
    with sync.database.read() as db:
        statement = select(HubspotContact.__table__).where(HubspotContact.external_id == str(contact.id))
        return db.execute(statement).one_or_none()


def companies(sync: SyncHarness, contact: Any) -> set[str]:
    with sync.database.read() as db:
        of_contact = HubspotContactCompany.contact_id == str(contact.id)
        return set(db.execute(select(HubspotContactCompany.company_id).where(of_contact)).scalars())


def edit(sync: SyncHarness, contact: Any, action: str = "change", **more: Any) -> None:
    """Edit a contact some time after the last read, and long enough ago to be indexed."""
    sync.sandbox.post("/clock", advance_s=60)
    sync.sandbox.post("/records", table="hubspot_contacts", id=contact.id, action=action, **more)
    sync.sandbox.post("/clock", advance_s=60)


def test_changed_contact_is_updated_with_its_companies(sync: SyncHarness) -> None:
    sync.run("hubspot")
    contact, other = people(sync, 2)
    company = next(row.id for row in sync.sandbox.agency.hubspot_companies.rows if row.id not in contact.company_ids)
    values = {"first_name": "Éloïse", "email": "Eloise@Pivoine.example", "company_ids": [company]}
    edit(sync, contact, fields=values)
    assert sync.run("hubspot").status == "succeeded"
    row = read(sync, contact)
    assert (row.name, row.email) == (f"Éloïse {contact.last_name}", "eloise@pivoine.example")
    assert companies(sync, contact) == {str(company)}
    assert companies(sync, other) == set(map(str, other.company_ids))


def test_contact_that_leaves_its_company_is_deleted_and_comes_back(sync: SyncHarness) -> None:
    sync.run("hubspot")
    (contact,) = people(sync)
    edit(sync, contact, fields={"company_ids": []})
    sync.run("hubspot")
    assert read(sync, contact).deleted_at is not None
    edit(sync, contact, fields={"company_ids": list(contact.company_ids)})
    sync.run("hubspot")
    assert read(sync, contact).deleted_at is None


def test_archived_contact_is_deleted_and_restored(sync: SyncHarness) -> None:
    sync.run("hubspot")
    (contact,) = people(sync)
    edit(sync, contact, "archive")
    sync.run("hubspot")
    assert read(sync, contact).deleted_at is not None
    edit(sync, contact, "restore")
    sync.run("hubspot")
    assert read(sync, contact).deleted_at is None


def test_merged_contact_is_deleted_and_the_other_has_both_companies(sync: SyncHarness) -> None:
    sync.run("hubspot")
    loser = people(sync)[0]
    winner = next(row for row in people(sync, 20) if row.company_ids != loser.company_ids)
    edit(sync, loser, "merge", into=winner.id)
    sync.run("hubspot")
    assert read(sync, loser).deleted_at is not None
    assert read(sync, winner).deleted_at is None
    assert companies(sync, winner) == set(map(str, (*loser.company_ids, *winner.company_ids)))


def test_contact_without_a_company_is_not_stored(sync: SyncHarness) -> None:
    sync.run("hubspot")
    readers = [row for row in sync.sandbox.agency.hubspot_contacts.rows if not row.company_ids]
    assert readers
    assert [read(sync, row) for row in readers] == [None] * len(readers)


def test_full_read_marks_contacts_that_disappeared(sync: SyncHarness) -> None:
    sync.run("hubspot")
    (contact,) = people(sync)
    edit(sync, contact, "delete", touch=False)
    run = sync.run("hubspot", full=True)
    assert run.status == "succeeded"
    assert read(sync, contact).deleted_at is not None


def test_empty_list_deletes_no_contact(sync: SyncHarness) -> None:
    sync.run("hubspot")
    sync.sandbox.fault(CONTACTS, kind="status", status=200, body='{"results": []}', times=1_000)
    run = sync.run("hubspot", full=True)
    assert (run.status, run.error) == ("failed", "incomplete")
    assert read(sync, people(sync)[0]).deleted_at is None


def test_key_without_the_permission_reads_the_rest(without_scope: SyncHarness) -> None:
    run = without_scope.run("hubspot")
    assert (run.status, run.error) == ("succeeded", None)
    assert run.skipped == [{"kind": "contacts", "scope": SCOPE}]
    assert read(without_scope, people(without_scope)[0]) is None


def test_contacts_stay_when_the_permission_is_withdrawn(sync: SyncHarness, without_scope: SyncHarness) -> None:
    assert sync.run("hubspot").skipped is None
    run = without_scope.run("hubspot", full=True)
    assert (run.status, run.missing) == ("succeeded", None)
    assert run.skipped == [{"kind": "contacts", "scope": SCOPE}]
    (contact,) = people(sync)
    assert read(sync, contact).deleted_at is None
    edit(sync, contact, fields={"title": "Directrice"})
    assert sync.run("hubspot").skipped is None
    assert read(sync, contact).title == "Directrice"


def test_missing_permission_for_deals_still_fails_the_run(sync: SyncHarness) -> None:
    body = '{"status":"error","category":"MISSING_SCOPES","message":"no"}'
    sync.sandbox.fault("/hubspot/crm/objects/2026-09/deals", status=403, body=body, times=1_000)
    run = sync.run("hubspot")
    assert (run.status, run.error, run.skipped) == ("failed", "missing_scope", None)


def test_deleted_contact_is_purged_after_ninety_days(sync: SyncHarness) -> None:
    sync.run("hubspot")
    contact, other = people(sync, 2)
    edit(sync, contact, "archive")
    sync.run("hubspot")
    deleted_at = read(sync, contact).deleted_at
    for days, is_stored in ((89, True), (91, False)):
        with sync.database.write() as session:
            purge_contacts(session, deleted_at + timedelta(days=days))
        assert (read(sync, contact) is not None, bool(companies(sync, contact))) == (is_stored, is_stored)
    assert read(sync, other) is not None
    assert companies(sync, other)
