"""Tests of the dated included hours, roll-over and overage rate of a retainer, and of the ledger that follows them."""

import math
from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from regie.core.time.clock import Clock
from regie.domains.records.dated_fields.actions import DueTerms
from regie.domains.records.months.models import ClosedMonth
from tests.browser import Browser
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.retainers import refresh_all_ledgers
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged
from tests.long_tests import example_count

PATH, PERIODS = "/api/v1/projects", "/api/v1/retainer-periods"
HOURS = {"name": "included_hours", "hours": "45.00", "effective_from": "2026-10-10"}
ROLLOVER = {
    "name": "rollover", "rollover": "surplus", "rollover_cap_hours": "8.00", "rollover_expiry_months": 2,
    "effective_from": "2026-10-01",
}  # fmt: skip
RATE = {"name": "overage_rate", "amount": "175.00", "effective_from": "2026-12-01"}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make(world: World, **fields: Any) -> str:
    values = {
        "start_on": date(2026, 8, 17), "monthly_fee": "700.00", "included_hours": Decimal(30), "rollover": "none",
        "overage_rate": Decimal(150),
    }  # fmt: skip
    with world.database.write() as session:
        return make_project(session, **(values | fields)).api_id


def _send(browser: Browser, api_id: str, body: dict[str, Any], path: str = "terms") -> Any:
    response = browser.post(f"{PATH}/{api_id}/{path}", body)
    assert response.status_code in (200, 201), response.text
    return response.json()["data"]


def _edit(browser: Browser, api_id: str, **fields: Any) -> None:
    assert browser.patch(f"{PATH}/{api_id}", fields).status_code == 200


def _read(browser: Browser, api_id: str, name: str) -> list[tuple[str, Any]]:
    terms = browser.get(f"{PATH}/{api_id}/terms").json()["data"]["terms"]
    limits = ("rollover", "rollover_cap_hours", "rollover_expiry_months")
    return [
        (
            term["effective_from"],
            term["hours"] or (term["amount"] and term["amount"]["amount"]) or tuple(term[limit] for limit in limits),
        )
        for term in terms
        if term["name"] == name
    ]


def _project(browser: Browser, api_id: str) -> dict[str, Any]:
    return browser.get(f"{PATH}/{api_id}").json()["data"]


def _periods(world: World, browser: Browser, api_id: str) -> list[dict[str, Any]]:
    refresh_all_ledgers(world.database)
    return browser.get(f"{PERIODS}?project={api_id}&sort=starts_on&per_page=100").json()["data"]


def test_values_are_recorded_from_their_day_and_shown_with_future_ones(world: World, admin: Browser):
    api_id = _make(world)
    version = _project(admin, api_id)["version"]
    for body in (HOURS, ROLLOVER, RATE):
        _send(admin, api_id, {**body, "version": version})
        version += 1
        assert _project(admin, api_id)["version"] == version
    assert _read(admin, api_id, "included_hours") == [("2026-08-17", "30.00"), ("2026-10-10", "45.00")]
    assert _read(admin, api_id, "rollover") == [
        ("2026-08-17", ("none", None, None)), ("2026-10-01", ("surplus", "8.00", 2)),
    ]  # fmt: skip
    assert _read(admin, api_id, "overage_rate") == [("2026-08-17", "150.00"), ("2026-12-01", "175.00")]
    project = _project(admin, api_id)
    assert (project["included_hours"], project["rollover"], project["rollover_cap_hours"]) == (
        "45.00", "surplus", "8.00",
    )  # fmt: skip
    assert project["overage_rate"]["amount"] == "150.00"
    # The columns show the values of today, also when they begin later.
    with world.database.write() as session:
        DueTerms().apply(session, Clock(lambda: datetime(2026, 12, 1, 17, tzinfo=UTC)))
    assert _project(admin, api_id)["overage_rate"]["amount"] == "175.00"


def test_month_follows_the_value_of_its_last_day(world: World, admin: Browser):
    api_id = _make(world)
    for body in (HOURS, {**HOURS, "hours": "62", "effective_from": "2026-11-30"}, ROLLOVER):
        _send(admin, api_id, body)
    periods = _periods(world, admin, api_id)
    assert [(one["starts_on"], one["base_hours"], one["rollover_out"]) for one in periods] == [
        ("2026-08-17", "14.52", "0.00"),
        ("2026-09-01", "30.00", "0.00"),
        ("2026-10-01", "45.00", "8.00"),
        ("2026-11-01", "62.00", "8.00"),
    ]


def test_change_of_the_form_holds_from_today(world: World, admin: Browser):
    api_id = _make(world)
    before = _periods(world, admin, api_id)
    _edit(admin, api_id, included_hours="50", rollover="both", rollover_cap_hours="4", overage_rate="160")
    assert _read(admin, api_id, "included_hours") == [("2026-08-17", "30.00"), ("2026-11-20", "50.00")]
    assert _read(admin, api_id, "rollover")[1] == ("2026-11-20", ("both", "4.00", None))
    after = _periods(world, admin, api_id)
    assert [one["base_hours"] for one in after] == ["14.52", "30.00", "30.00", "50.00"]
    assert [one["rollover_out"] for one in after[:-1]] == [one["rollover_out"] for one in before[:-1]]
    # A second change of the same day corrects the first.
    _edit(admin, api_id, rollover_cap_hours="6")
    assert _read(admin, api_id, "rollover")[1:] == [("2026-11-20", ("both", "6.00", None))]


def test_change_before_the_first_day_corrects_the_first_value(world: World, admin: Browser):
    api_id = _make(world, start_on=date(2026, 12, 1))
    _edit(admin, api_id, included_hours="35")
    assert _read(admin, api_id, "included_hours") == [("2026-12-01", "35.00")]
    _send(admin, api_id, {**HOURS, "effective_from": "2027-02-01"})
    _edit(admin, api_id, included_hours="36")
    assert _read(admin, api_id, "included_hours") == [("2026-12-01", "36.00"), ("2027-02-01", "45.00")]
    with world.database.write() as session:
        draft = make_project(session, monthly_fee="1.00", status="draft", included_hours=Decimal(3)).api_id
    _edit(admin, draft, included_hours="4", status="active")
    assert [value for _, value in _read(admin, draft, "included_hours")] == ["4.00"]


def test_another_kind_of_project_has_no_terms(world: World, admin: Browser):
    api_id = _make(world)
    _send(admin, api_id, HOURS)
    _edit(admin, api_id, kind="fixed", amount="100")
    _edit(admin, api_id, kind="retainer", monthly_fee="700", included_hours="20")
    assert [value for _, value in _read(admin, api_id, "included_hours")] == ["20.00"]


def test_values_are_corrected_moved_and_removed(world: World, admin: Browser):
    api_id = _make(world)
    for body in (HOURS, ROLLOVER, RATE):
        _send(admin, api_id, body)
    _send(admin, api_id, {**HOURS, "hours": "48", "effective_from": "2026-11-01", "replaces": "2026-10-10"})
    _send(admin, api_id, {**HOURS, "hours": "28", "effective_from": "2026-08-17", "replaces": "2026-08-17"})
    assert _read(admin, api_id, "included_hours") == [("2026-08-17", "28.00"), ("2026-11-01", "48.00")]
    for name, day in (("included_hours", "2026-11-01"), ("rollover", "2026-10-01"), ("overage_rate", "2026-12-01")):
        _send(admin, api_id, {"name": name, "effective_from": day}, "term-removals")
    assert _read(admin, api_id, "included_hours") == [("2026-08-17", "28.00")]
    assert _read(admin, api_id, "rollover") == [("2026-08-17", ("none", None, None))]
    assert _project(admin, api_id)["included_hours"] == "28.00"


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "before-start": ({**HOURS, "effective_from": "2026-08-16"}, "effective_from"),
    "on-the-first-day": ({**HOURS, "effective_from": "2026-08-17"}, "effective_from"),
    "after-the-end": ({**HOURS, "effective_from": "2027-01-01"}, "effective_from"),
    "two-on-one-day": ({**HOURS, "effective_from": "2026-11-05"}, "effective_from"),
    "first-value-moved": ({**HOURS, "replaces": "2026-08-17"}, "effective_from"),
    "moved-to-a-taken-day": ({**HOURS, "effective_from": "2026-11-05", "replaces": "2026-11-10"}, "effective_from"),
    "no-hours": ({"name": "included_hours", "effective_from": "2026-10-01"}, "hours"),
    "no-policy": ({"name": "rollover", "rollover_cap_hours": "5", "effective_from": "2026-10-01"}, "rollover"),
    "limit-without-rollover": ({**ROLLOVER, "rollover": "none"}, "rollover_cap_hours"),
    "other-value": ({**HOURS, "amount": "5"}, "amount"),
    "decimals": ({**RATE, "amount": "1.005"}, "amount"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_value_is_refused_and_stores_nothing(world: World, admin: Browser, name: str):
    body, field = BAD[name]
    api_id = _make(world, end_on=date(2026, 12, 31))
    for day in ("2026-11-05", "2026-11-10"):
        _send(admin, api_id, {**HOURS, "hours": day[-2:], "effective_from": day})
    for path in ("terms", "term-previews"):
        with assert_unchanged(world.database):
            response = admin.post(f"{PATH}/{api_id}/{path}", body)
        assert response.status_code == 422, response.text
        assert field in response.json()["errors"]


def test_missing_and_first_values_are_not_removed(world: World, admin: Browser):
    api_id = _make(world)
    with assert_unchanged(world.database):
        removal = {"name": "included_hours", "effective_from": "2026-10-10"}
        assert admin.post(f"{PATH}/{api_id}/term-removals", removal).status_code == 404
        replacement = {**HOURS, "replaces": "2026-10-01"}
        assert admin.post(f"{PATH}/{api_id}/terms", replacement).status_code == 404
        first = {**removal, "effective_from": "2026-08-17"}
        assert admin.post(f"{PATH}/{api_id}/term-removals", first).status_code == 422


def test_locked_period_is_not_changed(world: World, admin: Browser):
    api_id = _make(world)
    _send(admin, api_id, {**HOURS, "effective_from": "2026-08-20"})
    (august, *_) = _periods(world, admin, api_id)
    assert admin.post(f"{PERIODS}/{august['api_id']}/locks", None).status_code == 201
    removal = {"name": "included_hours", "effective_from": "2026-08-20"}
    with assert_unchanged(world.database):
        for path, body in (
            ("terms", {**HOURS, "effective_from": "2026-08-31"}),
            ("terms", {**ROLLOVER, "effective_from": "2026-08-31"}),
            ("terms", {**HOURS, "replaces": "2026-08-20"}),
            ("terms", {**HOURS, "effective_from": "2026-08-17", "replaces": "2026-08-17"}),
            ("term-previews", {**HOURS, "effective_from": "2026-08-31"}),
            ("term-removals", removal),
        ):
            response = admin.post(f"{PATH}/{api_id}/{path}", body)
            assert response.status_code == 422, response.text
            assert "September 1, 2026" in response.json()["errors"]["effective_from"][0]
    _send(admin, api_id, {**HOURS, "hours": "50", "effective_from": "2026-09-01"})
    assert [one["base_hours"] for one in _periods(world, admin, api_id)[:2]] == [august["base_hours"], "50.00"]
    # An unlocked period follows the terms again.
    assert admin.post(f"{PERIODS}/{august['api_id']}/unlocks", {"reason": "Mistake"}).status_code == 201
    _send(admin, api_id, removal, "term-removals")
    assert _periods(world, admin, api_id)[0]["base_hours"] == "14.52"


@pytest.fixture
def closed_september(world: World) -> Iterator[None]:
    at = datetime(2026, 10, 3, tzinfo=UTC)
    with world.database.write() as session:
        user = make_user(session, roles=["admin"])
        key = make_closed_month(session, user.id, "2026-09", closed_at=at).id
    yield
    with world.database.write() as session:
        session.get_one(ClosedMonth, key).reopened_at = at


@pytest.mark.usefixtures("closed_september")
@pytest.mark.parametrize("body", [HOURS, ROLLOVER, RATE], ids=lambda body: body["name"])
def test_value_in_a_closed_month_is_refused(world: World, admin: Browser, body: dict[str, Any]):
    api_id, later = _make(world), _make(world, start_on=date(2026, 10, 5))
    with assert_unchanged(world.database):
        for path in ("terms", "term-previews"):
            for days in ({"effective_from": "2026-09-15"}, {"effective_from": "2026-08-17", "replaces": "2026-08-17"}):
                response = admin.post(f"{PATH}/{api_id}/{path}", {**body, **days})
                assert (response.status_code, response.json()["code"]) == (409, "month_closed")
    _send(admin, api_id, {**body, "effective_from": "2026-10-01"})
    # The first value of a retainer that began after the closed month is open.
    _send(admin, later, {**body, "effective_from": "2026-10-05", "replaces": "2026-10-05"})


@pytest.mark.usefixtures("closed_september")
@pytest.mark.parametrize("body", [HOURS, ROLLOVER, RATE], ids=lambda body: body["name"])
def test_closed_month_is_named_before_the_locked_period(world: World, admin: Browser, body: dict[str, Any]):
    """September 1, the day after the locked period, would be refused as well."""
    api_id = _make(world)
    (august, *_) = _periods(world, admin, api_id)
    assert admin.post(f"{PERIODS}/{august['api_id']}/locks", None).status_code == 201
    with assert_unchanged(world.database):
        response = admin.post(f"{PATH}/{api_id}/terms", {**body, "effective_from": "2026-08-20"})
    assert (response.status_code, response.json()["code"]) == (409, "month_closed")
    assert response.json()["first_open_day"] == "2026-10-01"


def test_preview_shows_the_hours_of_the_months_that_change(world: World, admin: Browser):
    api_id = _make(world)
    with assert_unchanged(world.database):
        preview = _send(admin, api_id, HOURS, "term-previews")
    months = [(one["month"], one["hours_before"], one["hours_after"]) for one in preview["months"]]
    assert months[:2] == [("2026-10-01", "30.00", "45.00"), ("2026-11-01", "30.00", "45.00")]
    assert (preview["movements"], preview["continues"]) == ([], True)
    _send(admin, api_id, {**HOURS, "hours": "60", "effective_from": "2026-11-02"})
    preview = _send(admin, api_id, HOURS, "term-previews")
    assert [one["month"] for one in preview["months"]] == ["2026-10-01"]
    assert preview["continues"] is False


def test_rights_follow_the_value(world: World):
    """A financial manager changes the rate, not the hours; a member sees hours and no rate."""
    api_id = world.project("financial_manager", "other", status="active", monthly_fee="1000.00")
    manager = world.browser("financial_manager")
    _send(manager, api_id, RATE)
    with assert_unchanged(world.database):
        for body in (HOURS, ROLLOVER):
            body = {**body, "effective_from": "2026-12-01"}
            assert manager.post(f"{PATH}/{api_id}/terms", body).status_code == 403
    _send(world.browser("admin"), api_id, {**HOURS, "effective_from": "2026-12-01"})
    names = {term["name"] for term in manager.get(f"{PATH}/{api_id}/terms").json()["data"]["terms"]}
    assert {"fee", "overage_rate", "included_hours"} <= names


def test_activity_shows_values_with_their_day(world: World, admin: Browser):
    api_id = _make(world)
    for body in ({**HOURS, "reason": "More work"}, RATE):
        _send(admin, api_id, body)
    _send(admin, api_id, {"name": "overage_rate", "effective_from": "2026-12-01"}, "term-removals")
    entries = admin.get(f"/api/v1/activity?subject_type=project&subject={api_id}&sort=at").json()["data"]
    logged = [
        {change["field"]: (change["before"], change["after"]) for change in entry["changes"]} for entry in entries
    ]
    assert {"included_hours": ("30.00", "45.00"), "effective_from": (None, "2026-10-10"),
            "reason": (None, "More work")} in logged  # fmt: skip
    assert {"overage_rate": ("150.00", "175.00"), "effective_from": (None, "2026-12-01")} in logged
    removed = next(entry for entry in entries if entry["action"] == "term_removed")
    assert {change["field"]: change["after"] for change in removed["changes"]}["term"] == "overage_rate"


START = date(2026, 2, 10)
DAYS = st.integers(1, 270).map(lambda number: date.fromordinal(START.toordinal() + number))
PAUSES = st.lists(DAYS, unique=True, max_size=4)


@given(values=st.dictionaries(DAYS, st.integers(0, 9_000), max_size=5), pauses=PAUSES, edit=st.booleans())
@settings(max_examples=example_count(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_base_hours_of_random_histories_are_those_of_each_last_day(
    world: World, admin: Browser, values: dict[date, int], pauses: list[date], edit: bool
):
    api_id = _make(world, start_on=START)
    for index, day in enumerate(sorted(pauses)):
        state = "active" if index % 2 else "on_hold"
        _send(admin, api_id, {"name": "state", "state": state, "effective_from": str(day)})
    for day, hundredths in values.items():
        hours = f"{Decimal(hundredths) / 100:.2f}"
        _send(admin, api_id, {"name": "included_hours", "hours": hours, "effective_from": str(day)})
    known = {START: 3_000, **values}
    if edit:
        known[date(2026, 11, 20)] = 1_234
        _edit(admin, api_id, included_hours="12.34")
    for period in _periods(world, admin, api_id):
        first, last = (date.fromisoformat(period[name]) for name in ("starts_on", "ends_on"))
        agreed = known[max(day for day in known if day <= last)]
        span = [date.fromordinal(number) for number in range(first.toordinal(), last.toordinal() + 1)]
        ran = [day for day in span if len([one for one in pauses if one <= day]) % 2 == 0]
        exact = Fraction(agreed * len(ran), monthrange(first.year, first.month)[1])
        assert Decimal(period["base_hours"]) * 100 == math.floor(exact + Fraction(1, 2)), (first, known, pauses)
