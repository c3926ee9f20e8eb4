"""Tests of period routes: rollover, adjustments, locks, late hours and permissions."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.ids import new_api_id
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/retainer-periods"
SEPTEMBER, OCTOBER, NOVEMBER = date(2026, 9, 10), date(2026, 10, 8), date(2026, 11, 5)
HOURS_FIELDS = (
    "base_hours",
    "rollover_in",
    "adjustment",
    "used_hours",
    "late_hours",
    "closing_balance",
    "rollover_out",
)


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _retainer(world: World, *hours: tuple[date, str], **fields: Any) -> str:
    """Create a retainer with logged hours and a stored ledger; return its api_id."""
    with world.database.write() as session:
        project = make_retainer(session, **fields)
        for day, worked in hours:
            log_time(session, project, day, worked)
    refresh_all_ledgers(world.database)
    return project.api_id


def _log(world: World, retainer: str, day: date, hours: str, **fields: Any) -> None:
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        log_time(session, project, day, hours, **fields)
    refresh_all_ledgers(world.database)


def _ledger(browser: Browser, retainer: str) -> list[dict[str, Any]]:
    response = browser.get(f"{PATH}?project={retainer}&sort=starts_on&per_page=100")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _hours_of(period: dict[str, Any]) -> list[str]:
    return [period[name] for name in HOURS_FIELDS]


def _change_terms(browser: Browser, retainer: str, **terms: Any) -> None:
    """Until the worker's next run, only reads of this retainer show the change."""
    assert browser.call("PATCH", f"/api/v1/projects/{retainer}", json=terms).status_code == 200


def _lock(browser: Browser, period: dict[str, Any]) -> dict[str, Any]:
    response = browser.post(f"{PATH}/{period['api_id']}/locks", None)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def _adjust(browser: Browser, period: dict[str, Any], **body: Any) -> Any:
    return browser.call("PATCH", f"{PATH}/{period['api_id']}", json=body)


def test_month_closes_and_rolls_hours_over(world: World, admin: Browser):
    retainer = _retainer(
        world, (SEPTEMBER, "30.5"), (OCTOBER, "45"), (NOVEMBER, "10"), rollover="surplus", rollover_cap_hours=Decimal(8)
    )
    september, october, november = _ledger(admin, retainer)
    assert _hours_of(september) == ["40.00", "0.00", "0.00", "30.50", "0.00", "9.50", "8.00"]
    assert (september["lapsed_hours"], september["overage_hours"]) == ("1.50", "0.00")
    assert _hours_of(october) == ["40.00", "8.00", "0.00", "45.00", "0.00", "3.00", "3.00"]
    assert _hours_of(november) == ["40.00", "3.00", "0.00", "10.00", "0.00", "33.00", "8.00"]
    assert september["fee"] == {"amount": "4000.00", "currency": "CAD"}
    assert [period["can"] for period in (september, october, november)] == [["adjust", "lock"], ["adjust"], ["adjust"]]
    assert admin.get(f"{PATH}/{october['api_id']}").json()["data"] == october


def test_policy_change_never_rewrites_a_locked_period(world: World, admin: Browser):
    """Promise 1: a locked period never changes; the terms of hours change from today on, a fee from its day on."""
    retainer = _retainer(world, (SEPTEMBER, "30"), (OCTOBER, "10"), rollover="surplus")
    september = _lock(admin, _ledger(admin, retainer)[0])
    assert (september["status"], september["rollover_out"], september["locked_by"]["api_id"]) == (
        "locked", "10.00", admin.user.api_id,
    )  # fmt: skip
    _change_terms(
        admin, retainer, rollover="none", included_hours="20.00", monthly_fee="1000.00", fee_starts_on="2026-09-02"
    )
    ledger = _ledger(admin, retainer)
    assert ledger[0] == september
    assert _hours_of(ledger[1]) == ["40.00", "10.00", "0.00", "10.00", "0.00", "40.00", "40.00"]
    assert _hours_of(ledger[2]) == ["20.00", "40.00", "0.00", "0.00", "0.00", "60.00", "0.00"]
    assert (ledger[2]["lapsed_hours"], ledger[1]["fee"]["amount"]) == ("60.00", "1000.00")
    refresh_all_ledgers(world.database)
    assert _ledger(admin, retainer) == [
        {**row, "updated_at": now["updated_at"]} for row, now in zip(ledger, _ledger(admin, retainer), strict=True)
    ]


def test_hours_logged_after_the_lock_count_once_in_the_next_open_month(world: World, admin: Browser):
    retainer = _retainer(world, (SEPTEMBER, "30"), (OCTOBER, "40"), rollover="both")
    september = _lock(admin, _ledger(admin, retainer)[0])
    _log(world, retainer, date(2026, 9, 30), "12.5")
    ledger = _ledger(admin, retainer)
    assert ledger[0] == september
    assert _hours_of(ledger[1]) == ["40.00", "10.00", "0.00", "40.00", "12.50", "-2.50", "-2.50"]
    assert _hours_of(ledger[2]) == ["40.00", "-2.50", "0.00", "0.00", "0.00", "37.50", "37.50"]
    october = _lock(admin, ledger[1])
    _delete_time(world, retainer, SEPTEMBER)
    november = _ledger(admin, retainer)[2]
    assert (november["late_hours"], _ledger(admin, retainer)[1]) == ("-30.00", october)


def _delete_time(world: World, retainer: str, day: date) -> None:
    with world.database.write() as session:
        teamwork_id = select(Project.teamwork_project_id).where(Project.api_id == retainer).scalar_subquery()
        session.execute(
            delete(TimeEntry).where(TimeEntry.teamwork_project_id == teamwork_id, TimeEntry.worked_on == day)
        )


def test_only_billable_hours_count_when_the_retainer_counts_those(world: World, admin: Browser):
    retainer = _retainer(world, (OCTOBER, "3"), counted_hours="billable")
    _log(world, retainer, OCTOBER, "1.25", is_billable=True)
    _log(world, retainer, OCTOBER, "5", is_billable=True, deleted_at=world.stranger.created_at)
    assert _ledger(admin, retainer)[1]["used_hours"] == "1.25"


def test_adjustment_needs_a_reason_and_changes_later_periods(world: World, admin: Browser):
    retainer = _retainer(world, rollover="surplus")
    _, october, _ = _ledger(admin, retainer)
    for body, field, words in (
        ({"adjustment": "2.50"}, "adjustment_reason", "The field is required"),
        ({"adjustment": "2.555", "adjustment_reason": "x"}, "adjustment", "The field must be a decimal number"),
        ({"adjustment": 2.5, "adjustment_reason": "x"}, "adjustment", "The field must be a decimal number"),
        ({"adjustment": "100000.01", "adjustment_reason": "x"}, "adjustment", "The field must be at most 100,000"),
        (
            {"adjustment": "1.00", "adjustment_reason": "x", "used_hours": "0.00"},
            "used_hours",
            "This field does not exist",
        ),
    ):
        with assert_unchanged(world.database):
            response = _adjust(admin, october, **body)
        assert response.status_code == 422
        assert response.json()["errors"][field][0].startswith(words), response.text
    adjusted = _adjust(admin, october, adjustment="-2.50", adjustment_reason="Reprise", version=1).json()["data"]
    assert _hours_of(adjusted) == ["40.00", "40.00", "-2.50", "0.00", "0.00", "77.50", "77.50"]
    assert (adjusted["adjustment_reason"], adjusted["version"]) == ("Reprise", 2)
    assert _ledger(admin, retainer)[2]["rollover_in"] == "77.50"
    with world.database.read() as db:
        logged = select(ActivityEntry.changes).where(ActivityEntry.subject_api_id == october["api_id"])
        assert db.execute(logged).scalars().all() == [
            {"adjustment": ["0.00", "-2.50"], "adjustment_reason": [None, "Reprise"]}
        ]


def test_concurrent_adjustments_conflict(world: World, admin: Browser):
    september = _ledger(admin, _retainer(world))[0]
    assert _adjust(admin, september, adjustment="1.00", adjustment_reason="Un", version=1).status_code == 200
    with assert_unchanged(world.database):
        response = _adjust(admin, september, adjustment="2.00", adjustment_reason="Deux", version=1)
    assert response.status_code == 409
    assert response.json()["conflicts"] == {
        "adjustment": {"theirs": "1.00", "yours": "2.00"},
        "adjustment_reason": {"theirs": "Un", "yours": "Deux"},
    }


def test_ended_periods_are_locked_in_order(world: World, admin: Browser):
    retainer = _retainer(world)
    september, october, november = _ledger(admin, retainer)
    for period, code in ((november, "period_not_ended"), (october, "period_earlier_open")):
        with assert_unchanged(world.database):
            response = admin.post(f"{PATH}/{period['api_id']}/locks", None)
        assert (response.status_code, response.json()["code"]) == (422, code)
    assert "(2026-09)" in response.json()["message"]
    _lock(admin, september)
    for call, code in (("locks", "period_locked"), ("", "period_locked")):
        with assert_unchanged(world.database):
            response = (
                admin.post(f"{PATH}/{september['api_id']}/{call}", None)
                if call
                else _adjust(admin, september, adjustment="1.00", adjustment_reason="x")
            )
        assert (response.status_code, response.json()["code"]) == (422, code)


def test_only_the_newest_locked_period_is_unlocked_with_a_reason(world: World, admin: Browser):
    retainer = _retainer(world, (SEPTEMBER, "10"), rollover="surplus")
    september = _lock(admin, _ledger(admin, retainer)[0])
    october = _lock(admin, _ledger(admin, retainer)[1])
    assert [period["can"] for period in _ledger(admin, retainer)] == [[], ["unlock"], ["adjust"]]
    wrong = ((september, {"reason": "x"}), (october, {"reason": ""}), (_ledger(admin, retainer)[2], {"reason": "x"}))
    for period, body in wrong:
        with assert_unchanged(world.database):
            assert admin.post(f"{PATH}/{period['api_id']}/unlocks", body).status_code == 422
    _log(world, retainer, SEPTEMBER, "5")
    response = admin.post(f"{PATH}/{october['api_id']}/unlocks", {"reason": "Heures oubliées"}).json()["data"]
    assert (response["status"], response["late_hours"], response["locked_at"], response["locked_by"]) == (
        "open",
        "5.00",
        None,
        None,
    )
    assert _ledger(admin, retainer)[0] == september | {"can": ["unlock"]}
    with world.database.read() as db:
        logged = (
            select(ActivityEntry).where(ActivityEntry.subject_api_id == october["api_id"]).order_by(ActivityEntry.id)
        )
        entry = db.execute(logged).all()[-1]
    assert entry.subject_name.endswith(" (2026-10)")
    assert entry.changes["status"] == ["locked", "open"]
    assert entry.changes["reason"] == [None, "Heures oubliées"]


def test_month_is_locked_for_all_named_retainers_or_none(world: World, admin: Browser):
    one, other, _third = _retainer(world), _retainer(world), _retainer(world)
    for month, projects in (("2026-11", [one]), ("2026-10", [one, other]), ("2026-09", [one, new_api_id()])):
        with assert_unchanged(world.database):
            response = admin.post("/api/v1/retainer-locks", {"month": month, "projects": projects})
        assert response.status_code == 422, response.text
    assert admin.post("/api/v1/retainer-locks", {"month": "2026-9"}).status_code == 422
    response = admin.post("/api/v1/retainer-locks", {"month": "2026-09", "projects": [one, other]})
    assert response.json() == {"data": {"month": "2026-09", "locked": 2}}
    assert [_ledger(admin, retainer)[0]["status"] for retainer in (one, other)] == ["locked", "locked"]
    again = admin.post("/api/v1/retainer-locks", {"month": "2026-09", "projects": [one, other]})
    assert again.json()["data"]["locked"] == 0
    assert admin.get(f"{PATH}?status=open&starts_to=2026-09-30").json()["meta"]["total"] > 0
    assert admin.post("/api/v1/retainer-locks", {"month": "2026-09"}).status_code == 201
    assert admin.get(f"{PATH}?status=open&starts_to=2026-09-30").json()["meta"]["total"] == 0


def test_changed_dates_move_open_periods(world: World, admin: Browser):
    retainer = _retainer(world)
    first = _ledger(admin, retainer)[0]
    _change_terms(admin, retainer, start_on="2026-09-16", end_on="2026-10-31")
    refresh_all_ledgers(world.database)
    september, october = _ledger(admin, retainer)
    assert (september["api_id"], september["starts_on"], september["base_hours"]) == (
        first["api_id"],
        "2026-09-16",
        "20.00",
    )
    assert (october["ends_on"], october["rollover_out"]) == ("2026-10-31", "0.00")


@pytest.mark.parametrize(("status", "months"), [("draft", 0), ("cancelled", 0), ("ended", 0), ("on_hold", 3)])
def test_retainer_that_does_not_run_gets_no_period(world: World, admin: Browser, status: str, months: int):
    assert len(_ledger(admin, _retainer(world, status=status))) == months


@pytest.mark.parametrize(
    ("column", "target", "sees_fee"),
    [
        ("employee", "works_on", False),
        ("account_manager", "works_on", False),
        ("account_manager", "own", True),
        ("financial_manager", "other", True),
    ],
)
def test_callers_without_money_see_no_fee(world: World, column: str, target: str, sees_fee: bool):
    retainer = world.retainer(column, target)
    refresh_all_ledgers(world.database)
    (first, *_) = _ledger(world.browser(column), retainer)
    assert {"fee", "payment"} & set(first) == ({"fee", "payment"} if sees_fee else set())


def test_list_filters_sorts_and_searches_in_a_fixed_number_of_statements(world: World, admin: Browser):
    retainer = _retainer(world, (SEPTEMBER, "1"), (OCTOBER, "3"), (NOVEMBER, "2"), name="Maison Zéphyr – soutien")
    query = f"{PATH}?search=zephyr"
    assert [row["used_hours"] for row in admin.get(f"{query}&sort=-used_hours").json()["data"]] == [
        "3.00",
        "2.00",
        "1.00",
    ]
    bounded = admin.get(f"{query}&starts_from=2026-10-01&starts_to=2026-10-31&status=open").json()
    assert ([row["starts_on"] for row in bounded["data"]], bounded["meta"]["total"]) == (["2026-10-01"], 1)
    assert admin.get(f"{PATH}?sort=fee").status_code == 422
    assert admin.get(f"{PATH}?unknown=1").status_code == 422
    counts = []
    for size in (1, 100):
        admin.get(f"{PATH}?per_page={size}")
        with record_statements(world.database) as statements:
            admin.get(f"{PATH}?per_page={size}")
        counts.append(len(statements))
    with record_statements(world.database) as statements:
        _ledger(admin, retainer)
    assert counts[0] == counts[1] <= 20
    assert len(statements) <= 20


@pytest.mark.parametrize("column", ["account_manager", "employee"])
def test_lists_show_the_retainers_that_single_reads_allow(world: World, column: str):
    seen = {world.retainer(column, target) for target in ("own", "leads", "works_on", "sold")}
    hidden = world.retainer(column, "other")
    refresh_all_ledgers(world.database)
    browser = world.browser(column)
    for path in (PATH, "/api/v1/retainer-burns"):
        listed: set[str] = set()
        for page in range(1, 6):
            rows = browser.get(f"{path}?per_page=100&page={page}").json()["data"]
            listed |= {row["project"]["api_id"] for row in rows}
        assert seen <= listed
        assert hidden not in listed
        assert browser.get(f"{path}?project={hidden}").json()["meta"]["total"] == 0
    assert browser.get(f"/api/v1/retainer-burns/{hidden}").status_code == 404
