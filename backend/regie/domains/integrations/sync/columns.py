"""The export columns of synchronization runs."""

from datetime import datetime
from decimal import Decimal

from regie.access.export_columns import (
    ExportColumn,
    ExportContext,
    FileColumn,
    ListExport,
    column_group,
    computed,
    enum_label,
    instant,
    number,
    text,
)
from regie.core.files.spreadsheet_writer import Cell
from regie.domains.integrations.sync.queries import describe_missing
from regie.domains.integrations.sync.schemas import SyncRunOut


class _ExportRow(SyncRunOut):
    began: datetime


def _add_start(row: SyncRunOut) -> _ExportRow:
    """Add the start of a run; for a queued run, its creation."""
    return {**row, "began": row["started_at"] or row["created_at"]}


def _duration(row: _ExportRow, _context: ExportContext) -> Cell:
    started, finished = row["started_at"], row["finished_at"]
    return None if started is None or finished is None else Decimal(round(_elapsed_seconds(started, finished)))


def _elapsed_seconds(started: datetime, finished: datetime) -> float:
    return max(0.0, (finished - started).total_seconds())


def _kind(row: _ExportRow, context: ExportContext) -> str:
    kind = "first" if row["is_first"] else "full" if row["is_full"] else "changes"
    return context.translate(f"export.run.{kind}")


def _missing(row: _ExportRow, context: ExportContext) -> str | None:
    return describe_missing(row["missing"], context.locale) or None


RUNS_FILE = ListExport(
    "sync_runs",
    (
        enum_label("service", "service"),
        enum_label("status", "sync_status"),
        instant("began"),
        column_group("lasted", ("seconds", ExportColumn("lasted", (FileColumn("number", _duration),)))),
        computed("kind", _kind),
        column_group(
            "result",
            ("records", number("records")),
            ("problems", number("problems")),
            ("missing", computed("missing", _missing)),
        ),
        text("trouble", path="message"),
    ),
    expand_row=lambda row: (_add_start(row),),
)
