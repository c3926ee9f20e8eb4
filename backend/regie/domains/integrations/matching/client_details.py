"""Reads what the records of the services say about a new client: its website, and where and how it is billed."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, select

from regie.domains.integrations.matching.entries import Entry
from regie.domains.integrations.matching.schemas import NewClient
from regie.domains.records.mirrors.models import HubspotCompany, QuickbooksCustomer, TeamworkCompany
from regie.domains.work.clients.schemas import ClientCreate

# Regions and countries whose clients are written to in French.
_FRENCH = frozenset({"qc", "québec", "quebec", "fr", "france"})


def make_client_create(db: Connection, values: NewClient, records: Sequence[Entry]) -> ClientCreate:
    """Return the new client with the first valid value of each detail; what a record states wrongly is left out."""
    known: dict[str, Any] = {
        "name": values.name,
        "account_manager": values.account_manager,
        "currency": values.currency,
    }
    for name, value in _read_details(db, records):
        if name not in known and value:
            try:
                ClientCreate.model_validate({**known, name: value})
            except ValidationError:
                continue
            known[name] = value
    return ClientCreate.model_validate(known)


def _read_details(db: Connection, records: Sequence[Entry]) -> Iterator[tuple[str, str | None]]:
    """Yield the field and value of each detail; sub-customers are often billed at the address of their parent."""
    customers = _ids(records, "quickbooks")
    rows = select(QuickbooksCustomer.email, QuickbooksCustomer.address).where(
        QuickbooksCustomer.external_id.in_(customers)
    )
    order = QuickbooksCustomer.parent_id.is_not(None), QuickbooksCustomer.id
    for row in db.execute(rows.order_by(*order)):
        # One field of QuickBooks holds several addresses.
        yield from (("billing_email", one.strip()) for one in (row.email or "").replace(";", ",").split(","))
        yield "address", row.address
        yield "language", _language_of(row.address)
    hubspot = select(HubspotCompany.domain).where(HubspotCompany.external_id.in_(_ids(records, "hubspot")))
    for domain in db.execute(hubspot.order_by(HubspotCompany.id)).scalars():
        yield "website", domain and f"https://{domain}"
    teamwork = select(TeamworkCompany.website).where(TeamworkCompany.external_id.in_(_ids(records, "teamwork")))
    for website in db.execute(teamwork.order_by(TeamworkCompany.id)).scalars():
        yield "website", website


def _ids(records: Sequence[Entry], service: str) -> list[str]:
    return [part.external_id for part in records if part.service == service]


def _language_of(address: str | None) -> str | None:
    """The language of the region or country that an address names; null where it names neither."""
    return "fr-ca" if _FRENCH & {line.strip().casefold() for line in (address or "").split("\n")} else None
