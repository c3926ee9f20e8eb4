"""Who may call Teamwork and how often, and what it says when they may not."""

from base64 import b64decode
from binascii import Error as NotBase64
from secrets import token_hex

from starlette.requests import Request
from starlette.responses import Response

from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.room import Room

KEY = "twk_sandbox"
KEY_WITHOUT_RATES = "twk_sandbox_limited"
_MINUTE = 60_000


def error(status: int, detail: str, title: str = "unexpected error") -> Response:
    return json_reply({"errors": [{"id": token_hex(8), "title": title, "detail": detail}]}, status)


def refuse(status: int, detail: str) -> Refusal:
    return Refusal(error(status, detail, "Bad request" if status == 400 else "unexpected error"))


def unauthorised() -> Response:
    return error(401, "401: Not authorized")


def key_of(request: Request) -> str | None:
    """The API key, as the user name of Basic with any password, or as Bearer."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() != "basic":
        return None
    try:
        return b64decode(value, validate=True).decode().partition(":")[0]
    except (NotBase64, UnicodeDecodeError):
        return None


def admit(room: Room, request: Request) -> dict[str, str]:
    """The rate headers of the answer; raises the refusal of a stranger or of one call too many."""
    if key_of(request) not in (KEY, KEY_WITHOUT_RATES):
        raise Refusal(unauthorised())
    limit, now = room.limits.teamwork_per_minute, room.clock.now()
    window = room.window("teamwork", _MINUTE)
    is_allowed = window.take(limit, now)
    if limit is None:
        return {}
    frees_in = max(1, -(-window.frees_in(now) // 1000))
    reset = now // 1000 + frees_in if room.switches.teamwork_reset_as_epoch else frees_in
    headers = {
        "X-Rate-Limit-Limit": str(limit),
        "X-Rate-Limit-Remaining": str(max(0, limit - window.used(now))),
        "X-Rate-Limit-Reset": str(reset),
    }
    if not is_allowed:
        raise Refusal(Response("Too Many Requests", 429, headers=headers, media_type="text/plain"))
    return headers


def sees_rates(request: Request) -> bool:
    return key_of(request) == KEY
