"""Signs in with Google from end to end."""

from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest

from regie.connectors.call_clock import CallClock
from regie.connectors.errors import AccessDenied
from regie.connectors.google.client import GoogleClient
from regie.connectors.google.id_token import Identity
from regie.connectors.settings import GoogleSettings
from tests.connectors.sandbox import Sandbox
from tests.sandbox.form_pages import CHALLENGE, VERIFIER, sign_in

CLIENT, SECRET = "regie-sandbox.apps.googleusercontent.com", "GOCSPX-sandbox"
REDIRECT_URI, NONCE = "http://localhost:8123/auth/login", "n-of-this-sign-in"
JOEL = "joel.lavoie@regie.example"
WELL_KNOWN = "/.well-known/openid-configuration"


def settings(url: str, **changed: str) -> GoogleSettings:
    return replace(GoogleSettings(f"{url}{WELL_KNOWN}", CLIENT, SECRET, REDIRECT_URI), **changed)


@dataclass
class SignIn:
    """A sign-in from end to end; `advance` moves the clocks of the sandbox and of the connector together."""

    sandbox: Sandbox
    google: GoogleClient
    clock: CallClock
    http: httpx.Client

    def code(self, who: str = JOEL, nonce: str = NONCE) -> str:
        url = self.google.authorization_url(state="s", nonce=nonce, code_challenge=CHALLENGE, locale="fr-ca")
        return sign_in(self.http, url, who)["code"]

    def identity(self, who: str = JOEL, kind: str | None = None, **token_changes: Any) -> Identity:
        if kind or token_changes:
            self.sandbox.post("/google/id-token", **({"kind": kind} if kind else token_changes))
        return self.google.identify(self.code(who), code_verifier=VERIFIER, nonce=NONCE)

    def refusal_detail(self, kind: str | None = None, **token_changes: Any) -> str:
        with pytest.raises(AccessDenied) as caught:
            self.identity(kind=kind, **token_changes)
        assert caught.value.code == "id_token"
        return caught.value.detail

    def advance(self, seconds: float) -> None:
        self.clock.sleep(seconds)

    def count_requests(self, path: str) -> int:
        return len([entry for entry in self.sandbox.requests("google") if entry["path"] == f"/google{path}"])
