"""Extra work by month, seller, team and state over HTTP, told again from the raw rows and from the list behind it."""

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
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.rates import make_rate
from tests.factories.sales import make_decision, make_extra
from tests.factories.statements import count_statements
from tests.factories.work import make_client, make_invoice, make_project
from tests.factories.world import World, build_world, unchanged

PATH = "/api/v1/oos-sales-analysis"
TODAY = date(2026, 11, 20)
DAYS = "from=2026-09-01&to=2026-12-31&currency=CAD"
YES = date(2026, 9, 1)
COUNTED = ("approved", "in_work", "delivered", "invoiced", "paid")
# Of a US dollar in Canadian ones; the euro has no rate at all.
RATES = {date(2026, 9, 15): "1.31", date(2026, 10, 8): "1.4143", date(2026, 11, 2): "1.37", TODAY: "1.39"}


@pytest.fixture
def alone(database: Database) -> World:
    """An agency of this test's own: its figures are of nothing else."""
    return build_world(database)


@pytest.fixture
def company(alone: World) -> World:
    """Ada is in Nord, Bo in Nord and Sud, Cy in none; a team that was put away has everybody."""
    with alone.database.write() as session:
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
        make_team(session, *users, name="Jadis", archived_at=alone.stranger.created_at)
        sud_client, other = make_client(session).id, make_client(session).id

        def sell(amount: str, day: str, sellers: dict[int, int], currency: str = "CAD", **fields: Any) -> Any:
            values = {"client_id": other, "approved_on": YES, "sold_on": date.fromisoformat(day)} | fields
            return make_extra(session, amount=Decimal(amount), currency=currency, sellers=sellers, **values)

        sell("100.01", "2026-09-15", {ada: 50, bo: 50}, "USD", client_id=sud_client, status="completed")
        sell("33.35", "2026-10-08", {ada: 34, bo: 33, cy: 33}, "USD", status="draft")
        sell("700.00", "2026-10-31", {cy: 100})
        sell("59.99", "2026-11-02", {bo: 100}, "USD")
        sell("250.00", "2026-11-03", {cy: 100}, "EUR")
        # Billed by an invoice that was voided: delivered, no more; by one that is owed: invoiced.
        for amount, voided in (("11.00", True), ("12.00", False)):
            project = sell(amount, "2026-11-04", {ada: 100}, status="completed")
            bill: dict[str, Any] = {"project_id": project.id, "client_id": other, "subtotal": Decimal(amount)}
            make_invoice(session, total="13.80", is_voided=voided, **bill)
        # None of these counts: not yet, never, no more, before and after.
        sell("5.00", "2026-11-05", {ada: 100}, approved_on=None)
        make_decision(session, sell("6.00", "2026-11-05", {bo: 100}), decision="declined")
        sell("7.00", "2026-11-06", {cy: 100}, status="cancelled")
        sell("8.00", "2026-08-31", {cy: 100})
        sell("9.00", "2026-11-21", {cy: 100})
        make_project(session, client_id=sud_client, monthly_fee="1000.00", start_on=date(2026, 9, 1))
        make_project(session, monthly_fee="5000.00", start_on=date(2026, 9, 1))
    return alone


def _read(world: World, query: str = DAYS, column: str = "admin") -> dict[str, Any]:
    answer = world.browser(column).get(f"{PATH}?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _rows(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    answer = world.browser(column).get(f"/api/v1/oos-sales?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _told(figure: dict[str, Any]) -> tuple[int, str, dict[str, str]]:
    return figure["count"], figure["money"]["amount"], {o["currency"]: o["amount"] for o in figure["unconverted"]}


def _cents(exact: Fraction) -> Decimal:
    return Decimal(int(exact * 100 + Fraction(1, 2))).scaleb(-2)


def _added(parts: Iterable[tuple[date, str, Decimal]]) -> tuple[int, str, dict[str, str]]:
    """By hand: each at its own day's rate, rounded once; the euros apart."""
    kept = list(parts)
    converted = [
        amount if currency == "CAD" else _cents(Fraction(amount) * Fraction(RATES[day]))
        for day, currency, amount in kept
        if currency != "EUR"
    ]
    euros = [amount for _, currency, amount in kept if currency == "EUR"]
    return len(kept), f"{sum(converted, Decimal('0.00'))}", {"EUR": f"{sum(euros)}"} if euros else {}


def _raw(world: World) -> list[tuple[int, date, str, Decimal]]:
    """Of the tables themselves: who sold what of each project that counts, the cents left to the largest rests."""
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
        left = int(rows[0].amount * 100) - sum(cents)
        for place in sorted(range(len(rows)), key=lambda n: (cents[n] - exact[n], n))[:left]:
            cents[place] += 1
        parts += [
            (row.employee_id, row.sold_on, row.currency, Decimal(own).scaleb(-2))
            for row, own in zip(rows, cents, strict=True)
        ]
    return parts


def test_every_figure_is_told_again_from_the_raw_rows(company: World):
    told, raw = _read(company), _raw(company)
    assert _told(told["sold"]) == _added(part[1:] for part in raw)
    assert [(month["starts_on"], month["ends_on"]) for month in told["months"]][-1] == ("2026-12-01", "2026-12-31")
    for month in told["months"]:
        of_month = [part[1:] for part in raw if month["starts_on"] <= f"{part[1]}" <= month["ends_on"]]
        assert _told(month) == _added(of_month), month["starts_on"]
    people = {person["employee"]["name"]: _told(person) for person in told["people"]}
    keys = list(dict.fromkeys(part[0] for part in raw))
    assert sorted(people.values()) == sorted(_added(p[1:] for p in raw if p[0] == key) for key in keys)
    assert {name: count for name, (count, _, _) in people.items()} == {"Ada Ada": 4, "Bo Bo": 3, "Cy Cy": 3}
    # 50.01 and 33.35 of a US dollar: 65.51 + 16.04, and what was sold at home.
    assert people["Ada Ada"][1] == f"{_cents(Fraction('50.01') * Fraction('1.31')) + Decimal('16.04') + 23}"
    assert told["missing_rates"] == [{"currency": "EUR", "on": "2026-11-03"}]
    assert (told["as_of"], told["from"], told["to"]) == ("2026-11-20", "2026-09-01", "2026-12-31")


def test_every_figure_leads_to_exactly_its_rows(company: World):
    told = _read(company)
    days = "sold_from=2026-09-01&sold_to=2026-11-20"
    counted = "".join(f"&status={status}" for status in COUNTED)
    queries = [(told["sold"], days + counted)]
    queries += [(m, f"sold_from={m['starts_on']}&sold_to={min(m['ends_on'], f'{TODAY}')}{counted}")
                for m in told["months"] if m["starts_on"] <= f"{TODAY}"]  # fmt: skip
    queries += [(p, f"{days}{counted}&seller={p['employee']['api_id']}") for p in told["people"]]
    queries += [
        (t, f"{days}{counted}&" + (f"team={t['team']['api_id']}" if t["team"] else "has_team=false"))
        for t in told["teams"]
    ]
    queries += [(one, f"{days}&status={one['status']}") for one in told["statuses"]]
    for figure, query in queries:
        rows = _rows(company, query)
        listed = _added(
            (date.fromisoformat(row["sold_on"]), row["currency"], Decimal(row["amount"]["amount"])) for row in rows
        )
        assert _told(figure) == listed, query
    assert {team["team"] and team["team"]["name"]: team["count"] for team in told["teams"]} == {
        "Nord": 7, "Sud": 3, None: 3,
    }  # fmt: skip
    assert {one["status"]: one["count"] for one in told["statuses"]} == {
        "proposed": 1, "approved": 3, "in_work": 3, "delivered": 3, "invoiced": 1, "paid": 0, "declined": 1,
        "cancelled": 1,
    }  # fmt: skip
    assert len(_rows(company, f"{days}{counted}&has_team=true")) == 7


def test_todays_rate_moves_nothing_of_the_past(company: World):
    with company.database.write() as session:
        seller = session.execute(select(ProjectSeller.employee_id)).scalars().first()
        make_extra(
            session, amount=Decimal("10.00"), currency="USD", sold_on=TODAY, approved_on=YES, sellers={seller or 0: 100}
        )  # fmt: skip
        make_goal(
            session, employee_id=seller, measure="linked", metric_key="oos_sold", currency="USD",
            target_value=Decimal("610.00"), period_start=date(2026, 11, 1), period_end=date(2026, 12, 31),
        )  # fmt: skip
    before = _read(company)["months"]
    assert [month["target"] and month["target"]["money"]["amount"] for month in before] == [
        None, None, "417.00", "430.90",
    ]  # fmt: skip
    with company.database.write() as session:
        session.execute(update(ExchangeRate).where(ExchangeRate.valid_on == TODAY).values(rate=Decimal("9.99")))
    after = _read(company)["months"]
    assert after[:2] == before[:2]
    assert Decimal(after[2]["money"]["amount"]) - Decimal(before[2]["money"]["amount"]) == Decimal("86.00")
    assert [month["target"]["money"]["amount"] for month in after[2:]] == ["2997.00", "3096.90"]


def _goal(session: Any, seller: int, target: str, **fields: Any) -> None:
    values = {"currency": "CAD", "period_start": date(2026, 11, 1), "period_end": date(2026, 12, 30)} | fields
    make_goal(
        session, employee_id=seller, measure="linked", metric_key="oos_sold", target_value=Decimal(target), **values
    )


def test_targets_are_the_dashboards(company: World):
    with company.database.write() as session:
        ada, bo, _ = dict.fromkeys(
            session.execute(select(ProjectSeller.employee_id).order_by(ProjectSeller.id)).scalars()
        )
        _goal(session, ada, "6000.00")
        _goal(session, bo, "600.00", start_value=Decimal("60.00"))
        _goal(session, bo, "99.00", visibility="private")
        _goal(session, bo, "99.00", status="cancelled")
        _goal(session, bo, "99.00", period_start=date(2027, 1, 1), period_end=date(2027, 1, 30))
    told = _read(company, "from=2026-11-01&to=2026-11-30&currency=CAD")
    board = company.browser("admin").get("/api/v1/dashboard?from=2026-11-01&to=2026-11-30&currency=CAD")
    figure = board.json()["data"]["figures"]["oos_sold"]
    assert told["sold"]["target"] == figure["target"] == told["months"][0]["target"]
    assert figure["target"]["money"]["amount"] == "3270.00"
    # What has no rate is in no percentage.
    assert (told["sold"]["percent"], told["sold"]["unconverted"]) == (None, figure["unconverted"])
    assert told["sold"]["money"] == figure["money"]
    people = {one["employee"]["name"][:2]: (one["target"] and one["target"]["money"]["amount"], one["percent"])
              for one in told["people"]}  # fmt: skip
    assert people == {"Ad": ("3000.00", "0.8"), "Bo": ("270.00", "30.4"), "Cy": (None, None)}
    teams = {one["team"]["name"]: one["target"]["money"]["amount"] for one in told["teams"] if one["team"]}
    assert teams == {"Nord": "3270.00", "Sud": "270.00"}


def test_the_ratio_is_of_the_retainer_revenue_of_the_same_clients(company: World):
    told = _read(company, "from=2026-09-01&to=2026-09-30&currency=CAD")
    # Of a hundred US dollars and a cent, in two parts; the client's retainer brings in a thousand a month.
    assert (told["sold"]["money"]["amount"], told["ratio"]["revenue"]["amount"]) == ("131.01", "1000.00")
    assert told["ratio"]["percent"] == "13.1"
    assert _read(company)["ratio"]["percent"] is None
    assert _read(company, "from=2026-08-01&to=2026-08-31&currency=CAD")["ratio"]["percent"] is None


def test_each_is_told_what_the_list_shows_them(alone: World):
    manager, employee = alone.people["account_manager"], alone.people["employee"]
    with alone.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
        fields: dict[str, Any] = {"approved_on": YES, "amount": Decimal("100.00")}
        sellers = {employee.employee.id: 50, manager.employee.id: 50}
        make_extra(session, client_id=client.id, sellers=sellers, **fields)
        make_extra(session, client_id=client.id, account_manager_id=alone.stranger.id, **fields)
        make_extra(session, **fields)
        _goal(session, manager.employee.id, "600.00")
        _goal(session, employee.employee.id, "600.00")
    days = "from=2026-11-01&to=2026-11-30&currency=CAD"

    def told(column: str) -> tuple[int, int, str, bool, int]:
        found = _read(alone, days, column)
        targets = [one for one in (found["sold"], *found["people"], *found["teams"]) if one["target"]]
        sold = found["sold"]
        return sold["count"], sold["hidden"], sold["money"]["amount"], found["ratio"] is None, len(targets)

    everything = (4, 0, "300.00", False, 4)
    assert {column: told(column) for column in alone.people if column not in ("none", "visitor")} == {
        "super_admin": everything, "admin": everything, "financial_manager": everything,
        "account_manager": (3, 1, "100.00", True, 0), "churn_manager": (4, 4, "0.00", True, 0),
        "employee": (1, 1, "0.00", True, 0),
    }  # fmt: skip
    grown = {"metric_permissions": ["oos"], "metric_scopes": ["own"]}
    assert alone.browser("admin").patch(f"/api/v1/employees/{manager.employee.api_id}", grown).status_code == 200
    targets = {one["employee"]["api_id"]: one["target"] and one["target"]["money"]["amount"]
               for one in _read(alone, days, "account_manager")["people"]}  # fmt: skip
    assert {key for key, amount in targets.items() if amount} == {manager.employee.api_id}
    assert (_read(alone, days, "employee")["teams"], told("account_manager")[4]) == ([], 1)
    with unchanged(alone.database):
        for query in ("has_team=true", f"team={manager.employee.api_id}"):
            for path in ("oos-sales", "oos-sales/totals"):
                assert employee.browser.get(f"/api/v1/{path}?{query}").status_code == 422


@pytest.mark.parametrize(
    ("query", "field"),
    [("from=2026-03-01&to=2026-02-28", "to"), ("from=2026-12-01&to=2026-12-31", "from"), ("scope=own", "scope"),
     ("from=1990-01-01&to=2026-01-01", "to"), ("currency=XYZ", "currency")],
)  # fmt: skip
def test_odd_days_or_currencies_are_refused_plainly(alone: World, query: str, field: str):
    with unchanged(alone.database):
        answer = alone.browser("admin").get(f"{PATH}?{query}")
    assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_as_many_statements_for_many_sales_as_for_one(company: World):
    def counted() -> int:
        with company.database.write() as session:
            seller = make_employee(session)
            make_extra(session, sellers={seller.id: 100}, approved_on=YES)
            _goal(session, seller.id, "10.00")
        with count_statements(company.database) as statements:
            _read(company)
            assert company.browser("admin").get("/api/v1/oos-sales/totals?in=CAD").status_code == 200
            _rows(company, "in=CAD")
        return len(statements)

    _read(company)  # rates are known from here on
    assert counted() == counted() <= 30
