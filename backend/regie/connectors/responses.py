"""Parses the responses of services, and maps the statuses that all services share to errors."""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from regie.connectors.errors import (
    AccessDenied,
    BadRequest,
    MalformedResponse,
    RateLimited,
    RecordNotFound,
    ServiceError,
    ServiceUnavailable,
)

_MAX_DETAIL_LENGTH = 300
# NUL and lone surrogates are legal JSON, but neither PostgreSQL nor UTF-8 can store them.
_SUSPECT_ESCAPE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
# An integer of more than 64 bits becomes a Decimal, which stays exact and can be stored.
_LONG_NUMBER = re.compile(rb"\d{19}")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class ServiceResponse:
    """A response without JSON has `document` None and `is_json` false; `received_at` is in epoch seconds."""

    status: int
    headers: httpx.Headers
    document: Any
    is_json: bool
    size: int
    request_id: str | None
    received_at: float

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300


def parse_json(content: bytes) -> Any:
    """Parse JSON with fractions as Decimal; ValueError when the content is not JSON in UTF-8."""
    try:
        document = json.loads(
            content.decode("utf-8"),
            parse_float=Decimal,
            parse_int=_parse_integer if _LONG_NUMBER.search(content) else None,
            parse_constant=_reject_constant,
        )
    except (RecursionError, ArithmeticError) as error:
        raise ValueError("JSON too deep or a number too large") from error
    return _replace_unstorable(document) if _SUSPECT_ESCAPE.search(content) else document


def explain_status(service: str, response: ServiceResponse, detail: str = "") -> ServiceError | None:
    """The error for a status that has one meaning at every service; None for a success with JSON."""
    status = response.status
    if response.is_success:
        return None if response.is_json else response_error(MalformedResponse, service, "not_json", response)
    if 300 <= status < 400:
        return response_error(MalformedResponse, service, "redirect", response, detail)
    if status == 401:
        return response_error(AccessDenied, service, "unauthorised", response, detail)
    if status == 403:
        return response_error(AccessDenied, service, "forbidden", response, detail)
    if status in (404, 410):
        return response_error(RecordNotFound, service, "not_found", response, detail)
    if status == 429:
        return response_error(RateLimited, service, "rate_limited", response, detail)
    if status >= 500:
        return response_error(ServiceUnavailable, service, "server_error", response, detail)
    return response_error(BadRequest, service, "rejected", response, detail)


def response_error(
    kind: type[ServiceError], service: str, code: str, response: ServiceResponse, detail: str = ""
) -> ServiceError:
    return kind(
        service,
        code,
        detail[:_MAX_DETAIL_LENGTH],
        request_id=response.request_id,
        vendor_status=response.status,
        retry_after_s=retry_after_seconds(response),
    )


def retry_after_seconds(response: ServiceResponse) -> float | None:
    """Retry-After in seconds; the header is either a number or a date."""
    text = response.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - response.received_at)
    except (ValueError, OverflowError):
        return None


def _parse_integer(digits: str) -> int | Decimal:
    return int(digits) if len(digits) < 19 else Decimal(digits)


def _reject_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _replace_unstorable(value: Any) -> Any:
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_replace_unstorable(item) for item in value]
    if isinstance(value, dict):
        return {_replace_unstorable(key): _replace_unstorable(item) for key, item in value.items()}
    return value
