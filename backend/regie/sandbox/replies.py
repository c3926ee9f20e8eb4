"""Builds JSON responses and parses requests, for all services."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import orjson
from starlette.responses import Response


class Refusal(Exception):
    """Ends a request with the service's own error response."""

    def __init__(self, response: Response) -> None:
        super().__init__(response.status_code)
        self.response = response


def json_reply(document: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(orjson.dumps(document), status, headers=dict(headers or {}), media_type="application/json")


def parse_int(text: str | None, default: int) -> int | None:
    """Return a parameter's number, the default if it is missing, None if it is not a number."""
    if text is None or text == "":
        return default
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 19 else None


def parse_form(body: bytes) -> dict[str, str]:
    return dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
