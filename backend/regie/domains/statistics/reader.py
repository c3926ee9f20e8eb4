"""For whom, from where and of which days the parts of figures are read: each thing once per call."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar, cast

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Scope
from regie.core.clock import Clock
from regie.domains.churns.figures import Run
from regie.domains.churns.queries import read_runs
from regie.domains.projects.queries import managed_projects
from regie.domains.statistics.spans import Asked, Days

T = TypeVar("T")


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

    def rows(self, statement: Any, **params: Any) -> Sequence[Any]:
        return self.db.execute(statement, {**self.actor.params, "today_": self.today, **params}).all()

    def runs(self, scope: Scope) -> Mapping[int, list[Run]]:
        """By client, when the retainers run that the scope opens."""
        return self.once(("runs", scope), lambda: read_runs(self.db, managed_projects(scope), self.actor.params))
