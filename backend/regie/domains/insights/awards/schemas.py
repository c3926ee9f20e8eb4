"""Request and response schemas of awards."""

from datetime import date, datetime
from typing import Annotated, Literal, NotRequired

from pydantic import AfterValidator, Field, StringConstraints

from regie.core.api.wire import ApiId, Day, EmptyAsNone, Input, ListQuery, Output, Ref, validate_visible_lines
from regie.domains.insights.core_values.schemas import Colour, Icon

Visibility = Literal["everyone", "private"]
Message = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(validate_visible_lines)]


class AwardedValue(Output):
    """The fields of a core value that its badge needs."""

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
    """`project` is absent when the caller may not see it."""


class AwardOut(AwardBase):
    """`giver` is a user, `receiver` an employee; `project` is null when the caller may not see it."""

    project: Ref | None
    can: list[Literal["revoke"]]


class AwardCreate(Input):
    """`awarded_on` defaults to today."""

    core_value: ApiId
    message: Message
    awarded_on: Annotated[Day | None, EmptyAsNone] = None
    project: Annotated[ApiId | None, EmptyAsNone] = None
    visibility: Visibility = "everyone"


class AwardCreateAnywhere(AwardCreate):
    """An award whose receiver is in the body rather than in the path."""

    receiver: ApiId


class OwnAwardQuery(ListQuery):
    """The filters of one employee's awards."""

    core_value: Annotated[list[ApiId], Field(max_length=100)] = []
    giver: Annotated[list[ApiId], Field(max_length=100)] = []
    awarded_from: Day | None = None
    awarded_to: Day | None = None
    visibility: Annotated[list[Visibility], Field(max_length=2)] = []


class AwardQuery(OwnAwardQuery):
    """`mine` selects the awards that the caller received or gave."""

    receiver: Annotated[list[ApiId], Field(max_length=100)] = []
    mine: Literal["received", "given"] | None = None


class ValueCount(Output):
    core_value: AwardedValue
    awards: int


class ReceiverCount(Output):
    receiver: Ref
    awards: int


class AwardTotals(Output):
    """Totals over the awards that the caller may see; `receivers` has the ten employees with the most awards."""

    values: list[ValueCount]
    receivers: list[ReceiverCount]
