"""API schemas of projects."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Archived,
    Currency,
    Day,
    EmptyAsNone,
    Flag,
    HoursText,
    Input,
    LinkRef,
    ListQuery,
    Money,
    MultilineText,
    Output,
    Ref,
    SignedHoursText,
    SingleLineText,
    Tags,
    Version,
)
from regie.domains.records.dated_fields.schemas import TermFields
from regie.domains.records.options.schemas import OptionValue
from regie.domains.records.projects.models import BillingInterval

Kind = Literal["fixed", "oos", "retainer"]
Status = Literal["draft", "active", "on_hold", "completed", "cancelled", "ended", "churned"]
Health = Literal["green", "amber", "red"]
CountedHours = Literal["all", "billable"]
Rollover = Literal["none", "surplus", "both"]
Approval = Literal["waiting", "approved", "declined"]
ProjectAction = Literal[
    "edit", "edit_billing", "archive", "unarchive", "delete", "begin_ledger", "state_opening"
]  # fmt: skip
RetainerBurn = Literal["over", "high", "ok"]
Deadline = Literal["late", "ending_soon"]

FixedBy = Literal["closed_month", "invoice", "payment"]
ClientFixedBy = Literal["closed_month", "invoice", "payment", "hours", "churn", "approval", "extra_work"]


class ProjectBasicRow(Output):
    """A project for callers who may not see its money; fields of other kinds are null.

    `left_hours` and `burn_percent` are those of a retainer's current period; null where `hours_shown` is false because
    the caller may not see the hours, or where there are none. `leaving_on` is the last day of a retainer that churns,
    through that day. `deadline` is about unfinished work with a last day: it has passed, or comes within 30 days;
    sorting by `due_on` brings the earliest of these last days first. `seller` has the largest share of the sale;
    `seller_count` is the number of sellers.
    """

    api_id: str
    number: str
    name: str
    kind: Kind
    client: LinkRef
    account_manager: Ref
    team: Ref | None
    status: Status
    health: Health | None
    start_on: date
    end_on: date | None
    leaving_on: date | None
    currency: str
    tags: list[str]
    hours_logged: str
    hours_counted: str
    budget_hours: str | None
    included_hours: str | None
    renews_on: date | None
    sold_on: date | None
    deadline: Deadline | None
    budget_percent: str | None
    hours_shown: bool
    left_hours: str | None
    burn_percent: str | None
    oos_type: str | None
    approval: Approval | None
    seller: Ref | None
    seller_count: int
    auto_renew: bool | None
    archived_at: datetime | None
    updated_at: datetime
    version: int


class ProjectAmounts(Output):
    """`billed_percent` is the part of the amount that invoices bill, without tax; null without an amount.

    `interval_fee` is billed per quarter or year, and `monthly_fee` is its part of one month; null for a monthly fee.
    """

    amount: Money | None
    billed_percent: str | None
    monthly_fee: Money | None
    billing_interval: BillingInterval | None
    interval_fee: Money | None


class ProjectRow(ProjectBasicRow, ProjectAmounts):
    """`billed_percent` is the part of the amount that invoices bill, without tax; null without an amount."""


class Seller(Output):
    employee: Ref
    weight: int


class Fee(Output):
    """`amount` is the part of one month; `interval_amount` is billed per quarter or year, null for a monthly fee."""

    amount: Money
    billing_interval: BillingInterval
    interval_amount: Money | None
    starts_on: date
    reason: str | None


class ProjectLink(Output):
    service: Literal["teamwork", "hubspot"]
    external_id: str
    name: str | None
    url: str | None
    synced_at: datetime | None
    deleted_at: datetime | None


class CurrentChurn(Output):
    """The open churn of a retainer; details are at `/churn-events/{api_id}`."""

    api_id: str
    state: Literal["recorded", "confirmed"]
    scope: Literal["project", "logo"]
    notice_on: date | None
    effective_on: date


class ProjectDetails(ProjectBasicRow):
    """The columns of one project."""

    project_manager: Ref | None
    description: str | None
    counted_hours: CountedHours
    percent_done: int | None
    approved_on: date | None
    parent_project: LinkRef | None
    billing_day: int | None
    term_months: int | None
    notice_days: int | None
    rollover: Rollover | None
    rollover_cap_hours: str | None
    rollover_expiry_months: int | None
    ledger_from: date | None
    opening_hours: str | None
    deal: Ref | None
    teamwork_category: Ref | None
    created_at: datetime


class ProjectMoney(ProjectAmounts):
    billed: Money | None
    hourly_rate: Money | None
    overage_rate: Money | None


class ProjectBasic(ProjectDetails):
    """`fixed_by` says why currency and first day can no longer change, `client_fixed_by` why the client cannot."""

    fixed_by: FixedBy | None
    client_fixed_by: ClientFixedBy | None
    members: list[Ref]
    sold_by: list[Seller]
    links: list[ProjectLink]
    can: list[ProjectAction]


class ProjectWithChurn(ProjectBasic):
    """For callers who see the project's churn but not its amounts."""

    churn: CurrentChurn | None


class ProjectOut(ProjectWithChurn, ProjectMoney):
    fees: list[Fee]


class SellerIn(Input):
    employee: ApiId
    weight: Annotated[int, Field(ge=1, le=100, strict=True)]


class ProjectFields(Input):
    """The fields that create and update share; an empty text means null. Amounts are in the project's currency.

    A retainer's fee is `monthly_fee`, or `billing_interval` quarter or year with `interval_fee`. Its ledger begins
    with it, or on `ledger_from`, the first day of a later month; it then opens with `opening_hours`, or with an assumed
    zero.
    """

    project_manager: Annotated[ApiId | None, EmptyAsNone] = None
    team: Annotated[ApiId | None, EmptyAsNone] = None
    members: Annotated[list[ApiId], Field(max_length=100)] = []
    end_on: Annotated[Day | None, EmptyAsNone] = None
    hourly_rate: Annotated[AmountText | None, EmptyAsNone] = None
    budget_hours: Annotated[HoursText | None, EmptyAsNone] = None
    counted_hours: CountedHours = "all"
    percent_done: Annotated[int, Field(ge=0, le=100, strict=True)] | None = None
    description: Annotated[MultilineText | None, EmptyAsNone] = None
    tags: Tags = []
    health: Annotated[Health | None, EmptyAsNone] = None
    teamwork_project_id: Annotated[SingleLineText | None, EmptyAsNone] = None
    amount: Annotated[AmountText | None, EmptyAsNone] = None
    parent_project: Annotated[ApiId | None, EmptyAsNone] = None
    sold_by: Annotated[list[SellerIn], Field(max_length=20)] = []
    sold_on: Annotated[Day | None, EmptyAsNone] = None
    oos_type: Annotated[OptionValue | None, EmptyAsNone] = None
    monthly_fee: Annotated[AmountText | None, EmptyAsNone] = None
    billing_interval: Annotated[BillingInterval | None, EmptyAsNone] = None
    interval_fee: Annotated[AmountText | None, EmptyAsNone] = None
    fee_starts_on: Annotated[Day | None, EmptyAsNone] = None
    fee_reason: Annotated[SingleLineText | None, EmptyAsNone] = None
    included_hours: Annotated[HoursText | None, EmptyAsNone] = None
    billing_day: Annotated[int, Field(ge=1, le=31, strict=True)] | None = None
    term_months: Annotated[int, Field(ge=1, le=120, strict=True)] | None = None
    renews_on: Annotated[Day | None, EmptyAsNone] = None
    auto_renew: Flag | None = None
    notice_days: Annotated[int, Field(ge=0, le=365, strict=True)] | None = None
    rollover: Annotated[Rollover | None, EmptyAsNone] = None
    rollover_cap_hours: Annotated[HoursText | None, EmptyAsNone] = None
    rollover_expiry_months: Annotated[int, Field(ge=1, le=60, strict=True)] | None = None
    overage_rate: Annotated[AmountText | None, EmptyAsNone] = None
    ledger_from: Annotated[Day | None, EmptyAsNone] = None
    opening_hours: Annotated[SignedHoursText | None, EmptyAsNone] = None


class ProjectCreate(ProjectFields):
    name: SingleLineText
    kind: Kind
    client: ApiId
    account_manager: ApiId
    start_on: Day
    currency: Currency
    status: Literal["draft", "active"] = "draft"
    deal: Annotated[ApiId | None, EmptyAsNone] = None


class ProjectUpdate(ProjectFields):
    """Only the sent fields change; required ones may be omitted but not emptied."""

    name: SingleLineText = ""
    client: ApiId = ""
    account_manager: ApiId = ""
    start_on: Day | None = None
    currency: Currency = ""
    kind: Kind | None = None
    status: Status | None = None
    version: Version | None = None


class ProjectChoice(Input):
    project: ApiId


class ProjectChange(Input):
    """A change of many projects at once."""

    account_manager: ApiId = ""
    project_manager: Annotated[ApiId | None, EmptyAsNone] = None


class ProjectArchiving(Input):
    archived: Flag = True


class ProjectQuery(ListQuery):
    """`managed` finds the projects whose account or project manager the caller is."""

    kind: Annotated[list[Kind], Field(max_length=3)] = []
    status: Annotated[list[Status], Field(max_length=7)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    health: Annotated[list[Health], Field(max_length=3)] = []
    archived: Archived = "exclude"
    ends_from: Day | None = None
    ends_to: Day | None = None
    deadline: Annotated[list[Deadline], Field(max_length=2)] = []
    over_budget: bool | None = None
    sold_from: Day | None = None
    sold_to: Day | None = None
    oos_type: Annotated[list[OptionValue], Field(max_length=20)] = []
    approval: Annotated[list[Approval], Field(max_length=3)] = []
    seller: Annotated[list[ApiId], Field(max_length=100)] = []
    renews_from: Day | None = None
    renews_to: Day | None = None
    auto_renew: bool | None = None
    rollover: Annotated[list[Rollover], Field(max_length=3)] = []
    burn: Annotated[list[RetainerBurn], Field(max_length=3)] = []
    # The days on which the first month begins whose hours are not closed.
    open_from: Day | None = None
    open_to: Day | None = None
    # Whether a ledger that begins later than its retainer opens with a stated balance, or with an assumed one.
    opening: Annotated[list[Literal["assumed", "stated"]], Field(max_length=2)] = []
    scheduled: bool | None = None
    leaving: bool | None = None
    managed: bool | None = None


class ProjectTermFields(TermFields):
    """Who is responsible from a day on; only the sent fields change."""

    account_manager: Annotated[ApiId | None, EmptyAsNone] = None
    project_manager: Annotated[ApiId | None, EmptyAsNone] = None
    team: Annotated[ApiId | None, EmptyAsNone] = None


class ProjectTermCreate(ProjectTermFields):
    pass


class ProjectTermUpdate(ProjectTermFields):
    """Only the sent fields change; a term keeps its field."""

    effective_from: Annotated[Day | None, EmptyAsNone] = None  # type: ignore[assignment]
