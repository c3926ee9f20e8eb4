"""QuickBooks' consent page: validates the application, and never redirects to an unregistered address."""

import httpx
import pytest

from tests.sandbox.clients import ControlApi
from tests.sandbox.form_pages import FormPage, press_button, read_redirect

PAGE = "/quickbooks-appcenter/connect/oauth2"
HOME = "http://localhost:8123/admin/connections"
CONSENT_PARAMS = {
    "client_id": "qb-sandbox-client",
    "response_type": "code",
    "scope": "com.intuit.quickbooks.accounting",
    "redirect_uri": HOME,
    "state": 's<"1">',
}


def open_consent_page(http: httpx.Client, language: str = "en", **changed: str) -> FormPage:
    answer = http.get(PAGE, params={**CONSENT_PARAMS, **changed}, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return FormPage(answer.text)


@pytest.mark.parametrize(
    ("wanted", "language", "connect"),
    [("en-CA", "en", "Connect"), ("fr-CA,en", "fr", "Connecter"), ("de", "en", "Connect")],
)
def test_consent_page_works_without_scripts_in_both_languages(
    http: httpx.Client, wanted: str, language: str, connect: str
) -> None:
    page = open_consent_page(http, wanted)
    assert (page.language, page.has_scripts, page.hidden) == (language, False, CONSENT_PARAMS)
    assert connect in page.buttons


def test_Q6_only_the_redirect_contains_the_company(http: httpx.Client) -> None:
    params = read_redirect(press_button(http, open_consent_page(http), "Connect"))
    assert params.pop("code")
    assert params == {"realmId": "9130000000000001", "state": CONSENT_PARAMS["state"]}


def test_user_can_decline(http: httpx.Client) -> None:
    assert read_redirect(press_button(http, open_consent_page(http), "Cancel")) == {
        "error": "access_denied",
        "state": CONSENT_PARAMS["state"],
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"client_id": "unknown"},
        {"client_id": ""},
        {"response_type": "token"},
        {"scope": "com.intuit.quickbooks.payment"},
        {"state": ""},
        {"redirect_uri": "https://evil.example/admin/connections"},
        {"redirect_uri": f"{HOME}/"},
        {"redirect_uri": f"{HOME}?x=1"},
        {"redirect_uri": "http://localhost.evil.example/admin/connections"},
    ],
)
def test_invalid_request_shows_an_error_page_and_never_redirects(http: httpx.Client, wrong: dict[str, str]) -> None:
    shown = http.get(PAGE, params={**CONSENT_PARAMS, **wrong}, follow_redirects=False)
    submitted = http.post(PAGE, data={**CONSENT_PARAMS, **wrong, "connect": "1"}, follow_redirects=False)
    for answer in (shown, submitted):
        assert answer.status_code == 400
        assert "<form" not in answer.text


def test_additional_redirect_uris_can_be_registered(http: httpx.Client, control: ControlApi) -> None:
    elsewhere = "https://regie.example/admin/connections"
    control.post("switches", {"quickbooks_redirect_uris": [elsewhere]})
    answer = press_button(http, open_consent_page(http, redirect_uri=elsewhere), "Connect")
    assert answer.headers["location"].startswith(f"{elsewhere}?code=")


def test_unknown_grant_type_returns_400(http: httpx.Client) -> None:
    path = "/quickbooks-oauth/oauth2/v1/tokens/bearer"
    answer = http.post(path, data={"grant_type": "password"}, auth=("qb-sandbox-client", "qb-sandbox-secret"))
    assert (answer.status_code, answer.json()) == (400, {"error": "unsupported_grant_type"})


def test_revoking_requires_client_secret_and_token(http: httpx.Client) -> None:
    path = "/quickbooks-developer/v2/oauth2/tokens/revoke"
    mine = ("qb-sandbox-client", "qb-sandbox-secret")
    assert http.post(path, json={"token": "RT1-sandbox"}).status_code == 401
    assert http.post(
        path, json={"token": "RT1-sandbox"}, auth=("qb-sandbox-other", "qb-sandbox-other-secret")
    ).json() == {"error": "invalid_grant"}
    for body in (b"", b"[]", b'{"token": 7}'):
        assert http.post(path, content=body, auth=mine).status_code == 400
    answer = http.post(path, json={"token": "RT1-sandbox"}, auth=mine)
    assert (answer.status_code, answer.content) == (200, b"")
