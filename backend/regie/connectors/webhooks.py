"""What the services send us of their own accord: whether it is really theirs, and what it says has changed.

Each only says "go and look": messages come twice, late, in any order or never, and Teamwork's bear no time.
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

from regie.connectors.errors import Nonsense
from regie.connectors.reading import id_text

# A message that took longer, or is ahead of its time, may be an old one sent again by a stranger.
_HUBSPOT_AGE_MS = 5 * 60 * 1000
# The characters that HubSpot takes out of their escapes before it signs an address.
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
    """A request as it came in: `url` is our public address with its query, header names are found in lower case."""

    @property
    def method(self) -> str: ...

    @property
    def url(self) -> str: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def body(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Hint:
    """One record that has changed. `kind` is the connector's noun for what it knows (person, deal, credit_memo), else
    the service's own in lower case; `realm` is the company of QuickBooks.
    """

    service: str
    kind: str
    external_id: str | None
    action: str
    realm: str | None = None


def verify(service: str, secret: str, delivery: Delivery, now: datetime) -> bool:
    """Whether whoever knows the secret has sent exactly this; HubSpot's messages also grow old."""
    return bool(secret) and _VERIFY[service](secret.encode(), delivery, now)


def read(service: str, delivery: Delivery) -> tuple[Hint, ...]:
    """What has changed, each once, in the order told; Nonsense where nothing can be made of it."""
    try:
        document = json.loads(delivery.body)
        return tuple(dict.fromkeys(_READ[service](document, delivery.url)))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Nonsense(service, "wrong_shape", "a message that says nothing we know") from error


def _is_teamworks(secret: bytes, delivery: Delivery, _now: datetime) -> bool:
    expected = hmac.digest(secret, delivery.body, "sha256").hex()
    return _is_same(expected, delivery.headers.get("x-projects-signature", "").lower())


def _is_quickbooks(secret: bytes, delivery: Delivery, _now: datetime) -> bool:
    return _is_same(_base64_hmac(secret, delivery.body), delivery.headers.get("intuit-signature", ""))


def _is_hubspots(secret: bytes, delivery: Delivery, now: datetime) -> bool:
    headers = delivery.headers
    if "x-hubspot-signature-v3" not in headers:
        is_second = headers.get("x-hubspot-signature-version", "") == "v2"
        text = secret + f"{delivery.method}{delivery.url}".encode() + delivery.body
        return is_second and _is_same(sha256(text).hexdigest(), headers.get("x-hubspot-signature", ""))
    at = headers.get("x-hubspot-request-timestamp", "")
    if not (at.isascii() and at.isdigit() and len(at) < 16):
        return False
    url = _HUBSPOT_DECODED.sub(lambda found: unquote(found[0]), delivery.url)
    expected = _base64_hmac(secret, f"{delivery.method}{url}".encode() + delivery.body + at.encode())
    is_fresh = abs(now.timestamp() * 1000 - int(at)) <= _HUBSPOT_AGE_MS
    return _is_same(expected, headers["x-hubspot-signature-v3"]) and is_fresh


def _base64_hmac(secret: bytes, text: bytes) -> str:
    return base64.b64encode(hmac.digest(secret, text, "sha256")).decode()


def _is_same(expected: str, shown: str) -> bool:
    return hmac.compare_digest(expected.encode(), shown.encode(errors="replace"))


def _read_teamwork(document: Any, url: str) -> list[Hint]:
    """The body does not name the event: the address it was registered with does, as its last part."""
    thing, _, action = urlsplit(url).path.rpartition("/")[2].lower().partition(".")
    records = {name: found for name, found in document.items() if name != "eventCreator" and isinstance(found, dict)}
    if not action:
        [thing], action = list(records), "updated"
    record = records.get(thing, {})
    return [Hint("teamwork", _TEAMWORK_KINDS.get(thing, thing), id_text(record.get("id")), action)]


def _read_hubspot(document: Any, _url: str) -> list[Hint]:
    found: list[Hint] = []
    for event in _objects(document):
        kind, _, action = str(event["subscriptionType"]).partition(".")
        ids = [event["objectId"], *_list_in(event, "mergedObjectIds")]
        found.extend(Hint("hubspot", kind, id_text(one), _action(action)) for one in ids)
    return found


def _read_quickbooks(document: Any, _url: str) -> list[Hint]:
    """An array of CloudEvents; before the summer of 2026 an object of notifications by company."""
    if isinstance(document, list):
        return [_cloud_event(event) for event in _objects(document)]
    return [
        _quickbooks_hint(str(entity["name"]), entity["id"], str(entity["operation"]), notice["realmId"])
        for notice in _objects(document["eventNotifications"])
        for entity in _objects(notice["dataChangeEvent"]["entities"])
    ]


def _cloud_event(event: dict[str, Any]) -> Hint:
    _, name, action, *_ = str(event["type"]).split(".")
    return _quickbooks_hint(name, event["intuitentityid"], action, event["intuitaccountid"])


def _quickbooks_hint(name: str, external_id: Any, action: str, realm: Any) -> Hint:
    kind = _QUICKBOOKS_KINDS.get(name.lower(), name.lower())
    return Hint("quickbooks", kind, id_text(external_id), _action(action), id_text(realm))


def _action(word: str) -> str:
    return _ACTIONS.get(word.lower(), word.lower())


def _objects(rows: Any) -> list[dict[str, Any]]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TypeError("not a list of objects")
    return rows


def _list_in(event: dict[str, Any], key: str) -> list[Any]:
    found = event.get(key)
    return found if isinstance(found, list) else []


_VERIFY: dict[str, Callable[[bytes, Delivery, datetime], bool]] = {
    "teamwork": _is_teamworks,
    "hubspot": _is_hubspots,
    "quickbooks": _is_quickbooks,
}
_READ: dict[str, Callable[[Any, str], list[Hint]]] = {
    "teamwork": _read_teamwork,
    "hubspot": _read_hubspot,
    "quickbooks": _read_quickbooks,
}
