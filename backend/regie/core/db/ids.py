"""Creates public identifiers: UUIDv7 text that sorts by age and hides the row's number."""

import os
import re
import time
import uuid

_API_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def new_api_id() -> str:
    """Return a UUIDv7 (RFC 9562): 48 bits of milliseconds, then random bits."""
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (
        (milliseconds << 80) | (0x7 << 76) | ((random >> 68 & 0xFFF) << 64) | (0b10 << 62) | (random & (1 << 62) - 1)
    )
    return str(uuid.UUID(int=value))


def is_api_id(text: str) -> bool:
    return _API_ID.fullmatch(text) is not None
