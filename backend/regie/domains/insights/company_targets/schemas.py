"""Request and response schemas of the organization's monthly targets."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import AmountText, Currency, Day, Input, Output
from regie.domains.insights.company_targets.models import TargetFigure

Year = Annotated[int, Field(ge=2000, le=2100)]


class MonthTarget(Output):
    """`value` is null without a target."""

    month: date
    value: str | None
    currency: str | None


class FigureTargets(Output):
    figure: TargetFigure
    unit: Literal["money", "count"]
    months: list[MonthTarget]


class CompanyTargets(Output):
    """The targets of a year, of the figures that the caller may see.

    `currency` is that of its amounts, or the reporting currency while there are none.
    """

    year: int
    currency: str
    figures: list[FigureTargets]
    can: list[Literal["edit"]]


class CompanyTargetsQuery(Input):
    year: Year


class TargetChange(Input):
    """`before` is the value that the caller read, null without one; a null `value` removes the target."""

    figure: TargetFigure
    month: Day
    before: AmountText | None
    value: AmountText | None


class CompanyTargetsUpdate(Input):
    """The changed months of a year; the amounts are in `currency`, like those of the other months."""

    year: Annotated[int, Field(ge=2000, le=2100, strict=True)]
    currency: Currency
    targets: Annotated[list[TargetChange], Field(max_length=120)]
