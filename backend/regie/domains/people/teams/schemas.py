"""Teams, over the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Archived, Flag, Input, Line, ListQuery, Output, Ref, Version

TeamAction = Literal["edit", "archive", "unarchive", "delete"]
MOST_MEMBERS = 100
Members = Annotated[list[ApiId], Field(max_length=MOST_MEMBERS)]


class TeamNames(Output):
    """A team to somebody who may know what it is called, and no more."""

    api_id: str
    name: str


class Member(Output):
    """A person of the team; one who is not active keeps their place until somebody takes it away."""

    api_id: str
    name: str
    is_active: bool


class TeamDetails(Output):
    """The columns of a team that only those see who may view teams."""

    representative: Ref | None
    archived_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class TeamRow(TeamNames, TeamDetails):
    users: list[Member]


class TeamOut(TeamRow):
    """`clients` and `projects` are how many records name the team, archived ones included."""

    clients: int
    projects: int
    can: list[TeamAction]


class TeamCreate(Input):
    """The representative is one of the users."""

    name: Line
    representative: ApiId
    users: Members


class TeamUpdate(Input):
    """Only the fields that are sent change; required ones may be left out but not emptied."""

    name: Line = ""
    representative: ApiId = ""
    users: Members = []
    archived: Flag = False
    version: Version | None = None


class TeamQuery(ListQuery):
    user: Annotated[list[ApiId], Field(max_length=100)] = []
    representative: Annotated[list[ApiId], Field(max_length=100)] = []
    archived: Archived = "exclude"
