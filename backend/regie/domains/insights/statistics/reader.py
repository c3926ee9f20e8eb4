"""Reads the data behind figures for one request, each query once."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import Connection, Row, Select

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.lists.shape import read_rows
from regie.core.time.clock import Clock
from regie.domains.insights.statistics.request import DateRange, FigureRequest
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.projects.queries import managed_projects

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(slots=True)
class Reader:
    """The connection, caller and parameters of one request, with a cache of what several figures need."""

    db: Connection
    actor: Actor
    clock: Clock
    request: FigureRequest
    _results: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def today(self) -> date:
        return self.request.today

    @property
    def days(self) -> DateRange:
        """The requested days until today."""
        return self.request.days.until(self.today)

    @property
    def previous(self) -> DateRange:
        return self.days.previous

    @property
    def full_range(self) -> DateRange:
        """From the first day of the previous period to the last requested day."""
        return DateRange(self.previous.first, self.request.days.last)

    def read_once(self, key: Hashable, read: Callable[[], T]) -> T:
        if key not in self._results:
            self._results[key] = read()
        return cast("T", self._results[key])

    def rows(self, statement: Select[*Ts], **params: object) -> Sequence[Row[*Ts]]:
        return self.db.execute(statement, self._statement_params | params).all()

    def rows_of(self, row: type[T], statement: Select[*tuple[Any, ...]]) -> list[T]:
        """Like `rows`, as dictionaries of a TypedDict."""
        return read_rows(row, self.db.execute(statement, self._statement_params))

    @property
    def _statement_params(self) -> dict[str, object]:
        return {**self.actor.params, "today_": self.today}

    def runs(self, scope: Scope) -> Mapping[int, list[Run]]:
        """By client id, the runs of the retainers within the scope."""
        return self.read_once(("runs", scope), lambda: read_runs(self.db, managed_projects(scope), self.actor.params))
