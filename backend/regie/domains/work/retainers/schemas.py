"""The retainer ledger, over the wire."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema

from regie.core.api.wire import ApiId, Day, Input, ListQuery, Money, Note, Output, Ref, Version, refuse_unseen_in_lines
from regie.core.money.amounts import read_decimal

Status = Literal["open", "locked"]
# A share of the hours in whole per cent: which ones is a setting, and what was given stays when that changes.
Warning = Annotated[str, StringConstraints(pattern=r"^([1-9]\d?|[12]\d\d|300|pace)$")]
Level = Literal["over", "high", "watch", "ok"]
Renewal = Literal["none", "soon", "overdue"]
Deed = Literal["adjust", "lock", "unlock"]


def _read_hours(value: object) -> Decimal:
    try:
        return read_decimal(value if isinstance(value, str) else "")
    except ValueError as error:
        raise ValueError("amount") from error


SignedHours = Annotated[
    Decimal,
    Field(ge=Decimal(-100_000), le=Decimal(100_000)),
    BeforeValidator(_read_hours),
    WithJsonSchema({"type": "string", "pattern": r"^-?\d{1,6}(\.\d{1,2})?$"}),
]
Month = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])$")]
Reason = Annotated[str, StringConstraints(min_length=1, max_length=1_000), AfterValidator(refuse_unseen_in_lines)]


class PeriodColumns(Output):
    """The columns of a month that everybody reads who sees it."""

    api_id: str
    project: Ref
    client: Ref
    account_manager: Ref
    starts_on: date
    ends_on: date
    status: Status
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
    """With what says whose line it is and what the caller may do with it."""

    is_next: bool
    manages: bool
    project_id: int


class PeriodMoneyRow(PeriodRow, PeriodMoney):
    pass


class PeriodBasic(PeriodColumns):
    """A month of a retainer, to a caller who sees its hours and not its money.

    base + in + adjustment − used − late = closing = out + lapsed − overage.
    """

    can: list[Deed]


class PeriodOut(PeriodBasic, PeriodMoney):
    """`payment` is the one that bills the month; its name is empty where it has no label."""


class PeriodUpdate(Input):
    """Hours given or taken by hand, and why; what is not sent stays."""

    adjustment: SignedHours | None = None
    adjustment_reason: Note | None = None
    version: Version | None = None


class PeriodUnlock(Input):
    reason: Reason


class RetainerLock(Input):
    """The month's periods of these retainers; of all where none is named."""

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


class Burn(Output):
    """How a retainer stands in its present period; in its last one when it is over.

    `available_hours` are base + in + adjustment − late; `left_hours` may be negative. `burn_percent` and `pace` are
    null where nothing is available to measure by. `runs_out_on` is the day on which the hours ran out, or will at this
    pace before the period ends; null where they last. `risk` grows with the danger, and says nothing by itself.
    """

    api_id: str
    project: Ref
    client: Ref
    account_manager: Ref
    team: Ref | None
    period: Days
    as_of: date
    base_hours: str
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
    auto_renew: bool
    renewal: Renewal


class BurnDay(Output):
    """Sums until the end of a day; null where there is nothing to tell yet, or no more to expect."""

    on: date
    used_hours: str | None
    even_hours: str
    forecast_hours: str | None


class BurnOut(Burn):
    """With every day of its period, for a line against an even pace."""

    days: list[BurnDay]


class BurnQuery(ListQuery):
    """`used_above` finds those that used more than so many per cent of their hours."""

    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    warning: Annotated[list[Warning], Field(max_length=20)] = []
    used_above: Annotated[int | None, Field(ge=0, le=1000)] = None
