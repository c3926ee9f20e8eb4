"""Routes of teams."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.api.wire import Item, Page
from regie.core.time.clock import Clock
from regie.domains.people.teams import actions, queries
from regie.domains.people.teams.columns import TEAMS_FILE
from regie.domains.people.teams.schemas import TeamCreate, TeamNames, TeamOut, TeamQuery, TeamRow, TeamUpdate

router = Router("/api/v1/teams", "teams")
_One = Item[TeamOut | TeamNames]


@router.get(requires=P.DIRECTORY_VIEW, export=TEAMS_FILE)
def list_teams(db: Connection, actor: Actor, query: Annotated[TeamQuery, Query()]) -> Page[TeamRow | TeamNames]:
    """List teams for every signed-in user; members only for callers who may view teams."""
    return queries.list_teams(db, actor, query)


@router.post(requires=P.TEAMS_EDIT)
def create_team(session: Session, actor: Actor, data: TeamCreate) -> _One:
    return _show(session, actor, actions.create_team(session, actor, data))


@router.get("/{id}", requires=P.DIRECTORY_VIEW)
def read_team(db: Connection, actor: Actor, id: str) -> _One:
    return {"data": queries.read_team(db, actor, id)}


@router.patch("/{id}", requires=P.TEAMS_EDIT)
def update_team(session: Session, actor: Actor, clock: Clock, id: str, data: TeamUpdate) -> _One:
    actions.update_team(session, actor, id, data, clock)
    return _show(session, actor, id)


@router.delete("/{id}", requires=P.TEAMS_EDIT)
def delete_team(session: Session, actor: Actor, id: str) -> None:
    actions.delete_team(session, actor, id)


def _show(session: Session, actor: Actor, api_id: str) -> _One:
    return {"data": queries.read_team(session.connection(), actor, api_id)}
