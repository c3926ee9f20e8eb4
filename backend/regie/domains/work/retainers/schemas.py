"""API schemas of the retainer ledger."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import (
    ApiId,
    Day,
    Input,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    SignedHoursText,
    Version,
    validate_visible_lines,
)
from regie.domains.work.projects.schemas import Status as ProjectStatus

Status = Literal["open", "locked"]
# A percentage of hours used, or `pace`; settings determine the thresholds, but sent warnings stay when they change.
Warning = Annotated[str, StringConstraints(pattern=r"^([1-9]\d?|[12]\d\d|300|pace)$")]
Level = Literal["over", "high", "watch", "ok", "unknown"]
Renewal = Literal["none", "soon", "overdue"]
PeriodAction = Literal["adjust", "lock", "unlock"]


Month = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])$")]
Reason = Annotated[str, StringConstraints(min_length=1, max_length=1_000), AfterValidator(validate_visible_lines)]


class PeriodColumns(Output):
    """The columns of a period that all its viewers see."""

    api_id: str
    project: Ref
    client: Ref
    account_manager: Ref
    starts_on: date
    ends_on: date
    status: Status
    precedes_ledger: bool
    base_hours: str
    rollover_in: str
    adjustment: str
    adjustment_reason: str | None
    used_hours: str
    late_hours: str
    closing_balance: str
    rollover_out: str
    lapsed_hours: str
    overage_hours: str
    ran_out_on: date | None
    locked_at: datetime | None
    locked_by: Ref | None
    updated_at: datetime
    version: int


class PeriodMoney(Output):
    fee: Money
    payment: Ref | None


class PeriodRow(PeriodColumns):
    """With the fields that determine the caller's allowed actions."""

    is_next: bool
    manages: bool
    project_id: int


class PeriodMoneyRow(PeriodRow, PeriodMoney):
    pass


class PeriodBasic(PeriodColumns):
    """A period, for callers who may see its hours but not its money.

    base + in + adjustment − used − late = closing = out + lapsed − overage. A month that precedes the ledger is locked
    by no person: its hours follow the records, do not roll over, and need no decision when they are over.
    """

    can: list[PeriodAction]


class PeriodOut(PeriodBasic, PeriodMoney):
    """`payment` bills the month; its name is empty without a label."""


class PeriodUpdate(Input):
    """An adjustment of hours and its reason; only the sent fields change."""

    adjustment: SignedHoursText | None = None
    adjustment_reason: MultilineText | None = None
    version: Version | None = None


class PeriodUnlock(Input):
    reason: Reason


class RetainerLock(Input):
    """The month's periods of these retainers, or of all without any."""

    month: Month
    projects: Annotated[list[ApiId], Field(max_length=100)] = []


class RetainerLockOut(Output):
    month: str
    locked: int


class PeriodQuery(ListQuery):
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    status: Annotated[list[Status], Field(max_length=2)] = []
    starts_from: Day | None = None
    starts_to: Day | None = None


class Days(Output):
    starts_on: date
    ends_on: date


class BurnState(Output):
    """A retainer's burn in its current period, or in its last one after its end.

    `available_hours` are base + in + adjustment − late; `left_hours` may be negative. `burn_percent` and `pace` are
    null when no hours are available. `runs_out_on` is the day on which the hours ran out, or will at the current pace
    before the period ends; null where they last. `level` is unknown while no included hours are entered: no hours are
    then left or over. `risk` is only a sort key. `notice_on` is the first day of the notice period before the renewal.
    """

    api_id: str
    project: Ref
    status: ProjectStatus
    leaving_on: date | None
    client: Ref
    account_manager: Ref
    team: Ref | None
    period: Days
    as_of: date
    base_hours: str
    rollover_in: str
    available_hours: str
    used_hours: str
    left_hours: str
    burn_percent: str | None
    elapsed_percent: str
    pace: str | None
    runs_out_on: date | None
    forecast_hours: str
    forecast_overage_hours: str
    risk: int
    level: Level
    warnings: list[Warning]
    renews_on: date | None
    notice_on: date | None
    auto_renew: bool
    renewal: Renewal


class BurnMonth(Output):
    """The hours of a month, as last stored; a month that a lock splits in two is one."""

    starts_on: date
    used_hours: str
    available_hours: str


class Burn(BurnState):
    """With the last six months, the oldest first."""

    months: list[BurnMonth]


class BurnDay(Output):
    """Cumulative hours at the end of a day; null for a future day or without a forecast."""

    on: date
    used_hours: str | None
    even_hours: str
    forecast_hours: str | None


class BurnPerson(Output):
    """The cumulative hours of a person on each day up to today; `name` is null for people that the caller may not see.

    `employee` is null for a person who matches no employee.
    """

    employee: Ref | None
    name: str | None
    used_hours: list[str]


class BurnOut(Burn):
    """With every day of the period, for a chart against an even pace.

    `people` is null for callers who may not read the time entries of the retainer.
    """

    days: list[BurnDay]
    people: list[BurnPerson] | None


class BurnQuery(ListQuery):
    """`used_above` finds retainers that used more than this percentage of their hours.

    `runs_out` finds those whose hours will run out before their period ends, at the current pace.
    """

    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    warning: Annotated[list[Warning], Field(max_length=20)] = []
    level: Annotated[list[Level], Field(max_length=5)] = []
    runs_out: bool | None = None
    used_above: Annotated[int | None, Field(ge=0, le=1000)] = None


class BurnLevelTotals(Output):
    """`over_hours` are the hours used beyond those available; `runs_out` counts the retainers of that filter."""

    level: Level
    retainers: int
    runs_out: int
    over_hours: str
    forecast_overage_hours: str


class BurnTotals(Output):
    """The totals of each level, the most critical first."""

    as_of: date
    levels: list[BurnLevelTotals]
