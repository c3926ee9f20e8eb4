"""Awards, over the wire."""

from datetime import date, datetime
from typing import Annotated, Literal, NotRequired

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import ApiId, Day, Input, ListQuery, Optionally, Output, Ref, refuse_unseen_in_lines
from regie.domains.insights.core_values.schemas import Colour, Icon

Visibility = Literal["everyone", "private"]
Message = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(refuse_unseen_in_lines)]


class AwardedValue(Output):
    """As much of a value as it takes to show it."""

    api_id: str
    name_en: str
    name_fr: str
    icon: Icon
    colour: Colour


class AwardBase(Output):
    api_id: str
    core_value: AwardedValue
    receiver: Ref
    giver: Ref
    message: str
    awarded_on: date
    visibility: Visibility
    created_at: datetime


class AwardProject(Output):
    project: NotRequired[Ref | None]


class AwardColumns(AwardBase, AwardProject):
    """Without `project` where the caller may not see it."""


class AwardOut(AwardBase):
    """`giver` is a person who signs in, `receiver` an employee; `project` is null where the caller may not see it."""

    project: Ref | None
    can: list[Literal["revoke"]]


class AwardCreate(Input):
    """Without a day, it is given today."""

    core_value: ApiId
    message: Message
    awarded_on: Annotated[Day | None, Optionally] = None
    project: Annotated[ApiId | None, Optionally] = None
    visibility: Visibility = "everyone"


class AwardCreateAnywhere(AwardCreate):
    """To whom the body names."""

    receiver: ApiId


class OwnAwardQuery(ListQuery):
    """The filters of one employee's awards."""

    core_value: Annotated[list[ApiId], Field(max_length=100)] = []
    giver: Annotated[list[ApiId], Field(max_length=100)] = []
    awarded_from: Day | None = None
    awarded_to: Day | None = None
    visibility: Annotated[list[Visibility], Field(max_length=2)] = []


class AwardQuery(OwnAwardQuery):
    """`mine`: what the caller received, or gave."""

    receiver: Annotated[list[ApiId], Field(max_length=100)] = []
    mine: Literal["received", "given"] | None = None


class ValueCount(Output):
    core_value: AwardedValue
    awards: int


class ReceiverCount(Output):
    receiver: Ref
    awards: int


class AwardTotals(Output):
    """Of what the caller may see alone; the ten who received the most."""

    values: list[ValueCount]
    receivers: list[ReceiverCount]
