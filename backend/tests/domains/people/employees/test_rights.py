"""Tests of field visibility by role, and of changes to the caller's own record."""

from typing import Any

import pytest

from tests.browser import Browser
from tests.conftest import NOON, ORIGIN
from tests.domains.people.employees.employee_api import PATH, change, create, read
from tests.factories.people import make_employee, make_user
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged

DIRECTORY = {"api_id", "name", "first_name", "last_name", "email", "job_title"}
ROW = DIRECTORY | {
    "department", "manager", "employment", "status", "user", "teamwork_user_id", "started_on", "ended_on",
    "capacity_hours_week", "is_billable", "teams", "updated_at", "version",
}  # fmt: skip
BASIC = ROW | {
    "phone", "utilisation_target", "language", "timezone", "reports", "leaves", "links", "created_at", "can",
}  # fmt: skip
COST = {"cost_rate", "cost_rates"}
METRICS = {"metric_scopes", "metric_permissions"}
SEES = {
    "super_admin": BASIC | COST | METRICS,
    "admin": BASIC | COST | METRICS,
    "financial_manager": BASIC | COST,
    "account_manager": BASIC,
    "churn_manager": BASIC,
    "employee": DIRECTORY,
}
_SEE_COST = ("super_admin", "admin", "financial_manager")
OWN = {column: BASIC | METRICS | (COST if column in _SEE_COST else set()) for column in SEES}


@pytest.mark.parametrize("column", SEES)
def test_each_role_sees_its_fields_of_others(world: World, column: str):
    person = create(world, cost_rate="85.00", cost_currency="CAD")
    browser = world.browser(column)
    assert set(read(browser, person)) == SEES[column]
    (row,) = [one for one in _list_employees(world, column) if one["api_id"] == person["api_id"]]
    assert set(row) == (DIRECTORY if column == "employee" else ROW)


@pytest.mark.parametrize("column", OWN)
def test_everyone_sees_their_own_record(world: World, column: str):
    oneself = world.people[column].employee.api_id
    assert set(read(world.browser(column), {"api_id": oneself})) == OWN[column]


def _list_employees(world: World, column: str, query: str = "") -> list[dict[str, Any]]:
    response = world.browser(column).get(f"{PATH}?per_page=100&sort=-name{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


@pytest.mark.parametrize(
    "query", ["department=design", "status=left", "has_user=true", "employment=full", "sort=started_on"]
)
def test_directory_filters_on_hidden_fields_return_422(world: World, query: str):
    response = world.browser("employee").get(f"{PATH}?{query}")
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [query.split("=")[0]]
    assert world.browser("churn_manager").get(f"{PATH}?{query}").status_code == 200


def test_employees_change_only_their_contact_details(world: World):
    browser, oneself = world.browser("employee"), world.people["employee"].employee
    mine = {"api_id": oneself.api_id}
    changed = change(browser, mine, phone="418 555-0101", language="fr-ca", timezone="America/Montreal").json()["data"]
    assert (changed["phone"], changed["language"], changed["timezone"]) == (
        "418 555-0101", "fr-ca", "America/Montreal",
    )  # fmt: skip
    assert changed["can"] == ["edit_contact"]
    others = {"job_title": "Présidente", "metric_scopes": ["organization"], "cost_rate": "1.00", "user": None}
    with assert_unchanged(world.database):
        response = change(browser, mine, phone="1", **others)
    assert response.json()["errors"] == {name: ["Your role does not allow changing this field"] for name in others}


def test_former_employee_changes_nothing(world: World):
    with world.database.write() as session:
        user = make_user(session, roles=["churn_manager", "employee"])
        former = make_employee(session, user_id=user.id, status="left").api_id
    browser = Browser(world.app, ORIGIN).signed_in_as(user, NOON)
    with assert_unchanged(world.database):
        assert change(browser, {"api_id": former}, phone="1").status_code == 403


def test_list_filters(world: World):
    boss = create(world, first_name="Gestion", department="management")
    report = create(world, first_name="Gestion", manager=boss["api_id"], employment="contractor", department="media")
    away = create(world, first_name="Gestion")
    world.browser("admin").post(f"{PATH}/{away['api_id']}/leaves", {"starts_on": "2026-11-20"})
    with world.database.write() as session:
        former = make_employee(session, first_name="Gestion", last_name="Partie", status="left").api_id

    def found(query: str) -> set[str]:
        return {row["api_id"] for row in _list_employees(world, "financial_manager", f"&search=gestion&{query}")}

    ids = {name: one["api_id"] for name, one in {"boss": boss, "report": report, "away": away}.items()}
    assert found("") == set(ids.values())
    assert found("status=left") == {former}
    assert found("status=on_leave") == {ids["away"]}
    assert found("status=active&status=left") == {ids["boss"], ids["report"], former}
    assert found(f"manager={boss['api_id']}") == {ids["report"]}
    assert found("employment=contractor") == {ids["report"]}
    assert found("department=management&department=media") == {ids["boss"], ids["report"]}
    assert found("has_user=false&has_teamwork=false") == set(ids.values())
    assert found("has_user=true") == found("has_teamwork=true") == set()


def test_list_uses_the_same_number_of_statements_for_any_length(world: World):
    def cost(per_page: int) -> int:
        with record_statements(world.database) as statements:
            world.browser("account_manager").get(f"{PATH}?per_page={per_page}&search=&sort=-updated_at")
        return len(statements)

    for _ in range(3):
        create(world)
    cost(2)
    assert cost(2) == cost(50) <= 6
