"""CSRF protection: an HMAC bound to the session, stored in a cookie and echoed in a header."""

import hashlib
import hmac
from collections.abc import Collection

from starlette.requests import Request

from regie.core.api.errors import PageExpired

COOKIE = "XSRF-TOKEN"
HEADER = "x-xsrf-token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# The content types that another site's form can send; routes with a form accept the last one.
_FORM_WITH_FILES = "multipart/form-data"
_FORM_TYPES = ("application/x-www-form-urlencoded", "text/plain", _FORM_WITH_FILES)


def csrf_token(secret: str, session_token: str) -> str:
    return hmac.new(secret.encode(), f"csrf:{session_token}".encode(), hashlib.sha256).hexdigest()


def require_csrf_token(
    request: Request,
    *,
    secret: str,
    origin: str,
    session_token: str | None,
    takes_form: bool = False,
    web_origins: Collection[str] = (),
) -> None:
    """Raise PageExpired unless header, cookie, session and origin agree.

    Accepted are pages of `origin`, and those of `web_origins`, which are on the same site.

    A form's content type is refused as well, except by routes that take files: there the header proves that no
    form of another site sent the request.
    """
    if request.method in SAFE_METHODS:
        return
    sent = request.headers.get(HEADER, "")
    stored = request.cookies.get(COOKIE, "")
    expected = csrf_token(secret, session_token) if session_token else ""
    agree = bool(expected) and _equal(sent, expected) and _equal(stored, expected)
    if not agree or not _comes_from(request, origin, web_origins) or _is_form(request, takes_form=takes_form):
        raise PageExpired


def _is_form(request: Request, *, takes_form: bool) -> bool:
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    return kind in _FORM_TYPES and not (takes_form and kind == _FORM_WITH_FILES)


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _comes_from(request: Request, origin: str, web_origins: Collection[str]) -> bool:
    site = request.headers.get("sec-fetch-site")
    named = request.headers.get("origin")
    if named in web_origins:
        return site in (None, "same-site")
    return (site in (None, "same-origin")) and (named is None or named == origin)
