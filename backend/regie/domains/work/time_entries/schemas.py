"""API schemas of time entries."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Day, LinkRef, ListQuery, Output, Ref

Kind = Literal["fixed", "oos", "retainer"]
PeriodStatus = Literal["open", "locked"]
Grouping = Literal["project", "client", "employee", "task", "day", "week", "month"]
ServiceKey = Annotated[str, Field(max_length=64)]
Unmatched = Literal["person", "project", "client", "task", "day"]


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
    """The entries of one project, client, employee, task, day, week or month. `api_id` identifies the row.

    `record` is null for periods, and for projects and people that match no record: `service_name` is their name in
    Teamwork, null if the entries name none or the caller may not see the person, and `service_key` the value of
    `service_project` or `service_person` that selects their entries. `starts_on` and `ends_on` are the days of a
    period. `share_percent` is the share of the hours of all groups.
    """

    api_id: str
    by: Grouping
    record: LinkRef | None
    service_name: str | None
    service_key: str | None
    starts_on: date | None
    ends_on: date | None
    entries: int
    minutes: int
    hours: str
    share_percent: str
    billable_hours: str


class TimeEntryQuery(ListQuery):
    """`team` selects the entries of its members; `period` those of retainers' months in this state.

    `service_person` and `service_project` are keys of Teamwork; an empty one selects the entries without.
    """

    employee: Annotated[list[ApiId], Field(max_length=100)] = []
    team: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    task: Annotated[list[ApiId], Field(max_length=100)] = []
    kind: Annotated[list[Kind], Field(max_length=3)] = []
    billable: bool | None = None
    period: Annotated[list[PeriodStatus], Field(max_length=2)] = []
    unmatched: Annotated[list[Unmatched], Field(max_length=5)] = []
    service_person: Annotated[list[ServiceKey], Field(max_length=100)] = []
    service_project: Annotated[list[ServiceKey], Field(max_length=100)] = []
    worked_from: Day | None = None
    worked_to: Day | None = None


class TimeEntryGroupQuery(TimeEntryQuery):
    """`by` is what the entries are grouped by."""

    by: Grouping = "project"


class TimeEntryTask(Output):
    api_id: str
    name: str
    source_url: str | None
