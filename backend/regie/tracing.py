"""Sends traces of requests, jobs and statements over OTLP, when REGIE_TRACES_URL names a collector.

Names and attributes are templates: the path with the names of its parameters, and SQL without its values.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

from sqlalchemy import event
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regie.core.db.database import Database

_SPAN = "regie_span"


class Tracing:
    """The provider of this process; spans leave in the background."""

    def __init__(self, url: str, environment: str, process: str) -> None:
        # Imported here: most installations send no traces.
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        resource = Resource.create(
            {
                "service.name": f"regie-{process}",
                "service.version": version("regie"),
                "deployment.environment.name": environment,
            }
        )
        self._provider = TracerProvider(resource=resource)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=url)))
        self.tracer = self._provider.get_tracer("regie")

    @contextmanager
    def trace_job(self, name: str) -> Iterator[None]:
        """Trace a block; an exception marks it as failed, without its message."""
        from opentelemetry.trace import StatusCode

        with self.tracer.start_as_current_span(
            f"job {name}", record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException as error:
                span.set_status(StatusCode.ERROR, type(error).__name__)
                raise

    def observe(self, database: Database) -> None:
        """Trace every statement below the span of its request or job."""
        for engine in database.engines.values():
            event.listen(engine, "before_cursor_execute", self._start_statement)
            event.listen(engine, "after_cursor_execute", _end_statement)
            event.listen(engine, "handle_error", _end_failed_statement)

    def _start_statement(self, _db: Any, _cursor: Any, statement: str, _values: Any, context: Any, _many: bool) -> None:
        from opentelemetry.trace import SpanKind

        operation = statement.split(None, 1)[0].upper()
        attributes = {"db.operation.name": operation, "db.query.text": statement}
        setattr(context, _SPAN, self.tracer.start_span(operation, kind=SpanKind.CLIENT, attributes=attributes))

    def close(self) -> None:
        self._provider.shutdown()


def _end_statement(_db: Any, _cursor: Any, _statement: str, _values: Any, context: Any, _many: bool) -> None:
    if (span := getattr(context, _SPAN, None)) is not None:
        span.end()


def _end_failed_statement(failure: Any) -> None:
    from opentelemetry.trace import StatusCode

    if (span := getattr(failure.execution_context, _SPAN, None)) is not None:
        span.set_status(StatusCode.ERROR, type(failure.original_exception).__name__)
        span.end()


class TracingMiddleware:
    """Traces every request; a caller that sends `traceparent` finds it in its own trace."""

    def __init__(self, app: ASGIApp, tracing: Tracing, route_template: Callable[[Scope], str]) -> None:
        self._app = app
        self._tracer = tracing.tracer
        self._route_template = route_template

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        from opentelemetry.trace import SpanKind, StatusCode

        method, status = scope["method"], 500

        async def remember_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._tracer.start_as_current_span(
            method,
            context=_read_parent(scope),
            kind=SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                await self._app(scope, receive, remember_status)
            finally:
                route = self._route_template(scope)
                span.update_name(f"{method} {route}")
                span.set_attributes(
                    {
                        "http.request.method": method,
                        "http.route": route,
                        "http.response.status_code": status,
                        "regie.request_id": scope.get("regie.request_id", ""),
                    }
                )
                if status >= 500:
                    span.set_status(StatusCode.ERROR)


def _read_parent(scope: Scope) -> Any:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    return TraceContextTextMapPropagator().extract(headers)
