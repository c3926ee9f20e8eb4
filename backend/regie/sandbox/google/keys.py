"""The keys that sign: two published at any time, the next ones to come, and one that never was published."""

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


class Key:
    """`kid` follows from the key: a sandbox started anew has new keys, and a cached one must not pass for them."""

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


class Keys:
    """Keys are made when they are first needed, and kept over a reset: making them takes time."""

    def __init__(self) -> None:
        self._made: list[Key] = []
        self._stranger: Key | None = None
        self._rotations = 0

    def reset(self) -> None:
        self._rotations = 0

    def rotate(self, times: int = 1) -> None:
        """Once: the next key, published already, signs. Twice: one that nobody can have cached."""
        self._rotations += times

    def published(self) -> list[Key]:
        until = self._rotations + _PUBLISHED
        while len(self._made) < until:
            self._made.append(Key())
        return self._made[self._rotations : until]

    def signing(self) -> Key:
        return self.published()[0]

    def stranger(self) -> Key:
        """A good key that was never in the set."""
        if self._stranger is None:
            self._stranger = Key()
        return self._stranger

    def document(self) -> dict[str, Any]:
        return {"keys": [key.jwk() for key in self.published()]}


def encoded(part: dict[str, Any]) -> str:
    return base64url(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())
