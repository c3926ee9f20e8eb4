"""Edits of records as their own users would make them, so that reading only what has changed can be tried."""

from dataclasses import fields, replace
from typing import Any

from regie.sandbox.agency.calendar import day_of
from regie.sandbox.agency.money import pay, void
from regie.sandbox.agency.rows import Customer, Deal, HubspotCompany, Invoice, Payment
from regie.sandbox.room import Room
from regie.sandbox.table import Table

_HUBSPOT = {"deals": "deals", "hubspot_companies": "companies"}


class EditRefused(Exception):
    """The edit asked for makes no sense for this record."""


def edit_record(room: Room, wanted: dict[str, Any]) -> dict[str, Any]:
    """{"table", "id", "action", …}: change the columns in "fields", delete, restore, archive, void, pay, merge, create.

    The row's time of change is now, unless "touch" is false.
    """
    table = room.agency.tables().get(str(wanted.get("table")))
    if table is None:
        raise EditRefused(f"tables are {', '.join(room.agency.tables())}")
    action = wanted.get("action", "change")
    if action == "create":
        return _created(room, wanted, table)
    row = table.get(int(wanted.get("id", 0)))
    if row is None:
        raise EditRefused("no such record")
    if action == "pay":
        return _paid(room, row, int(wanted["cents"]))
    if action == "merge":
        return _merged(room, wanted["table"], row, int(wanted["into"]))
    changed = replace(row, **_changes(room, row, action, wanted))
    if action == "void":
        void(changed, room.clock.now())
    _put(room, wanted["table"], table, changed, wanted.get("touch", True))
    return {"id": row.id}


def _changes(room: Room, row: Any, action: str, wanted: dict[str, Any]) -> dict[str, Any]:
    known = {field.name for field in fields(row)}
    if action == "change":
        changes = dict(wanted.get("fields", {}))
        if not changes or not set(changes) <= known:
            raise EditRefused(f"columns are {', '.join(sorted(known))}")
        return {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
    if action in ("delete", "restore"):
        return _gone(row, known, action == "delete", room.clock.now())
    if action == "archive" and "status" in known:
        return {"status": "archived"}
    if action == "archive" and "archived" in known:
        return _gone(row, known, True, room.clock.now())
    if action == "void" and isinstance(row, Invoice):
        return {}
    raise EditRefused(f"{action} is not possible here")


def _gone(row: Any, known: set[str], is_gone: bool, now: int) -> dict[str, Any]:
    """Every service has its own way of not quite deleting."""
    if isinstance(row, Customer):
        name = row.name.removesuffix(" (deleted)")
        return {"active": not is_gone, "name": f"{name} (deleted)" if is_gone else name}
    if "archived_at" in known:
        return {"archived": is_gone, "archived_at": now if is_gone else 0}
    if "deleted" in known:
        return {"deleted": is_gone}
    if "status" in known:
        return {"status": "deleted" if is_gone else "active"}
    return {"archived": is_gone}


def _put(room: Room, name: str, table: Table[Any], row: Any, touch: bool = True) -> None:
    now = room.clock.now()
    if touch:
        columns = {field.name for field in fields(row)}
        moved: dict[str, Any] = {"updated": now} if "updated" in columns else {}
        if "sync_token" in columns:
            moved["sync_token"] = row.sync_token + 1
        row = replace(row, **moved)
    if name in _HUBSPOT:
        room.lag.note(_HUBSPOT[name], row.id, table.get(row.id), now + room.switches.hubspot_search_lag_ms)
    table.put(row)


def _created(room: Room, wanted: dict[str, Any], table: Table[Any]) -> dict[str, Any]:
    """A copy of the record in "like", with the columns in "fields" changed."""
    like = table.get(int(wanted.get("like", 0))) or table.rows[-1]
    now = room.clock.now()
    columns = {field.name for field in fields(like)}
    fresh: dict[str, Any] = {"id": _next_id(room, wanted["table"], table)}
    if "created" in columns:
        fresh["created"] = now
    if isinstance(like, Invoice):
        fresh |= {"payment_ids": (), "balance": like.total, "voided": False, "note": None}
    row = replace(like, **{**fresh, **wanted.get("fields", {})})
    _put(room, wanted["table"], table, row)
    return {"id": row.id}


def _next_id(room: Room, name: str, table: Table[Any]) -> int:
    agency = room.agency
    if name in ("invoices", "payments", "credit_memos"):  # transactions are numbered together
        return max(agency.invoices.next_id(), agency.payments.next_id(), agency.credit_memos.next_id())
    return table.next_id()


def _paid(room: Room, invoice: Any, cents: int) -> dict[str, Any]:
    if not isinstance(invoice, Invoice) or not 0 < cents <= invoice.balance:
        raise EditRefused("pay an invoice, and no more than its balance")
    now = room.clock.now()
    payment_id = _next_id(room, "payments", room.agency.payments)
    room.agency.payments.put(
        Payment(payment_id, invoice.customer_id, day_of(now), invoice.currency, invoice.rate, cents, 0, None,
                ((cents, "Invoice", invoice.id),), now, now)
    )  # fmt: skip
    paid = replace(invoice)
    pay(paid, payment_id, cents, now)
    room.agency.invoices.put(paid)
    customer = room.agency.customers.get(invoice.customer_id)
    if customer is not None:
        _put(room, "customers", room.agency.customers, replace(customer, balance=customer.balance - cents))
    return {"id": payment_id}


def _merged(room: Room, name: str, loser: Any, winner_id: int) -> dict[str, Any]:
    """The winner keeps its id; the loser's id answers with the winner from now on."""
    table = room.agency.tables()[name]
    winner = table.get(winner_id)
    if not isinstance(loser, Deal | HubspotCompany) or winner is None:
        raise EditRefused("merge two records of HubSpot")
    _put(room, name, table, replace(loser, merged_into=winner.id))
    _put(room, name, table, replace(winner, merged_ids=(*winner.merged_ids, loser.id, *loser.merged_ids)))
    return {"id": winner.id}
