"""Tests the traces: spans of requests and statements, their parents, and that they contain no data."""

from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from regie.core.db.database import Database
from regie.main import create_app
from regie.settings import load_settings
from regie.tracing import Tracing
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.databases import sqlite_copy
from tests.factories.people import make_user
from tests.operations.receiver import Receiver, running_receiver

Spans = dict[str, list[Any]]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with running_receiver() as receiver:
        yield receiver


@pytest.fixture
def own_database(migrated: Database) -> Iterator[Database]:
    """A database whose engines no other test uses: listeners cannot be removed."""
    if migrated.is_sqlite:
        with sqlite_copy() as database:
            yield database
        return
    database = Database(migrated.url.render_as_string(hide_password=False))
    yield database
    database.close()


def _read_spans(receiver: Receiver) -> tuple[Spans, str]:
    path, body = receiver.next()
    assert path == "/v1/traces"
    request = ExportTraceServiceRequest.FromString(body)
    spans: Spans = {}
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                spans.setdefault(span.name, []).append(span)
    return spans, str(request)


def _attributes(span: Any) -> dict[str, Any]:
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


def test_request_and_its_statements_are_one_trace(
    database: Database, own_database: Database, clock: MovableClock, receiver: Receiver
):
    with own_database.write() as session:
        user = make_user(session, roles=["admin"], email="noemie@regie.example")
    settings = load_settings({"REGIE_ORIGIN": ORIGIN, "REGIE_TRACES_URL": receiver.traces_url})
    app = create_app(settings, database=own_database, clock=clock)
    admin = Browser(app, ORIGIN).signed_in_as(user, clock.now())
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    path = f"/api/v1/users/{user.api_id}"
    assert admin.get(f"{path}?", headers={"traceparent": parent}).status_code == 200
    assert admin.get("/api/v1/clients?search=confidentiel").status_code == 200
    app.state.tracing.close()
    spans, everything = _read_spans(receiver)
    (request,) = spans["GET /api/v1/users/{id}"]
    assert (request.trace_id.hex(), request.parent_span_id.hex()) == (parent.split("-")[1], parent.split("-")[2])
    attributes = _attributes(request)
    assert len(attributes.pop("regie.request_id")) == 32
    assert attributes == {
        "http.request.method": "GET",
        "http.route": "/api/v1/users/{id}",
        "http.response.status_code": 200,
    }
    statements = [span for span in spans["SELECT"] if span.parent_span_id == request.span_id]
    assert statements
    assert all("FROM" in _attributes(span)["db.query.text"] for span in statements)
    for personal in ("noemie", user.api_id, "confidentiel", "regie_session", "testclient"):
        assert personal not in everything


def test_failed_statement_and_failed_job_are_marked(own_database: Database, receiver: Receiver):
    tracing = Tracing(receiver.traces_url, "demo", "worker")
    tracing.observe(own_database)
    with pytest.raises(DBAPIError), tracing.trace_job("mail"), own_database.read() as db:
        db.execute(text("SELECT no_such_column, :secret"), {"secret": "noemie@regie.example"})
    tracing.close()
    spans, everything = _read_spans(receiver)
    (job,), (statement,) = spans["job mail"], spans["SELECT"]
    assert statement.parent_span_id == job.span_id
    assert (job.status.code, statement.status.code) == (2, 2)
    assert statement.status.message in ("OperationalError", "UndefinedColumn")
    assert "noemie" not in everything
    assert "regie-worker" in everything
