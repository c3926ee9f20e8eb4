"""What the client decided about extra work, over HTTP: recorded with proof, changed, taken back, never contradicted."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.work.attachments.models import Attachment
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.sales import make_decision, make_extra
from tests.factories.statements import count_statements
from tests.factories.world import World, unchanged

PATH = "/api/v1/oos-approvals"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def extra(world: World) -> str:
    """Extra work that the account manager looks after and nobody has approved."""
    with world.database.write() as session:
        return make_extra(session, account_manager_id=world.people["account_manager"].user.id, minutes=90).api_id


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
    """The project's sale after a decision was recorded."""
    answer = browser.post(PATH, _body(project, **fields))
    assert answer.status_code == 201, answer.text
    sale = _sale(browser, project)
    assert sale["approval"] == answer.json()["data"]
    assert browser.get(f"{PATH}/{sale['approval']['api_id']}").json()["data"] == sale["approval"]
    return sale


def _change(browser: Browser, sale: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = browser.patch(f"{PATH}/{sale['approval']['api_id']}", fields)
    assert answer.status_code == 200, answer.text
    changed = _sale(browser, sale["project"]["api_id"])
    assert changed["approval"] == answer.json()["data"]
    return changed


def _sale(browser: Browser, project: str) -> dict[str, Any]:
    return browser.get(f"/api/v1/projects/{project}/oos-sale").json()["data"]


def _refused(answer: Any, **errors: str) -> None:
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"] == {name: [words] for name, words in errors.items()}


def _project(browser: Browser, project: str) -> dict[str, Any]:
    return browser.get(f"/api/v1/projects/{project}").json()["data"]


def test_a_yes_is_recorded_with_its_file(world: World, admin: Browser, extra: str):
    file = _file(world, extra)
    sale = _record(admin, extra, note="", attachment=file, contact_name="Zoé D’Amours")
    approval = sale["approval"]
    assert (sale["status"], sale["approved_on"], sale["may_decide"]) == ("in_work", "2026-11-18", True)
    assert approval["attachment"] == {"api_id": file, "name": "approbation.pdf"}
    assert (approval["decision"], approval["decided_on"]) == ("approved", "2026-11-18")
    assert (approval["contact_name"], approval["note"], approval["version"]) == ("Zoé D’Amours", None, 1)
    assert approval["decided_by"]["api_id"] == world.people["admin"].user.api_id
    read = _project(admin, extra)
    assert (read["approved_on"], read["version"]) == ("2026-11-18", 2)
    (row,) = [row for row in admin.get("/api/v1/oos-sales?per_page=100").json()["data"]
              if row["project"]["api_id"] == extra]  # fmt: skip
    assert admin.get(f"/api/v1/oos-sales/{row['api_id']}").json()["data"]["approval"] == approval


def test_a_no_is_recorded_and_may_become_a_yes(world: World, admin: Browser, extra: str):
    sale = _record(admin, extra, decision="declined", note="")
    assert (sale["status"], sale["approved_on"]) == ("declined", None)
    address = f"{PATH}/{sale['approval']['api_id']}"
    with unchanged(world.database):
        bare = admin.patch(address, {"decision": "approved"})
    _refused(bare, attachment="Attach the client’s approval, or note how it was given")
    changed = _change(admin, sale, decision="approved", note="Par courriel", version=1)
    assert (changed["status"], changed["approved_on"]) == ("in_work", "2026-11-18")
    moved = _change(admin, sale, decided_on="2026-11-10", version=2)
    approval = moved["approval"]
    assert (moved["approved_on"], approval["decided_on"], approval["version"]) == ("2026-11-10", "2026-11-10", 3)
    again = _change(admin, sale, decision="declined")
    assert (again["status"], again["approved_on"], _project(admin, extra)["approved_on"]) == ("declined", None, None)


WRONG = [
    ({"note": None}, "attachment", "Attach the client’s approval, or note how it was given"),
    ({"note": "  "}, "attachment", "Attach the client’s approval, or note how it was given"),
    ({"decided_on": "2026-11-21"}, "decided_on", "This day is still to come: enter today or an earlier one"),
    ({"decided_on": ""}, "decided_on", "The field must be a date such as 2026-11-20"),
    ({"decision": "perhaps"}, "decision", "Choose one of: approved, declined"),
    ({"attachment": new_api_id()}, "attachment", "This record does not exist, or is not open to you"),
    ({"approved_on": "2026-11-20"}, "approved_on", "This field is not known here"),
]


@pytest.mark.parametrize(("fields", "name", "words"), WRONG)
def test_a_wrong_field_is_named_and_nothing_is_stored(
    world: World, admin: Browser, extra: str, fields: dict[str, Any], name: str, words: str
):
    with unchanged(world.database):
        answer = admin.post(PATH, _body(extra, **fields))
    _refused(answer, **{name: words})


def test_a_file_of_another_project_or_a_hidden_one_proves_nothing(world: World, extra: str):
    manager = world.browser("account_manager")
    with world.database.write() as session:
        elsewhere = make_extra(session).api_id
    files = [_file(world, elsewhere), _file(world, extra, sensitivity="hr")]
    with unchanged(world.database):
        for file in files:
            answer = manager.post(PATH, _body(extra, attachment=file))
            _refused(answer, attachment="This record does not exist, or is not open to you")


def test_only_extra_work_is_decided_and_only_once(world: World, admin: Browser, extra: str):
    fixed = world.project("admin", "own")
    _record(admin, extra)
    with unchanged(world.database):
        twice = admin.post(PATH, _body(extra, decision="declined"))
        other = admin.post(PATH, _body(fixed))
    _refused(twice, project="The client’s decision is already recorded: open it to change it")
    _refused(other, project="Only out-of-scope work is approved by the client: choose such a project")


def test_an_approval_that_was_only_dated_gets_its_proof(world: World, admin: Browser, extra: str):
    admin.patch(f"/api/v1/projects/{extra}", {"approved_on": "2026-11-05"})
    sale = _record(admin, extra, decided_on="2026-11-06")
    assert (sale["approved_on"], _project(admin, extra)["approved_on"]) == ("2026-11-06", "2026-11-06")


def test_nothing_else_says_when_it_was_approved(world: World, admin: Browser, extra: str):
    _record(admin, extra, decision="declined")
    words = "The client’s decision is recorded: change it under “Approval” instead"
    with unchanged(world.database):
        dated = admin.patch(f"/api/v1/projects/{extra}", {"approved_on": "2026-11-05"})
        other_kind = admin.patch(f"/api/v1/projects/{extra}", {"kind": "fixed"})
    _refused(dated, approved_on=words)
    _refused(other_kind, kind=words)
    assert admin.patch(f"/api/v1/projects/{extra}", {"approved_on": None, "name": "Bannière"}).status_code == 200


def test_taking_it_back_makes_it_wait_again(world: World, admin: Browser, extra: str):
    sale = _record(admin, extra)
    address = f"{PATH}/{sale['approval']['api_id']}"
    admin.patch(address, {"contact_name": "Zoé"})
    with unchanged(world.database):
        stale = admin.delete(f"{address}?version=1")
        assert stale.status_code == 409
        assert stale.json()["conflicts"] == {"decision": {"theirs": "approved", "yours": None}}
        assert admin.delete(f"{address}?when=now").status_code == 422
    assert admin.delete(f"{address}?version=2").status_code == 204
    after = admin.get(f"/api/v1/projects/{extra}/oos-sale").json()["data"]
    assert (after["status"], after["approved_on"], after["approval"]) == ("proposed", None, None)
    with unchanged(world.database):
        assert admin.delete(address).status_code == 404
    assert _record(admin, extra)["status"] == "in_work"


def test_two_people_who_change_it_at_once_see_both_values(world: World, admin: Browser, extra: str):
    address = f"{PATH}/{_record(admin, extra)['approval']['api_id']}"
    assert admin.patch(address, {"decided_on": "2026-11-12", "version": 1}).status_code == 200
    with unchanged(world.database):
        late = admin.patch(address, {"decided_on": "2026-11-13", "note": "Au téléphone", "version": 1})
    assert late.status_code == 409
    assert (late.json()["version"], late.json()["conflicts"]) == (
        2, {"decided_on": {"theirs": "2026-11-12", "yours": "2026-11-13"}},
    )  # fmt: skip
    with unchanged(world.database):
        emptied = admin.patch(address, {"decided_on": None, "version": 2})
    _refused(emptied, decided_on="The field is required")


def test_the_same_create_sent_twice_is_one_decision(world: World, admin: Browser, extra: str):
    key = {"Idempotency-Key": new_api_id()}
    answers = [admin.post(PATH, _body(extra), headers=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()


def test_what_happened_is_in_the_log(world: World, admin: Browser, extra: str):
    approval = _record(admin, extra, contact_name="Zoé")["approval"]["api_id"]
    admin.patch(f"{PATH}/{approval}", {"contact_name": "Zoë"})
    admin.delete(f"{PATH}/{approval}")
    found = admin.get(f"/api/v1/activity?subject={approval}&sort=at").json()["data"]
    name = _project(admin, extra)["name"]
    assert [(entry["action"], entry["subject_type"], entry["subject"]) for entry in found] == [
        ("created", "oos_approval", name), ("changed", "oos_approval", name), ("deleted", "oos_approval", name),
    ]  # fmt: skip
    assert found[1]["changes"] == [{"field": "contact_name", "before": "Zoé", "after": "Zoë"}]
    of_project = admin.get(f"/api/v1/activity?subject={extra}&sort=at").json()["data"]
    changes = [change for entry in of_project for change in entry["changes"] if change["field"] == "approved_on"]
    assert [(change["before"], change["after"]) for change in changes] == [(None, "2026-11-18"), ("2026-11-18", None)]


def test_the_file_is_named_to_those_who_may_open_it(world: World, admin: Browser, extra: str):
    file = _file(world, extra, sensitivity="financial")
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == extra)).scalar_one()
        key = session.execute(select(Attachment.id).where(Attachment.api_id == file)).scalar_one()
        make_decision(session, project, attachment_id=key)
    for column, sees in (("account_manager", True), ("churn_manager", False), ("financial_manager", True)):
        seen = world.browser(column).get(f"/api/v1/projects/{extra}/oos-sale").json()["data"]
        assert (seen["approval"]["attachment"] is not None) is sees, column
    sold = world.project("employee", "sold", kind="oos", sold_on=date(2026, 11, 2))
    secret = _file(world, sold, sensitivity="financial")
    _record(admin, sold, attachment=secret)
    seen = world.browser("employee").get(f"/api/v1/projects/{sold}/oos-sale").json()["data"]
    assert (seen["approval"]["attachment"], seen["may_decide"]) == (None, False)


def test_a_decision_is_read_in_few_statements(world: World, admin: Browser, extra: str):
    _record(admin, extra)
    with count_statements(world.database) as statements:
        admin.get(f"/api/v1/projects/{extra}/oos-sale")
    assert len(statements) <= 8


def test_a_draft_is_deleted_with_its_decision(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_extra(session, status="draft")
        make_decision(session, project, decision="declined")
    assert admin.delete(f"/api/v1/projects/{project.api_id}").status_code == 204
    with world.database.read() as db:
        assert db.execute(select(OosApproval.id).where(OosApproval.project_id == project.id)).first() is None
