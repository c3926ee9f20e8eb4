"""Routes for the copied records of the outside services."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.domains.integrations.lookups import queries, schemas

router = Router("/api/v1", "lookups")


@router.get("/teamwork-users", requires=P.TEAMWORK_VIEW)
def list_teamwork_users(
    db: Connection, actor: Actor, query: Annotated[schemas.LinkedQuery, Query()]
) -> Page[schemas.TeamworkUser]:
    """Lists the agency's people in Teamwork."""
    return queries.list_mirror(db, actor, queries.TEAMWORK_USERS, query)


@router.get("/teamwork-clients", requires=P.TEAMWORK_VIEW)
def list_teamwork_clients(
    db: Connection, actor: Actor, query: Annotated[schemas.LinkedQuery, Query()]
) -> Page[schemas.TeamworkClient]:
    """Lists the companies in Teamwork, except the agency."""
    return queries.list_mirror(db, actor, queries.TEAMWORK_CLIENTS, query)


@router.get("/teamwork-clients/{id}", requires=P.TEAMWORK_VIEW)
def read_teamwork_client(db: Connection, actor: Actor, id: str) -> Item[schemas.TeamworkClient]:
    return queries.read_mirror(db, actor, queries.TEAMWORK_CLIENTS, id)


@router.get("/teamwork-projects", requires=P.TEAMWORK_VIEW)
def list_teamwork_projects(
    db: Connection, actor: Actor, query: Annotated[schemas.TeamworkProjectQuery, Query()]
) -> Page[schemas.TeamworkProject]:
    """Lists the projects in Teamwork, including archived ones."""
    return queries.list_mirror(db, actor, queries.TEAMWORK_PROJECTS, query)


@router.get("/teamwork-projects/{id}", requires=P.TEAMWORK_VIEW)
def read_teamwork_project(db: Connection, actor: Actor, id: str) -> Item[schemas.TeamworkProject]:
    return queries.read_mirror(db, actor, queries.TEAMWORK_PROJECTS, id)


@router.get("/teamwork-project-categories", requires=P.TEAMWORK_VIEW)
def list_teamwork_project_categories(
    db: Connection, actor: Actor, query: Annotated[schemas.MirrorQuery, Query()]
) -> Page[schemas.TeamworkCategory]:
    return queries.list_mirror(db, actor, queries.TEAMWORK_CATEGORIES, query)


@router.get("/teamwork-project-categories/{id}", requires=P.TEAMWORK_VIEW)
def read_teamwork_project_category(db: Connection, actor: Actor, id: str) -> Item[schemas.TeamworkCategory]:
    return queries.read_mirror(db, actor, queries.TEAMWORK_CATEGORIES, id)


@router.get("/hubspot-deals", requires=P.HUBSPOT_VIEW)
def list_hubspot_deals(
    db: Connection, actor: Actor, query: Annotated[schemas.HubspotDealQuery, Query()]
) -> Page[schemas.HubspotDeal]:
    return queries.list_mirror(db, actor, queries.HUBSPOT_DEALS, query)


@router.get("/hubspot-deals/{id}", requires=P.HUBSPOT_VIEW)
def read_hubspot_deal(db: Connection, actor: Actor, id: str) -> Item[schemas.HubspotDeal]:
    return queries.read_mirror(db, actor, queries.HUBSPOT_DEALS, id)


@router.get("/quickbooks-customers", requires=P.QUICKBOOKS_VIEW)
def list_quickbooks_customers(
    db: Connection, actor: Actor, query: Annotated[schemas.QuickbooksCustomerQuery, Query()]
) -> Page[schemas.QuickbooksCustomer]:
    """Lists the customers in QuickBooks, including inactive ones and sub-customers."""
    return queries.list_mirror(db, actor, queries.QUICKBOOKS_CUSTOMERS, query)
