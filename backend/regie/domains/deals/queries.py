"""Reading deals; `mirrors.queries.visible_deals` is the only door to them."""

from typing import Any

from sqlalchemy import Connection, and_, cast, join, null

from regie.access.actor import Actor, sight
from regie.access.permissions import Permission, Scope
from regie.core.listing import Listing, Sight, choice, one_of
from regie.core.money import Amount
from regie.core.shape import MoneyField, RefField, Shape
from regie.domains.clients.models import Client
from regie.domains.deals.schemas import DealQuery
from regie.domains.mirrors.models import HubspotDeal
from regie.domains.mirrors.queries import visible_deals
from regie.domains.projects.models import Project
from regie.domains.teams.models import Team
from regie.domains.users.models import User
from regie.domains.users.queries import visible_account_managers

DEALS = Listing(
    # A seller who may not manage accounts is nobody to carry over into a project.
    source=join(
        HubspotDeal,
        User,
        and_(User.id == HubspotDeal.account_manager_id, visible_account_managers(Scope.ALL)),
        isouter=True,
    )
    .join(Client, Client.id == HubspotDeal.client_id, isouter=True)
    .join(Team, Team.id == Client.team_id, isouter=True)
    .join(Project, Project.deal_id == HubspotDeal.id, isouter=True),
    key=HubspotDeal.id,
    api_id=HubspotDeal.api_id,
    shape=Shape(
        {
            "api_id": HubspotDeal.api_id,
            "name": HubspotDeal.name,
            "budget": MoneyField(HubspotDeal.amount, HubspotDeal.currency),
            # The CRM knows no rate; the field is part of what a deal is.
            "hourly_rate": MoneyField(cast(null(), Amount), HubspotDeal.currency),
            "account_manager": RefField(User.api_id, User.name),
            "project_type": HubspotDeal.project_kind,
            "project_team": RefField(Team.api_id, Team.name),
            "client": RefField(Client.api_id, Client.name),
            "stage": HubspotDeal.stage,
            "state": HubspotDeal.state,
            "closed_on": HubspotDeal.closed_on,
            "project": RefField(Project.api_id, Project.name),
            "source_url": HubspotDeal.source_url,
            "synced_at": HubspotDeal.synced_at,
            "deleted_at": HubspotDeal.deleted_at,
        }
    ),
    sorts={"name": HubspotDeal.name_key, "budget": HubspotDeal.amount, "closed_on": HubspotDeal.closed_on},
    default_sort="-closed_on",
    tables=("hubspot_deals", "projects", "clients", "team_members"),
    search=(HubspotDeal.search_key,),
    filters={
        "state": one_of(HubspotDeal.state),
        "client": one_of(Client.api_id),
        "with_project": choice({True: lambda: Project.id.is_not(None), False: lambda: Project.id.is_(None)}),
    },
)


def deal_sight(actor: Actor) -> Sight:
    return sight(actor, Permission.DEALS_VIEW, visible_deals)


def list_deals(db: Connection, actor: Actor, query: DealQuery) -> dict[str, Any]:
    return DEALS.page(db, deal_sight(actor), query)


def read_deal(db: Connection, actor: Actor, api_id: str) -> dict[str, Any]:
    return DEALS.one(db, deal_sight(actor), api_id)
