"""The token that proves a request came from our own page: an HMAC bound to the session, echoed in a header."""

import hashlib
import hmac

from starlette.requests import Request

from regie.core.api.errors import PageExpired

COOKIE = "XSRF-TOKEN"
HEADER = "x-xsrf-token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# What a page of someone else's can send by a form alone; the last one brings files, where a route takes them.
_FORM_WITH_FILES = "multipart/form-data"
_FORM_TYPES = ("application/x-www-form-urlencoded", "text/plain", _FORM_WITH_FILES)


def csrf_token(secret: str, session_token: str) -> str:
    return hmac.new(secret.encode(), f"csrf:{session_token}".encode(), hashlib.sha256).hexdigest()


def require_own_page(
    request: Request, *, secret: str, origin: str, session_token: str | None, takes_form: bool = False
) -> None:
    """PageExpired unless header, cookie, session and origin all agree; and for a form's body, which we never send but
    with a file: there the header alone shows that no form of someone else's has sent it.
    """
    if request.method in SAFE_METHODS:
        return
    sent = request.headers.get(HEADER, "")
    kept = request.cookies.get(COOKIE, "")
    right = csrf_token(secret, session_token) if session_token else ""
    agree = bool(right) and _equal(sent, right) and _equal(kept, right)
    if not agree or not _comes_from(request, origin) or _is_form(request, takes_form=takes_form):
        raise PageExpired


def _is_form(request: Request, *, takes_form: bool) -> bool:
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    return kind in _FORM_TYPES and not (takes_form and kind == _FORM_WITH_FILES)


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _comes_from(request: Request, origin: str) -> bool:
    site = request.headers.get("sec-fetch-site")
    named = request.headers.get("origin")
    return (site in (None, "same-origin")) and (named is None or named == origin)
