"""Reads which stored amounts are up to date: those of the newest build, except of owners that changed since."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, select

from regie.domains.records.figure_amounts.models import FigureBuild, FigureChange
from regie.domains.records.figure_amounts.schemas import EVERYTHING, OwnerKind

# Above, calculating from all rows is as fast as calculating from the rows of the changed owners.
MAX_CHANGED_OWNERS = 200
_CURRENT = (
    select(FigureBuild.id, FigureBuild.first_month, FigureBuild.last_month, FigureBuild.formulas, FigureBuild.refreshes)
    .where(FigureBuild.completed_at.is_not(None))
    .order_by(FigureBuild.id.desc())
    .limit(1)
)
_CHANGED = select(FigureChange.kind, FigureChange.owner_id).distinct().limit(2 * MAX_CHANGED_OWNERS + 1)


@dataclass(frozen=True, slots=True)
class StoredMonths:
    """The months of a build, the version of each figure's formula, and the owners that changed since."""

    build_id: int
    first_month: date
    last_month: date
    formulas: Mapping[str, int]
    refreshes: int
    changed: Mapping[OwnerKind, frozenset[int]]

    def has(self, figure: str, version: int, month: date) -> bool:
        return self.first_month <= month <= self.last_month and self.formulas.get(figure) == version


def read_stored_months(db: Connection) -> StoredMonths | None:
    """Return the stored months and the changes since; None without a complete build, or after too many changes.

    The changes are read before the build: a calculation that ends between both then hides no change.
    """
    changes = db.execute(_CHANGED).all()
    changed: dict[OwnerKind, frozenset[int]] = {
        "client": frozenset(owner for kind, owner in changes if kind == "client"),
        "employee": frozenset(owner for kind, owner in changes if kind == "employee"),
    }
    if any(kind == EVERYTHING for kind, _ in changes) or max(map(len, changed.values())) > MAX_CHANGED_OWNERS:
        return None
    build = db.execute(_CURRENT).first()
    return None if build is None else StoredMonths(build[0], build[1], build[2], build[3], build[4], changed)
