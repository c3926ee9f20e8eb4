"""Matching, over the wire."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.core.api.wire import ApiId, Currency, Email, Input, Line, ListQuery, Output, Ref
from regie.domains.integrations.matching.models import Kind

Status = Literal["proposed", "unmatched", "ignored", "matched"]
Source = Literal["teamwork", "hubspot", "quickbooks", "regie"]
Reason = Literal["domain", "email", "name", "similar_name", "parent", "manual"]
Decision = Literal["rejected", "ignored", "restored"]
Score = Annotated[int, Field(ge=0, le=100)]
ShortText = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Part(Output):
    """A service's record. `version` changes with what people judge it by; `follows` goes where its parent goes.

    `reason` and `score` say why it seems to be one with the rest, and are null where nothing does.
    """

    service: Source
    external_id: str
    api_id: str
    name: str
    detail: str | None
    url: str | None
    reason: Reason | None
    score: int | None
    follows: bool
    is_active: bool
    version: str


class Draft(Output):
    """What a new client or employee would begin with; null is still to be said."""

    name: str
    account_manager: Ref | None
    currency: str | None
    first_name: str | None
    last_name: str | None
    email: str | None


class Match(Output):
    """One thing, with ours as `target` where it is known; `is_ready` when it can be accepted without another word."""

    api_id: str
    kind: Kind
    status: Status
    name: str
    score: int | None
    target: Ref | None
    client: Ref | None
    parts: list[Part]
    draft: Draft | None
    is_ready: bool


class Candidate(Part):
    """A record that is linked to nothing yet, to be linked by hand."""

    client: Ref | None


class KindCounts(Output):
    """How many there are to look at: proposals, records that stand alone, records left aside, things that are known."""

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
    least_score: Score | None = None
    ready: bool | None = None


class CandidateQuery(ListQuery):
    kind: Kind = "client"
    service: Annotated[list[Source], Field(max_length=4)] = []
    client: Annotated[list[ApiId], Field(max_length=20)] = []


class PartChoice(Input):
    """A record as the caller saw it; without a version whatever it is now."""

    service: Source
    external_id: ShortText
    version: ShortText | None = None


Parts = Annotated[list[PartChoice], Field(min_length=1, max_length=100)]


class NewClient(Input):
    name: Line
    account_manager: ApiId
    currency: Currency


class NewEmployee(Input):
    first_name: Line
    last_name: Line
    email: Email


class Acceptance(Input):
    """These records are one with `target`, or with a new client or employee."""

    parts: Parts
    target: ApiId | None = None
    client: NewClient | None = None
    employee: NewEmployee | None = None


class MatchCreate(Acceptance):
    kind: Kind


class MatchBatchCreate(Input):
    """Many of one kind. Each is accepted or refused by itself."""

    kind: Kind
    matches: Annotated[list[Acceptance], Field(min_length=1, max_length=50)]


class DecisionCreate(Input):
    """`rejected`: none of `parts` is one with another of them, with any of `others` or with `target`.

    `restored` takes back what was decided of these.
    """

    kind: Kind
    decision: Decision
    parts: Parts
    others: Annotated[list[PartChoice], Field(max_length=100)] = []
    target: ApiId | None = None
