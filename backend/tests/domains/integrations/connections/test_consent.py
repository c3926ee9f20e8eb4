"""QuickBooks' consent: the redirect, the exchange of the code, and invalid callbacks."""

from datetime import timedelta

from sqlalchemy import select

from regie.connectors.http import HttpOptions
from regie.domains.integrations.connections.actions import open_service
from regie.domains.integrations.connections.models import ConnectionSecret
from tests.domains.integrations.connections.conftest import ConnectedApp
from tests.domains.integrations.connections.test_settings import QUICKBOOKS, states, stored
from tests.factories.world import assert_unchanged

CALLBACK = f"{QUICKBOOKS}/callbacks"
REVOCATION = "/quickbooks-developer/v2/oauth2/tokens/revoke"
APPLICATION = {"client_id": "qb-sandbox-client", "client_secret": "qb-sandbox-secret"}


def test_consent_connects_the_chosen_company(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    assert owner.patch(QUICKBOOKS, APPLICATION).json()["data"]["has_consent"] is False
    response = owner.post(CALLBACK, unconnected_app.consent(owner))
    assert response.status_code == 200, response.text
    shown = response.json()["data"]
    assert (shown["is_on"], shown["realm"], shown["configured_by"]) == (True, "9130000000000001", "person")
    assert shown["consent_ends_at"] is not None
    assert owner.post(f"{QUICKBOOKS}/tests").json()["data"]["works"] is True
    row = unconnected_app.browser("account_manager").get("/api/v1/connections").json()["data"][2]
    assert (row["state"], row["consent_ends_at"]) == ("never", shown["consent_ends_at"])


def test_consent_without_application_returns_422(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    with assert_unchanged(unconnected_app.database):
        response = owner.post(f"{QUICKBOOKS}/authorizations")
    assert (response.status_code, response.json()["code"]) == (422, "quickbooks_application")


def test_callback_is_valid_only_for_its_user_and_ten_minutes(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    other_user = unconnected_app.browser()
    callback = unconnected_app.consent(owner)
    with assert_unchanged(unconnected_app.database):
        assert other_user.post(CALLBACK, callback).json()["code"] == "consent"
        assert owner.post(CALLBACK, callback | {"state": "forged"}).json()["code"] == "consent"
        assert owner.post(CALLBACK, callback | {"state": "é"}).status_code == 422
        assert owner.post(CALLBACK, callback | {"realm_id": "../1"}).status_code == 422
        unconnected_app.clock.moment += timedelta(minutes=11)
        late = owner.post(CALLBACK, callback)
    assert (late.status_code, late.json()["code"]) == (422, "consent")


def test_code_works_once_and_a_second_post_changes_nothing(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    callback = unconnected_app.consent(owner)
    assert owner.post(CALLBACK, callback).status_code == 200
    with assert_unchanged(unconnected_app.database):
        assert owner.post(CALLBACK, callback).status_code == 422
    assert owner.post(f"{QUICKBOOKS}/tests").json()["data"]["works"] is True


def test_failing_token_service_returns_503(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    callback = unconnected_app.consent(owner)
    unconnected_app.sandbox.fault("/quickbooks-oauth/oauth2/v1/tokens/bearer", kind="status", status=503, times=1)
    with assert_unchanged(unconnected_app.database):
        response = owner.post(CALLBACK, callback)
    assert (response.status_code, "Retry-After" in response.headers) == (503, True)


def test_disconnecting_revokes_the_consent_and_deletes_secrets(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    owner.post(CALLBACK, unconnected_app.consent(owner))
    assert owner.delete(QUICKBOOKS).status_code == 204
    request = unconnected_app.sandbox._client.get("/requests").json()[-1]
    assert (request["path"], request["status"]) == (REVOCATION, 200)
    assert states(unconnected_app)["quickbooks"] == "off"
    assert stored(unconnected_app)["secrets"] == {}


def test_disconnecting_succeeds_when_quickbooks_is_down(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    owner.post(CALLBACK, unconnected_app.consent(owner))
    unconnected_app.sandbox.fault(REVOCATION, kind="status", status=500, times=1)
    assert owner.delete(QUICKBOOKS).status_code == 204
    assert stored(unconnected_app)["secrets"] == {}


def test_environment_token_is_not_used_for_another_company(app_with_environment: ConnectedApp) -> None:
    owner = app_with_environment.browser()
    owner.post(CALLBACK, app_with_environment.consent(owner))
    with app_with_environment.database.write() as session:
        session.execute(ConnectionSecret.__table__.delete().where(ConnectionSecret.name == "tokens"))
    assert states(app_with_environment)["quickbooks"] == "off"


def test_new_application_needs_a_new_consent(app_with_environment: ConnectedApp) -> None:
    owner = app_with_environment.browser()
    owner.post(CALLBACK, app_with_environment.consent(owner))
    owner.patch(QUICKBOOKS, {"client_id": "another-application"})
    with app_with_environment.database.read() as db:
        assert db.execute(select(ConnectionSecret.name).where(ConnectionSecret.name == "tokens")).first() is None


def test_worker_reads_with_the_tokens_of_the_consent(unconnected_app: ConnectedApp) -> None:
    owner = unconnected_app.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    owner.post(CALLBACK, unconnected_app.consent(owner))
    handle = open_service(
        unconnected_app.database,
        unconnected_app.clock,
        unconnected_app.app.state.context.integrations,
        "quickbooks",
        HttpOptions(retries=0),
    )
    try:
        assert handle.client.count("Invoice") > 0
    finally:
        handle.close()
