"""Counts the records of a figure in the database, where only its rows need each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import Select, func, select

from regie.access.permissions import Scope
from regie.domains.insights.statistics.contributions import Contribution, FigureSum, sum_groups
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.request import DateRange
from regie.domains.insights.statistics.schemas import DashboardUnit, RecordKind
from regie.domains.records.exchange_rates.figures import Rates

# The keys of records, with the group of each.
KeysAndGroups = Select[int, str]


@dataclass(frozen=True, slots=True)
class RecordCounter:
    """Reads the records that a statement finds today; each contributes one to its group."""

    kind: RecordKind
    find: Callable[[Reader, Scope, DateRange], KeysAndGroups]

    def __call__(self, reader: Reader, scope: Scope, days: DateRange) -> Iterator[Contribution]:
        for key, group in reader.rows(self.find(reader, scope, days)):
            yield Contribution(self.kind, key, reader.today, group)

    def sum(
        self, reader: Reader, scope: Scope, days: DateRange, unit: DashboardUnit, _rates: Rates
    ) -> tuple[FigureSum, dict[str, FigureSum]]:
        """The number of records, and that of each group."""
        _, group = self.find(reader, scope, days).subquery().columns
        counts = select(group, func.count()).group_by(group)
        currency = reader.request.currency
        groups = {name: FigureSum(unit, currency, count) for name, count in reader.rows(counts)}
        return sum_groups(groups, unit, currency)
