"""The rows of a list as the table of a file: read page by page from the list's own call, and added up on the way."""

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
from regie.access.export_columns import Column, Exported, Speaker
from regie.access.list_calls import ListCall
from regie.core.api.errors import Forbidden
from regie.core.api.wire import ListQuery
from regie.core.files.spreadsheet_writer import Format, Head, Row, Sheet, csv_pieces, write_xlsx
from regie.core.text.locale import Locale, say
from regie.core.time.clock import Clock
from regie.domains.administration.enum_options.queries import list_enum_options
from regie.domains.records.options.queries import read_options
from regie.domains.records.settings.queries import read_settings

_A_PAGE = 500
# A row of any list, as its call answers it.
ListRow = Mapping[str, Any]
MIMES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class Wish(Protocol):
    """What was asked to be taken away (`Export`)."""

    list_name: str
    query: str
    columns: list[str]
    picked: list[str] | None
    format: Literal["csv", "xlsx"]
    locale: Locale


def nobody_asks(_done: int) -> None:
    """For a file that is made while somebody waits for it."""


@dataclass(slots=True)
class Extract:
    """One export under way; `tell` hears how many rows are done, and may raise to end it."""

    db: Connection
    actor: Actor
    clock: Clock
    call: ListCall
    wish: Wish
    origin: str
    tell: Callable[[int], None] = nobody_asks
    _sums: dict[tuple[str, str], Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    @property
    def locale(self) -> Locale:
        return self.wish.locale

    def write_csv(self) -> Iterator[bytes]:
        return csv_pieces(*self._sheets(), self.locale)

    def write_xlsx(self, path: Path) -> None:
        write_xlsx(path, *self._sheets())

    def _sheets(self) -> tuple[Sheet, Callable[[], Sheet | None]]:
        exported = self.call.require(self.actor)
        columns = columns_named(self.call.columns_of(self.actor), self.wish.columns)
        speaker = self._speaker()
        heads = [head for column in columns for head in self._heads(exported, column, speaker)]
        rows = self._rows(exported, columns, speaker)
        return Sheet(list_title(self.locale, self.wish.list_name), heads, rows), partial(self._totals, exported)

    def _heads(self, exported: Exported, column: Column, speaker: Speaker) -> Iterator[Head]:
        name = say(self.locale, exported.label(column.id))
        for part in column.parts:
            yield Head(part.head(name, speaker), part.format)

    def _query(self) -> ListQuery:
        query = self.call.read(self.wish.query)
        return query if self.wish.picked is None else query.of(self.wish.picked)

    def _rows(self, exported: Exported, columns: Sequence[Column], speaker: Speaker) -> Iterator[Row]:
        adding = [column for column in columns if column.adds_up]
        lines = exported.lines or _as_it_is
        for done, row in enumerate(self._answers(), start=1):
            for line in lines(row):
                self._add_up(adding, line)
                yield [part.read(line, speaker) for column in columns for part in column.parts]
            if done % _A_PAGE == 0:
                self.tell(done)

    def _answers(self) -> Iterator[ListRow]:
        query, page, last = self._query(), 1, 1
        while page <= last:
            answer = self.call.answer(self.db, self.actor, self.clock, query.at(page, _A_PAGE))
            yield from answer["data"]
            page, last = page + 1, answer["meta"]["last_page"]

    def _add_up(self, columns: Iterable[Column], row: ListRow) -> None:
        """Per currency: two are never added."""
        for column in columns:
            if found := row.get(column.id):
                self._sums[column.id, found["currency"]] += Decimal(found["amount"])

    def _totals(self, exported: Exported) -> Sheet | None:
        """What the tiles say; where none does, what the rows add up to."""
        rows: list[Row] = []
        if exported.totals is not None:
            for name, amount in exported.totals(self.db, self.actor, self.clock, self._query().at(1, 1)):
                said = say(self.locale, f"export.total.{name}")
                rows.append([said, amount["currency"], Decimal(amount["amount"])])
        else:
            for (column, currency), amount in sorted(self._sums.items()):
                rows.append([say(self.locale, exported.label(column)), currency, amount])
        heads = [Head(say(self.locale, f"export.{name}"), _FORMATS[name]) for name in _FORMATS]
        return Sheet(say(self.locale, "export.totals"), heads, rows) if rows else None

    def _speaker(self) -> Speaker:
        named = "name_fr" if self.locale == "fr-ca" else "name_en"
        options = list_enum_options(read_settings(self.db), read_options(self.db))
        words = {enum: {one["value"]: one[named] for one in values} for enum, values in options.items()}
        return Speaker(
            self.locale,
            ZoneInfo(self.actor.zone),
            self.origin,
            word=lambda enum, value: words.get(enum, {}).get(value, value),
            values=lambda enum: list(words[enum]),
        )


_FORMATS: dict[str, Format] = {"totals": "text", "currency": "text", "amount": "money"}


def _as_it_is(row: ListRow) -> Iterable[ListRow]:
    return (row,)


def list_title(locale: Locale, list_name: str) -> str:
    return say(locale, f"export.list.{list_name.partition('.')[0]}")


def columns_named(columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
    """These in this order, all where none is named; Forbidden for one that is not the caller's (any more)."""
    found = {column.id: column for column in columns}
    if not set(names) <= found.keys():
        raise Forbidden
    return [found[name] for name in names] or list(columns)
