"""Webhooks: the sandbox's own deliveries make the worker look; strangers, repetitions and nonsense do no harm."""

import hmac
from base64 import b64encode
from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from regie.domains.integrations.connections.queries import connected_services, read_hints
from regie.domains.integrations.sync.actions import HINTS_APART, begin_run, finish_run, queue_hinted
from regie.domains.integrations.sync.models import SyncRun
from tests.browser import connect
from tests.conftest import ORIGIN
from tests.domains.integrations.connections.conftest import ConnectedApp
from tests.domains.integrations.sync.test_routes import runs_in
from tests.factories.world import unchanged

BODY = b'{"project":{"id":481516,"name":"Refonte Boreal","status":"active"}}'
KEY = "tw-sandbox-token"


@pytest.fixture
def hooked(by_environment: ConnectedApp) -> ConnectedApp:
    assert by_environment.browser().patch("/api/v1/connections/teamwork", {"webhook_secret": KEY}).status_code == 200
    return by_environment


def knock(app: FastAPI, body: bytes = BODY, key: str = KEY, path: str = "/hooks/teamwork/project.updated") -> int:
    signature = hmac.digest(key.encode(), body, "sha256").hex()
    headers = {"X-Projects-Signature": signature, "Content-Type": "application/json"}
    return connect(app, ORIGIN).post(path, content=body, headers=headers).status_code


def hints(context: ConnectedApp) -> dict[str, datetime]:
    with context.database.read() as db:
        return read_hints(db, connected_services(db, context.app.state.context.outside))


def look(context: ConnectedApp) -> int:
    """What the worker does each second; the number of runs there are afterwards."""
    found = hints(context)
    with context.database.write() as session:
        queue_hinted(session, found, context.clock.now())
    return runs_in(context.database)


def test_a_signed_delivery_makes_the_worker_look(hooked: ConnectedApp) -> None:
    assert look(hooked) == 0
    assert knock(hooked.app) == 200
    assert hints(hooked) == {"teamwork": hooked.clock.now()}
    assert look(hooked) == 1


@pytest.mark.parametrize(
    ("key", "path"),
    [("wrong", "/hooks/teamwork"), ("", "/hooks/teamwork"), (KEY, "/hooks/hubspot"), (KEY, "/hooks/quickbooks")],
)
def test_nobody_else_is_listened_to(hooked: ConnectedApp, key: str, path: str) -> None:
    with unchanged(hooked.database):
        assert knock(hooked.app, key=key, path=path) == 403
    assert look(hooked) == 0


def test_a_service_we_do_not_know_is_not_found(hooked: ConnectedApp) -> None:
    assert knock(hooked.app, path="/hooks/fax") == 404


def test_repetitions_come_to_one_look_a_minute(hooked: ConnectedApp) -> None:
    for _ in range(5):
        knock(hooked.app)
    assert (look(hooked), look(hooked)) == (1, 1)
    with hooked.database.write() as session:
        [run_id] = session.execute(select(SyncRun.api_id)).scalars()
        begin_run(session, run_id, hooked.clock.now())
        finish_run(session, run_id, 5, hooked.clock.now())
    hooked.clock.moment += timedelta(seconds=5)
    knock(hooked.app)
    assert look(hooked) == 1
    hooked.clock.moment += HINTS_APART
    assert look(hooked) == 2


def test_a_hint_in_the_middle_of_a_run_is_not_lost(hooked: ConnectedApp) -> None:
    knock(hooked.app)
    look(hooked)
    with hooked.database.write() as session:
        [run_id] = session.execute(select(SyncRun.api_id)).scalars()
        begin_run(session, run_id, hooked.clock.now())
    hooked.clock.moment += timedelta(minutes=2)
    knock(hooked.app)
    assert look(hooked) == 1
    with hooked.database.write() as session:
        finish_run(session, run_id, 5, hooked.clock.now())
    assert look(hooked) == 2


def test_nonsense_that_is_signed_is_still_worth_a_look(hooked: ConnectedApp) -> None:
    assert knock(hooked.app, body=b"\xff not json") == 200
    assert look(hooked) == 1


def test_a_disconnected_service_is_not_looked_at(hooked: ConnectedApp) -> None:
    knock(hooked.app)
    assert hooked.browser().delete("/api/v1/connections/teamwork").status_code == 204
    assert look(hooked) == 0
    with unchanged(hooked.database):
        assert knock(hooked.app) == 403


def test_another_companys_books_are_none_of_our_business(by_environment: ConnectedApp) -> None:
    key = "qb-sandbox-verifier"
    by_environment.browser().patch("/api/v1/connections/quickbooks", {"webhook_secret": key})
    for realm, expected in (("9130000000000009", 0), ("9130000000000001", 1)):
        body = (
            b'[{"specversion":"1.0","id":"evt-1","type":"qbo.invoice.updated.v1","intuitentityid":"301",'
            b'"intuitaccountid":"%s"}]' % realm.encode()
        )
        signature = b64encode(hmac.digest(key.encode(), body, "sha256")).decode()
        client = connect(by_environment.app, ORIGIN)
        answer = client.post("/hooks/quickbooks", content=body, headers={"intuit-signature": signature})
        assert answer.status_code == 200
        assert look(by_environment) == expected
