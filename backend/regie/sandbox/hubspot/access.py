"""Checks HubSpot's credentials, scopes and rate limits, and builds its error responses."""

from typing import Any
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response

from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.state import SandboxState

_DAY_MS, _TEN_SECONDS, _SECOND = 86_400_000, 10_000, 1_000


def error_reply(status: int, category: str, message: str, **more: Any) -> Response:
    correlation = str(uuid4())
    body = {"status": "error", "message": message, "correlationId": correlation, "category": category, **more}
    return json_reply(body, status, {"X-HubSpot-Correlation-Id": correlation})


def invalid(message: str) -> Refusal:
    return Refusal(error_reply(400, "VALIDATION_ERROR", message))


def not_found() -> Refusal:
    return Refusal(error_reply(404, "OBJECT_NOT_FOUND", "Object not found.  objectId are usually numeric."))


def check_access(state: SandboxState, request: Request, scope: str, is_search: bool = False) -> dict[str, str]:
    """Return the rate headers of the response; raise Refusal for wrong credentials, a missing scope or a full limit."""
    _check_scope(state, request, scope)
    headers = {"X-HubSpot-Correlation-Id": str(uuid4())}
    now, limits = state.clock.now(), state.limits
    daily = state.window("hubspot day", _DAY_MS)
    if not daily.take(limits.hubspot_per_day, now):
        raise Refusal(_rate_limited("DAILY", "daily"))
    if is_search:
        if not state.window("hubspot search", _SECOND).take(limits.hubspot_search_per_second, now):
            raise Refusal(_rate_limited("SECONDLY", "secondly"))
        return headers
    limit = limits.hubspot_per_ten_seconds
    window = state.window("hubspot", _TEN_SECONDS)
    is_allowed = window.take(limit, now)
    if limit is not None:
        headers["X-HubSpot-RateLimit-Max"] = str(limit)
        headers["X-HubSpot-RateLimit-Remaining"] = str(max(0, limit - window.used(now)))
        headers["X-HubSpot-RateLimit-Interval-Milliseconds"] = str(_TEN_SECONDS)
    if limits.hubspot_per_day is not None:
        headers["X-HubSpot-RateLimit-Daily"] = str(limits.hubspot_per_day)
        headers["X-HubSpot-RateLimit-Daily-Remaining"] = str(limits.hubspot_per_day - daily.used(now))
    if not is_allowed:
        raise Refusal(_rate_limited("TEN_SECONDLY_ROLLING", "ten_secondly_rolling", headers))
    return headers


def _check_scope(state: SandboxState, request: Request, scope: str) -> None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    scopes = state.hubspot_tokens.scopes_of(token.strip(), state.clock.now()) if scheme.lower() == "bearer" else None
    if scopes is None:
        message = "Authentication credentials not found. This API supports OAuth 2.0 authentication"
        raise Refusal(error_reply(401, "INVALID_AUTHENTICATION", message))
    if not scopes:
        message = "The OAuth token used to make this call expired."
        raise Refusal(error_reply(401, "EXPIRED_AUTHENTICATION", message))
    if scope not in scopes:
        detail = {
            "message": "One or more of the following scopes are required.",
            "context": {"requiredGranularScopes": [scope]},
        }
        message = "This app hasn't been granted all required scopes to make this call."
        raise Refusal(error_reply(403, "MISSING_SCOPES", message, errors=[detail]))


def _rate_limited(policy: str, period: str, headers: dict[str, str] | None = None) -> Response:
    correlation = str(uuid4())
    body = {
        "status": "error",
        "message": f"You have reached your {period} limit.",
        "errorType": "RATE_LIMIT",
        "correlationId": correlation,
        "policyName": policy,
    }
    return json_reply(body, 429, {**(headers or {}), "X-HubSpot-Correlation-Id": correlation})
