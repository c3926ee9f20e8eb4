"""Clients and the companies and customers that three services know them as."""

from collections import Counter, defaultdict
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from regie.core.api import wire
from regie.domains.integrations.matching.entries import OURS, Entry, Facts, Ref
from regie.domains.integrations.matching.names import company_key, domain_of, sorted_words
from regie.domains.integrations.matching.scenes import Scene
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotDeal,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCompany,
)
from regie.domains.records.users.models import User

SINGLE = frozenset({OURS, "teamwork", "hubspot"})
SERVICES = ("teamwork", "hubspot", "quickbooks")
TABLES = (
    *("clients", "client_links", "teamwork_companies", "hubspot_companies", "quickbooks_customers"),
    *("hubspot_deals", "hubspot_owners", "users"),
)
T = TypeVar("T")
_ONCE = frozenset({"teamwork", "hubspot"})


def read_scene(db: Connection) -> Scene:
    links: dict[Ref, str] = {
        (row.service, row.external_id): row.api_id
        for row in db.execute(
            select(ClientLink.service, ClientLink.external_id, Client.api_id).join(
                Client, Client.id == ClientLink.client_id
            )
        )
    }
    scene = Scene(ours=[])
    sales = _sales(db)
    scene.place((company_entry(row) for row in db.execute(_TEAMWORK)), links)
    scene.place((company_entry_of_hubspot(row, sales.get(row.external_id)) for row in db.execute(_HUBSPOT)), links)
    customers = [customer_entry(row) for row in db.execute(_QUICKBOOKS)]
    scene.place(customers, links)
    living = {entry.external_id for entry in customers if entry.is_proposed}
    scene.follow(living.__contains__)
    for row in db.execute(_CLIENTS):
        known = scene.linked.get(row.api_id, [])
        closed = frozenset(entry.service for entry in known) & _ONCE
        scene.ours.append(client_entry(row, closed))
    return scene


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


def client_entry(row: Any, closed: frozenset[str]) -> Entry:
    return Entry(
        service=OURS,
        external_id=row.api_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_domains(row.website, row.contact_email, row.billing_email),
        closed=closed,
        is_proposed=row.archived_at is None,
    )


def company_entry(row: Any) -> Entry:
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


def company_entry_of_hubspot(row: Any, sales: Facts | None = None) -> Entry:
    return Entry(
        service="hubspot",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_domains(row.domain),
        detail=row.domain,
        url=row.source_url,
        facts=sales or {},
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
        facts={"currency": row.currency},
    )


def _names(name: str) -> frozenset[str]:
    return frozenset({sorted_words(company_key(name))}) - {""}


def _domains(*addresses: str | None) -> frozenset[str]:
    return frozenset(domain for domain in map(domain_of, addresses) if domain)


def _sales(db: Connection) -> dict[str, Facts]:
    """By HubSpot company: the account manager who sold it most, and the currency it bought in."""
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
        company_id: {"account_manager": _ref_of(_most(sellers[company_id])), "currency": _most(currencies[company_id])}
        for company_id in {*sellers, *currencies}
    }


def _ref_of(seller: tuple[str, str] | None) -> wire.Ref | None:
    return None if seller is None else {"api_id": seller[0], "name": seller[1]}


def _most(counted: Counter[T]) -> T | None:
    return min(counted, key=lambda value: (-counted[value], value), default=None)
