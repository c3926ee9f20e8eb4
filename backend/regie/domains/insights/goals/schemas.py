"""Request and response schemas of goals."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    Input,
    ListQuery,
    MultilineText,
    Output,
    Ref,
    SignedAmountText,
    SingleLineText,
    Version,
)
from regie.domains.insights.goals.models import Measure, Metric

Unit = Literal["number", "percent", "money", "yes_no"]
Direction = Literal["reach", "at_most"]
Visibility = Literal["private", "team", "everyone"]
Status = Literal["draft", "active", "achieved", "missed", "cancelled"]
OpenStatus = Literal["draft", "active"]
ClosingStatus = Literal["achieved", "missed", "cancelled"]
Pace = Literal["on_track", "behind", "at_risk"]
GoalAction = Literal["edit", "activate", "check_in", "close", "reopen", "delete"]
# Signed: a value may start above its target, and a balance may be negative.
Value = SignedAmountText
Weight = Annotated[int, Field(ge=1, le=100, strict=True)]


class CheckIn(Output):
    """`corrects` is the api_id of the check-in that this one replaces; a check-in that `is_corrected` is ignored."""

    api_id: str
    checked_on: date
    value: str
    note: str
    made_by: Ref
    made_at: datetime
    corrects: str | None
    is_corrected: bool


class GoalColumns(Output):
    """The columns that everyone reads who may see the goal."""

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
    """The columns that only followers of the goal read."""

    start_value: str
    target_value: str
    closing_note: str | None


class GoalProgressFields(Output):
    unit: Unit
    attainment: str | None
    elapsed: str
    pace_status: Pace | None
    as_of: date
    last_checked_on: date | None


class GoalBasic(GoalColumns, GoalProgressFields):
    """A goal without its values, for callers who may not see them.

    `attainment` and `elapsed` are shares (0.25 is a quarter), rounded to four decimals. `attainment` is null when the
    linked metric has no value. `pace_status` is null unless the goal is active.
    """

    can: list[GoalAction]


class GoalRow(GoalBasic, GoalValues):
    """Values are decimals in the goal's unit: an amount, a percentage, a number, or 0 and 1 for no and yes."""

    current_value: str | None


class GoalOut(GoalRow):
    check_ins: list[CheckIn]


class CheckInColumns(Output):
    """A row of the check-in query."""

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
    """A goal in money, or linked to a metric in money, requires a currency; a yes/no goal takes no values."""

    title: SingleLineText
    description: MultilineText = ""
    measure: Measure
    metric_key: Metric | None = None
    direction: Direction = "reach"
    start_value: Annotated[Value | None, EmptyAsNone] = None
    target_value: Annotated[Value | None, EmptyAsNone] = None
    currency: Annotated[Currency | None, EmptyAsNone] = None
    period_start: Day
    period_end: Day
    weight: Weight = 1
    visibility: Visibility = "team"
    status: OpenStatus = "draft"


class GoalUpdate(Input):
    """Only the fields that are sent change; a closed goal cannot be changed."""

    title: SingleLineText | None = None
    description: MultilineText | None = None
    measure: Measure | None = None
    metric_key: Metric | None = None
    direction: Direction | None = None
    start_value: Annotated[Value | None, EmptyAsNone] = None
    target_value: Annotated[Value | None, EmptyAsNone] = None
    currency: Annotated[Currency | None, EmptyAsNone] = None
    period_start: Day | None = None
    period_end: Day | None = None
    weight: Weight | None = None
    visibility: Visibility | None = None
    status: OpenStatus | None = None
    version: Version | None = None


class CheckInCreate(Input):
    """`checked_on` defaults to today; `corrects` is the api_id of the check-in to replace."""

    value: Value
    note: MultilineText = ""
    checked_on: Annotated[Day | None, EmptyAsNone] = None
    corrects: Annotated[ApiId | None, EmptyAsNone] = None


class GoalClosing(Input):
    status: ClosingStatus
    note: Annotated[MultilineText | None, EmptyAsNone] = None
    version: Version | None = None


class GoalReopening(Input):
    reason: SingleLineText
    version: Version | None = None


class GoalsOfEmployeeQuery(ListQuery):
    """`period_from` and `period_to` select goals whose period overlaps these days, `due_…` goals that end on them."""

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
    """`followed` selects the caller's own goals and those of members of teams that the caller represents."""

    employee: Annotated[list[ApiId], Field(max_length=100)] = []
    mine: bool | None = None
    followed: bool | None = None
