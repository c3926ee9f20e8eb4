"""Remembers which accounts signed in in a browser, in a signed cookie: they are exempt from the shared limits.

An attacker who exhausts a shared limit therefore locks no known user out. The cookie grants no access and reveals no
account: it contains a signature over each address and the browser's own random number.
"""

import hashlib
import hmac
import re
import secrets

_COOKIE = re.compile(r"k\.[A-Za-z0-9_-]{22}(\.[0-9a-f]{32}){1,5}")
# The oldest account is dropped first.
_MAX_ACCOUNTS = 5


def signing_key(secret: str, restore_id: str) -> str:
    """Return the key of a database: a restored copy has another one, so it knows no earlier browser."""
    return f"{secret}\0{restore_id}" if restore_id else secret


def is_known(key: str, cookie: str, account: str) -> bool:
    number, signatures = _read(cookie)
    expected = _sign(key, number, account)
    return any(hmac.compare_digest(signature, expected) for signature in signatures)


def add_account(key: str, cookie: str, account: str) -> str:
    """Return the browser's cookie with this account added."""
    number, signatures = _read(cookie)
    others = [one for one in signatures if one != _sign(key, number, account)]
    signatures = [*others, _sign(key, number, account)][-_MAX_ACCOUNTS:]
    return ".".join(("k", number, *signatures))


def _read(cookie: str) -> tuple[str, list[str]]:
    """Return the browser's number and signatures; a new number for an invalid cookie."""
    if not _COOKIE.fullmatch(cookie):
        return secrets.token_urlsafe(16), []
    _, number, *signatures = cookie.split(".")
    return number, signatures


def _sign(key: str, number: str, account: str) -> str:
    plain = account.strip().lower()
    return hmac.new(key.encode(), f"known\0{number}\0{plain}".encode(), hashlib.sha256).hexdigest()[:32]
