"""Builds the statement of a closed month: what its closing published, beside the month before and a year earlier.

Published amounts never change. Months that are not closed are read as known today.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from regie.domains.insights.company_targets.figures import read_targets
from regie.domains.insights.statistics.churn_rates import calculate_churn_rates, join_currencies
from regie.domains.insights.statistics.contributions import Contribution, FigureSum, sum_contributions
from regie.domains.insights.statistics.figures import (
    BridgeLine,
    ClientAmount,
    MonthStatement,
    StatementCorrection,
    StatementFigure,
    StatementTarget,
)
from regie.domains.insights.statistics.formatting import format_percent
from regie.domains.insights.statistics.money_contributions import is_overdue
from regie.domains.insights.statistics.published import (
    PUBLISHED,
    UNITS,
    Published,
    read_known_today,
    read_published,
    read_published_clients,
)
from regie.domains.insights.statistics.reader import Reader
from regie.domains.insights.statistics.schemas import PublishedFigure, RecordKind
from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.records.months.queries import read_closed_months, read_first_closing, read_formulas
from regie.domains.records.projects.models import Project
from regie.domains.work.churns.figures import GAINS, LOSSES
from regie.domains.work.churns.queries import NamedCause, find_causes, read_cause_names, read_runs

MAX_CLIENTS = 10
MAX_MOVEMENTS = 40
Contributions = Mapping[PublishedFigure, Sequence[Contribution]]


@dataclass(slots=True)
class _Month:
    """What every record contributed to one month, with the client of each record."""

    reader: Reader
    contributions: Contributions
    clients: Mapping[tuple[RecordKind, int], int | None]

    def client_of(self, one: Contribution) -> int | None:
        return self.clients.get((one.kind, one.key))


def build_statement(
    reader_of: Callable[[date], Reader],
    rates: Rates,
    months: tuple[date, date, date],
    closing: int,
    published: Published | None = None,
) -> MonthStatement:
    """Build the statement of the first month from what its closing published; the others are for comparison.

    `published` is given while the month is being closed, from the snapshot that all else is read from as well.
    """
    reader = reader_of(months[0])
    closed = read_closed_months(reader.db)
    present = _read_month(reader, rates, closing) if published is None else _take_month(reader, rates, published)
    earlier = [_read_month(reader_of(month), rates, closed.get(month)) for month in months[1:]]
    sums = [_sum_month(month, rates) for month in (present, *earlier)]
    writer = _StatementWriter(present, rates)
    moved = present.contributions["mrr_movements"]
    currencies = sorted({one.currency for found in present.contributions.values() for one in found if one.currency})
    return MonthStatement(
        month=months[0],
        currency=reader.request.currency,
        figures=(figures := _compare(sums)),
        targets=_list_targets(reader, rates, months[0], figures),
        currencies=currencies,
        by_currency={
            figure: _by_currency(present.contributions[figure]) for figure in PUBLISHED if UNITS[figure] == "money"
        },
        bridge=_build_bridge(present, sums[0]),
        movements=writer.list_movements(moved),
        movement_count=len(moved),
        losses=writer.list_losses(present.contributions["lost_retainers"]),
        overdue=writer.largest_clients(one for one in present.contributions["receivables"] if is_overdue(one.group)),
        top_clients={name: writer.largest_clients(present.contributions[name]) for name in _OF_CLIENTS},
        without_rate=_list_missing_rates(months, sums),
        corrections=_list_corrections(reader, rates, closing, sums[0]),
    )


_OF_CLIENTS: tuple[PublishedFigure, ...] = ("mrr", "revenue", "receivables")


def _read_month(reader: Reader, rates: Rates, closing: int | None) -> _Month:
    month = reader.request.days
    published = {} if closing is None else read_formulas(reader.db, closing)
    found: dict[PublishedFigure, list[Contribution]] = {
        figure: read_published(reader, figure, [closing])
        if closing is not None and figure in published
        else read_known_today(reader, figure, month)
        for figure in PUBLISHED
    }
    found["mrr_movements"] = join_currencies(found["mrr_movements"], rates, reader.request.currency)
    return _Month(reader, found, read_published_clients(reader, closing, found.values()))


def _take_month(reader: Reader, rates: Rates, published: Published) -> _Month:
    movements = join_currencies(published.contributions["mrr_movements"], rates, reader.request.currency)
    return _Month(reader, {**published.contributions, "mrr_movements": movements}, published.clients)


@dataclass(slots=True)
class _MonthSums:
    totals: dict[str, FigureSum]
    groups: dict[tuple[str, str], FigureSum]


def _list_missing_rates(months: Sequence[date], sums: Sequence[_MonthSums]) -> dict[date, list[str]]:
    """Return by month the currencies of which an amount has no rate."""
    found = {
        month: sorted({currency for total in one.totals.values() for currency in total.unconverted})
        for month, one in zip(months, sums, strict=True)
    }
    return {month: currencies for month, currencies in found.items() if currencies}


def _sum_month(month: _Month, rates: Rates) -> _MonthSums:
    currency = month.reader.request.currency
    sums = _MonthSums({}, {})
    for figure, found in month.contributions.items():
        total, groups = sum_contributions(found, UNITS[figure], currency, rates)
        sums.totals[figure] = total
        for group, part in groups.items():
            if name := _group_name(group):
                merged = sums.groups.setdefault((figure, name), FigureSum(UNITS[figure], currency))
                merged.merge(part)
    movements = {kind: total for (figure, kind), total in sums.groups.items() if figure == "mrr_movements"}
    of_clients = (sums.totals[name] for name in ("clients_start", "lost_clients"))
    sums.totals |= calculate_churn_rates(sums.totals["mrr_start"], movements, *of_clients)
    return sums


def _group_name(group: str) -> str:
    """The subtotal without its month: `2026-10:fixed` is `fixed`, and `2026-10` alone is no subtotal."""
    month, _, name = group.rpartition(":")
    return name if month or not group[:4].isdigit() or "-" not in group else ""


def _compare(sums: Sequence[_MonthSums]) -> list[StatementFigure]:
    figures: list[StatementFigure] = []
    for name, total in sums[0].totals.items():
        figures.append(_figure(name, "", [one.totals[name] for one in sums]))
        groups = dict.fromkeys(group for one in sums for figure, group in one.groups if figure == name)
        empty = FigureSum(total.unit, total.currency)
        figures += [_figure(name, group, [one.groups.get((name, group), empty) for one in sums]) for group in groups]
    return figures


def _list_targets(
    reader: Reader, rates: Rates, month: date, figures: Iterable[StatementFigure]
) -> list[StatementTarget]:
    """The targets that the month has while its pack is written, converted at the rate of its last day.

    That of margin is left out, because users who may see the pack may not always see costs.
    """
    values = {figure.name: figure for figure in figures if not figure.group}
    found: list[StatementTarget] = []
    for target in read_targets(reader.db, month, month):
        if target.figure == "margin":
            continue
        figure, amount = values[target.figure], target.value
        if target.currency is not None:
            day = reader.request.days.last
            amount = rates.convert(target.value, target.currency, reader.request.currency, day)
        found.append(StatementTarget(target.figure, figure.unit, figure.values[0], amount))
    return found


def _list_corrections(reader: Reader, rates: Rates, closing: int, sums: _MonthSums) -> list[StatementCorrection]:
    """All figures of a month that was reopened, as its first closing published them and as this one does."""
    first = read_first_closing(reader.db, reader.request.days.first)
    if first is None or first == closing:
        return []
    published = read_formulas(reader.db, first)
    totals = _sum_month(_read_month(reader, rates, first), rates).totals
    return [
        StatementCorrection(name, total.unit, _value_of(totals[name]) if name in published else None, _value_of(total))
        for name, total in sums.totals.items()
    ]


def _figure(name: str, group: str, sums: Sequence[FigureSum]) -> StatementFigure:
    now, before, year = (_value_of(one) for one in sums)
    return StatementFigure(name, group, sums[0].unit, (now, before, year))


def _value_of(total: FigureSum) -> Decimal | None:
    if total.unit == "money":
        return total.amount
    if total.unit == "count":
        return Decimal(total.count)
    text = format_percent(total.value, total.of)
    return None if text is None else Decimal(text)


def _by_currency(found: Iterable[Contribution]) -> dict[str, Decimal]:
    amounts: dict[str, Decimal] = defaultdict(Decimal)
    for one in found:
        amounts[one.currency] += one.amount
    return dict(amounts)


def _build_bridge(month: _Month, sums: _MonthSums) -> list[BridgeLine]:
    """Start, each kind of movement, the effect of the rates, and the end: each column adds up."""
    moved = month.contributions["mrr_movements"]
    lines = [BridgeLine("mrr_start", _by_currency(month.contributions["mrr_start"]), sums.totals["mrr_start"].amount)]
    for kind in (*GAINS, *LOSSES):
        part = sums.groups.get(("mrr_movements", kind))
        amounts = _by_currency(one for one in moved if one.group == kind)
        lines.append(BridgeLine(kind, amounts, Decimal(0) if part is None else part.amount))
    end = BridgeLine("mrr", _by_currency(month.contributions["mrr"]), sums.totals["mrr"].amount)
    # An amount in its own currency needs no rate: what is left over there is a defect of the figures, and is shown.
    left_over = {
        currency: end.by_currency.get(currency, Decimal(0))
        - sum((line.by_currency.get(currency, Decimal(0)) for line in lines), Decimal(0))
        for currency in {currency for line in (*lines, end) for currency in line.by_currency}
    }
    fx = end.converted - sum((line.converted for line in lines), Decimal(0))
    lines.append(BridgeLine("fx", {currency: amount for currency, amount in left_over.items() if amount}, fx))
    return [*lines, end]


@dataclass(slots=True)
class _StatementWriter:
    """Names the clients of a month, converts their amounts, and explains its movements."""

    month: _Month
    rates: Rates

    def largest_clients(self, found: Iterable[Contribution]) -> list[ClientAmount]:
        """The clients with the largest amounts, added up per client and currency."""
        sums: dict[tuple[int | None, str], list[Contribution]] = defaultdict(list)
        for one in found:
            sums[self.month.client_of(one), one.currency].append(one)
        names = self._read_names(client for client, _ in sums)
        rows = [self._add_up(names.get(client or 0), ones) for (client, _), ones in sums.items()]
        return _largest(rows)[:MAX_CLIENTS]

    def list_movements(self, found: Sequence[Contribution]) -> list[ClientAmount]:
        """The largest movements of the month, with what caused them."""
        names = self._read_names(one.key for one in found)
        rows = [(self._row(names.get(one.key), one), one) for one in found]
        shown = sorted(rows, key=lambda pair: _rank(pair[0]))[:MAX_MOVEMENTS]
        causes = self._read_causes(one for _, one in shown)
        return [replace(row, causes=causes[one]) for row, one in shown]

    def list_losses(self, found: Sequence[Contribution]) -> list[ClientAmount]:
        """The retainers that were lost, with the reason of their churn record."""
        keys = {one.key for one in found}
        days = self.month.reader.request.days
        statement = (
            select(Project.id, Project.name, Client.name, Project.currency, ChurnEvent.reason, ChurnEvent.mrr_lost)
            .join(Client, Client.id == Project.client_id)
            .outerjoin(
                ChurnEvent,
                (ChurnEvent.project_id == Project.id)
                & (ChurnEvent.state != "voided")
                & ChurnEvent.effective_on.between(days.first, days.last),
            )
            .where(Project.id.in_(keys))
            .order_by(Project.id, ChurnEvent.id)
        )
        known = {row[0]: row for row in self.month.reader.rows(statement)}
        rows: list[ClientAmount] = []
        for one in found:
            if (row := known.get(one.key)) is not None:
                _, retainer, client, currency, reason, lost = row
                amount = one._replace(currency=currency or "", amount=lost or Decimal(0), group="churn")
                rows.append(self._row(client, amount, cause=reason or "", reason=retainer))
        return _largest(rows)

    def _add_up(self, client: str | None, found: Sequence[Contribution]) -> ClientAmount:
        """Add up the amounts of one client in one currency, each converted at the rate of its own day."""
        converted = [self._row(client, one).converted for one in found]
        known = [amount for amount in converted if amount is not None]
        total = found[0]._replace(amount=sum((one.amount for one in found), Decimal(0)))
        return replace(
            self._row(client, total), converted=sum(known, Decimal(0)) if len(known) == len(converted) else None
        )

    def _row(self, client: str | None, one: Contribution, *, cause: str = "", reason: str = "") -> ClientAmount:
        converted = self.rates.convert(one.amount, one.currency, self.month.reader.request.currency, one.day)
        return ClientAmount(client, one.group, one.day, one.currency, one.amount, converted, cause, reason)

    def _read_names(self, clients: Iterable[int | None]) -> dict[int, str]:
        keys = {key for key in clients if key is not None}
        rows = self.month.reader.rows(select(Client.id, Client.name).where(Client.id.in_(keys)))
        return {row.id: row.name for row in rows}

    def _read_causes(self, found: Iterable[Contribution]) -> dict[Contribution, list[NamedCause]]:
        """Return what caused each movement, with the reasons that were recorded."""
        moved, reader = list(found), self.month.reader
        within = Project.client_id.in_(sorted({one.key for one in moved}))
        runs = read_runs(reader.db, within, reader.actor.params)
        of_clients = {client: find_causes(of_client) for client, of_client in runs.items()}
        causes = {
            one: [cause for cause in of_clients.get(one.key, {}).get(one.day, ()) if one.currency in cause.currencies]
            for one in moved
        }
        names = read_cause_names(reader.db, [cause for of_one in causes.values() for cause in of_one])
        return {one: [names.describe(cause) for cause in of_one] for one, of_one in causes.items()}


def _largest(rows: Iterable[ClientAmount]) -> list[ClientAmount]:
    return sorted(rows, key=_rank)


def _rank(row: ClientAmount) -> tuple[Any, ...]:
    """By converted amount, the largest first; those without a rate come first, because their size is unknown."""
    return row.converted is not None, -abs(row.converted or 0), row.client or "", row.currency, row.day
