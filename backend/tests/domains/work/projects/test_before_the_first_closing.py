"""A retainer that ended before the closed months is recorded and corrected as before: it alters none of them."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.imports import create_import, fetch_import_rows, make_records_csv
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.work import make_client, make_project
from tests.factories.world import assert_unchanged

PATH, MONTH = "/api/v1/projects", "from=2026-10-01&to=2026-10-31&currency=CAD"


@pytest.fixture
def admin(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("admin")


def _close_october(database: Database) -> None:
    with database.write() as session:
        make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-10", closed_at=NOON)


def _client(database: Database, **fields: Any) -> tuple[int, str]:
    with database.write() as session:
        client = make_client(session, **fields)
        return client.id, client.api_id


def _retainer(database: Database, client: int, start_on: date, end_on: date | None = None) -> str:
    with database.write() as session:
        return make_project(
            session, client_id=client, kind="retainer", status="active" if end_on is None else "ended",
            start_on=start_on, end_on=end_on, monthly_fee="700.00",
        ).api_id  # fmt: skip


def _body(admin: Browser, client: str, **fields: Any) -> dict[str, Any]:
    manager = admin.get("/api/v1/account-managers").json()["data"][0]["api_id"]
    return {
        "name": "Ancien", "client": client, "account_manager": manager, "currency": "CAD", "kind": "retainer",
        "monthly_fee": "700.00", "start_on": "2025-01-01", "end_on": "2025-06-30", "status": "active", **fields,
    }  # fmt: skip


def _october(admin: Browser) -> Any:
    response = admin.get(f"/api/v1/churns-analysis?{MONTH}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _assert_closed(database: Database, send: Callable[[], Any]) -> None:
    with assert_unchanged(database):
        refused = send()
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed"), refused.text


def test_retainer_of_the_past_is_created_and_corrected(database: Database, admin: Browser):
    _, client = _client(database)
    _close_october(database)
    before = _october(admin)
    response = admin.post(PATH, _body(admin, client))
    assert response.status_code == 201, response.text
    project = response.json()["data"]
    assert (project["status"], project["end_on"]) == ("ended", "2025-06-30")
    terms = f"{PATH}/{project['api_id']}/terms"
    fee = {"name": "fee", "amount": "800.00", "effective_from": "2025-03-01"}
    for body in (
        fee,
        {**fee, "amount": "850.00", "replaces": "2025-03-01"},
        {"name": "state", "state": "on_hold", "effective_from": "2025-04-01"},
        {"name": "state", "state": "active", "effective_from": "2025-05-01"},
        {"name": "included_hours", "hours": "20.00", "effective_from": "2025-03-01"},
    ):
        sent = admin.post(terms, body)
        assert sent.status_code == 201, (body, sent.text)
    for name, day in (("state", "2025-04-01"), ("fee", "2025-03-01"), ("included_hours", "2025-03-01")):
        removed = admin.post(f"{PATH}/{project['api_id']}/term-removals", {"name": name, "effective_from": day})
        assert removed.status_code in (200, 201), (name, removed.text)
    end = {"name": "state", "state": "ended", "effective_from": "2025-06-01", "replaces": "2025-07-01"}
    assert admin.post(terms, end).status_code == 201
    assert admin.patch(f"{PATH}/{project['api_id']}", {"end_on": "2025-06-15"}).status_code == 200
    fee = {"monthly_fee": "900.00", "fee_starts_on": "2025-02-01"}
    assert admin.patch(f"{PATH}/{project['api_id']}", fee).status_code == 200
    assert _october(admin) == before


def test_end_is_recorded_with_the_retainer_and_unrelated_edits_stay_possible(database: Database, admin: Browser):
    _, client = _client(database)
    created = admin.post(PATH, _body(admin, client, start_on="2026-01-01", end_on="2026-10-15")).json()["data"]
    _close_october(database)
    (end,) = [
        term
        for term in admin.get(f"{PATH}/{created['api_id']}/terms").json()["data"]["terms"]
        if term["name"] == "state"
    ]
    assert (end["effective_from"], end["state"], end["recorded_by"]["name"]) == ("2026-10-16", "ended", admin.user.name)
    response = admin.patch(f"{PATH}/{created['api_id']}", {"description": "Site"})
    assert response.status_code == 200, response.text


def test_end_of_an_earlier_release_hinders_no_unrelated_edit(database: Database, admin: Browser):
    """Such an end has no term; the edit does not claim to have recorded it."""
    key, _ = _client(database)
    api_id = _retainer(database, key, date(2026, 1, 1), date(2026, 10, 15))
    _close_october(database)
    before = admin.get(f"{PATH}/{api_id}/terms").json()["data"]["terms"]
    response = admin.patch(f"{PATH}/{api_id}", {"description": "Site"})
    assert response.status_code == 200, response.text
    assert admin.get(f"{PATH}/{api_id}/terms").json()["data"]["terms"] == before


def test_imported_retainer_of_the_past(database: Database, admin: Browser):
    _, client = _client(database, name="Pivoine")
    _close_october(database)
    before = _october(admin)
    row = {
        "client": "Pivoine", "name": "Ancien", "kind": "retainer", "status": "ended", "start_on": "2025-01-01",
        "end_on": "2025-06-30", "currency": "CAD", "monthly_fee": "700.00",
        "account_manager": admin.get("/api/v1/account-managers").json()["data"][0]["name"],
    }  # fmt: skip
    made = create_import(admin, "projects", make_records_csv(row))
    rows = fetch_import_rows(admin, made["api_id"])
    assert [one["errors"] for one in rows] == [[]], rows
    assert _october(admin) == before
    assert client


@pytest.mark.parametrize("end_on", ["2025-06-30", "2026-09-30"])
def test_retainer_of_the_past_that_alters_a_closed_month_is_refused(database: Database, admin: Browser, end_on: str):
    """The client's first retainer begins in October: with an earlier one, it would be no new client."""
    key, client = _client(database)
    _retainer(database, key, date(2026, 10, 1))
    _close_october(database)
    _assert_closed(database, lambda: admin.post(PATH, _body(admin, client, end_on=end_on)))
    draft = admin.post(PATH, _body(admin, client, end_on=end_on, status="draft"))
    assert draft.status_code == 201, draft.text
    path = f"{PATH}/{draft.json()['data']['api_id']}"
    _assert_closed(database, lambda: admin.patch(path, {"status": "active"}))


def test_value_that_the_next_one_changes_in_a_closed_month_is_refused(database: Database, admin: Browser):
    """October's movement starts from it: that of a contract that continues in October, and that of its next fee."""
    key, _ = _client(database)
    first = _retainer(database, key, date(2026, 3, 2), date(2026, 9, 30))
    following = _retainer(database, key, date(2026, 10, 1))
    raised = _retainer(database, _client(database)[0], date(2026, 3, 2))
    fee = {"name": "fee", "amount": "900.00", "effective_from": "2026-10-01"}
    assert admin.post(f"{PATH}/{raised}/terms", fee).status_code == 201
    _close_october(database)
    assert following
    earlier = {**fee, "amount": "800.00", "effective_from": "2026-08-01"}
    pause = {"name": "state", "state": "on_hold", "effective_from": "2026-08-01"}
    for api_id, body in ((first, earlier), (raised, earlier), (first, pause)):
        _assert_closed(database, lambda path=f"{PATH}/{api_id}/terms", body=body: admin.post(path, body))
    # October's churn, or its continuation, follows the end.
    ended = _retainer(database, _client(database)[0], date(2026, 3, 2), date(2026, 9, 15))
    for api_id, end_on in ((first, "2026-09-15"), (ended, "2026-10-01")):
        path = f"{PATH}/{api_id}"
        _assert_closed(database, lambda path=path, end_on=end_on: admin.patch(path, {"end_on": end_on}))
