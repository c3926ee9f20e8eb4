"""Keeping what the outside services know together with our clients, projects and people."""

from collections.abc import Collection

from sqlalchemy import FromClause, ScalarSelect, Table, func, select, update
from sqlalchemy.orm import Session, aliased

from regie.core.shape import Column
from regie.domains.clients.actions import link_client
from regie.domains.clients.models import ClientLink
from regie.domains.invoices.models import Invoice
from regie.domains.matching.proposals import ClientProposal
from regie.domains.mirrors.models import HubspotDeal, HubspotOwner, QuickbooksCustomer
from regie.domains.users.models import User

# A sub-customer's invoices are its client's: QuickBooks nests customers four levels deep.
_LEVELS = 4


def adopt_proposal(session: Session, client_api_id: str, proposal: ClientProposal) -> None:
    """Say that all records of the proposal are this client; `follow_links` comes after the last one."""
    for link in proposal.links:
        link_client(session, client_api_id, link.service, link.external_id)


def follow_links(session: Session, services: Collection[str] = ("hubspot", "quickbooks")) -> None:
    """Let invoices and deals follow what clients are linked to: after links or a service's records changed."""
    if "quickbooks" in services:
        _let_follow(session, Invoice.__table__, "client_id", _client_of_customer(Invoice.customer_id))
    if "hubspot" in services:
        _let_follow(session, HubspotDeal.__table__, "client_id", _client_of_company(HubspotDeal.company_id))
        _let_follow(session, HubspotDeal.__table__, "account_manager_id", _user_of_owner(HubspotDeal.owner_id))


def _let_follow(session: Session, table: FromClause, name: str, value: ScalarSelect[int]) -> None:
    assert isinstance(table, Table)
    session.execute(update(table).where(table.c[name].is_distinct_from(value)).values({name: value}))


def _client_of_customer(customer_id: Column) -> ScalarSelect[int]:
    """The customer's own link, or its nearest parent's."""
    customers = [aliased(QuickbooksCustomer) for _ in range(_LEVELS)]
    links = [aliased(ClientLink) for _ in range(_LEVELS)]
    source = customers[0]
    statement = select(func.coalesce(*(link.client_id for link in links))).select_from(source)
    for level, link in enumerate(links):
        if level:
            parent = customers[level]
            statement = statement.outerjoin(parent, parent.external_id == customers[level - 1].parent_id)
        owned = (link.external_id == customers[level].external_id) & (link.service == "quickbooks")
        statement = statement.outerjoin(link, owned)
    return statement.where(source.external_id == customer_id).scalar_subquery()


def _client_of_company(company_id: Column) -> ScalarSelect[int]:
    linked = (ClientLink.service == "hubspot") & (ClientLink.external_id == company_id)
    return select(ClientLink.client_id).where(linked).scalar_subquery()


def _user_of_owner(owner_id: Column) -> ScalarSelect[int]:
    """Sellers sign in to both with the same e-mail address."""
    return (
        select(User.id)
        .join(HubspotOwner, HubspotOwner.email == User.email)
        .where(HubspotOwner.external_id == owner_id)
        .scalar_subquery()
    )
