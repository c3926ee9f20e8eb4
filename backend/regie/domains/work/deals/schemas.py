"""API schemas of deals."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Currency, Day, Input, ListQuery, Money, Output, Ref

State = Literal["open", "won", "lost"]


class DealOut(Output):
    """A CRM deal in the form of a new project; `project` is the one that was created from it.

    `closed_on` is the day on which an open deal is expected to close. `probability` is that of its stage, from 0 to 1.
    """

    api_id: str
    name: str
    budget: Money | None
    hourly_rate: Money | None
    account_manager: Ref | None
    project_type: Literal["fixed", "oos", "retainer"] | None
    project_team: Ref | None
    client: Ref | None
    stage: str | None
    probability: str | None
    state: State
    closed_on: date | None
    project: Ref | None
    source_url: str | None
    synced_at: datetime
    deleted_at: datetime | None


class DealQuery(ListQuery):
    state: Annotated[list[State], Field(max_length=3)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    account_manager: Annotated[list[ApiId], Field(max_length=100)] = []
    closes_from: Day | None = None
    closes_to: Day | None = None
    with_project: bool | None = None


class PipelineQuery(Input):
    currency: Currency | None = None


class PipelinePart(Output):
    """Open deals with a probability: how many, their amounts, and their amounts times their probability."""

    deals: int
    amount: Money
    weighted: Money


class PipelineMonth(PipelinePart):
    starts_on: date
    ends_on: date


class Pipeline(Output):
    """The open deals by the month of their close date, in one currency at today's rates.

    `late` are deals whose close date has passed, `undated` those without one. Deals whose stage has no probability are
    apart, as are those without an amount; `unconverted` are amounts without a rate, of any deal.
    """

    as_of: date
    total: PipelinePart
    late: PipelinePart
    undated: PipelinePart
    months: list[PipelineMonth]
    without_probability: PipelinePart
    without_amount: int
    unconverted: list[Money]
