"""API schemas of what a dated term would change."""

from datetime import date
from typing import Literal

from regie.core.api.wire import ApiId, Input, Money, Output, Ref

FigureHolder = Literal["employee", "team"]
ChangedFigure = Literal[
    "hours", "billable_hours", "available_hours", "utilisation", "utilisation_target", "retained_mrr",
    "net_retention", "retainer_revenue", "invoiced",
]  # fmt: skip


class DatedTermRemoval(Input):
    """The term to remove; the one before it holds on."""

    term: ApiId


class FigureValue(Output):
    """A decimal, or one amount per currency; both are null when the divisor is zero."""

    value: str | None
    money: list[Money] | None


class FigureChange(Output):
    """A figure of an employee or a team from the first day of `month` to `to`, before and after the change."""

    holder: FigureHolder
    record: Ref
    figure: ChangedFigure
    unit: Literal["hours", "percent", "money", "count"]
    month: date
    to: date
    before: FigureValue
    after: FigureValue


class DatedTermPreview(Output):
    """What saving would change until yesterday; nothing is stored.

    `shown_from` is the first month that was compared; null when no past day has another value. `has_hidden` says that
    figures were left out because the caller may not see them.
    """

    effective_from: date
    shown_from: date | None
    figures: list[FigureChange]
    has_hidden: bool
