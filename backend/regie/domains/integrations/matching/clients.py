"""Reads clients, and the companies and customers of the services, for matching."""

from collections import Counter, defaultdict
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from regie.core.api import wire
from regie.domains.integrations.matching.candidates import MatchCandidates
from regie.domains.integrations.matching.entries import OURS, Entry, RecordAttributes, Ref
from regie.domains.integrations.matching.names import company_key, domain_of, sort_words
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotDeal,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCompany,
)
from regie.domains.records.users.models import User

SINGLE_RECORD_SERVICES = frozenset({OURS, "teamwork", "hubspot"})
SERVICES = ("teamwork", "hubspot", "quickbooks")
TABLES = (
    *("clients", "client_links", "teamwork_companies", "hubspot_companies", "quickbooks_customers"),
    *("hubspot_deals", "hubspot_owners", "users"),
)
T = TypeVar("T")
_SINGLE_LINK_SERVICES = frozenset({"teamwork", "hubspot"})


def read_match_candidates(db: Connection) -> MatchCandidates:
    links: dict[Ref, str] = {
        (row.service, row.external_id): row.api_id
        for row in db.execute(
            select(ClientLink.service, ClientLink.external_id, Client.api_id).join(
                Client, Client.id == ClientLink.client_id
            )
        )
    }
    candidates = MatchCandidates(targets=[])
    sales = _sales_by_company(db)
    candidates.assign((teamwork_company_entry(row) for row in db.execute(_TEAMWORK)), links)
    candidates.assign((hubspot_company_entry(row, sales.get(row.external_id)) for row in db.execute(_HUBSPOT)), links)
    customers = [customer_entry(row) for row in db.execute(_QUICKBOOKS)]
    candidates.assign(customers, links)
    active = {entry.external_id for entry in customers if entry.is_proposed}
    candidates.move_children(active.__contains__)
    for row in db.execute(_CLIENTS):
        known = candidates.linked.get(row.api_id, [])
        linked_services = frozenset(entry.service for entry in known) & _SINGLE_LINK_SERVICES
        candidates.targets.append(client_entry(row, linked_services))
    return candidates


_CLIENTS = select(
    Client.api_id, Client.name, Client.website, Client.contact_email, Client.billing_email, Client.archived_at
)
_TEAMWORK = select(
    *(TeamworkCompany.external_id, TeamworkCompany.api_id, TeamworkCompany.name, TeamworkCompany.source_url),
    *(TeamworkCompany.website, TeamworkCompany.email, TeamworkCompany.is_owner, TeamworkCompany.deleted_at),
).where(TeamworkCompany.deleted_at.is_(None), TeamworkCompany.is_owner.is_(False))
_HUBSPOT = select(
    *(HubspotCompany.external_id, HubspotCompany.api_id, HubspotCompany.name, HubspotCompany.source_url),
    *(HubspotCompany.domain, HubspotCompany.deleted_at),
).where(HubspotCompany.deleted_at.is_(None))
_QUICKBOOKS = select(
    *(QuickbooksCustomer.external_id, QuickbooksCustomer.api_id, QuickbooksCustomer.name),
    *(QuickbooksCustomer.source_url, QuickbooksCustomer.company_name, QuickbooksCustomer.email),
    *(QuickbooksCustomer.currency, QuickbooksCustomer.parent_id, QuickbooksCustomer.is_active),
    QuickbooksCustomer.deleted_at,
).where(QuickbooksCustomer.deleted_at.is_(None))


def client_entry(row: Any, linked_services: frozenset[str]) -> Entry:
    return Entry(
        service=OURS,
        external_id=row.api_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_domains(row.website, row.contact_email, row.billing_email),
        linked_services=linked_services,
        is_proposed=row.archived_at is None,
    )


def teamwork_company_entry(row: Any) -> Entry:
    domains = _domains(row.website, row.email)
    return Entry(
        service="teamwork",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=domains,
        detail=min(domains, default=None),
        url=row.source_url,
    )


def hubspot_company_entry(row: Any, sales: RecordAttributes | None = None) -> Entry:
    return Entry(
        service="hubspot",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_domains(row.domain),
        detail=row.domain,
        url=row.source_url,
        attributes=sales or {},
    )


def customer_entry(row: Any) -> Entry:
    names = _names(row.name) | (_names(row.company_name) if row.company_name else frozenset())
    return Entry(
        service="quickbooks",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.company_name or row.name,
        names=names,
        addresses=_domains(row.email),
        detail=row.email,
        url=row.source_url,
        parent_id=row.parent_id,
        is_proposed=row.is_active,
        attributes={"currency": row.currency},
    )


def _names(name: str) -> frozenset[str]:
    return frozenset({sort_words(company_key(name))}) - {""}


def _domains(*addresses: str | None) -> frozenset[str]:
    return frozenset(domain for domain in map(domain_of, addresses) if domain)


def _sales_by_company(db: Connection) -> dict[str, RecordAttributes]:
    """By HubSpot company: the account manager with the most deals, and the most frequent currency."""
    sold = (
        select(HubspotDeal.company_id, HubspotDeal.currency, User.api_id, User.name, User.roles)
        .outerjoin(HubspotOwner, HubspotOwner.external_id == HubspotDeal.owner_id)
        .outerjoin(User, User.email == HubspotOwner.email)
    )
    sellers: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
    currencies: dict[str, Counter[str]] = defaultdict(Counter)
    for company_id, currency, api_id, name, roles in db.execute(sold):
        if company_id is None:
            continue
        if currency:
            currencies[company_id][currency] += 1
        if api_id and "account_manager" in roles:
            sellers[company_id][api_id, name] += 1
    return {
        company_id: {
            "account_manager": _seller_ref(_most_frequent(sellers[company_id])),
            "currency": _most_frequent(currencies[company_id]),
        }
        for company_id in {*sellers, *currencies}
    }


def _seller_ref(seller: tuple[str, str] | None) -> wire.Ref | None:
    return None if seller is None else {"api_id": seller[0], "name": seller[1]}


def _most_frequent(counts: Counter[T]) -> T | None:
    return min(counts, key=lambda value: (-counts[value], value), default=None)
