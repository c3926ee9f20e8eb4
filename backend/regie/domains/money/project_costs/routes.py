"""Routes of external costs of projects."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.money.project_costs import actions, queries
from regie.domains.money.project_costs.columns import COSTS_FILE
from regie.domains.money.project_costs.schemas import (
    ProjectCostCreate,
    ProjectCostOut,
    ProjectCostQuery,
    ProjectCostUpdate,
)

router = Router("/api/v1", "project_costs")


@router.get("/project-costs", requires=P.EMPLOYEES_COST_RATES, export=COSTS_FILE)
def list_project_costs(
    db: Connection, actor: Actor, query: Annotated[ProjectCostQuery, Query()]
) -> Page[ProjectCostOut]:
    """List what suppliers billed for projects."""
    return queries.list_costs(db, actor, query)


@router.post("/project-costs", requires=P.EMPLOYEES_COST_RATES)
def create_project_cost(session: Session, actor: Actor, clock: Clock, data: ProjectCostCreate) -> Item[ProjectCostOut]:
    """Add a cost to a project; its month must be open."""
    api_id = actions.create_cost(session, actor, data, clock.today())
    return {"data": queries.read_cost(session.connection(), actor, api_id)}


@router.get("/project-costs/{id}", requires=P.EMPLOYEES_COST_RATES)
def read_project_cost(db: Connection, actor: Actor, id: str) -> Item[ProjectCostOut]:
    return {"data": queries.read_cost(db, actor, id)}


@router.patch("/project-costs/{id}", requires=P.EMPLOYEES_COST_RATES)
def update_project_cost(
    session: Session, actor: Actor, clock: Clock, id: str, data: ProjectCostUpdate
) -> Item[ProjectCostOut]:
    """Change a cost; its former and its new month must be open."""
    actions.update_cost(session, actor, id, data, clock.today())
    return {"data": queries.read_cost(session.connection(), actor, id)}


@router.delete("/project-costs/{id}", requires=P.EMPLOYEES_COST_RATES)
def delete_project_cost(session: Session, actor: Actor, id: str) -> None:
    actions.delete_cost(session, actor, id)
