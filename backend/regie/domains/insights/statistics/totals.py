"""Adds stored amounts to the totals of a figure's groups: from stored totals, or added up by the database."""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Sequence
from decimal import Decimal

from sqlalchemy import BigInteger, ColumnElement, Date, cast, func, null, select, type_coerce, union_all

from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount
from regie.domains.insights.statistics.contributions import FigureSum
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import StoredFigure
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.exchange_rates.queries import read_month_digests
from regie.domains.records.figure_amounts.models import FigureAmount, FigureTotal, SpanAmount
from regie.domains.records.figure_amounts.queries import Conversions, StoredMonths, read_conversions, read_stored_months
from regie.domains.records.months.models import PublishedAmount

Groups = defaultdict[str, FigureSum]


def stored_months(reader: Reader) -> StoredMonths | None:
    stored: StoredMonths | None = reader.read_once("stored months", lambda: read_stored_months(reader.db))
    return stored


def conversions(reader: Reader) -> Conversions:
    """The stored totals in the requested currency."""

    def read() -> Conversions:
        digests = read_month_digests(reader.db, reader.today)
        return read_conversions(reader.db, reader.request.currency, stored_months(reader), digests)

    return reader.read_once("conversions", read)


def needs_rows(figure: StoredFigure) -> bool:
    """Whether several months are more than the sum of each; see `merge_months`."""
    return figure in ("lost_clients", "utilisation")


def add_totals(
    reader: Reader,
    figure: StoredFigure,
    keys: Collection[int],
    without: tuple[type[FigureAmount | SpanAmount], ColumnElement[bool]] | None,
    groups: Groups,
    rates: Rates,
    is_part: Callable[[str], bool],
) -> None:
    """Add stored totals except of the amounts that match `without`; both are read in one statement, of one state."""
    whole = (
        select(
            FigureTotal.part,
            FigureTotal.currency,
            cast(null(), Date),
            func.sum(FigureTotal.records),
            _sum(FigureTotal.converted),
            _sum(FigureTotal.unconverted),
        )
        .where(FigureTotal.conversion_id.in_(keys), FigureTotal.figure == figure)
        .group_by(FigureTotal.part, FigureTotal.currency)
    )
    statement = whole
    if without is not None:
        model, changed_owners = without
        equal = (model.part, model.currency, model.day)
        changed = select(*equal, func.count(), model.amount, model.amount).where(changed_owners)
        statement = union_all(whole, changed.group_by(*equal, model.amount))
    read = reader.read_once(("totals", figure, tuple(keys)), lambda: reader.db.execute(statement).all())
    for part, currency, day, count, amount, unconverted in read:
        if not is_part(part):
            continue
        if day is None:
            own = FigureSum(groups[part].unit, reader.request.currency, int(count), amount)
            own.unconverted[currency] += unconverted
            groups[part].merge(own)
        else:
            groups[part].add_equal(-count, amount, currency, day, rates)


def add_amounts(
    reader: Reader,
    model: type[FigureAmount | SpanAmount | PublishedAmount],
    key: Hashable,
    conditions: Sequence[ColumnElement[bool]],
    groups: Groups,
    rates: Rates,
    is_part: Callable[[str], bool],
) -> None:
    """Add the stored contributions to the totals of their groups; they are read once per `key`.

    Amounts in the requested currency are added up by the database. The others are rounded record by record when they
    are converted, so only equal amounts of the same day are added up.
    """
    target = reader.request.currency
    own = select(model.part, func.count(), _sum(model.amount)).where(model.currency.in_((target, "")), *conditions)
    for part, count, amount in reader.read_once(("own", model, key), lambda: reader.rows(own.group_by(model.part))):
        if is_part(part):
            groups[part].merge(FigureSum(groups[part].unit, target, count, Decimal(amount)))
    equal = (model.part, model.currency, model.day, model.amount)
    others = select(*equal, func.count()).where(model.currency.not_in((target, "")), *conditions)
    rows = reader.read_once(("others", model, key), lambda: reader.rows(others.group_by(*equal)))
    for part, currency, day, amount, count in rows:
        if is_part(part):
            groups[part].add_equal(count, amount, currency, day, rates)


def _sum(column: Column) -> ColumnElement[Decimal]:
    return type_coerce(func.sum(type_coerce(column, BigInteger)), Amount)
