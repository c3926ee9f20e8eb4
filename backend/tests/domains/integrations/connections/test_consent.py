"""QuickBooks' consent: somebody agrees there, comes back, and we read; and whoever comes back with something else."""

from datetime import timedelta

from sqlalchemy import select

from regie.connectors.http import HttpOptions
from regie.domains.integrations.connections.actions import open_service
from regie.domains.integrations.connections.models import ConnectionSecret
from tests.domains.integrations.connections.conftest import ConnectedApp
from tests.domains.integrations.connections.test_settings import QUICKBOOKS, states, stored
from tests.factories.world import unchanged

CALLBACK = f"{QUICKBOOKS}/callbacks"
REVOCATION = "/quickbooks-developer/v2/oauth2/tokens/revoke"
APPLICATION = {"client_id": "qb-sandbox-client", "client_secret": "qb-sandbox-secret"}


def test_consent_connects_the_company_that_was_chosen(bare: ConnectedApp) -> None:
    owner = bare.browser()
    assert owner.patch(QUICKBOOKS, APPLICATION).json()["data"]["has_consent"] is False
    answer = owner.post(CALLBACK, bare.consent(owner))
    assert answer.status_code == 200, answer.text
    shown = answer.json()["data"]
    assert (shown["is_on"], shown["realm"], shown["configured_by"]) == (True, "9130000000000001", "person")
    assert shown["consent_ends_at"] is not None
    assert owner.post(f"{QUICKBOOKS}/tests").json()["data"]["works"] is True
    row = bare.browser("account_manager").get("/api/v1/connections").json()["data"][2]
    assert (row["state"], row["consent_ends_at"]) == ("never", shown["consent_ends_at"])


def test_the_application_comes_first(bare: ConnectedApp) -> None:
    owner = bare.browser()
    with unchanged(bare.database):
        answer = owner.post(f"{QUICKBOOKS}/authorizations")
    assert (answer.status_code, answer.json()["code"]) == (422, "quickbooks_application")


def test_an_answer_counts_for_whom_it_was_meant_and_not_for_long(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    stranger = bare.browser()
    meant = bare.consent(owner)
    with unchanged(bare.database):
        assert stranger.post(CALLBACK, meant).json()["code"] == "consent"
        assert owner.post(CALLBACK, meant | {"state": "forged"}).json()["code"] == "consent"
        assert owner.post(CALLBACK, meant | {"state": "é"}).status_code == 422
        assert owner.post(CALLBACK, meant | {"realm_id": "../1"}).status_code == 422
        bare.clock.moment += timedelta(minutes=11)
        late = owner.post(CALLBACK, meant)
    assert (late.status_code, late.json()["code"]) == (422, "consent")


def test_a_code_is_good_once_and_a_second_post_changes_nothing(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    back = bare.consent(owner)
    assert owner.post(CALLBACK, back).status_code == 200
    with unchanged(bare.database):
        assert owner.post(CALLBACK, back).status_code == 422
    assert owner.post(f"{QUICKBOOKS}/tests").json()["data"]["works"] is True


def test_a_failing_token_service_is_briefly_unavailable(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    back = bare.consent(owner)
    bare.sandbox.fault("/quickbooks-oauth/oauth2/v1/tokens/bearer", kind="status", status=503, times=1)
    with unchanged(bare.database):
        answer = owner.post(CALLBACK, back)
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)


def test_disconnecting_tells_quickbooks_and_forgets(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    owner.post(CALLBACK, bare.consent(owner))
    assert owner.delete(QUICKBOOKS).status_code == 204
    told = bare.sandbox._client.get("/requests").json()[-1]
    assert (told["path"], told["status"]) == (REVOCATION, 200)
    assert states(bare)["quickbooks"] == "off"
    assert stored(bare)["secrets"] == {}


def test_disconnecting_does_not_wait_for_a_quickbooks_that_is_down(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    owner.post(CALLBACK, bare.consent(owner))
    bare.sandbox.fault(REVOCATION, kind="status", status=500, times=1)
    assert owner.delete(QUICKBOOKS).status_code == 204
    assert stored(bare)["secrets"] == {}


def test_the_environments_token_is_not_used_for_another_company(by_environment: ConnectedApp) -> None:
    owner = by_environment.browser()
    owner.post(CALLBACK, by_environment.consent(owner))
    with by_environment.database.write() as session:
        session.execute(ConnectionSecret.__table__.delete().where(ConnectionSecret.name == "tokens"))
    assert states(by_environment)["quickbooks"] == "off"


def test_another_application_needs_another_consent(by_environment: ConnectedApp) -> None:
    owner = by_environment.browser()
    owner.post(CALLBACK, by_environment.consent(owner))
    owner.patch(QUICKBOOKS, {"client_id": "another-application"})
    with by_environment.database.read() as db:
        assert db.execute(select(ConnectionSecret.name).where(ConnectionSecret.name == "tokens")).first() is None


def test_what_was_consented_to_is_what_the_worker_reads_with(bare: ConnectedApp) -> None:
    owner = bare.browser()
    owner.patch(QUICKBOOKS, APPLICATION)
    owner.post(CALLBACK, bare.consent(owner))
    opened = open_service(
        bare.database, bare.clock, bare.app.state.context.outside, "quickbooks", HttpOptions(retries=0)
    )
    try:
        assert opened.client.count("Invoice") > 0
    finally:
        opened.close()
