"""The people whom the CRM knows at the agency's clients, in the language of each client."""

from random import Random

from regie.sandbox.agency.calendar import DAY_MS, instant
from regie.sandbox.agency.clients import UNACCENTED, Client
from regie.sandbox.agency.names import CONTACT_TITLES, FIRST_NAMES, LAST_NAMES
from regie.sandbox.agency.rows import HubspotCompany, HubspotContact
from regie.sandbox.agency.sales import hubspot_company_id

_FIRST_CONTACT = 51_200_301
_STEP = 7
_FRENCH_NAMES = 20


def build_contacts(clients: list[Client], companies: list[HubspotCompany], seed: int) -> list[HubspotContact]:
    """Return one to four people of each client, then readers of the newsletter without a company."""
    created = {company.id: company.created for company in companies}
    contacts: list[HubspotContact] = []
    for client in clients:
        random = Random(f"{seed}/contacts/{client.position}")
        company = hubspot_company_id(client)
        contacts.extend(
            _make_contact(client, number, created[company] + number * 40 * DAY_MS, random)
            for number in range(1 + client.position * 3 % 4)
        )
    contacts.extend(_reader(number) for number in range(6))
    for position, contact in enumerate(contacts):
        contact.id = _FIRST_CONTACT + position * _STEP
    _add_irregularities(contacts)
    return contacts


def _make_contact(client: Client, number: int, created: int, random: Random) -> HubspotContact:
    is_french = client.language == "fr"
    first_name = random.choice(FIRST_NAMES[:_FRENCH_NAMES] if is_french else FIRST_NAMES[_FRENCH_NAMES:])
    last_name = random.choice(LAST_NAMES)
    return HubspotContact(
        id=0,
        first_name=first_name,
        last_name=last_name,
        email=f"{_address(first_name)}.{_address(last_name)}{number or ''}@{client.domain}.example",
        title=random.choice(CONTACT_TITLES[client.language]),
        phone=f"418 555-{random.randrange(10_000):04d}" if random.random() < 0.7 else None,
        mobile=f"581 555-{random.randrange(10_000):04d}" if random.random() < 0.4 else None,
        created=created,
        updated=created + random.randrange(30, 400) * DAY_MS,
        company_ids=(hubspot_company_id(client),),
    )


def _reader(number: int) -> HubspotContact:
    at = instant(738_900 + number * 30)
    return HubspotContact(0, "", "", f"infolettre{number}@lecteurs.example", None, None, None, at, at, ())


def _address(name: str) -> str:
    return "".join(letter for letter in name.translate(UNACCENTED).lower() if letter.isalpha())


def _add_irregularities(contacts: list[HubspotContact]) -> None:
    """Give some contacts what real accounts have: no address, no last name, two companies, an archive, a merge."""
    if len(contacts) < 16:
        return
    contacts[1].email = None
    contacts[3].last_name = ""
    contacts[5].company_ids = (*contacts[5].company_ids, contacts[8].company_ids[0])
    contacts[7].archived, contacts[7].archived_at = True, contacts[7].updated + DAY_MS
    contacts[9].merged_ids = (contacts[9].id - 3,)
