"""API schemas of deals."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, ListQuery, Money, Output, Ref

State = Literal["open", "won", "lost"]


class DealOut(Output):
    """A CRM deal in the form of a new project; `project` is the one that was created from it."""

    api_id: str
    name: str
    budget: Money | None
    hourly_rate: Money | None
    account_manager: Ref | None
    project_type: Literal["fixed", "oos", "retainer"] | None
    project_team: Ref | None
    client: Ref | None
    stage: str | None
    state: State
    closed_on: date | None
    project: Ref | None
    source_url: str | None
    synced_at: datetime
    deleted_at: datetime | None


class DealQuery(ListQuery):
    state: Annotated[list[State], Field(max_length=3)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    with_project: bool | None = None
