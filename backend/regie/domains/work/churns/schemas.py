"""API schemas of churns."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    ApiId,
    ConvertibleQuery,
    Currency,
    Day,
    EmptyAsNone,
    Flag,
    Input,
    LinkRef,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    SingleLineText,
    Version,
)
from regie.domains.records.exchange_rates.schemas import ConvertedRow, ConvertedSum
from regie.domains.records.options.schemas import OptionValue

Initiator = Literal["client", "agency"]
State = Literal["recorded", "confirmed", "voided", "won_back"]
Scope = Literal["project", "logo"]
Tenure = Literal["under_6", "6_to_11", "12_to_23", "24_to_35", "36_and_more"]
# In whole months; the last band has no end.
TENURES: dict[Tenure, tuple[int, int | None]] = {
    "under_6": (0, 5), "6_to_11": (6, 11), "12_to_23": (12, 23), "24_to_35": (24, 35), "36_and_more": (36, None),
}  # fmt: skip
ChurnAction = Literal["edit", "confirm", "reject", "void", "win_back"]


class Share(Output):
    employee: Ref
    weight: int
    months_managed: int


class ProposedShare(Output):
    employee: Ref
    weight: int


class ChurnColumns(Output):
    api_id: str
    project: LinkRef
    client: LinkRef
    account_manager: Ref
    notice_on: date | None
    effective_on: date
    reason: OptionValue
    preventable: bool
    initiated_by: Initiator
    note: str
    competitor: str | None
    scope: Scope
    tenure_months: int
    state: State
    won_back_on: date | None
    # Unknown for some that were won back before this was recorded.
    won_back_at: datetime | None
    won_back_by: Ref | None
    won_back_reason: str | None
    rejection_reason: str | None
    # None for a churn that was recorded automatically.
    recorded_by: Ref | None
    currency: str
    created_at: datetime
    updated_at: datetime
    version: int


class ChurnMoney(Output):
    mrr_lost: Money


class ChurnEventBasic(ChurnColumns):
    """A churn, for callers who may not see the project's money. `effective_on` is the last day on which it ran."""

    attribution: list[Share]
    # The days for which an unconfirmed churn has been waiting; None for all others.
    days_waiting: int | None


class ChurnEventRow(ChurnEventBasic, ChurnMoney, ConvertedRow):
    """With the amount in the requested currency, at the rate of the last day.

    When the list is filtered by employees, `share` is their part by the recorded weights, and only
    that part is converted; otherwise null.
    """

    share: Money | None


class ChurnEventBasicOut(ChurnEventBasic):
    can: list[ChurnAction]


class ChurnEventOut(ChurnEventBasicOut, ChurnMoney):
    pass


class LostRevenue(Output):
    currency: str
    mrr_lost: Money


class ChurnTotalsBasic(Output):
    """The number of churned retainers and clients, without voided churns."""

    retainers: int
    logos: int


class ChurnTotalsMoney(Output):
    mrr_lost: list[Money]
    mrr_retainers: int
    converted: ConvertedSum | None


class ChurnTotals(ChurnTotalsBasic, ChurnTotalsMoney):
    """Amounts of what the caller may see.

    `mrr_lost` has one amount per currency, and `mrr_retainers` is the number of retainers that it adds up: all, or only
    those of which the caller sees amounts. `converted` is the total of the converted rows.
    """


class ShareIn(Input):
    employee: ApiId
    weight: Annotated[int, Field(ge=1, le=100, strict=True)]


Shares = Annotated[list[ShareIn], Field(max_length=20)]
RequiredNote = Annotated[MultilineText, Field(min_length=1)]


class ChurnDays(Input):
    """The days of a churn, whose consequences are read before it is recorded or corrected."""

    notice_on: Annotated[Day | None, EmptyAsNone] = None
    effective_on: Day


class ChurnCreate(ChurnDays):
    """Without an attribution, the proposed one applies."""

    project: ApiId
    reason: OptionValue
    preventable: Flag
    initiated_by: Initiator
    note: RequiredNote
    competitor: Annotated[SingleLineText | None, EmptyAsNone] = None
    attribution: Shares | None = None


class ChurnUpdate(Input):
    """Only the sent fields change, and only until the event is confirmed."""

    notice_on: Annotated[Day | None, EmptyAsNone] = None
    effective_on: Day | None = None
    reason: OptionValue | None = None
    preventable: Flag | None = None
    initiated_by: Initiator | None = None
    note: MultilineText = ""
    competitor: Annotated[SingleLineText | None, EmptyAsNone] = None
    attribution: Shares | None = None
    version: Version | None = None


class ConfirmationCreate(ChurnUpdate):
    """The sent fields are corrected before the event is confirmed, in one change."""


class RejectionCreate(Input):
    reason: RequiredNote
    version: Version | None = None


class WinBackCreate(Input):
    reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    version: Version | None = None


class ConfirmationDecision(Input):
    confirmed: Flag


class RejectionDecision(Input):
    reason: RequiredNote


class ChurnFilters(ListQuery):
    reason: Annotated[list[OptionValue], Field(max_length=20)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    employee: Annotated[list[ApiId], Field(max_length=100)] = []
    state: Annotated[list[State], Field(max_length=4)] = []
    effective_from: Day | None = None
    effective_to: Day | None = None


class ChurnEventQuery(ConvertibleQuery, ChurnFilters):
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    # Without: churn without shares.
    attributed: bool | None = None
    preventable: bool | None = None
    initiated_by: Annotated[list[Initiator], Field(max_length=2)] = []
    scope: Annotated[list[Scope], Field(max_length=2)] = []
    tenure: Tenure | None = None
    currency: Annotated[list[Currency], Field(max_length=20)] = []


class EmployeeChurnQuery(ChurnFilters):
    pass


class EmployeeChurnBasic(Output):
    """One employee's share of a churn."""

    api_id: str
    churn_event: str
    employee: Ref
    client: Ref
    project: Ref
    weight: int
    months_managed: int
    effective_on: date
    reason: OptionValue
    scope: Scope
    state: State
    currency: str


class EmployeeChurnMoney(Output):
    mrr_share: Money


class EmployeeChurnOut(EmployeeChurnBasic, EmployeeChurnMoney):
    """`mrr_share` is the employee's share of the MRR lost; the shares of one event add up to it to the cent."""


class ChurnProposalQuery(Input):
    effective_on: Day | None = None


class ChurnProposal(Output):
    """A preview of a churn on this day."""

    project: Ref
    client: Ref
    effective_on: date
    mrr_lost: Money
    scope: Scope
    tenure_months: int
    attribution: list[ProposedShare]
