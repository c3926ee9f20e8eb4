"""API schemas of a retainer's dated terms."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    Day,
    EmptyAsNone,
    HoursText,
    Input,
    Money,
    Output,
    Ref,
    SingleLineText,
    Version,
)
from regie.domains.records.projects.models import BillingInterval
from regie.domains.work.churns.figures import MovementKind
from regie.domains.work.projects.schemas import Rollover

TermName = Literal["state", "fee", "included_hours", "rollover", "overage_rate"]
State = Literal["active", "on_hold", "ended", "churned"]
RecordedState = Literal["active", "on_hold", "ended"]


class ProjectTerm(Output):
    """A value from a day on; `ended` and `churned` name the first day on which the retainer no longer runs.

    By `name`, `state`, `amount`, `hours` or the three fields of the roll-over have the value; the others are null. The
    amount of a fee is billed per `billing_interval`, and `monthly_amount` is its part of one month.
    `is_first` marks the value since the retainer's first day, which is not removed. `can_change` is false for terms
    that a churn defines.
    """

    name: TermName
    effective_from: date
    state: State | None
    amount: Money | None
    billing_interval: BillingInterval | None
    monthly_amount: Money | None
    hours: str | None
    rollover: Rollover | None
    rollover_cap_hours: str | None
    rollover_expiry_months: int | None
    reason: str | None
    recorded_at: datetime | None
    recorded_by: Ref | None
    is_first: bool
    is_future: bool
    can_change: bool


class ProjectTerms(Output):
    """The terms that the caller may see, oldest first; `version` is the project's."""

    version: int
    start_on: date
    terms: list[ProjectTerm]


class TermCreate(Input):
    """The value by `name`: `state`; `amount` of a fee or overage rate; included `hours`; or a roll-over.

    The amount of a fee is billed per `billing_interval`, a month by default. `replaces` is the first day of the term
    that it corrects. `version` is that of the project when its terms were read.
    """

    name: TermName
    effective_from: Day
    state: RecordedState | None = None
    amount: Annotated[AmountText | None, EmptyAsNone] = None
    billing_interval: Annotated[BillingInterval | None, EmptyAsNone] = None
    hours: Annotated[HoursText | None, EmptyAsNone] = None
    rollover: Annotated[Rollover | None, EmptyAsNone] = None
    rollover_cap_hours: Annotated[HoursText | None, EmptyAsNone] = None
    rollover_expiry_months: Annotated[int, Field(ge=1, le=60, strict=True)] | None = None
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    replaces: Day | None = None
    version: Version | None = None


class TermRemoval(Input):
    """The term of this name and first day; the one before it holds on."""

    name: TermName
    effective_from: Day
    version: Version | None = None


class TermMovement(Output):
    """How the project's MRR moves on a day."""

    on: date
    kind: MovementKind
    amount: Money


class TermMonth(Output):
    """A month that changes: MRR at its end, retainer revenue and included hours."""

    month: date
    mrr_before: Money
    mrr_after: Money
    revenue_before: Money
    revenue_after: Money
    hours_before: str
    hours_after: str


class TermPreview(Output):
    """What saving would change; nothing is stored. `continues` says that later months change as well."""

    movements: list[TermMovement]
    months: list[TermMonth]
    continues: bool
    last_hours_on: date | None
