"""Goals, over the wire."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    ApiId,
    Currency,
    Day,
    Input,
    Line,
    ListQuery,
    Note,
    Optionally,
    Output,
    Ref,
    SignedAmountText,
    Version,
)
from regie.domains.insights.goals.models import Measure, Metric

Unit = Literal["number", "percent", "money", "yes_no"]
Direction = Literal["reach", "at_most"]
Visibility = Literal["private", "team", "everyone"]
Status = Literal["draft", "active", "achieved", "missed", "cancelled"]
# What a goal is until it is closed.
Begun = Literal["draft", "active"]
Verdict = Literal["achieved", "missed", "cancelled"]
Pace = Literal["on_track", "behind", "at_risk"]
Can = Literal["edit", "activate", "check_in", "close", "reopen", "delete"]
# Signed: what is to come down may start above, and a balance may be below zero.
Value = SignedAmountText
Weight = Annotated[int, Field(ge=1, le=100, strict=True)]


class CheckIn(Output):
    """`corrects` is the check-in in whose place it stands; one that `is_corrected` counts no longer."""

    api_id: str
    checked_on: date
    value: str
    note: str
    made_by: Ref
    made_at: datetime
    corrects: str | None
    is_corrected: bool


class GoalColumns(Output):
    """The columns of a goal that everybody reads who sees it."""

    api_id: str
    employee: Ref
    title: str
    description: str
    measure: Measure
    metric_key: Metric | None
    direction: Direction
    currency: str | None
    period_start: date
    period_end: date
    weight: int
    visibility: Visibility
    status: Status
    closed_on: date | None
    created_at: datetime
    updated_at: datetime
    version: int


class GoalValues(Output):
    """The columns of those who follow it."""

    start_value: str
    target_value: str
    closing_note: str | None


class GoalProgress(Output):
    unit: Unit
    attainment: str | None
    elapsed: str
    pace_status: Pace | None
    as_of: date
    last_checked_on: date | None


class GoalBasic(GoalColumns, GoalProgress):
    """A goal to a caller who may not see its amounts: how far it is, but not of what.

    `attainment` and `elapsed` are shares (0.25 is a quarter), rounded to four decimals; `attainment` is null where the
    figure that the goal follows does not exist. `pace_status` is of goals that run.
    """

    can: list[Can]


class GoalRow(GoalBasic, GoalValues):
    """Values are decimals in the goal's unit: of its currency, per cent, or 0 and 1 for no and yes."""

    current_value: str | None


class GoalOut(GoalRow):
    check_ins: list[CheckIn]


class CheckInColumns(Output):
    """A check-in as it is stored."""

    id: int
    api_id: str
    checked_on: date
    value: Decimal
    note: str
    made_at: datetime
    corrects_id: int | None
    by_id: str
    by_name: str


class GoalCreate(Input):
    """A goal of money, or linked to a figure of money, names its currency; one of yes or no has no values."""

    title: Line
    description: Note = ""
    measure: Measure
    metric_key: Metric | None = None
    direction: Direction = "reach"
    start_value: Annotated[Value | None, Optionally] = None
    target_value: Annotated[Value | None, Optionally] = None
    currency: Annotated[Currency | None, Optionally] = None
    period_start: Day
    period_end: Day
    weight: Weight = 1
    visibility: Visibility = "team"
    status: Begun = "draft"


class GoalUpdate(Input):
    """Only the fields that are sent change, and only until the goal is closed."""

    title: Line | None = None
    description: Note | None = None
    measure: Measure | None = None
    metric_key: Metric | None = None
    direction: Direction | None = None
    start_value: Annotated[Value | None, Optionally] = None
    target_value: Annotated[Value | None, Optionally] = None
    currency: Annotated[Currency | None, Optionally] = None
    period_start: Day | None = None
    period_end: Day | None = None
    weight: Weight | None = None
    visibility: Visibility | None = None
    status: Begun | None = None
    version: Version | None = None


class CheckInCreate(Input):
    """Without a day it is today's; `corrects` names the check-in in whose place it stands."""

    value: Value
    note: Note = ""
    checked_on: Annotated[Day | None, Optionally] = None
    corrects: Annotated[ApiId | None, Optionally] = None


class GoalClosing(Input):
    status: Verdict
    note: Annotated[Note | None, Optionally] = None
    version: Version | None = None


class GoalReopening(Input):
    reason: Line
    version: Version | None = None


class GoalsOfEmployeeQuery(ListQuery):
    """`period_from` and `period_to` find the goals whose period has a day between them, `due_…` those that end then."""

    team: Annotated[list[ApiId], Field(max_length=100)] = []
    status: Annotated[list[Status], Field(max_length=5)] = []
    pace: Annotated[list[Pace], Field(max_length=3)] = []
    measure: Annotated[list[Measure], Field(max_length=5)] = []
    visibility: Annotated[list[Visibility], Field(max_length=3)] = []
    period_from: Day | None = None
    period_to: Day | None = None
    due_from: Day | None = None
    due_to: Day | None = None


class GoalQuery(GoalsOfEmployeeQuery):
    """`followed` are one's own, and those of the people in teams that one represents."""

    employee: Annotated[list[ApiId], Field(max_length=100)] = []
    mine: bool | None = None
    followed: bool | None = None
