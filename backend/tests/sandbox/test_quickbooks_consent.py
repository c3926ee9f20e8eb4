"""QuickBooks' consent page as a person meets it: honest about who asks, and never sending anybody astray."""

import httpx
import pytest

from tests.sandbox.callers import Control
from tests.sandbox.google_browser import Page, come_back, press

PAGE = "/quickbooks-appcenter/connect/oauth2"
HOME = "http://localhost:8123/admin/connections"
ASKED = {
    "client_id": "qb-sandbox-client",
    "response_type": "code",
    "scope": "com.intuit.quickbooks.accounting",
    "redirect_uri": HOME,
    "state": 's<"1">',
}


def consent_page(http: httpx.Client, language: str = "en", **changed: str) -> Page:
    answer = http.get(PAGE, params={**ASKED, **changed}, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return Page(answer.text)


@pytest.mark.parametrize(
    ("wanted", "language", "connect"),
    [("en-CA", "en", "Connect"), ("fr-CA,en", "fr", "Relier"), ("de", "en", "Connect")],
)
def test_the_page_works_without_scripts_in_both_languages(
    http: httpx.Client, wanted: str, language: str, connect: str
) -> None:
    page = consent_page(http, wanted)
    assert (page.language, page.has_scripts, page.hidden) == (language, False, ASKED)
    assert connect in page.buttons


def test_Q6_the_company_is_told_only_on_the_way_back(http: httpx.Client) -> None:
    found = come_back(press(http, consent_page(http), "Connect"))
    assert found.pop("code")
    assert found == {"realmId": "9130000000000001", "state": ASKED["state"]}


def test_a_person_may_refuse(http: httpx.Client) -> None:
    assert come_back(press(http, consent_page(http), "No, thanks")) == {
        "error": "access_denied",
        "state": ASKED["state"],
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"client_id": "somebody"},
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
def test_a_wrong_request_is_told_to_the_person_and_never_sent_on(http: httpx.Client, wrong: dict[str, str]) -> None:
    asked = http.get(PAGE, params={**ASKED, **wrong}, follow_redirects=False)
    pressed = http.post(PAGE, data={**ASKED, **wrong, "connect": "1"}, follow_redirects=False)
    for answer in (asked, pressed):
        assert answer.status_code == 400
        assert "<form" not in answer.text


def test_more_addresses_can_be_registered(http: httpx.Client, control: Control) -> None:
    elsewhere = "https://regie.example/admin/connections"
    control.post("switches", {"quickbooks_redirect_uris": [elsewhere]})
    answer = press(http, consent_page(http, redirect_uri=elsewhere), "Connect")
    assert answer.headers["location"].startswith(f"{elsewhere}?code=")


def test_a_grant_that_is_none_is_refused(http: httpx.Client) -> None:
    path = "/quickbooks-oauth/oauth2/v1/tokens/bearer"
    answer = http.post(path, data={"grant_type": "password"}, auth=("qb-sandbox-client", "qb-sandbox-secret"))
    assert (answer.status_code, answer.json()) == (400, {"error": "unsupported_grant_type"})


def test_revoking_needs_the_applications_secret_and_a_token(http: httpx.Client) -> None:
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
