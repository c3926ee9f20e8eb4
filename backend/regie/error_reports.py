"""Sends unexpected errors to a service that is compatible with Sentry, when REGIE_SENTRY_DSN names one.

A report has the types of the exceptions, the code that raised them and the request's id. Messages and local
variables stay here, because they can contain personal data; the log has the message under the same id.
"""

import sys
from collections.abc import Callable, MutableMapping
from importlib.metadata import version
from typing import Any

import structlog

_LEVELS = frozenset({"error", "critical", "exception"})
# The fields of a log line that a report also has.
_TAGS = {"id": "request_id", "queue": "queue"}
EventDict = MutableMapping[str, Any]


class ErrorReports:
    """A client of the service, with everything off that could send more than `report` does.

    `send_default_pii` is off where it is not set; setting it is deprecated.
    """

    def __init__(self, dsn: str, environment: str, process: str) -> None:
        # Imported here: most installations send no reports.
        from sentry_sdk import Client

        self._client = Client(
            dsn=dsn,
            environment=environment,
            release=f"regie@{version('regie')}",
            server_name=process,
            default_integrations=False,
            auto_session_tracking=False,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            before_send=_remove_messages,
        )

    def report(self, error: BaseException, event_name: str, tags: dict[str, str]) -> None:
        from sentry_sdk.utils import event_from_exception

        event, hint = event_from_exception(error, client_options=self._client.options)
        event["transaction"], event["tags"] = event_name, tags
        self._client.capture_event(event, hint)

    def close(self) -> None:
        """Send what is left, for at most two seconds."""
        self._client.close(timeout=2)


def report_logged_errors(reports: ErrorReports) -> None:
    """Report every exception that is logged as an error: all places that handle unexpected ones do so."""
    processors = structlog.get_config()["processors"]
    structlog.configure(processors=[_reporting(reports), *processors])


def _reporting(reports: ErrorReports) -> Callable[[Any, str, EventDict], EventDict]:
    def process(_logger: Any, level: str, fields: EventDict) -> EventDict:
        if level in _LEVELS and (error := _exception_of(fields.get("exc_info"))) is not None:
            tags = {tag: str(fields[name]) for name, tag in _TAGS.items() if name in fields}
            reports.report(error, str(fields.get("event", "")), tags)
        return fields

    return process


def _exception_of(exc_info: Any) -> BaseException | None:
    if isinstance(exc_info, tuple):
        return exc_info[1]
    return sys.exc_info()[1] if exc_info is True else exc_info or None


def _remove_messages(event: Any, _hint: Any) -> Any:
    """Keep the type of each exception: its text can contain what a person typed, or rows of the database."""
    for exception in event.get("exception", {}).get("values", ()):
        exception["value"] = ""
    return event
