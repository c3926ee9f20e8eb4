"""Projects, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Archived,
    Currency,
    Day,
    Flag,
    HoursText,
    Input,
    Line,
    LinkRef,
    ListQuery,
    Money,
    Note,
    Optionally,
    Output,
    Ref,
    Tags,
    Version,
)
from regie.domains.records.options.schemas import OptionValue

Kind = Literal["fixed", "oos", "retainer"]
Status = Literal["draft", "active", "on_hold", "completed", "cancelled", "ended", "churned"]
Health = Literal["green", "amber", "red"]
CountedHours = Literal["all", "billable"]
Rollover = Literal["none", "surplus", "both"]
Approval = Literal["waiting", "approved", "declined"]
ProjectAction = Literal["edit", "edit_billing", "archive", "unarchive", "delete"]
RetainerBurn = Literal["over", "high", "ok"]


class ProjectBasicRow(Output):
    """A project to a caller who may not see its money; fields of another kind are null.

    `left_hours` and `burn_percent` are of a retainer's present month, null where the caller does not see its hours:
    `hours_shown` tells those from what is none.
    `seller` has the largest share of the sale; `seller_count` says how many sold it.
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
    currency: str
    tags: list[str]
    hours_logged: str
    budget_hours: str | None
    included_hours: str | None
    renews_on: date | None
    sold_on: date | None
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
    """`billed_percent` is what invoices bill of the amount, without tax; null where there is no amount."""

    amount: Money | None
    billed_percent: str | None
    monthly_fee: Money | None


class ProjectRow(ProjectBasicRow, ProjectAmounts):
    """`billed_percent` is what invoices bill of the amount, without tax; null where there is no amount."""


class Seller(Output):
    employee: Ref
    weight: int


class Fee(Output):
    amount: Money
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
    """The loss of a retainer that was not won back; more of it at `/churn-events/{api_id}`."""

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
    approved_on: date | None
    parent_project: LinkRef | None
    billing_day: int | None
    term_months: int | None
    notice_days: int | None
    rollover: Rollover | None
    rollover_cap_hours: str | None
    rollover_expiry_months: int | None
    deal: Ref | None
    teamwork_category: Ref | None
    created_at: datetime


class ProjectMoney(ProjectAmounts):
    billed: Money | None
    hourly_rate: Money | None
    overage_rate: Money | None


class ProjectBasic(ProjectDetails):
    members: list[Ref]
    sold_by: list[Seller]
    links: list[ProjectLink]
    can: list[ProjectAction]


class ProjectWithChurn(ProjectBasic):
    """To a caller who sees churn and no amounts of this project."""

    churn: CurrentChurn | None


class ProjectOut(ProjectWithChurn, ProjectMoney):
    fees: list[Fee]


class SellerIn(Input):
    employee: ApiId
    weight: Annotated[int, Field(ge=1, le=100, strict=True)]


class ProjectFields(Input):
    """What create and edit share; an empty text means none. Amounts are in the project's currency."""

    project_manager: Annotated[ApiId | None, Optionally] = None
    team: Annotated[ApiId | None, Optionally] = None
    members: Annotated[list[ApiId], Field(max_length=100)] = []
    end_on: Annotated[Day | None, Optionally] = None
    hourly_rate: Annotated[AmountText | None, Optionally] = None
    budget_hours: Annotated[HoursText | None, Optionally] = None
    counted_hours: CountedHours = "all"
    description: Annotated[Note | None, Optionally] = None
    tags: Tags = []
    health: Annotated[Health | None, Optionally] = None
    teamwork_project_id: Annotated[Line | None, Optionally] = None
    amount: Annotated[AmountText | None, Optionally] = None
    parent_project: Annotated[ApiId | None, Optionally] = None
    sold_by: Annotated[list[SellerIn], Field(max_length=20)] = []
    sold_on: Annotated[Day | None, Optionally] = None
    oos_type: Annotated[OptionValue | None, Optionally] = None
    approved_on: Annotated[Day | None, Optionally] = None
    monthly_fee: Annotated[AmountText | None, Optionally] = None
    fee_starts_on: Annotated[Day | None, Optionally] = None
    fee_reason: Annotated[Line | None, Optionally] = None
    included_hours: Annotated[HoursText | None, Optionally] = None
    billing_day: Annotated[int, Field(ge=1, le=31, strict=True)] | None = None
    term_months: Annotated[int, Field(ge=1, le=120, strict=True)] | None = None
    renews_on: Annotated[Day | None, Optionally] = None
    auto_renew: Flag | None = None
    notice_days: Annotated[int, Field(ge=0, le=365, strict=True)] | None = None
    rollover: Annotated[Rollover | None, Optionally] = None
    rollover_cap_hours: Annotated[HoursText | None, Optionally] = None
    rollover_expiry_months: Annotated[int, Field(ge=1, le=60, strict=True)] | None = None
    overage_rate: Annotated[AmountText | None, Optionally] = None


class ProjectCreate(ProjectFields):
    name: Line
    kind: Kind
    client: ApiId
    account_manager: ApiId
    start_on: Day
    currency: Currency
    status: Literal["draft", "active"] = "draft"
    deal: Annotated[ApiId | None, Optionally] = None


class ProjectUpdate(ProjectFields):
    """Only the fields that are sent change; required ones may be left out but not emptied."""

    name: Line = ""
    account_manager: ApiId = ""
    start_on: Day | None = None
    currency: Currency = ""
    kind: Kind | None = None
    status: Status | None = None
    version: Version | None = None


class ProjectChoice(Input):
    project: ApiId


class ProjectChange(Input):
    """What is changed in many projects at once."""

    account_manager: ApiId = ""
    project_manager: Annotated[ApiId | None, Optionally] = None


class ProjectArchiving(Input):
    archived: Flag = True


class ProjectQuery(ListQuery):
    kind: Annotated[list[Kind], Field(max_length=3)] = []
    status: Annotated[list[Status], Field(max_length=7)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    health: Annotated[list[Health], Field(max_length=3)] = []
    archived: Archived = "exclude"
    ends_from: Day | None = None
    ends_to: Day | None = None
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
    scheduled: bool | None = None
