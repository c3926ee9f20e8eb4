"""QuickBooks' consent from end to end: codes, tokens and their revocation."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from regie.connectors.errors import AccessDenied, ServiceError, ServiceUnavailable
from regie.connectors.http import HttpOptions
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.settings import QuickbooksSettings
from tests.connectors.fake_token_source import FakeTokenSource
from tests.connectors.sandbox import Sandbox
from tests.connectors.scripted_server import Reply, ScriptedServer
from tests.sandbox.form_pages import FormPage, press_button, read_redirect

REDIRECT_URI = "http://localhost:8123/admin/connections"


@dataclass
class Consent:
    sandbox: Sandbox
    http: httpx.Client
    options: HttpOptions

    def oauth(self, **changes: str) -> QuickbooksOAuth:
        return QuickbooksOAuth(self.sandbox.quickbooks(**changes), self.options)

    def give(self) -> dict[str, str]:
        """The query of the redirect after consent."""
        with self.oauth() as oauth:
            page = FormPage(self.http.get(oauth.authorization_url("state-1", REDIRECT_URI)).text)
        return read_redirect(press_button(self.http, page, "Connect"))

    def is_accepted(self, access_token: str) -> bool:
        tokens = FakeTokenSource()
        tokens.current = access_token
        with QuickbooksClient(self.sandbox.quickbooks(), tokens, self.options) as client:
            try:
                return client.preferences().home_currency == "CAD"
            except AccessDenied:
                return False


@pytest.fixture
def consent(sandbox: Sandbox, options: HttpOptions) -> Generator[Consent, None, None]:
    with httpx.Client(base_url=sandbox.url, trust_env=False) as http:
        yield Consent(sandbox, http, options)


def refused_code(consent: Consent, code: str, redirect_uri: str = REDIRECT_URI, **changes: str) -> str:
    with consent.oauth(**changes) as oauth, pytest.raises(AccessDenied) as caught:
        oauth.exchange(code, redirect_uri)
    return caught.value.code


def test_Q6_consent_returns_the_company_and_the_first_pair(consent: Consent) -> None:
    found = consent.give()
    assert (found["state"], found["realmId"]) == ("state-1", "9130000000000001")
    with consent.oauth() as oauth:
        pair = oauth.exchange(found["code"], REDIRECT_URI)
        assert consent.is_accepted(pair.access_token)
        assert oauth.refresh(pair.refresh_token).refresh_token == pair.refresh_token
    assert pair.hard_expires_at is not None


def test_authorization_url_requests_only_the_accounting_scope(
    settings: QuickbooksSettings, options: HttpOptions
) -> None:
    with QuickbooksOAuth(settings, options) as oauth:
        url = oauth.authorization_url("a b&c", "https://regie.example/x?y=é")
    assert url.startswith("https://appcenter.intuit.com/connect/oauth2?")
    assert {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()} == {
        "client_id": "qb-id",
        "response_type": "code",
        "scope": "com.intuit.quickbooks.accounting",
        "redirect_uri": "https://regie.example/x?y=é",
        "state": "a b&c",
    }
    assert "qb-secret" not in url
    invalid = replace(settings, authorize_url="javascript:alert(1)")
    with QuickbooksOAuth(invalid, options) as oauth, pytest.raises(AccessDenied):
        oauth.authorization_url("s", REDIRECT_URI)


def test_code_works_once(consent: Consent) -> None:
    code = consent.give()["code"]
    with consent.oauth() as oauth:
        pair = oauth.exchange(code, REDIRECT_URI)
    assert refused_code(consent, code) == "reconnect"
    assert consent.is_accepted(pair.access_token)


def test_code_works_for_ten_minutes(consent: Consent) -> None:
    consent.sandbox.post("/clock", stopped=True)
    new_code, old_code = consent.give()["code"], consent.give()["code"]
    consent.sandbox.post("/clock", advance_s=599)
    with consent.oauth() as oauth:
        assert oauth.exchange(new_code, REDIRECT_URI).access_token
    consent.sandbox.post("/clock", advance_s=1)
    assert refused_code(consent, old_code) == "reconnect"


def test_code_is_bound_to_its_address_and_application(consent: Consent) -> None:
    code = consent.give()["code"]
    assert refused_code(consent, code, "http://localhost:9/admin/connections") == "reconnect"
    other_application = {"client_id": "qb-sandbox-other", "client_secret": "qb-sandbox-other-secret"}
    assert refused_code(consent, code, **other_application) == "reconnect"
    assert refused_code(consent, code, client_secret="wrong") == "configuration"
    with consent.oauth() as oauth:
        pair = oauth.exchange(code, REDIRECT_URI)
    with consent.oauth(**other_application) as oauth, pytest.raises(AccessDenied):
        oauth.refresh(pair.refresh_token)
    assert consent.is_accepted(pair.access_token)


def test_revoked_consent_is_invalid_until_a_new_one(consent: Consent) -> None:
    with consent.oauth() as oauth:
        pair = oauth.exchange(consent.give()["code"], REDIRECT_URI)
        oauth.revoke(pair.refresh_token)
        assert not consent.is_accepted(pair.access_token)
        with pytest.raises(AccessDenied) as caught:
            oauth.refresh(pair.refresh_token)
        assert caught.value.code == "reconnect"
        oauth.revoke(pair.refresh_token)
        new_pair = oauth.exchange(consent.give()["code"], REDIRECT_URI)
        assert consent.is_accepted(new_pair.access_token)
        assert not consent.is_accepted(pair.access_token)
        with pytest.raises(AccessDenied):
            oauth.refresh(pair.refresh_token)
        assert oauth.refresh(new_pair.refresh_token).access_token


def test_seeded_token_can_be_revoked(consent: Consent) -> None:
    with consent.oauth() as oauth:
        access_token = oauth.refresh("RT1-sandbox").access_token
        oauth.revoke("RT1-sandbox")
        with pytest.raises(AccessDenied):
            oauth.refresh("RT1-sandbox")
    assert not consent.is_accepted(access_token)


def test_new_consent_replaces_the_old_one(consent: Consent) -> None:
    with consent.oauth() as oauth:
        first = oauth.exchange(consent.give()["code"], REDIRECT_URI)
        second = oauth.exchange(consent.give()["code"], REDIRECT_URI)
        for revoked_token in (first.refresh_token, "RT1-sandbox"):
            with pytest.raises(AccessDenied):
                oauth.refresh(revoked_token)
        assert oauth.refresh(second.refresh_token).access_token


@pytest.mark.parametrize(
    ("response", "kind", "code"),
    [
        (Reply(401, {"error": "invalid_client"}), AccessDenied, "configuration"),
        (Reply(503), ServiceUnavailable, "server_error"),
    ],
)
def test_failed_revocation_raises_and_is_not_retried(
    server: ScriptedServer,
    settings: QuickbooksSettings,
    options: HttpOptions,
    response: Reply,
    kind: type,
    code: str,
) -> None:
    server.script = [response]
    settings_of_server = replace(settings, revoke_url=f"{server.url}/v2/oauth2/tokens/revoke")
    with QuickbooksOAuth(settings_of_server, options) as oauth, pytest.raises(ServiceError) as caught:
        oauth.revoke("RT1-first")
    assert (type(caught.value), caught.value.code, len(server.requests)) == (kind, code, 1)
    request = server.requests[0]
    assert (request.path, request.body) == ("/v2/oauth2/tokens/revoke", b'{"token": "RT1-first"}')
    assert request.headers["authorization"].startswith("Basic ")
