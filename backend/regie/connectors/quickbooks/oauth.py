"""QuickBooks' OAuth: consent, its code and refresh tokens for the next pair, and the end of it.

Whoever stores a pair must commit it before using it.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, Self
from urllib.parse import quote, urlencode, urlsplit

from regie.connectors.answers import Answer, answer_error, explain_status
from regie.connectors.errors import Nonsense, OutsideError, Refused
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.quickbooks.shapes import SERVICE
from regie.connectors.settings import QuickbooksSettings

_ACCESS_S = 3_600
_REFRESH_S = 8_640_000
_SCOPE = "com.intuit.quickbooks.accounting"  # there is none that only reads


class TokenSource(Protocol):
    """Keeps the pair. `refresh` gets the access token that was refused: under one lock it re-reads what is
    stored, gives that if the stale one has been replaced already, and otherwise renews, commits, then gives.
    """

    def access_token(self) -> str: ...

    def refresh(self, stale_token: str) -> str: ...


@dataclass(frozen=True, slots=True)
class TokenPair:
    """`refresh_expires_at` moves with every renewal; `hard_expires_at` is the cap that no renewal moves."""

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
        """Where somebody consents; they come back to `redirect_uri` with code, state and realmId."""
        address = self._settings.authorize_url
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise Refused(SERVICE, "configuration", "the consent page's address must be an http(s) address")
        asked = {
            "client_id": self._settings.client_id,
            "response_type": "code",
            "scope": _SCOPE,
            "redirect_uri": redirect_uri,
            "state": state,
        }
        return f"{address}?{urlencode(asked, quote_via=quote)}"

    def exchange(self, code: str, redirect_uri: str) -> TokenPair:
        """The first pair of a consent; the code is worth nothing afterwards."""
        return self._pair({"grant_type": "authorization_code", "code": code, "redirect_uri": redirect_uri})

    def refresh(self, refresh_token: str) -> TokenPair:
        """Asked once only: a second try with the old value could end the connection."""
        return self._pair({"grant_type": "refresh_token", "refresh_token": refresh_token})

    def revoke(self, refresh_token: str) -> None:
        """Ends the consent; a token that is dead already is no error."""
        with closing(self._gateway_to(self._settings.revoke_url, _explain_revocation)) as gateway:
            gateway.post_once("", {"token": refresh_token})

    def _gateway_to(self, url: str, explain: Callable[[Answer], OutsideError | None]) -> Gateway:
        """A way to this one address, and to no other on its host."""
        rules = ServiceRules(
            name=SERVICE,
            allowed=(("POST", re.compile("")),),
            explain=explain,
            request_id_headers=("intuit_tid",),
            repeat_statuses=frozenset(),
            in_flight=1,
            windows=(),
            headers={"x-include-refresh-token-hard-expires-in": "true"},
        )
        basic = b64encode(f"{self._settings.client_id}:{self._settings.client_secret}".encode()).decode()
        return Gateway(rules, url, FixedCredential(f"Basic {basic}"), self._options)

    def _pair(self, form: dict[str, str]) -> TokenPair:
        document = self._gateway.post_form("", form)
        access_token, refresh_token = _token(document, "access_token"), _token(document, "refresh_token")
        now = datetime.fromtimestamp(self._options.clock.wall(), UTC)
        hard = _seconds(document, "x_refresh_token_hard_expires_in", 0)
        return TokenPair(
            access_token=access_token,
            refresh_token=refresh_token,
            access_expires_at=now + timedelta(seconds=_seconds(document, "expires_in", _ACCESS_S)),
            refresh_expires_at=now + timedelta(seconds=_seconds(document, "x_refresh_token_expires_in", _REFRESH_S)),
            hard_expires_at=now + timedelta(seconds=hard) if hard else None,
        )


def _token(document: Any, key: str) -> str:
    value = document.get(key) if isinstance(document, dict) else None
    if not isinstance(value, str) or not value:
        raise Nonsense(SERVICE, "wrong_shape", f"a token answer without {key}")
    return value


def _seconds(document: dict[str, Any], key: str, unset: int) -> int:
    """A broken lifetime is no reason to lose a renewed token: the documented one stands in."""
    value = document.get(key)
    return value if isinstance(value, int) and 0 < value < 10**9 else unset


def _explain(answer: Answer) -> OutsideError | None:
    document = answer.document if isinstance(answer.document, dict) else {}
    reason = str(document.get("error") or "")
    if answer.status == 400 and reason == "invalid_grant":
        return answer_error(Refused, SERVICE, "reconnect", answer)
    if answer.status in (400, 401) and reason in ("invalid_client", "unauthorized_client"):
        return answer_error(Refused, SERVICE, "configuration", answer, reason)
    return explain_status(SERVICE, answer, reason)


def _explain_revocation(answer: Answer) -> OutsideError | None:
    error = None if answer.is_success else _explain(answer)
    return None if error is not None and error.code == "reconnect" else error
