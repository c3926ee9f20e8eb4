"""Builds HubSpot's webhooks: an array of events, one per changed property, whose signature covers URL and time."""

import re
from hashlib import sha256
from secrets import randbelow
from typing import Any
from urllib.parse import unquote

import orjson

from regie.sandbox.hubspot.shapes import record_properties
from regie.sandbox.webhooks import Change, WebhookMessage, WebhookSubscription, base64_signature

_OBJECT_TYPES = {"deals": "deal", "hubspot_companies": "company", "hubspot_contacts": "contact"}
_VERBS = {"created": "creation", "deleted": "deletion", "archived": "deletion", "restored": "restore"}
# The escapes that version 3 decodes before it signs a URL.
_DECODED = re.compile("%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)", re.IGNORECASE)
_PORTAL, _APP = 1, 1_160_452


def make_messages(
    subscription: WebhookSubscription, changes: list[Change], now: int, is_second_version: bool
) -> list[WebhookMessage]:
    events = [event for change in changes for event in _events(change, now)]
    if not events:
        return []
    body = orjson.dumps(events)
    signature = _sign_v2(subscription, body) if is_second_version else _sign_v3(subscription, body, now)
    headers = {"Content-Type": "application/json", **signature}
    return [WebhookMessage(subscription.service, subscription.url, headers, body)]


def has_webhooks(table: str) -> bool:
    return table in _OBJECT_TYPES


def _sign_v3(subscription: WebhookSubscription, body: bytes, now: int) -> dict[str, str]:
    url = _DECODED.sub(lambda match: unquote(match[0]), subscription.url)
    signature = base64_signature(subscription.secret, b"POST" + url.encode() + body + str(now).encode())
    return {"X-HubSpot-Signature-v3": signature, "X-HubSpot-Request-Timestamp": str(now)}


def _sign_v2(subscription: WebhookSubscription, body: bytes) -> dict[str, str]:
    signature = sha256(f"{subscription.secret}POST{subscription.url}".encode() + body).hexdigest()
    return {"X-HubSpot-Signature": signature, "X-HubSpot-Signature-Version": "v2"}


def _events(change: Change, now: int) -> list[dict[str, Any]]:
    object_type = _OBJECT_TYPES[change.table]
    event: dict[str, Any] = {
        "objectId": change.after.id,
        "changeSource": "CRM_UI",
        "eventId": randbelow(4_000_000_000),
        "subscriptionId": 1_160_000,
        "portalId": _PORTAL,
        "appId": _APP,
        "occurredAt": now,
        "attemptNumber": 0,
    }
    if change.verb == "merged":
        losers = [loser for loser in change.after.merged_ids if loser not in change.before.merged_ids]
        fields = {"primaryObjectId": change.after.id, "mergedObjectIds": losers}
        return [{**event, **fields, "subscriptionType": f"{object_type}.merge"}]
    if change.verb in _VERBS:
        return [{**event, "subscriptionType": f"{object_type}.{_VERBS[change.verb]}"}]
    changed = [
        {"propertyName": name, "propertyValue": value, "subscriptionType": f"{object_type}.propertyChange"}
        for name, value in _changed_properties(change)
    ]
    return [{**event, "eventId": event["eventId"] + index, **fields} for index, fields in enumerate(changed)]


def _changed_properties(change: Change) -> list[tuple[str, str | None]]:
    before, after = record_properties(change.before), record_properties(change.after)
    ignored = ("hs_lastmodifieddate", "lastmodifieddate")
    return [(name, value) for name, value in after.items() if name not in ignored and before[name] != value]
