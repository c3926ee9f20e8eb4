"""Tests that the rows of a record's figure add up to the figure, and are listed only for those who may see all."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.core.db.database import Database
from regie.domains.records.projects.models import Project, ProjectFee
from tests.conftest import NOON
from tests.domains.administration.exports.export_files import export_list
from tests.factories.figures import grant_metrics
from tests.factories.people import make_team
from tests.factories.rates import make_rate
from tests.factories.work import make_client, make_invoice, make_payment, make_project
from tests.factories.world import World, build_world

DAYS = "from=2026-08-10&to=2026-11-18"


@pytest.fixture
def agency(database: Database) -> World:
    """A client of the account manager with retainers, sales and invoices in two currencies; one belongs to others."""
    world = build_world(database)
    manager = world.people["account_manager"].user
    with world.database.write() as session:
        make_rate(session, "USD", date(2026, 8, 3), "1.3512")
        team = make_team(session, manager)
        client = make_client(session, account_manager_id=manager.id, name="Maison Pivoine")
        fields = {"client_id": client.id, "team_id": team.id, "account_manager_id": manager.id}
        retainer = make_project(session, monthly_fee="1000.00", start_on=date(2026, 1, 1), **fields)
        session.add(ProjectFee(project_id=retainer.id, amount=Decimal("1333.33"), starts_on=date(2026, 9, 11)))
        make_project(session, monthly_fee="777.77", currency="USD", start_on=date(2026, 9, 8), **fields)
        make_project(session, kind="oos", approved_on=date(2026, 11, 2), sold_on=date(2026, 11, 2), **fields)
        fixed = make_project(session, **fields)
        owed = {"client_id": client.id, "balance": Decimal("249.75")}
        invoice = make_invoice(session, project_id=fixed.id, due_on=date(2026, 10, 31), **owed)
        make_invoice(session, issued_on=date(2026, 11, 2), due_on=date(2027, 1, 1), **owed)
        make_invoice(session, currency="USD", **owed)
        make_payment(session, project_id=retainer.id, invoice_id=invoice.id, status="ready", amount=Decimal("400.00"))
    return world


def get(world: World, column: str, path: str) -> Any:
    answer = world.browser(column).get(f"/api/v1/{path}")
    assert answer.status_code == 200, (path, answer.text)
    return answer.json()["data"]


def add_up(rows: list[dict[str, Any]]) -> dict[str, Decimal]:
    sums: dict[str, Decimal] = {}
    for row in rows:
        converted = row["converted"] or row["amount"]
        sums[converted["currency"]] = sums.get(converted["currency"], Decimal(0)) + Decimal(converted["amount"])
    return {currency: amount.quantize(Decimal("0.01"), ROUND_HALF_UP) for currency, amount in sums.items() if amount}


def amounts(money: Any) -> dict[str, Decimal]:
    found = money if isinstance(money, list) else [money]
    return {one["currency"]: Decimal(one["amount"]) for one in found if Decimal(one["amount"])}


def client_of(world: World) -> dict[str, Any]:
    (client,) = get(world, "admin", "clients?search=maison+pivoine&per_page=100")[:1]
    return get(world, "admin", f"clients/{client['api_id']}")


def rows_of_client(world: World, column: str, client: dict[str, Any], figure: str) -> list[dict[str, Any]]:
    """The rows in the client's currency; those without a rate are in no figure."""
    query = f"figure=client_{figure}&id={client['api_id']}&currency={client['currency']}&per_page=100"
    rows = [row for row in get(world, column, f"figure-rows?{query}") if row["converted"]]
    assert rows
    return rows


@pytest.mark.parametrize("figure", ["mrr", "outstanding", "overdue", "lifetime_revenue"])
@pytest.mark.parametrize("column", ["financial_manager", "account_manager"])
def test_rows_of_a_client_add_up_to_its_figure(agency: World, figure: str, column: str):
    client = client_of(agency)
    assert add_up(rows_of_client(agency, column, client, figure)) == amounts(client[figure])


@pytest.mark.parametrize("figure", ["mrr", "outstanding", "overdue"])
def test_rows_of_a_client_include_other_currencies(agency: World, figure: str):
    without = client_of(agency)
    with agency.database.write() as session:
        make_rate(session, "USD", NOON.date(), "1.40")
    client = client_of(agency)
    assert all(one["converted"] for one in client["other_currencies"][figure])
    assert client[figure] != without[figure]
    assert add_up(rows_of_client(agency, "admin", client, figure)) == amounts(client[figure])


@pytest.mark.parametrize("column", ["financial_manager", "account_manager"])
def test_rows_of_a_month_and_kind_add_up_to_the_revenue_of_the_client(agency: World, column: str):
    client = client_of(agency)["api_id"]
    revenue = get(agency, column, f"clients/{client}/revenue")
    compared, unconverted = set(), []
    for month in revenue["months"]:
        days = f"from={month['starts_on']}&to={month['ends_on']}&currency={revenue['currency']}"
        path = f"figure-rows?figure=client_revenue&id={client}&{days}&per_page=100"
        rows = get(agency, column, path)
        unconverted += [row for row in rows if row["converted"] is None]
        assert add_up([row for row in rows if row["converted"]]) == amounts(month["revenue"])
        for one in month["kinds"]:
            rows = get(agency, column, f"{path}&group={month['starts_on'][:7]}:{one['kind']}")
            assert add_up([row for row in rows if row["converted"]]) == amounts(one["money"])
            compared.add(one["kind"])
        assert get(agency, column, f"{path}&group=2019-01") == []
    assert compared == {"retainer", "fixed"}
    assert add_up(unconverted) == amounts(revenue["unconverted"])


@pytest.mark.parametrize("currency", ["", "&currency=CAD", "&currency=USD"])
def test_rows_of_statistics_add_up_to_their_figures(agency: World, currency: str):
    compared = set()
    lists = {
        "projects-statistics": [one["api_id"] for one in get(agency, "admin", "projects?per_page=100")],
        "employees-statistics": [agency.people["account_manager"].employee.api_id],
        "teams-statistics": [one["api_id"] for one in get(agency, "admin", "teams?per_page=100")],
    }
    for path, ids in lists.items():
        for entry in get(agency, "admin", f"{path}?id={','.join(ids)}&{DAYS}{currency}"):
            for name, figure in entry["figures"].items():
                if figure["money"] is None or figure["rows"] is None or "/figure-rows?" not in figure["rows"]:
                    continue
                rows = get(agency, "admin", f"{figure['rows'].removeprefix('/api/v1/')}&per_page=100")
                assert add_up(rows) == amounts(figure["money"]), (path, name)
                compared |= {(path, name)} if rows else set()
    assert {name for _, name in compared} >= {"mrr", "retainer_revenue", "invoiced", "oos_sales", "retained_mrr"}
    assert len(compared) == 8


def test_invoiced_rows_are_invoices_for_those_who_see_all(agency: World):
    person = agency.people["account_manager"].employee.api_id
    rows = get(agency, "admin", f"figure-rows?figure=employee_invoiced&id={person}&{DAYS}")
    assert {row["kind"] for row in rows} == {"invoice"}


def test_figure_of_others_is_refused(agency: World):
    person = agency.people["account_manager"].employee.api_id
    path = f"/api/v1/figure-rows?figure=employee_retained_mrr&id={person}&{DAYS}"
    assert agency.browser("employee").get(path).status_code == 403
    grant_metrics(agency, "employee", ["retainers"], ["own"])
    assert agency.browser("employee").get(path).status_code == 403
    assert agency.browser("account_manager").get(path).status_code == 200


def test_rows_are_refused_when_one_is_hidden(agency: World):
    """The figure of the client adds up a retainer of another manager, whose fee the caller may not see."""
    client = client_of(agency)
    path = f"/api/v1/figure-rows?figure=client_mrr&id={client['api_id']}"
    assert agency.browser("account_manager").get(path).status_code == 200
    with agency.database.write() as session:
        moved = update(Project).where(Project.kind == "retainer", Project.currency == "CAD")
        session.execute(moved.values(account_manager_id=agency.stranger.id, team_id=None))
    answer = agency.browser("account_manager").get(path)
    assert (answer.status_code, "data" in answer.json()) == (403, False)
    assert agency.browser("financial_manager").get(path).status_code == 200


def test_export_has_the_rows_of_the_figure(agency: World):
    client = client_of(agency)
    query = f"figure=client_lifetime_revenue&id={client['api_id']}"
    exported = export_list(agency.browser("admin"), "figure-rows", query=query, columns=["record", "amount"])
    rows = get(agency, "admin", f"figure-rows?{query}&per_page=100")
    assert [line[0] for line in exported.rows] == [row["record"]["name"] for row in rows]
    dashboard = export_list(agency.browser("admin"), "dashboard-rows", "xlsx", query="figure=mrr&currency=CAD")
    shown = get(agency, "admin", "dashboard-rows?figure=mrr&currency=CAD&per_page=100")
    assert len(dashboard.rows) == len(shown) > 0
    assert dashboard.totals[0][0] == "Amount"
