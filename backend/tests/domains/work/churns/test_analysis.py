"""The analysis of churn over HTTP: one currency, rates of their days, rows behind figures, rights, statements."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from regie.domains.records.exchange_rates.models import ExchangeRate
from tests.domains.work.churns.accounts import Account, lose
from tests.factories.rates import make_rate
from tests.factories.statements import count_statements
from tests.factories.work import make_project
from tests.factories.world import World, build_world, unchanged

ANALYSIS = "/api/v1/churns-analysis"
MOVEMENTS = "/api/v1/mrr-movements"
YEAR = "from=2026-01-01&to=2026-11-20&currency=CAD"


@pytest.fixture
def alone(database: Any) -> World:
    """An agency of this test's own: its figures are of nothing else."""
    return build_world(database)


def _rates(world: World, **rates: str) -> None:
    """Of a US dollar, by month and day: `d0131="1.40"`; each holds for a week."""
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
    answer = world.browser(column).get(f"{ANALYSIS}?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _amounts(bridge: dict[str, Any]) -> dict[str, str]:
    return {name: one["amount"] for name, one in bridge.items() if isinstance(one, dict) and "amount" in one}


def _closes(bridge: dict[str, Any]) -> bool:
    found = {name: Decimal(amount) for name, amount in _amounts(bridge).items()}
    gained = found["new"] + found["expansion"] + found["reactivation"] + found["fx"]
    return found["mrr_start"] + gained - found["contraction"] - found["churn"] == found["mrr_end"]


def test_what_rates_alone_did_closes_the_bridge(alone: World):
    _rates(alone, d0131="1.40", d0228="1.30", d0310="1.50", d0331="1.20")
    with alone.database.write() as session:
        make_rate(session, "USD", date(2026, 1, 5), "1.35")
    Account(alone).retainer("1000.00", start_on=date(2026, 1, 5), currency="USD")
    other = Account(alone).retainer("500.00", start_on=date(2026, 3, 10), currency="USD")
    lose(alone.browser("admin"), other, "2026-03-31")
    told = _read(alone, "from=2026-02-01&to=2026-03-31&currency=CAD")
    zeros = dict.fromkeys(("expansion", "reactivation", "contraction"), "0.00")
    february, march = (_amounts(month) for month in told["months"])
    assert february == zeros | {
        "mrr_start": "1400.00", "new": "0.00", "churn": "0.00", "fx": "-100.00", "mrr_end": "1300.00",
    }  # fmt: skip
    assert march == zeros | {
        "mrr_start": "1300.00", "new": "750.00", "churn": "600.00", "fx": "-250.00", "mrr_end": "1200.00",
    }  # fmt: skip
    assert _amounts(told["bridge"]) == zeros | {
        "mrr_start": "1400.00", "new": "750.00", "churn": "600.00", "fx": "-350.00", "mrr_end": "1200.00",
    }  # fmt: skip
    assert told["bridge"]["gross_revenue_churn"]["percent"] == "42.86"
    assert told["bridge"]["net_revenue_retention"]["percent"] == "57.14"
    (balance,) = told["balances"]["mrr_start"]
    assert (balance["amount"]["amount"], balance["rate"], balance["rate_on"]) == ("1000.00", "1.4", "2026-01-31")
    assert all(_closes(bridge) for bridge in [*told["months"], told["bridge"]])


def test_todays_rate_leaves_last_quarter_as_it_was(alone: World):
    _rate_every_day(alone)
    Account(alone).retainer("1000.00", start_on=date(2026, 1, 5), currency="USD")
    before = _read(alone, "from=2026-07-01&to=2026-09-30&currency=CAD")
    now = _read(alone, "from=2026-11-01&to=2026-11-30&currency=CAD")
    with alone.database.write() as session:
        of_today = update(ExchangeRate).where(ExchangeRate.valid_on == date(2026, 11, 20))
        session.execute(of_today.values(rate=Decimal("9.99")))
    assert _read(alone, "from=2026-07-01&to=2026-09-30&currency=CAD") == before
    changed = _read(alone, "from=2026-11-01&to=2026-11-30&currency=CAD")
    assert changed["bridge"]["mrr_end"]["amount"] == "9990.00" != now["bridge"]["mrr_end"]["amount"]
    assert changed["ends_on"] == "2026-11-20"
    assert _closes(changed["bridge"])


def test_a_missing_rate_is_told_and_never_taken_as_one(alone: World):
    Account(alone).retainer("1000.00", start_on=date(2026, 3, 1), currency="USD")
    Account(alone).retainer("300.00", start_on=date(2026, 3, 1))
    told = _read(alone)
    assert told["bridge"]["mrr_end"] == {"amount": "300.00", "currency": "CAD"}
    (left_out,) = told["left_out"]
    assert (left_out["currency"], left_out["new"]["amount"], left_out["mrr_end"]["amount"]) == (
        "USD", "1000.00", "1000.00",
    )  # fmt: skip
    assert {"currency": "USD", "on": "2026-03-01"} in told["missing_rates"]
    assert {one["converted"] and one["converted"]["amount"] for one in told["balances"]["mrr_end"]} == {None, "300.00"}
    row = next(
        one for one in alone.browser("admin").get(f"{MOVEMENTS}?currency=CAD").json()["data"]
        if one["amount"]["currency"] == "USD"
    )  # fmt: skip
    assert (row["converted"], row["rate"], row["rate_on"]) == (None, None, None)


def test_every_figure_is_what_its_rows_add_up_to(alone: World):
    _rate_every_day(alone)
    admin = alone.browser("admin")
    first = Account(alone)
    one, _ = first.retainer("1000.00", start_on=date(2025, 12, 15), currency="USD"), first.retainer("77.77")
    two = Account(alone).retainer("450.50", start_on=date(2026, 2, 3))
    lose(admin, one, "2026-06-30", reason="price", preventable=True)
    lose(admin, two, "2026-08-14", reason="competitor", preventable=False)
    told = _read(alone)
    for month in [*told["months"], told["bridge"]]:
        days = f"from={month['starts_on']}&to={month['ends_on']}&currency=CAD&per_page=100"
        for kind in ("new", "expansion", "reactivation", "contraction", "churn"):
            rows = admin.get(f"{MOVEMENTS}?{days}&kind={kind}").json()["data"]
            added = sum((Decimal(row["converted"]["amount"]) for row in rows), Decimal("0.00"))
            assert f"{added}" == month[kind]["amount"], (month["starts_on"], kind)
        day = month["ends_on"]
        days = f"from={day[:8]}01&to={day}&currency=CAD&scope={told['scope']}&per_page=100"
        rows = admin.get(f"/api/v1/dashboard-rows?figure=mrr&{days}").json()["data"]
        running = sum((Decimal(row["converted"]["amount"]) for row in rows), Decimal("0.00"))
        assert f"{running}" == month["mrr_end"]["amount"], day
    events = "/api/v1/churn-events?effective_from=2026-01-01&effective_to=2026-11-20"
    groups = {"reason": "reasons", "initiated_by": "initiated_by", "tenure": "tenures"}
    for name, group in groups.items():
        for entry in told[group]:
            rows = admin.get(f"{events}&{name}={entry['value']}").json()
            assert rows["meta"]["total"] == entry["losses"], entry
    assert [entry["value"] for entry in told["reasons"]] == ["price", "competitor"]
    share = told["preventable"]
    assert (share["preventable"], share["losses"], share["percent"]) == (1, 2, "50.00")
    for entry in told["employees"]:
        rows = admin.get(f"{events}&employee={entry['employee']['api_id']}").json()
        assert rows["meta"]["total"] == entry["losses"]
    assert {entry["weighted_losses"] for entry in told["employees"]} == {"1.00"}
    lost = sum(Decimal(entry["mrr_lost"]["amount"]) for entry in told["employees"])
    assert f"{lost}" == share["mrr_lost"]["amount"]
    assert told["rows"] == ["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]


def test_what_was_lost_opens_as_its_retainers_and_clients_recorded_or_not(alone: World):
    admin, account = alone.browser("admin"), Account(alone)
    lose(admin, account.retainer("100.00", start_on=date(2026, 1, 1)), "2026-06-30")
    with alone.database.write() as session:
        gone = make_project(session, monthly_fee="50.00", status="completed", end_on=date(2026, 7, 31))
        again = {"client_id": gone.client_id, "monthly_fee": "50.00", "start_on": date(2026, 8, 5)}
        make_project(session, status="completed", end_on=date(2026, 8, 31), **again)
        taken_over = make_project(session, monthly_fee="70.00", status="completed", end_on=date(2026, 3, 31))
        make_project(session, client_id=taken_over.client_id, monthly_fee="80.00", start_on=date(2026, 4, 1))
    bridge = _read(alone)["bridge"]

    def rows(figure: str, group: str = "") -> list[tuple[str, str]]:
        of_group = f"&group={group}" if group else ""
        answer = admin.get(f"/api/v1/dashboard-rows?figure={figure}&{YEAR}{of_group}").json()["data"]
        return sorted((row["on"], row["group"]) for row in answer)

    recorded, others = ("2026-06-30", "recorded"), [("2026-07-31", "unrecorded"), ("2026-08-31", "unrecorded")]
    assert rows("lost_retainers") == [recorded, *others]
    assert (rows("lost_retainers", "recorded"), rows("lost_retainers", "unrecorded")) == ([recorded], others)
    assert rows("lost_clients") == [("2026-06-30", ""), ("2026-08-31", "")]
    assert (bridge["project_churn"]["lost"], bridge["logo_churn"]["lost"]) == (3, 2)


def test_the_days_before_are_told_as_they_are_when_asked_for(alone: World):
    _rate_every_day(alone)
    admin = alone.browser("admin")
    mine = alone.project("account_manager", "own", status="active", monthly_fee="900.00", start_on=date(2026, 1, 1))
    Account(alone).retainer("1000.00", start_on=date(2026, 2, 5), currency="USD")
    for day in ("2026-07-10", "2026-10-10"):
        lose(admin, Account(alone).retainer("100.00", start_on=date(2026, 1, 1)), day, preventable=True)
    lose(admin, mine, "2026-08-20", preventable=False)
    told = _read(alone, "from=2026-09-01&to=2026-10-31&currency=CAD")
    before = _read(alone, "from=2026-07-01&to=2026-08-31&currency=CAD")
    assert told["previous"] == {"bridge": before["bridge"], "preventable": before["preventable"], "left_out": []}
    assert before["bridge"]["project_churn"]["lost"] == before["preventable"]["losses"] == 2
    own = _read(alone, "from=2026-09-01&to=2026-10-31&currency=CAD&scope=own")
    assert (told["scope"], own["scope"], own["bridge"]["mrr_start"]["amount"]) == ("all", "own", "0.00")
    assert own["rows"] == ["lost-retainers", "lost-clients", "mrr"]
    # A currency without a rate in those days is in no figure of them, and named.
    first = _read(alone, "from=2025-12-01&to=2026-10-31&currency=GBP")
    assert first["previous"]["left_out"] == []
    assert _read(alone, "from=2026-09-01&to=2026-10-31&currency=GBP")["previous"]["left_out"] == ["CAD", "USD"]


def test_cohorts_tell_what_stays_of_a_month(alone: World):
    account = Account(alone)
    first = account.retainer("1000.00", start_on=date(2026, 7, 5))
    Account(alone).retainer("1000.00", start_on=date(2026, 7, 20))
    account.retainer("500.00", start_on=date(2026, 9, 1))
    lose(alone.browser("admin"), first, "2026-10-15")
    (july,) = _read(alone, "from=2026-07-01&to=2026-11-20&currency=CAD")["cohorts"]
    assert (july["starts_on"], july["clients"]) == ("2026-07-01", 2)
    assert [month["percent"] for month in july["months"]] == ["100.00", "100.00", "125.00", "75.00", "75.00"]
    assert _read(alone, "from=2026-08-01&to=2026-11-20&currency=CAD")["cohorts"] == []


def test_it_is_told_in_ones_own_currency_unless_another_is_asked_for(alone: World):
    assert _read(alone, "from=2026-01-01&to=2026-11-20&currency=EUR")["currency"] == "EUR"
    own = alone.browser("admin").get("/api/v1/me").json()["data"]["currency"]
    assert _read(alone, "from=2026-01-01&to=2026-11-20")["currency"] == (own or "USD")


@pytest.mark.parametrize(
    ("query", "field"),
    [("from=2026-03-01&to=2026-02-28", "to"), ("from=2026-12-01&to=2026-12-31", "from"),
     ("from=1990-01-01&to=2026-01-01", "to"), ("from=2026-01-01&to=2026-02-01&currency=XYZ", "currency"),
     ("from=2026-01-01", "to")],
)  # fmt: skip
def test_an_odd_period_or_currency_is_refused_plainly(alone: World, query: str, field: str):
    with unchanged(alone.database):
        answer = alone.browser("admin").get(f"{ANALYSIS}?{query}")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]


def test_each_is_told_of_what_they_may_add_up(alone: World):
    mine = alone.project("account_manager", "own", status="active", monthly_fee="1000.00")
    strange = alone.project("account_manager", "other", status="active", monthly_fee="500.00")
    admin = alone.browser("admin")
    lose(admin, mine, attribution=[{"employee": Account(alone).employee, "weight": 100}])
    lose(admin, strange, attribution=[{"employee": Account(alone).employee, "weight": 100}])
    assert _read(alone)["bridge"]["project_churn"]["lost"] == 2
    assert len(_read(alone)["employees"]) == 2
    for column in ("account_manager", "employee"):
        person = alone.people[column].employee.api_id
        grown = {"metric_permissions": ["churn"], "metric_scopes": ["own"]}
        assert admin.patch(f"/api/v1/employees/{person}", grown).status_code == 200
        told = _read(alone, column=column)
        assert told["bridge"]["project_churn"]["lost"] == (column == "account_manager"), column
        # Who is told what was lost without being told of MRR opens no MRR either.
        running = ["mrr"] if column == "account_manager" else []
        assert (told["employees"], told["rows"]) == ([], ["lost-retainers", "lost-clients", *running])
    rows = alone.browser("account_manager").get(f"{MOVEMENTS}?kind=churn&currency=CAD").json()["data"]
    assert [row["amount"]["amount"] for row in rows] == ["1000.00"]


def test_as_many_statements_for_many_retainers_as_for_one(alone: World):
    def counted(path: str) -> int:
        with alone.database.write() as session:
            make_project(session, monthly_fee="10.00", start_on=date(2026, 2, 1))  # nothing is remembered
        with count_statements(alone.database) as statements:
            assert alone.browser("admin").get(path).status_code == 200
        return len(statements)

    of_person = f"in=USD&employee={Account(alone).employee}"
    paths = (
        f"{ANALYSIS}?{YEAR}",
        f"{MOVEMENTS}?per_page=100",
        f"{MOVEMENTS}/totals?cohort=true",
        f"/api/v1/churn-events?per_page=100&{of_person}",
        f"/api/v1/churn-totals?{of_person}",
    )
    _read(alone)  # rates are known from here on
    few = [counted(path) for path in paths]
    for _ in range(4):
        lose(alone.browser("admin"), Account(alone).retainer())
    many = [counted(path) for path in paths]
    assert many == few
    assert max(few) <= 20


def test_movements_are_found_by_client_word_kind_and_currency(alone: World):
    account = Account(alone, name="Papeterie Érable")
    account.retainer("100.00", start_on=date(2026, 2, 1))
    Account(alone).retainer("200.00", start_on=date(2026, 3, 1), currency="USD")
    admin = alone.browser("admin")

    def total(query: str) -> int:
        return admin.get(f"{MOVEMENTS}?{query}").json()["meta"]["total"]

    assert total("") == 2
    assert [total(f"search={word}") for word in ("erable", "introuvable")] == [1, 0]
    assert [total(f"client={account.client.api_id}"), total("kind=new"), total("kind=churn")] == [1, 2, 0]
    assert [total("of_currency=USD"), total("from=2026-02-02"), total("to=2026-02-01")] == [1, 1, 1]
    assert admin.get(f"{MOVEMENTS}?from=2026-02-02&to=2026-02-01").status_code == 422
    assert admin.get(f"{MOVEMENTS}?sort=amount").status_code == 422
