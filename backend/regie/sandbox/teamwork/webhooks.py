"""Builds Teamwork's webhooks: one per event, whose body is the record; only the URL names the event."""

from typing import Any

import orjson

from regie.sandbox.webhooks import Change, WebhookMessage, WebhookSubscription, hex_signature

_OBJECT_TYPES = {"people": "user", "companies": "company", "projects": "project", "entries": "time"}
_VERBS = frozenset({"created", "updated", "deleted"})
_CREATOR = {"id": 204_417, "firstName": "Maëlle", "lastName": "Tremblay", "avatar": ""}


def make_messages(subscription: WebhookSubscription, changes: list[Change]) -> list[WebhookMessage]:
    """Return the messages of a subscription's event, or of all events if it names none."""
    messages: list[WebhookMessage] = []
    for change in changes:
        event = f"{_OBJECT_TYPES[change.table]}.{_verb(change)}"
        if subscription.event.lower() in ("", event):
            body = orjson.dumps({"eventCreator": _CREATOR, _OBJECT_TYPES[change.table]: _record(change)})
            signature = {"X-Projects-Signature": hex_signature(subscription.secret, body)}
            url = subscription.url.replace("{event}", event)
            messages.append(
                WebhookMessage(subscription.service, url, {"Content-Type": "application/json", **signature}, body)
            )
    return messages


def has_webhooks(table: str) -> bool:
    return table in _OBJECT_TYPES


def _verb(change: Change) -> str:
    if change.table == "projects" and change.verb == "archived":
        return "archived"
    return change.verb if change.verb in _VERBS else "updated"


def _record(change: Change) -> dict[str, Any]:
    row = change.after
    if change.table == "people":
        return {"id": row.id, "firstName": row.first_name, "lastName": row.last_name, "email": row.email}
    if change.table == "entries":
        return {"id": row.id, "minutes": row.minutes, "projectId": row.project_id, "userId": row.person_id}
    status = {"status": row.status} if change.table == "projects" else {}
    return {"id": row.id, "name": row.name, **status}
