"""Routes of goals."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.insights.goals import actions, queries
from regie.domains.insights.goals.columns import GOALS_FILE
from regie.domains.insights.goals.schemas import (
    CheckInCreate,
    GoalBasic,
    GoalClosing,
    GoalCreate,
    GoalOut,
    GoalQuery,
    GoalReopening,
    GoalRow,
    GoalsOfEmployeeQuery,
    GoalUpdate,
)

router = Router("/api/v1", "goals")
_One = Item[GoalOut | GoalBasic]
_Goals = Page[GoalRow | GoalBasic]


@router.get("/employees/{id}/employee-goals", requires=P.GOALS_VIEW)
def list_goals_of_employee(
    db: Connection, actor: Actor, clock: Clock, id: str, query: Annotated[GoalsOfEmployeeQuery, Query()]
) -> _Goals:
    return queries.list_goals(db, actor, query, clock.today(), employee=id)


@router.post("/employees/{id}/employee-goals", requires=P.GOALS_EDIT)
def create_goal(session: Session, actor: Actor, clock: Clock, id: str, data: GoalCreate) -> _One:
    return _show(session, actor, clock, actions.create_goal(session, id, data))


@router.get("/employee-goals", requires=P.GOALS_VIEW, export=GOALS_FILE)
def list_goals(db: Connection, actor: Actor, clock: Clock, query: Annotated[GoalQuery, Query()]) -> _Goals:
    """The goals that the caller may see, with their progress today."""
    return queries.list_goals(db, actor, query, clock.today())


@router.get("/employee-goals/{id}", requires=P.GOALS_VIEW)
def read_goal(db: Connection, actor: Actor, clock: Clock, id: str) -> _One:
    return {"data": queries.read_goal(db, actor, id, clock.today())}


@router.patch("/employee-goals/{id}", requires=P.GOALS_EDIT)
def update_goal(session: Session, actor: Actor, clock: Clock, id: str, data: GoalUpdate) -> _One:
    actions.update_goal(session, actor, id, data)
    return _show(session, actor, clock, id)


@router.delete("/employee-goals/{id}", requires=P.GOALS_EDIT)
def delete_goal(session: Session, actor: Actor, id: str) -> None:
    actions.delete_goal(session, actor, id)


@router.post("/employee-goals/{id}/check-ins", requires=P.GOALS_CHECK_IN, summary="Record goal check-in")
def check_goal_in(session: Session, actor: Actor, clock: Clock, id: str, data: CheckInCreate) -> _One:
    """Records a value for a day, or corrects an earlier check-in, which remains listed."""
    actions.check_in(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/employee-goals/{id}/closings", requires=P.GOALS_EDIT)
def close_goal(session: Session, actor: Actor, clock: Clock, id: str, data: GoalClosing) -> _One:
    """Freezes the goal at its current value."""
    actions.close_goal(session, actor, id, data, clock)
    return _show(session, actor, clock, id)


@router.post("/employee-goals/{id}/reopenings", requires=P.GOALS_EDIT)
def reopen_goal(session: Session, actor: Actor, clock: Clock, id: str, data: GoalReopening) -> _One:
    actions.reopen_goal(session, actor, id, data)
    return _show(session, actor, clock, id)


def _show(session: Session, actor: Actor, clock: Clock, api_id: str) -> _One:
    return {"data": queries.read_goal(session.connection(), actor, api_id, clock.today())}
