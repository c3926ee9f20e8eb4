"""API schemas of teams."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Archived, Flag, Input, ListQuery, Output, Ref, SingleLineText, Version

TeamAction = Literal["edit", "archive", "unarchive", "delete"]
MAX_MEMBERS = 100
Members = Annotated[list[ApiId], Field(max_length=MAX_MEMBERS)]


class TeamNames(Output):
    """A team for callers who may only see its name."""

    api_id: str
    name: str


class Member(Output):
    """A member of the team; inactive users stay members until they are removed."""

    api_id: str
    name: str
    is_active: bool


class TeamDetails(Output):
    """The columns of a team that only callers who may view teams see."""

    representative: Ref | None
    archived_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class TeamRow(TeamNames, TeamDetails):
    users: list[Member]


class TeamOut(TeamRow):
    """`clients` and `projects` count the records that refer to the team, archived ones included."""

    clients: int
    projects: int
    can: list[TeamAction]


class TeamCreate(Input):
    """The representative is one of the users."""

    name: SingleLineText
    representative: ApiId
    users: Members


class TeamUpdate(Input):
    """Only the sent fields change; required ones may be omitted but not emptied."""

    name: SingleLineText = ""
    representative: ApiId = ""
    users: Members = []
    archived: Flag = False
    version: Version | None = None


class TeamQuery(ListQuery):
    user: Annotated[list[ApiId], Field(max_length=100)] = []
    representative: Annotated[list[ApiId], Field(max_length=100)] = []
    archived: Archived = "exclude"
