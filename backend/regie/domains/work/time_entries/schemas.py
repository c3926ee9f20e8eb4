"""API schemas of time entries."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Day, LinkRef, ListQuery, Output, Ref

Kind = Literal["fixed", "oos", "retainer"]
PeriodStatus = Literal["open", "locked"]
Grouping = Literal["project", "client", "employee", "task", "day"]


class TimeEntryBasic(Output):
    """A time entry without its person: a former employee whom the caller may not see.

    `service_project` is the project's name in Teamwork. `period` is the state of the retainer's month that the entry
    belongs to; null for other projects. `minutes` are exact, `hours` are rounded.
    """

    api_id: str
    worked_on: date | None
    client: LinkRef | None
    project: LinkRef | None
    service_project: str | None
    project_kind: Kind | None
    task: Ref | None
    description: str | None
    minutes: int
    hours: str
    is_billable: bool
    period: PeriodStatus | None
    source_url: str | None
    synced_at: datetime


class TimeEntryPerson(Output):
    """`service_person` is the person's name in Teamwork; `employee` is null for an unmatched person."""

    employee: Ref | None
    service_person: str | None


class TimeEntryRow(TimeEntryBasic, TimeEntryPerson):
    """A time entry and its person."""


class TimeEntryTotals(Output):
    """The sums over all pages; hours are rounded once."""

    entries: int
    minutes: int
    hours: str
    billable_hours: str


class TimeEntryGroup(Output):
    """The entries of one project, client, employee, task or day. `api_id` identifies the row.

    `record` is null for days, and for projects and people that match no record: `service_name` is their name in
    Teamwork, null if the entries name none or the caller may not see the person.
    """

    api_id: str
    by: Grouping
    record: LinkRef | None
    service_name: str | None
    worked_on: date | None
    entries: int
    minutes: int
    hours: str
    billable_hours: str


class TimeEntryQuery(ListQuery):
    """`team` selects the entries of its members; `period` those of retainers' months in this state."""

    employee: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    task: Annotated[list[ApiId], Field(max_length=100)] = []
    kind: Annotated[list[Kind], Field(max_length=3)] = []
    billable: bool | None = None
    period: Annotated[list[PeriodStatus], Field(max_length=2)] = []
    unmatched: Annotated[list[Literal["person", "project"]], Field(max_length=2)] = []
    worked_from: Day | None = None
    worked_to: Day | None = None


class TimeEntryGroupQuery(TimeEntryQuery):
    """`by` is what the entries are grouped by."""

    by: Grouping = "project"


class TimeEntryTask(Output):
    api_id: str
    name: str
    source_url: str | None
