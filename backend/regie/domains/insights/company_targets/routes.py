"""Routes of the organization's monthly targets."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item
from regie.domains.insights.company_targets import actions, queries
from regie.domains.insights.company_targets.schemas import (
    CompanyTargets,
    CompanyTargetsQuery,
    CompanyTargetsUpdate,
)

router = Router("/api/v1", "company_targets")


@router.get("/company-targets", requires=P.MONTHS_VIEW)
def read_company_targets(
    db: Connection, actor: Actor, query: Annotated[CompanyTargetsQuery, Query()]
) -> Item[CompanyTargets]:
    """The targets of every month of a year."""
    return {"data": queries.read_year(db, actor, query.year)}


@router.patch("/company-targets", requires=P.MONTHS_CLOSE)
def update_company_targets(session: Session, actor: Actor, data: CompanyTargetsUpdate) -> Item[CompanyTargets]:
    """Changes months of a year; the others stay. 409 when another user changed one of them since it was read."""
    actions.update_targets(session, actor, data)
    return {"data": queries.read_year(session.connection(), actor, data.year)}
