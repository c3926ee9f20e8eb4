"""QuickBooks' messages: ids of what changed, as an array of CloudEvents or, by switch, in the older form."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import orjson

from regie.sandbox.quickbooks.tokens import REALM
from regie.sandbox.webhooks import Change, Hook, Message, base64_signature

_ENTITIES = {"customers": "Customer", "invoices": "Invoice", "payments": "Payment", "credit_memos": "CreditMemo"}
_OPERATIONS = {"created": "Create", "updated": "Update", "deleted": "Delete", "voided": "Void"}


def messages(hook: Hook, changes: list[Change], now: int, is_legacy: bool) -> list[Message]:
    """All of an edit together, of whatever kind."""
    told = [(_ENTITIES[change.table], str(change.after.id), _verb(change)) for change in changes]
    if not told:
        return []
    at = datetime.fromtimestamp(now / 1000, UTC).isoformat(timespec="milliseconds")
    document = _legacy(told, at) if is_legacy else [_event(*one, at) for one in told]
    body = orjson.dumps(document)
    headers = {"Content-Type": "application/json", "intuit-signature": base64_signature(hook.secret, body)}
    return [Message(hook.service, hook.url, headers, body)]


def tells_of(table: str) -> bool:
    return table in _ENTITIES


def _verb(change: Change) -> str:
    """A customer is never deleted, only made inactive."""
    is_customer = change.table == "customers" and change.verb != "created"
    return "updated" if is_customer or change.verb not in _OPERATIONS else change.verb


def _event(entity: str, entity_id: str, verb: str, at: str) -> dict[str, Any]:
    return {
        "specversion": "1.0",
        "id": str(uuid4()),
        "source": "intuit.qbo-sandbox",
        "type": f"qbo.{entity.lower()}.{verb}.v1",
        "datacontenttype": "application/json",
        "time": at,
        "intuitentityid": entity_id,
        "intuitaccountid": REALM,
        "data": {},
    }


def _legacy(told: list[tuple[str, str, str]], at: str) -> dict[str, Any]:
    entities = [
        {"name": entity, "id": entity_id, "operation": _OPERATIONS[verb], "lastUpdated": at}
        for entity, entity_id, verb in told
    ]
    return {"eventNotifications": [{"realmId": REALM, "dataChangeEvent": {"entities": entities}}]}
