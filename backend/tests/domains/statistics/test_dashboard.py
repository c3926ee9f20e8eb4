"""The dashboard's figures, told again in plain Python, for each currency by itself."""

from datetime import date, timedelta

from tests.conftest import NOON
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World

TODAY = date(2026, 11, 20)


def _figures(world: World, column: str = "admin") -> dict:
    return world.browser(column).get("/api/v1/dashboard").json()["data"]["figures"]


def test_an_empty_house_has_figures_and_no_money(world: World):
    assert _figures(world) == {
        "mrr": [],
        "outstanding": [],
        "overdue": [],
        "overdue_invoices": 0,
        "active_clients": 0,
        "active_projects": {"fixed": 0, "oos": 0, "retainer": 0},
    }


def test_each_figure_counts_what_it_names(world: World):
    with world.database.write() as session:
        client = make_client(session)
        for currency in ("CAD", "CAD", "EUR"):
            make_project(session, client_id=client.id, monthly_fee="1000.10", currency=currency)
        make_project(session, client_id=client.id, monthly_fee="7.00", status="on_hold")
        make_project(session, client_id=client.id, monthly_fee="7.00", start_on=TODAY + timedelta(days=1))
        make_project(session, client_id=client.id, monthly_fee="7.00", status="ended")
        make_project(session, client_id=client.id, archived_at=NOON, status="completed")
        make_project(session, client_id=client.id)
        make_project(status="cancelled", session=session)
        make_invoice(session, client_id=client.id, total="10.00", payable_on=TODAY)
        make_invoice(session, client_id=client.id, total="20.50", payable_on=TODAY - timedelta(days=1))
        make_invoice(session, total="30.00", payable_on=TODAY - timedelta(days=1), currency="USD")
        make_invoice(session, total="40.00", is_voided=True)
        make_invoice(session, total="50.00", deleted_at=NOON)
    figures = _figures(world)
    assert figures["mrr"] == [{"amount": "2000.20", "currency": "CAD"}, {"amount": "1000.10", "currency": "EUR"}]
    assert figures["outstanding"] == [{"amount": "30.50", "currency": "CAD"}, {"amount": "30.00", "currency": "USD"}]
    assert figures["overdue"] == [{"amount": "20.50", "currency": "CAD"}, {"amount": "30.00", "currency": "USD"}]
    assert figures["overdue_invoices"] == 2
    assert figures["active_clients"] == 1
    assert figures["active_projects"] == {"fixed": 1, "oos": 0, "retainer": 4}


def test_the_day_and_the_currency_are_named(world: World):
    answer = world.browser("churn_manager").get("/api/v1/dashboard").json()["data"]
    assert answer["as_of"] == "2026-11-20"
    assert answer["currency"] == "USD"
    assert [source["service"] for source in answer["sources"]] == ["teamwork", "hubspot", "quickbooks"]
    assert world.browser("employee").get("/api/v1/dashboard").json()["data"]["sources"] == []
