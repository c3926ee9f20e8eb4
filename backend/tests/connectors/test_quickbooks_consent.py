"""QuickBooks' consent from end to end: code, tokens, the end of them, and what a stranger can do with either."""

from collections.abc import Generator
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from regie.connectors.errors import OutsideError, Refused, Unavailable
from regie.connectors.http import HttpOptions
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.settings import QuickbooksSettings
from tests.connectors.kept_tokens import KeptTokens
from tests.connectors.sandbox import Sandbox
from tests.connectors.scripted_server import Said, ScriptedServer
from tests.sandbox.google_browser import Page, come_back, press

HOME = "http://localhost:8123/admin/connections"


@dataclass
class Consent:
    sandbox: Sandbox
    http: httpx.Client
    options: HttpOptions

    def oauth(self, **changed: str) -> QuickbooksOAuth:
        return QuickbooksOAuth(self.sandbox.quickbooks(**changed), self.options)

    def given(self) -> dict[str, str]:
        """What comes back after somebody has consented."""
        with self.oauth() as oauth:
            page = Page(self.http.get(oauth.authorization_url("state-1", HOME)).text)
        return come_back(press(self.http, page, "Connect"))

    def works(self, access_token: str) -> bool:
        tokens = KeptTokens()
        tokens.current = access_token
        with QuickbooksClient(self.sandbox.quickbooks(), tokens, self.options) as client:
            try:
                return client.preferences().home_currency == "CAD"
            except Refused:
                return False


@pytest.fixture
def consent(sandbox: Sandbox, options: HttpOptions) -> Generator[Consent, None, None]:
    with httpx.Client(base_url=sandbox.url, trust_env=False) as http:
        yield Consent(sandbox, http, options)


def refusal(consent: Consent, code: str, redirect_uri: str = HOME, **changed: str) -> str:
    with consent.oauth(**changed) as oauth, pytest.raises(Refused) as caught:
        oauth.exchange(code, redirect_uri)
    return caught.value.code


def test_Q6_a_consent_gives_the_company_and_its_first_pair(consent: Consent) -> None:
    found = consent.given()
    assert (found["state"], found["realmId"]) == ("state-1", "9130000000000001")
    with consent.oauth() as oauth:
        pair = oauth.exchange(found["code"], HOME)
        assert consent.works(pair.access_token)
        assert oauth.refresh(pair.refresh_token).refresh_token == pair.refresh_token
    assert pair.hard_expires_at is not None


def test_the_address_asks_for_what_we_need_and_no_more(settings: QuickbooksSettings, options: HttpOptions) -> None:
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
    strange = replace(settings, authorize_url="javascript:alert(1)")
    with QuickbooksOAuth(strange, options) as oauth, pytest.raises(Refused):
        oauth.authorization_url("s", HOME)


def test_a_code_works_once(consent: Consent) -> None:
    code = consent.given()["code"]
    with consent.oauth() as oauth:
        pair = oauth.exchange(code, HOME)
    assert refusal(consent, code) == "reconnect"
    assert consent.works(pair.access_token)


def test_a_code_works_for_ten_minutes(consent: Consent) -> None:
    consent.sandbox.post("/clock", stopped=True)
    young, old = consent.given()["code"], consent.given()["code"]
    consent.sandbox.post("/clock", advance_s=599)
    with consent.oauth() as oauth:
        assert oauth.exchange(young, HOME).access_token
    consent.sandbox.post("/clock", advance_s=1)
    assert refusal(consent, old) == "reconnect"


def test_a_code_is_bound_to_its_address_and_application(consent: Consent) -> None:
    code = consent.given()["code"]
    assert refusal(consent, code, "http://localhost:9/admin/connections") == "reconnect"
    stranger = {"client_id": "qb-sandbox-other", "client_secret": "qb-sandbox-other-secret"}
    assert refusal(consent, code, **stranger) == "reconnect"
    assert refusal(consent, code, client_secret="wrong") == "configuration"
    with consent.oauth() as oauth:
        pair = oauth.exchange(code, HOME)
    with consent.oauth(**stranger) as oauth, pytest.raises(Refused):
        oauth.refresh(pair.refresh_token)
    assert consent.works(pair.access_token)


def test_a_revoked_consent_is_dead_until_a_new_one(consent: Consent) -> None:
    with consent.oauth() as oauth:
        pair = oauth.exchange(consent.given()["code"], HOME)
        oauth.revoke(pair.refresh_token)
        assert not consent.works(pair.access_token)
        with pytest.raises(Refused) as caught:
            oauth.refresh(pair.refresh_token)
        assert caught.value.code == "reconnect"
        oauth.revoke(pair.refresh_token)
        again = oauth.exchange(consent.given()["code"], HOME)
        assert consent.works(again.access_token)
        assert not consent.works(pair.access_token)
        with pytest.raises(Refused):
            oauth.refresh(pair.refresh_token)
        assert oauth.refresh(again.refresh_token).access_token


def test_the_seeded_token_is_revoked_like_any_other(consent: Consent) -> None:
    with consent.oauth() as oauth:
        access_token = oauth.refresh("RT1-sandbox").access_token
        oauth.revoke("RT1-sandbox")
        with pytest.raises(Refused):
            oauth.refresh("RT1-sandbox")
    assert not consent.works(access_token)


def test_a_new_consent_takes_the_place_of_the_old_one(consent: Consent) -> None:
    with consent.oauth() as oauth:
        first = oauth.exchange(consent.given()["code"], HOME)
        second = oauth.exchange(consent.given()["code"], HOME)
        for dead in (first.refresh_token, "RT1-sandbox"):
            with pytest.raises(Refused):
                oauth.refresh(dead)
        assert oauth.refresh(second.refresh_token).access_token


@pytest.mark.parametrize(
    ("said", "kind", "code"),
    [(Said(401, {"error": "invalid_client"}), Refused, "configuration"), (Said(503), Unavailable, "server_error")],
)
def test_a_revocation_that_failed_says_so_and_is_not_repeated(
    server: ScriptedServer, settings: QuickbooksSettings, options: HttpOptions, said: Said, kind: type, code: str
) -> None:
    server.script = [said]
    there = replace(settings, revoke_url=f"{server.url}/v2/oauth2/tokens/revoke")
    with QuickbooksOAuth(there, options) as oauth, pytest.raises(OutsideError) as caught:
        oauth.revoke("RT1-first")
    assert (type(caught.value), caught.value.code, len(server.requests)) == (kind, code, 1)
    request = server.requests[0]
    assert (request.path, request.body) == ("/v2/oauth2/tokens/revoke", b'{"token": "RT1-first"}')
    assert request.headers["authorization"].startswith("Basic ")
