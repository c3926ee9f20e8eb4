"""Webhooks: signed deliveries queue runs; invalid, repeated and malformed ones do no harm."""

import hmac
from base64 import b64encode
from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from regie.domains.integrations.connections.queries import connected_services, read_hints
from regie.domains.integrations.sync.actions import MIN_HINT_INTERVAL, begin_run, finish_run, queue_hinted
from regie.domains.integrations.sync.models import SyncRun
from tests.browser import connect
from tests.conftest import ORIGIN
from tests.domains.integrations.connections.conftest import ConnectedApp
from tests.domains.integrations.sync.test_routes import count_runs
from tests.factories.world import assert_unchanged

BODY = b'{"project":{"id":481516,"name":"Refonte Boreal","status":"active"}}'
SECRET = "tw-sandbox-token"


@pytest.fixture
def app_with_secret(app_with_environment: ConnectedApp) -> ConnectedApp:
    assert (
        app_with_environment.browser().patch("/api/v1/connections/teamwork", {"webhook_secret": SECRET}).status_code
        == 200
    )
    return app_with_environment


def post_webhook(
    app: FastAPI, body: bytes = BODY, secret: str = SECRET, path: str = "/hooks/teamwork/project.updated"
) -> int:
    signature = hmac.digest(secret.encode(), body, "sha256").hex()
    headers = {"X-Projects-Signature": signature, "Content-Type": "application/json"}
    return connect(app, ORIGIN).post(path, content=body, headers=headers).status_code


def read_stored_hints(context: ConnectedApp) -> dict[str, datetime]:
    with context.database.read() as db:
        return read_hints(db, connected_services(db, context.app.state.context.integrations))


def queue_and_count_runs(context: ConnectedApp) -> int:
    """Queue runs as the worker does each second; returns the number of runs."""
    found = read_stored_hints(context)
    with context.database.write() as session:
        queue_hinted(session, found, context.clock.now())
    return count_runs(context.database)


def test_signed_delivery_queues_a_run(app_with_secret: ConnectedApp) -> None:
    assert queue_and_count_runs(app_with_secret) == 0
    assert post_webhook(app_with_secret.app) == 200
    assert read_stored_hints(app_with_secret) == {"teamwork": app_with_secret.clock.now()}
    assert queue_and_count_runs(app_with_secret) == 1


@pytest.mark.parametrize(
    ("secret", "path"),
    [("wrong", "/hooks/teamwork"), ("", "/hooks/teamwork"), (SECRET, "/hooks/hubspot"), (SECRET, "/hooks/quickbooks")],
)
def test_delivery_with_an_invalid_signature_returns_403(app_with_secret: ConnectedApp, secret: str, path: str) -> None:
    with assert_unchanged(app_with_secret.database):
        assert post_webhook(app_with_secret.app, secret=secret, path=path) == 403
    assert queue_and_count_runs(app_with_secret) == 0


def test_unknown_service_returns_404(app_with_secret: ConnectedApp) -> None:
    assert post_webhook(app_with_secret.app, path="/hooks/fax") == 404


def test_repeated_deliveries_queue_one_run_a_minute(app_with_secret: ConnectedApp) -> None:
    for _ in range(5):
        post_webhook(app_with_secret.app)
    assert (queue_and_count_runs(app_with_secret), queue_and_count_runs(app_with_secret)) == (1, 1)
    with app_with_secret.database.write() as session:
        [run_id] = session.execute(select(SyncRun.api_id)).scalars()
        begin_run(session, run_id, app_with_secret.clock.now())
        finish_run(session, run_id, 5, app_with_secret.clock.now())
    app_with_secret.clock.moment += timedelta(seconds=5)
    post_webhook(app_with_secret.app)
    assert queue_and_count_runs(app_with_secret) == 1
    app_with_secret.clock.moment += MIN_HINT_INTERVAL
    assert queue_and_count_runs(app_with_secret) == 2


def test_hint_during_a_run_is_not_lost(app_with_secret: ConnectedApp) -> None:
    post_webhook(app_with_secret.app)
    queue_and_count_runs(app_with_secret)
    with app_with_secret.database.write() as session:
        [run_id] = session.execute(select(SyncRun.api_id)).scalars()
        begin_run(session, run_id, app_with_secret.clock.now())
    app_with_secret.clock.moment += timedelta(minutes=2)
    post_webhook(app_with_secret.app)
    assert queue_and_count_runs(app_with_secret) == 1
    with app_with_secret.database.write() as session:
        finish_run(session, run_id, 5, app_with_secret.clock.now())
    assert queue_and_count_runs(app_with_secret) == 2


def test_signed_delivery_of_unknown_format_queues_a_run(app_with_secret: ConnectedApp) -> None:
    assert post_webhook(app_with_secret.app, body=b"\xff not json") == 200
    assert queue_and_count_runs(app_with_secret) == 1


def test_disconnected_service_is_not_queued(app_with_secret: ConnectedApp) -> None:
    post_webhook(app_with_secret.app)
    assert app_with_secret.browser().delete("/api/v1/connections/teamwork").status_code == 204
    assert queue_and_count_runs(app_with_secret) == 0
    with assert_unchanged(app_with_secret.database):
        assert post_webhook(app_with_secret.app) == 403


def test_delivery_about_another_company_is_ignored(app_with_environment: ConnectedApp) -> None:
    secret = "qb-sandbox-verifier"
    app_with_environment.browser().patch("/api/v1/connections/quickbooks", {"webhook_secret": secret})
    for realm, expected in (("9130000000000009", 0), ("9130000000000001", 1)):
        body = (
            b'[{"specversion":"1.0","id":"evt-1","type":"qbo.invoice.updated.v1","intuitentityid":"301",'
            b'"intuitaccountid":"%s"}]' % realm.encode()
        )
        signature = b64encode(hmac.digest(secret.encode(), body, "sha256")).decode()
        client = connect(app_with_environment.app, ORIGIN)
        response = client.post("/hooks/quickbooks", content=body, headers={"intuit-signature": signature})
        assert response.status_code == 200
        assert queue_and_count_runs(app_with_environment) == expected
