"""Tests of client decisions: recording with proof, changes, deletion and conflicts with the project."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.work.attachments.models import Attachment
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/oos-approvals"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def project(world: World) -> str:
    """An out-of-scope project of the account manager, awaiting approval."""
    with world.database.write() as session:
        return make_oos_sale(session, account_manager_id=world.people["account_manager"].user.id, minutes=90).api_id


def _file(world: World, project: str, **fields: Any) -> str:
    with world.database.write() as session:
        key = session.execute(select(Project.id).where(Project.api_id == project)).scalar_one()
        values = {
            "project_id": key, "category": "proof", "sensitivity": "normal", "file_name": "approbation.pdf",
            "mime": "application/pdf", "size": 1, "sha256": "0" * 64, "storage_key": new_api_id(),
            "uploaded_by_id": world.stranger.id, "uploaded_at": NOON,
        } | fields  # fmt: skip
        attachment = Attachment(**values)
        session.add(attachment)
        session.flush()
        return attachment.api_id


def _body(project: str, **fields: Any) -> dict[str, Any]:
    return {"project": project, "decision": "approved", "decided_on": "2026-11-18", "note": "Au téléphone"} | fields


def _record(browser: Browser, project: str, **fields: Any) -> dict[str, Any]:
    """Record a decision and return the project's sale."""
    response = browser.post(PATH, _body(project, **fields))
    assert response.status_code == 201, response.text
    sale = _sale(browser, project)
    assert sale["approval"] == response.json()["data"]
    assert browser.get(f"{PATH}/{sale['approval']['api_id']}").json()["data"] == sale["approval"]
    return sale


def _change(browser: Browser, sale: dict[str, Any], **fields: Any) -> dict[str, Any]:
    response = browser.patch(f"{PATH}/{sale['approval']['api_id']}", fields)
    assert response.status_code == 200, response.text
    changed = _sale(browser, sale["project"]["api_id"])
    assert changed["approval"] == response.json()["data"]
    return changed


def _sale(browser: Browser, project: str) -> dict[str, Any]:
    return browser.get(f"/api/v1/projects/{project}/oos-sale").json()["data"]


def _expect_422(response: Any, **errors: str) -> None:
    assert response.status_code == 422, response.text
    assert response.json()["errors"] == {name: [words] for name, words in errors.items()}


def _project(browser: Browser, project: str) -> dict[str, Any]:
    return browser.get(f"/api/v1/projects/{project}").json()["data"]


def test_approval_is_recorded_with_its_file(world: World, admin: Browser, project: str):
    file = _file(world, project)
    sale = _record(admin, project, note="", attachment=file, contact_name="Zoé D’Amours")
    approval = sale["approval"]
    assert (sale["status"], sale["approved_on"], sale["may_decide"]) == ("in_work", "2026-11-18", True)
    assert approval["attachment"] == {"api_id": file, "name": "approbation.pdf"}
    assert (approval["decision"], approval["decided_on"]) == ("approved", "2026-11-18")
    assert (approval["contact_name"], approval["note"], approval["version"]) == ("Zoé D’Amours", None, 1)
    assert approval["decided_by"]["api_id"] == world.people["admin"].user.api_id
    read = _project(admin, project)
    assert (read["approved_on"], read["version"]) == ("2026-11-18", 2)
    (row,) = [row for row in admin.get("/api/v1/oos-sales?per_page=100").json()["data"]
              if row["project"]["api_id"] == project]  # fmt: skip
    assert admin.get(f"/api/v1/oos-sales/{row['api_id']}").json()["data"]["approval"] == approval


def test_declined_decision_can_become_an_approval(world: World, admin: Browser, project: str):
    sale = _record(admin, project, decision="declined", note="")
    assert (sale["status"], sale["approved_on"]) == ("declined", None)
    path = f"{PATH}/{sale['approval']['api_id']}"
    with assert_unchanged(world.database):
        bare = admin.patch(path, {"decision": "approved"})
    _expect_422(bare, attachment="Attach the client’s approval, or explain in the note how it was given")
    changed = _change(admin, sale, decision="approved", note="Par courriel", version=1)
    assert (changed["status"], changed["approved_on"]) == ("in_work", "2026-11-18")
    moved = _change(admin, sale, decided_on="2026-11-10", version=2)
    approval = moved["approval"]
    assert (moved["approved_on"], approval["decided_on"], approval["version"]) == ("2026-11-10", "2026-11-10", 3)
    again = _change(admin, sale, decision="declined")
    assert (again["status"], again["approved_on"], _project(admin, project)["approved_on"]) == ("declined", None, None)


WRONG = [
    ({"note": None}, "attachment", "Attach the client’s approval, or explain in the note how it was given"),
    ({"note": "  "}, "attachment", "Attach the client’s approval, or explain in the note how it was given"),
    ({"decided_on": "2026-11-21"}, "decided_on", "This day is in the future. Enter today or an earlier day"),
    ({"decided_on": ""}, "decided_on", "The field must be a date such as 2026-11-20"),
    ({"decision": "perhaps"}, "decision", "Choose one of: approved, declined"),
    ({"attachment": new_api_id()}, "attachment", "This record does not exist, or is not available to you"),
    ({"approved_on": "2026-11-20"}, "approved_on", "This field does not exist"),
]


@pytest.mark.parametrize(("fields", "name", "words"), WRONG)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, admin: Browser, project: str, fields: dict[str, Any], name: str, words: str
):
    with assert_unchanged(world.database):
        response = admin.post(PATH, _body(project, **fields))
    _expect_422(response, **{name: words})


def test_file_of_another_project_or_a_hidden_one_is_no_proof(world: World, project: str):
    manager = world.browser("account_manager")
    with world.database.write() as session:
        elsewhere = make_oos_sale(session).api_id
    files = [_file(world, elsewhere), _file(world, project, sensitivity="hr")]
    with assert_unchanged(world.database):
        for file in files:
            response = manager.post(PATH, _body(project, attachment=file))
            _expect_422(response, attachment="This record does not exist, or is not available to you")


def test_only_out_of_scope_work_is_decided_and_only_once(world: World, admin: Browser, project: str):
    fixed = world.project("admin", "own")
    _record(admin, project)
    with assert_unchanged(world.database):
        twice = admin.post(PATH, _body(project, decision="declined"))
        other = admin.post(PATH, _body(fixed))
    _expect_422(twice, project="The client’s decision is already recorded. Open it to change it")
    _expect_422(other, project="Only out-of-scope work requires the client’s approval. Choose an out-of-scope project")


def test_approval_with_only_a_date_gets_its_proof(world: World, admin: Browser, project: str):
    with world.database.write() as session:
        row = session.execute(select(Project).where(Project.api_id == project)).scalar_one()
        row.approved_on = date(2026, 11, 5)
    before = _sale(admin, project)
    assert (before["approved_on"], before["approval"]) == ("2026-11-05", None)
    sale = _record(admin, project, decided_on="2026-11-06")
    assert (sale["approved_on"], _project(admin, project)["approved_on"]) == ("2026-11-06", "2026-11-06")


def test_project_cannot_contradict_the_decision(world: World, admin: Browser, project: str):
    _record(admin, project, decision="declined")
    words = "The client’s decision is recorded. Change it on the “Approval” tab instead"
    with assert_unchanged(world.database):
        other_kind = admin.patch(f"/api/v1/projects/{project}", {"kind": "fixed"})
    _expect_422(other_kind, kind=words)
    assert admin.patch(f"/api/v1/projects/{project}", {"name": "Bannière"}).status_code == 200


def test_deleted_decision_awaits_approval_again(world: World, admin: Browser, project: str):
    sale = _record(admin, project)
    path = f"{PATH}/{sale['approval']['api_id']}"
    admin.patch(path, {"contact_name": "Zoé"})
    with assert_unchanged(world.database):
        stale = admin.delete(f"{path}?version=1")
        assert stale.status_code == 409
        assert stale.json()["conflicts"] == {"decision": {"theirs": "approved", "yours": None}}
        assert admin.delete(f"{path}?when=now").status_code == 422
    assert admin.delete(f"{path}?version=2").status_code == 204
    after = admin.get(f"/api/v1/projects/{project}/oos-sale").json()["data"]
    assert (after["status"], after["approved_on"], after["approval"]) == ("proposed", None, None)
    with assert_unchanged(world.database):
        assert admin.delete(path).status_code == 404
    assert _record(admin, project)["status"] == "in_work"


def test_concurrent_changes_conflict(world: World, admin: Browser, project: str):
    path = f"{PATH}/{_record(admin, project)['approval']['api_id']}"
    assert admin.patch(path, {"decided_on": "2026-11-12", "version": 1}).status_code == 200
    with assert_unchanged(world.database):
        late = admin.patch(path, {"decided_on": "2026-11-13", "note": "Au téléphone", "version": 1})
    assert late.status_code == 409
    assert (late.json()["version"], late.json()["conflicts"]) == (
        2, {"decided_on": {"theirs": "2026-11-12", "yours": "2026-11-13"}},
    )  # fmt: skip
    with assert_unchanged(world.database):
        emptied = admin.patch(path, {"decided_on": None, "version": 2})
    _expect_422(emptied, decided_on="The field is required")


def test_repeated_create_request_records_one_decision(world: World, admin: Browser, project: str):
    key = {"Idempotency-Key": new_api_id()}
    responses = [admin.post(PATH, _body(project), headers=key) for _ in range(2)]
    assert [response.status_code for response in responses] == [201, 201]
    assert responses[0].json() == responses[1].json()


def test_decision_is_logged(world: World, admin: Browser, project: str):
    approval = _record(admin, project, contact_name="Zoé")["approval"]["api_id"]
    admin.patch(f"{PATH}/{approval}", {"contact_name": "Zoë"})
    admin.delete(f"{PATH}/{approval}")
    found = admin.get(f"/api/v1/activity?subject={approval}&sort=at").json()["data"]
    name = _project(admin, project)["name"]
    assert [(entry["action"], entry["subject_type"], entry["subject"]) for entry in found] == [
        ("created", "oos_approval", name), ("changed", "oos_approval", name), ("deleted", "oos_approval", name),
    ]  # fmt: skip
    assert found[1]["changes"] == [{"field": "contact_name", "before": "Zoé", "after": "Zoë"}]
    of_project = admin.get(f"/api/v1/activity?subject={project}&sort=at").json()["data"]
    changes = [change for entry in of_project for change in entry["changes"] if change["field"] == "approved_on"]
    assert [(change["before"], change["after"]) for change in changes] == [(None, "2026-11-18"), ("2026-11-18", None)]


def test_file_is_visible_to_callers_who_may_open_it(world: World, admin: Browser, project: str):
    file = _file(world, project, sensitivity="financial")
    with world.database.write() as session:
        row = session.execute(select(Project).where(Project.api_id == project)).scalar_one()
        key = session.execute(select(Attachment.id).where(Attachment.api_id == file)).scalar_one()
        make_approval(session, row, attachment_id=key)
    for column, sees in (("account_manager", True), ("churn_manager", False), ("financial_manager", True)):
        seen = world.browser(column).get(f"/api/v1/projects/{project}/oos-sale").json()["data"]
        assert (seen["approval"]["attachment"] is not None) is sees, column
    sold = world.project("employee", "sold", kind="oos", sold_on=date(2026, 11, 2))
    hidden_file = _file(world, sold, sensitivity="financial")
    _record(admin, sold, attachment=hidden_file)
    seen = world.browser("employee").get(f"/api/v1/projects/{sold}/oos-sale").json()["data"]
    assert (seen["approval"]["attachment"], seen["may_decide"]) == (None, False)


def test_decision_is_read_in_few_statements(world: World, admin: Browser, project: str):
    _record(admin, project)
    with record_statements(world.database) as statements:
        admin.get(f"/api/v1/projects/{project}/oos-sale")
    assert len(statements) <= 8


def test_draft_is_deleted_with_its_decision(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_oos_sale(session, status="draft")
        make_approval(session, project, decision="declined")
    assert admin.delete(f"/api/v1/projects/{project.api_id}").status_code == 204
    with world.database.read() as db:
        assert db.execute(select(OosApproval.id).where(OosApproval.project_id == project.id)).first() is None
