"""Tests of employee routes: creation, reads, changes, deletion and validation."""

from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.core.db.references import columns_referencing
from regie.core.text.locale import LOCALES, catalogue
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TimeEntry
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.people.employees.employee_api import PATH, body, change, create, make_teamwork_person, read
from tests.factories.people import make_employee, make_leave, make_team, make_user
from tests.factories.work import SYNCED, make_project
from tests.factories.world import World, assert_unchanged

UNSEEN = "an invisible or control character. Type the text instead of pasting it"
WHOLE: dict[str, Any] = {
    "phone": "+1 514 555-0199",
    "job_title": "Conceptrice",
    "department": "design",
    "employment": "part",
    "ended_on": "2027-06-30",
    "is_billable": False,
    "utilisation_target": 75,
    "language": "fr-ca",
    "timezone": "America/Montreal",
    "metric_scopes": ["own", "team"],
    "metric_permissions": ["revenue", "hours"],
}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def test_created_employee_is_read_back(world: World, admin: Browser):
    manager = create(world, first_name="Ève")
    teamwork = make_teamwork_person(world.database, name="Élodie B.")
    made = create(world, **WHOLE, manager=manager["api_id"], teamwork_user_id=teamwork)
    assert read(admin, made) == made
    assert {name: made[name] for name in WHOLE} == WHOLE
    assert made["manager"] == {"api_id": manager["api_id"], "name": "Ève Bouchard", "can_open": True}
    assert (made["name"], made["capacity_hours_week"], made["status"]) == ("Élodie Bouchard", "35.00", "active")
    assert (made["version"], made["user"], made["teams"], made["leaves"], made["reports"]) == (1, None, [], [], [])
    assert [(link["service"], link["external_id"], link["name"]) for link in made["links"]] == [
        ("teamwork", teamwork, "Élodie B.")
    ]
    assert read(admin, manager)["reports"] == [{"api_id": made["api_id"], "name": "Élodie Bouchard"}]


def test_list_row_equals_single_read(world: World, admin: Browser):
    with world.database.write() as session:
        user = make_user(session, roles=["employee"])
        team = make_team(session, user, name="Équipe Sapin")
        api_id = make_employee(session, first_name="Une", last_name="Seule ligne", user_id=user.id).api_id
    made = read(admin, {"api_id": api_id})
    (row,) = admin.get(f"{PATH}?search=seule ligne").json()["data"]
    assert row == {name: made[name] for name in row}
    assert row["teams"] == [{"api_id": team.api_id, "name": "Équipe Sapin"}]
    assert row["user"] == {"api_id": user.api_id, "name": user.name}


_AS_TEXT = "The field must be a decimal number with at most two decimals, as text"
_GROUPS = "Choose one of: revenue, retainers, churn, oos, hours, goals, values"
WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"first_name": ""}, "first_name", "The field is required"),
    ({"job_title": "x" * 201}, "job_title", "The field may not be greater than 200 characters"),
    ({"email": "not an address"}, "email", "The field must be a valid email"),
    ({"started_on": "2024-02-30"}, "started_on", "The field must be a date such as 2026-11-20"),
    ({"ended_on": "2024-03-03"}, "ended_on", "The end must be on or after the start"),
    ({"capacity_hours_week": "80.01"}, "capacity_hours_week", "The field must be at most 80"),
    ({"capacity_hours_week": "-1"}, "capacity_hours_week", "The field must be at least 0"),
    ({"capacity_hours_week": 40}, "capacity_hours_week", _AS_TEXT),
    ({"utilisation_target": 101}, "utilisation_target", "The field must be at most 100"),
    ({"utilisation_target": 7.5}, "utilisation_target", "The field must be a whole number"),
    ({"employment": "retired"}, "employment", "Choose one of: full, part, contractor"),
    ({"timezone": "America/Laval"}, "timezone", "This time zone does not exist"),
    ({"metric_scopes": ["own", "everyone"]}, "metric_scopes.1", "Choose one of: own, team, organization"),
    ({"metric_permissions": ["salaries"]}, "metric_permissions.0", _GROUPS),
    ({"manager": "1"}, "manager", "This record does not exist, or is not available to you"),
    ({"user": new_api_id()}, "user", "This record does not exist, or is not available to you"),
    ({"teamwork_user_id": "unheard of"}, "teamwork_user_id", "This record does not exist, or is not available to you"),
    ({"cost_rate": "85.00"}, "cost_currency", "The field is required"),
    ({"cost_currency": "CAD"}, "cost_rate", "The field is required"),
    ({"status": "left"}, "status", "This field does not exist"),
    ({"phone": "5\0"}, "phone", f"The field contains {UNSEEN}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "name", "words"), WRONG, ids=[f"{case[1]}-{index}" for index, case in enumerate(WRONG)]
)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, admin: Browser, fields: dict[str, Any], name: str, words: str
):
    person = create(world)
    with assert_unchanged(world.database):
        responses = [admin.post(PATH, body(**fields)), change(admin, person, **fields)]
    for response in responses:
        assert response.status_code == 422
        assert response.json()["errors"] == {name: [words]}


def test_all_wrong_references_are_reported_at_once(world: World, admin: Browser):
    taken = create(world)
    with assert_unchanged(world.database):
        response = admin.post(
            PATH, body(email=taken["email"].upper(), manager=new_api_id(), user=new_api_id(), ended_on="2020-01-01")
        )
    assert set(response.json()["errors"]) == {"email", "manager", "user", "ended_on"}


def test_required_fields_cannot_be_missing_or_emptied(world: World, admin: Browser):
    required = {"first_name", "last_name", "email", "started_on", "capacity_hours_week"}
    person = create(world)
    with assert_unchanged(world.database):
        created = admin.post(PATH, {}, headers={"X-Api-Locale": "fr-ca"})
        emptied = change(admin, person, started_on="", capacity_hours_week=None)
    assert created.json()["errors"] == {name: ["Le champ est obligatoire"] for name in required}
    assert set(emptied.json()["errors"]) == {"started_on", "capacity_hours_week"}


def test_change_affects_only_sent_fields_and_increments_the_version(world: World, admin: Browser):
    made = create(world, **WHOLE)
    changed = change(admin, made, phone=None, metric_scopes=["own"], version=1).json()["data"]
    moved = {"phone", "metric_scopes", "version", "updated_at"}
    assert {name for name in made if made[name] != changed[name]} == moved
    assert (changed["phone"], changed["metric_scopes"], changed["version"]) == (None, ["own"], 2)


def test_sets_have_a_fixed_order_without_repetition(world: World):
    made = create(world, metric_scopes=["organization", "own", "own"], metric_permissions=["values", "churn"])
    assert made["metric_scopes"] == ["own", "organization"]
    assert made["metric_permissions"] == ["churn", "values"]


def test_concurrent_changes_conflict(world: World, admin: Browser):
    made = create(world, phone="1")
    assert change(admin, made, phone="2", capacity_hours_week="40", version=1).status_code == 200
    with assert_unchanged(world.database):
        late = change(admin, made, phone="3", capacity_hours_week="30.5", version=1)
    assert late.status_code == 409
    assert late.json()["conflicts"] == {
        "phone": {"theirs": "2", "yours": "3"},
        "capacity_hours_week": {"theirs": "40.00", "yours": "30.50"},
    }
    assert change(admin, made, phone="2", version=1).status_code == 200


def test_unchanged_values_create_no_new_version(world: World, admin: Browser):
    made = create(world, **WHOLE)
    with assert_unchanged(world.database):
        assert change(admin, made, **WHOLE, email=made["email"].upper()).json()["data"] == made


def test_email_of_another_employee_returns_422(world: World, admin: Browser):
    one, other = create(world), create(world)
    with assert_unchanged(world.database):
        response = change(admin, other, email=one["email"].upper())
    assert response.json()["errors"] == {"email": ["This value is already in use"]}


def test_unreferenced_employee_is_deleted_with_leaves_and_rates(world: World, admin: Browser):
    made = create(world, cost_rate="85.00", cost_currency="CAD")
    admin.post(f"{PATH}/{made['api_id']}/leaves", {"starts_on": "2026-12-01"})
    assert "delete" in read(admin, made)["can"]
    assert admin.delete(f"{PATH}/{made['api_id']}").status_code == 204
    assert admin.get(f"{PATH}/{made['api_id']}").status_code == 404


def _make_referenced_employee(world: World, how: str) -> str:
    """Create an employee whom a record of this kind references."""
    with world.database.write() as session:
        person = make_employee(session, teamwork_user_id=f"tw-of-{how}")
        if how == "manages":
            make_employee(session, manager_id=person.id)
        if how == "leads":
            make_project(session, project_manager_id=person.id)
        if how == "hours":
            entry = {"external_id": new_api_id(), "minutes": 60, "worked_on": NOON.date(), "synced_at": SYNCED}
            session.add(TimeEntry(teamwork_user_id="tw-of-hours", **entry))
        if how == "leave":
            make_leave(session, person)
        return person.api_id


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("manages", "personnes encadrées"),
        ("leads", "projets comme chargé de projet"),
        ("hours", "heures saisies"),
    ],
)
def test_referenced_employee_cannot_be_deleted(world: World, admin: Browser, how: str, words: str):
    api_id = _make_referenced_employee(world, how)
    assert "delete" not in read(admin, {"api_id": api_id})["can"]
    with assert_unchanged(world.database):
        response = admin.delete(f"{PATH}/{api_id}", headers={"X-Api-Locale": "fr-ca"})
    assert (response.status_code, response.json()["code"]) == (422, "employee_in_use")
    assert f"({words})" in response.json()["message"]


def test_employee_with_only_a_leave_can_be_deleted(world: World, admin: Browser):
    assert admin.delete(f"{PATH}/{_make_referenced_employee(world, 'leave')}").status_code == 204


def test_every_referencing_table_has_a_catalogue_text():
    tables = {column.table.name for column in columns_referencing(Employee.__table__)}
    assert {"projects", "attachments", "employees"} <= tables
    assert {"employee_leaves", "employee_cost_rates"}.isdisjoint(tables)
    for locale in LOCALES:
        assert {f"named_in.{name}" for name in tables} <= set(catalogue(locale))
