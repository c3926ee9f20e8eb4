"""Margins: what they add up, how they are grouped and divided, and what they name."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import Term
from tests.browser import Browser
from tests.domains.insights.margins.calls import (
    AMOUNTS,
    GAPS,
    NOVEMBER,
    PATH,
    ROWS,
    amount_of,
    fetch,
    fetch_groups,
    fetch_rows,
    log_hours,
    make_work,
    make_worker,
)
from tests.factories.people import make_team
from tests.factories.project_costs import make_cost, make_cost_rate
from tests.factories.rates import make_rate
from tests.factories.work import SYNCED, make_invoice, make_time
from tests.factories.world import World

GROUPINGS = ("client", "project", "kind", "team", "person", "month")
DAY = date(2026, 11, 10)


def of_project(project: str, query: str = NOVEMBER) -> str:
    return f"project={project}&{query}"


@pytest.fixture
def work(world: World, finance: Browser) -> dict[str, Any]:
    """1,000 CAD invoiced in October and 3,000 in November; 10 hours of Ada at 60, 5 of Bo at 40; 250 of a supplier."""
    with world.database.write() as session:
        project = make_work(session)
        ada, bo = make_worker(session, f"Ada {project.id}"), make_worker(session, f"Bo {project.id}")
        make_cost_rate(session, ada, "50.00", date(2026, 1, 1))
        make_cost_rate(session, ada, "60.00", date(2026, 11, 5))
        make_cost_rate(session, bo, "40.00")
        log_hours(session, project, ada, date(2026, 10, 20), "2")
        log_hours(session, project, ada, date(2026, 11, 5), "10")
        log_hours(session, project, bo, DAY, "5")
        make_invoice(session, project_id=project.id, client_id=project.client_id, issued_on=date(2026, 10, 20))
        make_invoice(
            session, project_id=project.id, client_id=project.client_id, issued_on=DAY, subtotal=Decimal("3000.00")
        )
        make_cost(session, project)
        client = session.get_one(Client, project.client_id).api_id
        return {"project": project.api_id, "client": client, "ada": ada.api_id, "bo": bo.api_id, "key": project.id}


def test_margin_is_revenue_less_hours_and_external_costs(finance: Browser, work: dict[str, Any]):
    (group,) = fetch_groups(finance, "project", of_project(work["project"]))
    assert [str(amount_of(group, name)) for name in AMOUNTS] == ["3000.00", "800.00", "250.00", "1950.00"]
    assert (group["margin_percent"], group["hours"], group["hourly_rate"]["amount"]) == ("65.0", "15.00", "200.00")
    assert (group["hours_without_rate"], group["unconverted"]) == ("0.00", [])


def test_cost_rate_is_that_of_the_day(finance: Browser, work: dict[str, Any]):
    both = of_project(work["project"], "from=2026-10-01&to=2026-11-30&currency=CAD")
    months = fetch_groups(finance, "month", both)
    assert [(one["month"], one["cost_of_hours"]["amount"]) for one in months] == [
        ("2026-10-01", "100.00"), ("2026-11-01", "800.00"),
    ]  # fmt: skip


def test_overhead_of_the_settings_is_added_to_hours(world: World, finance: Browser, work: dict[str, Any]):
    saved = finance.post("/api/v1/settings", {"overhead_percent": 25})
    assert saved.status_code == 200, saved.text
    try:
        (group,) = fetch_groups(finance, "project", of_project(work["project"]))
        assert (group["cost_of_hours"]["amount"], group["external_costs"]["amount"]) == ("1000.00", "250.00")
        assert fetch(finance, f"{PATH}/totals", NOVEMBER)["overhead_percent"] == 25
    finally:
        finance.post("/api/v1/settings", {"overhead_percent": 0})


def test_people_share_revenue_and_external_costs_by_their_hours(finance: Browser, work: dict[str, Any]):
    groups = {one["record"]["api_id"]: one for one in fetch_groups(finance, "person", of_project(work["project"]))}
    ada, bo = groups[work["ada"]], groups[work["bo"]]
    assert [str(amount_of(ada, name)) for name in AMOUNTS] == ["2000.00", "600.00", "166.67", "1233.33"]
    assert [str(amount_of(bo, name)) for name in AMOUNTS] == ["1000.00", "200.00", "83.33", "716.67"]


def test_amounts_of_a_project_without_hours_belong_to_no_person(world: World, finance: Browser):
    with world.database.write() as session:
        project = make_work(session)
        make_cost(session, project)
        api_id = project.api_id
    (group,) = fetch_groups(finance, "person", of_project(api_id))
    assert (group["api_id"], group["record"], group["margin"]["amount"]) == ("none", None, "-250.00")
    assert (group["margin_percent"], group["hourly_rate"]) == (None, None)


def test_team_is_that_of_the_project_on_the_day(world: World, finance: Browser, work: dict[str, Any]):
    with world.database.write() as session:
        before, after = make_team(session), make_team(session)
        session.get_one(Project, work["key"]).team_id = after.id
        for team, day in ((before, date(1970, 1, 1)), (after, date(2026, 11, 8))):
            session.add(
                Term(
                    record="project", record_id=work["key"], name="team", effective_from=day, value=str(team.id),
                    reference_id=team.id, recorded_at=SYNCED,
                )
            )  # fmt: skip
        names = before.api_id, after.api_id
    october = of_project(work["project"], "from=2026-10-01&to=2026-10-31&currency=CAD")
    assert [one["api_id"] for one in fetch_groups(finance, "team", october)] == [names[0]]
    assert [one["api_id"] for one in fetch_groups(finance, "team", of_project(work["project"]))] == [names[1]]


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize("by", GROUPINGS)
def test_groups_and_rows_add_up_to_the_totals_of_every_grouping(finance: Browser, by: str):
    total = fetch(finance, f"{PATH}/totals", NOVEMBER)
    groups = fetch_groups(finance, by)
    for name in AMOUNTS:
        assert sum(amount_of(one, name) for one in groups) == amount_of(total, name)
    worst = groups[0] if by != "month" else groups[-1]
    assert amount_of(worst, "margin") == min(amount_of(one, "margin") for one in groups)
    rows = fetch_rows(finance, f"by={by}&group={worst['api_id']}&{NOVEMBER}")
    assert sum(Decimal(row["converted"]["amount"]) for row in rows) == amount_of(worst, "margin")
    parts = {"revenue": "revenue", "hours": "cost_of_hours", "external": "external_costs"}
    for part, name in parts.items():
        of_part = fetch_rows(finance, f"by={by}&group={worst['api_id']}&part={part}&{NOVEMBER}")
        assert sum((Decimal(row["converted"]["amount"]) for row in of_part), Decimal(0)) == amount_of(worst, name)


def test_the_rows_of_a_rate_are_its_revenue_and_hours(finance: Browser, work: dict[str, Any]):
    (group,) = fetch_groups(finance, "project", of_project(work["project"]))
    rows = fetch_rows(finance, f"by=project&part=revenue&part=hours&{of_project(work['project'])}")
    assert {row["part"] for row in rows} == {"revenue", "hours"}
    revenue = sum(Decimal(row["converted"]["amount"]) for row in rows if row["part"] == "revenue")
    hours = sum(Decimal(row["hours"]) for row in rows if row["part"] == "hours")
    assert (revenue, str(hours)) == (amount_of(group, "revenue"), group["hours"])
    assert revenue / hours == amount_of(group, "hourly_rate")
    assert all(Decimal(row["converted"]["amount"]) < 0 for row in rows if row["part"] == "hours")


@pytest.mark.usefixtures("work")
@pytest.mark.parametrize("days", ["from=2026-09-01&to=2026-11-30", "from=2026-11-06&to=2026-11-12"])
def test_revenue_is_that_of_the_dashboard(finance: Browser, days: str):
    board = finance.get(f"/api/v1/dashboard?{days}&currency=CAD").json()["data"]["figures"]["revenue"]
    total = fetch(finance, f"{PATH}/totals", f"{days}&currency=CAD")
    assert total["revenue"] == board["money"]


def test_sorts_and_filters(finance: Browser, work: dict[str, Any]):
    groups = finance.get(f"{PATH}?by=project&sort=-margin&per_page=100&{NOVEMBER}").json()["data"]
    assert [amount_of(one, "margin") for one in groups] == sorted(
        (amount_of(one, "margin") for one in groups), reverse=True
    )
    assert {one["api_id"] for one in fetch_groups(finance, "client", f"client={work['client']}&{NOVEMBER}")} == {
        work["client"]
    }
    assert [one["api_id"] for one in fetch_groups(finance, "kind", f"kind=fixed&{NOVEMBER}")] == ["fixed"]


def test_currencies_are_converted_at_their_day_and_never_added(world: World, finance: Browser):
    with world.database.write() as session:
        make_rate(session, "USD", date(2026, 11, 30), "1.50")
        make_rate(session, "USD", DAY, "1.40")
        project = make_work(session, currency="USD")
        person = make_worker(session, f"Cy {project.id}")
        make_cost_rate(session, person, "10.00", currency="USD")
        log_hours(session, project, person, date(2026, 11, 3), "6")
        make_cost(session, project, amount=Decimal("100.00"), currency="USD")
        # Without any rate.
        make_cost(session, project, amount=Decimal("70.00"), currency="EUR")
        api_id = project.api_id
    query = of_project(api_id, "from=2026-11-01&to=2026-11-20&currency=CAD")
    (group,) = fetch_groups(finance, "project", query)
    # The hours have the rate of 20 November, the last day, which is that of the 10th: too old.
    assert group["external_costs"]["amount"] == "140.00"
    assert {one["currency"]: one["amount"] for one in group["unconverted"]} == {"EUR": "-70.00", "USD": "-60.00"}
    assert (group["margin_percent"], group["hourly_rate"]) == (None, None)
    total = fetch(finance, f"{PATH}/totals", query)
    assert total["missing_rates"] == ["EUR 2026-11-10", "USD 2026-11-20"]
    (in_dollars,) = fetch_groups(finance, "project", query.replace("CAD", "USD"))
    assert (in_dollars["cost_of_hours"]["amount"], in_dollars["external_costs"]["amount"]) == ("60.00", "100.00")


def test_hours_without_a_plausible_cost_are_named(world: World, finance: Browser):
    with world.database.write() as session:
        project = make_work(session)
        no_rate = make_worker(session, f"Dia {project.id}")
        make_cost_rate(session, no_rate, "70.00", date(2026, 11, 10))
        zero = make_worker(session, f"Eve {project.id}")
        make_cost_rate(session, zero, "0.00")
        left = make_worker(session, f"Flo {project.id}", ended_on=date(2026, 11, 5))
        make_cost_rate(session, left, "30.00")
        log_hours(session, project, no_rate, date(2026, 11, 9), "4")
        log_hours(session, project, no_rate, date(2026, 11, 10), "1")
        log_hours(session, project, zero, DAY, "3")
        log_hours(session, project, left, date(2026, 11, 5), "2")
        log_hours(session, project, left, date(2026, 11, 6), "1.5")
        make_time(
            session, teamwork_project_id=project.teamwork_project_id, teamwork_user_id="unknown-person", minutes=30
        )
        make_time(session, teamwork_project_id="unknown-project", teamwork_user_id=left.teamwork_user_id, minutes=90)
        api_id, ids = project.api_id, [no_rate.api_id, zero.api_id, left.api_id]
    found = fetch(finance, GAPS, NOVEMBER)
    of_people = {
        (one["employee"] or {}).get("api_id", one["service_key"]): (one["reason"], one["hours"], one["last_on"])
        for one in found["gaps"]
    }
    assert [of_people[one] for one in ids] == [
        ("no_rate", "4.00", "2026-11-09"), ("zero_rate", "3.00", "2026-11-10"), ("after_leaving", "1.50", "2026-11-06"),
    ]  # fmt: skip
    assert of_people["unknown-person"] == ("no_person", "0.50", "2026-11-10")
    assert Decimal(found["hours_without_project"]) >= Decimal("1.50")
    (group,) = fetch_groups(finance, "project", of_project(api_id))
    # 70 for the hour with a rate, 105 for the leaver's hours; those without a rate cost nothing, and count as hours.
    assert (group["cost_of_hours"]["amount"], group["hours"], group["hours_without_rate"]) == (
        "175.00", "12.00", "4.50",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=2026-11-21", "from"), ("from=2026-11-10&to=2026-11-01", "to"), ("from=2020-01-01", "to"),
        ("by=week", "by"), ("sort=client", "sort"), ("kind=hourly", "kind.0"),
    ],
)  # fmt: skip
def test_bad_queries_are_refused(finance: Browser, query: str, field: str):
    answer = finance.get(f"{PATH}?{query}")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])
    assert finance.get(f"{ROWS}?part=profit").status_code == 422


@pytest.mark.usefixtures("work")
def test_only_those_who_see_cost_rates_see_margins(world: World):
    for path in (PATH, f"{PATH}/totals", ROWS, GAPS):
        for column in ("account_manager", "churn_manager", "employee"):
            assert world.browser(column).get(path).status_code == 403
        for column in ("super_admin", "admin", "financial_manager"):
            assert world.browser(column).get(path).status_code == 200
