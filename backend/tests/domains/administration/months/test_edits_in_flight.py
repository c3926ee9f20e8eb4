"""An edit and a closing of its month at the same time: the second waits for the first, and sees what it did."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from sqlalchemy import event, func, select

from regie.core.db.database import Database
from regie.domains.records.months.models import MonthPack
from regie.domains.records.projects.models import ProjectFee
from tests.browser import Browser
from tests.factories.work import make_client, make_project

OCTOBER = "/api/v1/months/2026-10"
_WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
_TIMEOUT_SECONDS = 20
# A SQLite transaction that writes excludes all others.
pytestmark = pytest.mark.needs_postgres
SignInAs = Callable[..., Browser]


@pytest.fixture
def retainer(database: Database) -> str:
    with database.write() as session:
        client = make_client(session, currency="CAD")
        return make_project(
            session, client_id=client.id, kind="retainer", status="active", monthly_fee="1000.00", currency="CAD",
            start_on=date(2026, 1, 1), name="Site",
        ).api_id  # fmt: skip


@contextmanager
def _once_within(database: Database, beginning: str, send: Callable[[], Any]) -> Iterator[list[Future[Any]]]:
    """Send a request when a statement of another one begins so; let that one go on when the sent one waits for it."""
    sent: list[Future[Any]] = []
    with ThreadPoolExecutor(1) as threads:

        def run(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if statement.startswith(beginning) and not sent:
                sent.append(threads.submit(send))
                _wait_for_lock(database)

        event.listen(database.writes, "before_cursor_execute", run)
        try:
            yield sent
        finally:
            event.remove(database.writes, "before_cursor_execute", run)


def _wait_for_lock(database: Database) -> None:
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    with database.read() as db:
        while not db.exec_driver_sql(_WAITING).scalar_one():
            assert time.monotonic() < deadline, "the other request does not wait"


def _close(browser: Browser) -> Any:
    return browser.post(f"{OCTOBER}/closings", {"reason": "Checked"})


def _raise_fee(browser: Browser, retainer: str) -> Any:
    body = {"name": "fee", "amount": "1200.00", "effective_from": "2026-10-10", "reason": "Indexation"}
    return browser.post(f"/api/v1/projects/{retainer}/terms", body)


def _mrr(browser: Browser) -> dict[str, Any]:
    figures = browser.get(f"{OCTOBER}/figures?currency=CAD").json()["data"]["figures"]
    (found,) = [one for one in figures if one["name"] == "mrr"]
    return found


def _count(database: Database, model: type[Any]) -> int:
    with database.read() as db:
        return db.execute(select(func.count()).select_from(model)).scalar_one()


def test_edit_during_a_closing_waits_and_is_refused_as_a_whole(database: Database, sign_in_as: SignInAs, retainer: str):
    controller, admin = sign_in_as("financial_manager"), sign_in_as("admin")
    before = admin.get(f"/api/v1/projects/{retainer}/terms").json()["data"]
    with _once_within(database, "INSERT INTO published_amounts", lambda: _raise_fee(admin, retainer)) as sent:
        closed = _close(controller)
    assert closed.status_code == 201, closed.text
    refused = sent[0].result()
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed"), refused.text
    assert admin.get(f"/api/v1/projects/{retainer}/terms").json()["data"] == before
    assert _count(database, ProjectFee) == 1
    mrr = _mrr(controller)
    assert (mrr["published"]["money"]["amount"], mrr["difference"]) == ("1000.00", None)


def test_closing_during_an_edit_waits_and_publishes_the_edit(database: Database, sign_in_as: SignInAs, retainer: str):
    controller, admin = sign_in_as("financial_manager"), sign_in_as("admin")
    with _once_within(database, "INSERT INTO project_fees", lambda: _close(controller)) as sent:
        edited = _raise_fee(admin, retainer)
    assert edited.status_code == 201, edited.text
    closed = sent[0].result()
    assert closed.status_code == 201, closed.text
    mrr = _mrr(controller)
    assert (mrr["published"]["money"]["amount"], mrr["difference"]) == ("1200.00", None)
    with database.read() as db:
        content = db.execute(select(MonthPack.content)).scalar_one()
    assert content is not None
    ((moved,)) = content["statement"]["movements"]
    assert [(one["kind"], one["reason"]) for one in moved["causes"]] == [("fee", "Indexation")]
