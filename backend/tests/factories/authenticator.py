"""Imitates a passkey: creates a credential and signs challenges as a browser's WebAuthn does."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _WITH_CREDENTIAL = 0x01, 0x04, 0x40


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """A device with one key; tests change its fields to imitate a dishonest browser."""

    site: str = "localhost"
    origin: str = "http://localhost:8000"
    counter: int = 0
    flags: int = _PRESENT | _VERIFIED
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: dict[str, Any], kind: str = "webauthn.create") -> dict[str, Any]:
        """Return the answer to `navigator.credentials.create` in its toJSON() form."""
        credential_data = len(self.credential_id).to_bytes(2, "big") + self.credential_id + self._public_key()
        data = self._data(self.flags | _WITH_CREDENTIAL) + bytes(16) + credential_data
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client(kind, options["challenge"])
        return self._answer({"clientDataJSON": base64url(client), "attestationObject": base64url(attestation)})

    def sign(self, options: dict[str, Any], kind: str = "webauthn.get") -> dict[str, Any]:
        """Return the answer to `navigator.credentials.get`; each call increments the counter."""
        self.counter += 1
        data, client = self._data(self.flags), self._client(kind, options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        sent = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._answer({name: base64url(value) for name, value in sent.items()})

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _public_key(self) -> bytes:
        point = self.key.public_key().public_numbers()
        parts = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        return cbor2.dumps(parts)

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        name = base64url(self.credential_id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}
