"""Tests of recording, correcting, removing and previewing the dated terms of a retainer over HTTP."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regie.domains.records.months.models import ClosedMonth
from tests.browser import Browser
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.retainers import log_time
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged
from tests.long_tests import example_count

PATH, TODAY = "/api/v1/projects", date(2026, 11, 20)
PAUSE = {"name": "state", "state": "on_hold", "effective_from": "2026-11-23"}
RESUME = {"name": "state", "state": "active", "effective_from": "2027-01-01"}
END = {"name": "state", "state": "ended", "effective_from": "2027-02-01"}
FEE = {"name": "fee", "amount": "900.00", "effective_from": "2026-12-01"}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"start_on": date(2026, 3, 2), "monthly_fee": "700.00", "included_hours": Decimal(30), **fields}
        return make_project(session, **values).api_id


def _send(browser: Browser, api_id: str, body: dict[str, Any], path: str = "terms") -> Any:
    response = browser.post(f"{PATH}/{api_id}/{path}", body)
    assert response.status_code in (200, 201), response.text
    return response.json()["data"]


def _read(browser: Browser, api_id: str) -> list[tuple[str, str, str | None]]:
    terms = browser.get(f"{PATH}/{api_id}/terms").json()["data"]["terms"]
    return [
        (term["name"], term["effective_from"], term["state"] or (term["amount"] and term["amount"]["amount"]))
        for term in terms
        if term["name"] in ("state", "fee")
    ]


def test_terms_are_recorded_with_who_when_and_why(world: World, admin: Browser):
    api_id = _make(world)
    _send(admin, api_id, {**PAUSE, "reason": "Client is moving"})
    _send(admin, api_id, RESUME)
    _send(admin, api_id, FEE)
    terms = [term for term in _send(admin, api_id, END)["terms"] if term["name"] in ("state", "fee")]
    assert _read(admin, api_id) == [
        ("fee", "2026-03-02", "700.00"),
        ("state", "2026-11-23", "on_hold"),
        ("fee", "2026-12-01", "900.00"),
        ("state", "2027-01-01", "active"),
        ("state", "2027-02-01", "ended"),
    ]
    pause = terms[1]
    assert (pause["reason"], pause["is_future"], pause["recorded_at"] is not None) == ("Client is moving", True, True)
    assert pause["recorded_by"]["api_id"] == world.people["admin"].user.api_id
    assert terms[2]["recorded_by"] == pause["recorded_by"]
    project = admin.get(f"{PATH}/{api_id}").json()["data"]
    assert project["end_on"] == "2027-01-31"


def test_terms_are_corrected_and_removed(world: World, admin: Browser):
    api_id = _make(world)
    for body in (PAUSE, RESUME, FEE, END):
        _send(admin, api_id, body)
    _send(admin, api_id, {**PAUSE, "effective_from": "2026-11-25", "replaces": "2026-11-23"})
    _send(admin, api_id, {**FEE, "amount": "950.00", "replaces": "2026-12-01"})
    _send(admin, api_id, {**END, "effective_from": "2027-03-01", "replaces": "2027-02-01"})
    assert _read(admin, api_id)[1:] == [
        ("state", "2026-11-25", "on_hold"),
        ("fee", "2026-12-01", "950.00"),
        ("state", "2027-01-01", "active"),
        ("state", "2027-03-01", "ended"),
    ]
    # A pause is removed with its resumption; without its end, the retainer runs on.
    for name, day in (("state", "2026-11-25"), ("fee", "2026-12-01"), ("state", "2027-03-01")):
        _send(admin, api_id, {"name": name, "effective_from": day}, "term-removals")
    assert _read(admin, api_id) == [("fee", "2026-03-02", "700.00")]
    project = admin.get(f"{PATH}/{api_id}").json()["data"]
    assert (project["status"], project["end_on"]) == ("active", None)


BAD: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str]] = {
    "before-start": ([], {**PAUSE, "effective_from": "2026-03-01"}, "effective_from"),
    "fee-before-start": ([], {**FEE, "effective_from": "2026-03-01"}, "effective_from"),
    "two-on-one-day": ([FEE], FEE, "effective_from"),
    "two-states-on-one-day": ([PAUSE], {**RESUME, "effective_from": "2026-11-23"}, "effective_from"),
    "pause-in-a-pause": ([PAUSE], {**PAUSE, "effective_from": "2026-11-24"}, "effective_from"),
    "pause-before-a-pause": ([PAUSE], {**PAUSE, "effective_from": "2026-11-01"}, "effective_from"),
    "resume-without-pause": ([], RESUME, "effective_from"),
    "after-the-end": ([END], {**PAUSE, "effective_from": "2027-02-02"}, "effective_from"),
    "end-before-hours": ([], {**END, "effective_from": "2026-11-10"}, "effective_from"),
    "no-value": ([], {"name": "fee", "effective_from": "2026-12-01"}, "amount"),
    "two-values": ([], {**FEE, "state": "active"}, "state"),
    "decimals": ([], {**FEE, "amount": "1.005"}, "amount"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_term_is_refused_and_stores_nothing(world: World, admin: Browser, name: str):
    before, body, field = BAD[name]
    with world.database.write() as session:
        project = make_project(
            session, start_on=date(2026, 3, 2), monthly_fee="700.00", teamwork_project_id=f"hours-{name}"
        )
        log_time(session, project, date(2026, 11, 12), "2")
        api_id = project.api_id
    for term in before:
        _send(admin, api_id, term)
    for path in ("terms", "term-previews"):
        with assert_unchanged(world.database):
            response = admin.post(f"{PATH}/{api_id}/{path}", body)
        assert response.status_code == 422, response.text
        assert field in response.json()["errors"]


@pytest.mark.parametrize("day", ["2026-11-01", "2026-11-30"])
def test_second_pause_names_the_day_of_the_first(world: World, admin: Browser, day: str):
    api_id = _make(world)
    _send(admin, api_id, PAUSE)
    refused = admin.post(f"{PATH}/{api_id}/terms", {**PAUSE, "effective_from": day})
    words = "The retainer is paused from November 23, 2026 already. Resume it first, or change that pause"
    assert refused.json()["errors"] == {"effective_from": [words]}


def test_missing_terms_and_other_kinds_are_refused(world: World, admin: Browser):
    api_id = _make(world)
    with world.database.write() as session:
        fixed = make_project(session).api_id
        draft = make_project(session, monthly_fee="1.00", status="draft").api_id
    with assert_unchanged(world.database):
        for day in ("2026-11-23", "2027-02-01"):
            body = {"name": "state", "effective_from": day}
            assert admin.post(f"{PATH}/{api_id}/term-removals", body).status_code == 404
        last_fee = {"name": "fee", "effective_from": "2026-03-02"}
        assert admin.post(f"{PATH}/{api_id}/term-removals", last_fee).status_code == 422
        assert admin.post(f"{PATH}/{fixed}/terms", PAUSE).json()["code"] == "terms_only_retainers"
        assert admin.post(f"{PATH}/{draft}/terms", PAUSE).json()["code"] == "terms_not_begun"
        assert admin.get(f"{PATH}/{fixed}/terms").status_code == 404


def test_change_of_terms_that_were_read_earlier_is_refused(world: World, admin: Browser):
    api_id = _make(world)
    version = admin.get(f"{PATH}/{api_id}/terms").json()["data"]["version"]
    _send(admin, api_id, {**FEE, "version": version})
    with assert_unchanged(world.database):
        for path in ("terms", "term-previews"):
            response = admin.post(f"{PATH}/{api_id}/{path}", {**PAUSE, "version": version})
            assert (response.status_code, response.json()["code"]) == (409, "changed")
        body = {"name": "fee", "effective_from": "2026-12-01", "version": version}
        assert admin.post(f"{PATH}/{api_id}/term-removals", body).status_code == 409


def test_preview_names_the_months_and_figures_that_move(world: World, admin: Browser):
    api_id = _make(world)
    with assert_unchanged(world.database):
        preview = _send(admin, api_id, {**PAUSE, "effective_from": "2026-11-16"}, "term-previews")
    assert preview["movements"] == [
        {"on": "2026-11-16", "kind": "contraction", "amount": {"amount": "700.00", "currency": "CAD"}}
    ]
    november, december, *_ = preview["months"]
    assert [november[name] if "hours" in name else november[name]["amount"] for name in (
        "mrr_before", "mrr_after", "revenue_before", "revenue_after", "hours_before", "hours_after"
    )] == ["700.00", "0.00", "700.00", "350.00", "30.00", "15.00"]  # fmt: skip
    assert (december["month"], december["mrr_after"]["amount"], preview["continues"]) == ("2026-12-01", "0.00", True)
    _send(admin, api_id, {**PAUSE, "effective_from": "2026-11-16"})
    with assert_unchanged(world.database):
        removal = {"name": "state", "effective_from": "2026-11-16"}
        back = _send(admin, api_id, removal, "term-removal-previews")
    assert back["months"][0]["mrr_after"]["amount"] == "700.00"


def test_end_of_the_only_retainer_is_previewed_as_churn(world: World, admin: Browser):
    preview = _send(admin, _make(world), END, "term-previews")
    assert [(one["on"], one["kind"]) for one in preview["movements"]] == [("2027-01-31", "churn")]
    # The value on a day is the value at its close: the last day no longer has MRR, but revenue.
    first = preview["months"][0]
    assert (first["month"], first["revenue_after"]["amount"]) == ("2027-01-01", "700.00")


@pytest.fixture
def closed_october(world: World) -> Iterator[None]:
    at = datetime(2026, 11, 3, tzinfo=UTC)
    with world.database.write() as session:
        user = make_user(session, roles=["admin"])
        key = make_closed_month(session, user.id, "2026-10", closed_at=at).id
    yield
    with world.database.write() as session:
        session.get_one(ClosedMonth, key).reopened_at = at


@pytest.mark.usefixtures("closed_october")
@pytest.mark.parametrize(
    ("body", "open_from"),
    [(PAUSE, "2026-11-01"), (FEE, "2026-11-01"), (END, "2026-11-02")],
    ids=["pause", "fee", "end"],
)
def test_term_in_a_closed_month_is_refused(world: World, admin: Browser, body: dict[str, Any], open_from: str):
    api_id = _make(world)
    with assert_unchanged(world.database):
        for path in ("terms", "term-previews"):
            response = admin.post(f"{PATH}/{api_id}/{path}", {**body, "effective_from": "2026-10-15"})
            assert (response.status_code, response.json()["code"]) == (409, "month_closed")
            assert response.json()["first_open_day"] == "2026-11-01"
    # An end takes effect after the last day, at the close of which the retainer runs no more.
    assert admin.post(f"{PATH}/{api_id}/terms", {**body, "effective_from": open_from}).status_code == 201


def test_activity_says_what_happened(world: World, admin: Browser):
    api_id = _make(world)
    _send(admin, api_id, PAUSE)
    entries = admin.get(f"/api/v1/activity?subject_type=project&subject={api_id}&action=paused").json()["data"]
    (changes,) = [{change["field"]: change["after"] for change in entry["changes"]} for entry in entries]
    assert (changes["effective_from"], changes["mrr_change"]) == ("2026-11-23", "-700.00")


DAYS = st.integers(1, 400).map(lambda days: date.fromordinal(date(2026, 3, 2).toordinal() + days))


@given(days=st.lists(DAYS, unique=True, max_size=6), fees=st.dictionaries(DAYS, st.integers(1, 999), max_size=4))
@settings(max_examples=example_count(15), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_mrr_of_each_month_equals_the_terms_at_its_close(
    world: World, admin: Browser, days: list[date], fees: dict[date, int]
):
    def months() -> dict[str, Decimal]:
        query = "from=2026-03-01&to=2026-11-30&currency=CAD"
        rows = admin.get(f"/api/v1/churns-analysis?{query}").json()["data"]["months"]
        return {row["ends_on"]: Decimal(row["mrr_end"]["amount"]) for row in rows}

    before = months()
    api_id = _make(world)
    for index, day in enumerate(sorted(days)):
        state = "active" if index % 2 else "on_hold"
        _send(admin, api_id, {"name": "state", "state": state, "effective_from": str(day)})
    for day, amount in fees.items():
        _send(admin, api_id, {"name": "fee", "amount": f"{amount}.00", "effective_from": str(day)})
    for ends_on, mrr in months().items():
        close = date.fromisoformat(ends_on)
        paused = len([day for day in days if day <= close]) % 2 == 1
        known = {date(2026, 3, 2): 700, **fees}
        fee = known[max(day for day in known if day <= close)]
        assert mrr - before[ends_on] == (0 if paused else fee), ends_on
