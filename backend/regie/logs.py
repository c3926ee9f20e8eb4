"""Configures the logs of every command: one JSON object per line, or readable lines in development."""

import json
import logging
import logging.config
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from contextvars import ContextVar
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, TextIO

import orjson
import structlog
from structlog.typing import ExcInfo, Processor

log = structlog.get_logger("regie")
# Returns the fields that identify the current request; its threads inherit it.
request_fields: ContextVar[Callable[[], Mapping[str, str]] | None] = ContextVar("request_fields", default=None)
Stream = Literal["stdout", "stderr"]
_PACKAGE = str(Path(__file__).parent)


def is_readable(environment: str, stream: Stream) -> bool:
    """Return whether people read the log: in development, and on a terminal unless in production."""
    return environment == "development" or (environment != "production" and getattr(sys, stream).isatty())


def configure_logs(environment: str, stream: Stream = "stdout") -> None:
    """Format all lines, of libraries too; neither format shows local variables, which can be secrets."""
    readable = is_readable(environment, stream)
    output = getattr(sys, stream)
    logging.config.dictConfig(logging_config(environment, stream))
    logging.captureWarnings(True)
    logging.raiseExceptions = readable  # a line that cannot be formatted would be reported as plain text
    structlog.configure(
        processors=[*_shared_processors(readable), *_renderers(readable)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(output)
        if readable
        else structlog.BytesLoggerFactory(output.buffer),
        cache_logger_on_first_use=True,
    )
    if not readable:
        threading.excepthook = _log_thread_error
        sys.unraisablehook = _log_unraisable_error


def logging_config(environment: str, stream: Stream) -> dict[str, Any]:
    """Return the configuration of `logging`, which DBOS, granian and other libraries write to."""
    readable = is_readable(environment, stream)
    output = {"handlers": ["output"], "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": line_formatter, "readable": readable}},
        "handlers": {
            "output": {"class": "logging.StreamHandler", "formatter": "line", "stream": f"ext://sys.{stream}"}
        },
        "root": {"handlers": ["output"], "level": "WARNING"},
        "loggers": {
            "_granian": {**output, "level": "WARNING"},
            "granian.access": {**output, "level": "INFO"},
            # With a handler of ours, DBOS adds none of its own.
            "dbos": {**output, "level": "WARNING"},
        },
    }


def line_formatter(*, readable: bool) -> logging.Formatter:
    """Return the formatter of the libraries' lines."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_logger_name, *_shared_processors(readable)],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *_renderers(readable),
            *([] if readable else [_as_text]),
        ],
    )


def write_traceback(output: TextIO, exc_info: ExcInfo) -> None:
    """Write the frames of this application and the one that raised, without local variables."""
    _, error, _ = exc_info
    summary = traceback.TracebackException.from_exception(error, compact=True)
    _shorten(summary)
    output.write("\n" + "".join(summary.format()))


def _shared_processors(readable: bool) -> list[Processor]:
    local_time = structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False)
    return [
        structlog.contextvars.merge_contextvars,
        _add_request_fields,
        structlog.processors.add_log_level,
        *([local_time] if readable else [_add_release, structlog.processors.TimeStamper(fmt="iso", utc=True)]),
    ]


def _renderers(readable: bool) -> list[Processor]:
    if readable:
        return [structlog.dev.ConsoleRenderer(exception_formatter=write_traceback, pad_event_to=24, sort_keys=False)]
    return [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(serializer=_write_json),
    ]


def _add_request_fields(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    read = request_fields.get()
    return line if read is None else {**read(), **line}


def _add_release(_logger: Any, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    line["release"] = release()
    return line


@cache
def release() -> str:
    return version("regie")


def _write_json(line: Any, **options: Any) -> bytes:
    try:
        return orjson.dumps(line, **options)
    except TypeError:  # text with lone surrogates, or integers above 64 bits
        return json.dumps(line, **options).encode()


def _as_text(_logger: Any, _method: str, line: Any) -> str:
    return line.decode()


def _log_thread_error(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_type is not SystemExit and failed.exc_value is not None:
        name = failed.thread.name if failed.thread else ""
        log.error("unexpected_error", thread=name, exc_info=failed.exc_value)


def _log_unraisable_error(failed: "sys.UnraisableHookArgs") -> None:
    log.error("unexpected_error", reason=failed.err_msg or "not raised", exc_info=failed.exc_value)


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
