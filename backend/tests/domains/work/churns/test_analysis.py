"""Tests of the churn analysis: currency, rates, rows behind figures, permissions and statements."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.projects.models import Project, ProjectFee
from tests.domains.work.churns.accounts import Account, post_churn
from tests.factories.rates import make_rate
from tests.factories.statements import record_statements
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

ANALYSIS = "/api/v1/churns-analysis"
MOVEMENTS = "/api/v1/mrr-movements"
YEAR = "from=2026-01-01&to=2026-11-20&currency=CAD"


def _rates(world: World, **rates: str) -> None:
    """Store rates of a US dollar by month and day, `d0131="1.40"`; each is valid for a week."""
    with world.database.write() as session:
        for name, rate in rates.items():
            make_rate(session, "USD", date(2026, int(name[1:3]), int(name[3:])), rate)


def _rate_every_day(world: World) -> None:
    with world.database.write() as session:
        for number in range(400):
            day = date(2025, 11, 20) + timedelta(days=number)
            if day <= date(2026, 11, 20):
                make_rate(session, "USD", day, f"1.{30 + number % 17}")


def _read(world: World, query: str = YEAR, column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"{ANALYSIS}?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _amounts(bridge: dict[str, Any]) -> dict[str, str]:
    return {name: one["amount"] for name, one in bridge.items() if isinstance(one, dict) and "amount" in one}


def _closes(bridge: dict[str, Any]) -> bool:
    found = {name: Decimal(amount) for name, amount in _amounts(bridge).items()}
    gained = found["new"] + found["expansion"] + found["reactivation"] + found["fx"]
    return found["mrr_start"] + gained - found["contraction"] - found["churn"] == found["mrr_end"]


def test_fx_completes_the_bridge(own_world: World):
    _rates(own_world, d0131="1.40", d0228="1.30", d0310="1.50", d0331="1.20")
    with own_world.database.write() as session:
        make_rate(session, "USD", date(2026, 1, 5), "1.35")
    Account(own_world).retainer("1000.00", start_on=date(2026, 1, 5), currency="USD")
    other = Account(own_world).retainer("500.00", start_on=date(2026, 3, 10), currency="USD")
    post_churn(own_world.browser("admin"), other, "2026-03-31")
    analysis = _read(own_world, "from=2026-02-01&to=2026-03-31&currency=CAD")
    zeros = dict.fromkeys(("expansion", "reactivation", "contraction"), "0.00")
    february, march = (_amounts(month) for month in analysis["months"])
    assert february == zeros | {
        "mrr_start": "1400.00", "new": "0.00", "churn": "0.00", "fx": "-100.00", "mrr_end": "1300.00",
    }  # fmt: skip
    assert march == zeros | {
        "mrr_start": "1300.00", "new": "750.00", "churn": "600.00", "fx": "-250.00", "mrr_end": "1200.00",
    }  # fmt: skip
    assert _amounts(analysis["bridge"]) == zeros | {
        "mrr_start": "1400.00", "new": "750.00", "churn": "600.00", "fx": "-350.00", "mrr_end": "1200.00",
    }  # fmt: skip
    # The client that was lost started after the first day, so it is in no rate of the clients at the start.
    assert analysis["bridge"]["gross_revenue_churn"]["percent"] == "0.00"
    assert analysis["bridge"]["net_revenue_retention"]["percent"] == "100.00"
    later = {"clients": 1, "retainers": 1, "mrr_lost": {"amount": "600.00", "currency": "CAD"}}
    assert analysis["bridge"]["later_clients"] == later
    (balance,) = analysis["balances"]["mrr_start"]
    assert (balance["amount"]["amount"], balance["rate"], balance["rate_on"]) == ("1000.00", "1.4", "2026-01-31")
    assert all(_closes(bridge) for bridge in [*analysis["months"], analysis["bridge"]])


def test_todays_rate_does_not_change_last_quarter(own_world: World):
    _rate_every_day(own_world)
    Account(own_world).retainer("1000.00", start_on=date(2026, 1, 5), currency="USD")
    before = _read(own_world, "from=2026-07-01&to=2026-09-30&currency=CAD")
    now = _read(own_world, "from=2026-11-01&to=2026-11-30&currency=CAD")
    with own_world.database.write() as session:
        of_today = update(ExchangeRate).where(ExchangeRate.valid_on == date(2026, 11, 20))
        session.execute(of_today.values(rate=Decimal("9.99")))
    assert _read(own_world, "from=2026-07-01&to=2026-09-30&currency=CAD") == before
    changed = _read(own_world, "from=2026-11-01&to=2026-11-30&currency=CAD")
    assert changed["bridge"]["mrr_end"]["amount"] == "9990.00" != now["bridge"]["mrr_end"]["amount"]
    assert changed["ends_on"] == "2026-11-20"
    assert _closes(changed["bridge"])


def test_missing_rate_is_listed_and_never_replaced_by_one(own_world: World):
    Account(own_world).retainer("1000.00", start_on=date(2026, 3, 1), currency="USD")
    Account(own_world).retainer("300.00", start_on=date(2026, 3, 1))
    analysis = _read(own_world)
    assert analysis["bridge"]["mrr_end"] == {"amount": "300.00", "currency": "CAD"}
    (left_out,) = analysis["left_out"]
    assert (left_out["currency"], left_out["new"]["amount"], left_out["mrr_end"]["amount"]) == (
        "USD", "1000.00", "1000.00",
    )  # fmt: skip
    assert {"currency": "USD", "on": "2026-03-01"} in analysis["missing_rates"]
    assert {one["converted"] and one["converted"]["amount"] for one in analysis["balances"]["mrr_end"]} == {
        None,
        "300.00",
    }
    row = next(
        one for one in own_world.browser("admin").get(f"{MOVEMENTS}?currency=CAD").json()["data"]
        if one["amount"]["currency"] == "USD"
    )  # fmt: skip
    assert (row["converted"], row["rate"], row["rate_on"]) == (None, None, None)


def test_figures_equal_the_sum_of_their_rows(own_world: World):
    _rate_every_day(own_world)
    admin = own_world.browser("admin")
    first = Account(own_world)
    one, _ = first.retainer("1000.00", start_on=date(2025, 12, 15), currency="USD"), first.retainer("77.77")
    two = Account(own_world).retainer("450.50", start_on=date(2026, 2, 3))
    post_churn(admin, one, "2026-06-30", reason="price", preventable=True)
    post_churn(admin, two, "2026-08-14", reason="competitor", preventable=False)
    analysis = _read(own_world)
    for month in [*analysis["months"], analysis["bridge"]]:
        days = f"from={month['starts_on']}&to={month['ends_on']}&currency=CAD&per_page=100"
        for kind in ("new", "expansion", "reactivation", "contraction", "churn"):
            rows = admin.get(f"{MOVEMENTS}?{days}&kind={kind}").json()["data"]
            added = sum((Decimal(row["converted"]["amount"]) for row in rows), Decimal("0.00"))
            assert f"{added}" == month[kind]["amount"], (month["starts_on"], kind)
        day = month["ends_on"]
        days = f"from={day[:8]}01&to={day}&currency=CAD&scope={analysis['scope']}&per_page=100"
        rows = admin.get(f"/api/v1/dashboard-rows?figure=mrr&{days}").json()["data"]
        running = sum((Decimal(row["converted"]["amount"]) for row in rows), Decimal("0.00"))
        assert f"{running}" == month["mrr_end"]["amount"], day
    events = "/api/v1/churn-events?effective_from=2026-01-01&effective_to=2026-11-20"
    groups = {"reason": "reasons", "initiated_by": "initiated_by", "tenure": "tenures"}
    for name, group in groups.items():
        for entry in analysis[group]:
            rows = admin.get(f"{events}&{name}={entry['value']}").json()
            assert rows["meta"]["total"] == entry["losses"], entry
    assert [entry["value"] for entry in analysis["reasons"]] == ["price", "competitor"]
    share = analysis["preventable"]
    assert (share["preventable"], share["losses"], share["percent"]) == (1, 2, "50.00")
    for entry in analysis["employees"]:
        rows = admin.get(f"{events}&employee={entry['employee']['api_id']}").json()
        assert rows["meta"]["total"] == entry["losses"]
    assert {entry["weighted_losses"] for entry in analysis["employees"]} == {"1.00"}
    lost = sum(Decimal(entry["mrr_lost"]["amount"]) for entry in analysis["employees"])
    assert f"{lost}" == share["mrr_lost"]["amount"]
    assert analysis["rows"] == ["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]


def test_lost_figures_open_as_retainers_and_clients(own_world: World):
    admin, account = own_world.browser("admin"), Account(own_world)
    post_churn(admin, account.retainer("100.00", start_on=date(2026, 1, 1)), "2026-06-30")
    with own_world.database.write() as session:
        ended = make_project(session, monthly_fee="50.00", status="completed", end_on=date(2026, 7, 31))
        again = {"client_id": ended.client_id, "monthly_fee": "50.00", "start_on": date(2026, 8, 5)}
        make_project(session, status="completed", end_on=date(2026, 8, 31), **again)
        continued = make_project(session, monthly_fee="70.00", status="completed", end_on=date(2026, 3, 31))
        make_project(session, client_id=continued.client_id, monthly_fee="80.00", start_on=date(2026, 4, 1))
    bridge = _read(own_world)["bridge"]

    def rows(figure: str, group: str = "") -> list[tuple[str, str]]:
        of_group = f"&group={group}" if group else ""
        response = admin.get(f"/api/v1/dashboard-rows?figure={figure}&{YEAR}{of_group}").json()["data"]
        return sorted((row["on"], row["group"]) for row in response)

    recorded, others = ("2026-06-30", "recorded"), [("2026-07-31", "unrecorded"), ("2026-08-31", "unrecorded")]
    assert rows("lost_retainers") == [recorded, *others]
    assert (rows("lost_retainers", "recorded"), rows("lost_retainers", "unrecorded")) == ([recorded], others)
    assert rows("lost_clients") == [("2026-06-30", ""), ("2026-08-31", "")]
    later = bridge["later_clients"]
    counts = ((bridge["project_churn"]["lost"], later["retainers"]), (bridge["logo_churn"]["lost"], later["clients"]))
    assert tuple(map(sum, counts)) == (3, 2)


def test_rates_of_several_months_are_of_the_clients_at_the_start(own_world: World):
    """A controller's year. On 31 December Ada pays 1,000, Bea 600 and Cleo 400 a month: 2,000 in all.

    In the year, Ada's fee rises by 200, Bea is lost, and Cleo stays. Dan starts in March at 5,000 and is lost in June.
    Eve, lost in 2025, returns in April at 300.
    Churn is 600 of 2,000, 30 %, not 5,600; retention is (2,000 + 200 − 600) ÷ 2,000, 80 %.
    One of three clients is lost.
    The half-year loses 30 %: the year loses 1 − 0.7² = 51 % and retains 0.8² = 64 %; of clients 1 − (2 ÷ 3)² = 55.56 %.
    """
    admin, start = own_world.browser("admin"), {"start_on": date(2025, 1, 1)}
    accounts = [Account(own_world) for _ in range(5)]
    ada, bea, cleo, dan, eve = accounts
    raised = ada.retainer("1000.00", **start)
    lost = bea.retainer("600.00", **start)
    cleo.retainer("400.00", **start)
    post_churn(admin, dan.retainer("5000.00", start_on=date(2026, 3, 1)), "2026-06-15")
    eve.retainer("300.00", **start, status="completed", end_on=date(2025, 6, 30))
    eve.retainer("300.00", start_on=date(2026, 4, 1))
    post_churn(admin, lost, "2026-05-10")
    with own_world.database.write() as session:
        project = session.scalars(select(Project).where(Project.api_id == raised)).one()
        session.add(ProjectFee(project_id=project.id, amount=Decimal("1200.00"), starts_on=date(2026, 2, 1)))
    half = "from=2026-01-01&to=2026-06-30"
    bridge = _read(own_world, f"{half}&currency=CAD")["bridge"]
    figures = admin.get(f"/api/v1/churns-statistics?{half}").json()["data"]
    (by_currency,) = figures["currencies"]
    assert (bridge["mrr_start"]["amount"], bridge["churn"]["amount"]) == ("2000.00", "5600.00")
    for source in (bridge, by_currency):
        assert source["gross_revenue_churn"] == {
            "formula": "gross_revenue_churn_of_start", "percent": "30.00", "annualized": "51.00",
        }  # fmt: skip
        assert source["net_revenue_retention"] == {
            "formula": "net_revenue_retention_of_start", "percent": "80.00", "annualized": "64.00",
        }  # fmt: skip
        later = {"clients": 1, "retainers": 1, "mrr_lost": {"amount": "5000.00", "currency": "CAD"}}
        assert source["later_clients"] == later
    for source in (bridge, figures):
        assert source["logo_churn"] == {
            "formula": "logo_churn_of_start", "lost": 1, "at_start": 3, "percent": "33.33", "annualized": "55.56",
        }  # fmt: skip
    # A single month keeps the formula of a month: in April, Eve's return counts as retention.
    april = _read(own_world, "from=2026-04-01&to=2026-04-30&currency=CAD")["bridge"]
    assert april["later_clients"] is None
    # In March, Dan is new, which is no retention.
    march = _read(own_world, "from=2026-03-01&to=2026-03-31&currency=CAD")["bridge"]
    assert (march["new"]["amount"], march["net_revenue_retention"]["percent"]) == ("5000.00", "100.00")
    # 7,500 ÷ 7,200: the fees at the start are 1,200, 600, 400 and 5,000.
    assert april["net_revenue_retention"] == {
        "formula": "net_revenue_retention", "percent": "104.17", "annualized": None,
    }  # fmt: skip


def test_previous_period_equals_a_read_of_that_period(own_world: World):
    _rate_every_day(own_world)
    admin = own_world.browser("admin")
    mine = own_world.project("account_manager", "own", status="active", monthly_fee="900.00", start_on=date(2026, 1, 1))
    Account(own_world).retainer("1000.00", start_on=date(2026, 2, 5), currency="USD")
    for day in ("2026-07-10", "2026-10-10"):
        post_churn(admin, Account(own_world).retainer("100.00", start_on=date(2026, 1, 1)), day, preventable=True)
    post_churn(admin, mine, "2026-08-20", preventable=False)
    analysis = _read(own_world, "from=2026-09-01&to=2026-10-31&currency=CAD")
    before = _read(own_world, "from=2026-07-01&to=2026-08-31&currency=CAD")
    assert analysis["previous"] == {"bridge": before["bridge"], "preventable": before["preventable"], "left_out": []}
    assert before["bridge"]["project_churn"]["lost"] == before["preventable"]["losses"] == 2
    own = _read(own_world, "from=2026-09-01&to=2026-10-31&currency=CAD&scope=own")
    assert (analysis["scope"], own["scope"], own["bridge"]["mrr_start"]["amount"]) == ("all", "own", "0.00")
    assert own["rows"] == ["lost-retainers", "lost-clients", "mrr"]
    # A currency without a rate in those days is in none of their figures, and listed.
    first = _read(own_world, "from=2025-12-01&to=2026-10-31&currency=GBP")
    assert first["previous"]["left_out"] == []
    assert _read(own_world, "from=2026-09-01&to=2026-10-31&currency=GBP")["previous"]["left_out"] == ["CAD", "USD"]


def test_cohorts_show_retained_mrr(own_world: World):
    account = Account(own_world)
    first = account.retainer("1000.00", start_on=date(2026, 7, 5))
    Account(own_world).retainer("1000.00", start_on=date(2026, 7, 20))
    account.retainer("500.00", start_on=date(2026, 9, 1))
    post_churn(own_world.browser("admin"), first, "2026-10-15")
    (july,) = _read(own_world, "from=2026-07-01&to=2026-11-20&currency=CAD")["cohorts"]
    assert (july["starts_on"], july["clients"]) == ("2026-07-01", 2)
    assert [month["percent"] for month in july["months"]] == ["100.00", "100.00", "125.00", "75.00", "75.00"]
    assert _read(own_world, "from=2026-08-01&to=2026-11-20&currency=CAD")["cohorts"] == []


def test_currency_defaults_to_the_callers(own_world: World):
    assert _read(own_world, "from=2026-01-01&to=2026-11-20&currency=EUR")["currency"] == "EUR"
    own = own_world.browser("admin").get("/api/v1/me").json()["data"]["currency"]
    assert _read(own_world, "from=2026-01-01&to=2026-11-20")["currency"] == (own or "USD")


@pytest.mark.parametrize(
    ("query", "field"),
    [("from=2026-03-01&to=2026-02-28", "to"), ("from=2026-12-01&to=2026-12-31", "from"),
     ("from=1990-01-01&to=2026-01-01", "to"), ("from=2026-01-01&to=2026-02-01&currency=XYZ", "currency"),
     ("from=2026-01-01", "to")],
)  # fmt: skip
def test_invalid_period_or_currency_returns_422(own_world: World, query: str, field: str):
    with assert_unchanged(own_world.database):
        response = own_world.browser("admin").get(f"{ANALYSIS}?{query}")
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]


def test_churn_without_shares_is_a_row_of_its_own(own_world: World):
    admin = own_world.browser("admin")
    assigned, unassigned = Account(own_world), Account(own_world)
    post_churn(admin, assigned.retainer("700.25"), "2026-08-14")
    event = post_churn(admin, unassigned.retainer("300.50"), "2026-09-30")
    with own_world.database.write() as session:
        key = select(ChurnEvent.id).where(ChurnEvent.api_id == event["api_id"]).scalar_subquery()
        session.execute(delete(ChurnAttribution).where(ChurnAttribution.event_id == key))
    analysis = _read(own_world)
    rows = analysis["employees"]
    assert [row["employee"] and row["employee"]["api_id"] for row in rows] == [assigned.employee, None]
    assert rows[1] == rows[1] | {"losses": 1, "weighted_losses": "1.00"}
    lost = sum(Decimal(row["mrr_lost"]["amount"]) for row in rows)
    assert f"{lost}" == analysis["preventable"]["mrr_lost"]["amount"] == analysis["bridge"]["churn"]["amount"]
    for value, events in (("false", [event["api_id"]]), ("true", None)):
        listed = admin.get(f"/api/v1/churn-events?attributed={value}").json()["data"]
        found = [row["api_id"] for row in listed]
        assert found == events or (events is None and event["api_id"] not in found and len(found) == 1)
    # Callers without access to everyone's figures get their own shares only.
    person = own_world.people["account_manager"].employee.api_id
    rights = {"metric_permissions": ["churn"], "metric_scopes": ["own"]}
    assert admin.patch(f"/api/v1/employees/{person}", rights).status_code == 200
    assert _read(own_world, column="account_manager")["employees"] == []


def test_callers_see_only_retainers_in_their_scope(own_world: World):
    mine = own_world.project("account_manager", "own", status="active", monthly_fee="1000.00")
    foreign = own_world.project("account_manager", "other", status="active", monthly_fee="500.00")
    admin = own_world.browser("admin")
    post_churn(admin, mine, attribution=[{"employee": Account(own_world).employee, "weight": 100}])
    post_churn(admin, foreign, attribution=[{"employee": Account(own_world).employee, "weight": 100}])
    # The retainers started after the first day of the year.
    assert _read(own_world)["bridge"]["later_clients"]["retainers"] == 2
    assert len(_read(own_world)["employees"]) == 2
    for column in ("account_manager", "employee"):
        person = own_world.people[column].employee.api_id
        rights = {"metric_permissions": ["churn"], "metric_scopes": ["own"]}
        assert admin.patch(f"/api/v1/employees/{person}", rights).status_code == 200
        analysis = _read(own_world, column=column)
        assert analysis["bridge"]["later_clients"]["retainers"] == (column == "account_manager"), column
        # Callers who see churn but not MRR get no MRR drill-down.
        running = ["mrr"] if column == "account_manager" else []
        assert (analysis["employees"], analysis["rows"]) == ([], ["lost-retainers", "lost-clients", *running])
    rows = own_world.browser("account_manager").get(f"{MOVEMENTS}?kind=churn&currency=CAD").json()["data"]
    assert [row["amount"]["amount"] for row in rows] == ["1000.00"]


def test_number_of_statements_is_independent_of_retainers(own_world: World):
    def counted(path: str) -> int:
        with own_world.database.write() as session:
            make_project(session, monthly_fee="10.00", start_on=date(2026, 2, 1))  # nothing is cached
        with record_statements(own_world.database) as statements:
            assert own_world.browser("admin").get(path).status_code == 200
        return len(statements)

    of_person = f"in=USD&employee={Account(own_world).employee}"
    paths = (
        f"{ANALYSIS}?{YEAR}",
        f"{MOVEMENTS}?per_page=100",
        f"{MOVEMENTS}/totals?cohort=true",
        f"/api/v1/churn-events?per_page=100&{of_person}",
        f"/api/v1/churn-totals?{of_person}",
    )
    _read(own_world)  # rates are known from here on
    few = [counted(path) for path in paths]
    for _ in range(4):
        post_churn(own_world.browser("admin"), Account(own_world).retainer())
    many = [counted(path) for path in paths]
    assert many == few
    assert max(few) <= 20


def test_movements_filter_by_client_search_kind_and_currency(own_world: World):
    account = Account(own_world, name="Papeterie Érable")
    account.retainer("100.00", start_on=date(2026, 2, 1))
    Account(own_world).retainer("200.00", start_on=date(2026, 3, 1), currency="USD")
    admin = own_world.browser("admin")

    def total(query: str) -> int:
        return admin.get(f"{MOVEMENTS}?{query}").json()["meta"]["total"]

    assert total("") == 2
    assert [total(f"search={word}") for word in ("erable", "introuvable")] == [1, 0]
    assert [total(f"client={account.client.api_id}"), total("kind=new"), total("kind=churn")] == [1, 2, 0]
    assert [total("of_currency=USD"), total("from=2026-02-02"), total("to=2026-02-01")] == [1, 1, 1]
    assert admin.get(f"{MOVEMENTS}?from=2026-02-02&to=2026-02-01").status_code == 422
    assert admin.get(f"{MOVEMENTS}?sort=amount").status_code == 422
