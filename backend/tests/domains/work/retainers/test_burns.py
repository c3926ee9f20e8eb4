"""Tests of the burn list: levels and their totals, the last months, and hours by person."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.factories.figures import grant_metrics
from tests.factories.people import make_employee
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.statements import record_statements
from tests.factories.work import SYNCED, make_client
from tests.factories.world import World

PATH = "/api/v1/retainer-burns"
PERIODS = "/api/v1/retainer-periods"
# Fifteen of November's 21 working days have begun on the 20th, which is the tests' today.
NOVEMBER, TODAY = date(2026, 11, 3), date(2026, 11, 20)
# Hours used of 40 until today, by level.
USED = {"over": ("55.75", "41.25"), "high": ("38",), "watch": ("29",), "ok": ("10", "0")}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _make(world: World, *hours: tuple[date, str], **fields: Any) -> Project:
    with world.database.write() as session:
        retainer = make_retainer(session, **fields)
        for day, worked in hours:
            log_time(session, retainer, day, worked)
    refresh_all_ledgers(world.database)
    return retainer


@pytest.fixture
def client(world: World) -> str:
    """The client of a retainer of each level, and of one without hours."""
    with world.database.write() as session:
        client = make_client(session, account_manager_id=world.stranger.id)
        for used in (used for level in USED.values() for used in level):
            retainer = make_retainer(session, client_id=client.id, name=f"Forfait {used}")
            if used != "0":
                log_time(session, retainer, NOVEMBER, used)
        make_retainer(session, client_id=client.id, name="Sans heures", included_hours=None)
    refresh_all_ledgers(world.database)
    return client.api_id


def _get(browser: Browser, path: str) -> Any:
    response = browser.get(path)
    assert response.status_code == 200, response.text
    return response.json()


def test_totals_equal_the_rows_of_each_level(admin: Browser, client: str):
    totals = _get(admin, f"{PATH}/totals?client={client}")["data"]
    assert [one["level"] for one in totals["levels"]] == ["over", "high", "watch", "ok", "unknown"]
    for one in totals["levels"]:
        rows = _get(admin, f"{PATH}?client={client}&level={one['level']}")["data"]
        assert {row["level"] for row in rows} == {one["level"]}
        over = sum((max(Decimal(0), -Decimal(row["left_hours"])) for row in rows), Decimal(0))
        forecast = sum((Decimal(row["forecast_overage_hours"]) for row in rows), Decimal(0))
        running_out = _get(admin, f"{PATH}?client={client}&level={one['level']}&runs_out=true")["meta"]["total"]
        assert one == {
            "level": one["level"], "retainers": len(rows), "runs_out": running_out,
            "over_hours": f"{over:.2f}", "forecast_overage_hours": f"{forecast:.2f}",
        }  # fmt: skip
    counts = {one["level"]: (one["retainers"], one["runs_out"], one["over_hours"]) for one in totals["levels"]}
    assert counts == {
        "over": (2, 0, "17.00"), "high": (1, 1, "0.00"), "watch": (1, 1, "0.00"), "ok": (2, 0, "0.00"),
        "unknown": (1, 0, "0.00"),
    }  # fmt: skip


def test_levels_combine_and_stand_together_by_risk(admin: Browser, client: str):
    rows = _get(admin, f"{PATH}?client={client}&level=high&level=watch")["data"]
    assert [row["project"]["name"] for row in rows] == ["Forfait 38", "Forfait 29"]
    levels = [row["level"] for row in _get(admin, f"{PATH}?client={client}")["data"]]
    assert levels == ["over", "over", "high", "watch", "ok", "ok", "unknown"]
    assert _get(admin, f"{PATH}?client={client}&runs_out=false")["meta"]["total"] == 5
    assert [admin.get(f"{PATH}?{query}").status_code for query in ("level=low", "runs_out=perhaps")] == [422, 422]


@pytest.mark.parametrize("column", ["account_manager", "employee"])
def test_totals_add_up_only_visible_retainers(world: World, column: str):
    seen, hidden = world.retainer(column, "works_on"), world.retainer(column, "other")
    refresh_all_ledgers(world.database)
    browser = world.browser(column)
    counts = [
        sum(one["retainers"] for one in _get(browser, f"{PATH}/totals?project={retainer}")["data"]["levels"])
        for retainer in (seen, hidden)
    ]
    assert counts == [1, 0]


def test_burn_contains_the_last_six_months(world: World, admin: Browser):
    retainer = _make(
        world, (date(2026, 4, 6), "9"), (date(2026, 9, 10), "30.5"), (NOVEMBER, "50"), start_on=date(2026, 4, 1),
        rollover="surplus", rollover_cap_hours=Decimal(8),
    )  # fmt: skip
    (listed,) = _get(admin, f"{PATH}?project={retainer.api_id}")["data"]
    months = [(one["starts_on"], one["used_hours"], one["available_hours"]) for one in listed["months"]]
    assert months == [
        ("2026-06-01", "0.00", "48.00"),
        ("2026-07-01", "0.00", "48.00"),
        ("2026-08-01", "0.00", "48.00"),
        ("2026-09-01", "30.50", "48.00"),
        ("2026-10-01", "0.00", "48.00"),
        ("2026-11-01", "50.00", "48.00"),
    ]
    read = _get(admin, f"{PATH}/{retainer.api_id}")["data"]
    assert (read["months"], read["rollover_in"]) == (listed["months"], "8.00")


def test_split_month_is_one_month(world: World, admin: Browser):
    ends = {"end_on": date(2026, 10, 15), "status": "active", "rollover": "surplus"}
    retainer = _make(world, (date(2026, 9, 10), "10"), (date(2026, 10, 5), "20"), **ends)
    for month in ("2026-09", "2026-10"):
        body = {"month": month, "projects": [retainer.api_id]}
        assert admin.post("/api/v1/retainer-locks", body).status_code == 201
    with world.database.write() as session:
        session.get_one(Project, retainer.id).end_on = None
        log_time(session, retainer, date(2026, 10, 20), "5")
    refresh_all_ledgers(world.database)
    periods = _get(admin, f"{PERIODS}?project={retainer.api_id}&starts_from=2026-10-01&starts_to=2026-10-31")["data"]
    assert len(periods) == 2
    (listed,) = _get(admin, f"{PATH}?project={retainer.api_id}")["data"]
    october = next(one for one in listed["months"] if one["starts_on"] == "2026-10-01")
    last = max(periods, key=lambda period: period["starts_on"])
    assert october["used_hours"] == "25.00"
    assert Decimal(october["available_hours"]) == Decimal(last["closing_balance"]) + 25


def test_notice_day_precedes_the_renewal(world: World, admin: Browser):
    renewed = _make(world, renews_on=date(2027, 1, 31), notice_days=60)
    assert _get(admin, f"{PATH}/{renewed.api_id}")["data"]["notice_on"] == "2026-12-02"
    assert _get(admin, f"{PATH}/{_make(world).api_id}")["data"]["notice_on"] is None


def _log_people(world: World, retainer: str) -> tuple[Employee, Employee]:
    """Log the hours of an employee, a former one, a freelancer and an unknown person."""
    with world.database.write() as session:
        project = session.query(Project).where(Project.api_id == retainer).one()
        project.teamwork_project_id = f"people-{project.id}"
        present = make_employee(session, teamwork_user_id=f"present-{project.id}")
        former = make_employee(
            session, teamwork_user_id=f"former-{project.id}", status="left", ended_on=date(2026, 11, 10)
        )
        freelancer = TeamworkPerson(external_id=f"freelancer-{project.id}", name="Pigiste", synced_at=SYNCED)
        session.add(freelancer)
        for key, day, hours in (
            (present.teamwork_user_id, NOVEMBER, "2"), (present.teamwork_user_id, TODAY, "3.5"),
            (present.teamwork_user_id, date(2026, 10, 30), "7"), (former.teamwork_user_id, NOVEMBER, "4"),
            (freelancer.external_id, NOVEMBER, "1"), (None, NOVEMBER, "0.5"),
        ):  # fmt: skip
            log_time(session, project, day, hours, teamwork_user_id=key)
        log_time(session, project, NOVEMBER, "9", teamwork_user_id=present.teamwork_user_id, deleted_at=SYNCED)
    refresh_all_ledgers(world.database)
    return present, former


def test_hours_by_person_add_up_day_by_day(world: World, admin: Browser):
    retainer = _make(world)
    present, former = _log_people(world, retainer.api_id)
    burn = _get(admin, f"{PATH}/{retainer.api_id}")["data"]
    assert [(one["employee"] and one["employee"]["api_id"], one["name"]) for one in burn["people"]] == [
        (present.api_id, present.name),
        (former.api_id, former.name),
        (None, "Pigiste"),
        (None, None),
    ]
    assert [one["used_hours"][-1] for one in burn["people"]] == ["5.50", "4.00", "1.00", "0.50"]
    assert burn["people"][0]["used_hours"][1:3] == ["0.00", "2.00"]
    used = [day["used_hours"] for day in burn["days"] if day["used_hours"] is not None]
    by_day = zip(*(one["used_hours"] for one in burn["people"]), strict=True)
    assert [f"{sum(map(Decimal, hours)):.2f}" for hours in by_day] == used


@pytest.mark.parametrize(
    ("column", "target", "names"),
    [
        ("account_manager", "own", [True, True, True, False]),
        ("account_manager", "works_on", None),
        ("employee", "works_on", None),
    ],
)
def test_people_are_shown_only_to_readers_of_the_entries(
    world: World, column: str, target: str, names: list[bool] | None
):
    retainer = world.retainer(column, target)
    _log_people(world, retainer)
    people = _get(world.browser(column), f"{PATH}/{retainer}")["data"]["people"]
    assert (people and [one["name"] is not None for one in people]) == names


def test_former_employee_is_named_only_to_readers_of_all_records(world: World):
    retainer = world.retainer("employee", "works_on")
    _log_people(world, retainer)
    grant_metrics(world, "employee", ["hours"], ["organization"])
    people = _get(world.browser("employee"), f"{PATH}/{retainer}")["data"]["people"]
    assert [one["name"] is not None for one in people] == [True, False, True, False]


def test_list_and_totals_take_a_fixed_number_of_statements(world: World, admin: Browser, client: str):
    counts: dict[str, set[int]] = {"list": set(), "totals": set()}
    for size, search in ((1, "forfait"), (25, "forfai")):
        with record_statements(world.database) as statements:
            rows = _get(admin, f"{PATH}?client={client}&per_page={size}&search={search}")["data"]
        assert len(rows) == min(size, 6)
        counts["list"].add(len(statements))
        with record_statements(world.database) as statements:
            _get(admin, f"{PATH}/totals?client={client}&search={search}")
        counts["totals"].add(len(statements))
    assert all(len(found) == 1 and max(found) <= 20 for found in counts.values()), counts
