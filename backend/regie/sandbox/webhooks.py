"""What the services tell of edits: signed messages over real HTTP to whoever was registered, and a log of them."""

import base64
import hmac
from collections import deque
from dataclasses import asdict, dataclass, field
from typing import Any

import httpx

_PATIENCE_S = 5.0
_KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Change:
    """One row after an edit; `before` is None for a new one. `verb` is created, updated, deleted and so on."""

    table: str
    before: Any
    after: Any
    verb: str


@dataclass(frozen=True, slots=True)
class Hook:
    """Whom a service tells. Teamwork registers each `event` by itself; "{event}" in the address stands for its name."""

    service: str
    url: str
    secret: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    service: str
    url: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Webhooks:
    """`changes` waits for the end of the edit under way."""

    hooks: list[Hook] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    log: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def reset(self) -> None:
        self.hooks.clear()
        self.changes.clear()
        self.log.clear()

    def taken(self) -> list[Change]:
        found, self.changes = self.changes, []
        return found

    async def send(self, messages: list[Message], now: int) -> None:
        async with httpx.AsyncClient(timeout=_PATIENCE_S, trust_env=False) as client:
            for message in messages:
                entry = {**asdict(message), "body": message.body.decode(), "at": now, "status": None, "error": None}
                self.log.append(entry)
                try:
                    answer = await client.post(message.url, content=message.body, headers=message.headers)
                    entry["status"] = answer.status_code
                except httpx.HTTPError as problem:
                    entry["error"] = type(problem).__name__


def hex_signature(secret: str, text: bytes) -> str:
    return hmac.digest(secret.encode(), text, "sha256").hex()


def base64_signature(secret: str, text: bytes) -> str:
    return base64.b64encode(hmac.digest(secret.encode(), text, "sha256")).decode()
