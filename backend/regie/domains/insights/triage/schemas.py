"""API schemas of the triage list."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import MAX_INT, ApiId, Day, EmptyAsNone, Flag, Input, LinkRef, Money, Output, Ref

MatterKind = Literal[
    "next_step",
    "overdue",
    "promise",
    "over_hours",
    "decide_hours",
    "approval",
    "renewal",
    "churn",
    "to_invoice",
    "uninvoiced",
    "unscheduled",
    "deal",
    "late_project",
    "over_budget",
    "ending_soon",
]
CounterName = Literal["at_risk", "leaving", "undated_terms", "project_proposals"]
TriageView = Literal["open", "mine", "snoozed", "old_deals", "uninvoiced"]
# The version of a matter that was never assigned or dismissed is 0.
MatterVersion = Annotated[int, Field(ge=0, le=MAX_INT, strict=True)]


class TriageKind(Output):
    """The open matters of a kind; `at_stake` is null for callers who see no amount of them."""

    kind: MatterKind
    count: int
    at_stake: Money | None
    unconverted: list[Money]


class TriageRow(Output):
    """One client's matter; `record` is the api_id of the client, project, churn, deal or note that it is about.

    `at_stake` is in the caller's currency; it is null where the caller may not see the amount, and where there is no
    rate: the amount is then in `unconverted`. `owner` is who the matter is assigned to, otherwise the account manager;
    of a project that is late, over budget or ending soon, the project manager.

    Of the facts, those that the kind does not have are null: `count` and `days` of overdue invoices or payments to
    invoice, `hours` over, `on` the day of the sale, the renewal, the loss, the closed deal, the next step, the promise
    to pay or the end of the project, `mrr` lost, and `may_decide` whether the caller may record the client's decision.
    The `days` of a renewal are those until its notice period; those of a next step or a project are negative until
    its day.
    """

    kind: MatterKind
    record: str
    client: Ref | None
    project: LinkRef | None
    name: str | None
    at_stake: Money | None
    unconverted: list[Money]
    count: int | None
    days: int | None
    on: date | None
    hours: str | None
    mrr: Money | None
    reason: str | None
    is_automatic: bool | None
    may_decide: bool | None
    owner: Ref | None
    is_assigned: bool
    snoozed_until: date | None
    version: int


class TriageCounter(Output):
    """The number of records of a list that the caller watches: clients at risk or leaving, or terms without a date."""

    counter: CounterName
    count: int


class Triage(Output):
    """The matters of a view, those with the most money at stake first; counts are of all open matters.

    `old_deals` are the deals that were won long ago and have no project, and `uninvoiced` counts the clients with
    payments to invoice of earlier months than the last: neither are ranked.
    """

    as_of: date
    currency: str
    kinds: list[TriageKind]
    mine: int
    snoozed: int
    old_deals: list[str]
    uninvoiced: int
    counters: list[TriageCounter]
    total: int
    rows: list[TriageRow]


class TriageQuery(Input):
    kind: MatterKind | None = None
    view: TriageView = "open"
    limit: Annotated[int, Field(ge=1, le=500)] = 12


class MatterQuery(Input):
    kind: MatterKind
    record: ApiId


class SnoozeUpdate(MatterQuery):
    """Until a day; null ends the snooze."""

    until: Annotated[Day | None, EmptyAsNone] = None


class AssignmentUpdate(MatterQuery):
    """`user` is who takes care of the matter; null leaves it to the account manager."""

    user: Annotated[ApiId | None, EmptyAsNone] = None
    version: MatterVersion | None = None


class DismissalUpdate(Input):
    """Won deals that need no project."""

    deals: Annotated[list[ApiId], Field(min_length=1, max_length=500)]
    dismissed: Flag
