"""Reads external costs of projects; all access to the table goes through `visible_costs`."""

from sqlalchemy import ColumnElement, Connection, join, select, true

from regie.access.actor import Actor, row_scope
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Listing, RowScope, at_least, at_most, one_of
from regie.core.lists.shape import LinkField, MoneyField, Shape
from regie.domains.money.project_costs.schemas import ProjectCostOut, ProjectCostQuery
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import by_value
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project
from regie.domains.work.clients.queries import CLIENT_LINK
from regie.domains.work.projects.queries import PROJECT_LINK, managed_projects

COSTS = Listing(
    source=join(ProjectCost, Project, Project.id == ProjectCost.project_id, isouter=True).join(
        Client, Client.id == Project.client_id, isouter=True
    ),
    key=ProjectCost.id,
    api_id=ProjectCost.api_id,
    shape=Shape.of(
        ProjectCostOut,
        ProjectCost,
        project=LinkField(Project.api_id, Project.name),
        client=LinkField(Client.api_id, Client.name),
        amount=MoneyField(ProjectCost.amount, ProjectCost.currency),
    ),
    sorts={
        "incurred_on": ProjectCost.incurred_on,
        "project": Project.name_key,
        "client": Client.name_key,
        "amount": by_value(ProjectCost.amount, ProjectCost.currency, ProjectCost.incurred_on),
    },
    default_sort="-incurred_on",
    search=(ProjectCost.search_key, Project.search_key, Client.search_key),
    filters={
        "project": one_of(Project.api_id),
        "client": one_of(Client.api_id),
        "currency": one_of(ProjectCost.currency),
        "incurred_from": at_least(ProjectCost.incurred_on),
        "incurred_to": at_most(ProjectCost.incurred_on),
    },
)


def visible_costs(scope: Scope) -> ColumnElement[bool]:
    """The costs of the projects that the caller manages."""
    if scope is Scope.ALL:
        return true()
    return ProjectCost.project_id.in_(select(Project.id).where(managed_projects(scope)))


def cost_row_scope(actor: Actor) -> RowScope:
    """Who sees what an hour costs sees what suppliers cost."""
    return row_scope(actor, Permission.EMPLOYEES_COST_RATES, visible_costs)


def list_costs(db: Connection, actor: Actor, query: ProjectCostQuery) -> Page[ProjectCostOut]:
    page = COSTS.page(db, cost_row_scope(actor), query)
    links = {"client": CLIENT_LINK, "project": PROJECT_LINK}
    return {"data": annotate_can_open(db, actor, page["data"], links), "meta": page["meta"]}


def read_cost(db: Connection, actor: Actor, api_id: str) -> ProjectCostOut:
    cost = COSTS.one(db, cost_row_scope(actor), api_id)
    (found,) = annotate_can_open(db, actor, [cost], {"client": CLIENT_LINK, "project": PROJECT_LINK})
    return found
