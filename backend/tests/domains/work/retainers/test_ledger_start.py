"""A ledger that begins later than its retainer: earlier months are locked as logged, and the balance is stated."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.months import make_closed_month
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.world import World, assert_unchanged

PERIODS, PROJECTS = "/api/v1/retainer-periods", "/api/v1/projects"
FROM_NOVEMBER = {"ledger_from": "2026-11-01", "opening_hours": "5.00"}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def retainer(world: World) -> str:
    """A retainer since September that used 50 of 40 hours in each month."""
    with world.database.write() as session:
        project = make_retainer(session, start_on=date(2026, 9, 1))
        for month in (9, 10, 11):
            log_time(session, project, date(2026, month, 10), "50")
    refresh_all_ledgers(world.database)
    return project.api_id


def _change(browser: Browser, retainer: str, body: dict[str, Any]) -> Any:
    return browser.call("PATCH", f"{PROJECTS}/{retainer}", json=body)


def _ledger(browser: Browser, retainer: str) -> list[dict[str, Any]]:
    return list(browser.get(f"{PERIODS}?project={retainer}&sort=starts_on&per_page=100").json()["data"])


def _is_listed(browser: Browser, retainer: str, query: str) -> bool:
    rows = browser.get(f"{PROJECTS}?{query}&per_page=100").json()["data"]
    return retainer in [row["api_id"] for row in rows]


def _errors(response: Any) -> dict[str, str]:
    """The first message of each field."""
    assert response.status_code == 422, response.text
    return {field: messages[0] for field, messages in response.json()["errors"].items()}


def test_months_before_the_ledger_are_locked_as_logged(world: World, admin: Browser, retainer: str):
    assert _change(admin, retainer, FROM_NOVEMBER).status_code == 200
    shown = _ledger(admin, retainer)
    refresh_all_ledgers(world.database)
    september, october, november = _ledger(admin, retainer)
    assert [row["status"] for row in shown] == ["locked", "locked", "open"]
    for month in (september, october):
        assert (month["status"], month["precedes_ledger"], month["locked_by"], month["can"]) == (
            "locked",
            True,
            None,
            [],
        )
        assert (month["used_hours"], month["overage_hours"], month["rollover_out"]) == ("50.00", "10.00", "0.00")
    assert (november["rollover_in"], november["closing_balance"]) == ("5.00", "-5.00")
    assert (november["status"], november["precedes_ledger"], november["can"]) == ("open", False, ["adjust"])
    locked = admin.get(f"{PERIODS}?project={retainer}&status=locked").json()["meta"]["total"]
    undecided = admin.get(f"/api/v1/retainer-overages?project={retainer}").json()["meta"]["total"]
    assert (locked, undecided) == (2, 0)
    assert _is_listed(admin, retainer, "opening=stated")
    assert not _is_listed(admin, retainer, "opening=assumed")


def test_hours_before_the_ledger_follow_the_records_and_are_never_late(world: World, admin: Browser, retainer: str):
    """Teamwork may be linked, or read, after the ledger began: that month owes none of it."""
    assert _change(admin, retainer, FROM_NOVEMBER).status_code == 200
    refresh_all_ledgers(world.database)
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        log_time(session, project, date(2026, 9, 20), "7")
    refresh_all_ledgers(world.database)
    september, _october, november = _ledger(admin, retainer)
    assert (september["used_hours"], november["late_hours"]) == ("57.00", "0.00")


def test_nothing_is_decided_of_months_before_the_ledger(world: World, admin: Browser, retainer: str):
    assert _change(admin, retainer, FROM_NOVEMBER).status_code == 200
    refresh_all_ledgers(world.database)
    october = f"{PERIODS}/{_ledger(admin, retainer)[1]['api_id']}"
    owner = world.browser("super_admin")
    refused = {
        "period_locked": lambda: owner.patch(october, {"adjustment": "2.00", "adjustment_reason": "Bonus"}),
        "period_before_ledger": lambda: owner.post(f"{october}/unlocks", {"reason": "Missing hours"}),
    }
    with assert_unchanged(world.database):
        for code, call in refused.items():
            response = call()
            assert (response.status_code, response.json()["code"]) == (422, code)
        assert owner.post(f"{october}/locks", None).json()["code"] == "period_locked"


def test_ledger_that_begins_earlier_opens_its_months_again(world: World, admin: Browser, retainer: str):
    assert _change(admin, retainer, FROM_NOVEMBER).status_code == 200
    refresh_all_ledgers(world.database)
    assert _change(admin, retainer, {"ledger_from": "2026-10-01", "opening_hours": None}).status_code == 200
    refresh_all_ledgers(world.database)
    assert [row["precedes_ledger"] for row in _ledger(admin, retainer)] == [True, False, False]
    assert _is_listed(admin, retainer, "opening=assumed")
    assert _change(admin, retainer, {"ledger_from": None}).status_code == 200
    refresh_all_ledgers(world.database)
    assert [row["status"] for row in _ledger(admin, retainer)] == ["open"] * 3
    assert not _is_listed(admin, retainer, "opening=assumed&opening=stated")


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"ledger_from": "2026-10-15"}, {"ledger_from": "Choose the first day of a month"}),
        ({"ledger_from": "2026-12-01"}, {"ledger_from": "This day is in the future"}),
        ({"ledger_from": "2026-09-01"}, {"ledger_from": "The retainer starts on"}),
        ({"opening_hours": "5.00"}, {"ledger_from": "The field is required"}),
    ],
)
def test_impossible_starts_are_refused(
    world: World, admin: Browser, retainer: str, body: dict[str, Any], errors: dict[str, str]
):
    with assert_unchanged(world.database):
        found = _errors(_change(admin, retainer, body))
        assert found.keys() == errors.keys()
        assert all(found[name].startswith(text) for name, text in errors.items()), found


def test_ledger_with_a_locked_month_keeps_its_start(world: World, admin: Browser, retainer: str):
    assert _change(admin, retainer, {"ledger_from": "2026-10-01"}).status_code == 200
    refresh_all_ledgers(world.database)
    september, october, _november = _ledger(admin, retainer)
    assert admin.post(f"{PERIODS}/{october['api_id']}/locks", None).status_code == 201
    with assert_unchanged(world.database):
        refused = _errors(_change(admin, retainer, FROM_NOVEMBER))
        assert refused.keys() == FROM_NOVEMBER.keys()
        assert all(text.startswith("A month of the ledger is closed") for text in refused.values())
    refresh_all_ledgers(world.database)
    assert [row["api_id"] for row in _ledger(admin, retainer)][:2] == [september["api_id"], october["api_id"]]


def test_who_may_lock_begins_the_ledger_and_who_adjusts_states_its_balance(world: World, retainer: str):
    """Account managers adjust their own retainers; finance locks too, and administrators open months again."""
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        project.account_manager_id = world.people["account_manager"].user.id
    manager, finance = world.browser("account_manager"), world.browser("financial_manager")
    only_hours, no_start = {"opening_hours": "6.00"}, {"ledger_from": None, "opening_hours": None}
    with assert_unchanged(world.database):
        assert _errors(_change(manager, retainer, FROM_NOVEMBER)).keys() == {"ledger_from"}
    assert _change(finance, retainer, FROM_NOVEMBER).status_code == 200
    assert _change(manager, retainer, only_hours).status_code == 200
    with assert_unchanged(world.database):
        assert _errors(_change(finance, retainer, no_start)).keys() == {"ledger_from"}
        assert _errors(_change(manager, retainer, no_start)).keys() == {"ledger_from"}
        assert _change(world.browser("employee"), retainer, only_hours).status_code in (403, 404)
    can = {one: one.get(f"{PROJECTS}/{retainer}").json()["data"]["can"] for one in (manager, finance)}
    assert [{"begin_ledger", "state_opening"} & {*can[one]} for one in (manager, finance)] == [
        {"state_opening"},
        {"begin_ledger", "state_opening"},
    ]


def test_balance_is_hidden_from_callers_who_may_not_see_hours(world: World, admin: Browser, retainer: str):
    assert _change(admin, retainer, FROM_NOVEMBER).status_code == 200
    shown = world.browser("churn_manager").get(f"{PROJECTS}/{retainer}").json()["data"]
    assert (shown["left_hours"], shown["opening_hours"]) == (None, None)


def test_ledger_does_not_begin_after_decided_hours(world: World, admin: Browser, retainer: str):
    owner = world.browser("super_admin")
    september = _ledger(owner, retainer)[0]["api_id"]
    assert owner.post(f"{PERIODS}/{september}/locks", None).status_code == 201
    decision = {"kind": "carried", "hours": "10.00", "reason": "Agreed"}
    decided = owner.post(f"/api/v1/retainer-overages/{september}/decisions", decision)
    assert decided.status_code == 201, decided.text
    assert owner.post(f"{PERIODS}/{september}/unlocks", {"reason": "Missing hours"}).status_code == 201
    with assert_unchanged(world.database):
        refused = _errors(_change(owner, retainer, FROM_NOVEMBER))
        assert all(text.startswith("Hours over of an earlier month") for text in refused.values())
        assert refused.keys() == FROM_NOVEMBER.keys()


def test_hours_owed_are_no_included_hours(world: World, admin: Browser):
    """A retainer whose included hours are not entered owes hours from its second month on, and is not used up."""
    with world.database.write() as session:
        project = make_retainer(session, start_on=date(2026, 9, 1), included_hours=None, rollover="both")
        for month in (9, 10, 11):
            log_time(session, project, date(2026, month, 10), "50")
    refresh_all_ledgers(world.database)
    (burn,) = admin.get(f"/api/v1/retainer-burns?project={project.api_id}").json()["data"]
    assert (burn["level"], burn["left_hours"]) == ("unknown", "0.00")
    listed = admin.get(f"/api/v1/retainer-burns?project={project.api_id}&used_above=80").json()["meta"]["total"]
    shown = admin.get(f"{PROJECTS}/{project.api_id}").json()["data"]
    assert (listed, shown["left_hours"]) == (0, None)


@pytest.fixture
def closed_october(world: World) -> Iterator[None]:
    with world.database.write() as session:
        closed = make_closed_month(session, world.stranger.id, "2026-10", closed_at=NOON)
    yield
    with world.database.write() as session:
        session.delete(session.merge(closed))


@pytest.mark.usefixtures("closed_october")
def test_balance_that_rolls_into_a_closed_month_is_refused(world: World, admin: Browser, retainer: str):
    with assert_unchanged(world.database):
        refused = _change(admin, retainer, {"ledger_from": "2026-10-01", "opening_hours": "40.00"})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        project.start_on, project.ledger_from = date(2026, 8, 1), date(2026, 9, 1)
    with assert_unchanged(world.database):
        refused = _change(admin, retainer, {"opening_hours": "40.00"})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")


@pytest.mark.usefixtures("closed_october")
def test_start_that_alters_a_closed_month_is_refused(world: World, admin: Browser, retainer: str):
    with assert_unchanged(world.database):
        refused = _change(admin, retainer, FROM_NOVEMBER)
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
