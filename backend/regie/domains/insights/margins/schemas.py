"""API schemas of margins."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import ApiId, FromDay, LinkRef, ListQuery, Money, Output, Ref
from regie.domains.insights.statistics.schemas import AnalysisDays as MarginDays

Grouping = Literal["client", "project", "kind", "team", "person", "month"]
MarginPart = Literal["revenue", "hours", "external"]
ProjectKind = Literal["fixed", "oos", "retainer"]
GapReason = Literal["no_person", "no_rate", "zero_rate", "after_leaving"]


class MarginFigures(Output):
    """Gross margin = revenue − cost of hours − external costs, in one currency and without tax.

    `unconverted` is the margin of amounts without an exchange rate, which the other figures leave out. The percentage
    and the hourly rate (revenue ÷ hours) are null with such amounts, and without revenue or hours.
    `hours_without_rate` are among the hours, and cost nothing.
    """

    revenue: Money
    cost_of_hours: Money
    external_costs: Money
    margin: Money
    margin_percent: str | None
    hours: str
    hourly_rate: Money | None
    hours_without_rate: str
    unconverted: list[Money]


class Margin(MarginFigures):
    """The margin of one client, project, kind, team, person or month; `api_id` identifies the row.

    `record` is null for kinds and months, and for what belongs to no team or to no known person.
    """

    api_id: str
    by: Grouping
    record: Ref | None
    kind: ProjectKind | None
    month: date | None


class MonthOfTarget(Output):
    """The target of a month in the requested currency; null without a rate."""

    month: date
    amount: Money | None


class MarginTarget(Output):
    """The organization's target of gross margin: `covered` of the `of` months have one, which `months` lists.

    `amount` and the attained `percent` are null unless all months have one.
    """

    amount: Money | None
    percent: str | None
    covered: int
    of: int
    months: list[MonthOfTarget]


class MarginTotals(FromDay, MarginFigures):
    """The margin of all groups from `from` to `as_of`, as known today.

    `target` is null without targets, and for the margin of some clients, projects or kinds.
    """

    as_of: date
    currency: str
    overhead_percent: int
    missing_rates: list[str]
    target: MarginTarget | None


class MarginRow(Output):
    """What one record adds to a margin: revenue of a project, hours of a person in a month, or an external cost.

    `converted` is null without a rate. Costs are negative, unless only one part is selected.
    """

    part: MarginPart
    project: LinkRef
    client: LinkRef
    employee: Ref | None
    description: str | None
    on: date
    hours: str | None
    amount: Money
    converted: Money | None


class MarginGap(Output):
    """Hours that a margin counts without a plausible cost; `service_person` is the person's name in Teamwork."""

    reason: GapReason
    employee: Ref | None
    service_person: str | None
    service_key: str
    hours: str
    first_on: date
    last_on: date


class MarginGaps(FromDay, Output):
    """Hours without a cost rate, at a rate of zero, or after a person left; and hours on no project, which no margin
    counts.
    """

    as_of: date
    gaps: list[MarginGap]
    hours_without_project: str


class MarginQuery(ListQuery, MarginDays):
    """The margins of the days from `from` (the first of the month) to `to` (today), by client unless `by` says so."""

    by: Grouping = "client"
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    kind: Annotated[list[ProjectKind], Field(max_length=3)] = []


class MarginRowsQuery(MarginQuery):
    """The rows of one group, named by its `api_id`, or of all; `part` selects the columns that a number is made of."""

    group: Annotated[str | None, StringConstraints(max_length=40)] = None
    part: Annotated[list[MarginPart], Field(max_length=3)] = []
