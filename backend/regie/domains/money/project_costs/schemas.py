"""API schemas of external costs of projects."""

from datetime import date
from typing import Annotated

from pydantic import Field

from regie.core.api.wire import (
    AmountText,
    ApiId,
    Currency,
    Day,
    EmptyAsNone,
    Input,
    LinkRef,
    ListQuery,
    Money,
    Output,
    SingleLineText,
    Version,
)


class ProjectCostOut(Output):
    """What a supplier billed for a project, without tax."""

    api_id: str
    project: LinkRef
    client: LinkRef
    incurred_on: date
    amount: Money
    description: str
    supplier: str | None
    version: int


class ProjectCostCreate(Input):
    """`amount` is above zero and without tax; a supplier's credit lowers the amount of the cost."""

    project: ApiId
    incurred_on: Day
    amount: AmountText
    currency: Currency
    description: SingleLineText
    supplier: Annotated[SingleLineText | None, EmptyAsNone] = None


class ProjectCostUpdate(Input):
    """Only the sent fields change; a cost stays with its project."""

    incurred_on: Day | None = None
    amount: AmountText | None = None
    currency: Currency | None = None
    description: SingleLineText | None = None
    supplier: Annotated[SingleLineText | None, EmptyAsNone] = None
    version: Version | None = None


class ProjectCostQuery(ListQuery):
    project: Annotated[list[ApiId], Field(max_length=100)] = []
    client: Annotated[list[ApiId], Field(max_length=100)] = []
    currency: Annotated[list[Currency], Field(max_length=100)] = []
    incurred_from: Day | None = None
    incurred_to: Day | None = None
