"""Tests of warnings about the budgets of fixed-price and out-of-scope projects: when, whom and in which words."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.people.notifications.actions import Notifier
from regie.domains.records.hours_warnings.models import UnsettledWarning
from regie.domains.records.projects.models import Project
from regie.domains.work.hours_warnings.queries import SETTLING_TIME
from regie.domains.work.retainers.jobs import MAX_DEBOUNCE, LedgerRefreshJob
from tests.browser import Browser
from tests.conftest import ORIGIN, MovableClock
from tests.factories.mail import queued_mail
from tests.factories.people import make_employee, make_user
from tests.factories.retainers import log_time, make_budget
from tests.factories.work import make_client
from tests.factories.world import assert_unchanged


@pytest.fixture
def job(app: Any, database: Database, clock: MovableClock) -> LedgerRefreshJob:
    return LedgerRefreshJob(database, clock, Notifier(app.state.context.mail, ORIGIN))


@pytest.fixture
def manager(sign_in_as: Callable[..., Browser]) -> Browser:
    return sign_in_as("account_manager")


@pytest.fixture
def project(database: Database, manager: Browser, job: LedgerRefreshJob) -> Project:
    with database.write() as session:
        found = make_budget(session, name="Refonte", account_manager_id=manager.user.id)
    job.run_once()
    return found


def _log(job: LedgerRefreshJob, clock: MovableClock, project: Project, hours: str, **fields: Any) -> None:
    """Log time today, as a synchronization does; the job sees it."""
    with job.database.write() as session:
        log_time(session, project, clock.today(), hours, **fields).synced_at = clock.now()
    _follow(job, clock)


def _follow(job: LedgerRefreshJob, clock: MovableClock) -> None:
    job.run_once()
    clock.moment += MAX_DEBOUNCE
    job.run_once()


def _settle(job: LedgerRefreshJob, clock: MovableClock) -> None:
    clock.moment += SETTLING_TIME
    job.run_once()


def _titles(browser: Browser) -> list[str]:
    """The titles of the user's notifications in the app, oldest first."""
    found = browser.get("/api/v1/notifications?per_page=100").json()["data"]
    return [row["title"] for row in reversed(found)]


def _budget_title(percent: int) -> str:
    return f"Refonte: {percent}% of the budgeted hours used"


def test_each_threshold_warns_once_in_the_app_and_by_mail(
    app: Any, clock: MovableClock, job: LedgerRefreshJob, manager: Browser, project: Project
):
    expected: list[str] = []
    for hours, percent in (("19.95", 0), ("0.05", 50), ("11", 0), ("1", 80), ("7.95", 0), ("0.05", 100), ("20", 0)):
        _log(job, clock, project, hours)
        _settle(job, clock)
        expected += [_budget_title(percent)] if percent else []
        assert _titles(manager) == expected, hours
    with assert_unchanged(job.database, exclude=("job_states",)):
        clock.moment += timedelta(days=1)
        job.run_once()
    mails = queued_mail(app)
    assert [mail.to for mail in mails] == [manager.user.email] * 3
    assert all(
        title in mail.text and f"/projects/{project.api_id}/view" in mail.text
        for title, mail in zip(expected, mails, strict=True)
    )


def test_notification_is_in_the_readers_language_and_links_to_the_project(
    clock: MovableClock, job: LedgerRefreshJob, manager: Browser, project: Project
):
    _log(job, clock, project, "41.5")
    _settle(job, clock)
    manager.locale = "fr-ca"
    (found,) = manager.get("/api/v1/notifications").json()["data"]
    assert found["kind"] == "project_budget"
    assert found["title"] == "Refonte\u00a0: 103\u00a0% du budget d’heures utilisé"
    assert "41,5 heures utilisées sur 40." in found["detail"]
    assert found["link"] == f"/projects/{project.api_id}/view"
    assert manager.get(f"/api/v1/projects/{project.api_id}").status_code == 200


def test_raised_budget_warns_again_when_its_hours_are_reached(
    clock: MovableClock,
    job: LedgerRefreshJob,
    manager: Browser,
    project: Project,
):
    _log(job, clock, project, "40")
    _settle(job, clock)
    raised = manager.patch(f"/api/v1/projects/{project.api_id}", {"budget_hours": "80.00"})
    assert raised.status_code == 200, raised.text
    _follow(job, clock)
    _settle(job, clock)
    assert _titles(manager) == [_budget_title(100)]
    for hours in ("23.5", "0.5"):
        _log(job, clock, project, hours)
        _settle(job, clock)
    assert _titles(manager) == [_budget_title(100), _budget_title(80)]


def test_budget_that_is_mistyped_and_corrected_sends_no_warning(
    clock: MovableClock, job: LedgerRefreshJob, manager: Browser, project: Project
):
    _log(job, clock, project, "10")
    for budget in ("4.00", "40.00"):
        assert manager.patch(f"/api/v1/projects/{project.api_id}", {"budget_hours": budget}).status_code == 200
        _follow(job, clock)
        clock.moment += timedelta(minutes=5)
    _settle(job, clock)
    assert _titles(manager) == []
    assert not job.is_due()


def test_only_hours_that_count_use_the_budget(
    clock: MovableClock, job: LedgerRefreshJob, manager: Browser, project: Project
):
    assert manager.patch(f"/api/v1/projects/{project.api_id}", {"counted_hours": "billable"}).status_code == 200
    _log(job, clock, project, "40")
    _settle(job, clock)
    assert _titles(manager) == []
    _log(job, clock, project, "20", is_billable=True)
    _settle(job, clock)
    assert _titles(manager) == [_budget_title(50)]


@pytest.mark.parametrize(
    "fields",
    [{"status": "completed"}, {"status": "cancelled"}, {"status": "draft"}, {"budget_hours": None}, {"archived": True}],
    ids=["completed", "cancelled", "draft", "no budget", "archived"],
)
def test_project_that_stops_before_its_warning_sends_none(
    clock: MovableClock, job: LedgerRefreshJob, manager: Browser, project: Project, fields: dict[str, Any]
):
    _log(job, clock, project, "50")
    with job.database.write() as session:
        stored = session.get_one(Project, project.id)
        for name, value in fields.items():
            setattr(stored, *(("archived_at", clock.now()) if name == "archived" else (name, value)))
        stored.updated_at = clock.now()
    _follow(job, clock)
    _settle(job, clock)
    assert _titles(manager) == []
    with job.database.read() as db:
        assert db.execute(select(UnsettledWarning.id)).all() == []
    assert not job.is_due()


@pytest.mark.parametrize("kind", ["fixed", "oos"])
def test_only_account_and_project_manager_are_notified_without_money(
    database: Database, clock: MovableClock, job: LedgerRefreshJob, sign_in_as: Callable[..., Browser], kind: str
):
    manager, leader, colleague = (sign_in_as(role) for role in ("account_manager", "employee", "account_manager"))
    others = [sign_in_as(role) for role in ("admin", "financial_manager", "churn_manager", "employee")]
    with database.write() as session:
        project_manager = make_employee(session, user_id=leader.user.id)
        project = make_budget(
            session,
            name="Refonte",
            kind=kind,
            client_id=make_client(session, name="Maison Pivoine").id,
            account_manager_id=manager.user.id,
            project_manager_id=project_manager.id,
            amount=Decimal("12345.67"),
        )
    job.run_once()
    _log(job, clock, project, "40")
    _settle(job, clock)
    for browser in (manager, leader):
        (found,) = browser.get("/api/v1/notifications").json()["data"]
        assert "345" not in found["title"] + found["detail"]
        assert browser.get(f"/api/v1{found['link'].removesuffix('/view')}").status_code == 200
    for browser in (colleague, *others):
        assert _titles(browser) == []


def test_deactivated_account_manager_is_not_notified(
    app: Any, database: Database, clock: MovableClock, job: LedgerRefreshJob
):
    with database.write() as session:
        gone = make_user(session, roles=[])
        project = make_budget(session, account_manager_id=gone.id)
    job.run_once()
    _log(job, clock, project, "40")
    _settle(job, clock)
    assert queued_mail(app) == []


def test_channel_choices_apply_to_budgets(
    app: Any, clock: MovableClock, job: LedgerRefreshJob, manager: Browser, project: Project
):
    chosen = {"budget_warnings": {"in_app": False, "by_mail": "never"}}
    assert manager.patch("/api/v1/me/notification-settings", chosen).status_code == 200
    _log(job, clock, project, "40")
    _settle(job, clock)
    assert (_titles(manager), queued_mail(app)) == ([], [])


def test_several_budgets_are_one_email(
    app: Any, database: Database, clock: MovableClock, job: LedgerRefreshJob, manager: Browser
):
    with database.write() as session:
        for _ in range(3):
            log_time(session, make_budget(session, account_manager_id=manager.user.id), clock.today(), "40")
    job.run_once()
    _settle(job, clock)
    assert len(_titles(manager)) == 3
    assert len(queued_mail(app)) == 1
