"""Tests that no project starts for an archived client."""

from datetime import UTC, datetime

from tests.factories.work import make_client, make_project

ARCHIVED = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def test_active_project_of_an_archived_client_returns_422(database, sign_in_as):
    with database.write() as session:
        client = make_client(session, archived_at=ARCHIVED)
    browser = sign_in_as("admin")
    manager = browser.get("/api/v1/account-managers").json()["data"][0]["api_id"]
    body = {
        "name": "Refonte",
        "kind": "fixed",
        "client": client.api_id,
        "account_manager": manager,
        "start_on": "2026-12-01",
        "currency": "CAD",
        "amount": "1000.00",
        "status": "active",
    }
    response = browser.post("/api/v1/projects", body)
    assert response.status_code == 422
    assert response.json()["errors"] == {"client": ["This client is archived. Unarchive it first"]}
    assert browser.get("/api/v1/projects").json()["meta"]["total"] == 0
    assert browser.post("/api/v1/projects", body | {"status": "draft"}).status_code == 201


def test_draft_of_an_archived_client_cannot_start(database, sign_in_as):
    with database.write() as session:
        project = make_project(session, status="draft", client_id=make_client(session, archived_at=ARCHIVED).id)
    browser = sign_in_as("admin")
    assert browser.patch(f"/api/v1/projects/{project.api_id}", {"status": "active"}).status_code == 422
    assert browser.get(f"/api/v1/projects/{project.api_id}").json()["data"]["status"] == "draft"
