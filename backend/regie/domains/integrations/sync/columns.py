"""The columns of synchronisation runs as a file has them."""

from datetime import datetime
from decimal import Decimal

from regie.access.export_columns import Column, Exported, Part, Speaker, instant, number, several, text, told, word
from regie.core.files.spreadsheet_writer import Cell
from regie.domains.integrations.sync.schemas import SyncRunOut


class _Line(SyncRunOut):
    began: datetime


def _began(row: SyncRunOut) -> _Line:
    """One that still waits began when it was asked for."""
    return {**row, "began": row["started_at"] or row["created_at"]}


def _seconds(row: _Line, _speaker: Speaker) -> Cell:
    started, finished = row["started_at"], row["finished_at"]
    return None if started is None or finished is None else Decimal(round(_between(started, finished)))


def _between(started: datetime, finished: datetime) -> float:
    return max(0.0, (finished - started).total_seconds())


def _kind(row: _Line, speaker: Speaker) -> str:
    kind = "first" if row["is_first"] else "full" if row["is_full"] else "changes"
    return speaker.say(f"export.run.{kind}")


RUNS_FILE = Exported(
    "sync_runs",
    (
        word("service", "service"),
        word("status", "sync_status"),
        instant("began"),
        several("lasted", ("seconds", Column("lasted", (Part("number", _seconds),)))),
        told("kind", _kind),
        several("result", ("records", number("records")), ("problems", number("problems"))),
        text("trouble", of="message"),
    ),
    lines=lambda row: (_began(row),),
)
