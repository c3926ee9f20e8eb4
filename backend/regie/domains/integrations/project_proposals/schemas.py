"""API schemas of proposed projects and of the rules that name their kind."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Day,
    EmptyAsNone,
    Flag,
    HoursText,
    Input,
    ListQuery,
    Money,
    Output,
    Ref,
    SingleLineText,
    Version,
)
from regie.domains.records.projects.models import BillingInterval

ProposedKind = Literal["fixed", "oos", "retainer"]
ProposalState = Literal["open", "accepted", "ignored"]
Certainty = Literal["high", "medium", "low"]
MissingField = Literal["account_manager", "kind", "start_on", "amount", "sold_on", "seller"]
RuleSource = Literal["category", "pipeline"]
RuledKind = Literal["fixed", "oos", "retainer", "none"]
RunAction = Literal["create", "ignore", "restore"]
RunStatus = Literal["none", "running", "finished", "stopped", "failed"]
EvidenceKey = Literal[
    "kind_category", "kind_pipeline", "kind_name", "kind_deal", "kind_budget", "kind_parts", "kind_billed",
    "budget", "deal_monthly", "deal", "deal_amount", "hours", "billed", "series", "fee_changes",
    "one_offs", "assumed_before", "billed_no_more", "not_billed", "rule_differs", "similar_fees",
    "hours_unknown",
]  # fmt: skip


class ProposalRow(Output):
    """Work of a client that is not a project yet. `amount` is the price, or a retainer's fee per `billing_interval`.

    `missing` names what must be known before it can be created; `certainty` is low until then, medium when something is
    concluded from other records. `fee_changes` counts the changes of a retainer's fee. `project` was created from it.
    """

    api_id: str
    name: str
    kind: ProposedKind | None
    state: ProposalState
    certainty: Certainty
    client: Ref
    account_manager: Ref | None
    start_on: date | None
    end_on: date | None
    sold_on: date | None
    is_finished: bool
    amount: Money | None
    billing_interval: BillingInterval | None
    included_hours: str | None
    missing: list[MissingField]
    project: Ref | None
    accepted_at: datetime | None
    accepted_by: Ref | None
    version: int


class SavedProposal(ProposalRow):
    """A stored proposal; `fees` are [first day, amount]."""

    currency: str
    billing_day: int | None
    project_manager: Ref | None
    seller: Ref | None
    fees: list[list[str]]
    evidence: list[dict[str, Any]]
    decided: list[str]


class ProposedFee(Output):
    starts_on: date
    amount: Money


class Evidence(Output):
    """What a proposal was concluded from; fields that its `key` does not have are null."""

    key: EvidenceKey
    kind: ProposedKind | None
    name: str | None
    count: int | None
    interval: BillingInterval | None
    amount: Money | None
    hours: str | None
    on: date | None
    until: date | None


class ProposalOut(ProposalRow):
    """`decided` names the fields that a person set: later records do not change them."""

    currency: str
    billing_day: int | None
    project_manager: Ref | None
    seller: Ref | None
    fees: list[ProposedFee]
    evidence: list[Evidence]
    decided: list[str]


class ProposalQuery(ListQuery):
    kind: Annotated[list[ProposedKind], Field(max_length=3)] = []
    state: Annotated[list[ProposalState], Field(max_length=3)] = []
    certainty: Annotated[list[Certainty], Field(max_length=3)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    # Work that runs on one of these days, as far as its last day is known.
    runs_from: Day | None = None
    runs_to: Day | None = None
    sold_from: Day | None = None
    sold_to: Day | None = None


class ProposalUpdate(Input):
    """Only the sent fields change. `accepted` creates the project, `open` undoes that or restores an ignored one."""

    name: SingleLineText = ""
    kind: Annotated[ProposedKind | None, EmptyAsNone] = None
    account_manager: Annotated[ApiId | None, EmptyAsNone] = None
    start_on: Annotated[Day | None, EmptyAsNone] = None
    end_on: Annotated[Day | None, EmptyAsNone] = None
    sold_on: Annotated[Day | None, EmptyAsNone] = None
    is_finished: Flag = False
    amount: Annotated[AmountText | None, EmptyAsNone] = None
    billing_interval: Annotated[BillingInterval | None, EmptyAsNone] = None
    included_hours: Annotated[HoursText | None, EmptyAsNone] = None
    seller: Annotated[ApiId | None, EmptyAsNone] = None
    state: ProposalState | None = None
    version: Version | None = None


class ProposalChange(Input):
    """What many proposals get at once, such as when a column is filled down."""

    state: ProposalState | None = None
    kind: Annotated[ProposedKind | None, EmptyAsNone] = None
    account_manager: Annotated[ApiId | None, EmptyAsNone] = None
    start_on: Annotated[Day | None, EmptyAsNone] = None
    end_on: Annotated[Day | None, EmptyAsNone] = None
    amount: Annotated[AmountText | None, EmptyAsNone] = None
    included_hours: Annotated[HoursText | None, EmptyAsNone] = None


class ProposalCounts(Output):
    """`ready` proposals are of high certainty, `doubtful` ones of medium, `incomplete` ones lack something.

    `without_kind` counts incomplete ones whose kind a rule of a category or pipeline could say. `proposed_at` is when
    the records were last looked through.
    """

    ready: int
    doubtful: int
    incomplete: int
    without_kind: int
    accepted: int
    ignored: int
    proposed_at: datetime | None


class ProposalRunCreate(Input):
    """Creates the projects of a filtered list, or ignores or restores all its proposals.

    Created are those that are ready, or of the named certainties. `undoes` is the run that is undone instead, whatever
    `action` says: as far as nothing was built on its projects, or no person decided otherwise since.
    """

    action: RunAction = "create"
    kind: Annotated[list[ProposedKind], Field(max_length=3)] = []
    certainty: Annotated[list[Certainty], Field(max_length=3)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    runs_from: Annotated[Day | None, EmptyAsNone] = None
    runs_to: Annotated[Day | None, EmptyAsNone] = None
    sold_from: Annotated[Day | None, EmptyAsNone] = None
    sold_to: Annotated[Day | None, EmptyAsNone] = None
    search: SingleLineText = ""
    undoes: Annotated[ApiId | None, EmptyAsNone] = None


class RefusedProposal(Output):
    """A proposal that a run did not change, and why."""

    api_id: str
    name: str
    reason: str


class ProposalRun(Output):
    """The last run: `action` is done for `done` of `total` proposals (undone, with `is_undo`), not for `refused` ones.

    `refusals` are the first of them. It was `stopped` by a person, or `failed` by an error, and keeps what is done.
    """

    api_id: str | None
    status: RunStatus
    action: RunAction
    is_undo: bool
    total: int
    done: int
    refused: int
    refusals: list[RefusedProposal]
    requested_by: Ref | None
    requested_at: datetime | None
    ended_at: datetime | None


class KindRule(Output):
    """The kind that a category or pipeline stands for; `guessed` is what its name says, `kind` what applies.

    `open_count` counts its work that is not a project yet, `retainer_count` that of it that is proposed as retainers.
    """

    source: RuleSource
    external_id: str
    name: str
    guessed: RuledKind | None
    kind: RuledKind | None
    is_chosen: bool
    open_count: int
    retainer_count: int


class KindRules(Output):
    rules: list[KindRule]


class KindRuleUpdate(Input):
    """Null returns to what the name says."""

    kind: Annotated[RuledKind | None, EmptyAsNone] = None
