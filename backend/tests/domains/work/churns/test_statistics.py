"""How recurring revenue moved, over HTTP: the promises about one of two, both in a month, and winning back."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.records.employees.models import Employee
from tests.access.losses import LOSS
from tests.conftest import NOON
from tests.domains.work.churns.accounts import Account, lose
from tests.factories.statements import count_statements
from tests.factories.work import make_project
from tests.factories.world import World, build_world, unchanged

EVENTS = "/api/v1/churn-events"
_NOVEMBER = "from=2026-11-01&to=2026-11-30"


@pytest.fixture
def alone(database: Any) -> World:
    """An agency of this test's own: its figures are of nothing else."""
    return build_world(database)


def _read(world: World, days: str = _NOVEMBER, column: str = "admin") -> dict[str, Any]:
    answer = world.browser(column).get(f"/api/v1/churns-statistics?{days}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _amounts(row: dict[str, Any]) -> dict[str, str]:
    return {name: value["amount"] for name, value in row.items() if isinstance(value, dict) and "amount" in value}


def _moved(**amounts: str) -> dict[str, str]:
    names = ("mrr_start", "new", "expansion", "reactivation", "contraction", "churn", "mrr_end")
    return dict.fromkeys(names, "0.00") | amounts


def _lost(world: World, days: str = _NOVEMBER) -> tuple[int, int, int, int]:
    figures = _read(world, days)
    logos, projects = figures["logo_churn"], figures["project_churn"]
    return logos["lost"], logos["at_start"], projects["lost"], projects["at_start"]


def test_losing_one_of_two_is_contraction_and_no_logo(alone: World):
    account = Account(alone)
    first, _ = account.retainer("1000.00"), account.retainer("600.00")
    Account(alone).retainer("300.00", start_on=date(2026, 11, 15))  # a new client is no retention
    event = lose(alone.browser("admin"), first)
    assert event["scope"] == "project"
    figures = _read(alone)
    (row,) = figures["currencies"]
    assert _amounts(row) == _moved(mrr_start="1600.00", new="300.00", contraction="1000.00", mrr_end="900.00")
    assert row["gross_revenue_churn"] == {"formula": "gross_revenue_churn", "percent": "62.50"}
    assert row["net_revenue_retention"] == {"formula": "net_revenue_retention", "percent": "37.50"}
    assert figures["logo_churn"] == {"formula": "logo_churn", "lost": 0, "at_start": 1, "percent": "0.00"}
    assert figures["project_churn"] == {"formula": "project_churn", "lost": 1, "at_start": 2, "percent": "50.00"}
    assert (figures["as_of"], figures["starts_on"], figures["ends_on"]) == ("2026-11-20", "2026-11-01", "2026-11-30")
    totals = alone.browser("admin").get("/api/v1/churn-totals").json()["data"]
    lost = [{"amount": "1000.00", "currency": "CAD"}]
    assert totals == {"retainers": 1, "logos": 0, "mrr_lost": lost, "converted": None}


@pytest.mark.parametrize(
    "days", [("2026-11-10", "2026-11-30"), ("2026-11-30", "2026-11-10"), ("2026-11-30", "2026-11-30")]
)
def test_losing_both_in_a_month_is_one_logo_in_whatever_order(alone: World, days: tuple[str, str]):
    account, admin = Account(alone), alone.browser("admin")
    projects = [account.retainer("1000.00"), account.retainer("600.00")]
    events = [lose(admin, project, day) for project, day in zip(projects, days, strict=True)]
    scopes = [admin.get(f"{EVENTS}/{event['api_id']}").json()["data"]["scope"] for event in events]
    assert sorted(scopes) == ["logo", "project"]
    assert scopes[days.index("2026-11-30")] == "logo" or days[0] == days[1]
    assert _lost(alone) == (1, 1, 2, 2)
    (row,) = _read(alone)["currencies"]
    assert row["mrr_end"]["amount"] == "0.00"
    assert row["net_revenue_retention"]["percent"] == "0.00"
    totals = admin.get("/api/v1/churn-totals?effective_from=2026-11-01&effective_to=2026-11-30").json()["data"]
    assert (totals["retainers"], totals["logos"]) == (2, 1)
    # The first one comes back in the same month: what is left is one of two.
    last = projects[scopes.index("logo")]
    assert admin.delete(f"/api/v1/churned-projects/{last}").status_code == 204
    assert _lost(alone) == (0, 1, 1, 2)
    left = [admin.get(f"{EVENTS}/{event['api_id']}").json()["data"] for event in events]
    assert {(event["state"], event["scope"]) for event in left if event["state"] != "voided"} == {
        ("recorded", "project")
    }


def test_a_voided_loss_never_was_and_a_kept_one_comes_back(alone: World):
    account, admin = Account(alone), alone.browser("admin")
    voided, kept = account.retainer("1000.00"), Account(alone).retainer("250.00")
    lose(admin, voided, "2026-11-05")
    admin.delete(f"/api/v1/churned-projects/{voided}")
    lose(admin, kept, "2026-09-30")
    admin.delete(f"/api/v1/churned-projects/{kept}")
    (row,) = _read(alone)["currencies"]
    assert _amounts(row) == _moved(mrr_start="1000.00", reactivation="250.00", mrr_end="1250.00")
    (september,) = _read(alone, "from=2026-09-01&to=2026-09-30")["currencies"]
    assert _amounts(september) == _moved(mrr_start="1250.00", churn="250.00", mrr_end="1000.00")
    assert _lost(alone, "from=2026-09-01&to=2026-09-30") == (1, 2, 1, 2)
    totals = admin.get("/api/v1/churn-totals").json()["data"]
    lost = [{"amount": "250.00", "currency": "CAD"}]
    assert totals == {"retainers": 1, "logos": 1, "mrr_lost": lost, "converted": None}


def test_currencies_are_never_added_and_nothing_is_divided_by_nothing(alone: World):
    account = Account(alone)
    account.retainer("1000.00", start_on=date(2026, 11, 3))
    account.retainer("500.00", start_on=date(2026, 11, 4), currency="USD")
    figures = _read(alone)
    assert [row["currency"] for row in figures["currencies"]] == ["CAD", "USD"]
    cad, usd = figures["currencies"]
    assert _amounts(cad) == _moved(new="1000.00", mrr_end="1000.00")
    assert _amounts(usd) == _moved(expansion="500.00", mrr_end="500.00")
    assert {cad["gross_revenue_churn"]["percent"], usd["net_revenue_retention"]["percent"]} == {None}
    assert figures["logo_churn"] == {"formula": "logo_churn", "lost": 0, "at_start": 0, "percent": None}
    assert _read(alone, "from=2020-01-01&to=2020-01-31")["currencies"] == []


def test_every_line_of_a_currency_is_what_its_movements_add_up_to(alone: World):
    admin, account = alone.browser("admin"), Account(alone)
    for fee, currency in (("1000.00", "CAD"), ("70.00", "USD"), ("600.00", "CAD")):
        account.retainer(fee, currency=currency, start_on=date(2026, 1, 5))
    lose(admin, account.retainer("300.00", start_on=date(2026, 11, 2)), "2026-11-15")
    lose(admin, Account(alone).retainer("45.00", currency="USD", start_on=date(2026, 1, 5)), "2026-11-10")
    told = _read(alone, "from=2026-11-01&to=2026-11-20")

    def added(currency: str, *asked: str) -> Decimal:
        query = "&".join([f"of_currency={currency}", "per_page=100", *asked])
        rows = admin.get(f"/api/v1/mrr-movements?{query}").json()["data"]
        signs = {"contraction": -1, "churn": -1}
        return sum((signs.get(row["kind"], 1) * Decimal(row["amount"]["amount"]) for row in rows), Decimal(0))

    for row in told["currencies"]:
        found = {name: Decimal(amount) for name, amount in _amounts(row).items()}
        for kind in ("new", "expansion", "reactivation", "contraction", "churn"):
            moved = added(row["currency"], f"kind={kind}", "from=2026-11-01", "to=2026-11-20")
            assert abs(moved) == found[kind], (row["currency"], kind)
        assert added(row["currency"], "to=2026-10-31") == found["mrr_start"]
        assert added(row["currency"], "to=2026-11-20") == found["mrr_end"]
    assert [row["currency"] for row in told["currencies"]] == ["CAD", "USD"]


@pytest.mark.parametrize(
    ("column", "lists"),
    [
        ("admin", ["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]),
        ("churn_manager", ["mrr-movements", "churn-events", "lost-retainers", "lost-clients", "mrr"]),
        ("account_manager", ["lost-retainers", "lost-clients", "mrr"]),
        ("employee", ["lost-retainers", "lost-clients"]),
    ],
)
def test_what_figures_open_is_named_to_those_who_see_all_of_it(alone: World, column: str, lists: list[str]):
    if column in ("account_manager", "employee"):
        grown = {"metric_permissions": ["churn"], "metric_scopes": ["own"]}
        path = f"/api/v1/employees/{alone.people[column].employee.api_id}"
        assert alone.browser("admin").patch(path, grown).status_code == 200
    told = _read(alone, column=column)
    assert (told["rows"], told["scope"]) == (lists, "own" if len(lists) < 5 else "all")


def test_the_end_is_not_before_the_start(alone: World):
    answer = alone.browser("admin").get("/api/v1/churns-statistics?from=2026-11-30&to=2026-11-01")
    assert answer.json()["errors"] == {"to": ["The end must be on or after the start"]}


def test_figures_take_as_many_statements_for_many_retainers_as_for_one(alone: World):
    def counted() -> int:
        with alone.database.write() as session:
            make_project(session, monthly_fee="10.00")  # nothing is remembered
        with count_statements(alone.database) as statements:
            _read(alone)
        return len(statements)

    account = Account(alone)
    account.retainer()
    few = counted()
    for _ in range(5):
        lose(alone.browser("admin"), Account(alone).retainer())
    assert counted() == few <= 20


@pytest.mark.parametrize("path", [EVENTS, "/api/v1/employee-churns"])
def test_a_list_takes_as_many_statements_for_many_rows_as_for_one(alone: World, path: str):
    admin = alone.browser("admin")

    def counted() -> int:
        lose(admin, Account(alone).retainer())
        with count_statements(alone.database) as statements:
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


def test_filters_find_what_they_name_and_totals_follow_them(alone: World):
    admin, account = alone.browser("admin"), Account(alone)
    lose(admin, account.retainer())
    mine = [f"account_manager={account.manager.api_id}", f"employee={account.employee}"]
    others = [f"account_manager={alone.stranger.api_id}", f"employee={alone.people['employee'].employee.api_id}"]
    wanted = [*FILTERS, *((query, 1) for query in mine), *((query, 0) for query in others)]
    for query, count in wanted:
        assert admin.get(f"{EVENTS}?{query}").json()["meta"]["total"] == count, query
        assert admin.get(f"/api/v1/churn-totals?{query}").json()["data"]["retainers"] == count, query
    for sort in ("effective_on", "-mrr_lost", "project,-client", "tenure_months", "notice_on", "created_at"):
        assert admin.get(f"{EVENTS}?sort={sort}").status_code == 200
    with unchanged(alone.database):
        assert admin.get(f"{EVENTS}?is_counted=true").status_code == 422


def test_a_proposal_says_what_recording_would_say(alone: World):
    account, admin = Account(alone), alone.browser("admin")
    project, _ = account.retainer("1000.00"), account.retainer("600.00", end_on=date(2026, 11, 30))
    path = f"/api/v1/churn-proposals/{project}"
    now, later = (admin.get(f"{path}?effective_on={day}").json()["data"] for day in ("2026-11-20", "2026-11-30"))
    assert admin.get(path).json()["data"] == now
    assert (now["scope"], later["scope"]) == ("project", "logo")
    assert now["mrr_lost"] == {"amount": "1000.00", "currency": "CAD"}
    assert now["attribution"] == [{"employee": {"api_id": account.employee, "name": account.name}, "weight": 100}]
    event = lose(admin, project, "2026-11-20")
    for name in ("scope", "mrr_lost", "tenure_months", "effective_on"):
        assert event[name] == now[name], name


def test_the_account_is_shared_by_those_who_had_it_within_the_look_back(alone: World):
    """Whoever hands it over a hundred days before the loss has had it for 266 of the 366 days that count."""
    admin, before, after = alone.browser("admin"), Account(alone), Account(alone)
    project = before.retainer(start_on=date(2025, 1, 1))
    assert admin.patch(f"/api/v1/projects/{project}", {"account_manager": after.manager.api_id}).status_code == 200
    handed_over = NOON.date()
    last = handed_over + timedelta(days=99)
    found = admin.get(f"/api/v1/churn-proposals/{project}?effective_on={last}").json()["data"]["attribution"]
    assert {part["employee"]["name"]: part["weight"] for part in found} == {before.name: 73, after.name: 27}
    event = lose(admin, project, last.isoformat())
    months = {part["employee"]["name"]: part["months_managed"] for part in event["attribution"]}
    assert event["tenure_months"] == 25
    assert months == {before.name: 21, after.name: 3}


def test_without_anybody_to_propose_somebody_must_be_named(alone: World):
    with alone.database.write() as session:
        project = make_project(session, monthly_fee="10.00").api_id
    browser = alone.browser("churn_manager")
    assert browser.get(f"/api/v1/churn-proposals/{project}").json()["data"]["attribution"] == []
    with unchanged(alone.database):
        answer = browser.post("/api/v1/churned-projects", LOSS | {"project": project})
    assert answer.json()["errors"] == {"attribution": ["The field is required"]}


MONEY_SEEN = {
    "admin": True,
    "financial_manager": True,
    "churn_manager": True,
    "account_manager": True,
    "employee": False,
}


@pytest.mark.parametrize("column", MONEY_SEEN)
def test_each_sees_the_losses_and_the_money_that_are_theirs(alone: World, column: str):
    person, admin = alone.people[column], alone.browser("admin")
    mine = alone.project(column, "own", status="active", monthly_fee="1000.00")
    strange = alone.project(column, "other", status="active", monthly_fee="500.00")
    with alone.database.write() as session:
        found = select(Employee).where(Employee.api_id == person.employee.api_id)
        session.execute(found).scalar_one().metric_permissions = ["churn"]
    half = [{"employee": person.employee.api_id, "weight": 50}, {"employee": Account(alone).employee, "weight": 50}]
    lose(admin, mine, attribution=[{"employee": half[1]["employee"], "weight": 100}])
    lose(admin, strange, attribution=half)
    sees_all = column in ("admin", "financial_manager", "churn_manager")
    seen = {row["project"]["api_id"]: row for row in alone.browser(column).get(EVENTS).json()["data"]}
    assert set(seen) == ({strange} if column == "employee" else {mine, strange})
    assert {project for project, row in seen.items() if "mrr_lost" in row} == (
        {mine, strange} if sees_all else {mine} if column == "account_manager" else set()
    )
    totals = alone.browser(column).get("/api/v1/churn-totals").json()["data"]
    sums = {"employee": None, "account_manager": "1000.00"}.get(column, "1500.00")
    assert totals.get("mrr_lost") == (sums and [{"amount": sums, "currency": "CAD"}])
    parts = alone.browser(column).get("/api/v1/employee-churns").json()["data"]
    own = [part for part in parts if part["employee"]["api_id"] == person.employee.api_id]
    assert [part["mrr_share"]["amount"] for part in own] == ["250.00"]
    assert len(parts) == (3 if sees_all else 2 if column == "account_manager" else 1)
    hidden = alone.browser(column).get(f"{EVENTS}?sort=mrr_lost").status_code
    assert hidden == (200 if sees_all else 422)
