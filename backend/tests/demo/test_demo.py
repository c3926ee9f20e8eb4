"""The demo's agency has accounts for every role, and valid clients, projects and related records."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from regie.access.passwords import matches_password
from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher
from regie.core.time.clock import Clock
from regie.demo.loading import create_agency_data, load_demo
from regie.demo.people import create_accounts, create_teams
from regie.demo.synchronization import synchronize_all
from regie.demo.warnings import settle_warnings
from regie.domains.insights.goals.models import MEASURES, METRICS, EmployeeGoal, GoalCheckIn
from regie.domains.insights.goals.models import STATUSES as GOAL_STATUSES
from regie.domains.people.employees.figures import STATUS_NAME as EMPLOYEE_STATUS
from regie.domains.people.notifications.emails import Notifier
from regie.domains.people.notifications.models import Notification
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import STATUSES as EMPLOYEE_STATUSES
from regie.domains.records.employees.models import Employee, EmployeeCostRate
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.mirrors.models import HubspotDeal
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project, ProjectFee, ProjectSeller
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.users.models import User
from regie.domains.work.oos_sales.figures import IS_UNAPPROVED_WORK, STATUS_NAME, STATUSES
from regie.domains.work.oos_sales.queries import SALES
from regie.domains.work.retainers.jobs import LedgerRefreshJob
from regie.settings import SettingsError, load_settings
from tests.demo.ordering import OrderComparison, reorder_rows
from tests.domains.integrations.sync.conftest import SyncHarness

PASSWORD = "a-long-demo-password"
ROLES = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")


def test_accounts_of_all_roles_can_sign_in(database: Database) -> None:
    with database.write() as session:
        assert create_accounts(session, PASSWORD) == 9
        assert create_accounts(session, "another-password") == 0
        users = {user.email: user for user in session.execute(select(User)).scalars()}
    for role in ROLES:
        assert users[f"{role}@regie.example"].roles == [role]
    assert matches_password(PASSWORD, users["admin@regie.example"].password_hash)
    assert users["deactivated@regie.example"].roles == []
    assert {user.locale for user in users.values()} == {"en-us", "fr-ca"}
    assert {user.currency for user in users.values()} == {"CAD", "USD"}


@pytest.mark.timeout(240)
def test_demo_agency_is_plausible(sync: SyncHarness) -> None:
    for service in ("teamwork", "hubspot", "quickbooks"):
        assert sync.run(service).status == "succeeded"
    with sync.database.write() as session:
        create_accounts(session, PASSWORD)
        create_teams(session)
    create_agency_data(sync.database, sync.clock)
    with sync.database.write() as session:
        assert_clients_are_distributed(session)
        assert_projects_are_valid(session, sync.clock)
        assert_retainers_have_fees(session)
        assert_ledgers_are_locked(session, sync.clock)
        assert_churns_are_recorded(session)
        assert_sales_have_every_status(session, sync.clock)
        assert_goals_have_every_status(session, sync.clock)
        assert_employees_are_complete(session, sync.clock)
        assert_some_projects_have_costs(session, sync.clock)
        before = count_records(session)
    assert_warnings_are_sent_at_once(sync)
    create_agency_data(sync.database, sync.clock)
    with sync.database.write() as session:
        assert count_records(session) == before
    assert_responses_have_a_defined_order(sync)


def assert_responses_have_a_defined_order(sync: SyncHarness) -> None:
    """Check all responses here, because no other test has as many rows of all tables."""
    with sync.database.write() as session:
        owner = session.execute(select(User).where(User.email == "super_admin@regie.example")).scalar_one()
    comparison = OrderComparison(sync.database, sync.clock, owner)
    comparison.read()
    assert len(comparison.responses) > 200
    with reorder_rows(sync.database) as other:
        found = comparison.find_differences(other)
    assert found == [], "responses without a defined order:\n" + "\n".join(found)


def assert_warnings_are_sent_at_once(sync: SyncHarness) -> None:
    """The worker sends the demo's warnings without waiting, also those that it found before the demo dated them."""
    notifier = Notifier(MailCipher("a secret of the tests"), "http://localhost:8000")
    job = LedgerRefreshJob(sync.database, sync.clock, notifier)
    job.run_once()
    with sync.database.write() as session:
        found = select(func.count()).select_from(Notification).where(Notification.kind == "retainer_hours")
        assert session.execute(found).scalar_one() == 0
    assert settle_warnings(sync.database, sync.clock, notifier) > 0
    assert job.is_due()
    job.run_once()
    with sync.database.write() as session:
        kinds = set(session.execute(select(Notification.kind)).scalars())
    assert kinds >= {"retainer_hours", "retainer_pace", "project_budget", "retainer_automatic_renewal"}


def assert_some_projects_have_costs(session: Session, clock: Clock) -> None:
    of_project = Project.id == ProjectCost.project_id
    costs = session.execute(select(ProjectCost, Project.start_on, Project.end_on).join(Project, of_project)).all()
    assert len(costs) > 20
    assert {cost.currency for cost, _, _ in costs} == {"CAD", "USD"}
    assert all(start <= cost.incurred_on <= min(end or clock.today(), clock.today()) for cost, start, end in costs)


def count_records(session: Session) -> list[int]:
    models = (Client, Project, Employee, ProjectCost)
    return [session.execute(select(func.count()).select_from(model)).scalar_one() for model in models]


def assert_clients_are_distributed(session: Session) -> None:
    owners = Counter(session.execute(select(User.email).join(Client, Client.account_manager_id == User.id)).scalars())
    total = sum(owners.values())
    assert total >= 60
    assert 0.25 < owners["account_manager@regie.example"] / total < 0.75
    unmatched = session.execute(select(func.count()).where(Invoice.client_id.is_(None))).scalar_one()
    assert unmatched == 0


def assert_projects_are_valid(session: Session, clock: Clock) -> None:
    projects = list(session.execute(select(Project)).scalars())
    assert len(projects) >= 150
    assert {project.kind for project in projects} == {"fixed", "oos", "retainer"}
    assert {project.status for project in projects} >= {"active", "completed", "ended", "churned", "cancelled"}
    assert any(project.archived_at for project in projects)
    sellers: Counter[int] = Counter()
    for project_id, weight in session.execute(select(ProjectSeller.project_id, ProjectSeller.weight)):
        sellers[project_id] += weight
    for project in projects:
        assert project.end_on is None or project.end_on >= project.start_on
        assert not (project.archived_at and project.status in ("active", "on_hold"))
        assert project.status == "draft" or project.start_on <= clock.today()
        assert (project.amount is not None) == (project.kind in ("fixed", "oos"))
        assert sellers[project.id] == (100 if project.kind == "oos" else 0)
        assert (project.sold_on is not None) == (project.kind == "oos")
    won = select(func.count()).select_from(HubspotDeal).outerjoin(Project, Project.deal_id == HubspotDeal.id)
    without_project = won.where(HubspotDeal.state == "won", HubspotDeal.client_id.is_not(None), Project.id.is_(None))
    assert session.execute(without_project).scalar_one() >= 4


def assert_retainers_have_fees(session: Session) -> None:
    retainers = select(Project.id, Project.start_on, func.min(ProjectFee.starts_on), func.count(ProjectFee.id))
    rows = session.execute(
        retainers.outerjoin(ProjectFee, ProjectFee.project_id == Project.id)
        .where(Project.kind == "retainer")
        .group_by(Project.id, Project.start_on)
    ).all()
    assert all(first == start_on for _, start_on, first, _ in rows)
    assert max(count for *_, count in rows) > 1
    running = select(Project.id, ProjectFee.billing_interval).join(ProjectFee, ProjectFee.project_id == Project.id)
    by_project = {
        row[0]: row[1]
        for row in session.execute(running.where(Project.status == "active").order_by(ProjectFee.starts_on))
    }
    intervals = Counter(by_project.values())
    assert (intervals["quarter"], intervals["year"]) == (1, 1)


def assert_sales_have_every_status(session: Session, clock: Clock) -> None:
    """Check that all statuses occur, and that some work runs without approval."""
    query = (
        select(STATUS_NAME, func.count(), func.max(case((IS_UNAPPROVED_WORK, 1), else_=0)))
        .select_from(SALES.source)
        .group_by(STATUS_NAME)
    )
    rows = session.execute(query, {"today_": clock.today()}).all()
    assert {status for status, *_ in rows} == set(STATUSES)
    assert max(is_unapproved for *_, is_unapproved in rows) == 1


def assert_goals_have_every_status(session: Session, clock: Clock) -> None:
    """Check that all statuses, measures and metrics occur, and that check-ins are within their period."""
    goals = {goal.id: goal for goal in session.execute(select(EmployeeGoal)).scalars()}
    assert {goal.status for goal in goals.values()} == set(GOAL_STATUSES)
    assert {goal.measure for goal in goals.values()} == set(MEASURES)
    assert {goal.metric_key for goal in goals.values() if goal.metric_key} == set(METRICS)
    check_ins = list(session.execute(select(GoalCheckIn)).scalars())
    assert check_ins
    for check_in in check_ins:
        goal = goals[check_in.goal_id]
        assert goal.period_start <= check_in.checked_on <= min(goal.period_end, clock.today())


def assert_churns_are_recorded(session: Session) -> None:
    """Check that each lost retainer has one open churn, that all states occur, and that weights add up to 100."""
    lost = session.execute(select(Project.id).where(Project.kind == "retainer", Project.status == "churned")).scalars()
    events = list(session.execute(select(ChurnEvent)).scalars())
    open_churns = [event.project_id for event in events if event.state in ("recorded", "confirmed")]
    assert sorted(open_churns) == sorted(lost)
    assert {event.state for event in events} == {"recorded", "confirmed", "voided", "won_back"}
    assert {event.scope for event in events} == {"project", "logo"}
    weights: Counter[int] = Counter()
    for attribution in session.execute(select(ChurnAttribution)).scalars():
        weights[attribution.event_id] += attribution.weight
    assert {weights[event.id] for event in events} == {100}


def assert_ledgers_are_locked(session: Session, clock: Clock) -> None:
    """Check that months before last month are locked, and that balances and rollovers match."""
    periods = list(
        session.execute(select(RetainerPeriod).order_by(RetainerPeriod.project_id, RetainerPeriod.starts_on)).scalars()
    )
    last_month = (clock.today().replace(day=1) - timedelta(days=1)).replace(day=1)
    assert {period.status for period in periods if period.ends_on < last_month} == {"locked"}
    assert {period.status for period in periods if period.ends_on >= last_month} == {"open"}
    for name in ("late_hours", "adjustment", "overage_hours", "lapsed_hours", "rollover_in"):
        assert any(getattr(period, name) for period in periods), name
    for period in periods:
        moves = period.rollover_in + period.adjustment - period.used_hours - period.late_hours
        assert period.base_hours + moves == period.closing_balance
        assert period.closing_balance == period.rollover_out + period.lapsed_hours - period.overage_hours
    for period, next_period in pairwise(periods):
        assert period.project_id != next_period.project_id or period.rollover_out == next_period.rollover_in


def test_loading_requires_the_demo_environment(database: Database) -> None:
    settings = load_settings({"REGIE_ENV": "production", "REGIE_DATABASE_URL": str(database.url)})
    with pytest.raises(SettingsError, match="REGIE_ENV=demo"):
        load_demo(settings, "demo")
    with database.read() as db:
        assert db.execute(select(func.count()).select_from(User)).scalar_one() == 0


def test_without_a_worker_the_error_names_the_command(sync: SyncHarness) -> None:
    class HurryingClock(Clock):
        def now(self):
            sync.clock.moment += timedelta(seconds=20)
            return sync.clock.moment

    with pytest.raises(SettingsError, match="regie worker"):
        synchronize_all(sync.database, HurryingClock(), timedelta(minutes=3), lambda _line: None)


def assert_employees_are_complete(session: Session, clock: Clock) -> None:
    """Check that all employees have a department and a rate, and all but one a manager; all statuses occur."""
    staff = session.execute(select(Employee, EMPLOYEE_STATUS), {"today_": clock.today()}).all()
    assert {status for _, status in staff} == set(EMPLOYEE_STATUSES)
    assert {person.employment for person, _ in staff} == {"full", "part", "contractor"}
    assert len({person.department for person, _ in staff}) > 5
    assert all(person.department and person.phone and person.language for person, _ in staff)
    assert len([person for person, _ in staff if person.manager_id is None]) == 1
    rated = set(session.execute(select(EmployeeCostRate.employee_id)).scalars())
    assert rated == {person.id for person, _ in staff}
