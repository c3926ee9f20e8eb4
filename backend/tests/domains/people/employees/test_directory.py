"""Tests of the directory of employees, teams and account managers."""

from tests.conftest import NOON
from tests.factories.people import make_employee, make_team, make_user
from tests.factories.world import World


def _names(world: World, path: str, query: str = "") -> list[str]:
    response = world.browser("employee").get(f"/api/v1/{path}?per_page=100&{query}")
    assert response.status_code == 200
    assert response.json()["meta"]["total"] == len(response.json()["data"])
    return [row["name"] for row in response.json()["data"]]


def test_former_employees_are_not_listed(world: World):
    with world.database.write() as session:
        make_employee(session, first_name="Élodie", last_name="Présente", job_title="Designer")
        make_employee(session, first_name="Éric", last_name="Parti", status="left")
    assert _names(world, "employees", "search=elodie presente") == ["Élodie Présente"]
    assert _names(world, "employees", "search=designer") == ["Élodie Présente"]
    assert _names(world, "employees", "search=parti") == []


def test_directory_entry_has_no_personal_fields(world: World):
    oneself = world.people["employee"].employee.api_id
    found = world.browser("employee").get("/api/v1/employees?per_page=100").json()["data"]
    rows = [row for row in found if row["api_id"] != oneself]
    keys = {"api_id", "name", "first_name", "last_name", "email", "job_title"}
    assert rows
    assert all(set(row) == keys for row in rows)


def test_archived_team_is_not_listed(world: World):
    with world.database.write() as session:
        make_team(session, name="Équipe Vive")
        make_team(session, name="Équipe Dissoute", archived_at=NOON)
    assert "Équipe Vive" in _names(world, "teams")
    assert "Équipe Dissoute" not in _names(world, "teams")
    assert set(world.browser("employee").get("/api/v1/teams").json()["data"][0]) == {"api_id", "name"}


def test_account_managers_are_active_users_with_such_a_role(world: World):
    with world.database.write() as session:
        for role in ("super_admin", "admin", "account_manager", "financial_manager", "churn_manager", "employee"):
            make_user(session, roles=[role], first_name="Rôle", last_name=role)
        make_user(session, roles=["employee", "account_manager"], first_name="Rôle", last_name="both")
        make_user(session, roles=["account_manager"], first_name="Rôle", last_name="gone", status="deactivated")
        make_user(session, roles=["former_account_manager"], first_name="Rôle", last_name="alike")
    found = [name.removeprefix("Rôle ") for name in _names(world, "account-managers", "search=role")]
    assert found == ["account_manager", "admin", "both", "super_admin"]
    row = world.browser("employee").get("/api/v1/account-managers?search=role").json()["data"][0]
    assert set(row) == {"api_id", "name", "email"}


def test_lists_sort_by_name(world: World):
    for path in ("employees", "teams", "account-managers"):
        names = _names(world, path, "sort=name")
        assert names == _names(world, path, "sort=-name")[::-1]
        assert len(names) == len(_names(world, path))
