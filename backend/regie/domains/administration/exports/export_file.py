"""Writes the rows of a list as a file: reads the list's endpoint page by page and sums up totals."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Literal, Protocol
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.export_columns import ExportColumn, ExportContext, ListExport
from regie.access.list_endpoints import ListEndpoint
from regie.core.api.errors import Forbidden
from regie.core.api.wire import ListQuery
from regie.core.files.spreadsheet_writer import CellFormat, ColumnHeader, Row, Sheet, csv_chunks, write_xlsx
from regie.core.text.locale import Locale, translate
from regie.core.time.clock import Clock
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.records.options.queries import read_options
from regie.domains.records.settings.queries import read_settings

_PAGE_SIZE = 500
# A row of any list, as its endpoint returns it.
ListRow = Mapping[str, Any]
MIMES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}


class ExportRequest(Protocol):
    """The columns of `Export` that describe the file."""

    list_name: str
    query: str
    columns: list[str]
    selected_ids: list[str] | None
    format: Literal["csv", "xlsx"]
    locale: Locale


def ignore_progress(_done: int) -> None:
    """Ignore the progress of a file that is written during its download."""


@dataclass(slots=True)
class ExportFile:
    """One export; `on_progress` receives the number of finished rows and may raise to stop it."""

    db: Connection
    actor: Actor
    clock: Clock
    endpoint: ListEndpoint
    request: ExportRequest
    origin: str
    on_progress: Callable[[int], None] = ignore_progress
    _sums: dict[tuple[str, str], Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    @property
    def locale(self) -> Locale:
        return self.request.locale

    def write_csv(self) -> Iterator[bytes]:
        return csv_chunks(*self._sheets(), self.locale)

    def write_xlsx(self, path: Path) -> None:
        write_xlsx(path, *self._sheets(), self.locale)

    def _sheets(self) -> tuple[Sheet, Callable[[], Sheet | None]]:
        export = self.endpoint.require_export(self.actor)
        columns = select_columns(self.endpoint.allowed_columns(self.actor), self.request.columns)
        context = self._export_context()
        headers = [header for column in columns for header in self._headers(export, column, context)]
        rows = self._rows(export, columns, context)
        return Sheet(list_title(self.locale, self.request.list_name), headers, rows), partial(self._totals, export)

    def _headers(self, export: ListExport, column: ExportColumn, context: ExportContext) -> Iterator[ColumnHeader]:
        name = translate(self.locale, export.label_key(column.id))
        for part in column.file_columns:
            yield ColumnHeader(part.header(name, context), part.format)

    def _query(self) -> ListQuery:
        query = self.endpoint.parse_query(self.request.query)
        return query if self.request.selected_ids is None else query.with_selected(self.request.selected_ids)

    def _rows(self, export: ListExport, columns: Sequence[ExportColumn], context: ExportContext) -> Iterator[Row]:
        summed = [column for column in columns if column.has_total]
        expand_row = export.expand_row or _single_line
        for done, row in enumerate(self._list_rows(), start=1):
            for line in expand_row(row):
                self._add_to_totals(summed, line)
                yield [part.read(line, context) for column in columns for part in column.file_columns]
            if done % _PAGE_SIZE == 0:
                self.on_progress(done)

    def _list_rows(self) -> Iterator[ListRow]:
        query, page, last = self._query(), 1, 1
        while page <= last:
            result = self.endpoint.fetch_page(self.db, self.actor, self.clock, query.with_page(page, _PAGE_SIZE))
            yield from result["data"]
            page, last = page + 1, result["meta"]["last_page"]

    def _add_to_totals(self, columns: Iterable[ExportColumn], row: ListRow) -> None:
        """Amounts are summed per currency."""
        for column in columns:
            if found := row.get(column.id):
                self._sums[column.id, found["currency"]] += Decimal(found["amount"])

    def _totals(self, export: ListExport) -> Sheet | None:
        """Return the totals that the screen shows, or the sums of the rows."""
        rows: list[Row] = []
        if export.read_totals is not None:
            for name, amount in export.read_totals(self.db, self.actor, self.clock, self._query().with_page(1, 1)):
                label = translate(self.locale, f"export.total.{name}")
                rows.append([label, amount["currency"], Decimal(amount["amount"])])
        else:
            for (column, currency), amount in sorted(self._sums.items()):
                rows.append([translate(self.locale, export.label_key(column)), currency, amount])
        headers = [
            ColumnHeader(translate(self.locale, f"export.{name}"), format) for name, format in _TOTAL_COLUMNS.items()
        ]
        return Sheet(translate(self.locale, "export.totals"), headers, rows) if rows else None

    def _export_context(self) -> ExportContext:
        label_field = "name_fr" if self.locale == "fr-ca" else "name_en"
        options = list_enum_options(read_settings(self.db), read_options(self.db))
        labels = {enum: {item["value"]: item[label_field] for item in items} for enum, items in options.items()}
        return ExportContext(
            self.locale,
            ZoneInfo(self.actor.zone),
            self.origin,
            enum_label=lambda enum, value: labels.get(enum, {}).get(value, value),
            enum_values=lambda enum: list(labels[enum]),
        )


_TOTAL_COLUMNS: dict[str, CellFormat] = {"totals": "text", "currency": "text", "amount": "money"}


def _single_line(row: ListRow) -> Iterable[ListRow]:
    return (row,)


def list_title(locale: Locale, list_name: str) -> str:
    return translate(locale, f"export.list.{list_name.partition('.')[0]}")


def select_columns(columns: Sequence[ExportColumn], names: Sequence[str]) -> list[ExportColumn]:
    """Return these columns in this order, or all; raise Forbidden if the caller may not see one."""
    found = {column.id: column for column in columns}
    if not set(names) <= found.keys():
        raise Forbidden
    return [found[name] for name in names] or list(columns)
