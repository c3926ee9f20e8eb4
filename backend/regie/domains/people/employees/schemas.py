"""API schemas of employees."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Currency,
    Day,
    Email,
    EmptyAsNone,
    Flag,
    HoursText,
    Input,
    LinkRef,
    ListQuery,
    Money,
    Output,
    Ref,
    SingleLineText,
    Version,
    validate_visible_text,
)
from regie.core.time.zones import Timezone
from regie.domains.people.users.schemas import Language, Name
from regie.domains.records.dated_fields.schemas import TermFields
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
Phone = Annotated[str, StringConstraints(min_length=1, max_length=40), AfterValidator(validate_visible_text)]
TeamworkId = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(validate_visible_text)]

# Hours per week; the type itself only has a wider limit.
Capacity = Annotated[HoursText, Field(le=80)]


class EmployeeRow(Output):
    """A directory entry, without personal fields."""

    api_id: str
    name: str
    first_name: str
    last_name: str
    email: str
    job_title: str | None


class EmployeeSummary(Output):
    """List columns for callers who may view the employee."""

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
    """An employee in a list, for callers who may view employees."""

    teams: list[Ref]


class EmployeeDetails(EmployeeSummary):
    """The columns of one employee."""

    phone: str | None
    utilisation_target: int | None
    language: Language | None
    timezone: str | None
    created_at: datetime


class Leave(Output):
    """Absence from the first to the last day, both included; without a last day, until further notice."""

    api_id: str
    starts_on: date
    ends_on: date | None


class CostRate(Output):
    """A cost per hour from a day on; null where it is not known who recorded it, or when."""

    amount: Money
    starts_on: date
    reason: str | None
    recorded_at: datetime | None
    recorded_by: Ref | None


class EmployeeCosts(Output):
    """The current cost per hour and its history, newest first."""

    cost_rate: Money | None
    cost_rates: list[CostRate]


class EmployeeFigures(Output):
    """Which figures the employee may see, and of whom."""

    metric_scopes: list[MetricScope]
    metric_permissions: list[MetricPermission]


class EmployeeBasic(EmployeeBasicRow, EmployeeDetails):
    """`can` lists the caller's allowed actions; `reports` are the employees who report to this one."""

    reports: list[Ref]
    leaves: list[Leave]
    links: list[Link]
    can: list[EmployeeAction]


class EmployeeCosted(EmployeeBasic, EmployeeCosts):
    """For callers who may see cost rates."""


class EmployeeOwn(EmployeeBasic, EmployeeFigures):
    """The caller's own record, or any for callers who may edit employees."""


class EmployeeOut(EmployeeOwn, EmployeeCosts):
    pass


class EmployeeFields(Input):
    """The fields that create and update share; an empty text means null."""

    phone: Annotated[Phone | None, EmptyAsNone] = None
    job_title: Annotated[SingleLineText | None, EmptyAsNone] = None
    department: Annotated[Department | None, EmptyAsNone] = None
    manager: Annotated[ApiId | None, EmptyAsNone] = None
    employment: Employment = "full"
    ended_on: Annotated[Day | None, EmptyAsNone] = None
    is_billable: Flag = True
    utilisation_target: Annotated[int, Field(ge=0, le=100, strict=True)] | None = None
    user: Annotated[ApiId | None, EmptyAsNone] = None
    teamwork_user_id: Annotated[TeamworkId | None, EmptyAsNone] = None
    language: Annotated[Language | None, EmptyAsNone] = None
    timezone: Annotated[Timezone | None, EmptyAsNone] = None
    metric_scopes: Annotated[list[MetricScope], Field(max_length=3)] = []
    metric_permissions: Annotated[list[MetricPermission], Field(max_length=7)] = []
    cost_rate: Annotated[AmountText | None, EmptyAsNone] = None
    cost_currency: Annotated[Currency | None, EmptyAsNone] = None
    cost_starts_on: Annotated[Day | None, EmptyAsNone] = None


class EmployeeCreate(EmployeeFields):
    first_name: Name
    last_name: Name
    email: Email
    started_on: Day
    capacity_hours_week: Capacity


class EmployeeUpdate(EmployeeFields):
    """Only the sent fields change; required ones may be omitted but not emptied."""

    first_name: Name = ""
    last_name: Name = ""
    email: Email = ""
    started_on: Annotated[Day | None, EmptyAsNone] = None
    capacity_hours_week: Annotated[Capacity | None, EmptyAsNone] = None
    version: Version | None = None


class LeaveCreate(Input):
    starts_on: Day
    ends_on: Annotated[Day | None, EmptyAsNone] = None


class LeaveUpdate(Input):
    """Only the sent fields change; `version` is the employee's."""

    starts_on: Annotated[Day | None, EmptyAsNone] = None
    ends_on: Annotated[Day | None, EmptyAsNone] = None
    version: Version | None = None


class EmployeeTermFields(TermFields):
    """The values of an employee that hold from a day on; only the sent ones change."""

    capacity_hours_week: Annotated[Capacity | None, EmptyAsNone] = None
    utilisation_target: Annotated[int, Field(ge=0, le=100, strict=True)] | None = None
    is_billable: Flag = True


class EmployeeTermCreate(EmployeeTermFields):
    """`is_member` says whether the employee belongs to `team` from that day on."""

    cost_rate: Annotated[AmountText | None, EmptyAsNone] = None
    cost_currency: Annotated[Currency | None, EmptyAsNone] = None
    team: Annotated[ApiId | None, EmptyAsNone] = None
    is_member: Flag = True


class EmployeeTermUpdate(EmployeeTermFields):
    """Only the sent fields change; a term keeps its field."""

    effective_from: Annotated[Day | None, EmptyAsNone] = None  # type: ignore[assignment]
    cost_rate: Annotated[AmountText | None, EmptyAsNone] = None
    cost_currency: Annotated[Currency | None, EmptyAsNone] = None


class EmployeeQuery(ListQuery):
    """Former employees are listed only on request."""

    status: Annotated[list[Status], Field(max_length=3)] = ["active", "on_leave"]
    department: Annotated[list[Department], Field(max_length=11)] = []
    employment: Annotated[list[Employment], Field(max_length=3)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    manager: Annotated[list[ApiId], Field(max_length=100)] = []
    has_user: bool | None = None
    has_teamwork: bool | None = None
