"""Configures logs: one JSON object per line, or readable lines in development."""

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
    """Write readable lines in development and on a terminal; neither format shows local variables (secrets)."""
    if environment == "development" or sys.stdout.isatty():
        _configure_console()
    else:
        _configure_json()


def _configure_json() -> None:
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


def _configure_console() -> None:
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
    """Write the frames of this application and the one that raised, without local variables."""
    _, error, _ = exc_info
    summary = traceback.TracebackException.from_exception(error, compact=True)
    _shorten(summary)
    output.write("\n" + "".join(summary.format()))


def _shorten(summary: traceback.TracebackException) -> None:
    frames = summary.stack
    summary.stack = traceback.StackSummary.from_list(
        [
            frame
            for number, frame in enumerate(frames, 1)
            if frame.filename.startswith(_PACKAGE) or number == len(frames)
        ]
    )
    for other in (summary.__cause__, summary.__context__, *(summary.exceptions or ())):
        if other is not None:
            _shorten(other)
