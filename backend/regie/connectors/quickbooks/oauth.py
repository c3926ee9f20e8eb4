"""Exchanges a refresh token for the next pair; whoever stores the pair must commit it before using it."""

import re
from base64 import b64encode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol, Self

from regie.connectors.answers import Answer, answer_error, explain_status
from regie.connectors.errors import Nonsense, OutsideError, Refused
from regie.connectors.http import FixedCredential, Gateway, HttpOptions, ServiceRules
from regie.connectors.quickbooks.shapes import SERVICE
from regie.connectors.settings import QuickbooksSettings

_ACCESS_S = 3_600
_REFRESH_S = 8_640_000


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
        self._options = options or HttpOptions()
        rules = ServiceRules(
            name=SERVICE,
            allowed=(("POST", re.compile("")),),
            explain=_explain,
            request_id_headers=("intuit_tid",),
            repeat_statuses=frozenset(),
            in_flight=1,
            windows=(),
            headers={"x-include-refresh-token-hard-expires-in": "true"},
        )
        basic = b64encode(f"{settings.client_id}:{settings.client_secret}".encode()).decode()
        self._gateway = Gateway(rules, settings.token_url, FixedCredential(f"Basic {basic}"), self._options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._gateway.close()

    def refresh(self, refresh_token: str) -> TokenPair:
        """Asked once only: a second try with the old value could end the connection."""
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        document = self._gateway.post_form("", form)
        access_token, next_refresh_token = _token(document, "access_token"), _token(document, "refresh_token")
        now = datetime.fromtimestamp(self._options.clock.wall(), UTC)
        hard = _seconds(document, "x_refresh_token_hard_expires_in", 0)
        return TokenPair(
            access_token=access_token,
            refresh_token=next_refresh_token,
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
        return answer_error(Refused, SERVICE, "reconnect", answer, "the refresh token is no longer accepted")
    if answer.status in (400, 401) and reason in ("invalid_client", "unauthorized_client"):
        return answer_error(Refused, SERVICE, "configuration", answer, reason)
    return explain_status(SERVICE, answer, reason)
