"""The dashboard of a small agency with known figures, and the rows behind them."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from regie.domains.people.teams.models import TeamMember
from regie.domains.records.mirrors.models import HubspotStage
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.insights.statistics.agency import (
    TODAY,
    EmptyAgency,
    amounts_of,
    rates,
    read_dashboard,
    read_figures,
    read_rows,
    world,
)
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.recognition import make_award
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_client, make_deal, make_invoice, make_project, make_receipt

__all__ = ["rates", "world"]


def test_dashboard_without_data_has_zero_figures(world: EmptyAgency):
    figures = read_figures(world, currency="CAD")
    counted = {name for name, figure in figures.items() if figure["unit"] == "count"}
    assert counted == {
        "burn_at_risk",
        "values_received",
        "lost_retainers",
        "lost_clients",
        "active_projects",
        "late_projects",
        "active_clients",
    }
    values = dict.fromkeys(counted, "0") | {"billable_hours": "0.00"}
    for name, figure in figures.items():
        assert figure["count"] == 0
        assert figure["value"] == values.get(name)
        assert figure["money"] == ({"amount": "0.00", "currency": "CAD"} if figure["unit"] == "money" else None)
        assert (figure["groups"], figure["target"], figure["unconverted"]) == ([], None, [])


def test_mrr_is_of_retainers_running_at_the_end_of_the_day(world: EmptyAgency, rates: None):
    with world.database.write() as session:
        client = make_client(session)
        for fee, currency in (("1000.10", "CAD"), ("500.00", "USD")):
            make_project(session, client_id=client.id, monthly_fee=fee, currency=currency)
        make_project(session, client_id=client.id, monthly_fee="7.00", status="on_hold")
        make_project(session, client_id=client.id, monthly_fee="7.00", start_on=TODAY + timedelta(days=1))
        make_project(session, monthly_fee="9.00", status="churned", end_on=TODAY)
    figure = read_figures(world, currency="CAD")["mrr"]
    assert figure["money"] == {"amount": "1750.10", "currency": "CAD"}
    assert figure["as_of"] == "2026-11-20"
    # On 20 October another rate applied, and the retainer that ends today was running.
    assert figure["previous"]["money"] == {"amount": "1709.10", "currency": "CAD"}
    rows = read_rows(world, "mrr", currency="CAD")
    assert [(row["amount"]["amount"], row["converted"]["amount"], row["rate"]) for row in rows] == [
        ("1000.10", "1000.10", None),
        ("500.00", "750.00", "1.5000"),
    ]
    assert {row["client"]["name"] for row in rows} == {client.name}
    in_dollars = read_figures(world, currency="USD")["mrr"]
    assert in_dollars["money"] == {"amount": "1166.73", "currency": "USD"}


def test_amount_without_rate_is_listed_as_unconverted(world: EmptyAgency):
    with world.database.write() as session:
        make_project(session, monthly_fee="1000.00", currency="CAD")
        make_project(session, monthly_fee="200.00", currency="EUR")
    figure = read_figures(world, currency="CAD")["mrr"]
    assert figure["money"] == {"amount": "1000.00", "currency": "CAD"}
    assert figure["unconverted"] == [{"amount": "200.00", "currency": "EUR"}]
    first, _ = read_rows(world, "mrr", currency="CAD")
    assert (first["amount"], first["converted"]) == ({"amount": "200.00", "currency": "EUR"}, None)


def test_revenue_is_grouped_by_month_and_project_kind(world: EmptyAgency, rates: None):
    with world.database.write() as session:
        make_project(session, monthly_fee="3100.00", currency="USD", start_on=date(2026, 10, 16))
        fixed = make_project(session, currency="USD")
        for day in (date(2026, 10, 31), date(2026, 11, 2)):
            make_invoice(session, project_id=fixed.id, issued_on=day, currency="USD", subtotal=Decimal("100.00"))
        make_invoice(session, project_id=fixed.id, issued_on=date(2026, 9, 30), currency="USD")
        make_invoice(session, project_id=fixed.id, issued_on=date(2026, 11, 3), currency="USD", is_voided=True)
    figure = read_figures(world, currency="CAD", **{"from": "2026-10-01", "to": "2026-11-30"})["revenue"]
    assert amounts_of(figure["groups"]) == {
        "2026-10:fixed": "140.00",
        "2026-10:retainer": "2240.00",
        "2026-11:fixed": "150.00",
        # 20 of 30 days have elapsed.
        "2026-11:retainer": "3100.01",
    }
    assert figure["money"]["amount"] == "5630.01"
    one = read_rows(
        world, "revenue", currency="CAD", group="2026-11:fixed", **{"from": "2026-10-01", "to": "2026-11-30"}
    )
    assert [(row["on"], row["record"]["name"], row["converted"]["amount"]) for row in one] == [
        ("2026-11-02", fixed.name, "150.00")
    ]
    month = read_rows(world, "revenue", currency="CAD", group="2026-11", **{"from": "2026-10-01", "to": "2026-11-30"})
    assert [row["converted"]["amount"] for row in month] == ["3100.01", "150.00"]


def test_receivables_are_grouped_by_aging_bucket_as_of_any_day(world: EmptyAgency, rates: None):
    with world.database.write() as session:
        make_invoice(session, total="10.00", payable_on=TODAY)
        make_invoice(session, total="20.00", payable_on=TODAY - timedelta(days=1), currency="USD")
        paid = make_invoice(session, total="50.00", balance=Decimal(0), payable_on=date(2026, 10, 5))
        make_receipt(session, paid, "50.00", date(2026, 11, 1))
        make_invoice(session, total="40.00", is_voided=True)
    figures = read_figures(world, currency="CAD")
    assert amounts_of(figures["receivables"]["groups"]) == {"current": "10.00", "1_30": "30.00"}
    assert figures["overdue"]["money"]["amount"] == "30.00"
    assert figures["overdue"]["count"] == 1
    then = read_figures(world, currency="CAD", **{"from": "2026-10-01", "to": "2026-10-31"})
    assert amounts_of(then["receivables"]["groups"]) == {"current": "38.00", "1_30": "50.00"}
    assert then["receivables"]["as_of"] == "2026-10-31"


def test_sales_have_a_target_and_a_previous_period(world: EmptyAgency, rates: None):
    with world.database.write() as session:
        seller = make_employee(session)
        for sold_on, amount in ((date(2026, 10, 10), "900.00"), (date(2026, 11, 2), "1500.00")):
            make_oos_sale(
                session, sellers={seller.id: 100}, sold_on=sold_on, amount=Decimal(amount), approved_on=sold_on
            )
        make_oos_sale(session, sellers={seller.id: 100}, sold_on=date(2026, 11, 3))
        refused = make_oos_sale(session, sellers={seller.id: 100}, sold_on=date(2026, 11, 3))
        make_approval(session, refused, decision="declined", decided_on=TODAY)
        make_goal(
            session, employee_id=seller.id, measure="linked", metric_key="oos_sold", currency="CAD",
            target_value=Decimal("6000.00"), period_start=date(2026, 11, 1), period_end=date(2026, 12, 30),
        )  # fmt: skip
    figure = read_figures(world, currency="CAD")["oos_sold"]
    assert figure["money"]["amount"] == "1500.00"
    # 30 of the goal's 60 days are in November.
    assert figure["target"]["money"]["amount"] == "3000.00"
    assert figure["previous"]["money"]["amount"] == "900.00"


def test_utilization_goals_and_recognition_of_employees(world: EmptyAgency):
    with world.database.write() as session:
        person = make_employee(
            session, teamwork_user_id="p-1", capacity_hours_week=Decimal(40), utilisation_target=75,
            started_on=date(2020, 1, 1),
        )  # fmt: skip
        retainer = make_retainer(session)
        log_time(session, retainer, date(2026, 11, 13), "38", teamwork_user_id="p-1", is_billable=True)
        make_goal(session, employee_id=person.id, measure="percent", target_value=Decimal(100))
        make_award(session, receiver_id=person.id, awarded_on=date(2026, 11, 5))
        make_award(session, receiver_id=person.id, awarded_on=date(2026, 11, 5), visibility="private")
    figures = read_figures(world)
    (row,) = [row for row in read_rows(world, "utilisation") if row["record"]["api_id"] == person.api_id]
    # 15 working days of 8 hours have elapsed.
    assert (row["value"], row["of"]) == ("38.00", "120.00")
    assert figures["utilisation"]["target"]["value"] == "75.0"
    assert figures["goals"]["count"] == 1
    assert figures["values_received"]["value"] == "1"


def test_hours_of_employee_without_capacity_are_listed(world: EmptyAgency):
    with world.database.write() as session:
        person = make_employee(session, teamwork_user_id="p-1", capacity_hours_week=Decimal(0))
        log_time(session, make_retainer(session), date(2026, 11, 13), "7.5", teamwork_user_id="p-1", is_billable=True)
    (row,) = [row for row in read_rows(world, "utilisation") if row["record"]["api_id"] == person.api_id]
    assert (row["value"], row["of"]) == ("7.50", "0.00")


def test_pipeline_weighs_deals_by_probability_at_todays_rate(world: EmptyAgency, rates: None):
    with world.database.write() as session:
        for name, probability in (("likely", "0.8"), ("unknown", None)):
            session.add(HubspotStage(external_id=name, name=name, probability=probability, synced_at=SYNCED))
        for stage, state in (("likely", "open"), ("unknown", "open"), ("likely", "won")):
            make_deal(session, stage_id=stage, stage=stage, state=state, amount=Decimal("1000.00"), currency="USD")
        make_deal(session, stage_id="likely", state="open", amount=None)
    figure = read_figures(world, currency="CAD")["pipeline"]
    assert figure["money"]["amount"] == "1200.00"
    assert [one["name"] for one in figure["groups"]] == ["likely"]
    assert figure["previous"] is None


def test_deal_without_a_stage_label_counts_in_no_group(world: EmptyAgency):
    with world.database.write() as session:
        session.add(HubspotStage(external_id="likely", name="likely", probability="0.5", synced_at=SYNCED))
        for label in ("likely", None):
            make_deal(session, stage_id="likely", stage=label, state="open", amount=Decimal("1000.00"))
    figure = read_figures(world, currency="CAD")["pipeline"]
    assert (figure["money"]["amount"], figure["count"]) == ("1000.00", 2)
    assert [one["name"] for one in figure["groups"]] == ["likely"]


def test_response_has_days_currency_and_previous_period(world: EmptyAgency):
    response = read_dashboard(world, "churn_manager")
    assert (response["as_of"], response["currency"]) == ("2026-11-20", "USD")
    assert (response["from"], response["to"]) == ("2026-11-01", "2026-11-30")
    assert response["previous"] == {"from": "2026-10-01", "to": "2026-10-20"}
    assert [source["service"] for source in response["sources"]] == ["teamwork", "hubspot", "quickbooks"]
    assert read_dashboard(world, "employee")["sources"] == []
    quarter = read_dashboard(world, **{"from": "2026-07-01", "to": "2026-09-30"})
    assert quarter["previous"] == {"from": "2026-04-01", "to": "2026-06-30"}
    week = read_dashboard(world, **{"from": "2026-07-05", "to": "2026-07-11"})
    assert week["previous"] == {"from": "2026-06-28", "to": "2026-07-04"}


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"from": "2026-11-02", "to": "2026-11-01"}, "to"),
        ({"from": "2026-11-21"}, "from"),
        ({"from": "2020-01-01", "to": "2026-11-01"}, "to"),
        ({"currency": "XYZ"}, "currency"),
        ({"scope": "everything"}, "scope"),
        ({"compare": "budget"}, "compare"),
        ({"unknown": "1"}, "unknown"),
    ],
)
def test_invalid_query_returns_422(world: EmptyAgency, params: dict[str, str], field: str):
    response = world.browser("admin").get("/api/v1/dashboard", params=params)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]


def test_statement_count_does_not_depend_on_data(world: EmptyAgency):
    def count_queries(day: str) -> int:
        with record_statements(world.database) as counted:
            read_figures(world, **{"from": "2026-01-01", "to": day})
        return len(counted)

    count_queries("2026-11-17")
    without_data = count_queries("2026-11-18")
    with world.database.write() as session:
        for _ in range(3):
            make_project(session, monthly_fee="3100.00", currency="USD")
            make_invoice(session, project_id=make_project(session).id)
            make_oos_sale(session, approved_on=date(2026, 11, 2))
            make_client(session, archived_at=NOON)
    assert count_queries("2026-11-19") == without_data


def test_every_figure_lists_as_many_rows_as_it_counts(world: EmptyAgency, rates: None):
    with world.database.write() as session:
        make_deal(session, stage_id="no such stage", state="open", amount=Decimal("5.00"))
        person = make_employee(session, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
        make_oos_sale(session, approved_on=date(2026, 11, 2))
        make_project(session, monthly_fee="10.00", status="completed", end_on=date(2026, 11, 2))
        make_project(session, kind="fixed", end_on=TODAY - timedelta(days=1))
        log_time(session, make_retainer(session, currency="USD"), date(2026, 11, 13), "90", teamwork_user_id="p-9")
        client = make_client(session).id
        make_invoice(session, client_id=client, issued_on=date(2026, 11, 2), payable_on=TODAY - timedelta(days=1))
        make_goal(session, employee_id=person.id)
        make_award(session, receiver_id=person.id, awarded_on=date(2026, 11, 5))
        session.add(HubspotStage(external_id="s", name="s", probability="0.5", synced_at=SYNCED))
        make_deal(session, stage_id="s", stage="s", state="open")
    refresh_all_ledgers(world.database)
    figures = read_figures(world, currency="CAD")
    for name, figure in figures.items():
        assert figure["count"] > 0, name
        assert figure["count"] == len(read_rows(world, name, currency="CAD")), name


def test_next_page_uses_the_callers_own_cache(world: EmptyAgency, rates: None):
    admin, manager = world.browser("admin"), world.browser("account_manager")
    with world.database.write() as session:
        for fee in ("30.00", "20.00", "10.00"):
            make_project(
                session, monthly_fee=fee, **({"account_manager_id": manager.user.id} if fee == "20.00" else {})
            )

    def fetch_page(browser: Browser, page: int, **more: str) -> tuple[int, list[str], int]:
        params = {"figure": "mrr", "currency": "USD", "per_page": "1", "page": str(page)} | more
        with record_statements(world.database) as counted:
            response = browser.get("/api/v1/dashboard-rows", params=params).json()
        return len(counted), [row["amount"]["amount"] for row in response["data"]], response["meta"]["total"]

    fetch_page(admin, 1, to="2026-11-19")  # fills the cache of rates
    read, *first = fetch_page(admin, 1)
    turned, *second = fetch_page(admin, 2)
    assert (first, second) == ([["30.00"], 3], [["20.00"], 3])
    assert turned < read
    assert fetch_page(manager, 1)[1:] == (["20.00"], 1)
    assert fetch_page(admin, 3)[1:] == (["10.00"], 3)
    assert fetch_page(admin, 1, scope="own")[2] == 0
    assert fetch_page(admin, 1, **{"from": "2025-12-01", "to": "2025-12-31"})[2] == 0
    with world.database.write() as session:
        make_project(session, monthly_fee="40.00")
    assert fetch_page(admin, 1)[1:] == (["40.00"], 4)


def test_team_figures_do_not_grant_access_to_their_records(world: EmptyAgency):
    """Users who may see the attainment of their teammates' goals may not read those goals."""
    browser = world.browser("account_manager")
    with world.database.write() as session:
        make_employee(session, user_id=browser.user.id, metric_permissions=["goals"], metric_scopes=["team"])
        teammate = make_employee(session, user_id=make_user(session).id)
        team = make_team(session)
        for user_id in (browser.user.id, teammate.user_id):
            session.add(TeamMember(team_id=team.id, user_id=user_id))
        make_goal(session, employee_id=teammate.id, visibility="team", title="Une affaire de la personne")
    for scope, count, has_rows in (("team", 1, False), ("own", 0, True)):
        response = browser.get(f"/api/v1/dashboard?scope={scope}").json()["data"]["figures"]["goals"]
        assert (response["scope"], response["count"], response["has_rows"]) == (scope, count, has_rows)
        rows = browser.get(f"/api/v1/dashboard-rows?figure=goals&scope={scope}")
        assert rows.status_code == (200 if has_rows else 403)
        assert "Une affaire" not in rows.text


def test_former_employee_is_named_only_with_access_to_all_employee_records(world: EmptyAgency):
    browser = world.browser("employee")
    with world.database.write() as session:
        make_employee(session, user_id=browser.user.id, metric_permissions=["hours"], metric_scopes=["organization"])
        former = make_employee(
            session, last_name="Partie", status="left", teamwork_user_id="p-9", ended_on=date(2026, 11, 16)
        )
        log_time(session, make_retainer(session), date(2026, 11, 13), "7.5", teamwork_user_id="p-9", is_billable=True)
        api_id = former.api_id
    (visible,) = [row for row in read_rows(world, "utilisation") if row["value"] == "7.50"]
    assert visible["record"]["api_id"] == api_id
    response = browser.get("/api/v1/dashboard-rows?figure=utilisation&per_page=100")
    (hidden,) = [row for row in response.json()["data"] if row["value"] == "7.50"]
    assert hidden["record"] is None
    assert "Partie" not in response.text
    assert api_id not in response.text
