"""How each process writes its log: one JSON object a line, or readable lines for a developer."""

import logging
import sys
import traceback
from pathlib import Path
from typing import TextIO

import orjson
import structlog
from structlog.typing import ExcInfo

_PACKAGE = str(Path(__file__).parent)


def configure_logs(environment: str) -> None:
    """Readable in development and on a terminal; neither form ever shows a local variable, which may be a secret."""
    if environment == "development" or sys.stdout.isatty():
        _write_for_people()
    else:
        _write_json()


def _write_json() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(serializer=orjson.dumps),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.BytesLoggerFactory(file=sys.stdout.buffer),
        cache_logger_on_first_use=True,
    )


def _write_for_people() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
            structlog.dev.ConsoleRenderer(exception_formatter=write_traceback, pad_event_to=24, sort_keys=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stdout),
        cache_logger_on_first_use=True,
    )


def write_traceback(output: TextIO, exc_info: ExcInfo) -> None:
    """The frames of this application, and the one that raised; structlog's own formatter shows local variables."""
    _, error, _ = exc_info
    summary = traceback.TracebackException.from_exception(error, compact=True)
    _shorten(summary)
    output.write("\n" + "".join(summary.format()))


def _shorten(summary: traceback.TracebackException) -> None:
    frames = summary.stack
    summary.stack = traceback.StackSummary.from_list(
        [frame for place, frame in enumerate(frames, 1) if frame.filename.startswith(_PACKAGE) or place == len(frames)]
    )
    for other in (summary.__cause__, summary.__context__, *(summary.exceptions or ())):
        if other is not None:
            _shorten(other)
