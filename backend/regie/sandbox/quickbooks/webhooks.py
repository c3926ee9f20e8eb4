"""Builds QuickBooks' webhooks: ids of changed records, as an array of CloudEvents or in the legacy form."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import orjson

from regie.sandbox.quickbooks.tokens import REALM
from regie.sandbox.webhooks import Change, WebhookMessage, WebhookSubscription, base64_signature

_ENTITIES = {"customers": "Customer", "invoices": "Invoice", "payments": "Payment", "credit_memos": "CreditMemo"}
_OPERATIONS = {"created": "Create", "updated": "Update", "deleted": "Delete", "voided": "Void"}


def make_messages(
    subscription: WebhookSubscription, changes: list[Change], now: int, is_legacy: bool
) -> list[WebhookMessage]:
    """Return one message with all changes, of all entities."""
    changed_entities = [(_ENTITIES[change.table], str(change.after.id), _verb(change)) for change in changes]
    if not changed_entities:
        return []
    at = datetime.fromtimestamp(now / 1000, UTC).isoformat(timespec="milliseconds")
    document = _legacy(changed_entities, at) if is_legacy else [_event(*entity, at) for entity in changed_entities]
    body = orjson.dumps(document)
    headers = {"Content-Type": "application/json", "intuit-signature": base64_signature(subscription.secret, body)}
    return [WebhookMessage(subscription.service, subscription.url, headers, body)]


def has_webhooks(table: str) -> bool:
    return table in _ENTITIES


def _verb(change: Change) -> str:
    """Return the webhook's verb; a deleted customer counts as updated, since it only becomes inactive."""
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


def _legacy(changed_entities: list[tuple[str, str, str]], at: str) -> dict[str, Any]:
    entities = [
        {"name": entity, "id": entity_id, "operation": _OPERATIONS[verb], "lastUpdated": at}
        for entity, entity_id, verb in changed_entities
    ]
    return {"eventNotifications": [{"realmId": REALM, "dataChangeEvent": {"entities": entities}}]}
