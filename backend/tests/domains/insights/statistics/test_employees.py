"""Statistics of several people over HTTP: each figure recomputed from the rows that it speaks of."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.domains.records.churns.models import ChurnAttribution
from regie.domains.records.employees.models import EmployeeLeave
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import ProjectFee
from tests.factories.figures import PATH, make_manager, read_figures, told
from tests.factories.goals import make_goal
from tests.factories.losses import make_churn
from tests.factories.people import make_employee
from tests.factories.retainers import log_time
from tests.factories.sales import make_decision, make_extra
from tests.factories.statements import count_statements
from tests.factories.work import SYNCED, make_invoice, make_project
from tests.factories.world import World, unchanged

SOME_ID = "01a20289-f7f6-78b6-b9ff-d43f34152b4b"
NOVEMBER = "from=2026-11-01&to=2026-11-30"
FOLLOWED = {
    "retained_mrr": "CAD",
    "churned_mrr": "CAD",
    "oos_sold": "CAD",
    "utilisation": None,
    "values_received": None,
}
GOALS = [("number", None, None), ("yes_no", None, None), *(("linked", name, code) for name, code in FOLLOWED.items())]


def test_hours_are_those_that_the_person_logged_on_working_days_they_were_there(world: World):
    with world.database.write() as session:
        person = make_employee(
            session, capacity_hours_week=Decimal(40), started_on=date(2026, 11, 9), teamwork_user_id="logs-hours"
        )
        # A Friday to a Monday: two of its four days are working days.
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
        log_time(session, project, date(2026, 11, 10), "8", is_billable=True, teamwork_user_id="somebody-else")
        api_id = person.api_id
    (entry,) = read_figures(world, api_id, query=NOVEMBER)
    assert (entry["from"], entry["as_of"], entry["currency"], entry["missing_rates"]) == (
        "2026-11-01",
        "2026-11-30",
        None,
        [],
    )
    figures = told(entry)
    # Sixteen working days from the 9th on, two of them away: 14 × 8 hours; 9 of 112 hours are 8.04 %.
    assert (figures["hours"], figures["billable_hours"]) == ("9.50", "9.00")
    assert (figures["available_hours"], figures["utilisation"]) == ("112.00", "8.0")


@pytest.mark.parametrize(
    "fields",
    [{"capacity_hours_week": Decimal(0)}, {"ended_on": date(2026, 10, 31)}, {"started_on": date(2026, 12, 1)}],
    ids=["no-capacity", "had-left", "had-not-begun"],
)
def test_nothing_to_divide_by_is_said_to_be_nothing(world: World, fields: dict[str, Any]):
    with world.database.write() as session:
        api_id = make_employee(session, **fields).api_id
    figures = told(read_figures(world, api_id, query=NOVEMBER)[0])
    assert (figures["hours"], figures["available_hours"], figures["utilisation"]) == ("0.00", "0.00", None)


def test_a_leave_without_an_end_goes_on(world: World):
    with world.database.write() as session:
        person = make_employee(session, capacity_hours_week=Decimal(40))
        session.add(EmployeeLeave(employee_id=person.id, starts_on=date(2026, 11, 3), ends_on=None))
        api_id = person.api_id
    assert told(read_figures(world, api_id, query=NOVEMBER)[0])["available_hours"] == "8.00"


def test_retainers_count_for_whoever_manages_their_account_each_in_its_own_currency(world: World):
    with world.database.write() as session:
        user, person = make_manager(session)
        mine = {"account_manager_id": user.id, "start_on": date(2026, 1, 1)}
        raised = make_project(session, monthly_fee="1000.00", **mine)
        session.add(ProjectFee(project_id=raised.id, amount=Decimal("1500.00"), starts_on=date(2026, 11, 16)))
        make_project(session, monthly_fee="70.00", currency="USD", **mine)
        make_project(session, monthly_fee="500.00", status="ended", end_on=date(2026, 11, 29), **mine)
        make_project(session, monthly_fee="500.00", status="on_hold", **mine)
        make_project(session, monthly_fee="500.00", start_on=date(2026, 1, 1))
        api_id = person.api_id
    figures = told(read_figures(world, api_id, query=NOVEMBER)[0])
    assert figures["retained_mrr"] == {"CAD": "1500.00", "USD": "70.00"}
    # Half a month of each fee, and 29 of 30 days of the one that ended.
    assert figures["retainer_revenue"] == {"CAD": "1733.33", "USD": "70.00"}


def test_what_was_invoiced_counts_once_without_tax_and_without_what_is_void(world: World):
    with world.database.write() as session:
        user, person = make_manager(session)
        project = make_project(session, account_manager_id=user.id)
        billed = make_invoice(session, client_id=project.client_id, issued_on=date(2026, 11, 5))
        line = {"sequence": 1, "due_on": date(2026, 11, 5), "status": "ready", "invoice_id": billed.id}
        session.add(ProjectPayment(project_id=project.id, amount=Decimal("250.00"), **line))
        alone = {"project_id": project.id, "issued_on": date(2026, 11, 30)}
        make_invoice(session, subtotal=Decimal("40.00"), **alone)
        make_invoice(session, subtotal=Decimal("9.00"), currency="USD", **alone)
        make_invoice(session, is_voided=True, **alone)
        make_invoice(session, project_id=project.id, issued_on=date(2026, 12, 1))
        api_id = person.api_id
    assert told(read_figures(world, api_id, query=NOVEMBER)[0])["invoiced"] == {"CAD": "290.00", "USD": "9.00"}


def test_losses_count_by_their_frozen_parts_and_leavers_keep_theirs(world: World):
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
    (entry,) = read_figures(world, api_id, query=NOVEMBER)
    assert told(entry)["churned_mrr"] == {"CAD": "377.00"}
    rows = world.browser("admin").get(entry["figures"]["churned_mrr"]["rows"]).json()["data"]
    assert sum(Decimal(row["mrr_share"]["amount"]) for row in rows) == Decimal("377.00")


def test_extra_work_counts_by_shares_from_the_clients_yes_on(world: World):
    with world.database.write() as session:
        person, other = make_employee(session), make_employee(session)
        shared = {person.id: 33, other.id: 67}
        approved = make_extra(session, sellers=shared, amount=Decimal("100.01"))
        make_decision(session, approved)
        refused = make_extra(session, sellers=shared, amount=Decimal("500.00"))
        make_decision(session, refused, decision="declined")
        make_extra(session, sellers=shared, amount=Decimal("500.00"))
        later = make_extra(session, sellers=shared, amount=Decimal("500.00"), sold_on=date(2026, 12, 1))
        make_decision(session, later)
        ids = person.api_id, other.api_id
    first, second = read_figures(world, *ids, query=NOVEMBER)
    assert (told(first)["oos_sold"], told(second)["oos_sold"]) == ({"CAD": "33.00"}, {"CAD": "67.01"})
    rows = world.browser("admin").get(second["figures"]["oos_sold"]["rows"]).json()["data"]
    assert [row["amount"]["amount"] for row in rows] == ["67.01"]


def test_the_rows_of_accounts_add_up_by_the_statistics_of_their_projects(world: World):
    with world.database.write() as session:
        user, person = make_manager(session)
        for number in range(1, 5):
            status = "ended" if number == 4 else "active"
            ends_on = date(2026, 11, 10 + number) if number > 2 else None
            days = {"start_on": date(2026, 11, number), "end_on": ends_on}
            put_away = {"status": status, "archived_at": SYNCED if number == 4 else None}
            make_project(session, monthly_fee=f"{number}00.37", account_manager_id=user.id, **days, **put_away)
        api_id = person.api_id
    (entry,) = read_figures(world, api_id, query=NOVEMBER)
    browser = world.browser("admin")
    listed = browser.get(entry["figures"]["retainer_revenue"]["rows"]).json()["data"]
    ids = ",".join(row["api_id"] for row in listed)
    projects = browser.get(f"/api/v1/projects-statistics?id={ids}&{NOVEMBER}").json()["data"]
    mrr = sum(Decimal(one["figures"]["mrr"]["money"]["amount"]) for one in projects)
    assert (len(listed), told(entry)["retained_mrr"]) == (4, {"CAD": str(mrr)})
    by_day = sum(
        Decimal(f"{number}00.37") / 30
        for number, last in ((1, 30), (2, 30), (3, 13), (4, 14))
        for _ in range(last - number + 1)
    )
    revenue = Decimal(by_day).quantize(Decimal("0.01"), ROUND_HALF_UP)
    assert told(entry)["retainer_revenue"] == {"CAD": str(revenue)}


def test_another_currency_is_told_as_missing_and_never_added(world: World):
    with world.database.write() as session:
        user, person = make_manager(session)
        for currency in ("CAD", "USD", "EUR"):
            make_project(session, monthly_fee="10.00", currency=currency, account_manager_id=user.id)
        api_id = person.api_id
    (entry,) = read_figures(world, api_id, query=f"{NOVEMBER}&currency=CAD")
    assert (entry["currency"], entry["missing_rates"]) == ("CAD", ["EUR/CAD", "USD/CAD"])
    assert told(entry)["retained_mrr"] == {"CAD": "10.00", "EUR": "10.00", "USD": "10.00"}


def test_many_people_take_as_many_statements_as_one_whatever_their_goals_follow(world: World):
    """Each has a goal of every measure and figure, over days of its own."""
    with world.database.write() as session:
        ids = []
        for number in range(30):
            user, person = make_manager(session)
            make_project(session, monthly_fee="10.00", account_manager_id=user.id)
            for measure, metric, currency in GOALS:
                days = {"period_start": date(2026, 11, 1 + number % 20)}
                what = {"measure": measure, "metric_key": metric, "currency": currency}
                make_goal(session, employee_id=person.id, **what, **days)
            ids.append(person.api_id)
        alone = make_employee(session).api_id
    counts = []
    for asked in ([alone], ids[:1], ids):
        read_figures(world, *asked, query=NOVEMBER)
        with count_statements(world.database) as statements:
            answers = read_figures(world, *asked, query=NOVEMBER)
        assert [answer["employee"]["api_id"] for answer in answers] == asked
        counts.append(len(statements))
    assert counts[0] < counts[1] == counts[2] <= 20


def test_without_days_it_is_the_month_so_far(world: World):
    (entry,) = read_figures(world, world.people["employee"].employee.api_id)
    assert (entry["from"], entry["as_of"]) == ("2026-11-01", "2026-11-20")
    (entry,) = read_figures(world, world.people["employee"].employee.api_id, query="from=2026-12-02")
    assert (entry["from"], entry["as_of"]) == ("2026-12-02", "2026-12-02")


def test_each_id_is_a_persons_or_nothing_is_told(world: World):
    me = world.people["admin"].employee.api_id
    assert world.browser("admin").get(f"{PATH}?id={me},{new_api_id()}").status_code == 404
    assert len(read_figures(world, me, me)) == 1


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("", "id"),
        ("id=nobody", "id"),
        (f"id={SOME_ID},", "id"),
        ("id=" + ",".join([SOME_ID] * 101), "id"),
        (f"id={SOME_ID}&from=2026-02-01&to=2026-01-31", "to"),
        (f"id={SOME_ID}&currency=XYZ", "currency"),
        (f"id={SOME_ID}&to=yesterday", "to"),
        (f"id={SOME_ID}&x=1", "x"),
    ],
    ids=["none", "no-id", "comma", "too-many", "order", "currency", "day", "unknown"],
)
def test_what_makes_no_sense_is_refused(world: World, query: str, field: str):
    with unchanged(world.database):
        answer = world.browser("admin").get(f"{PATH}?{query}")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_centuries_are_answered_like_a_month(world: World):
    with world.database.write() as session:
        user, person = make_manager(session)
        make_project(session, monthly_fee="10.00", account_manager_id=user.id, start_on=date(2000, 1, 16))
        api_id = person.api_id
    (entry,) = read_figures(world, api_id, query="from=1970-01-01&to=2200-12-31")
    # 16 of the 31 days of the first month, and 2,411 whole ones.
    revenue = (Decimal(16) / 31 + 2411) * 10
    assert told(entry)["retainer_revenue"] == {"CAD": str(revenue.quantize(Decimal("0.01"), ROUND_HALF_UP))}
