"""The token that proves a request came from our own page: an HMAC bound to the session, echoed in a header."""

import hashlib
import hmac

from starlette.requests import Request

from regie.core.errors import PageExpired

COOKIE = "XSRF-TOKEN"
HEADER = "x-xsrf-token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# What a page of someone else's can send by a form alone.
_FORM_TYPES = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data")


def csrf_token(secret: str, session_token: str) -> str:
    return hmac.new(secret.encode(), f"csrf:{session_token}".encode(), hashlib.sha256).hexdigest()


def require_own_page(request: Request, *, secret: str, origin: str, session_token: str | None) -> None:
    """PageExpired unless header, cookie, session and origin all agree; and for a form's body, which we never send."""
    if request.method in SAFE_METHODS:
        return
    sent = request.headers.get(HEADER, "")
    kept = request.cookies.get(COOKIE, "")
    right = csrf_token(secret, session_token) if session_token else ""
    agree = bool(right) and _equal(sent, right) and _equal(kept, right)
    if not agree or not _comes_from(request, origin) or _is_form(request):
        raise PageExpired


def _is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").split(";")[0].strip().lower() in _FORM_TYPES


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _comes_from(request: Request, origin: str) -> bool:
    site = request.headers.get("sec-fetch-site")
    named = request.headers.get("origin")
    return (site in (None, "same-origin")) and (named is None or named == origin)
