"""QuickBooks' tokens: renewed once, never asked for twice, never shown."""

from datetime import UTC, datetime, timedelta

import pytest

from regie.connectors.errors import (
    Nonsense,
    OutsideError,
    RateLimited,
    Refused,
    Unavailable,
)
from regie.connectors.http import HttpOptions
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.quickbooks.oauth import QuickbooksOAuth
from regie.connectors.settings import QuickbooksSettings
from tests.connectors.false_time import FalseTime
from tests.connectors.kept_tokens import KeptTokens
from tests.connectors.scripted_server import Said, ScriptedServer

EXPIRED = {
    "warnings": None,
    "fault": {"error": [{"message": "AuthenticationFailed", "code": "003200"}], "type": "AUTHENTICATION"},
}


def test_an_expired_token_is_renewed_once_and_used(
    server: ScriptedServer, quickbooks: QuickbooksClient, tokens: KeptTokens
) -> None:
    server.answer = lambda request: (
        Said(401, EXPIRED)
        if request.headers["authorization"] == "Bearer at-1"
        else Said(body={"QueryResponse": {"totalCount": 2}})
    )
    assert quickbooks.count("Invoice") == 2
    assert tokens.stale == ["at-1"]
    assert len(server.requests) == 2


def test_a_second_refusal_is_final(server: ScriptedServer, quickbooks: QuickbooksClient, tokens: KeptTokens) -> None:
    server.script = [Said(401, EXPIRED)]
    with pytest.raises(Refused) as caught:
        quickbooks.count("Invoice")
    assert (caught.value.code, tokens.stale, len(server.requests)) == ("unauthorised", ["at-1"], 2)


def test_a_refresh_gives_the_next_pair(
    server: ScriptedServer, settings: QuickbooksSettings, options: HttpOptions, time_apart: FalseTime
) -> None:
    reply = {"access_token": "at-2", "refresh_token": "RT1-next", "expires_in": 3600}
    lives = {"x_refresh_token_expires_in": 8_640_000, "x_refresh_token_hard_expires_in": 9_000_000}
    server.script = [Said(body={**reply, **lives})]
    with QuickbooksOAuth(settings, options) as oauth:
        pair = oauth.refresh("RT1-first")
    now = datetime.fromtimestamp(time_apart.now, UTC)
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
    ("said", "kind", "code"),
    [
        (Said(400, {"error": "invalid_grant", "error_description": "x"}), Refused, "reconnect"),
        (Said(401, {"error": "invalid_client"}), Refused, "configuration"),
        (Said(503), Unavailable, "server_error"),
        (Said(429), RateLimited, "rate_limited"),
        (Said(200, {"access_token": "at-2"}), Nonsense, "wrong_shape"),
        (Said(200, {"access_token": "", "refresh_token": "r"}), Nonsense, "wrong_shape"),
        (Said(200, "[]"), Nonsense, "wrong_shape"),
    ],
)
def test_a_failed_refresh_is_never_repeated(
    server: ScriptedServer,
    settings: QuickbooksSettings,
    options: HttpOptions,
    said: Said,
    kind: type[OutsideError],
    code: str,
) -> None:
    server.script = [said]
    with QuickbooksOAuth(settings, options) as oauth, pytest.raises(OutsideError) as caught:
        oauth.refresh("RT1-first")
    assert (type(caught.value), caught.value.code, len(server.requests)) == (kind, code, 1)


def test_a_broken_lifetime_does_not_lose_the_pair(
    server: ScriptedServer, settings: QuickbooksSettings, options: HttpOptions, time_apart: FalseTime
) -> None:
    server.script = [Said(body={"access_token": "a", "refresh_token": "r", "expires_in": "soon"})]
    with QuickbooksOAuth(settings, options) as oauth:
        pair = oauth.refresh("RT1-first")
    assert pair.access_expires_at == datetime.fromtimestamp(time_apart.now + 3600, UTC)
    assert (pair.refresh_token, pair.hard_expires_at) == ("r", None)


def test_settings_never_show_their_secrets(settings: QuickbooksSettings) -> None:
    assert "qb-secret" not in repr(settings)
