"""Sends the services' webhooks: signed messages over real HTTP to the subscribers, with a log."""

import base64
import hmac
from collections import deque
from dataclasses import asdict, dataclass, field
from typing import Any

import httpx

_TIMEOUT_S = 5.0
_MAX_LOGGED = 1_000


@dataclass(frozen=True, slots=True)
class Change:
    """A row before and after an edit; `before` is None for a new one. `verb` is created, updated, deleted and so on."""

    table: str
    before: Any
    after: Any
    verb: str


@dataclass(frozen=True, slots=True)
class WebhookSubscription:
    """A subscriber. Teamwork registers each `event` separately; "{event}" in the URL stands for its name."""

    service: str
    url: str
    secret: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    service: str
    url: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Webhooks:
    """`changes` collects the changes of the current edit until they are delivered."""

    subscriptions: list[WebhookSubscription] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    log: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=_MAX_LOGGED))

    def reset(self) -> None:
        self.subscriptions.clear()
        self.changes.clear()
        self.log.clear()

    def take_changes(self) -> list[Change]:
        changes, self.changes = self.changes, []
        return changes

    async def send(self, messages: list[WebhookMessage], now: int) -> None:
        async with httpx.AsyncClient(timeout=_TIMEOUT_S, trust_env=False) as client:
            for message in messages:
                entry = {**asdict(message), "body": message.body.decode(), "at": now, "status": None, "error": None}
                self.log.append(entry)
                try:
                    response = await client.post(message.url, content=message.body, headers=message.headers)
                    entry["status"] = response.status_code
                except httpx.HTTPError as error:
                    entry["error"] = type(error).__name__


def hex_signature(secret: str, text: bytes) -> str:
    return hmac.digest(secret.encode(), text, "sha256").hex()


def base64_signature(secret: str, text: bytes) -> str:
    return base64.b64encode(hmac.digest(secret.encode(), text, "sha256")).decode()
