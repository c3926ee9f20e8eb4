"""API schemas of matching."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import ApiId, Currency, Email, Input, ListQuery, Output, Ref, SingleLineText
from regie.domains.integrations.matching.models import Kind

Status = Literal["proposed", "unmatched", "ignored", "matched"]
Source = Literal["teamwork", "hubspot", "quickbooks", "regie"]
Reason = Literal["domain", "email", "name", "similar_name", "parent", "manual"]
Decision = Literal["rejected", "ignored", "restored"]
Score = Annotated[int, Field(ge=0, le=100)]
ShortText = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class MatchRecord(Output):
    """A record of a service. `version` changes with the values that users compare; `via_parent` means linked through
    its parent. `reason` and `score` are the evidence, null without any. `closed_months` are the first days of closed
    months in which the record's invoices or time entries count: what its link changes of them is a restatement.
    """

    service: Source
    external_id: str
    api_id: str
    name: str
    detail: str | None
    url: str | None
    reason: Reason | None
    score: int | None
    via_parent: bool
    is_active: bool
    version: str
    closed_months: list[date]


class Draft(Output):
    """Values for a new client or employee; null values are required from the user."""

    name: str
    account_manager: Ref | None
    currency: str | None
    first_name: str | None
    last_name: str | None
    email: str | None


class Match(Output):
    """A match, with its `target` if it has one; `is_ready` when it can be accepted without further input."""

    api_id: str
    kind: Kind
    status: Status
    name: str
    score: int | None
    target: Ref | None
    client: Ref | None
    records: list[MatchRecord]
    draft: Draft | None
    is_ready: bool


class Candidate(MatchRecord):
    """An unlinked record, to be linked by hand."""

    client: Ref | None


class KindCounts(Output):
    """The number of matches by status."""

    proposed: int
    unmatched: int
    ignored: int
    matched: int


class Counts(Output):
    client: KindCounts
    person: KindCounts
    project: KindCounts


class MatchQuery(ListQuery):
    kind: Kind = "client"
    status: Status = "proposed"
    min_score: Score | None = None
    ready: bool | None = None


class CandidateQuery(ListQuery):
    kind: Kind = "client"
    service: Annotated[list[Source], Field(max_length=4)] = []
    client: Annotated[list[ApiId], Field(max_length=20)] = []


class RecordChoice(Input):
    """A record in the version that the caller read; without `version`, the current one."""

    service: Source
    external_id: ShortText
    version: ShortText | None = None


RecordChoices = Annotated[list[RecordChoice], Field(min_length=1, max_length=100)]


class NewClient(Input):
    name: SingleLineText
    account_manager: ApiId
    currency: Currency


class NewEmployee(Input):
    first_name: SingleLineText
    last_name: SingleLineText
    email: Email


class Acceptance(Input):
    """Links the records to `target`, or to a new client or employee."""

    records: RecordChoices
    target: ApiId | None = None
    client: NewClient | None = None
    employee: NewEmployee | None = None


class MatchCreate(Acceptance):
    kind: Kind


class MatchBatchCreate(Input):
    """Matches of one kind; each is accepted or refused separately."""

    kind: Kind
    matches: Annotated[list[Acceptance], Field(min_length=1, max_length=50)]


class DecisionCreate(Input):
    """`rejected`: no record of `records` is the same as another of them, as one of `others` or as `target`.

    `restored` deletes the decisions about these records.
    """

    kind: Kind
    decision: Decision
    records: RecordChoices
    others: Annotated[list[RecordChoice], Field(max_length=100)] = []
    target: ApiId | None = None
