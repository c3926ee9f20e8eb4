"""API schemas of teams."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Archived, Flag, Input, ListQuery, Output, SingleLineText, Version

TeamAction = Literal["edit", "archive", "unarchive", "delete"]
MAX_MEMBERS = 100
Members = Annotated[list[ApiId], Field(max_length=MAX_MEMBERS)]


class TeamNames(Output):
    """A team for callers who may only see its name."""

    api_id: str
    name: str


class TeamUserName(Output):
    """A user of a team for callers who may not view that user; inactive ones stay members until they are removed."""

    api_id: str
    name: str
    is_active: bool


class TeamUserDetails(Output):
    """The fields of a user that only callers who may view users, and the user, see."""

    email: str
    first_name: str
    last_name: str
    locale: str
    timezone: str
    currency: str
    created_at: datetime
    updated_at: datetime


class TeamUser(TeamUserName, TeamUserDetails):
    pass


class TeamDetails(Output):
    """The columns of a team that only callers who may view teams see."""

    archived_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class TeamRow(TeamNames, TeamDetails):
    representative: TeamUser | TeamUserName | None
    users: list[TeamUser | TeamUserName]


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
