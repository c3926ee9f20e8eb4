"""Signs users in with Google: the address to visit, and the identity behind the returned code."""

import threading
from dataclasses import replace
from typing import Any, Self
from urllib.parse import quote, urlencode, urlsplit

from regie.connectors.errors import AccessDenied, MalformedResponse
from regie.connectors.google.endpoints import SERVICE, Discovery, gateway_to
from regie.connectors.google.id_token import Expected, Identity, read_id_token
from regie.connectors.google.keys import KeyRing
from regie.connectors.http import Gateway, HttpOptions
from regie.connectors.settings import GoogleSettings

_SCOPE = "openid email profile"
_MAX_BYTES = 1024 * 1024
# The user waits for the response and can try again: no retries, no pauses.
_INTERACTIVE_OPTIONS = HttpOptions(total_s=10.0)


class GoogleClient:
    """Thread-safe; one per process, so that keys and addresses are fetched once."""

    def __init__(self, settings: GoogleSettings, options: HttpOptions | None = None) -> None:
        options = options or _INTERACTIVE_OPTIONS
        self._options = replace(options, retries=0, max_bytes=min(options.max_bytes, _MAX_BYTES))
        self._settings = settings
        self._discovery = Discovery(settings.discovery_url, self._options)
        self._keys = KeyRing(self._discovery, self._options)
        self._lock = threading.Lock()
        self._token_gateway: tuple[str, Gateway] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._discovery.close()
        self._keys.close()
        if self._token_gateway is not None:
            self._token_gateway[1].close()

    def authorization_url(self, *, state: str, nonce: str, code_challenge: str, locale: str) -> str:
        """The address for the browser; `code_challenge` is S256, `locale` is such as fr-ca."""
        params = {
            "response_type": "code",
            "client_id": self._settings.client_id,
            "redirect_uri": self._settings.redirect_uri,
            "scope": _SCOPE,
            "state": state,
            "nonce": nonce,
            "code_challenge": code_challenge,
            "code_challenge_method": "S256",
            "hl": _language_tag(locale),
            "prompt": "select_account",
        }
        return f"{self._discovery.endpoints().authorization}?{urlencode(params, quote_via=quote, safe='')}"

    def identify(self, code: str, *, code_verifier: str, nonce: str) -> Identity:
        """The identity of the user who returned with `code`. The code works once; the access token is discarded.

        Raises AccessDenied with the code "invalid_grant" (a used, expired or foreign code), "id_token" (an invalid
        token) or "configuration" (our client, secret or address), and other ServiceErrors for failed calls.
        """
        if not nonce or not code_verifier:
            raise AccessDenied(SERVICE, "id_token", "no sign-in was started")
        endpoints = self._discovery.endpoints()
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self._settings.client_id,
            "client_secret": self._settings.client_secret,
            "redirect_uri": self._settings.redirect_uri,
            "code_verifier": code_verifier,
        }
        document = self._gateway_to(endpoints.token).post_form(urlsplit(endpoints.token).path, form)
        expected = Expected(endpoints, self._settings.client_id, nonce, self._options.clock.wall())
        return read_id_token(_id_token(document), self._keys, expected)

    def _gateway_to(self, token_url: str) -> Gateway:
        with self._lock:
            if self._token_gateway is None or self._token_gateway[0] != token_url:
                self._token_gateway = (token_url, gateway_to("POST", token_url, self._options))
            return self._token_gateway[1]


def _id_token(document: Any) -> str:
    token = document.get("id_token") if isinstance(document, dict) else None
    if not isinstance(token, str) or not token:
        raise MalformedResponse(SERVICE, "wrong_shape", "a token response without id_token")
    return token


def _language_tag(locale: str) -> str:
    language, _, region = locale.replace("_", "-").partition("-")
    return f"{language.lower()}-{region.upper()}" if region else language.lower()
