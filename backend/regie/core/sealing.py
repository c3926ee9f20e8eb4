"""Encryption at rest for what must be read again: each purpose with a key of its own, derived from the secret."""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class SealedBox:
    """Seals and opens; what was sealed with another secret or for another purpose does not open."""

    def __init__(self, secret: str, purpose: str) -> None:
        key = HKDF(SHA256(), 32, salt=None, info=f"regie {purpose}".encode()).derive(secret.encode())
        self._fernet = Fernet(base64.urlsafe_b64encode(key))

    def seal(self, content: bytes) -> bytes:
        return self._fernet.encrypt(content)

    def open(self, sealed: bytes) -> bytes | None:
        try:
            return self._fernet.decrypt(sealed)
        except InvalidToken:
            return None
