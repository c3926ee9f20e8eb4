"""Tests of churn statistics: losing one of two retainers, both in a month, and winning back."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.employees.models import Employee
from tests.access.churns import CHURN
from tests.conftest import NOON
from tests.domains.work.churns.accounts import Account, post_churn
from tests.factories.statements import record_statements
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

EVENTS = "/api/v1/churn-events"
_NOVEMBER = "from=2026-11-01&to=2026-11-30"


def _read(world: World, days: str = _NOVEMBER, column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"/api/v1/churns-statistics?{days}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _amounts(row: dict[str, Any]) -> dict[str, str]:
    return {name: value["amount"] for name, value in row.items() if isinstance(value, dict) and "amount" in value}


def _moved(**amounts: str) -> dict[str, str]:
    names = ("mrr_start", "new", "expansion", "reactivation", "contraction", "churn", "mrr_end")
    return dict.fromkeys(names, "0.00") | amounts


def _lost(world: World, days: str = _NOVEMBER) -> tuple[int, int, int, int]:
    figures = _read(world, days)
    logos, projects = figures["logo_churn"], figures["project_churn"]
    return logos["lost"], logos["at_start"], projects["lost"], projects["at_start"]


def test_losing_one_of_two_is_contraction_and_no_client_churn(own_world: World):
    account = Account(own_world)
    first, _ = account.retainer("1000.00"), account.retainer("600.00")
    Account(own_world).retainer("300.00", start_on=date(2026, 11, 15))  # a new client does not count as retention
    event = post_churn(own_world.browser("admin"), first)
    assert event["scope"] == "project"
    figures = _read(own_world)
    (row,) = figures["currencies"]
    assert _amounts(row) == _moved(mrr_start="1600.00", new="300.00", contraction="1000.00", mrr_end="900.00")
    assert row["gross_revenue_churn"] == {"formula": "gross_revenue_churn", "percent": "62.50", "annualized": None}
    assert row["net_revenue_retention"] == {"formula": "net_revenue_retention", "percent": "37.50", "annualized": None}
    assert figures["logo_churn"] == {
        "formula": "logo_churn",
        "lost": 0,
        "at_start": 1,
        "percent": "0.00",
        "annualized": None,
    }
    assert figures["project_churn"] == {"formula": "project_churn", "lost": 1, "at_start": 2} | {
        "percent": "50.00",
        "annualized": None,
    }
    assert (figures["as_of"], figures["starts_on"], figures["ends_on"]) == ("2026-11-20", "2026-11-01", "2026-11-30")
    totals = own_world.browser("admin").get("/api/v1/churn-totals").json()["data"]
    lost = [{"amount": "1000.00", "currency": "CAD"}]
    assert totals == {"retainers": 1, "logos": 0, "mrr_retainers": 1, "mrr_lost": lost, "converted": None}


@pytest.mark.parametrize(
    "days", [("2026-11-10", "2026-11-30"), ("2026-11-30", "2026-11-10"), ("2026-11-30", "2026-11-30")]
)
def test_losing_both_in_a_month_is_one_client_churn_in_any_order(own_world: World, days: tuple[str, str]):
    account, admin = Account(own_world), own_world.browser("admin")
    projects = [account.retainer("1000.00"), account.retainer("600.00")]
    events = [post_churn(admin, project, day) for project, day in zip(projects, days, strict=True)]
    scopes = [admin.get(f"{EVENTS}/{event['api_id']}").json()["data"]["scope"] for event in events]
    assert sorted(scopes) == ["logo", "project"]
    assert scopes[days.index("2026-11-30")] == "logo" or days[0] == days[1]
    assert _lost(own_world) == (1, 1, 2, 2)
    (row,) = _read(own_world)["currencies"]
    assert row["mrr_end"]["amount"] == "0.00"
    assert row["net_revenue_retention"]["percent"] == "0.00"
    totals = admin.get("/api/v1/churn-totals?effective_from=2026-11-01&effective_to=2026-11-30").json()["data"]
    assert (totals["retainers"], totals["logos"]) == (2, 1)
    # The client's churn is voided in the same month: one of two retainers remains lost.
    last = projects[scopes.index("logo")]
    assert admin.delete(f"/api/v1/churned-projects/{last}").status_code == 204
    assert _lost(own_world) == (0, 1, 1, 2)
    left = [admin.get(f"{EVENTS}/{event['api_id']}").json()["data"] for event in events]
    assert {(event["state"], event["scope"]) for event in left if event["state"] != "voided"} == {
        ("recorded", "project")
    }


def test_voided_churn_does_not_count_and_a_won_back_one_reactivates(own_world: World):
    account, admin = Account(own_world), own_world.browser("admin")
    voided, won_back = account.retainer("1000.00"), Account(own_world).retainer("250.00")
    post_churn(admin, voided, "2026-11-05")
    admin.delete(f"/api/v1/churned-projects/{voided}")
    post_churn(admin, won_back, "2026-09-30")
    admin.delete(f"/api/v1/churned-projects/{won_back}")
    (row,) = _read(own_world)["currencies"]
    assert _amounts(row) == _moved(mrr_start="1000.00", reactivation="250.00", mrr_end="1250.00")
    (september,) = _read(own_world, "from=2026-09-01&to=2026-09-30")["currencies"]
    assert _amounts(september) == _moved(mrr_start="1250.00", churn="250.00", mrr_end="1000.00")
    assert _lost(own_world, "from=2026-09-01&to=2026-09-30") == (1, 2, 1, 2)
    totals = admin.get("/api/v1/churn-totals").json()["data"]
    lost = [{"amount": "250.00", "currency": "CAD"}]
    assert totals == {"retainers": 1, "logos": 1, "mrr_retainers": 1, "mrr_lost": lost, "converted": None}


def test_currencies_are_never_added_and_a_zero_divisor_gives_null(own_world: World):
    account = Account(own_world)
    account.retainer("1000.00", start_on=date(2026, 11, 3))
    account.retainer("500.00", start_on=date(2026, 11, 4), currency="USD")
    figures = _read(own_world)
    assert [row["currency"] for row in figures["currencies"]] == ["CAD", "USD"]
    cad, usd = figures["currencies"]
    assert _amounts(cad) == _moved(new="1000.00", mrr_end="1000.00")
    assert _amounts(usd) == _moved(expansion="500.00", mrr_end="500.00")
    assert {cad["gross_revenue_churn"]["percent"], usd["net_revenue_retention"]["percent"]} == {None}
    assert figures["logo_churn"] == {
        "formula": "logo_churn",
        "lost": 0,
        "at_start": 0,
        "percent": None,
        "annualized": None,
    }
    assert _read(own_world, "from=2020-01-01&to=2020-01-31")["currencies"] == []


def test_every_figure_of_a_currency_equals_its_movements(own_world: World):
    admin, account = own_world.browser("admin"), Account(own_world)
    for fee, currency in (("1000.00", "CAD"), ("70.00", "USD"), ("600.00", "CAD")):
        account.retainer(fee, currency=currency, start_on=date(2026, 1, 5))
    post_churn(admin, account.retainer("300.00", start_on=date(2026, 11, 2)), "2026-11-15")
    post_churn(admin, Account(own_world).retainer("45.00", currency="USD", start_on=date(2026, 1, 5)), "2026-11-10")
    statistics = _read(own_world, "from=2026-11-01&to=2026-11-20")

    def added(currency: str, *filters: str) -> Decimal:
        query = "&".join([f"of_currency={currency}", "per_page=100", *filters])
        rows = admin.get(f"/api/v1/mrr-movements?{query}").json()["data"]
        signs = {"contraction": -1, "churn": -1}
        return sum((signs.get(row["kind"], 1) * Decimal(row["amount"]["amount"]) for row in rows), Decimal(0))

    for row in statistics["currencies"]:
        found = {name: Decimal(amount) for name, amount in _amounts(row).items()}
        for kind in ("new", "expansion", "reactivation", "contraction", "churn"):
            moved = added(row["currency"], f"kind={kind}", "from=2026-11-01", "to=2026-11-20")
            assert abs(moved) == found[kind], (row["currency"], kind)
        assert added(row["currency"], "to=2026-10-31") == found["mrr_start"]
        assert added(row["currency"], "to=2026-11-20") == found["mrr_end"]
    assert [row["currency"] for row in statistics["currencies"]] == ["CAD", "USD"]


@pytest.mark.parametrize(
    ("column", "lists"),
    [
        ("admin", ["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]),
        ("churn_manager", ["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]),
        ("account_manager", ["lost-retainers", "lost-clients", "mrr"]),
        ("employee", ["lost-retainers", "lost-clients"]),
    ],
)
def test_drill_down_targets_need_full_visibility(own_world: World, column: str, lists: list[str]):
    if column in ("account_manager", "employee"):
        rights = {"metric_permissions": ["churn"], "metric_scopes": ["own"]}
        path = f"/api/v1/employees/{own_world.people[column].employee.api_id}"
        assert own_world.browser("admin").patch(path, rights).status_code == 200
    statistics = _read(own_world, column=column)
    assert (statistics["rows"], statistics["scope"]) == (lists, "own" if len(lists) < 5 else "all")


def test_end_before_the_start_returns_422(own_world: World):
    response = own_world.browser("admin").get("/api/v1/churns-statistics?from=2026-11-30&to=2026-11-01")
    assert response.json()["errors"] == {"to": ["The end must be on or after the start"]}


def test_number_of_statements_is_independent_of_retainers(own_world: World):
    def counted() -> int:
        with own_world.database.write() as session:
            make_project(session, monthly_fee="10.00")  # nothing is cached
        with record_statements(own_world.database) as statements:
            _read(own_world)
        return len(statements)

    account = Account(own_world)
    account.retainer()
    few = counted()
    for _ in range(5):
        post_churn(own_world.browser("admin"), Account(own_world).retainer())
    assert counted() == few <= 20


@pytest.mark.parametrize("path", [EVENTS, "/api/v1/employee-churns"])
def test_lists_use_a_fixed_number_of_statements(own_world: World, path: str):
    admin = own_world.browser("admin")

    def counted() -> int:
        post_churn(admin, Account(own_world).retainer())
        with record_statements(own_world.database) as statements:
            assert admin.get(f"{path}?per_page=100&sort=-mrr_lost" if path == EVENTS else path).status_code == 200
        return len(statements)

    few = counted()
    for _ in range(4):
        counted()
    assert counted() == few <= 20


FILTERS = [
    ("reason=price", 1), ("reason=merger", 0), ("preventable=true", 1), ("preventable=false", 0),
    ("initiated_by=client", 1), ("initiated_by=agency", 0), ("scope=logo", 1), ("scope=project", 0),
    ("state=recorded", 1), ("state=confirmed&state=voided", 0), ("effective_from=2026-11-10", 1),
    ("effective_from=2026-11-11", 0), ("effective_to=2026-11-10", 1), ("effective_to=2026-11-09", 0),
    ("currency=CAD", 1), ("currency=USD", 0), ("search=pivoine", 1), ("search=introuvable", 0),
]  # fmt: skip


def test_filters_and_totals_agree(own_world: World):
    admin, account = own_world.browser("admin"), Account(own_world)
    post_churn(admin, account.retainer())
    mine = [f"account_manager={account.manager.api_id}", f"employee={account.employee}"]
    others = [
        f"account_manager={own_world.stranger.api_id}",
        f"employee={own_world.people['employee'].employee.api_id}",
    ]
    queries = [*FILTERS, *((query, 1) for query in mine), *((query, 0) for query in others)]
    for query, count in queries:
        assert admin.get(f"{EVENTS}?{query}").json()["meta"]["total"] == count, query
        assert admin.get(f"/api/v1/churn-totals?{query}").json()["data"]["retainers"] == count, query
    for sort in ("effective_on", "-mrr_lost", "project,-client", "tenure_months", "notice_on", "created_at"):
        assert admin.get(f"{EVENTS}?sort={sort}").status_code == 200
    with assert_unchanged(own_world.database):
        assert admin.get(f"{EVENTS}?is_counted=true").status_code == 422


def test_proposal_equals_the_recorded_churn(own_world: World):
    account, admin = Account(own_world), own_world.browser("admin")
    project, _ = account.retainer("1000.00"), account.retainer("600.00", end_on=date(2026, 11, 30))
    path = f"/api/v1/churn-proposals/{project}"
    now, later = (admin.get(f"{path}?effective_on={day}").json()["data"] for day in ("2026-11-20", "2026-11-30"))
    assert admin.get(path).json()["data"] == now
    assert (now["scope"], later["scope"]) == ("project", "logo")
    assert now["mrr_lost"] == {"amount": "1000.00", "currency": "CAD"}
    assert now["attribution"] == [{"employee": {"api_id": account.employee, "name": account.name}, "weight": 100}]
    event = post_churn(admin, project, "2026-11-20")
    for name in ("scope", "mrr_lost", "tenure_months", "effective_on"):
        assert event[name] == now[name], name


def test_account_managers_within_the_look_back_share_the_churn(own_world: World):
    """The first manager hands the account over 100 days before the churn, after 266 of the 366 days that count."""
    admin, before, after = own_world.browser("admin"), Account(own_world), Account(own_world)
    project = before.retainer(start_on=date(2025, 1, 1))
    assert admin.patch(f"/api/v1/projects/{project}", {"account_manager": after.manager.api_id}).status_code == 200
    changed_on = NOON.date()
    last = changed_on + timedelta(days=99)
    found = admin.get(f"/api/v1/churn-proposals/{project}?effective_on={last}").json()["data"]["attribution"]
    assert {part["employee"]["name"]: part["weight"] for part in found} == {before.name: 73, after.name: 27}
    event = post_churn(admin, project, last.isoformat())
    months = {part["employee"]["name"]: part["months_managed"] for part in event["attribution"]}
    assert event["tenure_months"] == 25
    assert months == {before.name: 21, after.name: 3}


def test_churn_without_proposed_shares_needs_an_attribution(own_world: World):
    with own_world.database.write() as session:
        project = make_project(session, monthly_fee="10.00").api_id
    browser = own_world.browser("churn_manager")
    assert browser.get(f"/api/v1/churn-proposals/{project}").json()["data"]["attribution"] == []
    with assert_unchanged(own_world.database):
        response = browser.post("/api/v1/churned-projects", CHURN | {"project": project})
    assert response.json()["errors"] == {"attribution": ["The field is required"]}


MONEY_SEEN = {
    "admin": True,
    "financial_manager": True,
    "churn_manager": True,
    "account_manager": True,
    "employee": False,
}


@pytest.mark.parametrize("column", MONEY_SEEN)
def test_each_role_sees_its_churns_and_money(own_world: World, column: str):
    person, admin = own_world.people[column], own_world.browser("admin")
    mine = own_world.project(column, "own", status="active", monthly_fee="1000.00")
    foreign = own_world.project(column, "other", status="active", monthly_fee="500.00")
    with own_world.database.write() as session:
        found = select(Employee).where(Employee.api_id == person.employee.api_id)
        session.execute(found).scalar_one().metric_permissions = ["churn"]
    half = [{"employee": person.employee.api_id, "weight": 50}, {"employee": Account(own_world).employee, "weight": 50}]
    post_churn(admin, mine, attribution=[{"employee": half[1]["employee"], "weight": 100}])
    post_churn(admin, foreign, attribution=half)
    sees_all = column in ("admin", "financial_manager", "churn_manager")
    seen = {row["project"]["api_id"]: row for row in own_world.browser(column).get(EVENTS).json()["data"]}
    assert set(seen) == ({foreign} if column == "employee" else {mine, foreign})
    assert {project for project, row in seen.items() if "mrr_lost" in row} == (
        {mine, foreign} if sees_all else {mine} if column == "account_manager" else set()
    )
    totals = own_world.browser(column).get("/api/v1/churn-totals").json()["data"]
    sums = {"employee": None, "account_manager": "1000.00"}.get(column, "1500.00")
    assert totals.get("mrr_lost") == (sums and [{"amount": sums, "currency": "CAD"}])
    # The account manager has a share of the second retainer and sees no amount of it.
    counts = {"employee": (1, None), "account_manager": (2, 1)}.get(column, (2, 2))
    assert (totals["retainers"], totals.get("mrr_retainers")) == counts
    parts = own_world.browser(column).get("/api/v1/employee-churns").json()["data"]
    own = [part for part in parts if part["employee"]["api_id"] == person.employee.api_id]
    assert [part["mrr_share"]["amount"] for part in own] == ["250.00"]
    assert len(parts) == (3 if sees_all else 2 if column == "account_manager" else 1)
    hidden = own_world.browser(column).get(f"{EVENTS}?sort=mrr_lost").status_code
    assert hidden == (200 if sees_all else 422)
