"""Reads the copied records of the outside services; each `visible_…` function is the only access to its table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Connection, FromClause, and_, exists, false, join, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import Actor, ScopeClause, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Item, ListQuery, Page
from regie.core.lists.listing import Filter, Listing, archived_choice, choice, one_of
from regie.core.lists.shape import Column, Field, Shape, ref_to
from regie.domains.integrations.lookups import schemas
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.employees.models import Employee
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.mirrors.models import (
    HubspotCompany,
    HubspotDeal,
    HubspotOwner,
    QuickbooksCustomer,
    TeamworkCategory,
    TeamworkCompany,
    TeamworkPerson,
    TeamworkProject,
)
from regie.domains.records.projects.models import Project

R = TypeVar("R")
# People of the agency: neither its clients' contacts nor service accounts.
_STAFF_KINDS = ("account", "collaborator")
_Parent = aliased(TeamworkCategory)
_ParentCustomer = aliased(QuickbooksCustomer)


def is_present(target: Column) -> Filter:
    return choice({True: lambda: target.is_not(None), False: lambda: target.is_(None)})


@dataclass(frozen=True, slots=True)
class Lookup(Generic[R]):
    """A list of copied records with its permission and its visible rows; the only access to the list."""

    listing: Listing[R]
    permission: Permission
    visible: ScopeClause


def _define_lookup(
    row: type[R],
    model: Any,
    permission: Permission,
    visible: ScopeClause,
    *,
    fields: Mapping[str, Field] | None = None,
    source: FromClause | None = None,
    sorts: Mapping[str, Column] | None = None,
    filters: Mapping[str, Filter] | None = None,
) -> Lookup[R]:
    """Define a list with the sorts and filters that all copied records have."""
    listing = Listing(
        source=model.__table__ if source is None else source,
        key=model.id,
        api_id=model.api_id,
        shape=Shape.of(row, model, **(fields or {})),
        sorts={"name": model.name_key, "synced_at": model.synced_at, **(sorts or {})},
        default_sort="name",
        search=(model.search_key,),
        filters={"deleted": archived_choice(model.deleted_at), **(filters or {})},
    )
    return Lookup(listing, permission, visible)


def _with_client(model: Any, service: str) -> FromClause:
    """The copied records joined with their linked clients."""
    linked = and_(ClientLink.external_id == model.external_id, ClientLink.service == service)
    return join(model, ClientLink, linked, isouter=True).join(Client, Client.id == ClientLink.client_id, isouter=True)


def _is_employee() -> ColumnElement[bool]:
    return exists(select(Employee.id).where(Employee.teamwork_user_id == TeamworkPerson.external_id))


def visible_users(scope: Scope) -> ColumnElement[bool]:
    return _all_or_none(scope) & TeamworkPerson.kind.in_(_STAFF_KINDS)


def visible_clients(scope: Scope) -> ColumnElement[bool]:
    """Excludes the agency, which is a company in its own Teamwork."""
    return _all_or_none(scope) & TeamworkCompany.is_owner.is_(False)


def _all_or_none(scope: Scope) -> ColumnElement[bool]:
    """Copied records have no owner in Régie: a scope narrower than "all" shows none."""
    return true() if scope is Scope.ALL else false()


_CLIENT: dict[str, Field] = {"client": ref_to(Client)}
TEAMWORK_USERS = _define_lookup(
    schemas.TeamworkUser,
    TeamworkPerson,
    Permission.TEAMWORK_VIEW,
    visible_users,
    sorts={"email": TeamworkPerson.email},
    # A collaborator cannot become an employee: neither linked nor available to link.
    filters={
        "linked": choice(
            {True: lambda: _is_employee(), False: lambda: and_(TeamworkPerson.kind == "account", ~_is_employee())}
        )
    },
)
TEAMWORK_CLIENTS = _define_lookup(
    schemas.TeamworkClient,
    TeamworkCompany,
    Permission.TEAMWORK_VIEW,
    visible_clients,
    fields=_CLIENT,
    source=_with_client(TeamworkCompany, "teamwork"),
    filters={"linked": is_present(ClientLink.client_id)},
)
TEAMWORK_PROJECTS = _define_lookup(
    schemas.TeamworkProject,
    TeamworkProject,
    Permission.TEAMWORK_VIEW,
    _all_or_none,
    fields={
        "company": ref_to(TeamworkCompany),
        "category": ref_to(TeamworkCategory),
        "owner": ref_to(TeamworkPerson),
        "project": ref_to(Project),
    },
    source=join(
        TeamworkProject, TeamworkCompany, TeamworkCompany.external_id == TeamworkProject.company_id, isouter=True
    )
    .join(TeamworkCategory, TeamworkCategory.external_id == TeamworkProject.category_id, isouter=True)
    .join(TeamworkPerson, TeamworkPerson.external_id == TeamworkProject.owner_id, isouter=True)
    .join(Project, Project.teamwork_project_id == TeamworkProject.external_id, isouter=True),
    sorts={"start_on": TeamworkProject.start_on, "end_on": TeamworkProject.end_on},
    filters={
        "company": one_of(TeamworkCompany.api_id),
        "category": one_of(TeamworkCategory.api_id),
        "archived": choice(
            {
                "exclude": lambda: TeamworkProject.is_archived.is_(False),
                "only": lambda: TeamworkProject.is_archived.is_(True),
                "include": lambda: true(),
            }
        ),
        "with_project": is_present(Project.id),
    },
)
TEAMWORK_CATEGORIES = _define_lookup(
    schemas.TeamworkCategory,
    TeamworkCategory,
    Permission.TEAMWORK_VIEW,
    _all_or_none,
    fields={"parent": ref_to(_Parent)},
    source=join(TeamworkCategory, _Parent, _Parent.external_id == TeamworkCategory.parent_id, isouter=True),
)
HUBSPOT_DEALS = _define_lookup(
    schemas.HubspotDeal,
    HubspotDeal,
    Permission.HUBSPOT_VIEW,
    _all_or_none,
    fields={"owner": ref_to(HubspotOwner), "company": ref_to(HubspotCompany)},
    source=join(HubspotDeal, HubspotOwner, HubspotOwner.external_id == HubspotDeal.owner_id, isouter=True).join(
        HubspotCompany, HubspotCompany.external_id == HubspotDeal.company_id, isouter=True
    ),
    sorts={"amount": by_value(HubspotDeal.amount, HubspotDeal.currency), "closed_on": HubspotDeal.closed_on},
    filters={
        "state": one_of(HubspotDeal.state),
        "owner": one_of(HubspotOwner.api_id),
        "company": one_of(HubspotCompany.api_id),
    },
)
QUICKBOOKS_CUSTOMERS = _define_lookup(
    schemas.QuickbooksCustomer,
    QuickbooksCustomer,
    Permission.QUICKBOOKS_VIEW,
    _all_or_none,
    fields=_CLIENT | {"parent": ref_to(_ParentCustomer)},
    source=_with_client(QuickbooksCustomer, "quickbooks").join(
        _ParentCustomer, _ParentCustomer.external_id == QuickbooksCustomer.parent_id, isouter=True
    ),
    sorts={"balance": by_value(QuickbooksCustomer.balance, QuickbooksCustomer.currency)},
    filters={
        "linked": is_present(ClientLink.client_id),
        "currency": one_of(QuickbooksCustomer.currency),
        "active": choice(
            {
                True: lambda: QuickbooksCustomer.is_active.is_(True),
                False: lambda: QuickbooksCustomer.is_active.is_(False),
            }
        ),
    },
)


def list_mirror(db: Connection, actor: Actor, lookup: Lookup[R], query: ListQuery) -> Page[R]:
    return lookup.listing.page(db, row_scope(actor, lookup.permission, lookup.visible), query)


def read_mirror(db: Connection, actor: Actor, lookup: Lookup[R], api_id: str) -> Item[R]:
    """One record, including deleted ones, which other records may still reference."""
    return {"data": lookup.listing.one(db, row_scope(actor, lookup.permission, lookup.visible), api_id)}
