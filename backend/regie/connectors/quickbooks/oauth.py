"""QuickBooks' OAuth: builds the consent address, exchanges codes and refresh tokens for token pairs, revokes consent.

Callers must commit a new pair before they use it.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, Self
from urllib.parse import quote, urlencode, urlsplit

from regie.connectors.errors import AccessDenied, MalformedResponse, ServiceError
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.quickbooks.shapes import SERVICE
from regie.connectors.responses import ServiceResponse, explain_status, response_error
from regie.connectors.settings import QuickbooksSettings

_DEFAULT_ACCESS_SECONDS = 3_600
_DEFAULT_REFRESH_SECONDS = 8_640_000
_SCOPE = "com.intuit.quickbooks.accounting"  # no read-only scope exists


class TokenSource(Protocol):
    """Stores the pair. `refresh` takes the refused access token. Under one lock, it reads the stored pair again:
    it returns a token that already replaced the refused one, else it renews, commits and returns the new token.
    """

    def access_token(self) -> str: ...

    def refresh(self, stale_token: str) -> str: ...


@dataclass(frozen=True, slots=True)
class TokenPair:
    """Each renewal extends `refresh_expires_at`; none extends `hard_expires_at`."""

    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    access_expires_at: datetime
    refresh_expires_at: datetime
    hard_expires_at: datetime | None


class QuickbooksOAuth:
    def __init__(self, settings: QuickbooksSettings, options: HttpOptions | None = None) -> None:
        self._settings = settings
        self._options = options or HttpOptions()
        self._gateway = self._gateway_to(settings.token_url, _explain)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def authorization_url(self, state: str, redirect_uri: str) -> str:
        """The consent page; it redirects to `redirect_uri` with code, state and realmId."""
        authorize_url = self._settings.authorize_url
        parts = urlsplit(authorize_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise AccessDenied(SERVICE, "configuration", "the consent page's address must be an http(s) address")
        params = {
            "client_id": self._settings.client_id,
            "response_type": "code",
            "scope": _SCOPE,
            "redirect_uri": redirect_uri,
            "state": state,
        }
        return f"{authorize_url}?{urlencode(params, quote_via=quote)}"

    def exchange(self, code: str, redirect_uri: str) -> TokenPair:
        """The first pair of a consent; the code works once."""
        return self._request_pair({"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri})

    def refresh(self, refresh_token: str) -> TokenPair:
        """Never retried: a second call with the old token could end the consent."""
        return self._request_pair({"grant_type": "refresh_token", "refresh_token": refresh_token})

    def revoke(self, refresh_token: str) -> None:
        """Ends the consent; ignores a token that is already invalid."""
        with closing(self._gateway_to(self._settings.revoke_url, _explain_revocation)) as gateway:
            gateway.post_once("", {"token": refresh_token})

    def _gateway_to(self, url: str, explain: Callable[[ServiceResponse], ServiceError | None]) -> Gateway:
        """A gateway to this one address, and no other on its host."""
        rules = ServiceRules(
            name=SERVICE,
            allowed=(("POST", re.compile("")),),
            explain=explain,
            request_id_headers=("intuit_tid",),
            retry_statuses=frozenset(),
            in_flight=1,
            rate_limits=(),
            headers={"x-include-refresh-token-hard-expires-in": "true"},
        )
        basic = b64encode(f"{self._settings.client_id}:{self._settings.client_secret}".encode()).decode()
        return Gateway(rules, url, FixedCredential(f"Basic {basic}"), self._options)

    def _request_pair(self, form: dict[str, str]) -> TokenPair:
        document = self._gateway.post_form("", form)
        access_token, refresh_token = _token(document, "access_token"), _token(document, "refresh_token")
        now = datetime.fromtimestamp(self._options.clock.wall(), UTC)
        hard = _seconds(document, "x_refresh_token_hard_expires_in", 0)
        return TokenPair(
            access_token=access_token,
            refresh_token=refresh_token,
            access_expires_at=now + timedelta(seconds=_seconds(document, "expires_in", _DEFAULT_ACCESS_SECONDS)),
            refresh_expires_at=now
            + timedelta(seconds=_seconds(document, "x_refresh_token_expires_in", _DEFAULT_REFRESH_SECONDS)),
            hard_expires_at=now + timedelta(seconds=hard) if hard else None,
        )


def _token(document: Any, key: str) -> str:
    value = document.get(key) if isinstance(document, dict) else None
    if not isinstance(value, str) or not value:
        raise MalformedResponse(SERVICE, "wrong_shape", f"a token response without {key}")
    return value


def _seconds(document: dict[str, Any], key: str, default: int) -> int:
    """A lifetime in seconds; the documented default when invalid, so that a renewed token is not lost."""
    value = document.get(key)
    return value if isinstance(value, int) and 0 < value < 10**9 else default


def _explain(response: ServiceResponse) -> ServiceError | None:
    document = response.document if isinstance(response.document, dict) else {}
    reason = str(document.get("error") or "")
    if response.status == 400 and reason == "invalid_grant":
        return response_error(AccessDenied, SERVICE, "reconnect", response)
    if response.status in (400, 401) and reason in ("invalid_client", "unauthorized_client"):
        return response_error(AccessDenied, SERVICE, "configuration", response, reason)
    return explain_status(SERVICE, response, reason)


def _explain_revocation(response: ServiceResponse) -> ServiceError | None:
    error = None if response.is_success else _explain(response)
    return None if error is not None and error.code == "reconnect" else error
