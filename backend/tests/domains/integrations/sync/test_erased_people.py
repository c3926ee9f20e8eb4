"""Tests that synchronization leaves the personal data of an erased person empty."""

from datetime import date

from sqlalchemy import func, select

from regie.domains.administration.personal_data.erasure import erase_person
from regie.domains.administration.personal_data.queries import find_person
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import HubspotContact, TeamworkPerson, TimeEntry
from tests.domains.administration.personal_data.canaries import find_in_database
from tests.domains.integrations.sync.conftest import SECRET, SyncHarness
from tests.factories.people import make_employee
from tests.factories.work import make_client


def test_erased_person_does_not_come_back(sync: SyncHarness):
    """A full read returns the same person and hours; only the id and the minutes are saved."""
    assert sync.run("teamwork").status == "succeeded"
    database = sync.database
    minutes = select(func.sum(TimeEntry.minutes), func.count())
    with database.write() as session:
        busiest = select(TimeEntry.teamwork_user_id).group_by(TimeEntry.teamwork_user_id).order_by(func.count().desc())
        external_id = session.execute(busiest.limit(1)).scalar_one()
        person = session.execute(select(TeamworkPerson).where(TeamworkPerson.external_id == external_id)).scalar_one()
        name, email = person.name, person.email
        assert email is not None
        employee = make_employee(
            session, email=email, name=name, teamwork_user_id=external_id, status="left", ended_on=date(2026, 10, 1)
        )
        before = session.execute(minutes).one()
    assert find_in_database(database, name, email)
    with database.write() as session:
        found = find_person(session.connection(), "employee", employee.api_id)
        erase_person(session, found, "Request", sync.clock.now(), SECRET, None)
    assert sync.run("teamwork", full=True).status == "succeeded"
    assert find_in_database(database, name, email) == []
    with database.read() as db:
        described = select(func.count()).where(
            TimeEntry.teamwork_user_id == external_id, TimeEntry.description.is_not(None)
        )
        assert db.execute(described).scalar_one() == 0
        assert db.execute(minutes).one() == before


def test_erased_contact_does_not_come_back(sync: SyncHarness):
    assert sync.run("hubspot").status == "succeeded"
    seeded = next(row for row in sync.sandbox.agency.hubspot_contacts.rows if row.email and row.last_name)
    with sync.database.write() as session:
        of_contact = select(HubspotContact).where(HubspotContact.external_id == str(seeded.id))
        contact = session.execute(of_contact).scalar_one()
        api_id, name, email = contact.api_id, contact.name, contact.email
        link = ClientLink(client_id=make_client(session).id, service="hubspot", external_id=str(seeded.company_ids[0]))
        session.add(link)
    assert email is not None
    assert find_in_database(sync.database, name, email)
    with sync.database.write() as session:
        person = find_person(session.connection(), "contact", api_id)
        erase_person(session, person, "Request", sync.clock.now(), SECRET, None)
    assert sync.run("hubspot", full=True).status == "succeeded"
    assert find_in_database(sync.database, name, email) == []
