"""Setting a service up: who may, what is kept secret, what is refused, and that nothing changed when it was."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.domains.integrations.connections.models import ConnectionSecret, ServiceConnection
from tests.domains.integrations.connections.conftest import ConnectedApp
from tests.factories.world import unchanged

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


def test_a_service_that_nobody_set_up_is_off(bare: ConnectedApp) -> None:
    assert states(bare) == {"teamwork": "off", "hubspot": "off", "quickbooks": "off"}
    shown = bare.browser().get(TEAMWORK).json()["data"]
    assert (shown["is_on"], shown["configured_by"], shown["has_key"], shown["version"]) == (False, None, False, 0)
    assert shown["webhook_url"] == "http://localhost:8000/hooks/teamwork"


def test_a_key_connects_and_is_never_shown(bare: ConnectedApp) -> None:
    owner = bare.browser()
    answer = owner.patch(TEAMWORK, {"key": " twk_sandbox \n", "version": 0})
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["configured_by"] == "person"
    assert states(bare)["teamwork"] == "never"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is True
    everything = [owner.get(path).text for path in (TEAMWORK, "/api/v1/connections", "/api/v1/activity")]
    assert not any("twk_sandbox" in text for text in everything)
    assert b"twk_sandbox" not in stored(bare)["secrets"]["teamwork", "key"]
    with bare.database.read() as db:
        logged = db.execute(select(ActivityEntry.changes).where(ActivityEntry.subject_type == "connection"))
        assert {name for changes in logged.scalars() for name in changes} >= {"key"}


def test_a_wrong_key_is_said_in_words_and_can_be_replaced(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(TEAMWORK, {"key": "twk_wrong"})
    result = owner.post(f"{TEAMWORK}/tests").json()["data"]
    assert (result["works"], result["account"]) == (False, None)
    assert result["message"].startswith("The service no longer accepts our key.")
    assert "Connections page" in result["what_to_do"]
    owner.locale = "fr-ca"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["message"].startswith("Le service n’accepte plus notre clé.")
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
def test_what_makes_no_sense_is_refused(by_environment: ConnectedApp, service: str, body: Any, field: str) -> None:
    owner = by_environment.browser()
    with unchanged(by_environment.database):
        answer = owner.patch(f"/api/v1/connections/{service}", body)
    assert answer.status_code == 422, answer.text
    assert list(answer.json()["errors"]) == [field]


def test_a_kept_key_is_not_sent_to_another_address(by_environment: ConnectedApp) -> None:
    owner = by_environment.browser()
    answer = owner.patch(TEAMWORK, {"url": "https://other.teamwork.com", "key": "twk_other"})
    assert answer.status_code == 200
    owner.patch(TEAMWORK, {"key": None})
    # Neither the environment's key nor the removed one goes to the new address.
    assert states(by_environment)["teamwork"] == "off"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["message"].startswith("The connection has not been set up")


def test_a_kept_key_is_not_sent_to_the_address_of_the_environment_either(by_environment: ConnectedApp) -> None:
    owner = by_environment.browser()
    environments = owner.get(TEAMWORK).json()["data"]["url"]
    owner.patch(TEAMWORK, {"url": "https://other.teamwork.com", "key": "twk_other"})
    with unchanged(by_environment.database):
        answer = owner.patch(TEAMWORK, {"url": None})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["key"]
    assert owner.patch(TEAMWORK, {"url": "", "key": "twk_again"}).status_code == 200
    assert owner.get(TEAMWORK).json()["data"]["url"] == environments


def test_two_who_edit_learn_of_each_other(by_environment: ConnectedApp) -> None:
    one, other = by_environment.browser(), by_environment.browser()
    assert one.patch(TEAMWORK, {"calls_per_minute": 290, "version": 0}).json()["data"]["version"] == 1
    assert one.patch(TEAMWORK, {"calls_per_minute": 140, "version": 1}).json()["data"]["version"] == 2
    with unchanged(by_environment.database):
        late = other.patch(TEAMWORK, {"calls_per_minute": 100, "version": 1})
    assert late.status_code == 409
    assert late.json()["conflicts"]["calls_per_minute"] == {"theirs": 140, "yours": 100}
    assert stored(by_environment)["rows"][0]["calls_per_minute"] == 140


def test_disconnecting_forgets_keys_and_connecting_again_is_one_step(by_environment: ConnectedApp) -> None:
    owner = by_environment.browser()
    owner.patch(TEAMWORK, {"webhook_secret": "tw-sandbox-token"})
    assert owner.delete(TEAMWORK).status_code == 204
    assert states(by_environment)["teamwork"] == "off"
    assert stored(by_environment)["secrets"] == {}
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is False
    assert owner.patch(TEAMWORK, {}).json()["data"]["configured_by"] == "environment"
    assert owner.post(f"{TEAMWORK}/tests").json()["data"]["works"] is True


@pytest.mark.parametrize("service", ["teamwork", "hubspot", "quickbooks"])
def test_each_service_tells_who_we_are(by_environment: ConnectedApp, service: str) -> None:
    result = by_environment.browser("admin").post(f"/api/v1/connections/{service}/tests").json()["data"]
    assert (result["works"], result["message"], result["what_to_do"]) == (True, "The service answers.", None)
    assert result["account"]


def test_with_another_secret_what_is_kept_counts_for_nothing(bare: ConnectedApp, second_app: Any) -> None:
    bare.browser().patch(TEAMWORK, {"key": "twk_sandbox"})
    moved = second_app(REGIE_SECRET="another-secret-of-thirty-two-characters")
    result = moved.browser().post(f"{TEAMWORK}/tests").json()["data"]
    assert result["works"] is False
