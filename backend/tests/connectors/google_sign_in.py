"""A sign-in with Google from end to end, as a test goes through it."""

from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest

from regie.connectors.clock import Clock
from regie.connectors.errors import Refused
from regie.connectors.google.client import Google
from regie.connectors.google.id_token import Identity
from regie.connectors.settings import GoogleSettings
from tests.connectors.sandbox import Sandbox
from tests.sandbox.google_browser import CHALLENGE, VERIFIER, sign_in

CLIENT, SECRET = "regie-sandbox.apps.googleusercontent.com", "GOCSPX-sandbox"
HOME, NONCE = "http://localhost:8123/auth/login", "n-of-this-sign-in"
JOEL = "joel.lavoie@regie.example"
WELL_KNOWN = "/.well-known/openid-configuration"


def settings(url: str, **changed: str) -> GoogleSettings:
    return replace(GoogleSettings(f"{url}{WELL_KNOWN}", CLIENT, SECRET, HOME), **changed)


@dataclass
class SignIn:
    """A sign-in from end to end; `wait` moves the sandbox's clock and ours together."""

    sandbox: Sandbox
    google: Google
    clock: Clock
    http: httpx.Client

    def code(self, who: str = JOEL, nonce: str = NONCE) -> str:
        url = self.google.authorization_url(state="s", nonce=nonce, code_challenge=CHALLENGE, locale="fr-ca")
        return sign_in(self.http, url, who)["code"]

    def identity(self, who: str = JOEL, kind: str | None = None, **order: Any) -> Identity:
        if kind or order:
            self.sandbox.post("/google/id-token", **({"kind": kind} if kind else order))
        return self.google.identify(self.code(who), code_verifier=VERIFIER, nonce=NONCE)

    def refusal(self, kind: str | None = None, **order: Any) -> str:
        with pytest.raises(Refused) as caught:
            self.identity(kind=kind, **order)
        assert caught.value.code == "id_token"
        return caught.value.detail

    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)

    def asked_for(self, path: str) -> int:
        return len([entry for entry in self.sandbox.requests("google") if entry["path"] == f"/google{path}"])
