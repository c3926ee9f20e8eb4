"""Projects, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.wire import (
    AmountText,
    ApiId,
    Archived,
    Currency,
    Day,
    HoursText,
    Input,
    Line,
    ListQuery,
    Money,
    Note,
    Optionally,
    Output,
    Ref,
    Tags,
    Version,
)

Kind = Literal["fixed", "oos", "retainer"]
Status = Literal["draft", "active", "on_hold", "completed", "cancelled", "ended", "churned"]
Health = Literal["green", "amber", "red"]
CountedHours = Literal["all", "billable"]
Rollover = Literal["none", "surplus", "both"]
OosType = Literal["extra_hours", "new_feature", "change_request", "training", "rush", "other"]


class ProjectBasicRow(Output):
    """A project to a caller who may not see its money; fields of another kind are null."""

    api_id: str
    number: str
    name: str
    kind: Kind
    client: Ref
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
    archived_at: datetime | None
    updated_at: datetime
    version: int


class ProjectRow(ProjectBasicRow):
    amount: Money | None
    monthly_fee: Money | None


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


class ProjectBasic(ProjectBasicRow):
    project_manager: Ref | None
    members: list[Ref]
    description: str | None
    counted_hours: CountedHours
    oos_type: str | None
    approved_on: date | None
    parent_project: Ref | None
    sold_by: list[Seller]
    billing_day: int | None
    term_months: int | None
    auto_renew: bool | None
    notice_days: int | None
    rollover: Rollover | None
    rollover_cap_hours: str | None
    rollover_expiry_months: int | None
    deal: Ref | None
    links: list[ProjectLink]
    created_at: datetime
    can: list[Literal["edit", "edit_billing", "archive", "unarchive", "delete"]]


class ProjectOut(ProjectBasic):
    amount: Money | None
    monthly_fee: Money | None
    hourly_rate: Money | None
    overage_rate: Money | None
    fees: list[Fee]


class SellerIn(Input):
    employee: ApiId
    weight: Annotated[int, Field(ge=1, le=100)]


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
    oos_type: Annotated[OosType | None, Optionally] = None
    approved_on: Annotated[Day | None, Optionally] = None
    monthly_fee: Annotated[AmountText | None, Optionally] = None
    fee_starts_on: Annotated[Day | None, Optionally] = None
    fee_reason: Annotated[Line | None, Optionally] = None
    included_hours: Annotated[HoursText | None, Optionally] = None
    billing_day: Annotated[int, Field(ge=1, le=31)] | None = None
    term_months: Annotated[int, Field(ge=1, le=120)] | None = None
    renews_on: Annotated[Day | None, Optionally] = None
    auto_renew: bool | None = None
    notice_days: Annotated[int, Field(ge=0, le=365)] | None = None
    rollover: Annotated[Rollover | None, Optionally] = None
    rollover_cap_hours: Annotated[HoursText | None, Optionally] = None
    rollover_expiry_months: Annotated[int, Field(ge=1, le=60)] | None = None
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


class ProjectQuery(ListQuery):
    kind: Annotated[list[Kind], Field(max_length=3)] = []
    status: Annotated[list[Status], Field(max_length=7)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    health: Annotated[list[Health], Field(max_length=3)] = []
    archived: Archived = "exclude"
