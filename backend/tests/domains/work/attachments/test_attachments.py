"""Tests of attachment routes: upload, list, replacement, renaming, download and deletion."""

import json
from typing import Any

import pytest
from httpx import Response
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.core.files.removals import REMOVAL_DELAY, FileRemoval, purge_files
from regie.domains.work.attachments.models import Attachment
from tests.access.attachments import make_attachment_for
from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.activity import read_activity
from tests.factories.files import ACCEPTED_FILES, PDF, PNG, TEXT, list_stored_keys
from tests.factories.statements import record_statements
from tests.factories.world import World, assert_unchanged, fingerprint

PATH = "/api/v1/attachments"


def send(browser: Browser, path: str, name: str = "notes.txt", content: bytes = TEXT, **fields: str) -> Response:
    return browser.call("POST", path, data=fields, files={"file": (name, content)})


def replace(browser: Browser, api_id: str, name: str = "notes.txt", content: bytes = TEXT, **fields: str) -> Response:
    return browser.call("PATCH", f"{PATH}/{api_id}", data=fields, files={"file": (name, content)})


def download(browser: Browser, api_id: str, query: str = "") -> Response:
    return browser.get(f"{PATH}/{api_id}/content{query}")


@pytest.fixture
def manager(world: World) -> Browser:
    return world.browser("account_manager")


@pytest.fixture
def project(world: World) -> str:
    return world.project("account_manager", "own")


def stored_keys(world: World) -> set[str]:
    return list_stored_keys(world.app.state.context.files)


@pytest.mark.parametrize("name", ACCEPTED_FILES)
def test_every_accepted_kind_is_downloaded_unchanged(manager: Browser, project: str, name: str):
    content, mime = ACCEPTED_FILES[name]
    response = send(manager, f"/api/v1/projects/{project}/attachments", name, content, title="Œuvre", category="brief")
    assert response.status_code == 201, response.text
    made = response.json()["data"]
    assert (made["file_name"], made["mime"], made["size"]) == (name, mime, len(content))
    assert (made["title"], made["category"], made["sensitivity"]) == ("Œuvre", "brief", "normal")
    assert (made["owner"]["kind"], made["owner"]["api_id"]) == ("project", project)
    assert (made["file_number"], made["replaces"], made["version"], made["can"]) == (1, None, 1, ["edit", "delete"])
    again = download(manager, made["api_id"])
    assert again.content == content
    kind = again.headers["content-type"]
    assert kind == (f"{mime}; charset=utf-8" if mime.startswith("text/") else mime)


def test_download_is_never_shown_inline(manager: Browser, project: str):
    made = send(manager, f"/api/v1/projects/{project}/attachments", 'Été "2026".pdf', PDF).json()["data"]
    response = download(manager, made["api_id"])
    name = made["file_name"]
    assert response.headers["content-disposition"].startswith("attachment; filename=")
    assert "filename*=UTF-8''%C3%89t%C3%A9" in response.headers["content-disposition"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["content-security-policy"].startswith("sandbox; default-src 'none'")
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-length"] == str(len(PDF))
    assert name.startswith("Été")


CATEGORIES = {
    "contract": "financial", "statement_of_work": "financial", "change_order": "financial",
    "brief": "normal", "proof": "normal", "other": "normal",
}  # fmt: skip


@pytest.mark.parametrize("category", CATEGORIES)
def test_category_determines_the_sensitivity_unless_sent(world: World, manager: Browser, category: str):
    path = f"/api/v1/clients/{world.client('account_manager', 'own')}/attachments"
    assert send(manager, path, category=category).json()["data"]["sensitivity"] == CATEGORIES[category]
    chosen = send(manager, path, category=category, sensitivity="financial").json()["data"]
    assert chosen["sensitivity"] == "financial"


def test_file_of_an_employee_is_hr(world: World):
    employee = world.people["employee"].employee.api_id
    made = send(world.browser("admin"), PATH, category="brief", employee=employee).json()["data"]
    assert (made["sensitivity"], made["owner"]["kind"]) == ("hr", "employee")
    assert download(world.browser("employee"), made["api_id"]).status_code == 200
    assert download(world.browser("account_manager"), made["api_id"]).status_code == 404


def test_sensitivity_that_hides_the_file_from_the_caller_returns_422(world: World, manager: Browser, project: str):
    path = f"/api/v1/projects/{project}/attachments"
    before = stored_keys(world)
    with assert_unchanged(world.database):
        refused = send(manager, path, sensitivity="hr")
    assert refused.status_code == 422
    assert refused.json()["errors"] == {"sensitivity": ["Your role does not allow changing this field"]}
    assert stored_keys(world) == before
    made = send(manager, path).json()["data"]
    with assert_unchanged(world.database):
        assert manager.patch(f"{PATH}/{made['api_id']}", {"sensitivity": "hr"}).status_code == 422


def test_file_belongs_to_at_most_one_record(world: World, project: str):
    client = world.client("admin", "own")
    with assert_unchanged(world.database):
        response = send(world.browser("admin"), PATH, project=project, client=client)
    words = ["A file can belong to one record only"]
    assert response.json()["errors"] == {"project": words, "client": words}


def test_replaced_files_can_still_be_downloaded(world: World, manager: Browser, project: str):
    made = send(manager, f"/api/v1/projects/{project}/attachments", "v1.txt", b"un", title="Notes").json()["data"]
    api_id = made["api_id"]
    second = replace(manager, api_id, "v2.pdf", PDF, version="1")
    assert second.status_code == 200, second.text
    third = replace(manager, api_id, "v3.png", PNG, title="Image").json()["data"]
    assert (third["file_number"], third["replaces"], third["mime"], third["title"]) == (3, 2, "image/png", "Image")
    assert third["version"] == 3
    assert [file["file_name"] for file in third["files"]] == ["v3.png", "v2.pdf", "v1.txt"]
    assert [file["file_number"] for file in third["files"]] == [3, 2, 1]
    contents = [download(manager, api_id, f"?version={number}").content for number in (1, 2, 3)]
    assert contents == [b"un", PDF, PNG]
    assert download(manager, api_id).content == PNG
    assert download(manager, api_id, "?version=4").status_code == 404
    assert download(manager, api_id, "?version=0").status_code == 422


def test_concurrent_changes_conflict(world: World, manager: Browser, project: str):
    made = send(manager, f"/api/v1/projects/{project}/attachments").json()["data"]
    first = manager.patch(f"{PATH}/{made['api_id']}", {"title": "Le mien", "version": 1})
    assert first.json()["data"]["version"] == 2
    before = stored_keys(world)
    with assert_unchanged(world.database):
        other = manager.patch(f"{PATH}/{made['api_id']}", {"title": "Le tien", "version": 1})
        newer = replace(manager, made["api_id"], "autre.txt", b"autre", version="1")
    assert other.status_code == newer.status_code == 409
    assert other.json()["conflicts"] == {"title": {"theirs": "Le mien", "yours": "Le tien"}}
    assert newer.json()["conflicts"] == {"file": {"theirs": "notes.txt (1)", "yours": "autre.txt"}}
    assert stored_keys(world) == before


def test_fields_change_without_a_file(manager: Browser, project: str):
    made = send(manager, f"/api/v1/projects/{project}/attachments", title="Ancien").json()["data"]
    sent = {"file_name": "compte rendu.txt", "title": None, "valid_until": "2026-11-19", "category": "proof"}
    changed = manager.patch(f"{PATH}/{made['api_id']}", sent | {"version": 1}).json()["data"]
    assert {name: changed[name] for name in sent} == sent
    assert (changed["is_expired"], changed["file_number"], changed["version"]) == (True, 1, 2)
    assert changed["sensitivity"] == "normal"
    back = manager.patch(f"{PATH}/{made['api_id']}", {"valid_until": "2026-11-20"}).json()["data"]
    assert back["is_expired"] is False


@pytest.mark.parametrize("name", ["notes.html", "notes", "notes.txt.exe", "../../notes.svg"])
def test_file_extension_must_match_the_content(world: World, manager: Browser, project: str, name: str):
    made = send(manager, f"/api/v1/projects/{project}/attachments").json()["data"]
    with assert_unchanged(world.database):
        response = manager.patch(f"{PATH}/{made['api_id']}", {"file_name": name})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["file_name"]


def test_repeated_upload_request_stores_one_file(world: World, manager: Browser, project: str):
    path, before = f"/api/v1/projects/{project}/attachments", stored_keys(world)

    def again(content: bytes) -> Response:
        headers = {"Idempotency-Key": f"upload-{project}"}
        return manager.call("POST", path, files={"file": ("notes.txt", content)}, headers=headers)

    first, second, other = again(b"a"), again(b"a"), again(b"b")
    assert (first.status_code, second.status_code, other.status_code) == (201, 201, 422)
    assert first.json() == second.json()
    assert len(stored_keys(world) - before) == 1
    assert manager.get(path).json()["meta"]["total"] == 1


def test_deleted_files_are_purged_after_a_day(world: World, manager: Browser, project: str):
    path = f"/api/v1/projects/{project}/attachments"
    stays = send(manager, path, "reste.txt").json()["data"]
    made = send(manager, path).json()["data"]
    replace(manager, made["api_id"], "deux.txt", b"deux")
    before = stored_keys(world)
    assert manager.delete(f"{PATH}/{made['api_id']}").status_code == 204
    assert manager.get(f"{PATH}/{made['api_id']}").status_code == 404
    assert download(manager, made["api_id"]).status_code == 404
    assert stored_keys(world) == before
    store = world.app.state.context.files
    assert purge_files(world.database, store, NOON + REMOVAL_DELAY / 2) == 0
    assert purge_files(world.database, store, NOON + REMOVAL_DELAY) >= 2
    assert len(before - stored_keys(world)) >= 2
    assert download(manager, stays["api_id"]).content == TEXT
    with world.database.read() as db:
        assert db.execute(select(FileRemoval)).all() == []


def test_project_with_files_cannot_be_deleted(world: World):
    project = world.project("admin", "own")
    send(world.browser("admin"), f"/api/v1/projects/{project}/attachments")
    with assert_unchanged(world.database):
        assert world.browser("admin").delete(f"/api/v1/projects/{project}").json()["code"] == "project_in_use"


def test_missing_content_returns_404(world: World, manager: Browser, project: str):
    made = send(manager, f"/api/v1/projects/{project}/attachments").json()["data"]
    with world.database.read() as db:
        key = db.execute(select(Attachment.storage_key).where(Attachment.api_id == made["api_id"])).scalar_one()
    world.app.state.context.files.remove(key)
    response = download(manager, made["api_id"])
    assert (response.status_code, response.json()["code"]) == (404, "file_missing")


def test_all_changes_and_sensitive_downloads_are_logged(world: World, manager: Browser, project: str):
    begun = len(read_activity(world.database))
    made = send(manager, f"/api/v1/projects/{project}/attachments", "contrat.pdf", PDF, category="contract")
    api_id = made.json()["data"]["api_id"]
    replace(manager, api_id, "contrat 2.pdf", PDF + b"\n")
    download(manager, api_id, "?version=1")
    manager.patch(f"{PATH}/{api_id}", {"sensitivity": "normal"})
    download(manager, api_id)
    manager.delete(f"{PATH}/{api_id}")
    entries = read_activity(world.database)[begun:]
    assert [(entry.action, entry.subject_type) for entry in entries] == [
        (action, "attachment") for action in ("created", "changed", "downloaded", "changed", "deleted")
    ]
    assert entries[0].changes["file_name"] == [None, "contrat.pdf"]
    assert entries[0].changes["project"][1]
    assert entries[1].changes["file_number"] == [1, 2]
    assert entries[2].changes == {"file_number": [None, 1], "sensitivity": [None, "financial"]}
    assert entries[3].changes == {"sensitivity": ["financial", "normal"]}
    logged = json.dumps([entry.changes for entry in entries])
    assert "storage_key" not in logged
    assert "sha256" not in logged


SITUATIONS = (
    "own", "works_on", "other", "own_financial", "works_on_financial", "other_financial", "own_hr", "clientown",
    "clientown_financial", "clientother", "clientother_financial", "self", "self_hr", "self_financial", "someone",
    "someone_hr", "mine", "unowned", "uploaded_other_financial",
)  # fmt: skip


@pytest.mark.parametrize("column", ["super_admin", "financial_manager", "account_manager", "churn_manager", "employee"])
def test_lists_counts_and_downloads_have_the_same_visibility(world: World, column: str):
    """`can` lists exactly the actions that the routes allow."""
    made = {make_attachment_for(world, column, row, file_name=f"{row}-{column}.txt") for row in SITUATIONS}
    browser = world.browser(column)
    listed: dict[str, dict[str, Any]] = {}
    page = browser.get(f"{PATH}?per_page=100&search={column}").json()
    assert page["meta"]["total"] == len(page["data"])
    listed = {row["api_id"]: row for row in page["data"]}
    readable = {api_id for api_id in made if browser.get(f"{PATH}/{api_id}").status_code == 200}
    assert set(listed) == readable
    assert {api_id for api_id in made if download(browser, api_id).status_code == 200} == readable
    for api_id, row in listed.items():
        changed = browser.patch(f"{PATH}/{api_id}", {"title": "Titre"}).status_code
        assert changed == (200 if "edit" in row["can"] else 403), row
    assert column in ("super_admin",) or readable < made


def test_filters_sorts_and_search(world: World):
    admin = world.browser("admin")
    project = world.project("admin", "own")
    path = f"/api/v1/projects/{project}/attachments"
    for name, category, until in (
        ("b.txt", "brief", "2026-12-01"),
        ("a.txt", "contract", ""),
        ("Été.txt", "brief", ""),
    ):
        send(admin, path, name, TEXT * len(name), category=category, valid_until=until)

    def names(query: str) -> list[str]:
        return [row["file_name"] for row in admin.get(f"{path}?{query}").json()["data"]]

    assert names("sort=file_name") == ["a.txt", "b.txt", "Été.txt"]
    assert names("sort=-size,file_name") == ["Été.txt", "a.txt", "b.txt"]
    assert names("category=brief&sort=file_name") == ["b.txt", "Été.txt"]
    assert names("sensitivity=financial") == ["a.txt"]
    assert names("search=ete") == ["Été.txt"]
    assert admin.get(f"{path}?project={project}").status_code == 422
    everywhere = admin.get(f"{PATH}?project={project}&sort=file_name").json()
    assert [row["file_name"] for row in everywhere["data"]] == ["a.txt", "b.txt", "Été.txt"]
    assert admin.get(f"{PATH}?client={new_api_id()}").json()["meta"]["total"] == 0


def test_page_uses_a_fixed_number_of_statements(world: World):
    admin, project = world.browser("admin"), world.project("admin", "own")
    path = f"/api/v1/projects/{project}/attachments"

    def statements() -> int:
        admin.get(path)
        with record_statements(world.database) as recorded:
            assert admin.get(path).status_code == 200
        return len(recorded)

    send(admin, path)
    few = statements()
    for _ in range(8):
        send(admin, path)
    assert statements() == few <= 8


def test_failing_store_leaves_nothing(world: World, manager: Browser, project: str, monkeypatch: pytest.MonkeyPatch):
    from regie.core.api.errors import Unavailable

    def fail(*_: object) -> None:
        raise Unavailable("file_storage_unavailable")

    path, before = f"/api/v1/projects/{project}/attachments", fingerprint(world.database)
    monkeypatch.setattr(type(world.app.state.context.files), "put", fail)
    response = send(manager, path)
    assert (response.status_code, response.json()["code"]) == (503, "file_storage_unavailable")
    assert fingerprint(world.database) == before


def test_upload_interrupted_by_the_database_is_purged(
    world: World, manager: Browser, project: str, monkeypatch: pytest.MonkeyPatch
):
    """Whether the transaction was committed is unknown: the content stays until its scheduled removal."""
    from regie.domains.work.attachments import actions

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the connection is lost")

    path, before = f"/api/v1/projects/{project}/attachments", stored_keys(world)
    monkeypatch.setattr(actions, "_require_still_visible", fail)
    assert send(manager, path).status_code == 500
    (left,) = stored_keys(world) - before
    with world.database.read() as db:
        assert left in set(db.execute(select(FileRemoval.storage_key)).scalars())
    purge_files(world.database, world.app.state.context.files, NOON + REMOVAL_DELAY)
    assert left not in stored_keys(world)
