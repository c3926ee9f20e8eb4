"""Reads which stored amounts are up to date: those of the newest build, except of owners that changed since.

Their totals in a currency are up to date with the build and with the rates of their days.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection, select

from regie.domains.records.figure_amounts.models import FigureBuild, FigureChange, FigureConversion, FigureSpan
from regie.domains.records.figure_amounts.schemas import EVERYTHING, OwnerKind

# Above, calculating from all rows is as fast as calculating from the rows of the changed owners.
MAX_CHANGED_OWNERS = 200
_CURRENT = (
    select(FigureBuild.id, FigureBuild.first_month, FigureBuild.last_month, FigureBuild.formulas, FigureBuild.refreshes)
    .where(FigureBuild.completed_at.is_not(None))
    .order_by(FigureBuild.id.desc())
    .limit(1)
)
_SPANS = select(FigureSpan.id, FigureSpan.first_on, FigureSpan.last_on)
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
    # The keys of spans by their first and last day.
    spans: Mapping[tuple[date, date], int] = field(default_factory=dict)

    def has_formula(self, figure: str, version: int) -> bool:
        return self.formulas.get(figure) == version

    def has(self, figure: str, version: int, month: date) -> bool:
        return self.first_month <= month <= self.last_month and self.has_formula(figure, version)


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
    if build is None:
        return None
    current = FigureSpan.build_id == build.id, FigureSpan.refreshes == build.refreshes
    spans = {(row.first_on, row.last_on): row.id for row in db.execute(_SPANS.where(*current))}
    return StoredMonths(build.id, build.first_month, build.last_month, build.formulas, build.refreshes, changed, spans)


@dataclass(frozen=True, slots=True)
class Conversions:
    """The keys of the totals that are up to date: of months of the build, of its spans, and of closings."""

    of_months: dict[date, int] = field(default_factory=dict)
    of_spans: dict[int, int] = field(default_factory=dict)
    of_closings: dict[int, int] = field(default_factory=dict)


def read_conversions(
    db: Connection, currency: str, stored: StoredMonths | None, rates: Mapping[date, str]
) -> Conversions:
    """Return the totals in a currency that are up to date; `rates` are the digests of the months' rates."""
    found = Conversions()
    for row in db.execute(_CONVERSIONS.where(FigureConversion.currency == currency)):
        if row.rates != rates.get(row.month, ""):
            continue
        if row.closing_id is not None:
            found.of_closings[row.closing_id] = row.id
        elif stored is None or row.refreshes != stored.refreshes:
            continue
        elif row.span_id is not None:
            found.of_spans[row.span_id] = row.id
        elif row.build_id == stored.build_id:
            found.of_months[row.month] = row.id
    return found


_CONVERSIONS = select(
    FigureConversion.id,
    FigureConversion.build_id,
    FigureConversion.span_id,
    FigureConversion.closing_id,
    FigureConversion.month,
    FigureConversion.rates,
    FigureConversion.refreshes,
)
