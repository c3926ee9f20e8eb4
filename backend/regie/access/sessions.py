"""Session tokens and their cookies: made by the server only, kept hashed, ended by idleness or age."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta

from starlette.requests import Request
from starlette.responses import Response

from regie.access.csrf import COOKIE as CSRF_COOKIE
from regie.access.csrf import csrf_token

IDLE = timedelta(hours=8)
ABSOLUTE = timedelta(days=14)
# A session is touched at most this often, so that reading does not mean writing.
TOUCH_EVERY = timedelta(minutes=5)
# How long a browser is no stranger's after the last sign-in in it.
KNOWN_FOR = timedelta(days=180)


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_session_token() -> str:
    return f"s.{secrets.token_urlsafe(32)}"


def new_guest_token(secret: str) -> str:
    """A token for a visitor who is not signed in: ours by its signature, so no row is needed."""
    nonce = secrets.token_urlsafe(24)
    return f"g.{nonce}.{_sign(secret, nonce)}"


def is_own_token(secret: str, token: str) -> bool:
    """A guest token that we signed, or a token that looks like a session's (its row decides)."""
    kind, _, rest = token.partition(".")
    if kind == "s":
        return 20 <= len(rest) <= 100
    nonce, _, signature = rest.partition(".")
    return kind == "g" and hmac.compare_digest(signature.encode(), _sign(secret, nonce).encode())


def is_guest_token(token: str) -> bool:
    return token.startswith("g.")


def _sign(secret: str, nonce: str) -> str:
    return hmac.new(secret.encode(), f"guest:{nonce}".encode(), hashlib.sha256).hexdigest()[:32]


def is_alive(created_at: datetime, seen_at: datetime, now: datetime, *, remember: bool) -> bool:
    """Idle 8 h (not counted when the person asked to be remembered), 14 days in all."""
    return now - created_at < ABSOLUTE and (remember or now - seen_at < IDLE)


class SessionCookies:
    """The names and flags of the cookies: `__Host-` over https, a plain name on http://localhost."""

    def __init__(self, secret: str, *, is_secure: bool) -> None:
        self._secret = secret
        self._is_secure = is_secure
        prefix = "__Host-" if is_secure else ""
        self.name = f"{prefix}regie_session"
        self.known_name = f"{prefix}regie_known"

    def read(self, request: Request) -> str | None:
        """The session's token; None when the cookie is missing or not one of ours."""
        token = request.cookies.get(self.name, "")
        return token if is_own_token(self._secret, token) else None

    def read_known(self, request: Request) -> str:
        return request.cookies.get(self.known_name, "")

    def write_known(self, response: Response, known: str) -> None:
        """Opens nothing: it only tells this browser from a stranger's."""
        age = int(KNOWN_FOR.total_seconds())
        response.set_cookie(
            self.known_name, known, max_age=age, path="/", secure=self._is_secure, httponly=True, samesite="lax"
        )

    def write(self, response: Response, token: str, *, remember: bool = False) -> None:
        age = int(ABSOLUTE.total_seconds()) if remember else None
        response.set_cookie(
            self.name, token, max_age=age, path="/", secure=self._is_secure, httponly=True, samesite="lax"
        )
        self.write_csrf(response, token, age)

    def write_csrf(self, response: Response, token: str, age: int | None = None) -> None:
        """Only the token that pages echo: the session's own cookie stays as it is, remembered or not."""
        response.set_cookie(
            CSRF_COOKIE,
            csrf_token(self._secret, token),
            max_age=age,
            path="/",
            secure=self._is_secure,
            httponly=False,
            samesite="lax",
        )
