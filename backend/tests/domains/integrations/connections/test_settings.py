"""Connection settings: permissions, secrets, invalid values, and that a refused request changes nothing."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.integrations.connections.models import ConnectionSecret, ServiceConnection
from regie.domains.integrations.sync.models import SyncRun
from tests.domains.integrations.connections.conftest import ConnectedApp
from tests.factories.world import assert_unchanged

TEAMWORK = "/api/v1/connections/teamwork"
QUICKBOOKS = "/api/v1/connections/quickbooks"


def stored(context: ConnectedApp) -> dict[str, Any]:
    with context.database.read() as db:
        rows = [dict(row._mapping) for row in db.execute(select(ServiceConnection.__table__))]
        secrets = {(row.service, row.name): row.value for row in db.execute(select(ConnectionSecret.__table__))}
    return {"rows": rows, "secrets": secrets}


def states(context: ConnectedApp) -> dict[str, str]:
    rows = context.browser("admin").get("/api/v1/connections").json()["data"]
    return {row["service"]: row["state"] for row in rows}


def test_service_without_settings_is_off(unconnected_app: ConnectedApp) -> None:
    assert states(unconnected_app) == {"teamwork": "off", "hubspot": "off", "quickbooks": "off"}
    shown = unconnected_app.browser().get(TEAMWORK).json()["data"]
    assert (shown["is_on"], shown["configured_by"], shown["has_key"], shown["version"]) == (False, None, False, 0)
    assert shown["webhook_url"] == "http://localhost:8000/hooks/teamwork"


def test_key_connects_and_is_never_returned(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    response = owner.patch(TEAMWORK, {"key": " twk_sandbox \n", "version": 0})
    assert response.status_code == 200, response.text
    assert response.json()["data"]["configured_by"] == "person"
    assert states(unconnected_app)["teamwork"] == "never"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is True
    responses = [owner.get(path).text for path in (TEAMWORK, "/api/v1/connections", "/api/v1/activity")]
    assert not any("twk_sandbox" in text for text in responses)
    assert b"twk_sandbox" not in stored(unconnected_app)["secrets"]["teamwork", "key"]
    with unconnected_app.database.read() as db:
        logged_changes = db.execute(select(ActivityEntry.changes).where(ActivityEntry.subject_type == "connection"))
        assert {name for changes in logged_changes.scalars() for name in changes} >= {"key"}


def test_wrong_key_has_a_translated_message_and_can_be_replaced(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(TEAMWORK, {"key": "twk_wrong"})
    result = owner.post(f"{TEAMWORK}/tests").json()["data"]
    assert (result["works"], result["account"]) == (False, None)
    assert result["message"].startswith("The service no longer accepts the key.")
    assert "Connections page" in result["what_to_do"]
    owner.locale = "fr-ca"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["message"].startswith("Le service n’accepte plus la clé.")
    owner.patch(TEAMWORK, {"key": "twk_sandbox"})
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is True


@pytest.mark.parametrize(
    ("service", "body", "field"),
    [
        ("teamwork", {"url": "https://evil.example", "key": "k"}, "url"),
        ("teamwork", {"url": "http://agency.teamwork.com", "key": "k"}, "url"),
        ("teamwork", {"url": "https://agency.teamwork.com.evil.example", "key": "k"}, "url"),
        ("teamwork", {"url": "https://user@agency.teamwork.com", "key": "k"}, "url"),
        ("teamwork", {"url": "https://agency.teamwork.com/path", "key": "k"}, "url"),
        ("teamwork", {"url": "https://agency.teamwork.com:8443", "key": "k"}, "url"),
        ("teamwork", {"url": "https://[::1", "key": "k"}, "url"),
        ("teamwork", {"url": "https://other.teamwork.com"}, "key"),
        ("teamwork", {"calls_per_minute": 5}, "calls_per_minute"),
        ("teamwork", {"client_id": "x"}, "client_id"),
        ("teamwork", {"key": "two words"}, "key"),
        ("teamwork", {"key": "clé"}, "key"),
        ("hubspot", {"api_version": "2019-01"}, "api_version"),
        ("hubspot", {"url": "https://x.teamwork.com"}, "url"),
        ("quickbooks", {"key": "x"}, "key"),
        ("quickbooks", {"realm": "1"}, "realm"),
    ],
)
def test_invalid_settings_return_422(app_with_environment: ConnectedApp, service: str, body: Any, field: str) -> None:
    owner = app_with_environment.browser()
    with assert_unchanged(app_with_environment.database):
        response = owner.patch(f"/api/v1/connections/{service}", body)
    assert response.status_code == 422, response.text
    assert list(response.json()["errors"]) == [field]


def test_stored_key_is_not_sent_to_another_address(app_with_environment: ConnectedApp) -> None:
    owner = app_with_environment.browser()
    response = owner.patch(TEAMWORK, {"url": "https://other.teamwork.com", "key": "twk_other"})
    assert response.status_code == 200
    owner.patch(TEAMWORK, {"key": None})
    # Neither the environment's key nor the removed one goes to the new address.
    assert states(app_with_environment)["teamwork"] == "off"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["message"].startswith("The connection is not set up")


def test_stored_key_is_not_sent_to_the_environment_address(app_with_environment: ConnectedApp) -> None:
    owner = app_with_environment.browser()
    environment_url = owner.get(TEAMWORK).json()["data"]["url"]
    owner.patch(TEAMWORK, {"url": "https://other.teamwork.com", "key": "twk_other"})
    with assert_unchanged(app_with_environment.database):
        response = owner.patch(TEAMWORK, {"url": None})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["key"]
    assert owner.patch(TEAMWORK, {"url": "", "key": "twk_again"}).status_code == 200
    assert owner.get(TEAMWORK).json()["data"]["url"] == environment_url


def test_concurrent_edits_return_409(app_with_environment: ConnectedApp) -> None:
    one, other = app_with_environment.browser(), app_with_environment.browser()
    assert one.patch(TEAMWORK, {"calls_per_minute": 290, "version": 0}).json()["data"]["version"] == 1
    assert one.patch(TEAMWORK, {"calls_per_minute": 140, "version": 1}).json()["data"]["version"] == 2
    with assert_unchanged(app_with_environment.database):
        outdated = other.patch(TEAMWORK, {"calls_per_minute": 100, "version": 1})
    assert outdated.status_code == 409
    assert outdated.json()["conflicts"]["calls_per_minute"] == {"theirs": 140, "yours": 100}
    assert stored(app_with_environment)["rows"][0]["calls_per_minute"] == 140


def test_disconnecting_deletes_keys_and_reconnecting_takes_one_step(app_with_environment: ConnectedApp) -> None:
    owner = app_with_environment.browser()
    owner.patch(TEAMWORK, {"webhook_secret": "tw-sandbox-token"})
    assert owner.delete(TEAMWORK).status_code == 204
    assert states(app_with_environment)["teamwork"] == "off"
    assert stored(app_with_environment)["secrets"] == {}
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is False
    assert owner.patch(TEAMWORK, {}).json()["data"]["configured_by"] == "environment"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is True


@pytest.mark.parametrize("service", ["teamwork", "hubspot", "quickbooks"])
def test_connection_test_names_the_account(app_with_environment: ConnectedApp, service: str) -> None:
    result = app_with_environment.browser("admin").post(f"/api/v1/connections/{service}/tests").json()["data"]
    assert (result["works"], result["message"], result["what_to_do"]) == (True, "The service answers.", None)
    assert result["account"]


def test_connection_test_names_a_scope_that_only_contacts_need(app_with_environment: ConnectedApp) -> None:
    owner, path = app_with_environment.browser(), "/api/v1/connections/hubspot"
    owner.patch(path, {"key": "pat-sandbox-no-contacts"})
    result = owner.post(f"{path}/tests").json()["data"]
    assert (result["works"], result["message"]) == (True, "The service answers.")
    assert "crm.objects.contacts.read" in result["what_to_do"]


def test_new_application_secret_invalidates_stored_keys(unconnected_app: ConnectedApp, build_app: Any) -> None:
    unconnected_app.browser().patch(TEAMWORK, {"key": "twk_sandbox"})
    app_with_new_secret = build_app(REGIE_SECRET="another-secret-of-thirty-two-characters")
    result = app_with_new_secret.browser().post(f"{TEAMWORK}/tests").json()["data"]
    assert result["works"] is False


def _unsynchronized(app: ConnectedApp) -> int:
    """The open point of October, counted like the services of *Connections* that the page of the month opens."""
    admin = app.browser("admin")
    points = admin.get("/api/v1/months/2026-10").json()["data"]["open_points"]
    count = {point["name"]: point["count"] for point in points}.get("synchronizations", 0)
    shown = [
        row
        for row in admin.get("/api/v1/connections").json()["data"]
        if (row["state"] != "off" if row["last_success_at"] is None else row["last_success_at"] < "2026-11-01T04:00")
    ]
    assert count == len(shown)
    return count


def test_connected_service_without_a_synchronization_is_an_open_point(unconnected_app: ConnectedApp) -> None:
    assert _unsynchronized(unconnected_app) == 0
    owner = unconnected_app.browser()
    assert owner.patch(TEAMWORK, {"key": "twk_sandbox", "version": 0}).status_code == 200
    assert _unsynchronized(unconnected_app) == 1
    with unconnected_app.database.write() as session:
        failed_at = datetime(2026, 11, 3, tzinfo=UTC)
        session.add(SyncRun(service="teamwork", status="failed", created_at=failed_at, finished_at=failed_at))
    assert _unsynchronized(unconnected_app) == 1
    with unconnected_app.database.write() as session:
        done_at = datetime(2026, 11, 3, 1, tzinfo=UTC)
        session.add(SyncRun(service="teamwork", status="succeeded", created_at=done_at, finished_at=done_at))
    assert _unsynchronized(unconnected_app) == 0
