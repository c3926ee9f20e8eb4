"""Encrypts stored secrets: each purpose has its own key, derived from the application's secret."""

import base64
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class SealedBox:
    """Seals with `secret`; also opens what a `former` secret sealed."""

    def __init__(self, secret: str, purpose: str, former: Sequence[str] = ()) -> None:
        self._fernet = MultiFernet([_fernet(one, purpose) for one in (secret, *former)])

    def seal(self, content: bytes) -> bytes:
        return self._fernet.encrypt(content)

    def open(self, sealed: bytes) -> bytes | None:
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            return None

    def reseal(self, sealed: bytes) -> bytes | None:
        """Seal the content again with the current secret; None when no known secret opens it."""
        content = self.open(sealed)
        return None if content is None else self.seal(content)


def _fernet(secret: str, purpose: str) -> Fernet:
    key = HKDF(SHA256(), 32, salt=None, info=f"regie {purpose}".encode()).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
