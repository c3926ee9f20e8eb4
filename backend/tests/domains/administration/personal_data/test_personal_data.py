"""Tests of the export and erasure of one person: texts of every table are exported, then found nowhere."""

import json
from typing import Any

import pytest
from sqlalchemy import func, select, text

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.files.removals import purge_files
from regie.domains.administration.exports.models import Export
from regie.domains.administration.personal_data.erasure import hash_address
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.personal_data.models import Erasure
from regie.domains.records.projects.models import ProjectSeller
from regie.domains.records.users.models import User
from regie.erasures import list_erasures, repeat_erasures
from tests.conftest import NOON
from tests.domains.administration.personal_data.canaries import (
    CANARY,
    EMAIL,
    FORMER_NAME,
    NAME,
    PHONE,
    find_in_database,
    find_in_files,
)
from tests.domains.administration.personal_data.conftest import ERASURES, EXPORTS, Case
from tests.factories.exports import make_export
from tests.factories.people import make_employee, make_user
from tests.factories.work import make_client, make_project, make_time
from tests.factories.world import assert_unchanged


@pytest.mark.parametrize("kind", ["user", "employee"])
def test_export_contains_every_text(case: Case, kind: str):
    api_id = case.user.api_id if kind == "user" else case.employee.api_id
    response = case.admin.post(EXPORTS, {"kind": kind, "id": api_id})
    assert response.status_code == 201, response.text
    archive = case.read_export(case.admin, response.json()["data"]["api_id"])
    content = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert len(case.texts) > 20
    missing = [(table, text) for table, texts in case.texts.items() for text in texts if text not in content]
    assert missing == []
    for value in (NAME, EMAIL, PHONE, FORMER_NAME):
        assert value in archive.read("data.json").decode()
        assert value in archive.read("index.html").decode()
    assert "password_hash" not in json.loads(archive.read("data.json"))["users"][0]
    with case.world.database.read() as db:
        logged = db.execute(select(ActivityEntry.changes).where(ActivityEntry.action == "personal_data_exported"))
        assert logged.scalars().all() == [{}]


def test_users_export_their_own_data(case: Case):
    browser = case.world.browser("employee")
    response = browser.post("/api/v1/me/personal-data-exports")
    assert response.status_code == 201, response.text
    archive = case.read_export(browser, response.json()["data"]["api_id"])
    assert json.loads(archive.read("data.json"))["users"][0]["api_id"] == case.world.people["employee"].user.api_id
    assert NAME not in archive.read("data.json").decode()


def test_erased_person_is_found_nowhere(case: Case):
    database, store = case.world.database, case.context.files
    with database.write() as session:
        make_export(session, case.world.people["admin"].user.id, file_name=f"{NAME}.csv")
    assert find_in_database(database, CANARY, PHONE)
    response = case.admin.post(ERASURES, case.body())
    assert response.status_code == 201, response.text
    result = response.json()["data"]
    assert result["mention_count"] == 0
    purge_files(database, store, case.context.clock.now())
    assert find_in_database(database, CANARY, PHONE) == []
    assert find_in_files(store, CANARY, PHONE) == []
    case.admin.locale = "fr-ca"
    shown = case.admin.get(f"/api/v1/users/{case.user.api_id}").json()["data"]
    assert shown["name"] == result["name"].replace("Erased person", "Personne anonymisée")
    assert shown["can"] == []


def test_log_keeps_what_happened(case: Case):
    facts = select(*(getattr(ActivityEntry, name) for name in ("id", "at", "action", "subject_api_id", "actor_api_id")))
    with case.world.database.read() as db:
        before = db.execute(facts.order_by(ActivityEntry.id)).all()
    assert case.admin.post(ERASURES, case.body()).status_code == 201
    with case.world.database.read() as db:
        after = db.execute(facts.order_by(ActivityEntry.id)).all()
        entry = db.execute(select(ActivityEntry).order_by(ActivityEntry.id.desc())).first()
    assert after[: len(before)] == before
    assert [row.action for row in after[len(before) :]] == ["personal_data_erased"]
    assert entry is not None
    page = case.admin.get(f"/api/v1/activity?subject={case.user.api_id}").json()["data"]
    assert {row["subject"] for row in page} == {page[0]["subject"]}


def test_texts_that_mention_the_person_are_listed(case: Case):
    with case.world.database.write() as session:
        client = make_client(session, notes=f"Ask {NAME.upper()} first.")
        project = make_project(session, client_id=client.id, description="Kanarienvogels are birds.")
    result = case.admin.post(ERASURES, case.body()).json()["data"]
    assert result["mentions"] == [
        {"table": "clients", "name": client.name, "link": f"/admin/clients/{client.api_id}/view"}
    ]
    with case.world.database.read() as db:
        assert (
            db.execute(select(Client.notes).where(Client.id == client.id)).scalar_one() == f"Ask {NAME.upper()} first."
        )
    assert project.description == "Kanarienvogels are birds."


def test_contact_is_exported_and_erased(case: Case):
    database = case.world.database
    with database.write() as session:
        client = make_client(
            session, contact_name="Ulla Nachtigall", contact_email="ulla@nachtigall.example",
            contact_phone="+49 30 555 01", billing_email="ulla@nachtigall.example",
        )  # fmt: skip
    export = case.admin.post(EXPORTS, {"kind": "contact", "id": client.api_id})
    archive = case.read_export(case.admin, export.json()["data"]["api_id"])
    assert "ulla@nachtigall.example" in archive.read("index.html").decode()
    body = case.body(kind="contact", id=client.api_id, name="Ulla Nachtigall")
    assert case.admin.post(ERASURES, body).status_code == 201
    assert find_in_database(database, "nachtigall", "+49 30 555") == []
    with database.read() as db:
        assert db.execute(select(Client.name).where(Client.id == client.id)).scalar_one() == client.name
    with assert_unchanged(database):
        assert case.admin.post(ERASURES, body).status_code == 404


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "Zoé"}, "invalid"),
        ({"kind": "employee"}, "not_found"),
        ({"reason": ""}, "invalid"),
    ],
)
def test_wrong_confirmation_changes_nothing(case: Case, fields: dict[str, str], code: str):
    with assert_unchanged(case.world.database):
        response = case.admin.post(ERASURES, case.body(**fields))
    assert (response.status_code, response.json()["code"]) == (404 if code == "not_found" else 422, code)


def test_active_people_and_oneself_are_not_erased(case: Case):
    database, admin = case.world.database, case.world.people["admin"]
    with database.write() as session:
        active = make_user(session, first_name="Active", last_name="Person")
        staff = make_employee(session, first_name="Active", last_name="Employee")
        former = make_user(session, roles=[], previous_roles=["account_manager"])
        make_client(session, account_manager_id=former.id)
        above = make_user(session, roles=[], previous_roles=["super_admin"])
    cases = [
        ("user", active, "erasure_of_active_user"),
        ("employee", staff, "erasure_of_active_employee"),
        ("user", former, "erasure_with_open_work"),
        ("user", above, "rank"),
        ("user", admin.user, "yourself"),
    ]
    for kind, row, code in cases:
        with assert_unchanged(database):
            response = case.admin.post(ERASURES, case.body(kind=kind, id=row.api_id, name=row.name))
        assert response.json()["code"] == code, (kind, row.name)


def test_erased_person_cannot_be_changed_or_erased_again(case: Case):
    assert case.admin.post(ERASURES, case.body()).status_code == 201
    user, employee = f"/api/v1/users/{case.user.api_id}", f"/api/v1/employees/{case.employee.api_id}"
    calls = [
        lambda: case.admin.patch(user, {"first_name": "Zoé"}),
        lambda: case.admin.delete(f"/api/v1/deactivated-users/{case.user.api_id}"),
        lambda: case.admin.patch(employee, {"first_name": "Zoé"}),
        lambda: case.admin.delete(f"/api/v1/departed-employees/{case.employee.api_id}"),
        lambda: case.admin.post(ERASURES, case.body()),
        lambda: case.admin.post(EXPORTS, {"kind": "user", "id": case.user.api_id}),
    ]
    for call in calls:
        with assert_unchanged(case.world.database):
            response = call()
        assert (response.status_code, response.json()["code"]) == (422, "person_erased")


def test_people_without_the_permission_change_nothing(case: Case):
    for column in ("financial_manager", "account_manager", "churn_manager", "employee"):
        for path, body in ((ERASURES, case.body()), (EXPORTS, {"kind": "user", "id": case.user.api_id})):
            with assert_unchanged(case.world.database):
                assert case.world.browser(column).post(path, body).status_code == 403


def test_erasure_in_progress_cannot_be_committed(case: Case):
    database = case.world.database
    with assert_unchanged(database), pytest.raises(Exception, match=r"(?i)foreign key"), database.write() as session:
        session.add(Erasure(kind="user", address_hashes=[], reason="x", erased_at=NOON, in_progress=0))


def test_triggers_refuse_other_changes_during_an_erasure(case: Case):
    database = case.world.database
    statements = [
        "UPDATE activity SET action = 'created' WHERE action <> 'created'",
        "UPDATE activity SET subject_name = 'Someone else'",
        "UPDATE activity SET changes = '{}' WHERE action = 'changed'",
        "UPDATE activity SET changes = replace(CAST(changes AS text), 'kanariensis', 'x') {json}",
        "DELETE FROM activity",
    ]
    for statement in statements:
        _refused(database, statement)
    _allowed(database, "UPDATE activity SET subject_name = 'Erased person 1'")


def _refused(database: Database, statement: str) -> None:
    with assert_unchanged(database), pytest.raises(Exception, match="append-only"):
        _allowed(database, statement)


def _allowed(database: Database, statement: str) -> None:
    if "{json}" in statement:
        old = "CAST(changes AS text)"
        new = f"replace({old}, 'kanariensis', 'x')"
        value = new if database.is_sqlite else f"CAST({new} AS json)"
        statement = f"UPDATE activity SET changes = {value} WHERE {old} LIKE '%kanariensis%'"  # noqa: S608
    with database.write() as session:
        erasure = Erasure(kind="user", address_hashes=[], reason="x", erased_at=NOON, in_progress=0)
        session.add(erasure)
        session.flush()
        session.execute(text(statement))
        erasure.in_progress = None


def test_exports_and_imports_of_everyone_are_deleted(case: Case):
    with case.world.database.write() as session:
        make_export(session, case.world.people["employee"].user.id)
    assert case.admin.post(ERASURES, case.body()).status_code == 201
    with case.world.database.read() as db:
        assert db.execute(select(func.count()).select_from(Export)).scalar_one() == 0


def test_figures_are_the_same_before_and_after(case: Case):
    with case.world.database.write() as session:
        client = make_client(session, archived_at=NOON, account_manager_id=case.user.id)
        done = make_project(session, client_id=client.id, status="completed", project_manager_id=case.employee.id)
        sale = make_project(session, client_id=client.id, kind="oos", status="completed", parent_project_id=done.id)
        session.add(ProjectSeller(project_id=sale.id, employee_id=case.employee.id, weight=100))
        make_time(session, teamwork_user_id="77", minutes=480)

    def figures() -> list[Any]:
        ids = case.employee.api_id
        pages = [
            case.admin.get(f"/api/v1/employees-statistics?id={ids}"),
            case.admin.get("/api/v1/employees-statistics?per_page=100"),
            case.admin.get(f"/api/v1/projects-statistics?id={done.api_id},{sale.api_id}"),
        ]
        assert [page.status_code for page in pages] == [200, 200, 200], [page.text[:200] for page in pages]
        # A list is sorted by name, which changes.
        return [sorted(json.dumps(row["figures"]) for row in page.json()["data"]) for page in pages]

    before, dashboard = figures(), case.admin.get("/api/v1/dashboard").json()
    assert any(figure["value"] for figure in json.loads(before[0][0]).values())
    assert case.admin.post(ERASURES, case.body()).status_code == 201
    assert figures() == before
    assert case.admin.get("/api/v1/dashboard").json() == dashboard


def test_rows_stay_under_the_neutral_name(case: Case):
    assert case.admin.post(ERASURES, case.body()).status_code == 201
    with case.world.database.read() as db:
        user = db.execute(select(User.__table__).where(User.id == case.user.id)).one()
        employee = db.execute(select(Employee.__table__).where(Employee.id == case.employee.id)).one()
    assert user.name == employee.name
    assert (employee.teamwork_user_id, employee.status, employee.ended_on) == ("77", "left", case.employee.ended_on)
    assert user.search_key.startswith("erased person")


def test_erasure_is_repeated_after_a_restore(case: Case):
    """A restored database has the person again, and a later contact of the same client is another person."""
    database, secrets = case.world.database, (case.context.secret,)
    with database.write() as session:
        client = make_client(session, contact_name="Ulla Nachtigall", contact_email="ulla@nachtigall.example")
    contact = {
        "api_id": new_api_id(), "kind": "contact", "user_api_id": None, "employee_api_id": None,
        "client_api_id": client.api_id, "address_hashes": [hash_address(secrets[0], "someone@else.example")],
    }  # fmt: skip
    user = {**contact, "api_id": new_api_id(), "kind": "user", "user_api_id": case.user.api_id, "client_api_id": None}
    repeated = repeat_erasures(database, [contact, user], secrets)
    assert (repeated.listed, repeated.count, repeated.other_contacts) == (2, 1, [client.name])
    assert find_in_database(database, CANARY, PHONE) == []
    assert find_in_database(database, "ulla@nachtigall.example")
    assert [one["api_id"] for one in list_erasures(database)] == [user["api_id"]]
    with assert_unchanged(database):
        assert repeat_erasures(database, [contact, user], secrets).count == 0
    contact["address_hashes"] = [hash_address(secrets[0], "Ulla@Nachtigall.example")]
    assert repeat_erasures(database, [contact, user], secrets).count == 1
    assert find_in_database(database, "nachtigall") == []
