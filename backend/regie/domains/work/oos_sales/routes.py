"""Routes of out-of-scope sales and client approvals."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.work.oos_sales import actions, queries, totals
from regie.domains.work.oos_sales.columns import SALES_FILE, UNAPPROVED_WORK_FILE
from regie.domains.work.oos_sales.schemas import (
    OosApprovalCreate,
    OosApprovalOut,
    OosApprovalUpdate,
    OosSaleBasic,
    OosSaleBasicRow,
    OosSaleOut,
    OosSaleQuery,
    OosSaleRow,
    OosTotals,
    ProjectSale,
    ProjectSaleBasic,
    UnapprovedWork,
    UnapprovedWorkBasic,
    UnapprovedWorkQuery,
    UndoQuery,
)

router = Router("/api/v1", "oos_sales")
_SaleItem = Item[OosSaleOut | OosSaleBasic]
_ApprovalItem = Item[OosApprovalOut]


@router.get("/oos-sales", requires=P.OOS_SALES_VIEW, export=SALES_FILE)
def list_oos_sales(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[OosSaleQuery, Query()]
) -> Page[OosSaleRow | OosSaleBasicRow]:
    """List one row per seller of each out-of-scope project and of each amendment of its amount."""
    return queries.list_sales(db, actor, query, clock.today())


@router.get("/oos-sales/totals", requires=P.OOS_SALES_VIEW)
def add_up_oos_sales(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[OosSaleQuery, Query()]
) -> Item[OosTotals]:
    """Read the totals of the list over all pages, per currency."""
    return {"data": totals.add_up_sales(db, actor, query, clock.today())}


@router.get("/oos-sales/{id}", requires=P.OOS_SALES_VIEW)
def read_oos_sale(db: Connection, actor: Actor, clock: Clock, id: str) -> _SaleItem:
    return {"data": queries.read_sale(db, actor, id, clock.today())}


@router.get(
    "/oos-queue",
    requires=P.OOS_SALES_VIEW,
    export=UNAPPROVED_WORK_FILE,
    summary="List out-of-scope work without approval",
)
def list_oos_queue(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[UnapprovedWorkQuery, Query()]
) -> Page[UnapprovedWork | UnapprovedWorkBasic]:
    """List out-of-scope work in progress or done, and amendments, without client approval; oldest first."""
    return queries.list_unapproved_work(db, actor, query, clock.today())


@router.get("/projects/{id}/oos-sale", requires=P.PROJECTS_VIEW)
def read_project_oos_sale(db: Connection, actor: Actor, clock: Clock, id: str) -> Item[ProjectSale | ProjectSaleBasic]:
    return {"data": queries.read_project_sale(db, actor, id, clock.today())}


@router.post("/oos-approvals", requires=P.PROJECTS_EDIT)
def record_oos_approval(session: Session, actor: Actor, data: OosApprovalCreate, clock: Clock) -> _ApprovalItem:
    """Record the client's decision about a project or an amendment of its amount, once for each."""
    return _show(session, actor, actions.record_decision(session, actor, data, clock.today()))


@router.get("/oos-approvals/{id}", requires=P.PROJECTS_VIEW)
def read_oos_approval(db: Connection, actor: Actor, id: str) -> _ApprovalItem:
    return {"data": queries.read_approval(db, actor, id)}


@router.patch("/oos-approvals/{id}", requires=P.PROJECTS_EDIT)
def change_oos_approval(
    session: Session, actor: Actor, clock: Clock, id: str, data: OosApprovalUpdate
) -> _ApprovalItem:
    actions.change_decision(session, actor, id, data, clock.today())
    return _show(session, actor, id)


@router.delete("/oos-approvals/{id}", requires=P.PROJECTS_EDIT)
def undo_oos_approval(session: Session, actor: Actor, id: str, query: Annotated[UndoQuery, Query()]) -> None:
    actions.undo_decision(session, actor, id, query.version)


def _show(session: Session, actor: Actor, api_id: str) -> _ApprovalItem:
    return {"data": queries.read_approval(session.connection(), actor, api_id)}
