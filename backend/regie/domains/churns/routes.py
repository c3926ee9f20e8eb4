"""The calls about lost retainers."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.clock import Clock
from regie.core.wire import Item, Json, Page
from regie.domains.churns import actions, analysis, movements, proposals, queries, statistics
from regie.domains.churns.columns import CHURNS_FILE, EMPLOYEE_CHURNS_FILE, MOVEMENTS_FILE
from regie.domains.churns.movement_schemas import MovementOut, MovementQuery, MovementTotals
from regie.domains.churns.schemas import (
    ChurnAnalysis,
    ChurnAnalysisQuery,
    ChurnCreate,
    ChurnEventBasic,
    ChurnEventBasicOut,
    ChurnEventOut,
    ChurnEventQuery,
    ChurnEventRow,
    ChurnProposal,
    ChurnProposalQuery,
    ChurnStatistics,
    ChurnStatisticsQuery,
    ChurnTotals,
    ChurnTotalsBasic,
    ChurnUpdate,
    ConfirmationCreate,
    EmployeeChurnBasic,
    EmployeeChurnOut,
    EmployeeChurnQuery,
)

router = Router("/api/v1", "churns")
_One = Item[ChurnEventOut | ChurnEventBasicOut]


@router.post("/churned-projects", needs=P.CHURNS_RECORD, out=_One)
def churn_project(session: Session, actor: Actor, clock: Clock, data: ChurnCreate) -> Json:
    return _show(session, actor, clock, actions.record_churn(session, actor, data, clock))


@router.delete("/churned-projects/{id}", needs=P.CHURNS_CONFIRM)
def unchurn_project(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Undoes the loss of this project: in its own month it never was, later the client has come back."""
    actions.undo_churn(session, actor, id, clock)


@router.get("/churn-events", needs=P.CHURNS_VIEW, out=Page[ChurnEventRow | ChurnEventBasic], export=CHURNS_FILE)
def list_churn_events(db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnEventQuery, Query()]) -> Json:
    return queries.list_churns(db, actor, query, clock.today())


@router.get("/churn-totals", needs=P.CHURNS_VIEW, out=Item[ChurnTotals | ChurnTotalsBasic])
def read_churn_totals(db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnEventQuery, Query()]) -> Json:
    """What the churn events of the same filters come to, over all pages."""
    return {"data": queries.read_totals(db, actor, query, clock.today())}


@router.get("/churn-events/{id}", needs=P.CHURNS_VIEW, out=_One)
def read_churn_event(db: Connection, actor: Actor, clock: Clock, id: str) -> Json:
    return {"data": queries.read_churn(db, actor, id, clock.today())}


@router.patch("/churn-events/{id}", needs=P.CHURNS_RECORD, out=_One)
def update_churn_event(session: Session, actor: Actor, clock: Clock, id: str, data: ChurnUpdate) -> Json:
    actions.update_churn(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/churn-events/{id}/confirmations", needs=P.CHURNS_CONFIRM, out=_One)
def confirm_churn_event(session: Session, actor: Actor, clock: Clock, id: str, data: ConfirmationCreate) -> Json:
    actions.confirm_churn(session, actor, id, data.version)
    return _show(session, actor, clock, id)


@router.get("/churn-proposals/{id}", needs=P.CHURNS_RECORD, out=Item[ChurnProposal])
def read_churn_proposal(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[ChurnProposalQuery, Query()]
) -> Json:
    """What recording the loss of this project on a day (today, where none is named) would say."""
    return {"data": proposals.propose_churn(db, actor, id, query.effective_on or clock.today(), clock)}


@router.get(
    "/employee-churns",
    needs=P.CHURNS_VIEW,
    out=Page[EmployeeChurnOut | EmployeeChurnBasic],
    export=EMPLOYEE_CHURNS_FILE,
)
def list_employee_churns(db: Connection, actor: Actor, query: Annotated[EmployeeChurnQuery, Query()]) -> Json:
    return queries.list_employee_churns(db, actor, query)


@router.get("/employee-churns/{id}", needs=P.CHURNS_VIEW, out=Item[EmployeeChurnOut | EmployeeChurnBasic])
def read_employee_churn(db: Connection, actor: Actor, id: str) -> Json:
    return {"data": queries.read_employee_churn(db, actor, id)}


@router.get("/churns-statistics", needs=P.STATISTICS_CHURN, out=Item[ChurnStatistics])
def read_churn_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnStatisticsQuery, Query()]
) -> Json:
    """How recurring revenue moved between two days, both included."""
    return {"data": statistics.read_statistics(db, actor, query, clock.today())}


@router.get("/churns-analysis", needs=P.STATISTICS_CHURN, out=Item[ChurnAnalysis])
def read_churn_analysis(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnAnalysisQuery, Query()]
) -> Json:
    """The same by month and in one currency, with why, whose and after how long; until today at the latest."""
    return {"data": analysis.read_analysis(db, actor, query, clock.today())}


@router.get("/mrr-movements", needs=P.PROJECTS_MRR, out=Page[MovementOut], export=MOVEMENTS_FILE)
def list_mrr_movements(db: Connection, actor: Actor, clock: Clock, query: Annotated[MovementQuery, Query()]) -> Json:
    """The changes that a bridge adds up, one by one."""
    return movements.list_movements(db, actor, query, clock.today())


@router.get("/mrr-movements/totals", needs=P.PROJECTS_MRR, out=Item[MovementTotals])
def add_up_mrr_movements(db: Connection, actor: Actor, clock: Clock, query: Annotated[MovementQuery, Query()]) -> Json:
    """What the movements of the same filters come to, over all pages."""
    return {"data": movements.add_up_movements(db, actor, query, clock.today())}


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> Json:
    return {"data": queries.read_churn(session.connection(), actor, api_id, clock.today())}
