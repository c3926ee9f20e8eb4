"""Months are closed in order; their published figures never move, and restatements explain what is known since."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from regie.core.db.database import Database
from regie.domains.people.notifications.models import Notification
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.models import ClosedMonth, PublishedAmount
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from tests.browser import Browser
from tests.conftest import delete_all_rows
from tests.factories.months import apply_edit
from tests.factories.people import make_employee, make_user
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_project, make_receipt, make_time
from tests.factories.world import assert_unchanged

SignInAs = Callable[..., Browser]
OCTOBER = "/api/v1/months/2026-10"
RESTATEMENTS = "/api/v1/month-restatements?month=2026-10"


@pytest.fixture
def controller(sign_in_as: SignInAs) -> Browser:
    return sign_in_as("financial_manager")


@pytest.fixture
def agency(database: Database) -> int:
    """A client with a retainer of 1000 CAD since January, and an invoice of October with 200 CAD owed of 575."""
    with database.write() as session:
        client = make_client(session, currency="CAD")
        make_project(
            session, client_id=client.id, kind="retainer", status="active", monthly_fee="1000.00", currency="CAD",
            start_on=date(2026, 1, 1),
        )  # fmt: skip
        fixed = make_project(session, client_id=client.id, kind="fixed", amount=Decimal("5000.00"), currency="CAD")
        invoice = make_invoice(
            session, client_id=client.id, project_id=fixed.id, issued_on=date(2026, 10, 5), due_on=date(2026, 10, 20),
            currency="CAD", subtotal=Decimal(500), tax=Decimal(75), total=Decimal(575), balance=Decimal(200),
        )  # fmt: skip
        make_receipt(session, invoice, "375.00", date(2026, 10, 15))
    return client.id


def _close(browser: Browser, month: str = "2026-10", **body: Any) -> Any:
    return browser.post(f"/api/v1/months/{month}/closings", {"reason": "Checked", **body})


def _figures(browser: Browser, month: str = "2026-10") -> dict[str, dict[str, Any]]:
    response = browser.get(f"/api/v1/months/{month}/figures?currency=CAD")
    assert response.status_code == 200, response.text
    return {figure["name"]: figure for figure in response.json()["data"]["figures"]}


def _published(browser: Browser) -> dict[str, Any]:
    return {name: figure["published"] for name, figure in _figures(browser).items()}


def _dashboard(browser: Browser, first: str, last: str) -> dict[str, Any]:
    response = browser.get(f"/api/v1/dashboard?from={first}&to={last}&currency=CAD")
    assert response.status_code == 200, response.text
    return response.json()["data"]["figures"]


def _count(database: Database, model: type[Any]) -> int:
    with database.read() as connection:
        return connection.execute(select(func.count()).select_from(model)).scalar_one()


def test_closing_publishes_the_figures_of_the_month(agency: int, controller: Browser):
    answer = _close(controller)
    assert answer.status_code == 201, answer.text
    assert (answer.json()["data"]["state"], answer.json()["data"]["actions"]) == ("closed", ["reopen"])
    found = {name: figure["published"]["money"] for name, figure in _figures(controller).items()}
    assert found["mrr"]["amount"] == found["mrr_start"]["amount"] == "1000.00"
    assert found["revenue"]["amount"] == "1500.00"
    assert found["receivables"]["amount"] == "200.00"
    groups = {group["name"]: group["money"]["amount"] for group in _figures(controller)["revenue"]["groups"]}
    assert groups == {"2026-10:fixed": "500.00", "2026-10:retainer": "1000.00"}


def test_lost_mrr_is_a_negative_movement(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        make_project(
            session, client_id=make_client(session, currency="CAD").id, kind="retainer", status="ended",
            monthly_fee="300.00", currency="CAD", start_on=date(2026, 1, 1), end_on=date(2026, 10, 15),
        )  # fmt: skip
    _close(controller)
    figures = _figures(controller)
    movements = figures["mrr_movements"]["published"]["money"]["amount"]
    start, end = (figures[name]["published"]["money"]["amount"] for name in ("mrr_start", "mrr"))
    assert (start, movements, end) == ("1300.00", "-300.00", "1000.00")


def test_late_changes_of_services_are_restatements(agency: int, controller: Browser, database: Database):
    _close(controller)
    before = _published(controller)
    with database.write() as session:
        # A payment dated back, a late invoice, and a voided one.
        session.execute(update(Invoice).values(balance=Decimal(150)))
        invoice = session.execute(select(Invoice)).scalar_one()
        make_receipt(session, invoice, "50.00", date(2026, 10, 31))
        make_invoice(
            session, client_id=agency, project_id=invoice.project_id, issued_on=date(2026, 10, 30), currency="CAD",
            subtotal=Decimal(40), tax=Decimal(0), total=Decimal(40), balance=Decimal(40),
        )  # fmt: skip
    assert _published(controller) == before
    figures = _figures(controller)
    assert figures["receivables"]["difference"]["money"]["amount"] == "-10.00"
    assert figures["revenue"]["difference"]["money"]["amount"] == "40.00"
    assert figures["mrr"]["difference"] is None
    rows = controller.get(f"{RESTATEMENTS}&figure=receivables").json()["data"]
    assert [(row["cause"], row["difference"]["amount"]) for row in rows] == [("changed", "-50.00"), ("added", "40.00")]
    shown = _dashboard(controller, "2026-10-01", "2026-10-31")["receivables"]
    assert shown["money"]["amount"] == "200.00"
    assert shown["closed_months"] == ["2026-10-01"]
    assert shown["restatement"]["difference"]["money"]["amount"] == "-10.00"


def _log_hours(database: Database, hours: int) -> None:
    with database.write() as session:
        make_time(session, teamwork_user_id="p-1", worked_on=date(2026, 10, 6), minutes=60 * hours, is_billable=True)


def test_difference_of_percentages_is_in_points(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        make_employee(
            session,
            teamwork_user_id="p-1",
            capacity_hours_week=Decimal(40),
            utilisation_target=75,
            started_on=date(2020, 1, 1),
        )
    _log_hours(database, 44)
    _close(controller)
    assert _figures(controller)["utilisation"]["difference"] is None
    _log_hours(database, 22)
    figure = _figures(controller)["utilisation"]
    published, known, difference = (
        Decimal(figure[part]["value"]) for part in ("published", "known_today", "difference")
    )
    assert (published, known) == (Decimal("25.0"), Decimal("37.5"))
    assert difference == known - published
    dashboard = _dashboard(controller, "2026-10-01", "2026-10-31")
    assert dashboard["utilisation"]["restatement"]["difference"]["value"] == "12.5"
    # The hours are explained by the records of the published figure that they are a part of.
    hours = dashboard["billable_hours"]["restatement"]
    (row,) = controller.get(f"{RESTATEMENTS}&figure={hours['figure']}").json()["data"]
    assert hours["difference"]["value"] == row["difference_value"] == "22.00"


def test_dashboards_over_closed_and_open_months_add_both(agency: int, controller: Browser, database: Database):
    _close(controller)
    with database.write() as session:
        session.execute(update(Invoice).values(subtotal=Decimal(900)))
    revenue = _dashboard(controller, "2026-09-01", "2026-10-31")["revenue"]
    assert revenue["money"]["amount"] == "2500.00"
    assert revenue["closed_months"] == ["2026-10-01"]
    assert revenue["restatement"] is None
    assert _dashboard(controller, "2026-10-10", "2026-10-31")["revenue"]["closed_months"] == []


def test_months_are_closed_in_order_and_once(agency: int, controller: Browser, database: Database):
    assert _close(controller, "2026-09").status_code == 201
    cases = {
        "2026-09": "month_is_closed",
        "2026-08": "month_before_closed",
        "2026-11": "month_not_over",
        "2026-12": "month_not_over",
    }
    for month, code in cases.items():
        with assert_unchanged(database):
            answer = _close(controller, month)
        assert (answer.status_code, answer.json()["code"]) == (422, code), month
    with assert_unchanged(database):
        assert controller.post("/api/v1/months/2026-13/closings", {}).status_code == 404
    assert _close(controller, "2026-10").status_code == 201


def test_first_closed_month_that_was_reopened_is_closed_again(agency: int, controller: Browser, database: Database):
    for month in ("2026-08", "2026-09", "2026-10"):
        assert _close(controller, month).status_code == 201
    for month in ("2026-08", "2026-09"):
        reopened = controller.post(f"/api/v1/months/{month}/reopenings", {"reason": "A wrong fee"})
        assert reopened.status_code == 201, reopened.text
    rows = {row["api_id"]: row["actions"] for row in controller.get("/api/v1/months?per_page=100").json()["data"]}
    assert [month for month, actions in rows.items() if actions == ["close"]] == ["2026-09"]
    with assert_unchanged(database):
        for month in ("2026-07", "2026-08"):
            early = _close(controller, month)
            assert (early.status_code, early.json()["code"]) == (422, "month_before_closed"), month
    assert early.json()["message"] == "October 2026 is the first closed month. The months before it stay open."
    assert _close(controller, "2026-09").status_code == _close(controller, "2026-08").status_code == 201
    gap = controller.post("/api/v1/months/2026-09/reopenings", {"reason": "A wrong fee"})
    assert gap.status_code == 201, gap.text
    assert _close(controller, "2026-09").status_code == 201


@pytest.mark.parametrize("month", ["1800-01", "2025-12"])
def test_month_before_the_first_record_is_not_closed(month: str, agency: int, controller: Browser, database: Database):
    """It is in no list, and every later month would have to wait for it."""
    with assert_unchanged(database):
        answer = _close(controller, month)
    assert (answer.status_code, answer.json()["code"]) == (422, "month_before_records")
    assert "January 2026" in answer.json()["message"]
    assert controller.get(f"/api/v1/months/{month}").json()["data"]["actions"] == []
    assert _close(controller, "2026-01").status_code == 201


def test_month_of_more_than_ten_years_ago_is_not_closed(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        session.execute(update(Project).values(start_on=date(2010, 5, 1)))
    assert _close(controller, "2016-11").json()["code"] == "month_before_records"
    assert _close(controller, "2016-12").status_code == 201


def test_open_points_need_a_reason(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        make_invoice(session, client_id=None, project_id=None, issued_on=date(2026, 10, 7))
    points = controller.get(OCTOBER).json()["data"]["open_points"]
    assert {"name": "invoices", "count": 1} in points
    answer = controller.post(f"{OCTOBER}/closings", {})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["reason"])
    assert (_count(database, ClosedMonth), _count(database, PublishedAmount)) == (0, 0)
    assert _close(controller, reason="They are credit notes").status_code == 201
    assert controller.get(OCTOBER).json()["data"]["closing"]["reason"] == "They are credit notes"


def test_hours_over_without_a_decision_are_an_open_point(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        for month, hours in ((9, "4.00"), (10, "2.50"), (10, "0.00")):
            retainer = make_project(session, kind="retainer", status="active", monthly_fee="900.00")
            amounts = dict.fromkeys(("rollover_in", "late_hours", "rollover_out", "lapsed_hours"), Decimal(0))
            session.add(
                RetainerPeriod(
                    project_id=retainer.id, starts_on=date(2026, month, 1), ends_on=date(2026, month, 28), **amounts,
                    fee=Decimal(900), base_hours=Decimal(10), used_hours=Decimal(10) + Decimal(hours), status="locked",
                    overage_hours=Decimal(hours), closing_balance=-Decimal(hours),
                )
            )  # fmt: skip
    assert {"name": "hours_over", "count": 1} in controller.get(OCTOBER).json()["data"]["open_points"]


def test_people_with_missing_time_are_an_open_point(agency: int, controller: Browser, database: Database):
    with database.write() as session:
        make_employee(session, capacity_hours_week=Decimal(40), teamwork_user_id="logs-time")
        make_employee(session, capacity_hours_week=Decimal(40))
    point = {"name": "missing_time", "count": 1}
    assert point in controller.get(OCTOBER).json()["data"]["open_points"]
    # 22 working days of 8 hours.
    for minutes, is_open in ((22 * 480 - 1, True), (1, False)):
        with database.write() as session:
            make_time(session, teamwork_user_id="logs-time", worked_on=date(2026, 10, 30), minutes=minutes)
        assert (point in controller.get(OCTOBER).json()["data"]["open_points"]) is is_open


def test_reopening_needs_a_reason_and_notifies_the_other_administrators(
    agency: int, controller: Browser, database: Database
):
    with database.write() as session:
        other = make_user(session, roles=["admin"])
        key = other.id
    _close(controller)
    assert controller.post(f"{OCTOBER}/reopenings", {}).status_code == 422
    assert controller.get(OCTOBER).json()["data"]["state"] == "closed"
    answer = controller.post(f"{OCTOBER}/reopenings", {"reason": "Wrong rate"})
    assert (answer.status_code, answer.json()["data"]["state"]) == (201, "open")
    assert controller.post(f"{OCTOBER}/reopenings", {"reason": "Again"}).json()["code"] == "month_is_open"
    with database.read() as connection:
        statement = select(Notification.user_id, Notification.kind).order_by(Notification.id)
        found = [tuple(row) for row in connection.execute(statement)]
    assert found == [(key, "month_closed"), (key, "month_reopened")]
    assert _close(controller).status_code == 201
    assert len(controller.get(OCTOBER).json()["data"]["closings"]) == 2


def test_rates_of_a_closed_month_are_fixed(agency: int, sign_in_as: SignInAs, database: Database):
    browser = sign_in_as("financial_manager")
    with database.write() as session:
        rate = make_rate(session, "USD", date(2026, 10, 14), "1.40").api_id
    _close(browser)
    new = {"currency": "USD", "valid_on": "2026-10-15", "rate": "1.41"}
    refused = browser.post("/api/v1/exchange-rates", new)
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert refused.json()["first_open_day"] == "2026-11-01"
    assert "October 2026" in refused.json()["message"]
    changed = browser.patch(f"/api/v1/exchange-rates/{rate}", {"rate": "1.5", "reason": "Typing error"})
    assert changed.json()["code"] == "month_closed"
    french = browser.post("/api/v1/exchange-rates", new, headers={"X-Api-Locale": "fr-ca"})
    assert "octobre 2026" in french.json()["message"]
    found = browser.get("/api/v1/exchange-rates?currency=USD").json()["data"]
    assert [(row["valid_on"], row["rate"]) for row in found] == [("2026-10-14", "1.40")]


def test_churn_in_a_closed_month_is_refused(agency: int, sign_in_as: SignInAs, database: Database):
    browser = sign_in_as("super_admin")
    with database.write() as session:
        manager = make_employee(session).api_id
        api_id = session.execute(select(Project.api_id).where(Project.kind == "retainer")).scalar_one()
    _close(browser)
    churn = {"project": api_id, "effective_on": "2026-10-20", "reason": "competitor", "preventable": False,
             "initiated_by": "client", "note": "They leave.",
             "attribution": [{"employee": manager, "weight": 100}]}  # fmt: skip
    with assert_unchanged(database):
        refused = browser.post("/api/v1/churned-projects", churn)
    assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    accepted = browser.post("/api/v1/churned-projects", churn | {"effective_on": "2026-11-02"})
    assert accepted.status_code == 201, accepted.text


def test_two_people_close_at_once_and_one_wins(agency: int, sign_in_as: SignInAs, database: Database):
    browsers = [sign_in_as("admin"), sign_in_as("financial_manager")]
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(_close, browsers))
    assert sorted(answer.status_code for answer in answers) == [201, 422]
    assert _count(database, ClosedMonth) == 1


@pytest.mark.parametrize("role", ["account_manager", "churn_manager", "employee"])
def test_other_roles_see_and_close_nothing(role: str, agency: int, sign_in_as: SignInAs, database: Database):
    browser = sign_in_as(role)
    for path in ("/api/v1/months", OCTOBER, f"{OCTOBER}/figures", f"{RESTATEMENTS}&figure=mrr"):
        assert browser.get(path).status_code == 403
    assert _close(browser).status_code == 403
    assert _count(database, ClosedMonth) == 0


def test_the_list_has_a_row_for_each_month_since_the_first_record(agency: int, controller: Browser):
    rows = controller.get("/api/v1/months?per_page=100").json()["data"]
    assert [row["api_id"] for row in rows][:2] == ["2026-11", "2026-10"]
    assert rows[-1]["api_id"] == "2026-01"
    assert [(row["state"], row["actions"]) for row in rows[:2]] == [("current", []), ("open", ["close"])]


def test_months_are_found_by_their_number(agency: int, controller: Browser):
    found = controller.get("/api/v1/months?search=2026-1").json()["data"]
    assert [row["api_id"] for row in found] == ["2026-11", "2026-10"]


@pytest.mark.parametrize("empty", [None, "", " "])
def test_a_closing_needs_no_comment(agency: int, controller: Browser, empty: str | None):
    answer = _close(controller, comment=empty)
    assert (answer.status_code, answer.json()["data"]["closings"][0]["comment"]) == (201, None)


EDITS = st.lists(
    st.tuples(
        st.sampled_from(("pay", "void", "delete", "date", "amount", "add")), st.integers(1, 500), st.integers(1, 31)
    ),
    max_size=6,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_restatements_always_explain_the_difference(
    edits: list[tuple[str, int, int]], database: Database, sign_in_as: SignInAs, agency_of: Callable[[], None]
):
    """After random changes in the services, published figures stay, and the rows add up to the difference."""
    agency_of()
    browser = sign_in_as("financial_manager")
    _close(browser)
    before = _published(browser)
    for edit in edits:
        apply_edit(database, *edit)
    assert _published(browser) == before
    for name in ("revenue", "receivables"):
        figure = _figures(browser)[name]
        rows = browser.get(f"{RESTATEMENTS}&figure={name}&per_page=100").json()["data"]
        explained = sum((Decimal(row["difference"]["amount"]) for row in rows), Decimal(0))
        known, published = (Decimal(figure[part]["money"]["amount"]) for part in ("known_today", "published"))
        assert known - published == explained


@pytest.fixture
def agency_of(database: Database) -> Callable[[], None]:
    def build() -> None:
        delete_all_rows(database)
        with database.write() as session:
            client = make_client(session, currency="CAD")
            fixed = make_project(session, client_id=client.id, kind="fixed", amount=Decimal(5000), currency="CAD")
            for day in (3, 20):
                make_invoice(
                    session, client_id=client.id, project_id=fixed.id, issued_on=date(2026, 10, day), currency="CAD",
                    subtotal=Decimal(300), tax=Decimal(0), total=Decimal(300), balance=Decimal(300),
                )  # fmt: skip

    return build
