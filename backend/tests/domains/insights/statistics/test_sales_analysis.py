"""The sales analysis, recalculated from database rows and from the list of sales."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select, update

from regie.core.db.database import Database
from regie.domains.people.teams.models import TeamMember
from regie.domains.records.exchange_rates.models import ExchangeRate
from regie.domains.records.projects.models import Project, ProjectSeller
from tests.factories.goals import make_goal
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.rates import make_rate
from tests.factories.statements import record_statements
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, assert_unchanged, build_world

PATH = "/api/v1/oos-sales-analysis"
TODAY = date(2026, 11, 20)
DAYS = "from=2026-09-01&to=2026-12-31&currency=CAD"
APPROVED_ON = date(2026, 9, 1)
COUNTED = ("approved", "in_work", "delivered", "invoiced", "paid")
# Canadian dollars per US dollar; the euro has no rate.
RATES = {date(2026, 9, 15): "1.31", date(2026, 10, 8): "1.4143", date(2026, 11, 2): "1.37", TODAY: "1.39"}


@pytest.fixture
def isolated(database: Database) -> World:
    """Sample data for one test only, so that no other records affect its figures."""
    return build_world(database)


@pytest.fixture
def sample(isolated: World) -> World:
    """Ada is in Nord, Bo in Nord and Sud, Cy in no team; an archived team contains all of them."""
    with isolated.database.write() as session:
        for day, rate in RATES.items():
            make_rate(session, "USD", day, rate)
        users = [make_user(session, first_name=name, last_name="") for name in ("Ada", "Bo", "Cy")]
        ada, bo, cy = (
            make_employee(session, first_name=user.first_name, last_name=user.first_name, user_id=user.id).id
            for user in users
        )
        nord = make_team(session, users[0], name="Nord")
        make_team(session, users[1], name="Sud")
        session.add(TeamMember(team_id=nord.id, user_id=users[1].id))
        make_team(session, *users, name="Jadis", archived_at=isolated.stranger.created_at)
        sud_client, other = make_client(session).id, make_client(session).id

        def sell(amount: str, day: str, sellers: dict[int, int], currency: str = "CAD", **fields: Any) -> Any:
            values = {"client_id": other, "approved_on": APPROVED_ON, "sold_on": date.fromisoformat(day)} | fields
            return make_oos_sale(session, amount=Decimal(amount), currency=currency, sellers=sellers, **values)

        sell("100.01", "2026-09-15", {ada: 50, bo: 50}, "USD", client_id=sud_client, status="completed")
        sell("33.35", "2026-10-08", {ada: 34, bo: 33, cy: 33}, "USD", status="draft")
        sell("700.00", "2026-10-31", {cy: 100})
        sell("59.99", "2026-11-02", {bo: 100}, "USD")
        sell("250.00", "2026-11-03", {cy: 100}, "EUR")
        # A voided invoice leaves the sale delivered; an owed one makes it invoiced.
        for amount, voided in (("11.00", True), ("12.00", False)):
            project = sell(amount, "2026-11-04", {ada: 100}, status="completed")
            bill: dict[str, Any] = {"project_id": project.id, "client_id": other, "subtotal": Decimal(amount)}
            make_invoice(session, total="13.80", is_voided=voided, **bill)
        # None of these counts: not approved, declined, cancelled, too early, too late.
        sell("5.00", "2026-11-05", {ada: 100}, approved_on=None)
        make_approval(session, sell("6.00", "2026-11-05", {bo: 100}, approved_on=None), decision="declined")
        sell("7.00", "2026-11-06", {cy: 100}, status="cancelled")
        sell("8.00", "2026-08-31", {cy: 100})
        sell("9.00", "2026-11-21", {cy: 100})
        make_project(session, client_id=sud_client, monthly_fee="1000.00", start_on=date(2026, 9, 1))
        make_project(session, monthly_fee="5000.00", start_on=date(2026, 9, 1))
    return isolated


def _read(world: World, query: str = DAYS, column: str = "admin") -> dict[str, Any]:
    response = world.browser(column).get(f"{PATH}?{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _rows(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"/api/v1/oos-sales?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _values(figure: dict[str, Any]) -> tuple[int, str, dict[str, str]]:
    return figure["count"], figure["money"]["amount"], {o["currency"]: o["amount"] for o in figure["unconverted"]}


def _cents(exact: Fraction) -> Decimal:
    return Decimal(int(exact * 100 + Fraction(1, 2))).scaleb(-2)


def _sum_by_hand(parts: Iterable[tuple[date, str, Decimal]]) -> tuple[int, str, dict[str, str]]:
    """The count, converted sum and unconverted euros, each amount at its day's rate and rounded once."""
    items = list(parts)
    converted = [
        amount if currency == "CAD" else _cents(Fraction(amount) * Fraction(RATES[day]))
        for day, currency, amount in items
        if currency != "EUR"
    ]
    euros = [amount for _, currency, amount in items if currency == "EUR"]
    return len(items), f"{sum(converted, Decimal('0.00'))}", {"EUR": f"{sum(euros)}"} if euros else {}


def _read_shares(world: World) -> list[tuple[int, date, str, Decimal]]:
    """Each seller's share of the counted sales, from the tables; remaining cents go to the largest remainders."""
    columns = (Project.id, Project.sold_on, Project.currency, Project.amount, ProjectSeller.employee_id)
    sold = (
        select(*columns, ProjectSeller.weight)
        .join(ProjectSeller, ProjectSeller.project_id == Project.id)
        .where(Project.approved_on.is_not(None), Project.status != "cancelled")
        .where(Project.sold_on.between(date(2026, 9, 1), TODAY))
        .order_by(ProjectSeller.id)
    )
    with world.database.read() as db:
        found = db.execute(sold).all()
    parts = []
    for project in dict.fromkeys(row.id for row in found):
        rows = [row for row in found if row.id == project]
        exact = [Fraction(row.amount) * row.weight for row in rows]
        cents = [int(one) for one in exact]
        remaining = int(rows[0].amount * 100) - sum(cents)
        for index in sorted(range(len(rows)), key=lambda n: (cents[n] - exact[n], n))[:remaining]:
            cents[index] += 1
        parts += [
            (row.employee_id, row.sold_on, row.currency, Decimal(own).scaleb(-2))
            for row, own in zip(rows, cents, strict=True)
        ]
    return parts


def test_every_figure_matches_the_database_rows(sample: World):
    analysis, shares = _read(sample), _read_shares(sample)
    assert _values(analysis["sold"]) == _sum_by_hand(part[1:] for part in shares)
    assert [(month["starts_on"], month["ends_on"]) for month in analysis["months"]][-1] == ("2026-12-01", "2026-12-31")
    for month in analysis["months"]:
        of_month = [part[1:] for part in shares if month["starts_on"] <= f"{part[1]}" <= month["ends_on"]]
        assert _values(month) == _sum_by_hand(of_month), month["starts_on"]
    people = {person["employee"]["name"]: _values(person) for person in analysis["people"]}
    keys = list(dict.fromkeys(part[0] for part in shares))
    assert sorted(people.values()) == sorted(_sum_by_hand(p[1:] for p in shares if p[0] == key) for key in keys)
    assert {name: count for name, (count, _, _) in people.items()} == {"Ada Ada": 4, "Bo Bo": 3, "Cy Cy": 3}
    # 50.01 and 33.35 × 34 % US dollars are 65.51 + 16.04, plus the sales in Canadian dollars.
    assert people["Ada Ada"][1] == f"{_cents(Fraction('50.01') * Fraction('1.31')) + Decimal('16.04') + 23}"
    assert analysis["missing_rates"] == [{"currency": "EUR", "on": "2026-11-03"}]
    assert (analysis["as_of"], analysis["from"], analysis["to"]) == ("2026-11-20", "2026-09-01", "2026-12-31")


def test_every_figure_matches_its_list(sample: World):
    analysis = _read(sample)
    days = "sold_from=2026-09-01&sold_to=2026-11-20"
    counted = "".join(f"&status={status}" for status in COUNTED)
    queries = [(analysis["sold"], days + counted)]
    queries += [(m, f"sold_from={m['starts_on']}&sold_to={min(m['ends_on'], f'{TODAY}')}{counted}")
                for m in analysis["months"] if m["starts_on"] <= f"{TODAY}"]  # fmt: skip
    queries += [(p, f"{days}{counted}&seller={p['employee']['api_id']}") for p in analysis["people"]]
    queries += [
        (t, f"{days}{counted}&" + (f"team={t['team']['api_id']}" if t["team"] else "has_team=false"))
        for t in analysis["teams"]
    ]
    queries += [(one, f"{days}&status={one['status']}") for one in analysis["statuses"]]
    for figure, query in queries:
        rows = _rows(sample, query)
        listed = _sum_by_hand(
            (date.fromisoformat(row["sold_on"]), row["currency"], Decimal(row["amount"]["amount"])) for row in rows
        )
        assert _values(figure) == listed, query
    assert {team["team"] and team["team"]["name"]: team["count"] for team in analysis["teams"]} == {
        "Nord": 7, "Sud": 3, None: 3,
    }  # fmt: skip
    assert {one["status"]: one["count"] for one in analysis["statuses"]} == {
        "proposed": 1, "approved": 3, "in_work": 3, "delivered": 3, "invoiced": 1, "paid": 0, "declined": 1,
        "cancelled": 1,
    }  # fmt: skip
    assert len(_rows(sample, f"{days}{counted}&has_team=true")) == 7


def test_todays_rate_does_not_change_past_months(sample: World):
    with sample.database.write() as session:
        seller = session.execute(select(ProjectSeller.employee_id)).scalars().first()
        make_oos_sale(
            session,
            amount=Decimal("10.00"), currency="USD", sold_on=TODAY, approved_on=APPROVED_ON, sellers={seller or 0: 100},
            )  # fmt: skip
        make_goal(
            session, employee_id=seller, measure="linked", metric_key="oos_sold", currency="USD",
            target_value=Decimal("610.00"), period_start=date(2026, 11, 1), period_end=date(2026, 12, 31),
        )  # fmt: skip
    before = _read(sample)["months"]
    assert [month["target"] and month["target"]["money"]["amount"] for month in before] == [
        None, None, "417.00", "430.90",
    ]  # fmt: skip
    with sample.database.write() as session:
        session.execute(update(ExchangeRate).where(ExchangeRate.valid_on == TODAY).values(rate=Decimal("9.99")))
    after = _read(sample)["months"]
    assert after[:2] == before[:2]
    assert Decimal(after[2]["money"]["amount"]) - Decimal(before[2]["money"]["amount"]) == Decimal("86.00")
    assert [month["target"]["money"]["amount"] for month in after[2:]] == ["2997.00", "3096.90"]


def _goal(session: Any, seller: int, target: str, **fields: Any) -> None:
    values = {"currency": "CAD", "period_start": date(2026, 11, 1), "period_end": date(2026, 12, 30)} | fields
    make_goal(
        session, employee_id=seller, measure="linked", metric_key="oos_sold", target_value=Decimal(target), **values
    )


def test_targets_equal_those_of_the_dashboard(sample: World):
    with sample.database.write() as session:
        ada, bo, _ = dict.fromkeys(
            session.execute(select(ProjectSeller.employee_id).order_by(ProjectSeller.id)).scalars()
        )
        _goal(session, ada, "6000.00")
        _goal(session, bo, "600.00", start_value=Decimal("60.00"))
        _goal(session, bo, "99.00", visibility="private")
        _goal(session, bo, "99.00", status="cancelled")
        _goal(session, bo, "99.00", period_start=date(2027, 1, 1), period_end=date(2027, 1, 30))
    analysis = _read(sample, "from=2026-11-01&to=2026-11-30&currency=CAD")
    dashboard = sample.browser("admin").get("/api/v1/dashboard?from=2026-11-01&to=2026-11-30&currency=CAD")
    figure = dashboard.json()["data"]["figures"]["oos_sold"]
    assert analysis["sold"]["target"] == figure["target"] == analysis["months"][0]["target"]
    assert figure["target"]["money"]["amount"] == "3270.00"
    # Without a rate there is no percentage.
    assert (analysis["sold"]["percent"], analysis["sold"]["unconverted"]) == (None, figure["unconverted"])
    assert analysis["sold"]["money"] == figure["money"]
    people = {one["employee"]["name"][:2]: (one["target"] and one["target"]["money"]["amount"], one["percent"])
              for one in analysis["people"]}  # fmt: skip
    assert people == {"Ad": ("3000.00", "0.8"), "Bo": ("270.00", "30.4"), "Cy": (None, None)}
    teams = {one["team"]["name"]: one["target"]["money"]["amount"] for one in analysis["teams"] if one["team"]}
    assert teams == {"Nord": "3270.00", "Sud": "270.00"}


def test_teams_follow_the_membership_on_the_day_of_sale(isolated: World):
    """Ada leaves Nord on October 1 and joins Sud on October 16; her target is 100.00 a day."""
    admin = isolated.browser("admin")
    with isolated.database.write() as session:
        users = [make_user(session, first_name=name, last_name="") for name in ("Bo", "Ada", "Di")]
        bo, ada, _ = (make_employee(session, user_id=user.id) for user in users)
        nord = make_team(session, *users[:2], name="Nord").api_id
        sud = make_team(session, users[2], name="Sud").api_id
        for seller, amount, day in (
            (ada, "100.00", "2026-09-30"), (ada, "200.00", "2026-10-01"), (ada, "400.00", "2026-10-15"),
            (ada, "800.00", "2026-10-16"), (ada, "1600.00", "2026-11-02"), (bo, "50.00", "2026-10-20"),
        ):  # fmt: skip
            make_oos_sale(
                session, amount=Decimal(amount), sold_on=date.fromisoformat(day), approved_on=APPROVED_ON,
                sellers={seller.id: 100},
            )  # fmt: skip
        _goal(session, ada.id, "9100.00", period_start=date(2026, 9, 1), period_end=date(2026, 11, 30))
        person = ada.api_id
    for team, is_member, day in ((nord, False, "2026-10-01"), (sud, True, "2026-10-16"), (nord, True, "2026-12-01")):
        body = {"team": team, "is_member": is_member, "effective_from": day}
        assert admin.post(f"/api/v1/employees/{person}/employment-terms", body).status_code == 201
    analysis = _read(isolated, "from=2026-09-01&to=2026-11-30&currency=CAD")
    found = {
        one["team"] and one["team"]["name"]: (
            one["money"]["amount"], one["target"]["money"]["amount"], one["target_months"]["covered"],
        )
        for one in analysis["teams"]
    }  # fmt: skip
    assert found == {"Nord": ("150.00", "3000.00", 1), "Sud": ("2400.00", "4600.00", 2), None: ("600.00", "1500.00", 1)}
    for query, amounts in (
        (f"team={nord}", {"100.00", "50.00"}),
        (f"team={sud}", {"800.00", "1600.00"}),
        ("has_team=false", {"200.00", "400.00"}),
        (f"team={nord}&team={sud}&has_team=true", {"100.00", "50.00", "800.00", "1600.00"}),
    ):
        assert {row["amount"]["amount"] for row in _rows(isolated, query)} == amounts, query


def test_ratio_uses_retainer_revenue_of_the_same_clients(sample: World):
    analysis = _read(sample, "from=2026-09-01&to=2026-09-30&currency=CAD")
    # 100.01 US dollars in two shares; the client's retainer brings in 1,000 per month.
    assert (analysis["sold"]["money"]["amount"], analysis["ratio"]["revenue"]["amount"]) == ("131.01", "1000.00")
    assert analysis["ratio"]["percent"] == "13.1"
    assert _read(sample)["ratio"]["percent"] is None
    assert _read(sample, "from=2026-08-01&to=2026-08-31&currency=CAD")["ratio"]["percent"] is None


def test_analysis_shows_what_the_list_shows_the_caller(isolated: World):
    manager, employee = isolated.people["account_manager"], isolated.people["employee"]
    with isolated.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        fields: dict[str, Any] = {"approved_on": APPROVED_ON, "amount": Decimal("100.00")}
        sellers = {employee.employee.id: 50, manager.employee.id: 50}
        make_oos_sale(session, client_id=client.id, sellers=sellers, **fields)
        make_oos_sale(session, client_id=client.id, account_manager_id=isolated.stranger.id, **fields)
        make_oos_sale(session, **fields)
        _goal(session, manager.employee.id, "600.00")
        _goal(session, employee.employee.id, "600.00")
    days = "from=2026-11-01&to=2026-11-30&currency=CAD"

    def summarize(column: str) -> tuple[int, int, str, bool, int]:
        found = _read(isolated, days, column)
        targets = [one for one in (found["sold"], *found["people"], *found["teams"]) if one["target"]]
        sold = found["sold"]
        return sold["count"], sold["hidden"], sold["money"]["amount"], found["ratio"] is None, len(targets)

    all_visible = (4, 0, "300.00", False, 4)
    assert {column: summarize(column) for column in isolated.people if column not in ("none", "visitor")} == {
        "super_admin": all_visible, "admin": all_visible, "financial_manager": all_visible,
        "account_manager": (3, 1, "100.00", True, 0), "churn_manager": (4, 4, "0.00", True, 0),
        "employee": (1, 1, "0.00", True, 0),
    }  # fmt: skip
    metrics = {"metric_permissions": ["oos"], "metric_scopes": ["own"]}
    assert isolated.browser("admin").patch(f"/api/v1/employees/{manager.employee.api_id}", metrics).status_code == 200
    targets = {one["employee"]["api_id"]: one["target"] and one["target"]["money"]["amount"]
               for one in _read(isolated, days, "account_manager")["people"]}  # fmt: skip
    assert {key for key, amount in targets.items() if amount} == {manager.employee.api_id}
    assert (_read(isolated, days, "employee")["teams"], summarize("account_manager")[4]) == ([], 1)
    with assert_unchanged(isolated.database):
        for query in ("has_team=true", f"team={manager.employee.api_id}"):
            for path in ("oos-sales", "oos-sales/totals"):
                assert employee.browser.get(f"/api/v1/{path}?{query}").status_code == 422


@pytest.mark.parametrize(
    ("query", "field"),
    [("from=2026-03-01&to=2026-02-28", "to"), ("from=2026-12-01&to=2026-12-31", "from"), ("scope=own", "scope"),
     ("from=1990-01-01&to=2026-01-01", "to"), ("currency=XYZ", "currency")],
)  # fmt: skip
def test_invalid_query_returns_422(isolated: World, query: str, field: str):
    with assert_unchanged(isolated.database):
        response = isolated.browser("admin").get(f"{PATH}?{query}")
    assert (response.status_code, list(response.json()["errors"])) == (422, [field])


def test_statement_count_does_not_depend_on_number_of_sales(sample: World):
    def counted() -> int:
        with sample.database.write() as session:
            seller = make_employee(session)
            make_oos_sale(session, sellers={seller.id: 100}, approved_on=APPROVED_ON)
            _goal(session, seller.id, "10.00")
        with record_statements(sample.database) as statements:
            _read(sample)
            assert sample.browser("admin").get("/api/v1/oos-sales/totals?in=CAD").status_code == 200
            _rows(sample, "in=CAD")
        return len(statements)

    _read(sample)  # fills the cache of rates
    assert counted() == counted() <= 30
