"""Encryption at rest for what must be read again: each purpose with a key of its own, derived from the secret."""

import base64
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class SealedBox:
    """Seals with `secret`, and opens also what a `former` one sealed, until that is sealed anew; nothing else opens."""

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
        """The same content under the present secret; None when no secret that is known opens it."""
        content = self.open(sealed)
        return None if content is None else self.seal(content)


def _fernet(secret: str, purpose: str) -> Fernet:
    key = HKDF(SHA256(), 32, salt=None, info=f"regie {purpose}".encode()).derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
