"""API schemas of a month's figures: as published, as known today, and the records that explain the difference."""

from datetime import datetime

from regie.core.api.wire import LinkRef, Money, Output, Ref
from regie.domains.insights.statistics.schemas import (
    ChurnRate,
    DashboardGroup,
    DashboardSum,
    DashboardUnit,
    RecordKind,
    RestatedFigure,
    RestatementCause,
)


class CurrencyAmounts(Output):
    """A figure in one of its own currencies; `published` is null for an open month."""

    published: Money | None
    known_today: Money


class ComparedSums(Output):
    """A figure as published, and as known today.

    `published` and `difference` are null for an open month, for a figure that a closing of an earlier release did not
    publish, and for movements, rates and sales of a narrower scope. `formula_version` is the version of the formula
    that was published, `present_formula_version` that of the figure as known today. `first_published` is what the first
    closing of a month published that was reopened since, and `correction` what the present closing published more.
    """

    unit: DashboardUnit
    formula_version: int
    present_formula_version: int
    first_published: DashboardSum | None
    correction: DashboardSum | None
    published: DashboardSum | None
    known_today: DashboardSum
    difference: DashboardSum | None


class MonthFigure(ComparedSums):
    """A figure of a month, with its own currencies, and its subtotals: as published, or else as known today."""

    name: RestatedFigure | ChurnRate
    groups: list[DashboardGroup]
    currencies: list[CurrencyAmounts]


class MonthFigures(Output):
    as_of: datetime
    currency: str
    figures: list[MonthFigure]


class FormulaVersions(Output):
    """The versions of a figure's formula that explain a difference."""

    published: int
    present: int


class RestatementAmounts(Output):
    """Null amounts: the record did not contribute then, or does not now."""

    published: Money | None
    known_today: Money | None
    difference: Money | None


class RestatementRow(RestatementAmounts):
    """A record whose contribution to a closed month changed since; the differences of all rows add up to the figure's.

    `converted` is the difference in the requested currency, each amount at the rate of its day; null without a rate.
    `published_value`, `known_value` and `difference_value` are those of figures that are not money: hours, or 1 for a
    record that is counted. `published_of`, `known_of` and `difference_of` are the hours that a percentage is of.
    `formula` is set where the cause is a newer formula.
    """

    api_id: str
    kind: RecordKind
    record: Ref | None
    client: LinkRef | None
    group: str
    cause: RestatementCause
    formula: FormulaVersions | None
    converted: Money | None
    published_value: str | None
    known_value: str | None
    difference_value: str | None
    published_of: str | None
    known_of: str | None
    difference_of: str | None
