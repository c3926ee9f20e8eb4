"""Previews of a churn, of a corrected churn and of the form: what moves, and every refusal that saving has."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.domains.records.months.models import ClosedMonth
from tests.access.churns import CHURN
from tests.browser import Browser
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee, make_user
from tests.factories.retainers import log_time
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def closed_september(world: World) -> Iterator[None]:
    at = datetime(2026, 10, 5, tzinfo=UTC)
    with world.database.write() as session:
        key = make_closed_month(session, make_user(session, roles=["admin"]).id, "2026-09", closed_at=at).id
    yield
    with world.database.write() as session:
        session.get_one(ClosedMonth, key).reopened_at = at


def _make(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"start_on": date(2026, 3, 2), "monthly_fee": "700.00", "included_hours": Decimal(30), **fields}
        return make_project(session, **values).api_id


def _record_churn(world: World, admin: Browser, project: str, effective_on: str) -> Any:
    with world.database.write() as session:
        shares = [{"employee": make_employee(session).api_id, "weight": 100}]
    body = CHURN | {"project": project, "effective_on": effective_on, "attribution": shares}
    return admin.post("/api/v1/churned-projects", body)


def _preview(world: World, browser: Browser, path: str, body: dict[str, Any]) -> Any:
    with assert_unchanged(world.database):
        response = browser.post(f"/api/v1/{path}", body)
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _mrr(preview: Any) -> list[tuple[str, str, str]]:
    return [(one["month"], one["mrr_before"]["amount"], one["mrr_after"]["amount"]) for one in preview["months"]]


def test_churn_names_the_months_that_move(world: World, admin: Browser):
    project = _make(world)
    preview = _preview(world, admin, f"projects/{project}/churn-previews", {"effective_on": "2026-11-15"})
    assert preview["movements"] == [
        {"on": "2026-11-15", "kind": "churn", "amount": {"amount": "700.00", "currency": "CAD"}}
    ]
    assert _mrr(preview)[:2] == [("2026-11-01", "700.00", "0.00"), ("2026-12-01", "700.00", "0.00")]
    november = preview["months"][0]
    assert (november["revenue_after"]["amount"], november["hours_after"]) == ("350.00", "15.00")
    assert preview["continues"]
    assert _record_churn(world, admin, project, "2026-11-15").status_code == 201


def test_moved_day_of_a_churn_names_the_months_that_move(world: World, admin: Browser):
    event = _record_churn(world, admin, _make(world), "2026-11-15").json()["data"]["api_id"]
    path = f"churn-events/{event}/change-previews"
    earlier = _preview(world, admin, path, {"effective_on": "2026-10-31"})
    assert _mrr(earlier) == [("2026-10-01", "700.00", "0.00"), ("2026-11-01", "0.00", "0.00")]
    assert earlier["months"][1]["revenue_after"]["amount"] == "0.00"
    later = _preview(world, admin, path, {"effective_on": "2026-12-31"})
    assert _mrr(later) == [("2026-11-01", "0.00", "700.00"), ("2026-12-01", "0.00", "0.00")]
    assert [one["on"] for one in later["movements"]] == ["2026-12-31"]
    assert _preview(world, admin, path, {"effective_on": "2026-11-15"})["months"] == []


@pytest.mark.parametrize(
    ("body", "first"),
    [
        ({"monthly_fee": "900.00", "fee_starts_on": "2026-09-10"}, ("2026-09-01", "700.00", "900.00")),
        ({"monthly_fee": "900.00"}, ("2026-11-01", "700.00", "900.00")),
        ({"status": "on_hold"}, ("2026-11-01", "700.00", "0.00")),
        ({"end_on": "2026-10-20"}, ("2026-10-01", "700.00", "0.00")),
        ({"start_on": "2026-05-01"}, ("2026-03-01", "700.00", "0.00")),
        ({"currency": "USD"}, ("2026-03-01", "700.00", "700.00")),
        ({"monthly_fee": "900.00", "fee_starts_on": "2027-03-01"}, ("2027-03-01", "700.00", "900.00")),
        ({"end_on": "2027-06-30"}, ("2027-06-01", "700.00", "0.00")),
    ],
    ids=["fee", "fee-today", "pause", "end", "start", "currency", "fee-to-come", "end-to-come"],
)
def test_form_names_the_months_that_move(
    world: World, admin: Browser, body: dict[str, Any], first: tuple[str, str, str]
):
    project = _make(world)
    preview = _preview(world, admin, f"projects/{project}/change-previews", body)
    assert _mrr(preview)[0] == first
    assert admin.patch(f"{PATH}/{project}", body).status_code == 200
    # The same values again change nothing.
    assert _preview(world, admin, f"projects/{project}/change-previews", {"name": "Soutien"})["months"] == []


def test_activated_draft_names_the_months_since_its_start(world: World, admin: Browser):
    project = _make(world, status="draft", start_on=date(2026, 10, 1))
    preview = _preview(world, admin, f"projects/{project}/change-previews", {"status": "active"})
    assert _mrr(preview)[0] == ("2026-10-01", "0.00", "700.00")
    assert [(one["on"], one["kind"]) for one in preview["movements"]] == [("2026-10-01", "expansion")]


@pytest.mark.usefixtures("closed_september")
def test_previews_refuse_what_saving_refuses(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_project(
            session, start_on=date(2026, 3, 2), monthly_fee="700.00", teamwork_project_id="previewed-hours"
        )
        log_time(session, project, date(2026, 11, 12), "2")
        api_id = project.api_id
    event = _record_churn(world, admin, _make(world), "2026-10-10").json()["data"]["api_id"]
    calls: dict[str, list[dict[str, Any]]] = {
        f"projects/{api_id}/churn-previews": [
            {"effective_on": "2026-09-15"},
            {"effective_on": "2026-11-01"},
            {"effective_on": "2026-11-20", "notice_on": "2026-11-21"},
        ],
        f"churn-events/{event}/change-previews": [
            {"effective_on": "2026-09-15"}, {"effective_on": "2026-10-12", "notice_on": "2026-10-13"},
        ],
        f"projects/{api_id}/change-previews": [
            {"monthly_fee": "900.00", "fee_starts_on": "2026-09-15"}, {"end_on": "2026-11-01"},
            {"end_on": "2026-02-01"}, {"monthly_fee": "900.00", "fee_starts_on": "2026-03-01"},
        ],
    }  # fmt: skip
    for path, bodies in calls.items():
        for index, body in enumerate(bodies):
            with assert_unchanged(world.database):
                refused = admin.post(f"/api/v1/{path}", body)
            is_closed = index == 0
            assert refused.status_code == (409 if is_closed else 422), (path, body, refused.text)
            assert is_closed == (refused.json().get("first_open_day") == "2026-10-01"), refused.text


def test_churned_retainers_and_other_kinds_are_refused(world: World, admin: Browser):
    lost = _make(world)
    _record_churn(world, admin, lost, "2026-11-10")
    with world.database.write() as session:
        fixed = make_project(session).api_id
    with assert_unchanged(world.database):
        for project, code in ((lost, "churn_already"), (fixed, "churn_only_retainers")):
            refused = admin.post(f"{PATH}/{project}/churn-previews", {"effective_on": "2026-11-20"})
            assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert _preview(world, admin, f"projects/{fixed}/change-previews", {"status": "on_hold"})["months"] == []
