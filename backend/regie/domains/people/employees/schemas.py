"""Employees, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Currency,
    Day,
    Email,
    Flag,
    HoursText,
    Input,
    Line,
    LinkRef,
    ListQuery,
    Money,
    Optionally,
    Output,
    Ref,
    Version,
    refuse_unseen,
)
from regie.core.time.zones import Timezone
from regie.domains.people.users.schemas import Language, Name
from regie.domains.records.mirrors.schemas import Link

Status = Literal["active", "on_leave", "left"]
Employment = Literal["full", "part", "contractor"]
Department = Literal[
    "accounts", "strategy", "design", "development", "content", "media", "production", "finance", "people",
    "management", "other",
]  # fmt: skip
EmployeeAction = Literal["edit", "edit_contact", "depart", "return", "delete"]
MetricScope = Literal["own", "team", "organization"]
MetricPermission = Literal["revenue", "retainers", "churn", "oos", "hours", "goals", "values"]
Phone = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(refuse_unseen)]
TeamworkId = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(refuse_unseen)]

# A week’s hours; the wider bound of hours is the type's own.
Capacity = Annotated[HoursText, Field(le=80)]


class EmployeeRow(Output):
    """The directory's view: nothing that is only the person's own business."""

    api_id: str
    name: str
    first_name: str
    last_name: str
    email: str
    job_title: str | None


class EmployeeSummary(Output):
    """The columns of a list that a caller sees who may view the employee."""

    department: str | None
    manager: LinkRef | None
    employment: Employment
    status: Status
    user: Ref | None
    teamwork_user_id: str | None
    started_on: date | None
    ended_on: date | None
    capacity_hours_week: str
    is_billable: bool
    updated_at: datetime
    version: int


class EmployeeBasicRow(EmployeeRow, EmployeeSummary):
    """An employee to a caller who may view employees."""

    teams: list[Ref]


class EmployeeDetails(EmployeeSummary):
    """The columns of one employee."""

    phone: str | None
    utilisation_target: int | None
    language: Language | None
    timezone: str | None
    created_at: datetime


class Leave(Output):
    """Away from the first day to the last, both included; without a last day until further notice."""

    api_id: str
    starts_on: date
    ends_on: date | None


class CostRate(Output):
    amount: Money
    starts_on: date


class EmployeeCosts(Output):
    """What an hour costs today, and the whole history, the newest first."""

    cost_rate: Money | None
    cost_rates: list[CostRate]


class EmployeeFigures(Output):
    """Which figures the person sees, and how far."""

    metric_scopes: list[MetricScope]
    metric_permissions: list[MetricPermission]


class EmployeeBasic(EmployeeBasicRow, EmployeeDetails):
    """`can` is what the caller may do with this person now; `reports` are those whose manager they are."""

    reports: list[Ref]
    leaves: list[Leave]
    links: list[Link]
    can: list[EmployeeAction]


class EmployeeCosted(EmployeeBasic, EmployeeCosts):
    """For those who may see what people cost."""


class EmployeeOwn(EmployeeBasic, EmployeeFigures):
    """Oneself, and anyone to a caller who may edit employees."""


class EmployeeOut(EmployeeOwn, EmployeeCosts):
    pass


class EmployeeFields(Input):
    """What create and edit share; an empty text means none."""

    phone: Annotated[Phone | None, Optionally] = None
    job_title: Annotated[Line | None, Optionally] = None
    department: Annotated[Department | None, Optionally] = None
    manager: Annotated[ApiId | None, Optionally] = None
    employment: Employment = "full"
    ended_on: Annotated[Day | None, Optionally] = None
    is_billable: Flag = True
    utilisation_target: Annotated[int, Field(ge=0, le=100, strict=True)] | None = None
    user: Annotated[ApiId | None, Optionally] = None
    teamwork_user_id: Annotated[TeamworkId | None, Optionally] = None
    language: Annotated[Language | None, Optionally] = None
    timezone: Annotated[Timezone | None, Optionally] = None
    metric_scopes: Annotated[list[MetricScope], Field(max_length=3)] = []
    metric_permissions: Annotated[list[MetricPermission], Field(max_length=7)] = []
    cost_rate: Annotated[AmountText | None, Optionally] = None
    cost_currency: Annotated[Currency | None, Optionally] = None
    cost_starts_on: Annotated[Day | None, Optionally] = None


class EmployeeCreate(EmployeeFields):
    first_name: Name
    last_name: Name
    email: Email
    started_on: Day
    capacity_hours_week: Capacity


class EmployeeUpdate(EmployeeFields):
    """Only the fields that are sent change; required ones may be left out but not emptied."""

    first_name: Name = ""
    last_name: Name = ""
    email: Email = ""
    started_on: Annotated[Day | None, Optionally] = None
    capacity_hours_week: Annotated[Capacity | None, Optionally] = None
    version: Version | None = None


class LeaveCreate(Input):
    starts_on: Day
    ends_on: Annotated[Day | None, Optionally] = None


class LeaveUpdate(Input):
    """Only what is sent changes; `version` is the employee's."""

    starts_on: Annotated[Day | None, Optionally] = None
    ends_on: Annotated[Day | None, Optionally] = None
    version: Version | None = None


class EmployeeQuery(ListQuery):
    """Whoever has left is listed when asked for."""

    status: Annotated[list[Status], Field(max_length=3)] = ["active", "on_leave"]
    department: Annotated[list[Department], Field(max_length=11)] = []
    employment: Annotated[list[Employment], Field(max_length=3)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    manager: Annotated[list[ApiId], Field(max_length=100)] = []
    has_user: bool | None = None
    has_teamwork: bool | None = None
