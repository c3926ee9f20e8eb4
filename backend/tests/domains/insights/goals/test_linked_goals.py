"""Linked goals follow their metrics until they are closed."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.core.audit.activity import without_audit
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import ProjectFee
from tests.browser import Browser
from tests.domains.insights.goals.helpers import GOALS, Member, check_in, close_goal, create_goal, read_goal
from tests.factories.churns import make_churn
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.recognition import make_award
from tests.factories.retainers import log_time, make_retainer
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_project
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def seller(world: World) -> Member:
    return Member(world, "account_manager", teamwork_user_id=None)


def _create_linked_goal(admin: Browser, member: Member, metric: str, target: str, **fields: Any) -> dict[str, Any]:
    return create_goal(admin, member, measure="linked", metric_key=metric, target_value=target, **fields)


def _values(goal: dict[str, Any]) -> tuple[str | None, str | None]:
    return goal["current_value"], goal["attainment"]


def test_retained_mrr_is_the_mrr_of_today(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "retained_mrr", "5000.00", currency="CAD", start_value="1000.00")
    assert _values(goal) == ("0.00", "-0.2500")
    with world.database.write() as session:
        client = make_client(session, account_manager_id=seller.user.id)
        project = make_project(session, client_id=client.id, monthly_fee="3000.00")
        make_project(session, client_id=client.id, monthly_fee="900.00", currency="USD")
    assert _values(read_goal(admin, goal)) == ("3000.00", "0.5000")
    with world.database.write() as session:
        session.add(ProjectFee(project_id=project.id, amount=Decimal("5500.00"), starts_on=date(2026, 11, 15)))
        session.add(ProjectFee(project_id=project.id, amount=Decimal("9500.00"), starts_on=date(2026, 12, 15)))
    assert _values(read_goal(seller.browser, goal)) == ("5500.00", "1.1250")


def test_churned_mrr_counts_as_allowance(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "churned_mrr", "2000.00", currency="CAD", direction="at_most")
    assert (_values(goal), goal["pace_status"]) == (("0.00", "1.0000"), "on_track")
    with world.database.write() as session:
        make_churn(session, employee_id=seller.employee.id)
        make_churn(session, employee_id=seller.employee.id, effective_on=date(2026, 10, 31))
        make_churn(session, employee_id=seller.employee.id, state="voided")
    behind = read_goal(admin, goal)
    assert (_values(behind), behind["pace_status"]) == (("1000.00", "1.0000"), "behind")
    with world.database.write() as session:
        make_churn(session, employee_id=seller.employee.id, mrr_lost=Decimal("1000.01"))
    over = read_goal(admin, goal)
    assert (_values(over), over["pace_status"]) == (("2000.01", "1.0000"), "at_risk")


def test_oos_sales_count_after_client_approval(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "oos_sold", "10000.00", currency="CAD")
    with world.database.write() as session:
        sale = make_oos_sale(session, sellers={seller.employee.id: 100}, amount=Decimal("2500.00"))
    assert _values(read_goal(admin, goal)) == ("0.00", "0.0000")
    with world.database.write() as session:
        make_approval(session, session.merge(sale, load=True))
    assert _values(read_goal(admin, goal)) == ("2500.00", "0.2500")


def test_utilization_is_a_percentage_and_null_without_available_hours(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "utilisation", "75.00", start_value="50.00")
    started_today = _create_linked_goal(admin, seller, "utilisation", "75.00", period_start="2026-11-20")
    with world.database.write() as session:
        project = make_retainer(session)
        log_time(session, project, date(2026, 11, 10), "30", teamwork_user_id=f"u{seller.user.id}", is_billable=True)
        log_time(session, project, date(2026, 12, 1), "50", teamwork_user_id=f"u{seller.user.id}", is_billable=True)
        linked = update(Employee).where(Employee.id == seller.employee.id)
        session.execute(without_audit(linked.values(teamwork_user_id=f"u{seller.user.id}")))
    # 2 to 20 November has 15 working days of 7.5 hours.
    assert _values(read_goal(admin, goal)) == ("26.6667", "-0.9333")
    with world.database.write() as session:
        statement = update(Employee).where(Employee.id == seller.employee.id).values(ended_on=date(2026, 11, 19))
        session.execute(without_audit(statement))
    undefined = read_goal(admin, started_today)
    assert (_values(undefined), undefined["pace_status"]) == ((None, None), None)


def test_values_received_counts_awards_in_period(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "values_received", "4.00")
    with world.database.write() as session:
        make_award(session, receiver_id=seller.employee.id, awarded_on=date(2026, 11, 3))
        make_award(session, receiver_id=seller.employee.id, awarded_on=date(2026, 10, 31))
    assert _values(read_goal(admin, goal)) == ("1.00", "0.2500")


def test_closing_freezes_the_metric_and_reopening_resumes_it(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "oos_sold", "1000.00", currency="CAD")
    with world.database.write() as session:
        make_approval(session, make_oos_sale(session, sellers={seller.employee.id: 100}, amount=Decimal("1000.00")))
    assert _values(close_goal(admin, goal, "achieved")) == ("1000.00", "1.0000")
    with world.database.write() as session:
        make_approval(session, make_oos_sale(session, sellers={seller.employee.id: 100}, amount=Decimal("500.00")))
    assert _values(read_goal(admin, goal)) == ("1000.00", "1.0000")
    again = admin.post(f"{GOALS}/{goal['api_id']}/reopenings", {"reason": "L’année continue"}).json()["data"]
    assert _values(again) == ("1500.00", "1.5000")


def test_linked_goal_refuses_check_ins_and_has_no_value_before_its_start(world: World, admin: Browser, seller: Member):
    goal = _create_linked_goal(admin, seller, "values_received", "4.00", period_start="2026-12-01")
    assert (_values(goal), goal["pace_status"]) == ((None, None), None)
    with assert_unchanged(world.database):
        response = seller.browser.post(f"{GOALS}/{goal['api_id']}/check-ins", {"value": "1"})
    assert (response.status_code, response.json()["code"]) == (422, "goal_linked")


def test_statement_count_does_not_depend_on_number_of_goals(world: World, admin: Browser):
    """With goals of every measure and metric, over different periods."""
    metrics: list[dict[str, Any]] = [{"measure": measure} for measure in ("number", "percent", "yes_no")]
    metrics += [{"measure": "linked", "metric_key": name} for name in ("utilisation", "values_received")]
    money = ("retained_mrr", "churned_mrr", "oos_sold")
    metrics += [{"measure": "linked", "metric_key": name, "currency": "CAD"} for name in money]
    counts = {}
    for rounds in (1, 4):
        with world.database.write() as session:
            for day in range(rounds * len(metrics)):
                fields = {
                    "title": "Compté",
                    "period_start": date(2026, 10, 1 + day % 28),
                    **metrics[day % len(metrics)],
                }
                make_goal(session, **fields)
        for query in ("search=compte&per_page=100", "search=compte&per_page=100&pace=behind&pace=at_risk"):
            admin.get(f"{GOALS}?{query}")
            with record_statements(world.database) as statements:
                rows = admin.get(f"{GOALS}?{query}").json()["data"]
            assert rows
            counts.setdefault(query, []).append(len(statements))
    assert all(few == many <= 20 for few, many in counts.values()), counts


def test_employee_statistics_weigh_goals_as_of_the_last_day(world: World, admin: Browser, seller: Member):
    """On 12 November: 3 of 12 with weight 3, and 0 of 12 with weight 1, without private goals and drafts."""
    heavy = create_goal(admin, seller, weight=3)
    check_in(admin, heavy, "3.00", checked_on="2026-11-10")
    check_in(admin, heavy, "12.00", checked_on="2026-11-15")
    create_goal(admin, seller)
    check_in(admin, create_goal(admin, seller, visibility="private"), "9.00", checked_on="2026-11-10")
    create_goal(admin, seller, status="draft")

    def read_figure(last: str) -> dict[str, Any]:
        path = f"/api/v1/employees-statistics?id={seller.employee.api_id}&from=2026-11-01&to={last}"
        return admin.get(path).json()["data"][0]["figures"]["goal_attainment"]

    assert read_figure("2026-11-12")["value"] == "18.8"
    assert read_figure("2026-11-20")["value"] == "75.0"
    close_goal(admin, heavy, "achieved")
    assert read_figure("2026-11-12")["value"] == "18.8"
    rows = admin.get(f"{read_figure('2026-11-20')['rows']}&per_page=100").json()["data"]
    assert sorted(row["attainment"] for row in rows) == ["0.0000", "1.0000"]
    without_goals = Member(world).employee.api_id
    path = f"/api/v1/employees-statistics?id={without_goals}&from=2026-11-01&to=2026-11-20"
    assert admin.get(path).json()["data"][0]["figures"]["goal_attainment"]["value"] is None
