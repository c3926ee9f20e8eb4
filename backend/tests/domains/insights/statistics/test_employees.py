"""Statistics of employees: each figure recalculated from its rows."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.core.db.table_versions import mark_table_changed
from regie.domains.records.churns.models import ChurnAttribution
from regie.domains.records.employees.models import EmployeeLeave
from regie.domains.records.projects.models import ProjectFee
from regie.schema import METADATA
from tests.factories.churns import make_churn
from tests.factories.figures import STATISTICS_PATH, fetch_figures, figure_values, make_account_manager
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.people import make_employee
from tests.factories.retainers import log_time
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_invoice, make_payment, make_project
from tests.factories.world import World, assert_unchanged

SOME_ID = "01a20289-f7f6-78b6-b9ff-d43f34152b4b"
NOVEMBER = "from=2026-11-01&to=2026-11-30"
CURRENCY_OF_METRIC = {
    "retained_mrr": "CAD",
    "churned_mrr": "CAD",
    "oos_sold": "CAD",
    "utilisation": None,
    "values_received": None,
}
GOALS = [
    ("number", None, None),
    ("yes_no", None, None),
    *(("linked", name, code) for name, code in CURRENCY_OF_METRIC.items()),
]


def test_hours_count_logged_time_and_working_days_employed(world: World):
    with world.database.write() as session:
        person = make_employee(
            session, capacity_hours_week=Decimal(40), started_on=date(2026, 11, 9), teamwork_user_id="logs-hours"
        )
        # Friday to Monday: two of four days are working days.
        session.add(EmployeeLeave(employee_id=person.id, starts_on=date(2026, 11, 13), ends_on=date(2026, 11, 16)))
        project = make_project(session, teamwork_project_id="any-project")
        for day, hours, fields in (
            (date(2026, 11, 9), "6", {"is_billable": True}),
            (date(2026, 11, 30), "3", {"is_billable": True}),
            (date(2026, 11, 30), "0.5", {}),
            (date(2026, 12, 1), "8", {"is_billable": True}),
            (date(2026, 11, 10), "8", {"is_billable": True, "deleted_at": SYNCED}),
        ):
            log_time(session, project, day, hours, teamwork_user_id="logs-hours", **fields)
        log_time(session, project, date(2026, 11, 10), "8", is_billable=True, teamwork_user_id="other-user")
        api_id = person.api_id
    (entry,) = fetch_figures(world, api_id, query=NOVEMBER)
    assert (entry["from"], entry["as_of"], entry["currency"], entry["missing_rates"]) == (
        "2026-11-01",
        "2026-11-30",
        None,
        [],
    )
    figures = figure_values(entry)
    # 16 working days from the 9th, two of them on leave: 14 × 8 hours.
    assert (figures["hours"], figures["billable_hours"]) == ("9.50", "9.00")
    # Eight of these days are until today, the 20th: 6 of 64 hours are 9.375 %.
    assert (figures["available_hours"], figures["utilisation"]) == ("112.00", "9.4")


@pytest.mark.parametrize(
    "fields",
    [{"capacity_hours_week": Decimal(0)}, {"ended_on": date(2026, 10, 31)}, {"started_on": date(2026, 12, 1)}],
    ids=["no-capacity", "left-before", "starts-later"],
)
def test_utilization_without_available_hours_is_null(world: World, fields: dict[str, Any]):
    with world.database.write() as session:
        api_id = make_employee(session, **fields).api_id
    figures = figure_values(fetch_figures(world, api_id, query=NOVEMBER)[0])
    assert (figures["hours"], figures["available_hours"], figures["utilisation"]) == ("0.00", "0.00", None)


def test_open_ended_leave_reduces_available_hours(world: World):
    with world.database.write() as session:
        person = make_employee(session, capacity_hours_week=Decimal(40))
        session.add(EmployeeLeave(employee_id=person.id, starts_on=date(2026, 11, 3), ends_on=None))
        api_id = person.api_id
    assert figure_values(fetch_figures(world, api_id, query=NOVEMBER)[0])["available_hours"] == "8.00"


def test_retainers_count_for_their_account_manager_per_currency(world: World):
    with world.database.write() as session:
        user, person = make_account_manager(session)
        mine = {"account_manager_id": user.id, "start_on": date(2026, 1, 1)}
        raised = make_project(session, monthly_fee="1000.00", **mine)
        session.add(ProjectFee(project_id=raised.id, amount=Decimal("1500.00"), starts_on=date(2026, 11, 16)))
        make_project(session, monthly_fee="70.00", currency="USD", **mine)
        make_project(session, monthly_fee="500.00", status="ended", end_on=date(2026, 11, 29), **mine)
        make_project(session, monthly_fee="500.00", status="on_hold", **mine)
        make_project(session, monthly_fee="500.00", start_on=date(2026, 1, 1))
        api_id = person.api_id
    figures = figure_values(fetch_figures(world, api_id, query=NOVEMBER)[0])
    assert figures["retained_mrr"] == {"CAD": "1500.00", "USD": "70.00"}
    # Half a month of each fee, and 29 of 30 days of the retainer that ended.
    assert figures["retainer_revenue"] == {"CAD": "1733.33", "USD": "70.00"}


def test_invoiced_amounts_exclude_tax_and_voided_invoices(world: World):
    with world.database.write() as session:
        user, person = make_account_manager(session)
        project = make_project(session, account_manager_id=user.id)
        billed = make_invoice(session, client_id=project.client_id, issued_on=date(2026, 11, 5))
        line = {"status": "ready", "invoice_id": billed.id, "amount": Decimal("250.00")}
        make_payment(session, project_id=project.id, **line)
        alone = {"project_id": project.id, "issued_on": date(2026, 11, 30)}
        make_invoice(session, subtotal=Decimal("40.00"), **alone)
        make_invoice(session, subtotal=Decimal("9.00"), currency="USD", **alone)
        make_invoice(session, is_voided=True, **alone)
        make_invoice(session, project_id=project.id, issued_on=date(2026, 12, 1))
        api_id = person.api_id
    (entry,) = fetch_figures(world, api_id, query=NOVEMBER)
    assert figure_values(entry)["invoiced"] == {
        "CAD": "290.00",
        "USD": "9.00",
    }


def test_churned_mrr_uses_stored_shares_of_former_employees_too(world: World):
    with world.database.write() as session:
        person = make_employee(session, status="left", ended_on=date(2026, 11, 12))
        other = make_employee(session)
        lost = make_churn(session, employee_id=other.id, mrr_lost=Decimal("900.00"))
        part = {"employee_id": person.id, "weight": 40, "months_managed": 1, "mrr_share": Decimal("360.00")}
        session.add(ChurnAttribution(event_id=lost.id, **part))
        make_churn(session, employee_id=person.id, mrr_lost=Decimal("10.00"), state="confirmed")
        make_churn(session, employee_id=person.id, mrr_lost=Decimal("7.00"), state="won_back",
                   won_back_on=date(2026, 12, 1))  # fmt: skip
        make_churn(session, employee_id=person.id, mrr_lost=Decimal("3.00"), state="voided")
        make_churn(session, employee_id=person.id, mrr_lost=Decimal("5.00"), effective_on=date(2026, 12, 1))
        api_id = person.api_id
    (entry,) = fetch_figures(world, api_id, query=NOVEMBER)
    assert figure_values(entry)["churned_mrr"] == {"CAD": "377.00"}
    rows = world.browser("admin").get(entry["figures"]["churned_mrr"]["rows"]).json()["data"]
    assert sum(Decimal(row["mrr_share"]["amount"]) for row in rows) == Decimal("377.00")


def test_oos_sales_count_by_share_after_client_approval(world: World):
    with world.database.write() as session:
        person, other = make_employee(session), make_employee(session)
        shared = {person.id: 33, other.id: 67}
        approved = make_oos_sale(session, sellers=shared, amount=Decimal("100.01"))
        make_approval(session, approved)
        refused = make_oos_sale(session, sellers=shared, amount=Decimal("500.00"))
        make_approval(session, refused, decision="declined")
        make_oos_sale(session, sellers=shared, amount=Decimal("500.00"))
        later = make_oos_sale(session, sellers=shared, amount=Decimal("500.00"), sold_on=date(2026, 12, 1))
        make_approval(session, later)
        ids = person.api_id, other.api_id
    first, second = fetch_figures(world, *ids, query=NOVEMBER)
    assert (figure_values(first)["oos_sold"], figure_values(second)["oos_sold"]) == ({"CAD": "33.00"}, {"CAD": "67.01"})
    rows = world.browser("admin").get(second["figures"]["oos_sold"]["rows"]).json()["data"]
    assert [row["amount"]["amount"] for row in rows] == ["67.01"]


def test_account_figures_equal_the_sum_of_project_statistics(world: World):
    with world.database.write() as session:
        user, person = make_account_manager(session)
        for number in range(1, 5):
            status = "ended" if number == 4 else "active"
            ends_on = date(2026, 11, 10 + number) if number > 2 else None
            days = {"start_on": date(2026, 11, number), "end_on": ends_on}
            status_fields = {"status": status, "archived_at": SYNCED if number == 4 else None}
            make_project(session, monthly_fee=f"{number}00.37", account_manager_id=user.id, **days, **status_fields)
        api_id = person.api_id
    (entry,) = fetch_figures(world, api_id, query=NOVEMBER)
    browser = world.browser("admin")
    listed = browser.get(entry["figures"]["retainer_revenue"]["rows"]).json()["data"]
    ids = ",".join(row["record"]["api_id"] for row in listed)
    projects = browser.get(f"/api/v1/projects-statistics?id={ids}&{NOVEMBER}").json()["data"]
    mrr = sum(Decimal(one["figures"]["mrr"]["money"]["amount"]) for one in projects)
    assert (len(listed), figure_values(entry)["retained_mrr"]) == (4, {"CAD": str(mrr)})
    by_day = sum(
        Decimal(f"{number}00.37") / 30
        for number, last in ((1, 30), (2, 30), (3, 13), (4, 14))
        for _ in range(last - number + 1)
    )
    revenue = Decimal(by_day).quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert figure_values(entry)["retainer_revenue"] == {"CAD": str(revenue)}


def test_amounts_without_rate_are_not_added(world: World):
    with world.database.write() as session:
        user, person = make_account_manager(session)
        for currency in ("CAD", "USD", "EUR"):
            make_project(session, monthly_fee="10.00", currency=currency, account_manager_id=user.id)
        api_id = person.api_id
    (entry,) = fetch_figures(world, api_id, query=f"{NOVEMBER}&currency=CAD")
    assert (entry["currency"], entry["missing_rates"]) == ("CAD", ["EUR/CAD", "USD/CAD"])
    assert figure_values(entry)["retained_mrr"] == {"CAD": "10.00", "EUR": "10.00", "USD": "10.00"}


def test_statement_count_does_not_depend_on_number_of_employees(world: World):
    """Each employee has a goal of every measure and metric, over different periods."""
    with world.database.write() as session:
        ids = []
        for number in range(30):
            user, person = make_account_manager(session)
            make_project(session, monthly_fee="10.00", account_manager_id=user.id)
            for measure, metric, currency in GOALS:
                days = {"period_start": date(2026, 11, 1 + number % 20)}
                what = {"measure": measure, "metric_key": metric, "currency": currency}
                make_goal(session, employee_id=person.id, **what, **days)
            ids.append(person.api_id)
        alone = make_employee(session).api_id
    counts = []
    for requested in ([alone], ids[:1], ids):
        fetch_figures(world, *requested, query=NOVEMBER)
        with world.database.write() as session:
            for table in METADATA.tables.keys() - {"exchange_rates", "settings"}:
                mark_table_changed(session, table)
        with record_statements(world.database) as statements:
            entries = fetch_figures(world, *requested, query=NOVEMBER)
        assert [response["employee"]["api_id"] for response in entries] == requested
        counts.append(len(statements))
    assert counts[0] < counts[1] == counts[2] <= 22


def test_default_days_are_the_current_month_until_today(world: World):
    (entry,) = fetch_figures(world, world.people["employee"].employee.api_id)
    assert (entry["from"], entry["as_of"]) == ("2026-11-01", "2026-11-20")
    (entry,) = fetch_figures(world, world.people["employee"].employee.api_id, query="from=2026-12-02")
    assert (entry["from"], entry["as_of"]) == ("2026-12-02", "2026-12-02")


def test_unknown_employee_id_returns_404(world: World):
    me = world.people["admin"].employee.api_id
    assert world.browser("admin").get(f"{STATISTICS_PATH}?id={me},{new_api_id()}").status_code == 404
    assert len(fetch_figures(world, me, me)) == 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("id=", "id"),
        ("id=not-an-id", "id"),
        (f"id={SOME_ID},", "id"),
        ("id=" + ",".join([SOME_ID] * 101), "id"),
        (f"id={SOME_ID}&from=2026-02-01&to=2026-01-31", "to"),
        (f"id={SOME_ID}&currency=XYZ", "currency"),
        (f"id={SOME_ID}&to=yesterday", "to"),
        (f"id={SOME_ID}&x=1", "x"),
    ],
    ids=["empty", "invalid-id", "trailing-comma", "too-many", "end-before-start", "currency", "day", "unknown-field"],
)
def test_invalid_query_returns_422(world: World, query: str, field: str):
    with assert_unchanged(world.database):
        response = world.browser("admin").get(f"{STATISTICS_PATH}?{query}")
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_range_of_centuries_is_supported(world: World):
    with world.database.write() as session:
        user, person = make_account_manager(session)
        make_project(session, monthly_fee="10.00", account_manager_id=user.id, start_on=date(2000, 1, 16))
        api_id = person.api_id
    (entry,) = fetch_figures(world, api_id, query="from=1970-01-01&to=2200-12-31")
    # 16 of 31 days of the first month, and 2,411 full months.
    revenue = (Decimal(16) / 31 + 2411) * 10
    assert figure_values(entry)["retainer_revenue"] == {"CAD": str(revenue.quantize(Decimal("0.01"), ROUND_HALF_UP))}
