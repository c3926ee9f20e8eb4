"""Reads deals; every statement starts from `visible_deals`."""

from sqlalchemy import ColumnElement, Connection, and_, join, or_

from regie.access.actor import CURRENT_USER_ID, Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import Shape, ref_to
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import my_teammates
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.mirrors.models import HubspotDeal, HubspotStage
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.deals.schemas import DealOut, DealQuery

DEALS = Listing(
    # A deal's seller who may not manage accounts is not proposed as the project's account manager.
    source=join(
        HubspotDeal,
        User,
        and_(User.id == HubspotDeal.account_manager_id, visible_account_managers(Scope.ALL)),
        isouter=True,
    )
    .join(Client, Client.id == HubspotDeal.client_id, isouter=True)
    .join(Team, Team.id == Client.team_id, isouter=True)
    .join(Project, Project.deal_id == HubspotDeal.id, isouter=True)
    .join(HubspotStage, HubspotStage.external_id == HubspotDeal.stage_id, isouter=True),
    key=HubspotDeal.id,
    api_id=HubspotDeal.api_id,
    shape=Shape.of(
        DealOut,
        HubspotDeal,
        budget=HubspotDeal.amount,
        account_manager=ref_to(User),
        project_type=HubspotDeal.project_kind,
        project_team=ref_to(Team),
        client=ref_to(Client),
        probability=HubspotStage.probability,
        project=ref_to(Project),
    ),
    sorts={
        "name": HubspotDeal.name_key,
        "budget": by_value(HubspotDeal.amount, HubspotDeal.currency),
        "closed_on": HubspotDeal.closed_on,
        "probability": HubspotStage.probability,
        "client": Client.name_key,
    },
    default_sort="-closed_on",
    search=(HubspotDeal.search_key,),
    filters={
        "state": one_of(HubspotDeal.state),
        "client": one_of(Client.api_id),
        "account_manager": one_of(User.api_id),
        "closes_from": at_least(HubspotDeal.closed_on),
        "closes_to": at_most(HubspotDeal.closed_on),
        "with_project": choice({True: lambda: Project.id.is_not(None), False: lambda: Project.id.is_(None)}),
    },
)


def visible_deals(scope: Scope) -> ColumnElement[bool]:
    """Deals that the CRM still has; own: those that the caller sells; team: also those of their teammates."""
    exists_in_crm = HubspotDeal.deleted_at.is_(None)
    if scope is Scope.ALL:
        return exists_in_crm
    own = HubspotDeal.account_manager_id == CURRENT_USER_ID
    return exists_in_crm & (
        or_(own, HubspotDeal.account_manager_id.in_(my_teammates())) if scope is Scope.TEAM else own
    )


def deal_row_scope(actor: Actor) -> RowScope:
    return row_scope(actor, Permission.DEALS_VIEW, visible_deals)


def list_deals(db: Connection, actor: Actor, query: DealQuery) -> Page[DealOut]:
    return DEALS.page(db, deal_row_scope(actor), query)


def read_deal(db: Connection, actor: Actor, api_id: str) -> DealOut:
    return DEALS.one(db, deal_row_scope(actor), api_id)
