"""Verifies the webhooks of the services and parses which records changed.

A webhook is only a hint to read the service: deliveries arrive twice, late, in any order or never, and Teamwork's carry
no time.
"""

import base64
import hmac
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol
from urllib.parse import unquote, urlsplit

from regie.connectors.errors import MalformedResponse
from regie.connectors.field_reader import parse_id

# An older delivery, or one from the future, may be a replay.
_HUBSPOT_MAX_AGE_MS = 5 * 60 * 1000
# The characters that HubSpot unescapes before it signs an address.
_HUBSPOT_DECODED = re.compile("%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)", re.IGNORECASE)
_TEAMWORK_KINDS = {"user": "person", "time": "time_entry"}
_QUICKBOOKS_KINDS = {"creditmemo": "credit_memo"}
_ACTIONS = {
    "create": "created",
    "creation": "created",
    "update": "updated",
    "propertychange": "updated",
    "associationchange": "updated",
    "delete": "deleted",
    "deletion": "deleted",
    "privacydeletion": "deleted",
    "void": "voided",
    "merge": "merged",
    "restore": "restored",
}


class Delivery(Protocol):
    """An incoming request: `url` is our public address with its query; header names are in lower case."""

    @property
    def method(self) -> str: ...

    @property
    def url(self) -> str: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def body(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class ChangeHint:
    """A record that changed. `kind` is the connector's name where it knows one (person, deal, credit_memo), else the
    service's in lower case; `realm` is the QuickBooks company.
    """

    service: str
    kind: str
    external_id: str | None
    action: str
    realm: str | None = None


def verify_signature(service: str, secret: str, delivery: Delivery, now: datetime) -> bool:
    """Whether the delivery is signed with the secret; HubSpot's deliveries also expire."""
    return bool(secret) and _VERIFIERS[service](secret.encode(), delivery, now)


def parse_hints(service: str, delivery: Delivery) -> tuple[ChangeHint, ...]:
    """The changed records, each once, in the order of the delivery; MalformedResponse for an unknown format."""
    try:
        document = json.loads(delivery.body)
        return tuple(dict.fromkeys(_PARSERS[service](document, delivery.url)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise MalformedResponse(service, "wrong_shape", "a delivery of an unknown format") from error


def _verify_teamwork(secret: bytes, delivery: Delivery, _now: datetime) -> bool:
    expected = hmac.digest(secret, delivery.body, "sha256").hex()
    return _is_equal(expected, delivery.headers.get("x-projects-signature", "").lower())


def _verify_quickbooks(secret: bytes, delivery: Delivery, _now: datetime) -> bool:
    return _is_equal(_base64_hmac(secret, delivery.body), delivery.headers.get("intuit-signature", ""))


def _verify_hubspot(secret: bytes, delivery: Delivery, now: datetime) -> bool:
    headers = delivery.headers
    if "x-hubspot-signature-v3" not in headers:
        is_v2 = headers.get("x-hubspot-signature-version", "") == "v2"
        text = secret + f"{delivery.method}{delivery.url}".encode() + delivery.body
        return is_v2 and _is_equal(sha256(text).hexdigest(), headers.get("x-hubspot-signature", ""))
    at = headers.get("x-hubspot-request-timestamp", "")
    if not (at.isascii() and at.isdigit() and len(at) < 16):
        return False
    url = _HUBSPOT_DECODED.sub(lambda found: unquote(found[0]), delivery.url)
    expected = _base64_hmac(secret, f"{delivery.method}{url}".encode() + delivery.body + at.encode())
    is_fresh = abs(now.timestamp() * 1000 - int(at)) <= _HUBSPOT_MAX_AGE_MS
    return _is_equal(expected, headers["x-hubspot-signature-v3"]) and is_fresh


def _base64_hmac(secret: bytes, text: bytes) -> str:
    return base64.b64encode(hmac.digest(secret, text, "sha256")).decode()


def _is_equal(expected: str, received: str) -> bool:
    return hmac.compare_digest(expected.encode(), received.encode(errors="replace"))


def _parse_teamwork(document: Any, url: str) -> list[ChangeHint]:
    """The body does not name the event; the last part of the registered address does."""
    name, _, action = urlsplit(url).path.rpartition("/")[2].lower().partition(".")
    objects = {key: found for key, found in document.items() if key != "eventCreator" and isinstance(found, dict)}
    if not action:
        [name], action = list(objects), "updated"
    record = objects.get(name, {})
    return [ChangeHint("teamwork", _TEAMWORK_KINDS.get(name, name), parse_id(record.get("id")), action)]


def _parse_hubspot(document: Any, _url: str) -> list[ChangeHint]:
    found: list[ChangeHint] = []
    for event in _require_objects(document):
        kind, _, action = str(event["subscriptionType"]).partition(".")
        ids = [event["objectId"], *_list_in(event, "mergedObjectIds")]
        found.extend(ChangeHint("hubspot", kind, parse_id(one), _action(action)) for one in ids)
    return found


def _parse_quickbooks(document: Any, _url: str) -> list[ChangeHint]:
    """An array of CloudEvents; before the summer of 2026, an object of notifications by company."""
    if isinstance(document, list):
        return [_cloud_event(event) for event in _require_objects(document)]
    return [
        _quickbooks_hint(str(entity["name"]), entity["id"], str(entity["operation"]), notice["realmId"])
        for notice in _require_objects(document["eventNotifications"])
        for entity in _require_objects(notice["dataChangeEvent"]["entities"])
    ]


def _cloud_event(event: dict[str, Any]) -> ChangeHint:
    _, name, action, *_ = str(event["type"]).split(".")
    return _quickbooks_hint(name, event["intuitentityid"], action, event["intuitaccountid"])


def _quickbooks_hint(name: str, external_id: Any, action: str, realm: Any) -> ChangeHint:
    kind = _QUICKBOOKS_KINDS.get(name.lower(), name.lower())
    return ChangeHint("quickbooks", kind, parse_id(external_id), _action(action), parse_id(realm))


def _action(word: str) -> str:
    return _ACTIONS.get(word.lower(), word.lower())


def _require_objects(rows: Any) -> list[dict[str, Any]]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TypeError("not a list of objects")
    return rows


def _list_in(event: dict[str, Any], key: str) -> list[Any]:
    found = event.get(key)
    return found if isinstance(found, list) else []


_VERIFIERS: dict[str, Callable[[bytes, Delivery, datetime], bool]] = {
    "teamwork": _verify_teamwork,
    "hubspot": _verify_hubspot,
    "quickbooks": _verify_quickbooks,
}
_PARSERS: dict[str, Callable[[Any, str], list[ChangeHint]]] = {
    "teamwork": _parse_teamwork,
    "hubspot": _parse_hubspot,
    "quickbooks": _parse_quickbooks,
}
