"""What came back from a service, parsed exactly, and what a status means that all services share."""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from regie.connectors.errors import (
    Nonsense,
    NotFoundOutside,
    OutsideError,
    RateLimited,
    Refused,
    Rejected,
    Unavailable,
)

_DETAIL_CHARACTERS = 300
# NUL and lone surrogates are legal JSON, but neither PostgreSQL nor UTF-8 can hold them.
_SUSPECT_ESCAPE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
# Nor can anything beyond hold an integer of more than 64 bits; such a one stays exact as a Decimal.
_LONG_NUMBER = re.compile(rb"\d{19}")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` is None and `is_json` false for whatever is not JSON; `received_at` is in epoch seconds."""

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


def parse_exactly(content: bytes) -> Any:
    """JSON whose amounts stay Decimal; ValueError for everything that is not JSON in UTF-8."""
    try:
        document = json.loads(
            content.decode("utf-8"),
            parse_float=Decimal,
            parse_int=_whole if _LONG_NUMBER.search(content) else None,
            parse_constant=_refuse_constant,
        )
    except (RecursionError, ArithmeticError) as error:
        raise ValueError("JSON beyond reason") from error
    return _storable(document) if _SUSPECT_ESCAPE.search(content) else document


def explain_status(service: str, answer: Answer, detail: str = "") -> OutsideError | None:
    """The meaning of a status that every service shares; None for a success that is JSON."""
    status = answer.status
    if answer.is_success:
        return None if answer.is_json else answer_error(Nonsense, service, "not_json", answer)
    if 300 <= status < 400:
        return answer_error(Nonsense, service, "redirect", answer, detail)
    if status == 401:
        return answer_error(Refused, service, "unauthorised", answer, detail)
    if status == 403:
        return answer_error(Refused, service, "forbidden", answer, detail)
    if status in (404, 410):
        return answer_error(NotFoundOutside, service, "not_found", answer, detail)
    if status == 429:
        return answer_error(RateLimited, service, "rate_limited", answer, detail)
    if status >= 500:
        return answer_error(Unavailable, service, "server_error", answer, detail)
    return answer_error(Rejected, service, "rejected", answer, detail)


def answer_error(kind: type[OutsideError], service: str, code: str, answer: Answer, detail: str = "") -> OutsideError:
    return kind(
        service,
        code,
        detail[:_DETAIL_CHARACTERS],
        request_id=answer.request_id,
        vendor_status=answer.status,
        retry_after_s=retry_after_seconds(answer),
    )


def retry_after_seconds(answer: Answer) -> float | None:
    """Retry-After as seconds, written either as a number or as a date."""
    text = answer.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - answer.received_at)
    except (ValueError, OverflowError):
        return None


def _whole(digits: str) -> int | Decimal:
    return int(digits) if len(digits) < 19 else Decimal(digits)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return _UNSTORABLE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    return value
