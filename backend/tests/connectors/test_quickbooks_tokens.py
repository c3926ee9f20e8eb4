"""QuickBooks' tokens: renewed once, never requested twice, never shown."""

from datetime import UTC, datetime, timedelta

import pytest

from regie.connectors.errors import (
    AccessDenied,
    MalformedResponse,
    RateLimited,
    ServiceError,
    ServiceUnavailable,
)
from regie.connectors.http import HttpOptions
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.settings import QuickbooksSettings
from tests.connectors.fake_clock import FakeClock
from tests.connectors.fake_token_source import FakeTokenSource
from tests.connectors.scripted_server import Reply, ScriptedServer

EXPIRED = {
    "warnings": None,
    "fault": {"error": [{"message": "AuthenticationFailed", "code": "003200"}], "type": "AUTHENTICATION"},
}


def test_expired_token_is_renewed_once_and_used(
    server: ScriptedServer, quickbooks: QuickbooksClient, tokens: FakeTokenSource
) -> None:
    server.responder = lambda request: (
        Reply(401, EXPIRED)
        if request.headers["authorization"] == "Bearer at-1"
        else Reply(body={"QueryResponse": {"totalCount": 2}})
    )
    assert quickbooks.count("Invoice") == 2
    assert tokens.stale == ["at-1"]
    assert len(server.requests) == 2


def test_second_refusal_is_final(server: ScriptedServer, quickbooks: QuickbooksClient, tokens: FakeTokenSource) -> None:
    server.script = [Reply(401, EXPIRED)]
    with pytest.raises(AccessDenied) as caught:
        quickbooks.count("Invoice")
    assert (caught.value.code, tokens.stale, len(server.requests)) == ("unauthorised", ["at-1"], 2)


def test_refresh_returns_the_next_pair(
    server: ScriptedServer, settings: QuickbooksSettings, options: HttpOptions, fake_clock: FakeClock
) -> None:
    reply = {"access_token": "at-2", "refresh_token": "RT1-next", "expires_in": 3600}
    lifetimes = {"x_refresh_token_expires_in": 8_640_000, "x_refresh_token_hard_expires_in": 9_000_000}
    server.script = [Reply(body={**reply, **lifetimes})]
    with QuickbooksOAuth(settings, options) as oauth:
        pair = oauth.refresh("RT1-first")
    now = datetime.fromtimestamp(fake_clock.now, UTC)
    assert (pair.access_token, pair.refresh_token) == ("at-2", "RT1-next")
    assert pair.access_expires_at == now + timedelta(hours=1)
    assert pair.refresh_expires_at == now + timedelta(days=100)
    assert pair.hard_expires_at == now + timedelta(seconds=9_000_000)
    assert "RT1" not in repr(pair)
    request = server.requests[0]
    assert request.headers["authorization"].startswith("Basic ")
    assert request.headers["x-include-refresh-token-hard-expires-in"] == "true"
    assert request.body == b"grant_type=refresh_token&refresh_token=RT1-first"


@pytest.mark.parametrize(
    ("response", "kind", "code"),
    [
        (Reply(400, {"error": "invalid_grant", "error_description": "x"}), AccessDenied, "reconnect"),
        (Reply(401, {"error": "invalid_client"}), AccessDenied, "configuration"),
        (Reply(503), ServiceUnavailable, "server_error"),
        (Reply(429), RateLimited, "rate_limited"),
        (Reply(200, {"access_token": "at-2"}), MalformedResponse, "wrong_shape"),
        (Reply(200, {"access_token": "", "refresh_token": "r"}), MalformedResponse, "wrong_shape"),
        (Reply(200, "[]"), MalformedResponse, "wrong_shape"),
    ],
)
def test_failed_refresh_is_never_retried(
    server: ScriptedServer,
    settings: QuickbooksSettings,
    options: HttpOptions,
    response: Reply,
    kind: type[ServiceError],
    code: str,
) -> None:
    server.script = [response]
    with QuickbooksOAuth(settings, options) as oauth, pytest.raises(ServiceError) as caught:
        oauth.refresh("RT1-first")
    assert (type(caught.value), caught.value.code, len(server.requests)) == (kind, code, 1)


def test_invalid_lifetime_does_not_lose_the_pair(
    server: ScriptedServer, settings: QuickbooksSettings, options: HttpOptions, fake_clock: FakeClock
) -> None:
    server.script = [Reply(body={"access_token": "a", "refresh_token": "r", "expires_in": "soon"})]
    with QuickbooksOAuth(settings, options) as oauth:
        pair = oauth.refresh("RT1-first")
    assert pair.access_expires_at == datetime.fromtimestamp(fake_clock.now + 3600, UTC)
    assert (pair.refresh_token, pair.hard_expires_at) == ("r", None)


def test_repr_of_settings_hides_secrets(settings: QuickbooksSettings) -> None:
    assert "qb-secret" not in repr(settings)
