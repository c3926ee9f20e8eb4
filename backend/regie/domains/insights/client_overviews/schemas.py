"""API schemas of a client's page."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import Input, Money, Output, Ref, validate_no_nul
from regie.domains.work.client_notes.schemas import ClientNote

ProjectKind = Literal["fixed", "oos", "retainer"]


class KindRevenue(Output):
    kind: ProjectKind
    money: Money


class RevenueMonth(Output):
    """The revenue of a month by project kind, and the MRR at its end; the current month counts until today.

    A closed month is as it was published. `known_today` is its revenue as known today, if that differs.
    """

    starts_on: date
    ends_on: date
    kinds: list[KindRevenue]
    revenue: Money
    known_today: Money | None
    mrr: Money


class ClientRevenue(Output):
    """A client's revenue of twelve months in the client's currency.

    Amounts without a rate are in `unconverted` and in no total. `previous` is the total of the same days a year
    earlier; it is null if it would lack such an amount.
    """

    as_of: date
    formula: Literal["revenue"]
    currency: str
    months: list[RevenueMonth]
    total: Money
    previous: Money | None
    unconverted: list[Money]


TimelineKind = Literal[
    "note", "collection_entry", "payment", "invoice", "churn_undone", "churn", "won_back", "state", "fee", "approval",
    "sale", "hours_warning", "responsibility",
]  # fmt: skip


class TimelineEntry(Output):
    """What happened on a day; only what its kind says is not null. `actor` is null for a service or the system.

    `note`: a dated note. `invoice`: `money` was invoiced; `payment`: `money` was paid or credited (`value`) on the
    invoice. `collection_entry`: a contact (`value`) about receivables, and what was promised for
    `day`. `fee`: from `before`, null at first, to `money` a month. `state`: a retainer was paused or ran again
    (`value`). `churn`: recorded for the last `day`, with the MRR lost, if the caller sees it; `churn_undone` and
    `won_back` likewise. `sale`: out-of-scope work was sold. `approval`: `person` approved or declined it (`value`).
    `hours_warning`: `percent` of the hours were used, of the month that begins on `day`, or of the budget.
    `responsibility`: `person` became the account manager or the team (`value`).
    """

    kind: TimelineKind
    on: date
    actor: Ref | None
    project: Ref | None
    invoice: Ref | None
    note: ClientNote | None
    value: str | None
    person: str | None
    reason: str | None
    percent: int | None
    day: date | None
    money: Money | None
    before: Money | None


class Timeline(Output):
    """A page of the timeline; `next` is the `before` of the next page, null on the last."""

    entries: list[TimelineEntry]
    next: str | None


class TimelineQuery(Input):
    kind: Annotated[list[TimelineKind], Field(max_length=13)] = []
    before: Annotated[str, StringConstraints(max_length=80), AfterValidator(validate_no_nul)] | None = None
    per_page: Annotated[int, Field(ge=1, le=50)] = 15
