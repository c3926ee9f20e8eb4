"""API schemas of undated terms."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    ApiId,
    Day,
    EmptyAsNone,
    Flag,
    Input,
    LinkRef,
    ListQuery,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
    Version,
)

UndatedRecord = Literal["project", "client"]
UndatedName = Literal["state", "account_manager", "project_manager", "team"]
UndatedValue = Literal["on_hold", "ended"]
UndatedCause = Literal[
    "pause_without_day", "pause_before_churn", "ended_without_day", "completed_without_day", "churned_without_day",
    "cancelled_without_day", "unknown_name",
]  # fmt: skip
UndatedState = Literal["open", "dated", "dismissed"]
_Reason = Annotated[MultilineText, Field(max_length=500)]


class UndatedTermRow(Output):
    """A value that held at some time; `names` are those of the activity log that no record has.

    It began between `earliest_on` and `latest_on`, where these are known. `client` is also that of the project.
    """

    api_id: str
    record: UndatedRecord
    project: LinkRef | None
    client: LinkRef | None
    name: UndatedName
    value: UndatedValue | None
    cause: UndatedCause
    names: str | None
    earliest_on: date | None
    latest_on: date | None
    state: UndatedState
    dated_on: date | None
    decision_reason: str | None
    decided_at: datetime | None
    decided_by: Ref | None
    version: int


class UndatedTermQuery(ListQuery):
    """The undated terms of the records that the caller may edit; `earliest_to` keeps those without an earliest day."""

    record: Annotated[list[UndatedRecord], Field(max_length=2)] = []
    cause: Annotated[list[UndatedCause], Field(max_length=7)] = []
    state: Annotated[list[UndatedState], Field(max_length=3)] = []
    earliest_from: Day | None = None
    earliest_to: Day | None = None


class TermDating(Input):
    """The first day; for a name without a record, also who it was."""

    effective_from: Day
    account_manager: Annotated[ApiId | None, EmptyAsNone] = None
    project_manager: Annotated[ApiId | None, EmptyAsNone] = None
    team: Annotated[ApiId | None, EmptyAsNone] = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None


class UndatedTermDating(TermDating):
    """`stays_open` leaves the row open, because it has several names; `version` is that of the row."""

    stays_open: Flag = False
    version: Version | None = None


class TermDismissal(Input):
    reason: Annotated[_Reason, Field(min_length=1)]


class UndatedTermDismissal(TermDismissal):
    version: Version | None = None
