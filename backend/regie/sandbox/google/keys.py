"""Signing keys: two published at any time, later ones after rotations, and one that is never published."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha1
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

_PUBLISHED = 2


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def _number(value: int) -> str:
    return base64url(value.to_bytes((value.bit_length() + 7) // 8, "big"))


class SigningKey:
    """A signing key; `kid` derives from it, so that a key cached before a restart never matches a new one."""

    def __init__(self) -> None:
        self._private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        numbers = self._private.public_key().public_numbers()
        self.n, self.e = _number(numbers.n), _number(numbers.e)
        self.kid = sha1(self.n.encode(), usedforsecurity=False).hexdigest()

    def sign(self, content: bytes, alg: str = "RS256") -> bytes:
        return self._private.sign(content, padding.PKCS1v15(), hashes.SHA512() if alg == "RS512" else hashes.SHA256())

    def public_pem(self) -> bytes:
        return self._private.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    def jwk(self) -> dict[str, str]:
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.kid, "n": self.n, "e": self.e}


class KeySet:
    """The keys, created on first use and retained across resets, because creating them is slow."""

    def __init__(self) -> None:
        self._created: list[SigningKey] = []
        self._unpublished_key: SigningKey | None = None
        self._rotations = 0

    def reset(self) -> None:
        self._rotations = 0

    def rotate(self, times: int = 1) -> None:
        """Rotate: once, the next published key signs; twice, one that no client can have cached."""
        self._rotations += times

    def published(self) -> list[SigningKey]:
        end = self._rotations + _PUBLISHED
        while len(self._created) < end:
            self._created.append(SigningKey())
        return self._created[self._rotations : end]

    def signing(self) -> SigningKey:
        return self.published()[0]

    def unpublished_key(self) -> SigningKey:
        """Return a valid key that was never in the published set."""
        if self._unpublished_key is None:
            self._unpublished_key = SigningKey()
        return self._unpublished_key

    def document(self) -> dict[str, Any]:
        return {"keys": [key.jwk() for key in self.published()]}


def encode_part(part: dict[str, Any]) -> str:
    return base64url(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())
