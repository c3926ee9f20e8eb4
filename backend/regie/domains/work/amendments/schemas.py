"""API schemas of a project's amount with its amendments."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    MAX_INT,
    Day,
    EmptyAsNone,
    Input,
    Money,
    Output,
    Ref,
    SignedAmountText,
    SingleLineText,
    Version,
)
from regie.domains.work.oos_sales.schemas import OosApprovalOut

AmendmentState = Literal["in_force", "planned", "waiting", "declined"]


class AmendmentBasic(Output):
    """An amendment for callers who may not see the project's money; `approval` is the client's, with its proof.

    `can_remove` is false once the client has approved it: its approval is undone first.
    """

    api_id: str
    effective_on: date
    state: AmendmentState
    reason: str | None
    recorded_by: Ref
    created_at: datetime
    approval: OosApprovalOut | None
    can_remove: bool
    version: int


class Amendment(AmendmentBasic):
    """`amount` is the difference; negative for a reduction."""

    amount: Money


class _History(Output):
    """`version` is the project's; `starts_on` is the day from which the original amount holds.

    `can_amend` is false for callers who may not change the amount, and while it is corrected in the project's form: in
    drafts, and before the client's approval.
    """

    version: int
    starts_on: date
    can_amend: bool
    may_decide: bool


class AmountHistoryBasic(_History):
    amendments: list[AmendmentBasic]


class AmountHistory(_History):
    """`total` is the amount of today: the original amount and the amendments in force."""

    original: Money
    total: Money
    amendments: list[Amendment]


class AmendmentCreate(Input):
    """`amount` is the difference; `version` is that of the project when its amounts were read."""

    effective_on: Day
    amount: SignedAmountText
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    version: Version | None = None


class RemovalQuery(Input):
    """The version of the amendment that the caller read, as a query parameter."""

    version: Annotated[int, Field(ge=1, le=MAX_INT)] | None = None
