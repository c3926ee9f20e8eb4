"""Compares a closed month as it was published with the same month as known today, record by record."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import select

from regie.access.link_targets import annotate_can_open
from regie.core.api.wire import ListQuery, Money, Page
from regie.core.lists.pages import paginate
from regie.core.money.amounts import money
from regie.domains.insights.statistics.contributions import Contribution, FigureSum, sum_contributions
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.published import FORMULAS, UNITS, read_known_today, read_published
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.record_names import RecordName, describe_client, read_names
from regie.domains.insights.statistics.schemas import (
    CurrencyAmounts,
    DashboardGroup,
    MonthFigure,
    PublishedFigure,
    RecordKind,
    RestatementCause,
    RestatementRow,
)
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.queries import read_formulas
from regie.domains.work.clients.queries import CLIENT_LINK

ORDER = "-difference"
_HOUR_DIGITS = 2
# What makes two contributions the same: record, subtotal and currency.
_Key = tuple[RecordKind, int, str, str]


@dataclass(slots=True)
class _Total:
    """What one record contributes; a record may contribute several times to one subtotal."""

    count: int = 0
    amount: Decimal = Decimal(0)
    value: Fraction = Fraction(0)
    of: Fraction = Fraction(0)

    def add(self, one: Contribution) -> None:
        self.count += 1
        self.amount += one.amount
        self.value += one.value
        self.of += one.of


def compare_figure(reader: Reader, rates: Rates, figure: PublishedFigure, closing: int | None) -> MonthFigure:
    """Return a figure of the reader's month, as published and as known today."""
    unit, currency = UNITS[figure], reader.request.currency
    now = read_known_today(reader, figure, reader.request.days)
    known, groups = sum_contributions(now, unit, currency, rates)
    published: FigureSum | None = None
    then: list[Contribution] = []
    if closing is not None:
        then = read_published(reader, figure, [closing])
        published, groups = sum_contributions(then, unit, currency, rates)
    return {
        "name": figure,
        "unit": unit,
        "formula_version": FORMULAS[figure],
        "published": published and published.serialize(),
        "known_today": known.serialize(),
        "difference": None if published is None or published == known else known.minus(published).serialize(),
        "groups": _serialize_groups(groups),
        "currencies": _by_currency(then if closing is not None else now, now) if unit == "money" else [],
    }


def list_restatements(
    reader: Reader, figure: PublishedFigure, closing: int | None, query: ListQuery
) -> Page[RestatementRow]:
    """Return a page of the records whose contribution changed since the month was closed, largest difference first."""
    then: dict[_Key, _Total] = {}
    now: dict[_Key, _Total] = {}
    if closing is not None:
        then = _add_up(read_published(reader, figure, [closing]))
        now = _add_up(read_known_today(reader, figure, reader.request.days))
    changed = [key for key in then.keys() | now.keys() if then.get(key) != now.get(key)]
    changed.sort(key=lambda key: (-abs(_size(now.get(key)) - _size(then.get(key))), key))
    page = paginate(query, changed, lambda key: {"api_id": _row_id(key), "key": key}, order=ORDER)
    keys: list[_Key] = [entry["key"] for entry in page["data"]]
    names = read_names(reader, {(kind, record) for kind, record, _, _ in keys})
    causes = _read_causes(reader, keys)
    if closing is not None and read_formulas(reader.db, closing).get(figure) != FORMULAS[figure]:
        # Credits are a part of the figure since its second version.
        causes |= {key[:2]: "formula" for key in keys if key[0] == "credit" and key not in then}
    rows = [_row(key, then.get(key), now.get(key), names.get(key[:2]), causes) for key in keys]
    return {
        "data": annotate_can_open(reader.db, reader.actor, rows, {"client": CLIENT_LINK}),
        "meta": page["meta"],
    }


def _add_up(contributions: Iterable[Contribution]) -> dict[_Key, _Total]:
    found: dict[_Key, _Total] = defaultdict(_Total)
    for one in contributions:
        found[one.kind, one.key, one.group, one.currency].add(one)
    return dict(found)


def _size(total: _Total | None) -> Fraction:
    return Fraction(0) if total is None else Fraction(total.amount) or total.value or Fraction(total.count)


def _serialize_groups(groups: Mapping[str, FigureSum]) -> list[DashboardGroup]:
    return [{"name": name, **part.serialize()} for name, part in sorted(groups.items()) if name]


def _by_currency(then: Iterable[Contribution], now: Iterable[Contribution]) -> list[CurrencyAmounts]:
    sums: dict[str, list[Decimal]] = defaultdict(lambda: [Decimal(0), Decimal(0)])
    for position, contributions in enumerate((then, now)):
        for one in contributions:
            sums[one.currency][position] += one.amount
    return [
        {"published": money(published, currency), "known_today": money(known, currency)}
        for currency, (published, known) in sorted(sums.items())
    ]


def _row_id(key: _Key) -> str:
    return ".".join(str(part) for part in key)


def _row(
    key: _Key,
    then: _Total | None,
    now: _Total | None,
    name: RecordName | None,
    causes: Mapping[tuple[RecordKind, int], RestatementCause],
) -> RestatementRow:
    kind, record, group, currency = key
    before, after = then or _Total(), now or _Total()

    def amount(total: _Total | None, value: Decimal) -> Money | None:
        return money(value, currency) if currency and total is not None else None

    def hours(total: _Total | None, value: Fraction) -> str | None:
        return None if currency or total is None else str(round_half_up(value, _HOUR_DIGITS))

    return {
        "api_id": _row_id(key),
        "kind": kind,
        "record": name and {"api_id": name["api_id"], "name": name["name"]},
        "client": name and describe_client(name),
        "group": group,
        "cause": _cause(then, now, causes.get((kind, record))),
        "published": amount(then, before.amount),
        "known_today": amount(now, after.amount),
        "difference": money(after.amount - before.amount, currency) if currency else None,
        "published_value": hours(then, before.value),
        "known_value": hours(now, after.value),
        "difference_value": None if currency else str(round_half_up(after.value - before.value, _HOUR_DIGITS)),
    }


def _cause(then: _Total | None, now: _Total | None, known: RestatementCause | None) -> RestatementCause:
    if then is None:
        return known if known == "formula" else "added"
    if now is None:
        return known or "removed"
    return "changed"


def _read_causes(reader: Reader, keys: Iterable[_Key]) -> dict[tuple[RecordKind, int], RestatementCause]:
    """Return which invoices were deleted or voided in the accounting service."""
    invoices = {record for kind, record, _, _ in keys if kind == "invoice"}
    found = reader.rows(select(Invoice.id, Invoice.is_voided, Invoice.deleted_at).where(Invoice.id.in_(invoices)))
    causes: dict[tuple[RecordKind, int], RestatementCause] = {}
    for key, is_voided, deleted_at in found:
        if deleted_at is not None:
            causes["invoice", key] = "deleted"
        elif is_voided:
            causes["invoice", key] = "voided"
    return causes
