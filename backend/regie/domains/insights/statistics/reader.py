"""For whom, from where and of which days the parts of figures are read: each thing once per call."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import Connection, Row, Select

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.lists.shape import rows_of
from regie.core.time.clock import Clock
from regie.domains.insights.statistics.spans import Asked, Days
from regie.domains.work.churns.figures import Run
from regie.domains.work.churns.queries import read_runs
from regie.domains.work.projects.queries import managed_projects

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


@dataclass(slots=True)
class Reader:
    """One call's. What several figures or both spans of days need is read once, for all of them."""

    db: Connection
    actor: Actor
    clock: Clock
    asked: Asked
    _read: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def today(self) -> date:
        return self.asked.today

    @property
    def days(self) -> Days:
        """Those asked for that have come."""
        return self.asked.days.until(self.today)

    @property
    def before(self) -> Days:
        return self.days.before

    @property
    def hull(self) -> Days:
        """From the first day that is compared to the last that is asked for."""
        return Days(self.before.first, self.asked.days.last)

    def once(self, key: Hashable, read: Callable[[], T]) -> T:
        if key not in self._read:
            self._read[key] = read()
        return cast("T", self._read[key])

    def rows(self, statement: Select[*Ts], **params: object) -> Sequence[Row[*Ts]]:
        return self.db.execute(statement, self._params | params).all()

    def rows_of(self, row: type[T], statement: Select[*tuple[Any, ...]]) -> list[T]:
        """The same as rows of a TypedDict."""
        return rows_of(row, self.db.execute(statement, self._params))

    @property
    def _params(self) -> dict[str, object]:
        return {**self.actor.params, "today_": self.today}

    def runs(self, scope: Scope) -> Mapping[int, list[Run]]:
        """By client, when the retainers run that the scope opens."""
        return self.once(("runs", scope), lambda: read_runs(self.db, managed_projects(scope), self.actor.params))
