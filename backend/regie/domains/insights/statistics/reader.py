"""Reads the data behind figures for one request, each query once."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, or_, true

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.lists.shape import Column, read_rows
from regie.core.time.clock import Clock
from regie.domains.insights.statistics.contributions import Contribution
from regie.domains.insights.statistics.request import DateRange, FigureRequest
from regie.domains.records.figure_amounts.schemas import NO_OWNER
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.figures import Run, Step, build_steps
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.projects.queries import clients_of_managed_retainers, managed_projects

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(slots=True)
class Reader:
    """The connection, caller and parameters of one request, with a cache of what several figures need."""

    db: Connection
    actor: Actor
    clock: Clock
    request: FigureRequest
    # Only these clients or, for figures of hours, employees are read; 0 stands for records without a client.
    owners: Collection[int] | None = None
    _results: dict[Hashable, Any] = field(default_factory=dict)
    # The reader of all days, which has read the runs of retainers.
    _whole: "Reader | None" = None

    @property
    def today(self) -> date:
        return self.request.today

    @property
    def days(self) -> DateRange:
        """The requested days until today."""
        return self.request.days.until(self.today)

    @property
    def full_range(self) -> DateRange:
        """From the first day of the compared period to the last requested day."""
        days, compared = self.request.days, self.request.compared
        return DateRange(days.first if compared is None else compared.first, days.last)

    def narrowed_to(self, days: DateRange, owners: Collection[int] | None = None) -> "Reader":
        """A reader of these days only, of the same or of some owners."""
        request = replace(self.request, days=days, compared=None)
        if owners is not None:
            return Reader(self.db, self.actor, self.clock, request, owners)
        return Reader(self.db, self.actor, self.clock, request, self.owners, _whole=self._whole or self)

    def owned(self, column: Column) -> ColumnElement[bool]:
        """The condition that a record belongs to one of the owners."""
        if self.owners is None:
            return true()
        owned = column.in_(sorted(self.owners))
        return or_(owned, column.is_(None)) if NO_OWNER in self.owners else owned

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
        if self._whole is not None:
            return self._whole.runs(scope)
        within = and_(managed_projects(scope), self.owned(Project.client_id))
        return self.read_once(("runs", scope), lambda: read_runs(self.db, within, self.actor.params))

    def steps(self, scope: Scope) -> Mapping[int, list[Step]]:
        """By client id, the days on which their retainers change."""
        if self._whole is not None:
            return self._whole.steps(scope)
        return self.read_once(
            ("steps", scope), lambda: {client: build_steps(runs) for client, runs in self.runs(scope).items()}
        )

    def steps_of_clients(self, scope: Scope) -> Mapping[int, list[Step]]:
        """By client id, the days on which any of their retainers change, of clients that `scope` has a retainer of."""
        if scope is Scope.ALL:
            return self.steps(scope)
        if self._whole is not None:
            return self._whole.steps_of_clients(scope)
        within = and_(Project.client_id.in_(clients_of_managed_retainers(scope)), self.owned(Project.client_id))

        def build() -> Mapping[int, list[Step]]:
            runs = read_runs(self.db, within, self.actor.params)
            return {client: build_steps(of_client) for client, of_client in runs.items()}

        return self.read_once(("steps of clients", scope), build)


# Reads what every record contributes to a figure on the days.
ContributionReader = Callable[[Reader, Scope, DateRange], Iterable[Contribution]]
