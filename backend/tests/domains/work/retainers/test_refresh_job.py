"""Tests of the ledger refresh job: ledgers, warnings and renewals."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.domains.people.notifications.actions import Notifier, purge_notifications
from regie.domains.people.notifications.models import Notification
from regie.domains.people.notifications.wording import title_of
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.retainers.jobs import MAX_DEBOUNCE, LedgerRefreshJob
from regie.domains.work.retainers.renewals import next_renewal
from tests.browser import Browser
from tests.conftest import NOON, ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.people import make_employee, make_user
from tests.factories.retainers import log_time, make_retainer
from tests.factories.statements import record_statements
from tests.factories.world import assert_unchanged

# Ten of November's 21 working days are over on Friday the 13th; the tests' today is Friday the 20th.
EARLY, TODAY = date(2026, 11, 13), date(2026, 11, 20)


@pytest.fixture
def job(app: Any, database: Database, clock: MovableClock) -> LedgerRefreshJob:
    return LedgerRefreshJob(database, clock, Notifier(app.state.context.mail, ORIGIN))


def _retainer(database: Database, *hours: tuple[date, str], **fields: Any) -> Project:
    with database.write() as session:
        retainer = make_retainer(session, **fields)
        for day, worked in hours:
            log_time(session, retainer, day, worked)
        return retainer


def _log(database: Database, retainer: Project, hours: str, clock: MovableClock, day: date = TODAY) -> None:
    with database.write() as session:
        log_time(session, retainer, day, hours).synced_at = clock.now()


def _settle(job: LedgerRefreshJob) -> None:
    """Run the job after changes, and again when their warnings have settled."""
    job.run_once()
    job.run_once()
    job.clock.moment += SETTLING_TIME  # type: ignore[attr-defined]
    job.run_once()


def _notifications(database: Database) -> list[tuple[str, int, str]]:
    """Kind, user and percentage or renewal date, in the order of creation."""
    with database.read() as db:
        rows = db.execute(
            select(Notification.kind, Notification.user_id, Notification.values).order_by(Notification.id)
        )
        return [(row.kind, row.user_id, str(row.values.get("percent", row.values.get("renews_on")))) for row in rows]


def _used_hours(database: Database, retainer: Project) -> list[str]:
    with database.read() as db:
        used = select(RetainerPeriod.used_hours).where(RetainerPeriod.project_id == retainer.id)
        return [str(hours) for hours in db.execute(used.order_by(RetainerPeriod.starts_on)).scalars()]


def test_ledgers_follow_changes(database: Database, clock: MovableClock, job: LedgerRefreshJob):
    retainer = _retainer(database, (EARLY, "4"))
    job.run_once()
    assert _used_hours(database, retainer) == ["0.00", "0.00", "4.00"]
    _log(database, retainer, "2", clock)
    job.run_once()
    job.run_once()
    assert _used_hours(database, retainer) == ["0.00", "0.00", "6.00"]
    clock.moment += timedelta(days=11)
    job.run_once()
    assert _used_hours(database, retainer) == ["0.00", "0.00", "6.00", "0.00"]


def test_refresh_waits_for_a_synchronization_but_not_forever(
    database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    retainer = _retainer(database)
    job.run_once()
    for hours in ("1", "1"):
        _log(database, retainer, hours, clock)
        job.run_once()
        assert _used_hours(database, retainer)[-1] == "0.00"
    clock.moment += MAX_DEBOUNCE
    _log(database, retainer, "1", clock)
    job.run_once()
    assert _used_hours(database, retainer)[-1] == "3.00"


def test_run_without_changes_is_one_statement(database: Database, job: LedgerRefreshJob):
    _retainer(database, (EARLY, "39"))
    job.run_once()
    job.run_once()
    with assert_unchanged(database), record_statements(database) as statements:
        job.run_once()
    assert len(statements) == 1


def test_another_worker_continues_where_the_last_one_ended(
    database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    retainer = _retainer(database, (EARLY, "39"))
    job.run_once()
    other = replace(job)
    with assert_unchanged(database):
        assert not other.is_due()
        other.run_once()
    clock.moment += timedelta(hours=2)
    _log(database, retainer, "2", clock)
    clock.moment += timedelta(hours=2)  # without a worker
    assert other.is_due()
    other.run_once()
    job.run_once()
    assert not other.is_due()
    assert _used_hours(database, retainer)[-1] == "41.00"


def test_clock_that_went_back_refreshes_all(database: Database, clock: MovableClock, job: LedgerRefreshJob):
    retainer = _retainer(database, (EARLY, "39"))
    job.run_once()
    clock.moment -= timedelta(hours=1)
    _log(database, retainer, "2", clock)
    job.run_once()
    assert _used_hours(database, retainer)[-1] == "41.00"
    job.run_once()
    assert not job.is_due()


def test_each_threshold_warns_once_in_the_app_and_by_mail(
    app: Any, database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    """Promise 2: 50, 80 and 100 per cent, each once per period, to the account manager and the project manager."""
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"])
        leader = make_user(session, roles=["employee"])
        employee = make_employee(session, user_id=leader.id)
    people = (manager.id, leader.id)
    retainer = _retainer(database, (TODAY, "19.95"), account_manager_id=manager.id, project_manager_id=employee.id)
    _settle(job)
    assert _notifications(database) == []
    expected: list[tuple[str, int, str]] = []
    for hours, percent in (("0.05", "50"), ("5", ""), ("7", "80"), ("7.95", ""), ("0.05", "100"), ("20", "")):
        _log(database, retainer, hours, clock)
        _settle(job)
        if percent:
            expected += [("retainer_hours", key, percent) for key in people]
        assert [row for row in _notifications(database) if row[0] == "retainer_hours"] == expected, hours
    assert [row[1] for row in _notifications(database) if row[0] == "retainer_pace"] == list(people)
    assert len(queued_mail(app)) == 8
    clock.moment += timedelta(days=1)
    _settle(job)
    assert len(_notifications(database)) == 8


@pytest.mark.parametrize(
    ("thresholds", "expected_percentages"),
    [([], []), ([55, 62], []), ([50, 62, 63], ["65"]), ([40, 65], ["65"]), ([70], [])],
    ids=["none", "already notified", "one above", "another one", "not reached"],
)
def test_changed_thresholds_apply_at_once_and_repeat_nothing(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser],
    thresholds: list[int], expected_percentages: list[str],
):  # fmt: skip
    retainer = _retainer(database, (TODAY, "25"))
    _settle(job)
    assert [row[2] for row in _notifications(database)] == ["62"]
    _log(database, retainer, "1", clock)
    assert sign_in_as("admin").post("/api/v1/settings", {"alert_thresholds": thresholds}).status_code == 200
    _settle(job)
    assert [row[2] for row in _notifications(database)] == ["62", *expected_percentages]


def test_settings_change_alone_is_followed(
    database: Database, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser]
):
    retainer = _retainer(database, (TODAY, "15"))
    _settle(job)
    assert _notifications(database) == []
    admin = sign_in_as("admin")
    admin.post("/api/v1/settings", {"alert_thresholds": [30], "alert_pace": "1.00"})
    _settle(job)
    assert [row[::2] for row in _notifications(database)] == [("retainer_hours", "37")]
    found = admin.get("/api/v1/retainer-burns?warning=30").json()["data"]
    assert [(burn["api_id"], burn["warnings"]) for burn in found] == [(retainer.api_id, ["30"])]


def test_pace_warns_once_whatever_its_setting(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser]
):
    retainer = _retainer(database, (TODAY, "34"))
    admin = sign_in_as("admin")
    admin.post("/api/v1/settings", {"alert_thresholds": [], "alert_pace": "1.20"})
    for pace, count in (("1.20", 0), ("1.18", 1), ("1.00", 1), ("5.00", 1)):
        admin.post("/api/v1/settings", {"alert_pace": pace})
        _settle(job)
        assert [row[0] for row in _notifications(database)] == ["retainer_pace"] * count, pace
    assert admin.get(f"/api/v1/retainer-burns/{retainer.api_id}").json()["data"]["warnings"] == ["pace"]


def test_new_period_warns_again(database: Database, clock: MovableClock, job: LedgerRefreshJob):
    retainer = _retainer(database, (TODAY, "25"))
    _settle(job)
    assert [row[2] for row in _notifications(database)] == ["62"]
    clock.moment += timedelta(days=14)
    _log(database, retainer, "25", clock, day=date(2026, 12, 3))
    _settle(job)
    assert [row[2] for row in _notifications(database)] == ["62", "62"]


def test_only_the_highest_of_several_thresholds_is_notified(database: Database, job: LedgerRefreshJob):
    _retainer(database, (TODAY, "50"))
    _settle(job)
    assert [row[::2] for row in _notifications(database)] == [("retainer_hours", "125"), ("retainer_pace", "75")]


@pytest.mark.parametrize("fields", [{"status": "ended"}, {"status": "draft"}, {"end_on": date(2026, 11, 1)}])
def test_retainer_that_does_not_run_gives_no_warning(database: Database, job: LedgerRefreshJob, fields: dict[str, Any]):
    _retainer(database, (TODAY, "50"), **fields)
    job.run_once()
    assert _notifications(database) == []


def test_warnings_are_shown_and_filter_the_list(
    database: Database, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser]
):
    fast = _retainer(database, (TODAY, "34"), name="Rapide")
    _retainer(database, (TODAY, "22"), name="Tranquille")
    _retainer(database, name="Vide")
    _settle(job)
    admin = sign_in_as("admin")
    listed = admin.get("/api/v1/retainer-burns").json()
    assert [burn["project"]["name"] for burn in listed["data"]] == ["Rapide", "Tranquille", "Vide"]
    for warning, names in (("50", ["Rapide", "Tranquille"]), ("80", ["Rapide"]), ("pace", ["Rapide"]), ("100", [])):
        found = admin.get(f"/api/v1/retainer-burns?warning={warning}").json()
        assert [burn["project"]["name"] for burn in found["data"]] == names
    burn = admin.get(f"/api/v1/retainer-burns/{fast.api_id}").json()["data"]
    assert {name: value for name, value in burn.items() if name not in ("days", "people")} == listed["data"][0]
    assert burn["warnings"] == ["50", "80", "pace"]
    figures = {
        "available_hours": "40.00", "used_hours": "34.00", "left_hours": "6.00", "burn_percent": "85.0",
        "elapsed_percent": "71.4", "pace": "1.19", "runs_out_on": "2026-11-25", "forecast_hours": "47.60",
        "forecast_overage_hours": "7.60", "level": "high", "renewal": "none", "as_of": "2026-11-20",
        "period": {"starts_on": "2026-11-01", "ends_on": "2026-11-30"},
    }  # fmt: skip
    assert {name: burn[name] for name in figures} == figures


def test_burn_contains_every_day_of_its_period(database: Database, sign_in_as: Callable[..., Browser]):
    retainer = _retainer(database, (date(2026, 11, 3), "6"), (date(2026, 11, 18), "9"))
    read = sign_in_as("admin").get(f"/api/v1/retainer-burns/{retainer.api_id}").json()["data"]
    days = {day["on"]: (day["used_hours"], day["even_hours"], day["forecast_hours"]) for day in read["days"]}
    assert len(days) == 30
    # Of 21 working days, two have begun on the 3rd and 15 on the 20th, which is today.
    assert days["2026-11-01"] == ("0.00", "0.00", None)
    assert days["2026-11-03"] == ("6.00", "3.81", None)
    assert days["2026-11-20"] == ("15.00", "28.57", "15.00")
    assert days["2026-11-23"] == (None, "30.48", "16.00")
    assert days["2026-11-30"] == (None, "40.00", "21.00")


def test_burn_list_sorts_filters_and_pages_in_a_fixed_number_of_statements(
    database: Database, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser]
):
    for number in range(12):
        _retainer(database, (TODAY, str(number + 1)), name=f"Forfait {number:02d}", number=f"R-{number}")
    job.run_once()
    admin = sign_in_as("admin")
    path = "/api/v1/retainer-burns"
    last = admin.get(f"{path}?sort=project&page=2").json()
    assert [burn["project"]["name"] for burn in last["data"]] == ["Forfait 10", "Forfait 11"]
    assert (last["meta"]["total"], last["meta"]["from"]) == (12, 11)
    assert admin.get(f"{path}?sort=-left_hours&per_page=1").json()["data"][0]["left_hours"] == "39.00"
    client = last["data"][0]["client"]["api_id"]
    assert admin.get(f"{path}?client={client}").json()["meta"]["total"] == 1
    assert admin.get(f"{path}?search=forfait 07").json()["meta"]["total"] == 1
    assert [admin.get(f"{path}?{query}").status_code for query in ("sort=fee", "warning=301", "x=1")] == [422] * 3
    counts = []
    for size in (1, 100):
        with record_statements(database) as statements:
            admin.get(f"{path}?per_page={size}&search={size - size}")
        counts.append(len(statements))
    assert max(counts) <= 20


def test_automatic_renewal_moves_by_the_term_and_is_logged(
    database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    retainer = _retainer(database, auto_renew=True, renews_on=TODAY, term_months=6)
    job.run_once()
    job.run_once()
    with database.read() as db:
        assert db.execute(select(Project.renews_on).where(Project.id == retainer.id)).scalar_one() == date(2027, 5, 20)
        logged = select(ActivityEntry).where(
            ActivityEntry.subject_api_id == retainer.api_id, ActivityEntry.action == "changed"
        )
        entry = db.execute(logged).one()
    assert (entry.changes, entry.actor_name) == ({"renews_on": ["2026-11-20", "2027-05-20"]}, None)
    assert _notifications(database) == []


def test_account_manager_is_notified_once_when_the_notice_begins(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser]
):
    retainer = _retainer(database, auto_renew=False, renews_on=TODAY + timedelta(days=10), notice_days=9)
    renewals = []
    for days in (0, 1, 1, 9):
        clock.moment += timedelta(days=days)
        job.run_once()
        read = sign_in_as("admin").get(f"/api/v1/retainer-burns/{retainer.api_id}")
        renewals.append((read.json()["data"]["renewal"], len(_notifications(database))))
    assert renewals == [("none", 0), ("soon", 1), ("soon", 1), ("overdue", 1)]
    assert _notifications(database) == [("retainer_renewal", retainer.account_manager_id, "2026-11-30")]


def test_automatic_renewal_is_notified_from_its_notice_on_and_says_how_to_prevent_it(
    database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    renews_on = TODAY + timedelta(days=10)
    retainer = _retainer(database, auto_renew=True, renews_on=renews_on, notice_days=9, term_months=12)
    counts = []
    for days in (0, 1, 1, 8):
        clock.moment += timedelta(days=days)
        job.run_once()
        counts.append(len(_notifications(database)))
    assert counts == [0, 1, 1, 1]
    assert _notifications(database) == [("retainer_automatic_renewal", retainer.account_manager_id, "2026-11-30")]
    assert title_of("retainer_automatic_renewal", {"project": "Pivoine", "renews_on": "2026-11-30"}, "en-us") == (
        "Pivoine renews automatically on November 30, 2026"
    )


@pytest.mark.parametrize("auto_renew", [True, False])
@pytest.mark.parametrize(
    "decision",
    [{"end_on": TODAY + timedelta(days=8)}, {"status": "churned"}, {"archived_at": NOON}],
    ids=lambda fields: next(iter(fields)),
)
def test_renewal_that_is_decided_is_not_notified(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, auto_renew: bool, decision: dict[str, Any]
):
    _retainer(database, auto_renew=auto_renew, renews_on=TODAY + timedelta(days=8), notice_days=7, **decision)
    for _ in range(3):
        job.run_once()
        clock.moment += timedelta(days=1)
    assert _notifications(database) == []


def test_automatic_renewal_that_is_turned_off_after_its_notification_is_not_notified_again(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser]
):
    retainer = _retainer(database, auto_renew=True, renews_on=TODAY + timedelta(days=9), notice_days=9)
    job.run_once()
    turned_off = sign_in_as("admin").patch(f"/api/v1/projects/{retainer.api_id}", {"auto_renew": False})
    assert turned_off.status_code == 200, turned_off.text
    clock.moment += timedelta(days=1)
    job.run_once()
    assert [row[0] for row in _notifications(database)] == ["retainer_automatic_renewal"]


def test_renewal_with_a_long_notice_is_notified_once(database: Database, clock: MovableClock, job: LedgerRefreshJob):
    _retainer(database, auto_renew=False, renews_on=TODAY + timedelta(days=365), notice_days=365)
    for days in (0, 100, 200, 65):
        clock.moment += timedelta(days=days)
        job.run_once()
        with database.write() as session:
            purge_notifications(session, clock.now(), 400)
        job.run_once()
        assert len(_notifications(database)) == 1


def test_renewal_returns_to_its_day_after_short_months():
    assert next_renewal(date(2026, 1, 31), 1, date(2026, 2, 10)) == date(2026, 2, 28)
    assert next_renewal(date(2026, 1, 31), 1, date(2026, 2, 28)) == date(2026, 3, 31)
    assert next_renewal(date(2024, 2, 29), 12, date(2026, 11, 20)) == date(2027, 2, 28)


def test_late_hours_of_the_last_days_warn_in_the_next_month(
    database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    retainer = _retainer(database, included_hours=Decimal(10))
    job.run_once()
    clock.moment += timedelta(days=13)
    _log(database, retainer, "9", clock, day=date(2026, 11, 30))
    _settle(job)
    assert [row[::2] for row in _notifications(database)] == [("retainer_hours", "90")]
