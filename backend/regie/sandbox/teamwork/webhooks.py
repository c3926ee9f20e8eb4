"""Teamwork's messages: one for each event, which only the address names; the body is the record itself."""

from typing import Any

import orjson

from regie.sandbox.webhooks import Change, Hook, Message, hex_signature

_THINGS = {"people": "user", "companies": "company", "projects": "project", "entries": "time"}
_VERBS = frozenset({"created", "updated", "deleted"})
_CREATOR = {"id": 204_417, "firstName": "Maëlle", "lastName": "Tremblay", "avatar": ""}


def messages(hook: Hook, changes: list[Change]) -> list[Message]:
    """A hook hears its own event only; one without an event stands for a registration of each."""
    found: list[Message] = []
    for change in changes:
        event = f"{_THINGS[change.table]}.{_verb(change)}"
        if hook.event.lower() in ("", event):
            body = orjson.dumps({"eventCreator": _CREATOR, _THINGS[change.table]: _record(change)})
            signature = {"X-Projects-Signature": hex_signature(hook.secret, body)}
            url = hook.url.replace("{event}", event)
            found.append(Message(hook.service, url, {"Content-Type": "application/json", **signature}, body))
    return found


def tells_of(table: str) -> bool:
    return table in _THINGS


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
