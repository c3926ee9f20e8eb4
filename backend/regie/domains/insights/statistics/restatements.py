"""Compares a closed month as it was published with the same month as known today, record by record."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from sqlalchemy import select

from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Scope
from regie.core.api.wire import ListQuery, Money, Page
from regie.core.lists.pages import paginate
from regie.core.money.amounts import money
from regie.domains.insights.statistics.churn_rates import CHURN_RATES, calculate_churn_rates, join_currencies
from regie.domains.insights.statistics.contributions import Contribution, FigureSum, sum_contributions
from regie.domains.insights.statistics.formatting import round_half_up
from regie.domains.insights.statistics.month_schemas import (
    ComparedSums,
    CurrencyAmounts,
    FormulaVersions,
    MonthFigure,
    RestatementRow,
)
from regie.domains.insights.statistics.published import (
    FORMULAS,
    PARTS,
    UNITS,
    Part,
    is_published_within,
    read_known_today,
    read_published,
)
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.record_names import RecordName, describe_client, read_names
from regie.domains.insights.statistics.schemas import (
    ChurnRate,
    DashboardGroup,
    DashboardUnit,
    PublishedFigure,
    RecordKind,
    RestatedFigure,
    RestatementCause,
)
from regie.domains.money.payments.figures import RESTS
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.queries import read_closed_months, read_first_closing, read_formulas
from regie.domains.work.clients.queries import CLIENT_LINK

ORDER = "-difference"
_PARTS_OF_RATES: tuple[PublishedFigure, ...] = ("mrr_start", "mrr_movements", "clients_start", "lost_clients")
_HOUR_DIGITS = 2
# Credits are a part of receivables since their second version, and the rest of an invoice that is reconciled in part is
# revenue since its third one.
_WITH_CREDITS = ("receivables", 1, 2)
_WITH_RESTS = ("revenue", 2, 3)
# What makes two contributions the same: record, subtotal and currency.
_Key = tuple[RecordKind, int, str, str]
# What a difference consists of: an amount, in its own currency and converted, or a value and what it is of.
_Parts = tuple[Decimal | Fraction, Decimal | Fraction]


@dataclass(slots=True)
class _Total:
    """What one record contributes; a record may contribute several times to one subtotal."""

    count: int = 0
    amount: Decimal = Decimal(0)
    # None while no amount has a rate.
    converted: Decimal | None = None
    value: Fraction = Fraction(0)
    of: Fraction = Fraction(0)

    def add(self, one: Contribution, converted: Decimal | None) -> None:
        self.count += 1
        self.amount += one.amount
        if converted is not None:
            self.converted = (self.converted or Decimal(0)) + converted
        self.value += one.value
        self.of += one.of


@dataclass(frozen=True, slots=True)
class RestatedMonth:
    """What each record contributes to a figure of a month: as published, if it is closed, and as known today.

    `first` is what the first closing of a reopened month published.
    """

    name: RestatedFigure
    part: Part
    # Of the formula that was published, and of the one that `now` is calculated by.
    version: int
    present_version: int
    then: list[Contribution] | None
    now: list[Contribution]
    first: list[Contribution] | None
    # Of the formula that the first closing published.
    first_version: int | None = None

    def since_first(self) -> "RestatedMonth":
        """The month as its first closing published it, beside the present one; nothing of a month closed once."""
        then = None if self.then is None else self.first
        version = self.version if self.first_version is None else self.first_version
        return replace(self, version=version, present_version=self.version, then=then, now=self.then or [])


@dataclass(frozen=True, slots=True)
class MonthClosings:
    """The closing that a month is published by, and its first one if it was reopened since."""

    present: int | None
    first: int | None


def find_closings(reader: Reader) -> MonthClosings:
    """Return the closings of the reader's month."""
    month = reader.request.days.first
    present, first = read_closed_months(reader.db).get(month), read_first_closing(reader.db, month)
    return MonthClosings(present, None if first == present else first)


def read_restated(
    reader: Reader, rates: Rates, name: RestatedFigure, closings: MonthClosings, scope: Scope
) -> RestatedMonth:
    """Read a figure of the reader's month within a scope; `then` is None where nothing was published of it."""
    part = PARTS[name] if name == "overdue" or name == "billable_hours" else Part(name, UNITS[name])

    def select_part(found: Iterable[Contribution]) -> list[Contribution]:
        if name == "mrr_movements":
            found = join_currencies(found, rates, reader.request.currency)
        return [one for one in found if part.has_group(one.group)]

    def read_closing(closing: int | None) -> tuple[int | None, list[Contribution] | None]:
        version = None if closing is None else _read_formulas(reader, closing).get(part.figure)
        if closing is None or version is None or not is_published_within(part.figure, scope):
            return version, None
        return version, select_part(read_published(reader, part.figure, [closing], scope))

    present_version = FORMULAS[part.figure]
    version, then = read_closing(closings.present)
    first_version, first = read_closing(closings.first)
    now = select_part(read_known_today(reader, part.figure, reader.request.days, scope))
    published_version = present_version if version is None else version
    return RestatedMonth(name, part, published_version, present_version, then, now, first, first_version)


def _read_formulas(reader: Reader, closing: int) -> Mapping[str, int]:
    return reader.read_once(("formulas", closing), lambda: read_formulas(reader.db, closing))


def compare_figure(reader: Reader, rates: Rates, month: RestatedMonth) -> MonthFigure:
    """Return a figure, as published and as known today."""
    unit, currency = month.part.unit, reader.request.currency
    known, groups = sum_contributions(month.now, unit, currency, rates)
    published: FigureSum | None = None
    if month.then is not None:
        published, groups = sum_contributions(month.then, unit, currency, rates)
    first = None if month.first is None else sum_contributions(month.first, unit, currency, rates)[0]
    return {
        "name": month.name,
        **_compare_sums(first, published, known, (month.version, month.present_version)),
        "groups": _serialize_groups(groups),
        "currencies": _by_currency(month.then, month.now) if unit == "money" else [],
    }


def compare_churn_rates(
    reader: Reader, rates: Rates, months: Mapping[RestatedFigure, RestatedMonth], formulas: Mapping[str, int]
) -> list[MonthFigure]:
    """Return the rates of churn and retention, as published and as known today."""

    def calculate(found: Mapping[RestatedFigure, list[Contribution]]) -> dict[ChurnRate, FigureSum]:
        sums = {
            name: sum_contributions(found[name], months[name].part.unit, reader.request.currency, rates)
            for name in _PARTS_OF_RATES
        }
        of_clients = (sums[name][0] for name in ("clients_start", "lost_clients"))
        return calculate_churn_rates(sums["mrr_start"][0], sums["mrr_movements"][1], *of_clients)

    def calculate_published(
        found: Mapping[RestatedFigure, list[Contribution] | None],
    ) -> Mapping[ChurnRate, FigureSum]:
        complete: dict[RestatedFigure, list[Contribution]] = {
            name: of_figure for name, of_figure in found.items() if of_figure is not None
        }
        return calculate(complete) if len(complete) == len(_PARTS_OF_RATES) else {}

    first = calculate_published({name: months[name].first for name in _PARTS_OF_RATES})
    published = calculate_published({name: months[name].then for name in _PARTS_OF_RATES})
    known = calculate({name: month.now for name, month in months.items()})
    return [
        {
            "name": name,
            **_compare_sums(
                first.get(name),
                published.get(name),
                rate,
                (formulas.get(name, CHURN_RATES[name]), CHURN_RATES[name]),
            ),
            "groups": [],
            "currencies": [],
        }
        for name, rate in known.items()
    ]


def _compare_sums(
    first: FigureSum | None, published: FigureSum | None, known: FigureSum, versions: tuple[int, int]
) -> ComparedSums:
    is_corrected = first is not None and published is not None and not published.equals(first)
    return {
        "unit": known.unit,
        "formula_version": versions[0],
        "present_formula_version": versions[1],
        "first_published": first and first.serialize(),
        "correction": published.minus(first).serialize() if is_corrected and published and first else None,
        "published": published and published.serialize(),
        "known_today": known.serialize(),
        "difference": None if published is None or known.equals(published) else known.minus(published).serialize(),
    }


def list_restatements(reader: Reader, rates: Rates, month: RestatedMonth, query: ListQuery) -> Page[RestatementRow]:
    """Return a page of the records whose contribution changed since the month was closed, largest difference first."""
    then: dict[_Key, _Total] = {}
    now: dict[_Key, _Total] = {}
    if month.then is not None:
        then, now = (_add_up(reader, rates, found) for found in (month.then, month.now))
    differences = _find_differences(month.part.unit, then, now)
    # Amounts by what they are worth, those without a rate by their own; others by their value.
    changed = sorted(differences, key=lambda key: (*(-abs(Fraction(part)) for part in reversed(differences[key])), key))
    page = paginate(query, changed, lambda key: {"api_id": _row_id(key), "key": key}, order=ORDER)
    keys: list[_Key] = [entry["key"] for entry in page["data"]]
    names = read_names(reader, {(kind, record) for kind, record, _, _ in keys})
    causes = _read_causes(reader, keys)
    explained = _find_explained(reader, month, keys, then)
    formula: FormulaVersions = {"published": month.version, "present": month.present_version}
    writer = _RowWriter(month.part.unit, reader.request.currency, names, causes, formula, explained)
    rows = [writer.write(key, then.get(key), now.get(key)) for key in keys]
    return {
        "data": annotate_can_open(reader.db, reader.actor, rows, {"client": CLIENT_LINK}),
        "meta": page["meta"],
    }


def _add_up(reader: Reader, rates: Rates, contributions: Iterable[Contribution]) -> dict[_Key, _Total]:
    found: dict[_Key, _Total] = defaultdict(_Total)
    for one in contributions:
        converted = rates.convert(one.amount, one.currency, reader.request.currency, one.day) if one.currency else None
        found[one.kind, one.key, one.group, one.currency].add(one, converted)
    return dict(found)


def _find_differences(
    unit: DashboardUnit, then: Mapping[_Key, _Total], now: Mapping[_Key, _Total]
) -> dict[_Key, _Parts]:
    """The rows that explain the figure: a record that only moved between its subtotals changed nothing."""
    found: dict[_Key, _Parts] = {}
    sums: dict[tuple[RecordKind, int, str], list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for key in then.keys() | now.keys():
        before, after = (_measure(unit, totals.get(key) or _Total()) for totals in (then, now))
        if before != after:
            found[key] = difference = (after[0] - before[0], after[1] - before[1])  # type: ignore[operator]
            for position, part in enumerate(difference):
                sums[_record_of(key)][position] += Fraction(part)
    return {key: difference for key, difference in found.items() if any(sums[_record_of(key)])}


def _record_of(key: _Key) -> tuple[RecordKind, int, str]:
    kind, record, _, currency = key
    return kind, record, currency


def _measure(unit: DashboardUnit, total: _Total) -> _Parts:
    """What the figure adds up of a record."""
    if unit == "money":
        return total.amount, total.converted or Decimal(0)
    if unit == "count":
        return Fraction(total.count), Fraction(0)
    return total.value, total.of if unit == "percent" else Fraction(0)


def _serialize_groups(groups: Mapping[str, FigureSum]) -> list[DashboardGroup]:
    return [{"name": name, **part.serialize()} for name, part in sorted(groups.items()) if name]


def _by_currency(then: Iterable[Contribution] | None, now: Iterable[Contribution]) -> list[CurrencyAmounts]:
    sums: dict[str, list[Decimal]] = defaultdict(lambda: [Decimal(0), Decimal(0)])
    for position, contributions in enumerate((then or (), now)):
        for one in contributions:
            sums[one.currency][position] += one.amount
    return [
        {"published": None if then is None else money(published, currency), "known_today": money(known, currency)}
        for currency, (published, known) in sorted(sums.items())
    ]


def _row_id(key: _Key) -> str:
    return ".".join(str(part) for part in key)


@dataclass(frozen=True, slots=True)
class _RowWriter:
    unit: DashboardUnit
    currency: str
    names: Mapping[tuple[RecordKind, int], RecordName]
    causes: Mapping[tuple[RecordKind, int], RestatementCause]
    formula: FormulaVersions
    # The records whose difference the newer formula explains.
    explained: Collection[tuple[RecordKind, int]]

    def write(self, key: _Key, then: _Total | None, now: _Total | None) -> RestatementRow:
        kind, record, group, currency = key
        name = self.names.get((kind, record))
        before, after = then or _Total(), now or _Total()
        cause = self._find_cause(kind, record, then, now)

        def amount(total: _Total | None, value: Decimal) -> Money | None:
            return money(value, currency) if currency and total is not None else None

        return {
            "api_id": _row_id(key),
            "kind": kind,
            "record": name and {"api_id": name["api_id"], "name": name["name"]},
            "client": name and describe_client(name),
            "group": group,
            "cause": cause,
            "formula": self.formula if cause == "formula" else None,
            "published": amount(then, before.amount),
            "known_today": amount(now, after.amount),
            "difference": money(after.amount - before.amount, currency) if currency else None,
            "converted": self._convert(before, after),
            "published_value": then and self._value(then),
            "known_value": now and self._value(now),
            "difference_value": self._value(_Total(after.count - before.count, value=after.value - before.value)),
            "published_of": then and self._of(then.of),
            "known_of": now and self._of(now.of),
            "difference_of": self._of(after.of - before.of),
        }

    def _find_cause(self, kind: RecordKind, record: int, then: _Total | None, now: _Total | None) -> RestatementCause:
        # What a service reported explains what it removed, whatever the formula.
        reported = self.causes.get((kind, record)) if now is None else None
        if reported is None and (kind, record) in self.explained:
            return "formula"
        if then is None:
            return "added"
        return "changed" if now is not None else reported or "removed"

    def _convert(self, before: _Total, after: _Total) -> Money | None:
        if before.converted is None and after.converted is None:
            return None
        return money((after.converted or Decimal(0)) - (before.converted or Decimal(0)), self.currency)

    def _value(self, total: _Total) -> str | None:
        if self.unit == "money":
            return None
        return str(total.count) if self.unit == "count" else str(round_half_up(total.value, _HOUR_DIGITS))

    def _of(self, hours: Fraction) -> str | None:
        return str(round_half_up(hours, _HOUR_DIGITS)) if self.unit == "percent" else None


def _find_explained(
    reader: Reader, month: RestatedMonth, keys: Collection[_Key], then: Mapping[_Key, _Total]
) -> Collection[tuple[RecordKind, int]]:
    """Return the records whose difference a newer formula explains.

    Where it is known what the newer version counts more, only those records; otherwise every one that differs.
    """
    if month.version == month.present_version:
        return ()
    change = (month.part.figure, month.version, month.present_version)
    if change == _WITH_CREDITS:
        return {key[:2] for key in keys if key[0] == "credit" and key not in then}
    if change == _WITH_RESTS:
        days = reader.request.days
        rests = select(RESTS.c.project_id).where(RESTS.c.issued_on.between(days.first, days.last))
        projects = set(reader.rows(rests))
        return {key[:2] for key in keys if (key[1],) in projects}
    return {key[:2] for key in keys}


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
