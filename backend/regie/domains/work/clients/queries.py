"""Reads clients; every statement starts from `visible_clients`."""

from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, func, join, or_, select, true, union_all
from sqlalchemy import literal_column as literal

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor, row_scope
from regie.access.link_targets import LinkTarget
from regie.access.permissions import Permission, Scope
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Listing, RowScope, any_of, archived_choice, choice, one_of
from regie.core.lists.shape import Field, Shape, read_rows, ref_to
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import my_teams
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotContact,
    HubspotContactCompany,
    QuickbooksCustomer,
    TeamworkCompany,
)
from regie.domains.records.personal_data.models import ErasedRecord
from regie.domains.records.projects.models import Project, ProjectMember
from regie.domains.records.users.models import User
from regie.domains.work.clients.figures import (
    CHURNED_ON,
    FIRST_ACTIVE_ON,
    LEAVING_ON,
    LIFETIME_REVENUE,
    MRR,
    MRR_VALUE,
    OUTSTANDING,
    OUTSTANDING_VALUE,
    OVERDUE_AMOUNT,
    OVERDUE_VALUE,
    STATUS,
    STATUS_NAME,
    UNAPPLIED,
)
from regie.domains.work.clients.health import (
    HAS_LEVEL,
    HEALTH,
    HEALTH_RANK,
    IS_OVERDUE,
    IS_RENEWING,
    health_params,
    read_health,
)
from regie.domains.work.clients.other_currencies import add_other_currencies
from regie.domains.work.clients.schemas import (
    ClientAction,
    ClientBasic,
    ClientBasicRow,
    ClientDetails,
    ClientHealth,
    ClientMoney,
    ClientTotals,
    Link,
)

_FIELDS: dict[str, Field] = {
    "account_manager": ref_to(User),
    "team": ref_to(Team),
    "status": STATUS_NAME,
    "leaving_on": LEAVING_ON,
    "health": HEALTH,
    "mrr": MRR,
    "outstanding": OUTSTANDING,
    "overdue": OVERDUE_AMOUNT,
}
_CLIENT_SHAPE = Shape.of(
    ClientDetails,
    Client,
    ClientTotals,
    **_FIELDS,
    first_active_on=FIRST_ACTIVE_ON,
    churned_on=CHURNED_ON,
    unapplied=UNAPPLIED,
    lifetime_revenue=LIFETIME_REVENUE,
)
CLIENTS = Listing(
    source=join(Client, User, User.id == Client.account_manager_id, isouter=True).join(
        Team, Team.id == Client.team_id, isouter=True
    ),
    key=Client.id,
    api_id=Client.api_id,
    shape=Shape.of(ClientBasicRow, Client, ClientMoney, **_FIELDS),
    sorts={
        "name": Client.name_key,
        "status": STATUS_NAME,
        "currency": Client.currency,
        "updated_at": Client.updated_at,
        "health": HEALTH_RANK,
        "mrr": MRR_VALUE,
        "outstanding": OUTSTANDING_VALUE,
        "overdue": OVERDUE_VALUE,
    },
    default_sort="name",
    search=(Client.search_key,),
    filters={
        "status": any_of({name: (lambda condition=condition: condition) for name, condition in STATUS.items()}),
        "account_manager": one_of(User.api_id),
        "team": one_of(Team.api_id),
        "health": any_of({name: (lambda condition=condition: condition) for name, condition in HAS_LEVEL.items()}),
        "overdue": choice({True: lambda: IS_OVERDUE, False: lambda: ~IS_OVERDUE}),
        "renewing": choice({True: lambda: IS_RENEWING, False: lambda: ~IS_RENEWING}),
        "currency": one_of(Client.currency),
        "leaving": choice({True: lambda: LEAVING_ON.is_not(None), False: lambda: LEAVING_ON.is_(None)}),
        "archived": archived_choice(Client.archived_at),
    },
    restricted_sorts=frozenset({"mrr", "outstanding", "overdue"}),
)
_LINKS = union_all(
    *(
        select(
            ClientLink.service,
            ClientLink.external_id,
            mirror.name,
            mirror.source_url.label("url"),
            mirror.synced_at,
            mirror.deleted_at,
        )
        .join(Client, Client.id == ClientLink.client_id)
        .outerjoin(mirror, mirror.external_id == ClientLink.external_id)
        .where(Client.api_id == bindparam("api_id"), ClientLink.service == literal(f"'{service}'"))
        for service, mirror in (
            ("teamwork", TeamworkCompany),
            ("hubspot", HubspotCompany),
            ("quickbooks", QuickbooksCustomer),
        )
    )
)
# The contacts of the companies at HubSpot that are these clients, once per client.
LINKED_CONTACTS = (
    select(
        ClientLink.client_id,
        HubspotContact.api_id,
        HubspotContact.name,
        HubspotContact.title,
        HubspotContact.email,
        HubspotContact.phone,
        HubspotContact.source_url,
        HubspotContact.synced_at,
    )
    .join(HubspotContactCompany, HubspotContactCompany.company_id == ClientLink.external_id)
    .join(HubspotContact, HubspotContact.external_id == HubspotContactCompany.contact_id)
    .where(
        ClientLink.service == literal("'hubspot'"),
        HubspotContact.deleted_at.is_(None),
        ~exists().where(
            ErasedRecord.table_name == literal("'hubspot_contacts'"),
            ErasedRecord.external_id == HubspotContact.external_id,
        ),
    )
    .distinct()
    .subquery("linked_contacts")
)


def is_same_contact(name: Any, email: Any) -> ColumnElement[bool]:
    """Select the linked contact with this address; without addresses, with this name."""
    linked = LINKED_CONTACTS.c
    return func.coalesce(linked.email, func.lower(linked.name)) == func.coalesce(func.lower(email), func.lower(name))


_CONTACT_SOURCE = select(func.max(LINKED_CONTACTS.c.source_url)).where(
    LINKED_CONTACTS.c.client_id == Client.id,
    Client.api_id == bindparam("api_id"),
    is_same_contact(Client.contact_name, Client.contact_email),
)


def visible_clients(scope: Scope) -> ColumnElement[bool]:
    """Own: the clients that the caller manages, or on whose projects they work."""
    if scope is Scope.ALL:
        return true()
    member = select(ProjectMember.project_id).where(ProjectMember.employee_id == CURRENT_EMPLOYEE_ID)
    works_for_client = exists(
        select(Project.id)
        .where(
            Project.client_id == Client.id,
            or_(Project.project_manager_id == CURRENT_EMPLOYEE_ID, Project.id.in_(member)),
        )
        .correlate(Client)
    )
    return or_(managed_clients(scope), works_for_client)


def managed_clients(scope: Scope) -> ColumnElement[bool]:
    """Own: the clients whose account manager the caller is; project members see neither money nor edit.

    Team: also those of the caller's teams.
    """
    if scope is Scope.ALL:
        return true()
    own = Client.account_manager_id == CURRENT_USER_ID
    return or_(own, Client.team_id.in_(my_teams())) if scope is Scope.TEAM else own


# For rows of other resources that name a client.
CLIENT_LINK: LinkTarget = (Client, Permission.CLIENTS_VIEW, visible_clients)


def client_row_scope(actor: Actor) -> RowScope:
    return row_scope(
        actor,
        Permission.CLIENTS_VIEW,
        visible_clients,
        money=Permission.CLIENTS_MONEY,
        money_clause=managed_clients,
    )


def list_clients(db: Connection, actor: Actor, query: ListQuery, today: date) -> Page[ClientBasicRow]:
    page = CLIENTS.page(db, client_row_scope(actor), query, **health_params(actor, today))
    return {"data": add_other_currencies(db, page["data"], today), "meta": page["meta"]}


def count_clients(db: Connection, actor: Actor, query: ListQuery, today: date) -> int:
    """Count the rows of the list above."""
    return CLIENTS.count(db, client_row_scope(actor), query, **health_params(actor, today))


def read_client(db: Connection, actor: Actor, api_id: str, today: date) -> ClientBasic:
    found = CLIENTS.one(db, client_row_scope(actor), api_id, _CLIENT_SHAPE, **health_params(actor, today))
    (client,) = add_other_currencies(db, [found], today)
    links = read_rows(Link, db.execute(_LINKS, {"api_id": api_id}))
    source = db.execute(_CONTACT_SOURCE, {"api_id": api_id}).scalar_one()
    return {**client, "links": links, "contact_source_url": source, "can": _allowed_actions(db, actor, client)}


def read_client_health(db: Connection, actor: Actor, api_id: str, today: date) -> ClientHealth:
    """Return the health with the reasons that the caller may see; NotFound when the client is not visible."""
    return read_health(db, actor, find_client_key(db, actor, api_id), today)


def _allowed_actions(db: Connection, actor: Actor, client: ClientDetails) -> list[ClientAction]:
    """Return the actions that the caller may perform now, so that a screen offers no other."""
    allowed: list[ClientAction] = []
    scope = actor.scope(Permission.CLIENTS_EDIT)
    may_edit = scope is not None and _matches(db, actor, client["api_id"], managed_clients(scope))
    if may_edit:
        allowed.append("edit")
        if client["archived_at"] is not None:
            allowed.append("unarchive")
        elif client["status"] != "active":
            allowed.append("archive")
    if may_edit or actor.can(Permission.CLIENTS_EDIT_BILLING):
        allowed.append("edit_billing")
    if actor.can(Permission.CLIENTS_DELETE) and client["status"] == "prospect":
        allowed.append("delete")
    return allowed


def _matches(db: Connection, actor: Actor, api_id: str, condition: ColumnElement[bool]) -> bool:
    statement = select(Client.id).where(Client.api_id == bindparam("api_id"), condition)
    return db.execute(statement, {**actor.params, "api_id": api_id}).first() is not None


def find_client_key(db: Connection, actor: Actor, api_id: str) -> int:
    """Return the client's key; raise NotFound when the caller may not see the client."""
    if not is_api_id(api_id):
        raise NotFound
    condition = visible_clients(actor.require(Permission.CLIENTS_VIEW))
    statement = select(Client.id).where(Client.api_id == bindparam("api_id"), condition)
    key = db.execute(statement, {**actor.params, "api_id": api_id}).scalar_one_or_none()
    if key is None:
        raise NotFound
    return key
