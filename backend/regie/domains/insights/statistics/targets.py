"""Reads the targets of figures: the organization's by month, and of sales also those of people's linked goals.

A target of a month counts where the days contain the whole month. The organization's targets are compared with its
own figures only, not with those of a team or a person.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date

from regie.access.permissions import Scope
from regie.domains.insights.company_targets.figures import Target, read_targets
from regie.domains.insights.company_targets.models import TargetFigure
from regie.domains.insights.statistics.contributions import Contribution, FigureSum
from regie.domains.insights.statistics.money_contributions import read_targets_by_seller
from regie.domains.insights.statistics.reader import ContributionReader, Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import TargetOfMonth


def read_revenue_targets(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    return _of_months(reader, "revenue", scope, days)


def read_mrr_target(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The target of the month in which the last day is."""
    return _of_months(reader, "mrr", scope, DateRange.month_of(days.last))


def read_churn_targets(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """One contribution for each retainer that may be lost, because a number counts contributions."""
    for target in _find(reader, "lost_retainers", scope, days):
        yield from (Contribution("goal", target.id, target.month) for _ in range(int(target.value)))


def read_sales_targets(reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    """The organization's target of each month; of months without one, what the linked goals of people add up to."""
    own = {month: list(_of_months(reader, "oos_sold", scope, month)) for month in days.months()}
    # Goals are split and rounded once for all of their days, unless the organization has targets of some months.
    parts = own.items() if any(own.values()) else [(days, [])]
    for part, found in parts:
        yield from found or (contribution for _, contribution in read_targets_by_seller(reader, scope, part))


def has_target(reader: Reader, read: ContributionReader, scope: Scope, month: DateRange) -> bool:
    """Whether the month has a target, even one of zero."""
    if read is read_churn_targets:
        return bool(_find(reader, "lost_retainers", scope, month))
    return any(True for _ in read(reader, scope, month))


def list_month_targets(
    reader: Reader,
    read: ContributionReader,
    scope: Scope,
    sum_of: Callable[[ContributionReader, DateRange], tuple[FigureSum, object]],
) -> list[TargetOfMonth]:
    """The targets of the months of the period that have one."""
    return [
        {"starts_on": month.first, **sum_of(read, month)[0].serialize()}
        for month in reader.request.days.months()
        if month.is_month and has_target(reader, read, scope, month)
    ]


def _of_months(reader: Reader, figure: TargetFigure, scope: Scope, days: DateRange) -> Iterator[Contribution]:
    for target in _find(reader, figure, scope, days):
        # A future day has no rate, so its target is converted at today's.
        day = min(DateRange.month_of(target.month).last, reader.today)
        yield Contribution("goal", target.id, day, currency=target.currency or "", amount=target.value)


def _find(reader: Reader, figure: TargetFigure, scope: Scope, days: DateRange) -> Sequence[Target]:
    if scope is not Scope.ALL:
        return []
    whole = {month.first for month in days.months() if month.is_month}
    every = reader.read_once(("company targets",), lambda: read_targets(reader.db, date.min, date.max))
    return [target for target in every if target.figure == figure and target.month in whole]
