"""Calls Régie's own address from outside, as people do: through DNS, proxy and certificate."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx

_TIMEOUT_S = 10


class Unreachable(Exception):
    """The address does not answer; the message is the reason."""


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """The status of `/health/ready`, and how many seconds the server's clock differs from this machine's."""

    status: int
    clock_difference_s: float


def call_own_address(origin: str) -> OwnAnswer:
    """Call `/health/ready`; raise Unreachable without a response."""
    try:
        response = httpx.get(f"{origin}/health/ready", timeout=_TIMEOUT_S, verify=ssl.create_default_context())
    except httpx.HTTPError as error:
        raise Unreachable(str(error)) from error
    sent = response.headers.get("date")
    difference = (datetime.now(UTC) - parsedate_to_datetime(sent)).total_seconds() if sent else 0.0
    return OwnAnswer(response.status_code, abs(difference))
