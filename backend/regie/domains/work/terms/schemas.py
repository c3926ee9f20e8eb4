"""API schemas of a retainer's dated terms."""

from datetime import date, datetime
from typing import Annotated, Literal

from regie.core.api.wire import AmountText, Day, EmptyAsNone, Input, Money, Output, Ref, SingleLineText, Version
from regie.domains.work.churns.figures import MovementKind

TermName = Literal["state", "fee"]
State = Literal["active", "on_hold", "ended", "churned"]
RecordedState = Literal["active", "on_hold", "ended"]


class ProjectTerm(Output):
    """A state or fee from a day on; `ended` and `churned` name the first day on which the retainer no longer runs.

    `amount` is null for states. `can_change` is false for terms that a churn defines.
    """

    name: TermName
    effective_from: date
    state: State | None
    amount: Money | None
    reason: str | None
    recorded_at: datetime | None
    recorded_by: Ref | None
    is_future: bool
    can_change: bool


class ProjectTerms(Output):
    """The terms that the caller may see, oldest first; `version` is the project's."""

    version: int
    start_on: date
    terms: list[ProjectTerm]


class TermCreate(Input):
    """Exactly one of `state` and `amount`, by `name`. `replaces` is the first day of the term that it corrects.

    `version` is that of the project when its terms were read.
    """

    name: TermName
    effective_from: Day
    state: RecordedState | None = None
    amount: Annotated[AmountText | None, EmptyAsNone] = None
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
