"""Who signed in in a browser before, kept in a signed cookie: a stranger who fills the shared limits locks nobody out.

The cookie opens nothing, and names nobody: an account is a signature over its address and the browser's own number.
"""

import hashlib
import hmac
import re
import secrets

_COOKIE = re.compile(r"k\.[A-Za-z0-9_-]{22}(\.[0-9a-f]{32}){1,5}")
# People who share a browser; the one who was not here for longest is forgotten first.
_MOST = 5


def is_known(secret: str, known: str, account: str) -> bool:
    number, signatures = _read(known)
    right = _sign(secret, number, account)
    return any(hmac.compare_digest(signature, right) for signature in signatures)


def add_account(secret: str, known: str, account: str) -> str:
    """The cookie of this browser, now that the account signed in in it."""
    number, signatures = _read(known)
    own = [one for one in signatures if one != _sign(secret, number, account)]
    kept = [*own, _sign(secret, number, account)][-_MOST:]
    return ".".join(("k", number, *kept))


def _read(known: str) -> tuple[str, list[str]]:
    """The browser's number and its accounts; a new number where it has none."""
    if not _COOKIE.fullmatch(known):
        return secrets.token_urlsafe(16), []
    _, number, *signatures = known.split(".")
    return number, signatures


def _sign(secret: str, number: str, account: str) -> str:
    plain = account.strip().lower()
    return hmac.new(secret.encode(), f"known\0{number}\0{plain}".encode(), hashlib.sha256).hexdigest()[:32]
