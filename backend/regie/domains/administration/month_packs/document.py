"""Describes the content of a month-end pack once, for PDF and XLSX: facts, then titled tables in one language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal

from regie.core.files.spreadsheet_writer import Cell, ColumnHeader, FormattedNumber, Row
from regie.core.money.amounts import money
from regie.core.text.erased import translate_erased_names
from regie.core.text.locale import Locale, catalogue, translate
from regie.core.time.instants import format_instant, format_month
from regie.core.time.months import add_months
from regie.domains.insights.statistics.figures import ClientAmount, MonthStatement, StatementFigure
from regie.domains.work.churns.queries import write_cause

# By enum, the labels of its options in the document's language, in their order.
EnumLabels = Mapping[str, Mapping[str, str]]
_MONTHS_PER_YEAR = 12
_MAX_REASON_LENGTH = 160
# The enum that names the subtotals of a figure, in the order of its options.
_GROUP_ENUMS = {"revenue": "project_kind", "receivables": "aging_bucket"}
# In front of the name of a subtotal.
INDENT = "\u2003"
# Figures whose subtotals have a section of their own.
_WITHOUT_GROUPS = frozenset({"mrr_movements"})


@dataclass(frozen=True, slots=True)
class Reopening:
    """Who reopened the month after an earlier closing, when, and why."""

    name: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class PackFacts:
    """Who closed which month, when, and what they wrote."""

    organization: str
    closed_by: str
    closed_at: datetime
    zone: str
    reason: str | None
    comment: str | None
    formulas: Mapping[str, int]
    reopenings: Sequence[Reopening] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A titled table; `total_rows` are the indexes of rows that sum up others."""

    title: str
    columns: Sequence[ColumnHeader]
    rows: Sequence[Row]
    note: str = ""
    total_rows: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PackDocument:
    """The whole pack in one language; `notes` are texts that people wrote, with their labels."""

    locale: Locale
    organization: str
    title: str
    closed: str
    currency_note: str
    notes: Sequence[tuple[str, str]]
    sections: Sequence[Section]


def build_document(facts: PackFacts, statement: MonthStatement, locale: Locale, labels: EnumLabels) -> PackDocument:
    writer = _SectionWriter(statement, locale, labels)
    closed_by = translate_erased_names(facts.closed_by, locale)
    written = {"months.field.reason": facts.reason, "months.field.comment": facts.comment}
    return PackDocument(
        locale=locale,
        organization=facts.organization,
        title=translate(locale, "pack.title", month=format_month(statement.month, locale)),
        closed=translate(locale, "pack.closed", name=closed_by, at=format_instant(facts.closed_at, facts.zone, locale)),
        currency_note=writer.currency_note(),
        notes=[
            *((translate(locale, key), translate_erased_names(text, locale)) for key, text in written.items() if text),
            *(_describe_reopening(one, facts.zone, locale) for one in facts.reopenings),
        ],
        sections=[
            *writer.corrections(),
            writer.figures(),
            *writer.targets(),
            writer.currencies(),
            writer.bridge(),
            writer.movements(),
            writer.losses(),
            writer.overdue(),
            *writer.clients(),
            writer.formulas(facts.formulas),
        ],
    )


def _describe_reopening(one: Reopening, zone: str, locale: Locale) -> tuple[str, str]:
    at = format_instant(one.at, zone, locale)
    text = translate(locale, "pack.reopened_by", name=one.name, at=at, reason=one.reason)
    return translate(locale, "pack.reopened"), translate_erased_names(text, locale)


@dataclass(frozen=True, slots=True)
class _SectionWriter:
    statement: MonthStatement
    locale: Locale
    labels: EnumLabels

    def currency_note(self) -> str:
        statement = self.statement
        note = translate(self.locale, "pack.currency", currency=statement.currency)
        missing = [
            f"{', '.join(currencies)} ({format_month(month, self.locale)})"
            for month, currencies in statement.without_rate.items()
        ]
        return f"{note} {self._text('without_rate', currencies=', '.join(missing))}" if missing else note

    def figures(self) -> Section:
        """All figures with their subtotals, compared with the month before and the month a year earlier."""
        month = self.statement.month
        before, year = (format_month(add_months(month, -count), self.locale) for count in (1, _MONTHS_PER_YEAR))
        rows: list[Row] = []
        totals: set[int] = set()
        for figure in self._ordered_figures():
            if not figure.group:
                totals.add(len(rows))
            name = self._group(figure) if figure.group else self._figure_name(figure.name)
            values = [self._value(figure.unit, value) for value in figure.values]
            changes = [self._value(figure.unit, figure.change(index), is_change=True) for index in (1, 2)]
            rows.append([name, values[0], values[1], changes[0], values[2], changes[1]])
        columns = [
            ColumnHeader(self._text("figure"), "text"),
            ColumnHeader(format_month(month, self.locale), "money"),
            ColumnHeader(before, "money"),
            ColumnHeader(self._text("change_from", month=before), "money"),
            ColumnHeader(year, "money"),
            ColumnHeader(self._text("change_from", month=year), "money"),
        ]
        return Section(self._title("figures"), columns, rows, total_rows=frozenset(totals))

    def corrections(self) -> Iterable[Section]:
        """Of a month that was reopened: each figure as published first and by this closing, and the difference."""
        rows: list[Row] = []
        for one in self.statement.corrections:
            change = None if one.first is None or one.now is None else one.now - one.first
            rows.append(
                [
                    self._figure_name(one.name),
                    self._value(one.unit, one.first),
                    self._value(one.unit, one.now),
                    self._value(one.unit, change, is_change=True),
                ]
            )
        columns = [
            ColumnHeader(self._text("figure"), "text"),
            ColumnHeader(self._text("first_published"), "money"),
            ColumnHeader(self._text("now_published"), "money"),
            ColumnHeader(self._text("difference"), "money"),
        ]
        if rows:
            yield Section(self._title("corrections"), columns, rows)

    def targets(self) -> Iterable[Section]:
        """The figures that have a target of the month, the difference to it, and their share of it."""
        rows: list[Row] = []
        for one in self.statement.targets:
            difference = None if one.value is None or one.target is None else one.value - one.target
            share = one.value * 100 / one.target if one.value is not None and one.target else None
            shown = [self._value(one.unit, value) for value in (one.value, one.target, difference)]
            percent = None if share is None else share.quantize(Decimal("0.1"), ROUND_HALF_UP)
            rows.append([self._figure_name(one.name), *shown, self._value("percent", percent)])
        columns = [
            ColumnHeader(self._text("figure"), "text"),
            ColumnHeader(format_month(self.statement.month, self.locale), "money"),
            ColumnHeader(self._text("target"), "money"),
            ColumnHeader(self._text("difference"), "money"),
            ColumnHeader(self._text("share"), "money"),
        ]
        if rows:
            yield Section(self._title("targets"), columns, rows)

    def currencies(self) -> Section:
        """Each figure in its own currencies: one column for each."""
        rows: list[Row] = [
            [self._figure_name(name), *(self._amount(amounts.get(code), code) for code in self.statement.currencies)]
            for name, amounts in self.statement.by_currency.items()
        ]
        return Section(self._title("currencies"), [ColumnHeader(self._text("figure"), "text"), *self._own()], rows)

    def bridge(self) -> Section:
        """From the MRR at the start to that at the end, by currency and converted."""
        statement = self.statement
        total = ColumnHeader(self._text("converted", currency=statement.currency), "money")
        rows: list[Row] = [
            [
                self._figure_name(line.name),
                *(self._amount(line.by_currency.get(code), code) for code in statement.currencies),
                self._amount(line.converted, statement.currency),
            ]
            for line in statement.bridge
        ]
        columns = [ColumnHeader(self._text("movement"), "text"), *self._own(), total]
        return Section(self._title("bridge"), columns, rows, total_rows=frozenset({0, len(rows) - 1}))

    def movements(self) -> Section:
        statement = self.statement
        rows: list[Row] = [
            [row.day, self._client(row), self._figure_name(row.kind), self._cause(row), *self._amounts(row)]
            for row in statement.movements
        ]
        columns = [
            ColumnHeader(self._text("day"), "day"),
            ColumnHeader(self._text("client"), "text"),
            ColumnHeader(self._text("movement"), "text"),
            ColumnHeader(self._text("cause"), "text"),
            *self._amount_columns(),
        ]
        hidden = statement.movement_count - len(rows)
        note = self._text("movements_shown", shown=len(rows), count=statement.movement_count) if hidden else ""
        return Section(self._title("movements"), columns, rows, note)

    def losses(self) -> Section:
        rows: list[Row] = [
            [
                row.day,
                self._client(row),
                row.reason,
                self._label("churn_reason", row.cause) if row.cause else self._text("not_recorded"),
                *self._amounts(row),
            ]
            for row in self.statement.losses
        ]
        columns = [
            ColumnHeader(self._text("last_day"), "day"),
            ColumnHeader(self._text("client"), "text"),
            ColumnHeader(self._text("retainer"), "text"),
            ColumnHeader(self._text("reason"), "text"),
            *self._amount_columns(),
        ]
        return Section(self._title("losses"), columns, rows)

    def overdue(self) -> Section:
        rows = [[self._client(row), *self._amounts(row)] for row in self.statement.overdue]
        columns = [ColumnHeader(self._text("client"), "text"), *self._amount_columns()]
        return Section(self._title("overdue"), columns, rows)

    def clients(self) -> Iterable[Section]:
        columns = [ColumnHeader(self._text("client"), "text"), *self._amount_columns()]
        for figure, clients in self.statement.top_clients.items():
            title = self._title("clients", figure=self._figure_name(figure))
            yield Section(title, columns, [[self._client(row), *self._amounts(row)] for row in clients])

    def formulas(self, versions: Mapping[str, int]) -> Section:
        columns = [ColumnHeader(self._text("figure"), "text"), ColumnHeader(self._text("version"), "number")]
        rows: list[Row] = [[self._figure_name(name), Decimal(version)] for name, version in versions.items()]
        return Section(self._title("formulas"), columns, rows)

    def _ordered_figures(self) -> Iterable[StatementFigure]:
        """Each figure before its subtotals, in the order of their options."""
        ranks = {name: {value: rank for rank, value in enumerate(values)} for name, values in self.labels.items()}
        names = list(dict.fromkeys(figure.name for figure in self.statement.figures))

        def position(figure: StatementFigure) -> tuple[int, int]:
            rank = ranks.get(_GROUP_ENUMS.get(figure.name, ""), {}).get(figure.group, len(self.statement.figures))
            return names.index(figure.name), rank if figure.group else -1

        shown = [one for one in self.statement.figures if not (one.group and one.name in _WITHOUT_GROUPS)]
        return sorted(shown, key=position)

    def _group(self, figure: StatementFigure) -> str:
        enum = _GROUP_ENUMS.get(figure.name)
        is_option = enum is not None and figure.group in self.labels[enum]
        name = self._label(enum, figure.group) if enum and is_option else self._other_group(figure.group)
        return f"{INDENT}{name}"

    def _label(self, enum: str, value: str) -> str:
        return self.labels[enum].get(value, value)

    def _other_group(self, group: str) -> str:
        """A subtotal that is no option; the bucket of an earlier setting is shown as it was published."""
        return self._text(f"group.{group}") if f"pack.group.{group}" in catalogue(self.locale) else group

    def _figure_name(self, name: str) -> str:
        return self._text(f"figure.{name}")

    def _client(self, row: ClientAmount) -> str:
        client = row.client or translate(self.locale, "export.no_client")
        return translate_erased_names(client, self.locale)

    def _cause(self, row: ClientAmount) -> str:
        """What caused a movement; a pack of an earlier release stored the reason of a loss or of a changed fee."""
        written = [write_cause(one, one["project"]["name"], self.locale, self._churn_reason) for one in row.causes]
        reason = "; ".join(written) or " ".join(row.reason.split())
        text = self._churn_reason(row.cause) if row.cause else translate_erased_names(reason, self.locale)
        return text if len(text) <= _MAX_REASON_LENGTH else f"{text[:_MAX_REASON_LENGTH]}…"

    def _churn_reason(self, value: str) -> str:
        return self._label("churn_reason", value)

    def _own(self) -> list[ColumnHeader]:
        return [ColumnHeader(code, "money") for code in self.statement.currencies]

    def _amount_columns(self) -> list[ColumnHeader]:
        return [
            ColumnHeader(self._text("amount"), "money"),
            ColumnHeader(self._text("currency_column"), "text"),
            ColumnHeader(self._text("converted", currency=self.statement.currency), "money"),
        ]

    def _amounts(self, row: ClientAmount) -> tuple[Cell, Cell, Cell]:
        converted = self._amount(row.converted, self.statement.currency)
        return self._amount(row.amount, row.currency), row.currency, converted

    def _amount(self, amount: Decimal | None, currency: str) -> Decimal | None:
        """The amount with the decimals of its currency."""
        return None if amount is None else Decimal(money(amount, currency)["amount"])

    def _value(self, unit: str, value: Decimal | None, *, is_change: bool = False) -> Cell:
        if value is None:
            return self._text("not_applicable")
        if unit == "money":
            return self._amount(value, self.statement.currency)
        if unit == "count":
            return FormattedNumber(value, "number")
        return FormattedNumber(value, "points" if is_change else "percent")

    def _title(self, name: str, **values: object) -> str:
        return self._text(f"section.{name}", **values)

    def _text(self, name: str, **values: object) -> str:
        return translate(self.locale, f"pack.{name}", **values)
