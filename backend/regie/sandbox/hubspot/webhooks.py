"""HubSpot's messages: an array of events, one for each property that changed, signed over address and time as well."""

import re
from hashlib import sha256
from secrets import randbelow
from typing import Any
from urllib.parse import unquote

import orjson

from regie.sandbox.hubspot.shapes import company_properties, deal_properties
from regie.sandbox.webhooks import Change, Hook, Message, base64_signature

_THINGS = {"deals": "deal", "hubspot_companies": "company"}
_VERBS = {"created": "creation", "deleted": "deletion", "archived": "deletion", "restored": "restore"}
# The characters that the third version takes out of their escapes before it signs an address.
_DECODED = re.compile("%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)", re.IGNORECASE)
_PORTAL, _APP = 1, 1_160_452


def messages(hook: Hook, changes: list[Change], now: int, is_second_version: bool) -> list[Message]:
    events = [event for change in changes for event in _events(change, now)]
    if not events:
        return []
    body = orjson.dumps(events)
    signed = _second(hook, body) if is_second_version else _third(hook, body, now)
    return [Message(hook.service, hook.url, {"Content-Type": "application/json", **signed}, body)]


def tells_of(table: str) -> bool:
    return table in _THINGS


def _third(hook: Hook, body: bytes, now: int) -> dict[str, str]:
    url = _DECODED.sub(lambda found: unquote(found[0]), hook.url)
    signature = base64_signature(hook.secret, b"POST" + url.encode() + body + str(now).encode())
    return {"X-HubSpot-Signature-v3": signature, "X-HubSpot-Request-Timestamp": str(now)}


def _second(hook: Hook, body: bytes) -> dict[str, str]:
    signature = sha256(f"{hook.secret}POST{hook.url}".encode() + body).hexdigest()
    return {"X-HubSpot-Signature": signature, "X-HubSpot-Signature-Version": "v2"}


def _events(change: Change, now: int) -> list[dict[str, Any]]:
    thing = _THINGS[change.table]
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
        told = {"primaryObjectId": change.after.id, "mergedObjectIds": losers}
        return [{**event, **told, "subscriptionType": f"{thing}.merge"}]
    if change.verb in _VERBS:
        return [{**event, "subscriptionType": f"{thing}.{_VERBS[change.verb]}"}]
    changed = [
        {"propertyName": name, "propertyValue": value, "subscriptionType": f"{thing}.propertyChange"}
        for name, value in _changed_properties(change)
    ]
    return [{**event, "eventId": event["eventId"] + place, **told} for place, told in enumerate(changed)]


def _changed_properties(change: Change) -> list[tuple[str, str | None]]:
    read: Any = deal_properties if change.table == "deals" else company_properties
    before, after = read(change.before, True), read(change.after, True)
    unsaid = ("hs_lastmodifieddate",)
    return [(name, value) for name, value in after.items() if name not in unsaid and before[name] != value]
