"""Definitions of figures, for companies made by hand with a controller's answers."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.domains.records.mirrors.models import HubspotStage
from regie.domains.records.settings.models import OrganizationSettings
from regie.domains.records.settings.queries import DEFAULTS
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
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_employee
from tests.factories.retainers import log_time
from tests.factories.work import SYNCED, make_client, make_deal, make_invoice, make_project

__all__ = ["rates", "world"]


def test_revenue_reconciles_to_the_invoices_of_the_period(world: EmptyAgency):
    """A retainer of 3,000 ran for 20 of November's 30 days: 2,000 of revenue, and an invoice of 3,000.

    A website invoiced 700; an invoice of 450 is linked to no project. Revenue is 2,000 + 700 = 2,700, invoiced is
    3,000 + 700 + 450 = 4,150: the difference is 1,000 of the retainer and 450 that is not linked.
    """
    with world.database.write() as session:
        retainer = make_project(session, monthly_fee="3000.00", currency="CAD", start_on=date(2026, 1, 1))
        website = make_project(session, currency="CAD")
        for project, amount in ((retainer.id, "3000.00"), (website.id, "700.00"), (None, "450.00")):
            make_invoice(session, project_id=project, issued_on=date(2026, 11, 2), subtotal=Decimal(amount))
        make_invoice(session, issued_on=date(2026, 11, 2), subtotal=Decimal("9.00"), is_voided=True)
    figures = read_figures(world, currency="CAD")
    assert figures["revenue"]["money"]["amount"] == "2700.00"
    assert figures["invoiced"]["money"]["amount"] == "4150.00"
    assert amounts_of(figures["revenue"]["groups"]) == {"2026-11:fixed": "700.00", "2026-11:retainer": "2000.00"}
    invoiced = {"fixed": "700.00", "retainer": "3000.00", "unlinked": "450.00"}
    assert amounts_of(figures["invoiced"]["groups"]) == invoiced
    (row,) = read_rows(world, "invoiced", group="unlinked", currency="CAD")
    assert (row["kind"], row["converted"]["amount"]) == ("invoice", "450.00")


@pytest.mark.usefixtures("rates")
def test_contract_that_continues_in_another_currency_is_one_movement(world: EmptyAgency):
    """US$1,000 until November 9 becomes CA$1,450: at 1.50, a contraction of 50, after 100 of the dollar's rise.

    A reader in US dollars sees 33.33 less, and no exchange part. Each currency by itself lost or gained all of it.
    """
    with world.database.write() as session:
        client = make_client(session, currency="USD")
        first = {"status": "ended", "currency": "USD", "end_on": date(2026, 11, 9)}
        make_project(session, client_id=client.id, monthly_fee="1000.00", start_on=date(2026, 9, 1), **first)
        make_project(session, client_id=client.id, monthly_fee="1450.00", currency="CAD", start_on=date(2026, 11, 10))
    browser, days = world.browser("admin"), {"from": "2026-11-01", "to": "2026-11-20"}

    def read(path: str, **params: Any) -> Any:
        return browser.get(f"/api/v1/{path}", params={**days, **params}).json()["data"]

    def bridge(currency: str) -> list[str]:
        found = read("churns-analysis", currency=currency)["bridge"]
        names = ("mrr_start", "expansion", "contraction", "fx", "mrr_end")
        return [found[name]["amount"] for name in names] + [found["gross_revenue_churn"]["percent"]]

    assert bridge("CAD") == ["1400.00", "0.00", "50.00", "100.00", "1450.00", "3.57"]
    assert bridge("USD") == ["1000.00", "0.00", "33.33", "0.00", "966.67", "3.33"]
    (row,) = read("mrr-movements", currency="CAD")
    assert (row["kind"], row["converted"], row["rate"]) == ("contraction", row["amount"], None)
    assert row["amount"] == {"amount": "50.00", "currency": "CAD"}
    changes = [{"amount": "1450.00", "currency": "CAD"}, {"amount": "-1000.00", "currency": "USD"}]
    assert row["changes"] == changes
    assert read("mrr-movements", currency="CAD", kind="expansion") == []
    totals = read("mrr-movements/totals", currency="CAD", kind="contraction")
    assert (totals["amounts"], totals["converted"]["money"]["amount"]) == (changes, "-50.00")
    apart = {one["currency"]: one for one in read("churns-statistics")["currencies"]}
    assert [apart[code]["contraction"]["amount"] for code in ("CAD", "USD")] == ["0.00", "1000.00"]
    for code, kind in (("CAD", "expansion"), ("USD", "contraction")):
        (own,) = read("mrr-movements", currency="CAD", of_currency=code)
        assert (own["kind"], own["amount"]) == (kind, apart[code][kind])


def test_sales_are_compared_only_with_targets_of_every_month(world: EmptyAgency):
    """A goal of 6,000 from October to December: the quarter has three targets of three, the year three of twelve."""
    with world.database.write() as session:
        seller = make_employee(session)
        make_oos_sale(
            session, sellers={seller.id: 100}, sold_on=date(2026, 3, 2), amount=Decimal("900.00"), approved_on=TODAY
        )
        make_oos_sale(
            session, sellers={seller.id: 100}, sold_on=date(2026, 10, 2), amount=Decimal("1500.00"), approved_on=TODAY
        )
        make_goal(
            session, employee_id=seller.id, measure="linked", metric_key="oos_sold", currency="CAD",
            target_value=Decimal("6000.00"), period_start=date(2026, 10, 1), period_end=date(2026, 12, 31),
        )  # fmt: skip

    def read(first: str, last: str) -> tuple[str | None, dict[str, int] | None, str | None]:
        period = {"from": first, "to": last, "currency": "CAD"}
        figure = read_figures(world, **period)["oos_sold"]
        sold = world.browser("admin").get("/api/v1/oos-sales-analysis", params=period).json()["data"]["sold"]
        assert (figure["target"], figure["target_months"]) == (sold["target"], sold["target_months"])
        return figure["target"] and figure["target"]["money"]["amount"], figure["target_months"], sold["percent"]

    # 1,500 of 6,000 is a quarter.
    assert read("2026-10-01", "2026-12-31") == ("6000.00", {"covered": 3, "of": 3}, "25.0")
    assert read("2026-01-01", "2026-12-31") == ("6000.00", {"covered": 3, "of": 12}, None)
    assert read("2026-01-01", "2026-03-31") == (None, None, None)
    # 31 of the goal's 92 days are in October: 6,000 × 31 ÷ 92 = 2,021.74; 1,500 is 74.2 % of it.
    assert read("2026-10-01", "2026-10-31") == ("2021.74", {"covered": 1, "of": 1}, "74.2")


def test_utilization_counts_billable_employees_in_months_with_time_data(world: EmptyAgency):
    """Bea works 8 hours a day. October and November have time data, the months before have none.

    October has 22 working days, 176 hours; 1 to 20 November has 15, 120 hours. She logged 44 billable hours in October
    and 60 in November: 25 % and 50 %, and 104 of 296 hours, 35.1 %, in the whole year.
    """
    with world.database.write() as session:
        capacity = {"capacity_hours_week": Decimal(40), "started_on": date(2020, 1, 1)}
        bea = make_employee(session, teamwork_user_id="bea", utilisation_target=50, **capacity)
        clerk = make_employee(session, teamwork_user_id="clerk", is_billable=False, utilisation_target=50, **capacity)
        project = make_project(session, teamwork_project_id="work")
        for day, hours in ((date(2026, 10, 5), "44"), (date(2026, 11, 4), "60")):
            log_time(session, project, day, hours, teamwork_user_id="bea", is_billable=True)
            log_time(session, project, day, hours, teamwork_user_id="clerk", is_billable=True)
        ids = bea.api_id, clerk.api_id

    def read(first: str, last: str) -> tuple[str | None, str | None, list[str | None]]:
        period = {"from": first, "to": last}
        path = "/api/v1/employees-statistics"
        entries = world.browser("admin").get(path, params={"id": ",".join(ids), **period}).json()["data"]
        figure = read_figures(world, **period)["utilisation"]
        target = figure["target"] and figure["target"]["value"]
        return figure["value"], target, [entry["figures"]["utilisation"]["value"] for entry in entries]

    assert read("2026-10-01", "2026-10-31") == ("25.0", "50.0", ["25.0", None])
    assert read("2026-11-01", "2026-11-30") == ("50.0", "50.0", ["50.0", None])
    assert read("2026-01-01", "2026-12-31") == ("35.1", "50.0", ["35.1", None])
    assert read("2026-09-01", "2026-09-30") == (None, None, [None, None])
    (row,) = read_rows(world, "utilisation", **{"from": "2026-01-01", "to": "2026-12-31"})
    assert (row["record"]["api_id"], row["value"], row["of"]) == (ids[0], "104.00", "296.00")


def test_deals_without_probability_are_counted_apart_and_only_now(world: EmptyAgency, rates: None):
    """Two deals of 1,000 at 80 % are 1,600; one of 500 USD without probability is 750.00 CAD beside them."""
    with world.database.write() as session:
        for name, probability in (("likely", "0.8"), ("unknown", None)):
            session.add(HubspotStage(external_id=name, name=name, probability=probability, synced_at=SYNCED))
        for _ in range(2):
            make_deal(session, stage_id="likely", stage="likely", state="open", amount=Decimal("1000.00"))
        make_deal(session, stage_id="unknown", stage="unknown", state="open", amount=Decimal("500.00"), currency="USD")
        make_deal(session, stage_id="no such stage", state="won", amount=Decimal("9.00"))
    figures = read_figures(world, currency="CAD")
    found = {
        name: (figures[name]["count"], figures[name]["money"]["amount"]) for name in ("pipeline", "unweighted_deals")
    }
    assert found == {"pipeline": (2, "1600.00"), "unweighted_deals": (1, "750.00")}
    assert [row["group"] for row in read_rows(world, "unweighted_deals")] == ["unknown"]
    # What is known as of today only is not shown for a month that is over.
    october = {"from": "2026-10-01", "to": "2026-10-31"}
    current_only = {
        "pipeline", "unweighted_deals", "burn_at_risk", "active_projects", "late_projects", "active_clients",
    }  # fmt: skip
    assert set(figures) - set(read_figures(world, **october)) == current_only
    response = world.browser("admin").get("/api/v1/dashboard-rows", params={"figure": "pipeline", **october})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["figure"])


@pytest.mark.parametrize(
    ("fiscal_start", "days", "compare", "expected"),
    [
        # Today is the 51st day of the quarter from October, and the 324th of the calendar year.
        ("january", ("2026-10-01", "2026-12-31"), "previous", ("2026-07-01", "2026-08-20")),
        ("january", ("2026-10-01", "2026-11-20"), "previous", ("2026-07-01", "2026-08-20")),
        ("january", ("2026-01-01", "2026-12-31"), "previous", ("2025-01-01", "2025-11-20")),
        ("january", ("2026-01-01", "2026-11-20"), "previous", ("2025-01-01", "2025-11-20")),
        # The quarter of a fiscal year from February began in November, and its year to date in February.
        ("february", ("2026-11-01", "2027-01-31"), "previous", ("2026-08-01", "2026-08-20")),
        ("february", ("2026-02-01", "2026-11-20"), "previous", ("2025-02-01", "2025-11-20")),
        # The same days are no quarter or year of this fiscal year: as many months before.
        ("february", ("2026-10-01", "2026-11-20"), "previous", ("2026-08-01", "2026-09-20")),
        ("february", ("2026-01-01", "2026-11-20"), "previous", ("2025-02-01", "2025-12-20")),
        ("january", ("2026-11-01", "2026-11-30"), "last_year", ("2025-11-01", "2025-11-20")),
        ("january", ("2026-10-01", "2026-12-31"), "last_year", ("2025-10-01", "2025-11-20")),
        ("january", ("2026-07-05", "2026-07-11"), "last_year", ("2025-07-05", "2025-07-11")),
        # February 2026 ends on its 28th, that of 2024 on its 29th.
        ("january", ("2025-02-01", "2025-02-28"), "last_year", ("2024-02-01", "2024-02-29")),
        ("january", ("2026-11-01", "2026-11-30"), "target", None),
    ],
)
def test_compared_days_are_the_same_days_of_the_fiscal_period(
    world: EmptyAgency, fiscal_start: str, days: tuple[str, str], compare: str, expected: tuple[str, str] | None
):
    with world.database.write() as session:
        session.add(OrganizationSettings(id=1, **DEFAULTS | {"fiscal_year_start": fiscal_start}))
        make_project(session, monthly_fee="10.00", start_on=date(2020, 1, 1))
    period = {"from": days[0], "to": days[1]}
    dashboard = read_dashboard(world, **period, compare=compare)
    previous = dashboard["figures"]["mrr"]["previous"]
    analysis = world.browser("admin").get("/api/v1/churns-analysis", params={**period, "compare": compare})
    bridge = (analysis.json()["data"]["previous"] or {}).get("bridge")
    if expected is None:
        assert (dashboard["previous"], previous, bridge) == (None, None, None)
    else:
        assert dashboard["previous"] == {"from": expected[0], "to": expected[1]}
        assert previous["count"] == 1
        assert (bridge["starts_on"], bridge["ends_on"]) == expected
