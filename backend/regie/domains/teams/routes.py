"""The calls about teams."""

from typing import Annotated

from fastapi import Query
from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.wire import Json, ListQuery, Page
from regie.domains.teams import queries
from regie.domains.teams.schemas import TeamRow

router = Router("/api/v1/teams", "teams")


@router.get(needs=P.DIRECTORY_VIEW, out=Page[TeamRow])
def list_teams(db: Connection, actor: Actor, query: Annotated[ListQuery, Query()]) -> Json:
    """The directory, for everyone who is signed in."""
    return queries.list_teams(db, actor, query)
