"""Routes of churns, their analysis and MRR movements."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.batches import Batch, BatchRequest, apply_to_each
from regie.access.permissions import Permission as P
from regie.core.api.errors import Invalid
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.work.churns import actions, analysis, decisions, movements, proposals, queries, statistics
from regie.domains.work.churns.analysis_schemas import (
    ChurnAnalysis,
    ChurnAnalysisQuery,
    ChurnStatistics,
    ChurnStatisticsQuery,
)
from regie.domains.work.churns.columns import CHURNS_FILE, EMPLOYEE_CHURNS_FILE, MOVEMENTS_FILE
from regie.domains.work.churns.movement_schemas import MovementOut, MovementQuery, MovementTotals
from regie.domains.work.churns.schemas import (
    ChurnCreate,
    ChurnEventBasic,
    ChurnEventBasicOut,
    ChurnEventOut,
    ChurnEventQuery,
    ChurnEventRow,
    ChurnProposal,
    ChurnProposalQuery,
    ChurnTotals,
    ChurnTotalsBasic,
    ChurnUpdate,
    ConfirmationCreate,
    ConfirmationDecision,
    EmployeeChurnBasic,
    EmployeeChurnOut,
    EmployeeChurnQuery,
    RejectionCreate,
    RejectionDecision,
    WinBackCreate,
)

router = Router("/api/v1", "churns")
_One = Item[ChurnEventOut | ChurnEventBasicOut]


@router.post("/churned-projects", requires=P.CHURNS_RECORD, summary="Record churn of project")
def churn_project(session: Session, actor: Actor, clock: Clock, data: ChurnCreate) -> _One:
    return _show(session, actor, clock, actions.record_churn(session, actor, data, clock))


@router.delete("/churned-projects/{id}", requires=P.CHURNS_CONFIRM, summary="Undo churn of project")
def unchurn_project(session: Session, actor: Actor, clock: Clock, id: str) -> None:
    """Undo the churn of this project: void it within its own month, win it back afterwards."""
    actions.undo_churn(session, actor, id, clock)


@router.get("/churn-events", requires=P.CHURNS_VIEW, export=CHURNS_FILE)
def list_churn_events(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnEventQuery, Query()]
) -> Page[ChurnEventRow | ChurnEventBasic]:
    return queries.list_churns(db, actor, query, clock.today())


@router.get("/churn-totals", requires=P.CHURNS_VIEW)
def read_churn_totals(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnEventQuery, Query()]
) -> Item[ChurnTotals | ChurnTotalsBasic]:
    """Read the totals of the churn events with the same filters, over all pages."""
    return {"data": queries.read_totals(db, actor, query, clock.today())}


@router.get("/churn-events/{id}", requires=P.CHURNS_VIEW)
def read_churn_event(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_churn(db, actor, id, clock.today())}


@router.patch("/churn-events/{id}", requires=P.CHURNS_RECORD)
def update_churn_event(session: Session, actor: Actor, clock: Clock, id: str, data: ChurnUpdate) -> _One:
    actions.update_churn(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/churn-events/{id}/confirmations", requires=P.CHURNS_CONFIRM)
def confirm_churn_event(session: Session, actor: Actor, clock: Clock, id: str, data: ConfirmationCreate) -> _One:
    """Confirm a recorded churn, with the sent corrections."""
    decisions.confirm_churn(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/churn-events/{id}/rejections", requires=P.CHURNS_CONFIRM)
def reject_churn_event(session: Session, actor: Actor, clock: Clock, id: str, data: RejectionCreate) -> _One:
    """Void a recorded churn that did not happen; the retainer runs as before."""
    decisions.reject_churn(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/churn-events/{id}/win-backs", requires=P.CHURNS_CONFIRM)
def win_churn_event_back(session: Session, actor: Actor, clock: Clock, id: str, data: WinBackCreate) -> _One:
    """Record that the retainer was won back once the month of its churn is over; it runs again from today."""
    decisions.win_back(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/churn-confirmations/batches", requires=P.CHURNS_CONFIRM, status=200)
def confirm_churn_events(
    session: Session, actor: Actor, clock: Clock, data: BatchRequest[ConfirmationDecision]
) -> Item[Batch]:
    """Confirm up to a hundred churn events as they are; each has its own result."""
    if not data.change.confirmed:
        raise Invalid({"change.confirmed": "required"})
    as_recorded = ConfirmationCreate()
    return apply_to_each(
        session, actor, data, lambda id: decisions.confirm_churn(session, actor, id, as_recorded, clock)
    )


@router.post("/churn-rejections/batches", requires=P.CHURNS_CONFIRM, status=200)
def reject_churn_events(
    session: Session, actor: Actor, clock: Clock, data: BatchRequest[RejectionDecision]
) -> Item[Batch]:
    """Reject up to a hundred churn events for one reason; each has its own result."""
    return apply_to_each(
        session, actor, data, lambda id: decisions.reject_churn(session, actor, id, data.change, clock)
    )


@router.get("/churn-proposals/{id}", requires=P.CHURNS_RECORD)
def read_churn_proposal(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[ChurnProposalQuery, Query()]
) -> Item[ChurnProposal]:
    """Preview the churn of this project on a day, today by default."""
    return {"data": proposals.propose_churn(db, actor, id, query.effective_on or clock.today())}


@router.get("/employee-churns", requires=P.CHURNS_VIEW, export=EMPLOYEE_CHURNS_FILE)
def list_employee_churns(
    db: Connection, actor: Actor, query: Annotated[EmployeeChurnQuery, Query()]
) -> Page[EmployeeChurnOut | EmployeeChurnBasic]:
    return queries.list_employee_churns(db, actor, query)


@router.get("/employee-churns/{id}", requires=P.CHURNS_VIEW)
def read_employee_churn(db: Connection, actor: Actor, id: str) -> Item[EmployeeChurnOut | EmployeeChurnBasic]:
    return {"data": queries.read_employee_churn(db, actor, id)}


@router.get("/churns-statistics", requires=P.STATISTICS_CHURN)
def read_churn_statistics(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnStatisticsQuery, Query()]
) -> Item[ChurnStatistics]:
    """Read how recurring revenue moved between two days, both included."""
    return {"data": statistics.read_statistics(db, actor, query, clock.today())}


@router.get("/churns-analysis", requires=P.STATISTICS_CHURN)
def read_churn_analysis(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[ChurnAnalysisQuery, Query()]
) -> Item[ChurnAnalysis]:
    """Read the analysis by month in one currency, with reasons, shares and tenures; until today at the latest."""
    return {"data": analysis.read_analysis(db, actor, query, clock.today())}


@router.get("/mrr-movements", requires=P.PROJECTS_MRR, export=MOVEMENTS_FILE)
def list_mrr_movements(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MovementQuery, Query()]
) -> Page[MovementOut]:
    """List the movements that a bridge adds up."""
    return movements.list_movements(db, actor, query, clock.today())


@router.get("/mrr-movements/totals", requires=P.PROJECTS_MRR)
def add_up_mrr_movements(
    db: Connection, actor: Actor, clock: Clock, query: Annotated[MovementQuery, Query()]
) -> Item[MovementTotals]:
    """Read the totals of the movements with the same filters, over all pages."""
    return {"data": movements.add_up_movements(db, actor, query, clock.today())}


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_churn(session.connection(), actor, api_id, clock.today())}
