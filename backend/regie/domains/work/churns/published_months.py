"""Finds the closed months of which an analysis shows what their closing published."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy import Connection, func, select

from regie.core.time.months import end_of_month
from regie.domains.records.months.models import PublishedAmount
from regie.domains.records.months.queries import read_closed_months
from regie.domains.work.churns.figures import Movement, signed
from regie.domains.work.churns.mrr_bridge import MrrHistory

# By kind and currency; losses are negative.
_Sums = dict[tuple[str, str], Decimal]


def find_published_months(db: Connection, history: MrrHistory) -> list[date]:
    """Return the first days of the whole months whose movements are those that their closing published.

    Direct changes are refused in closed months, so that only a newer definition makes them differ.
    """
    closed = read_closed_months(db)
    closings = {
        index: closed[first]
        for index, (first, last) in enumerate(history.months)
        if first in closed and last == end_of_month(first)
    }
    published = _read_published(db, list(closings.values())) if closings else {}
    return [
        history.months[index][0]
        for index, closing in closings.items()
        if _add_movements(history.moved[index]) == published.get(closing, {})
    ]


def _read_published(db: Connection, closings: Sequence[int]) -> dict[int, _Sums]:
    amounts = PublishedAmount
    statement = (
        select(amounts.closing_id, amounts.part, amounts.currency, func.sum(amounts.amount))
        .where(amounts.closing_id.in_(closings), amounts.figure == "mrr_movements")
        .group_by(amounts.closing_id, amounts.part, amounts.currency)
    )
    found: dict[int, _Sums] = defaultdict(dict)
    for closing, kind, currency, amount in db.execute(statement):
        found[closing][kind, currency] = amount
    return found


def _add_movements(moved: Iterable[Movement]) -> _Sums:
    sums: _Sums = defaultdict(Decimal)
    for one in moved:
        sums[one.kind, one.currency] += signed(one)
    return dict(sums)
