"""Creates session tokens and their cookies; the database stores hashes, and sessions end by idleness or age."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from regie.access.csrf import COOKIE as CSRF_COOKIE
from regie.access.csrf import csrf_token

IDLE_TIMEOUT = timedelta(hours=8)
MAX_SESSION_AGE = timedelta(days=14)
# A session's last use is written at most this often, so that most reads do not write.
TOUCH_EVERY = timedelta(minutes=5)
# How long a browser stays known after its last sign-in.
KNOWN_BROWSER_AGE = timedelta(days=180)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_session_token() -> str:
    return f"s.{secrets.token_urlsafe(32)}"


def new_guest_token(secret: str) -> str:
    """Return a signed token for a visitor who is not signed in; it needs no row."""
    nonce = secrets.token_urlsafe(24)
    return f"g.{nonce}.{_sign(secret, nonce)}"


def is_own_token(secret: str, token: str) -> bool:
    """Return whether this is a signed guest token or has the form of a session token, whose row decides."""
    kind, _, rest = token.partition(".")
    if kind == "s":
        return 20 <= len(rest) <= 100
    nonce, _, signature = rest.partition(".")
    return kind == "g" and hmac.compare_digest(signature.encode(), _sign(secret, nonce).encode())


def is_guest_token(token: str) -> bool:
    return token.startswith("g.")


def _sign(secret: str, nonce: str) -> str:
    return hmac.new(secret.encode(), f"guest:{nonce}".encode(), hashlib.sha256).hexdigest()[:32]


def is_session_active(created_at: datetime, seen_at: datetime, now: datetime, *, remember: bool) -> bool:
    """Sessions end after 8 idle hours (not when `remember`) and after 14 days in any case."""
    return now - created_at < MAX_SESSION_AGE and (remember or now - seen_at < IDLE_TIMEOUT)


class SessionCookies:
    """The names and flags of the cookies: `__Host-` over https, a plain name on http://localhost.

    With `csrf_domain`, front ends on other hosts of this domain can read the CSRF cookie.
    """

    def __init__(
        self, secret: str, former_secrets: tuple[str, ...] = (), *, is_secure: bool, csrf_domain: str = ""
    ) -> None:
        self._secret = secret
        self._secrets = (secret, *former_secrets)
        self._csrf_domain = csrf_domain
        self._is_secure = is_secure
        prefix = "__Host-" if is_secure else ""
        self.name = f"{prefix}regie_session"
        self.known_browser_name = f"{prefix}regie_known"

    def read(self, request: Request) -> str | None:
        """Return the token of the session or guest; None when the cookie is missing or invalid."""
        token = request.cookies.get(self.name, "")
        return token if any(is_own_token(secret, token) for secret in self._secrets) else None

    def read_known_browser(self, request: Request) -> str:
        return request.cookies.get(self.known_browser_name, "")

    def write_known_browser(self, response: Response, cookie: str) -> None:
        """Write the cookie of `known_browsers`; it grants no access."""
        age = int(KNOWN_BROWSER_AGE.total_seconds())
        response.set_cookie(
            self.known_browser_name,
            cookie,
            max_age=age,
            path="/",
            secure=self._is_secure,
            httponly=True,
            samesite="lax",
        )

    def write(self, response: Response, token: str, *, remember: bool = False) -> None:
        age = int(MAX_SESSION_AGE.total_seconds()) if remember else None
        response.set_cookie(
            self.name, token, max_age=age, path="/", secure=self._is_secure, httponly=True, samesite="lax"
        )
        self.write_csrf(response, token, age)

    def write_csrf(self, response: Response, token: str, age: int | None = None) -> None:
        """Write the CSRF cookie only; the session's cookie stays unchanged."""
        if self._csrf_domain:
            # A page finds the cookie of this host alone, from before the setting, first.
            response.delete_cookie(CSRF_COOKIE, path="/", secure=self._is_secure, samesite="lax")
        response.set_cookie(
            CSRF_COOKIE,
            csrf_token(self._secret, token),
            max_age=age,
            path="/",
            domain=self._csrf_domain or None,
            secure=self._is_secure,
            httponly=False,
            samesite="lax",
        )
