"""The list of people with their figures: whom it shows, its orders, its filters and its totals."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.employees.models import Employee
from regie.domains.records.terms.models import Term
from regie.domains.records.users.models import User
from tests.factories.figures import fetch_figures, figure_values, grant_metrics, make_account_manager
from tests.factories.goals import make_goal
from tests.factories.people import make_employee, make_team
from tests.factories.retainers import log_time
from tests.factories.work import SYNCED, make_client, make_project
from tests.factories.world import World

PATH = "/api/v1/people-figures"
NOVEMBER = "from=2026-11-01&to=2026-11-30"
OCTOBER = "from=2026-10-01&to=2026-10-31"
FIGURES = (
    "hours", "billable_hours", "available_hours", "utilisation", "retained_mrr", "net_retention", "retainer_revenue",
    "invoiced", "oos_sold", "churned_mrr", "goal_attainment", "values_received",
)  # fmt: skip


def fetch_people(world: World, query: str, column: str = "admin") -> list[dict[str, Any]]:
    answer = world.browser(column).get(f"{PATH}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def fetch_totals(world: World, query: str, column: str = "admin") -> dict[str, Any]:
    answer = world.browser(column).get(f"{PATH}/totals?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def ids_of(rows: list[dict[str, Any]]) -> list[str]:
    return [row["api_id"] for row in rows]


def amount_or_value(row: dict[str, Any], name: str) -> Decimal:
    value = figure_values(row)[name]
    if isinstance(value, dict):
        return sum((Decimal(amount) for amount in value.values()), Decimal(0))
    return Decimal("-Infinity") if value is None else Decimal(value)


def make_busy_person(session: Session, name: str, hours: str, fee: str) -> Employee:
    user, person = make_account_manager(
        session, name=name, capacity_hours_week=Decimal(40), is_billable=True, teamwork_user_id=f"logs-{name}",
        utilisation_target=50,
    )  # fmt: skip
    project = make_project(session, teamwork_project_id=f"project-{name}")
    log_time(session, project, date(2026, 11, 3), hours, is_billable=True, teamwork_user_id=f"logs-{name}")
    make_project(session, monthly_fee=fee, start_on=date(2026, 1, 1), account_manager_id=user.id)
    make_goal(session, employee_id=person.id, target_value=Decimal(10 * len(name)))
    return person


@pytest.fixture(scope="module")
def busy_people(world: World) -> list[str]:
    people = (("Zoé", "90", "10.00"), ("Étienne", "8", "3000.00"), ("mila", "40", "200.00"))
    with world.database.write() as session:
        return [make_busy_person(session, *fields).api_id for fields in people]


@pytest.mark.usefixtures("busy_people")
def test_rows_have_the_figures_of_each_person_in_one_currency(world: World):
    rows = fetch_people(world, f"{NOVEMBER}&currency=CAD")
    assert len(rows) == len({*ids_of(rows)}) > 3
    alone = fetch_figures(world, *ids_of(rows), query=f"{NOVEMBER}&currency=CAD")
    assert [row["figures"] for row in rows] == [entry["figures"] for entry in alone]
    assert [row["employee"]["api_id"] for row in rows] == ids_of(rows)


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_sorts_both_ways_and_unknown_values_are_lowest(world: World, busy_people: list[str], name: str):
    for sort, is_descending in ((name, False), (f"-{name}", True)):
        rows = fetch_people(world, f"{NOVEMBER}&currency=CAD&sort={sort},name")
        assert {*busy_people} <= {*ids_of(rows)}
        values = [amount_or_value(row, name) for row in rows]
        assert values == sorted(values, reverse=is_descending)


@pytest.mark.usefixtures("busy_people")
def test_names_sort_regardless_of_accents_and_case(world: World):
    names = [row["employee"]["name"] for row in fetch_people(world, NOVEMBER)]
    assert names.index("Étienne") < names.index("mila") < names.index("Zoé")


def test_people_below_their_target_are_found_and_counted(world: World, busy_people: list[str]):
    # Until the 20th there are 15 working days: 90, 8 and 40 of 120 hours, against 50 %.
    zoe, etienne, mila = busy_people
    below = ids_of(fetch_people(world, f"{NOVEMBER}&below_target=true"))
    others = ids_of(fetch_people(world, f"{NOVEMBER}&below_target=false"))
    assert {etienne, mila} <= {*below}
    assert zoe not in below
    assert zoe in others
    assert not {*below} & {*others}
    totals = fetch_totals(world, NOVEMBER)
    assert (totals["people"], totals["below_target"]) == (len(below) + len(others), len(below))


def test_missing_hours_are_those_available_and_not_logged(world: World, busy_people: list[str]):
    # October has 22 working days, of 8 hours each, and no time was logged.
    with world.database.write() as session:
        unlinked = make_employee(session, name="Logs nothing", capacity_hours_week=Decimal(40)).api_id
    rows = {row["api_id"]: row["missing_hours"] for row in fetch_people(world, f"{OCTOBER}&sort=-missing_hours")}
    assert [rows[api_id] for api_id in busy_people] == ["176.00"] * 3
    assert rows[unlinked] is None
    missing = ids_of(fetch_people(world, f"{OCTOBER}&missing_time=true"))
    complete = ids_of(fetch_people(world, f"{OCTOBER}&missing_time=false"))
    assert {*busy_people} <= {*missing}
    assert unlinked in complete
    totals = fetch_totals(world, OCTOBER)
    assert totals["missing_time"] == len(missing)
    assert Decimal(totals["missing_hours"]) == sum(Decimal(rows[api_id]) for api_id in missing)
    # Today is the 20th: 14 working days of November are over, and 40 hours were logged.
    november = {row["api_id"]: row["missing_hours"] for row in fetch_people(world, NOVEMBER)}
    assert november[busy_people[2]] == "72.00"


@pytest.mark.usefixtures("busy_people")
def test_totals_add_up_the_list(world: World):
    rows = fetch_people(world, f"{NOVEMBER}&currency=CAD")
    totals = fetch_totals(world, f"{NOVEMBER}&currency=CAD")
    (amount,) = totals["retained_mrr"]
    assert Decimal(amount["amount"]) == sum(amount_or_value(row, "retained_mrr") for row in rows) >= 3210
    assert amount["currency"] == totals["currency"] == "CAD"


def test_filters_by_team_and_by_the_callers_teams(world: World):
    with world.database.write() as session:
        colleague, person = make_account_manager(session, name="In the team")
        admin = session.get_one(User, world.people["admin"].user.id)
        team = make_team(session, admin, colleague)
        outsider = make_employee(session, name="Outside").api_id
        team_id, person_id = team.api_id, person.api_id
    own = world.people["admin"].employee.api_id
    assert {*ids_of(fetch_people(world, f"team={team_id}"))} == {own, person_id}
    mine = fetch_people(world, "mine=true")
    assert {own, person_id} <= {*ids_of(mine)}
    assert outsider not in ids_of(mine)
    (row,) = (row for row in mine if row["api_id"] == person_id)
    assert [named["api_id"] for named in row["teams"]] == [team_id]
    assert ids_of(fetch_people(world, "search=outsid")) == [outsider]


@pytest.mark.parametrize(
    ("fields", "is_listed"),
    [
        ({"ended_on": date(2026, 10, 1), "status": "left"}, True),
        ({"ended_on": date(2026, 9, 30), "status": "left"}, False),
        ({"started_on": date(2026, 10, 31)}, True),
        ({"started_on": date(2026, 11, 1)}, False),
    ],
)
def test_people_are_those_employed_on_one_of_the_days(world: World, fields: dict[str, Any], is_listed: bool):
    with world.database.write() as session:
        api_id = make_employee(session, **fields).api_id
    assert (api_id in ids_of(fetch_people(world, OCTOBER))) is is_listed


def test_callers_see_people_and_figures_within_their_scopes_only(world: World):
    with world.database.write() as session:
        team = [session.get_one(User, world.people[column].user.id) for column in ("employee", "account_manager")]
        make_team(session, *team)
    own, colleague = (world.people[column].employee.api_id for column in ("employee", "account_manager"))
    assert fetch_people(world, NOVEMBER, "employee") == []
    assert fetch_totals(world, NOVEMBER, "employee")["people"] == 0
    grant_metrics(world, "employee", ["hours"], ["own"])
    assert ids_of(fetch_people(world, NOVEMBER, "employee")) == [own]
    grant_metrics(world, "employee", ["hours"], ["team"])
    rows = fetch_people(world, f"{NOVEMBER}&sort=-retained_mrr", "employee")
    assert {own, colleague} <= {*ids_of(rows)}
    assert world.people["admin"].employee.api_id not in ids_of(rows)
    assert {name for row in rows for name in row["figures"]} == {
        "hours", "billable_hours", "available_hours", "utilisation", "utilisation_target",
    }  # fmt: skip
    totals = fetch_totals(world, NOVEMBER, "employee")
    assert (totals["people"], totals["retained_mrr"]) == (len(rows), None)


def test_net_retention_follows_the_clients_of_the_start(world: World):
    since = {"start_on": date(2026, 1, 1)}
    with world.database.write() as session:
        user, person = make_account_manager(session)
        successor, successor_person = make_account_manager(session)
        mine = {"account_manager_id": user.id, **since}
        client = make_client(session)
        make_project(session, client_id=client.id, monthly_fee="1000.00", **mine)
        make_project(session, monthly_fee="500.00", status="ended", end_on=date(2026, 11, 10), **mine)
        # Another retainer of the same client counts, a new client does not.
        make_project(
            session, client_id=client.id, monthly_fee="250.00", account_manager_id=user.id, start_on=date(2026, 11, 5)
        )
        make_project(session, monthly_fee="9000.00", account_manager_id=user.id, start_on=date(2026, 11, 5))
        handed_over = make_project(session, monthly_fee="500.00", account_manager_id=successor.id, **since)
        # From the 8th on, another person manages the account.
        since_beginning, since_then = date(1900, 1, 1), date(2026, 11, 8)
        for day, manager in ((since_beginning, user), (since_then, successor)):
            session.add(
                Term(record="project", record_id=handed_over.id, name="account_manager", effective_from=day,
                     value=str(manager.id), reference_id=manager.id, recorded_at=SYNCED)
            )  # fmt: skip
        ids = person.api_id, successor_person.api_id
    entries = fetch_figures(world, *ids, query=NOVEMBER)
    # (1000 + 250 + 500) ÷ (1000 + 500 + 500); the successor had no client at the start.
    assert [figure_values(entry)["net_retention"] for entry in entries] == ["87.5", None]


def test_net_retention_of_several_currencies_needs_one_currency(world: World):
    with world.database.write() as session:
        user, person = make_account_manager(session)
        mine = {"account_manager_id": user.id, "start_on": date(2026, 1, 1)}
        for currency in ("CAD", "USD"):
            make_project(session, monthly_fee="100.00", currency=currency, **mine)
        api_id = person.api_id
    (own,) = fetch_figures(world, api_id, query=NOVEMBER)
    assert figure_values(own)["net_retention"] is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("from=2026-11-02&to=2026-11-01", "to"),
        ("sort=salary", "sort"),
        ("currency=XYZ", "currency"),
        ("team=unknown", "team.0"),
        ("below_target=perhaps", "below_target"),
    ],
)
def test_invalid_queries_name_the_field(world: World, query: str, field: str):
    for path in (PATH, f"{PATH}/totals"):
        if path != PATH and field == "sort":
            continue
        answer = world.browser("admin").get(f"{path}?{query}")
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, [field])
