"""Stores the totals of months, spans and closings in the currencies of all users, and keeps them up with the build.

A figure then reads one row per currency and group of a month, however many records contribute to it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.core.time.months import add_months
from regie.domains.insights.figure_builds.figures import Amount
from regie.domains.insights.figure_builds.storage import (
    delete_totals,
    is_unchanged,
    lock_builds,
    read_newest_build,
    read_spans,
)
from regie.domains.insights.statistics.queries import STORED, FigureSum, needs_rows
from regie.domains.insights.statistics.schemas import StoredFigure
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_month_digests, read_rates
from regie.domains.records.figure_amounts.models import (
    FigureAmount,
    FigureConversion,
    FigureSpan,
    FigureTotal,
    SpanAmount,
)
from regie.domains.records.months.models import PublishedAmount
from regie.domains.records.months.queries import read_closed_months
from regie.domains.records.users.models import User

# In one transaction.
_MONTHS_AT_ONCE = 24
_TOTALED: list[StoredFigure] = [figure for figure in STORED if not needs_rows(figure)]
_CURRENCIES = select(User.currency).distinct().order_by(User.currency)
# A figure, its part and the currency of the amounts.
_Part = tuple[str, str, str]
_Equal = Row[str, str, str, date, Decimal, int]
_Sums = dict[_Part, FigureSum]


class _Source(NamedTuple):
    """A month of a build, a span, or a closing, with the digest of its rates and the refreshes of the build."""

    build_id: int | None
    span_id: int | None
    closing_id: int | None
    month: date
    rates: str
    refreshes: int


# What identifies a source; the others say what its totals include.
_PLACE = ("build_id", "span_id", "closing_id", "month")


class _Changes(NamedTuple):
    """What is missing or outdated, and the keys of stored totals of a source or in a currency that nothing needs."""

    missing: Sequence[tuple[_Source, Sequence[str]]]
    unneeded: Sequence[int]


class Refresh(NamedTuple):
    """The totals that a refresh of the build keeps up, and the rates that convert its amounts."""

    conversions: Sequence[Row[Any]]
    rates: Rates


def has_outdated_totals(db: Connection, clock: Clock) -> bool:
    missing, unneeded = _find_changes(db, clock)
    return bool(missing or unneeded)


def store_all_totals(database: Database, clock: Clock, is_stopping: Callable[[], bool]) -> None:
    """Store missing totals, replace outdated ones and delete unneeded ones, in several transactions."""
    while not is_stopping() and _store_totals(database, clock):
        pass


def _store_totals(database: Database, clock: Clock) -> bool:
    """Store missing totals of some months, and delete unneeded ones; return whether it changed any."""
    with database.snapshot() as db:
        build, rates = read_newest_build(db), read_rates(db, clock.today())
        missing, unneeded = _find_changes(db, clock)
        calculated = [
            (source, currency, _add_up(rows, currency, rates))
            for source, currencies in missing[:_MONTHS_AT_ONCE]
            for rows in [_read_equal(db, source)]
            for currency in currencies
        ]
    if not missing and not unneeded:
        return False
    with database.write() as session:
        lock_builds(session)
        if build and not is_unchanged(session, build):
            return True
        delete_totals(session, unneeded)
        for source, currency, sums in calculated:
            _replace(session, source, currency, sums)
    return True


def _replace(session: Session, source: _Source, currency: str, sums: _Sums) -> None:
    """Store the totals of a source under the key of those that they replace.

    A request that has read this key finds the one or the other, never nothing, which would be a figure of zero.
    """
    of_source = {**{name: getattr(source, name) for name in _PLACE}, "currency": currency}
    conversion = session.execute(select(FigureConversion).filter_by(**of_source)).scalar_one_or_none()
    if conversion is None:
        conversion = FigureConversion(**source._asdict(), currency=currency)
        session.add(conversion)
    else:
        conversion.rates, conversion.refreshes = source.rates, source.refreshes
        former = delete(FigureTotal).where(FigureTotal.conversion_id == conversion.id)
        session.execute(former.execution_options(synchronize_session=False))
    session.flush()
    _insert(session, conversion.id, sums)


def begin_refresh(db: Connection, clock: Clock, build: Any) -> Refresh:
    """Read which totals of the build are up to date, in the snapshot that the refresh calculates in."""
    today = clock.today()
    digests = read_month_digests(db, today)
    found = db.execute(select(FigureConversion).where(_up_to_date(build)))
    return Refresh([one for one in found if one.rates == digests.get(one.month, "")], read_rates(db, today))


class Replaced(NamedTuple):
    """The former and new amounts of a figure, in a span or in months of the build."""

    span_id: int | None
    figure: StoredFigure
    former: Sequence[Amount]
    rows: Sequence[Amount]


def update_totals(session: Session, refresh: Refresh, build: Any, changes: Iterable[Replaced]) -> None:
    """Subtract the former amounts of each figure from the totals and add the new ones.

    Other totals of the build, whose rates changed meanwhile, are not up to date afterwards. Neither are those that
    another worker has replaced since the snapshot: their amounts are converted at other rates.
    """
    now = select(FigureConversion.id, FigureConversion.rates).where(_up_to_date(build))
    rates = {row.id: row.rates for row in session.execute(now)}
    conversions = [one for one in refresh.conversions if rates.get(one.id) == one.rates]
    by_source: dict[date | int, list[tuple[str, str, str, date, Decimal, int]]] = defaultdict(list)
    for span_id, figure, former, new in changes:
        if figure in _TOTALED:
            for row, count in (*((row, -1) for row in former), *((row, 1) for row in new)):
                source = row.month if span_id is None else span_id
                by_source[source].append((figure, row.part, row.currency, row.day, row.amount, count))
    for conversion in conversions:
        source = conversion.month if conversion.span_id is None else conversion.span_id
        sums = _add_up(by_source.get(source, ()), conversion.currency, refresh.rates)
        _change(session, conversion.id, {part: change for part, change in sums.items() if _is_change(change)})
    confirm_totals(session, build, [conversion.id for conversion in conversions])


def confirm_totals(session: Session, build: Any, keys: Sequence[int] | None = None) -> None:
    """Note that these totals, or all that were up to date, include the refresh that the build now has."""
    chosen = [] if keys is None else [FigureConversion.id.in_(keys)]
    session.execute(
        update(FigureConversion)
        .where(_up_to_date(build), *chosen)
        .values(refreshes=build.refreshes + 1)
        .execution_options(synchronize_session=False)
    )


def _up_to_date(build: Any) -> ColumnElement[bool]:
    return and_(_of_build(build), FigureConversion.refreshes == build.refreshes)


def _of_build(build: Any) -> ColumnElement[bool]:
    of_spans = select(FigureSpan.id).where(FigureSpan.build_id == build.id)
    return or_(FigureConversion.build_id == build.id, FigureConversion.span_id.in_(of_spans))


def find_wrong_totals(db: Connection, clock: Clock) -> list[tuple[date, str]]:
    """The months and currencies whose stored totals are up to date, but differ from their amounts."""
    rates, sources = read_rates(db, clock.today()), _read_sources(db, clock)
    found = []
    for row in db.execute(select(FigureConversion).order_by(FigureConversion.month, FigureConversion.currency)):
        source = _source_of(row)
        if source in sources:
            stored = {part: sums for part, (_, sums) in _read_totals(db, row.id, row.currency, ()).items()}
            calculated = _add_up(_read_equal(db, source), row.currency, rates)
            if {part: one.without_zeros() for part, one in calculated.items()} != stored:
                found.append((row.month, row.currency))
    return found


def _find_changes(db: Connection, clock: Clock) -> _Changes:
    currencies = db.execute(_CURRENCIES).scalars().all()
    wanted = {(source, currency) for source in _read_sources(db, clock) for currency in currencies}
    stored = {(_source_of(row), row.currency): row.id for row in db.execute(_find_current(read_newest_build(db)))}
    missing = sorted(wanted - stored.keys(), key=lambda one: (-one[0].month.toordinal(), str(one)))
    by_source = [(source, [currency for _, currency in ones]) for source, ones in groupby(missing, lambda one: one[0])]
    needed = {(_place_of(source), currency) for source, currency in wanted}
    unneeded = [key for (source, currency), key in stored.items() if (_place_of(source), currency) not in needed]
    return _Changes(by_source, unneeded)


def _find_current(build: Any) -> Select[Any]:
    """The totals of closings and of a build; those of former builds are read and deleted with their amounts."""
    of_closing = FigureConversion.closing_id.is_not(None)
    return select(FigureConversion).where(of_closing if build is None else or_(of_closing, _of_build(build)))


def _source_of(row: Row[Any]) -> _Source:
    return _Source(row.build_id, row.span_id, row.closing_id, row.month, row.rates, row.refreshes)


def _place_of(source: _Source) -> tuple[Any, ...]:
    return tuple(getattr(source, name) for name in _PLACE)


def _read_sources(db: Connection, clock: Clock) -> set[_Source]:
    """What totals are stored of: the months of the newest build, and the closings in force."""
    digests = read_month_digests(db, clock.today())
    closed = read_closed_months(db).items()
    closings = {_Source(None, None, closing, month, digests.get(month, ""), 0) for month, closing in closed}
    build = read_newest_build(db)
    return closings | ({*_months_of(build, digests), *_spans_of(db, build, digests)} if build else set())


def _months_of(build: Any, digests: Mapping[date, str]) -> Iterable[_Source]:
    month = build.first_month
    while month <= build.last_month:
        yield _Source(build.id, None, None, month, digests.get(month, ""), build.refreshes)
        month = add_months(month, 1)


def _spans_of(db: Connection, build: Any, digests: Mapping[date, str]) -> Iterable[_Source]:
    for key, first, _ in read_spans(db, build):
        yield _Source(None, key, None, first, digests.get(first, ""), build.refreshes)


def _read_equal(db: Connection, source: _Source) -> Sequence[_Equal]:
    """The stored amounts of a month, how many of each: figure, part, currency, day, amount and count."""
    if source.span_id is not None:
        return _group_equal(db, SpanAmount, SpanAmount.span_id == source.span_id)
    if source.closing_id is not None:
        return _group_equal(db, PublishedAmount, PublishedAmount.closing_id == source.closing_id)
    of_month = and_(FigureAmount.build_id == source.build_id, FigureAmount.month == source.month)
    return _group_equal(db, FigureAmount, of_month)


def _group_equal(
    db: Connection, model: type[FigureAmount | SpanAmount | PublishedAmount], of_source: ColumnElement[bool]
) -> Sequence[_Equal]:
    equal = (model.figure, model.part, model.currency, model.day, model.amount)
    statement = select(*equal, func.count()).where(model.figure.in_(_TOTALED), of_source)
    return db.execute(statement.group_by(*equal)).all()


def _add_up(rows: Iterable[_Equal | tuple[str, str, str, date, Decimal, int]], target: str, rates: Rates) -> _Sums:
    sums: _Sums = defaultdict(lambda: FigureSum("money", target))
    for figure, part, currency, day, amount, count in rows:
        sums[figure, part, currency].add_equal(count, amount, currency, day, rates)
    return dict(sums)


def _is_change(change: FigureSum) -> bool:
    return bool(change.count or change.amount or change.without_zeros().unconverted)


def _read_totals(
    db: Connection | Session, conversion_id: int, target: str, figures: Collection[str]
) -> dict[_Part, tuple[int, FigureSum]]:
    """The stored totals of a conversion by figure, part and currency, with their keys."""
    statement = select(FigureTotal.__table__).where(FigureTotal.conversion_id == conversion_id)
    found = db.execute(statement.where(FigureTotal.figure.in_(figures)) if figures else statement)
    return {
        (row.figure, row.part, row.currency): (
            row.id,
            FigureSum(
                "money",
                target,
                row.records,
                row.converted,
                unconverted={row.currency: row.unconverted} if row.unconverted else {},
            ),
        )
        for row in found
    }


def _change(session: Session, conversion_id: int, changes: _Sums) -> None:
    if not changes:
        return
    stored = _read_totals(session, conversion_id, "", {figure for figure, _, _ in changes})
    keys = []
    for part, change in changes.items():
        if part in stored:
            key, former = stored[part]
            keys.append(key)
            change.count += former.count
            change.amount += former.amount
            for currency, amount in former.unconverted.items():
                change.unconverted[currency] += amount
    session.execute(delete(FigureTotal).where(FigureTotal.id.in_(keys)).execution_options(synchronize_session=False))
    _insert(session, conversion_id, changes)


def _insert(session: Session, conversion_id: int, sums: _Sums) -> None:
    rows = [
        {
            "conversion_id": conversion_id,
            "figure": figure,
            "part": part,
            "currency": currency,
            "records": total.count,
            "converted": total.amount,
            "unconverted": total.unconverted.get(currency, Decimal(0)),
        }
        for (figure, part, currency), total in sums.items()
        if total.count
    ]
    if rows:
        session.execute(insert(FigureTotal), rows)
