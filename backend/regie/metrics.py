"""Exposes metrics for Prometheus at `/metrics`, from all web processes together; off without a token."""

import hmac
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio.to_thread
import structlog
from fastapi import FastAPI
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from regie.access.app_context import AppContext
from regie.access.authorization import Access, RouteAuth
from regie.access.rate_limits import Rate
from regie.access.visitor import network_of, read_client_address
from regie.core.api.errors import WrongMethod
from regie.core.db.database import Database
from regie.domains.administration.operations.jobs_database import read_job_errors
from regie.domains.administration.operations.queries import OperationalFigures, read_figures
from regie.metrics_folder import FOLDER_VARIABLE
from regie.route_index import route_template

log = structlog.get_logger()
_LIVE_FILE = re.compile(r"gauge_live[a-z]*_(\d+)\.db")
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class ProcessMetrics:
    """What this process counts: requests, and connections of its pools."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Gauge, Histogram
        from prometheus_client.multiprocess import mark_process_dead

        if folder := os.environ.get(FOLDER_VARIABLE):
            mark_process_dead(os.getpid(), folder)  # an earlier process had the same id
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "regie_http_request_duration_seconds",
            "Requests by method, route template and status class.",
            ("method", "route", "status"),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self._in_use, self._maximum = (
            Gauge(name, description, ("pool",), multiprocess_mode="livesum", registry=self.registry)
            for name, description in (
                ("regie_database_connections_in_use", "Connections that requests use."),
                ("regie_database_connections_max", "Connections that requests can use at the same time."),
            )
        )

    def observe_pools(self, database: Database) -> None:
        for name, engine in database.engines.items():
            in_use: Any = self._in_use.labels(name)
            in_use.set(0)
            self._maximum.labels(name).set(database.max_connections)
            event.listen(engine, "checkout", lambda *_, gauge=in_use: gauge.inc())
            event.listen(engine, "checkin", lambda *_, gauge=in_use: gauge.dec())


def add_metrics(app: FastAPI, token: str) -> None:
    """Count all requests, and register the address."""
    context: AppContext = app.state.context
    metrics = ProcessMetrics()
    metrics.observe_pools(context.database)
    app.add_middleware(MetricsMiddleware, requests=metrics.requests)
    app.router.routes.append(Route(MetricsEndpoint.path, MetricsEndpoint(metrics, token)))


class MetricsMiddleware:
    """Measures every request from its first to its last byte."""

    def __init__(self, app: ASGIApp, requests: Any) -> None:
        self._app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # The application changes HEAD to GET.
        method = scope["method"] if scope["method"] in _METHODS else "other"
        started, status = time.perf_counter(), 500

        async def remember_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, remember_status)
        finally:
            labels = (method, route_template(scope), f"{status // 100}xx")
            self._requests.labels(*labels).observe(time.perf_counter() - started)


class MetricsEndpoint:
    """Answers who sends the token; an object, because Starlette limits the methods of functions."""

    auth = RouteAuth(Access.SERVICE, Rate.READ)
    path = "/metrics"

    def __init__(self, metrics: ProcessMetrics, token: str) -> None:
        self._metrics = metrics
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._respond(Request(scope))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise WrongMethod(("GET", "HEAD"))
        context: AppContext = request.app.state.context
        network = network_of(read_client_address(request, context.proxies))
        context.rate_limiter.count_call(self.auth.rate, network)
        given = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(given, self._expected):
            return PlainTextResponse("Unauthorized", 401, headers={"www-authenticate": "Bearer"})
        return await anyio.to_thread.run_sync(self._render, context)

    def _render(self, context: AppContext) -> Response:
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

        shared = CollectorRegistry()
        shared.register(DatabaseCollector(context))
        if folder := os.environ.get(FOLDER_VARIABLE):
            for process_id in _find_dead_processes(Path(folder)):
                mark_process_dead(process_id, folder)
            MultiProcessCollector(shared, folder)
            content = generate_latest(shared)
        else:
            content = generate_latest(self._metrics.registry) + generate_latest(shared)
        return Response(content, media_type=CONTENT_TYPE_LATEST)


class DatabaseCollector:
    """Reads what is the same for all processes from the database, at each scrape."""

    def __init__(self, context: AppContext) -> None:
        self._context = context

    def collect(self) -> Iterator[Any]:
        figures: OperationalFigures | None = None
        try:
            with self._context.database.read() as db:
                figures = read_figures(db, self._context.clock.now())
        except SQLAlchemyError as error:
            log.warning("metrics_without_database", error=type(error).__name__)
        yield _gauge("regie_database_up", "Whether the database answers.", {(): float(figures is not None)})
        if figures is not None:
            yield from _figure_metrics(figures)
        errors = "Jobs that ended with an error within the last seven days."
        yield _gauge("regie_job_errors", errors, read_job_errors(self._context.jobs), "job")


def _figure_metrics(figures: OperationalFigures) -> Iterator[Any]:
    queues = figures.queues.items()
    yield _gauge("regie_queue_length", "Rows that wait for a worker.", {(n,): q.length for n, q in queues}, "queue")
    ages = {(name,): queue.age_seconds for name, queue in queues}
    yield _gauge("regie_queue_age_seconds", "How long the oldest row has waited.", ages, "queue")
    failed = {(name,): count for name, count in figures.failed.items()}
    yield _gauge("regie_failed_jobs", "Failures within the last day.", failed, "queue")
    mails = {("waiting",): figures.waiting_mails, ("abandoned",): figures.abandoned_mails}
    yield _gauge("regie_mails", "Mails that wait, or were abandoned.", mails, "state")
    runs = {(service, status): ended_at.timestamp() for service, status, ended_at in figures.runs}
    ended = "When the last synchronization of a service ended."
    yield _gauge("regie_sync_last_end_timestamp_seconds", ended, runs, "service", "status")
    if (age := figures.heartbeat_age_seconds) is not None:
        yield _gauge("regie_worker_heartbeat_age_seconds", "Since the last heartbeat of a worker.", {(): age})


def _gauge(name: str, description: str, values: dict[tuple[str, ...], Any], *labels: str) -> Any:
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily(name, description, labels=labels)
    for key, value in values.items():
        family.add_metric(key, value)
    return family


def _find_dead_processes(folder: Path) -> set[int]:
    found = (_LIVE_FILE.fullmatch(path.name) for path in folder.iterdir())
    return {process_id for match in found if match and not _is_running(process_id := int(match[1]))}


def _is_running(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
