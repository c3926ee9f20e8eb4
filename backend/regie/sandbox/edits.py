"""Edits of records as their own users would make them, so that reading only what has changed can be tried."""

from dataclasses import fields, replace
from typing import Any

from regie.sandbox.agency.calendar import day_of
from regie.sandbox.agency.money import pay, void
from regie.sandbox.agency.rows import Category, Customer, Deal, HubspotCompany, Invoice, Payment
from regie.sandbox.room import Room
from regie.sandbox.table import Table
from regie.sandbox.webhooks import Change

_VERBS = {"delete": "deleted", "restore": "restored", "archive": "archived", "void": "voided"}
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
    if action == "delete" and isinstance(row, Category):
        return _uncategorised(room, row)
    changed = replace(row, **_changes(room, row, action, wanted))
    if action == "void":
        void(changed, room.clock.now())
    _put(room, wanted["table"], changed, _VERBS.get(action, "updated"), wanted.get("touch", True))
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
    if "archived" in known:
        return {"archived": is_gone}
    raise EditRefused("what is gone here is gone for good")


def _put(room: Room, name: str, row: Any, verb: str = "updated", touch: bool = True) -> None:
    """Keep a row and tell of it; one that does not bear the time of its change is not told of either."""
    if touch:
        columns = {field.name for field in fields(row)}
        moved: dict[str, Any] = {"updated": room.clock.now()} if "updated" in columns else {}
        if "sync_token" in columns:
            moved["sync_token"] = row.sync_token + 1
        row = replace(row, **moved)
    _keep(room, name, row, verb if touch else "")


def _keep(room: Room, name: str, row: Any, verb: str) -> None:
    table = room.agency.tables()[name]
    before = table.get(row.id)
    if name in _HUBSPOT:
        room.lag.note(_HUBSPOT[name], row.id, before, room.clock.now() + room.switches.hubspot_search_lag_ms)
    table.put(row)
    if verb:
        room.webhooks.changes.append(Change(name, before, row, verb))


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
    _put(room, wanted["table"], row, "created")
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
    applied = ((cents, "Invoice", invoice.id),)
    payment = Payment(payment_id, invoice.customer_id, day_of(now), invoice.currency, invoice.rate, cents, 0, None,
                      applied, now, now)  # fmt: skip
    _keep(room, "payments", payment, "created")
    paid = replace(invoice)
    pay(paid, payment_id, cents, now)
    _keep(room, "invoices", paid, "updated")
    customer = room.agency.customers.get(invoice.customer_id)
    if customer is not None:
        _put(room, "customers", replace(customer, balance=customer.balance - cents))
    return {"id": payment_id}


def _merged(room: Room, name: str, loser: Any, winner_id: int) -> dict[str, Any]:
    """The winner keeps its id; the loser's id answers with the winner from now on."""
    table = room.agency.tables()[name]
    winner = table.get(winner_id)
    if not isinstance(loser, Deal | HubspotCompany) or winner is None:
        raise EditRefused("merge two records of HubSpot")
    _put(room, name, replace(loser, merged_into=winner.id), verb="")
    _put(room, name, replace(winner, merged_ids=(*winner.merged_ids, loser.id, *loser.merged_ids)), "merged")
    return {"id": winner.id}


def _uncategorised(room: Room, category: Category) -> dict[str, Any]:
    """A category leaves nothing behind: its projects have none from now on, its children no parent."""
    agency = room.agency
    agency.categories.remove(category.id)
    for child in [row for row in agency.categories.rows if row.parent_id == category.id]:
        agency.categories.put(replace(child, parent_id=None))
    for project in [row for row in agency.projects.rows if row.category_id == category.id]:
        _put(room, "projects", replace(project, category_id=None))
    return {"id": category.id}
