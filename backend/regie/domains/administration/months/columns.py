"""Describes the columns of the exported lists of months and restatements."""

from decimal import Decimal
from typing import Any

from regie.access.export_columns import (
    ExportColumn,
    ExportContext,
    FileColumn,
    ListExport,
    computed,
    day,
    instant,
    money,
    number,
    text,
)


def _amount(id: str, hours: str) -> ExportColumn:
    """An amount with its currency; hours for figures that are not money."""

    def read(row: Any, _context: ExportContext) -> Decimal | None:
        value = row[id]["amount"] if row[id] else row[hours]
        return None if value is None else Decimal(value)

    def read_currency(row: Any, _context: ExportContext) -> str | None:
        return row[id] and row[id]["currency"]

    return ExportColumn(id, (FileColumn("money", read), FileColumn("text", read_currency, "export.column.currency")))


def _cause(row: Any, context: ExportContext) -> str:
    return context.translate(f"export.restatement.{row['cause']}", **(row["formula"] or {}))


MONTHS_FILE = ListExport(
    "months",
    (
        day("starts_on"),
        computed("state", lambda row, context: context.translate(f"export.month.{row['state']}")),
        text("closed_by", path="closing.closed_by"),
        instant("closed_at", path="closing.closed_at"),
        computed(
            "next", lambda row, context: ", ".join(context.translate(f"export.month.{one}") for one in row["actions"])
        ),
    ),
)
RESTATEMENTS_FILE = ListExport(
    "months",
    (
        text("record"),
        text("client"),
        computed("cause", _cause),
        _amount("published", "published_value"),
        _amount("known_today", "known_value"),
        _amount("difference", "difference_value"),
        money("converted"),
        number("difference_of"),
    ),
)
