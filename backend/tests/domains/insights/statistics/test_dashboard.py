"""The dashboard of a small agency whose figures are known, in the reader's currency, each beside its rows."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.people.teams.models import TeamMember
from regie.domains.records.mirrors.models import HubspotStage
from regie.domains.records.projects.models import OosApproval
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.rates import make_rate
from tests.factories.recognition import make_award
from tests.factories.retainers import log_time, make_retainer, refresh
from tests.factories.sales import make_extra
from tests.factories.statements import count_statements
from tests.factories.work import SYNCED, make_client, make_deal, make_invoice, make_project, make_receipt

TODAY = date(2026, 11, 20)


@dataclass
class Agency:
    """A house of its own for each test, and somebody signed in for each role that is asked."""

    database: Database
    sign_in_as: Callable[..., Browser]

    def browser(self, role: str) -> Browser:
        return self.sign_in_as(role)


@pytest.fixture
def world(database: Database, sign_in_as: Callable[..., Browser]) -> Agency:
    return Agency(database, sign_in_as)


def _dashboard(world: Agency, column: str = "admin", **asked: str) -> dict[str, Any]:
    answer = world.browser(column).get("/api/v1/dashboard", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _figures(world: Agency, column: str = "admin", **asked: str) -> dict[str, Any]:
    return _dashboard(world, column, **asked)["figures"]


def _rows(world: Agency, figure: str, column: str = "admin", **asked: str) -> list[dict[str, Any]]:
    asked |= {"figure": figure, "per_page": "100"}
    answer = world.browser(column).get("/api/v1/dashboard-rows", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _amounts(sums: list[dict[str, Any]]) -> dict[str, str]:
    return {one["name"]: one["money"]["amount"] for one in sums}


@pytest.fixture
def rates(world: Agency) -> None:
    """1.40 dollars for a US dollar until the end of October, 1.50 from then on."""
    with world.database.write() as session:
        for days in range(120):
            day = date(2026, 8, 1) + timedelta(days=days)
            if day <= TODAY:
                make_rate(session, "USD", day, "1.50" if day >= date(2026, 11, 1) else "1.40")


def test_an_empty_house_has_figures_and_nothing_in_them(world: Agency):
    figures = _figures(world, currency="CAD")
    counted = {name for name, figure in figures.items() if figure["unit"] == "count"}
    assert counted == {
        "burn_at_risk",
        "values_received",
        "lost_retainers",
        "lost_clients",
        "active_projects",
        "active_clients",
    }
    for name, figure in figures.items():
        assert figure["count"] == 0
        assert figure["value"] == ("0" if name in counted else None)
        assert figure["money"] == ({"amount": "0.00", "currency": "CAD"} if figure["unit"] == "money" else None)
        assert (figure["groups"], figure["target"], figure["unconverted"]) == ([], None, [])


def test_recurring_revenue_is_what_runs_at_the_close_of_the_day(world: Agency, rates: None):
    with world.database.write() as session:
        client = make_client(session)
        for fee, currency in (("1000.10", "CAD"), ("500.00", "USD")):
            make_project(session, client_id=client.id, monthly_fee=fee, currency=currency)
        make_project(session, client_id=client.id, monthly_fee="7.00", status="on_hold")
        make_project(session, client_id=client.id, monthly_fee="7.00", start_on=TODAY + timedelta(days=1))
        make_project(session, monthly_fee="9.00", status="churned", end_on=TODAY)
    figure = _figures(world, currency="CAD")["mrr"]
    assert figure["money"] == {"amount": "1750.10", "currency": "CAD"}
    assert figure["as_of"] == "2026-11-20"
    # On 20 October the rate was another, and what ends today still ran.
    assert figure["previous"]["money"] == {"amount": "1709.10", "currency": "CAD"}
    rows = _rows(world, "mrr", currency="CAD")
    assert [(row["amount"]["amount"], row["converted"]["amount"], row["rate"]) for row in rows] == [
        ("1000.10", "1000.10", None),
        ("500.00", "750.00", "1.5000"),
    ]
    assert {row["client"]["name"] for row in rows} == {client.name}
    in_dollars = _figures(world, currency="USD")["mrr"]
    assert in_dollars["money"] == {"amount": "1166.73", "currency": "USD"}


def test_what_has_no_rate_is_told_in_its_own_currency_and_added_to_nothing(world: Agency):
    with world.database.write() as session:
        make_project(session, monthly_fee="1000.00", currency="CAD")
        make_project(session, monthly_fee="200.00", currency="EUR")
    figure = _figures(world, currency="CAD")["mrr"]
    assert figure["money"] == {"amount": "1000.00", "currency": "CAD"}
    assert figure["unconverted"] == [{"amount": "200.00", "currency": "EUR"}]
    first, _ = _rows(world, "mrr", currency="CAD")
    assert (first["amount"], first["converted"]) == ({"amount": "200.00", "currency": "EUR"}, None)


def test_revenue_is_told_by_month_and_kind(world: Agency, rates: None):
    with world.database.write() as session:
        make_project(session, monthly_fee="3100.00", currency="USD", start_on=date(2026, 10, 16))
        fixed = make_project(session, currency="USD")
        for day in (date(2026, 10, 31), date(2026, 11, 2)):
            make_invoice(session, project_id=fixed.id, issued_on=day, currency="USD", subtotal=Decimal("100.00"))
        make_invoice(session, project_id=fixed.id, issued_on=date(2026, 9, 30), currency="USD")
        make_invoice(session, project_id=fixed.id, issued_on=date(2026, 11, 3), currency="USD", is_voided=True)
    figure = _figures(world, currency="CAD", **{"from": "2026-10-01", "to": "2026-11-30"})["revenue"]
    assert _amounts(figure["groups"]) == {
        "2026-10:fixed": "140.00",
        "2026-10:retainer": "2240.00",
        "2026-11:fixed": "150.00",
        # Twenty of thirty days are over.
        "2026-11:retainer": "3100.01",
    }
    assert figure["money"]["amount"] == "5630.01"
    one = _rows(world, "revenue", currency="CAD", group="2026-11:fixed", **{"from": "2026-10-01", "to": "2026-11-30"})
    assert [(row["on"], row["record"]["name"], row["converted"]["amount"]) for row in one] == [
        ("2026-11-02", fixed.name, "150.00")
    ]
    month = _rows(world, "revenue", currency="CAD", group="2026-11", **{"from": "2026-10-01", "to": "2026-11-30"})
    assert [row["converted"]["amount"] for row in month] == ["3100.01", "150.00"]


def test_receivables_are_told_by_age_as_of_any_day(world: Agency, rates: None):
    with world.database.write() as session:
        make_invoice(session, total="10.00", payable_on=TODAY)
        make_invoice(session, total="20.00", payable_on=TODAY - timedelta(days=1), currency="USD")
        paid = make_invoice(session, total="50.00", balance=Decimal(0), payable_on=date(2026, 10, 5))
        make_receipt(session, paid, "50.00", date(2026, 11, 1))
        make_invoice(session, total="40.00", is_voided=True)
    figures = _figures(world, currency="CAD")
    assert _amounts(figures["receivables"]["groups"]) == {"current": "10.00", "1_30": "30.00"}
    assert figures["overdue"]["money"]["amount"] == "30.00"
    assert figures["overdue"]["count"] == 1
    then = _figures(world, currency="CAD", **{"from": "2026-10-01", "to": "2026-10-31"})
    assert _amounts(then["receivables"]["groups"]) == {"current": "38.00", "1_30": "50.00"}
    assert then["receivables"]["as_of"] == "2026-10-31"


def test_sales_have_a_target_and_the_days_before(world: Agency, rates: None):
    with world.database.write() as session:
        seller = make_employee(session)
        for sold_on, amount in ((date(2026, 10, 10), "900.00"), (date(2026, 11, 2), "1500.00")):
            make_extra(session, sellers={seller.id: 100}, sold_on=sold_on, amount=Decimal(amount), approved_on=sold_on)
        make_extra(session, sellers={seller.id: 100}, sold_on=date(2026, 11, 3))
        refused = make_extra(session, sellers={seller.id: 100}, approved_on=date(2026, 11, 3))
        session.add(
            OosApproval(
                project_id=refused.id, decision="declined", decided_on=TODAY, decided_by_id=make_user(session).id
            )
        )
        make_goal(
            session, employee_id=seller.id, measure="linked", metric_key="oos_sold", currency="CAD",
            target_value=Decimal("6000.00"), period_start=date(2026, 11, 1), period_end=date(2026, 12, 30),
        )  # fmt: skip
    figure = _figures(world, currency="CAD")["oos_sold"]
    assert figure["money"]["amount"] == "1500.00"
    # Thirty of the goal's sixty days are November's.
    assert figure["target"]["money"]["amount"] == "3000.00"
    assert figure["previous"]["money"]["amount"] == "900.00"


def test_hours_goals_values_and_danger_are_told_of_people(world: Agency):
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
    figures = _figures(world)
    (row,) = [row for row in _rows(world, "utilisation") if row["record"]["api_id"] == person.api_id]
    # Fifteen working days of eight hours are over.
    assert (row["value"], row["of"]) == ("38.00", "120.00")
    assert figures["utilisation"]["target"]["value"] == "75.0"
    assert figures["goals"]["count"] == 1
    assert figures["values_received"]["value"] == "1"


def test_hours_of_somebody_who_had_none_to_give_are_told(world: Agency):
    with world.database.write() as session:
        person = make_employee(session, teamwork_user_id="p-1", capacity_hours_week=Decimal(0))
        log_time(session, make_retainer(session), date(2026, 11, 13), "7.5", teamwork_user_id="p-1", is_billable=True)
    (row,) = [row for row in _rows(world, "utilisation") if row["record"]["api_id"] == person.api_id]
    assert (row["value"], row["of"]) == ("7.50", "0.00")


def test_the_pipeline_weighs_deals_at_todays_rate(world: Agency, rates: None):
    with world.database.write() as session:
        for name, probability in (("likely", "0.8"), ("unknown", None)):
            session.add(HubspotStage(external_id=name, name=name, probability=probability, synced_at=SYNCED))
        for stage, state in (("likely", "open"), ("unknown", "open"), ("likely", "won")):
            make_deal(session, stage_id=stage, stage=stage, state=state, amount=Decimal("1000.00"), currency="USD")
        make_deal(session, stage_id="likely", state="open", amount=None)
    figure = _figures(world, currency="CAD")["pipeline"]
    assert figure["money"]["amount"] == "1200.00"
    assert [one["name"] for one in figure["groups"]] == ["likely"]
    assert figure["previous"] is None


def test_deal_without_a_stage_label_counts_in_no_group(world: Agency):
    with world.database.write() as session:
        session.add(HubspotStage(external_id="likely", name="likely", probability="0.5", synced_at=SYNCED))
        for label in ("likely", None):
            make_deal(session, stage_id="likely", stage=label, state="open", amount=Decimal("1000.00"))
    figure = _figures(world, currency="CAD")["pipeline"]
    assert (figure["money"]["amount"], figure["count"]) == ("1000.00", 2)
    assert [one["name"] for one in figure["groups"]] == ["likely"]


def test_the_days_the_currency_and_what_they_are_compared_with_are_named(world: Agency):
    answer = _dashboard(world, "churn_manager")
    assert (answer["as_of"], answer["currency"]) == ("2026-11-20", "USD")
    assert (answer["from"], answer["to"]) == ("2026-11-01", "2026-11-30")
    assert answer["previous"] == {"from": "2026-10-01", "to": "2026-10-20"}
    assert [source["service"] for source in answer["sources"]] == ["teamwork", "hubspot", "quickbooks"]
    assert _dashboard(world, "employee")["sources"] == []
    quarter = _dashboard(world, **{"from": "2026-07-01", "to": "2026-09-30"})
    assert quarter["previous"] == {"from": "2026-04-01", "to": "2026-06-30"}
    odd = _dashboard(world, **{"from": "2026-07-05", "to": "2026-07-11"})
    assert odd["previous"] == {"from": "2026-06-28", "to": "2026-07-04"}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"from": "2026-11-02", "to": "2026-11-01"}, "to"),
        ({"from": "2026-11-21"}, "from"),
        ({"from": "2020-01-01", "to": "2026-11-01"}, "to"),
        ({"currency": "XYZ"}, "currency"),
        ({"scope": "everything"}, "scope"),
        ({"unknown": "1"}, "unknown"),
    ],
)
def test_what_makes_no_sense_is_refused(world: Agency, asked: dict[str, str], field: str):
    answer = world.browser("admin").get("/api/v1/dashboard", params=asked)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


def test_as_many_statements_whatever_there_is(world: Agency):
    def ask(day: str) -> int:
        with count_statements(world.database) as counted:
            _figures(world, **{"from": "2026-01-01", "to": day})
        return len(counted)

    ask("2026-11-17")
    nothing = ask("2026-11-18")
    with world.database.write() as session:
        for _ in range(3):
            make_project(session, monthly_fee="3100.00", currency="USD")
            make_invoice(session, project_id=make_project(session).id)
            make_extra(session, approved_on=date(2026, 11, 2))
            make_client(session, archived_at=NOON)
    assert ask("2026-11-19") == nothing


def test_every_figure_opens_as_many_rows_as_it_counts(world: Agency, rates: None):
    with world.database.write() as session:
        person = make_employee(session, teamwork_user_id="p-9", started_on=date(2020, 1, 1))
        make_extra(session, approved_on=date(2026, 11, 2))
        make_project(session, monthly_fee="10.00", status="completed", end_on=date(2026, 11, 2))
        log_time(session, make_retainer(session, currency="USD"), date(2026, 11, 13), "90", teamwork_user_id="p-9")
        make_invoice(session, client_id=make_client(session).id, payable_on=TODAY - timedelta(days=1))
        make_goal(session, employee_id=person.id)
        make_award(session, receiver_id=person.id, awarded_on=date(2026, 11, 5))
        session.add(HubspotStage(external_id="s", name="s", probability="0.5", synced_at=SYNCED))
        make_deal(session, stage_id="s", stage="s", state="open")
    refresh(world.database)
    figures = _figures(world, currency="CAD")
    for name, figure in figures.items():
        assert figure["count"] > 0, name
        assert figure["count"] == len(_rows(world, name, currency="CAD")), name


def test_a_page_that_follows_is_not_read_again_and_nobody_gets_another_readers(world: Agency, rates: None):
    admin, manager = world.browser("admin"), world.browser("account_manager")
    with world.database.write() as session:
        for fee in ("30.00", "20.00", "10.00"):
            make_project(
                session, monthly_fee=fee, **({"account_manager_id": manager.user.id} if fee == "20.00" else {})
            )

    def turn(browser: Browser, page: int, **more: str) -> tuple[int, list[str], int]:
        asked = {"figure": "mrr", "currency": "USD", "per_page": "1", "page": str(page)} | more
        with count_statements(world.database) as counted:
            answer = browser.get("/api/v1/dashboard-rows", params=asked).json()
        return len(counted), [row["amount"]["amount"] for row in answer["data"]], answer["meta"]["total"]

    turn(admin, 1, to="2026-11-19")  # rates are known from here on
    read, *first = turn(admin, 1)
    turned, *second = turn(admin, 2)
    assert (first, second) == ([["30.00"], 3], [["20.00"], 3])
    assert turned < read
    assert turn(manager, 1)[1:] == (["20.00"], 1)
    assert turn(admin, 3)[1:] == (["10.00"], 3)
    assert turn(admin, 1, scope="own")[2] == 0
    assert turn(admin, 1, **{"from": "2025-12-01", "to": "2025-12-31"})[2] == 0
    with world.database.write() as session:
        make_project(session, monthly_fee="40.00")
    assert turn(admin, 1)[1:] == (["40.00"], 4)


def test_figures_of_a_team_do_not_open_the_records_behind_them(world: Agency):
    """Whoever is told how far their mates' goals are may not read those goals."""
    browser = world.browser("account_manager")
    with world.database.write() as session:
        make_employee(session, user_id=browser.user.id, metric_permissions=["goals"], metric_scopes=["team"])
        mate = make_employee(session, user_id=make_user(session).id)
        team = make_team(session)
        for user_id in (browser.user.id, mate.user_id):
            session.add(TeamMember(team_id=team.id, user_id=user_id))
        make_goal(session, employee_id=mate.id, visibility="team", title="Une affaire de la personne")
    for scope, told, has_rows in (("team", 1, False), ("own", 0, True)):
        answer = browser.get(f"/api/v1/dashboard?scope={scope}").json()["data"]["figures"]["goals"]
        assert (answer["scope"], answer["count"], answer["has_rows"]) == (scope, told, has_rows)
        rows = browser.get(f"/api/v1/dashboard-rows?figure=goals&scope={scope}")
        assert rows.status_code == (200 if has_rows else 403)
        assert "Une affaire" not in rows.text


def test_who_has_left_is_named_to_those_alone_who_read_everyones_record(world: Agency):
    browser = world.browser("employee")
    with world.database.write() as session:
        make_employee(session, user_id=browser.user.id, metric_permissions=["hours"], metric_scopes=["organization"])
        gone = make_employee(
            session, last_name="Partie", status="left", teamwork_user_id="p-9", ended_on=date(2026, 11, 16)
        )
        log_time(session, make_retainer(session), date(2026, 11, 13), "7.5", teamwork_user_id="p-9", is_billable=True)
        api_id = gone.api_id
    (seen,) = [row for row in _rows(world, "utilisation") if row["value"] == "7.50"]
    assert seen["record"]["api_id"] == api_id
    answer = browser.get("/api/v1/dashboard-rows?figure=utilisation&per_page=100")
    (unseen,) = [row for row in answer.json()["data"] if row["value"] == "7.50"]
    assert unseen["record"] is None
    assert "Partie" not in answer.text
    assert api_id not in answer.text
