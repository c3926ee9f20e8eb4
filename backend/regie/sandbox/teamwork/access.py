"""Checks Teamwork's API keys and rate limit, and builds its error responses."""

from base64 import b64decode
from binascii import Error as NotBase64
from secrets import token_hex

from starlette.requests import Request
from starlette.responses import Response

from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.state import SandboxState

KEY = "twk_sandbox"
KEY_WITHOUT_RATES = "twk_sandbox_limited"
_MINUTE = 60_000


def error_reply(status: int, detail: str, title: str = "unexpected error") -> Response:
    return json_reply({"errors": [{"id": token_hex(8), "title": title, "detail": detail}]}, status)


def make_refusal(status: int, detail: str) -> Refusal:
    return Refusal(error_reply(status, detail, "Bad request" if status == 400 else "unexpected error"))


def unauthorized() -> Response:
    return error_reply(401, "401: Not authorized")


def read_key(request: Request) -> str | None:
    """Return the API key, from Basic's user name (with any password) or Bearer."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() != "basic":
        return None
    try:
        return b64decode(value, validate=True).decode().partition(":")[0]
    except (NotBase64, UnicodeDecodeError):
        return None


def check_access(state: SandboxState, request: Request) -> dict[str, str]:
    """Return the rate headers of the response; raise Refusal for a wrong key or a full limit."""
    if read_key(request) not in (KEY, KEY_WITHOUT_RATES):
        raise Refusal(unauthorized())
    limit, now = state.limits.teamwork_per_minute, state.clock.now()
    window = state.window("teamwork", _MINUTE)
    is_allowed = window.take(limit, now)
    if limit is None:
        return {}
    seconds_until_free = max(1, -(-window.ms_until_free(now) // 1000))
    reset = now // 1000 + seconds_until_free if state.switches.teamwork_reset_as_epoch else seconds_until_free
    headers = {
        "X-Rate-Limit-Limit": str(limit),
        "X-Rate-Limit-Remaining": str(max(0, limit - window.used(now))),
        "X-Rate-Limit-Reset": str(reset),
    }
    if not is_allowed:
        raise Refusal(Response("Too Many Requests", 429, headers=headers, media_type="text/plain"))
    return headers


def can_read_rates(request: Request) -> bool:
    return read_key(request) == KEY
