"""Edits records as the services' users do, so that incremental reading can be tested."""

from dataclasses import fields, replace
from typing import Any

from regie.sandbox.agency.calendar import day_of
from regie.sandbox.agency.money import apply_payment, void_invoice
from regie.sandbox.agency.rows import (
    Category,
    Customer,
    Deal,
    HubspotCompany,
    HubspotContact,
    Invoice,
    Payment,
)
from regie.sandbox.state import SandboxState
from regie.sandbox.table import Table
from regie.sandbox.webhooks import Change

_WEBHOOK_VERBS = {"delete": "deleted", "restore": "restored", "archive": "archived", "void": "voided"}
_INDEXED_TABLES = {"deals": "deals", "hubspot_companies": "companies", "hubspot_contacts": "contacts"}


class InvalidEdit(Exception):
    """The edit is not possible for this record."""


def edit_record(state: SandboxState, edit: dict[str, Any]) -> dict[str, Any]:
    """Apply {"table", "id", "action", …}.

    Actions: change ("fields"), delete, restore, archive, void, pay ("cents"), merge ("into"), create ("like").
    The row's time of change becomes now, unless "touch" is false.
    """
    table = state.agency.tables().get(str(edit.get("table")))
    if table is None:
        raise InvalidEdit(f"tables are {', '.join(state.agency.tables())}")
    action = edit.get("action", "change")
    if action == "create":
        return _create(state, edit, table)
    row = table.get(int(edit.get("id", 0)))
    if row is None:
        raise InvalidEdit("no such record")
    if action == "pay":
        return _pay(state, row, int(edit["cents"]))
    if action == "merge":
        return _merge(state, edit["table"], row, int(edit["into"]))
    if action == "delete" and isinstance(row, Category):
        return _delete_category(state, row)
    changed = replace(row, **_changes(state, row, action, edit))
    if action == "void":
        void_invoice(changed, state.clock.now())
    _save(state, edit["table"], changed, _WEBHOOK_VERBS.get(action, "updated"), edit.get("touch", True))
    return {"id": row.id}


def _changes(state: SandboxState, row: Any, action: str, edit: dict[str, Any]) -> dict[str, Any]:
    known = {field.name for field in fields(row)}
    if action == "change":
        changes = dict(edit.get("fields", {}))
        if not changes or not set(changes) <= known:
            raise InvalidEdit(f"columns are {', '.join(sorted(known))}")
        return {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
    if action in ("delete", "restore"):
        return _deletion_changes(row, known, action == "delete", state.clock.now())
    if action == "archive" and "status" in known:
        return {"status": "archived"}
    if action == "archive" and "archived" in known:
        return _deletion_changes(row, known, True, state.clock.now())
    if action == "void" and isinstance(row, Invoice):
        return {}
    raise InvalidEdit(f"{action} is not possible here")


def _deletion_changes(row: Any, known: set[str], is_deleted: bool, now: int) -> dict[str, Any]:
    """Return the changes that delete or restore a record, in its service's own form of soft deletion."""
    if isinstance(row, Customer):
        name = row.name.removesuffix(" (deleted)")
        return {"active": not is_deleted, "name": f"{name} (deleted)" if is_deleted else name}
    if "archived_at" in known:
        return {"archived": is_deleted, "archived_at": now if is_deleted else 0}
    if "deleted" in known:
        return {"deleted": is_deleted}
    if "status" in known:
        return {"status": "deleted" if is_deleted else "active"}
    if "archived" in known:
        return {"archived": is_deleted}
    raise InvalidEdit("deletion is final here")


def _save(state: SandboxState, name: str, row: Any, verb: str = "updated", touch: bool = True) -> None:
    """Store a row and queue its webhook; without `touch`, neither the time of change nor a webhook follows."""
    if touch:
        columns = {field.name for field in fields(row)}
        changes: dict[str, Any] = {"updated": state.clock.now()} if "updated" in columns else {}
        if "sync_token" in columns:
            changes["sync_token"] = row.sync_token + 1
        row = replace(row, **changes)
    _store(state, name, row, verb if touch else "")


def _store(state: SandboxState, name: str, row: Any, verb: str) -> None:
    table = state.agency.tables()[name]
    before = table.get(row.id)
    if name in _INDEXED_TABLES:
        visible_at = state.clock.now() + state.switches.hubspot_search_lag_ms
        state.lag.record(_INDEXED_TABLES[name], row.id, before, visible_at)
    table.put(row)
    if verb:
        state.webhooks.changes.append(Change(name, before, row, verb))


def _create(state: SandboxState, edit: dict[str, Any], table: Table[Any]) -> dict[str, Any]:
    """Create a copy of the record "like" with the columns in "fields" changed."""
    template = table.get(int(edit.get("like", 0))) or table.rows[-1]
    now = state.clock.now()
    columns = {field.name for field in fields(template)}
    values: dict[str, Any] = {"id": _next_id(state, edit["table"], table)}
    if "created" in columns:
        values["created"] = now
    if isinstance(template, Invoice):
        values |= {"payment_ids": (), "balance": template.total, "voided": False, "note": None}
    row = replace(template, **{**values, **edit.get("fields", {})})
    _save(state, edit["table"], row, "created")
    return {"id": row.id}


def _next_id(state: SandboxState, name: str, table: Table[Any]) -> int:
    agency = state.agency
    if name in ("invoices", "payments", "credit_memos"):  # transactions share one sequence of ids
        return max(agency.invoices.next_id(), agency.payments.next_id(), agency.credit_memos.next_id())
    return table.next_id()


def _pay(state: SandboxState, invoice: Any, cents: int) -> dict[str, Any]:
    if not isinstance(invoice, Invoice) or not 0 < cents <= invoice.balance:
        raise InvalidEdit("pay an invoice, and no more than its balance")
    now = state.clock.now()
    payment_id = _next_id(state, "payments", state.agency.payments)
    applied = ((cents, "Invoice", invoice.id),)
    payment = Payment(payment_id, invoice.customer_id, day_of(now), invoice.currency, invoice.rate, cents, 0, None,
                      applied, now, now)  # fmt: skip
    _store(state, "payments", payment, "created")
    paid = replace(invoice)
    apply_payment(paid, payment_id, cents, now)
    _store(state, "invoices", paid, "updated")
    customer = state.agency.customers.get(invoice.customer_id)
    if customer is not None:
        _save(state, "customers", replace(customer, balance=customer.balance - cents))
    return {"id": payment_id}


def _merge(state: SandboxState, name: str, loser: Any, winner_id: int) -> dict[str, Any]:
    """Merge a record into another: from now on the loser's id returns the winner."""
    table = state.agency.tables()[name]
    winner = table.get(winner_id)
    if not isinstance(loser, Deal | HubspotCompany | HubspotContact) or winner is None:
        raise InvalidEdit("merge two records of HubSpot")
    _save(state, name, replace(loser, merged_into=winner.id), verb="")
    merged: dict[str, Any] = {"merged_ids": (*winner.merged_ids, loser.id, *loser.merged_ids)}
    if isinstance(loser, HubspotContact):
        merged["company_ids"] = tuple(dict.fromkeys((*winner.company_ids, *loser.company_ids)))
    _save(state, name, replace(winner, **merged), "merged")
    if isinstance(loser, HubspotCompany):
        _move_contacts(state, loser.id, winner.id)
    return {"id": winner.id}


def _move_contacts(state: SandboxState, company: int, winner: int) -> None:
    """Associate the contacts of a merged company with the other one."""
    for contact in [row for row in state.agency.hubspot_contacts.rows if company in row.company_ids]:
        ids = tuple(dict.fromkeys(winner if one == company else one for one in contact.company_ids))
        _save(state, "hubspot_contacts", replace(contact, company_ids=ids))


def _delete_category(state: SandboxState, category: Category) -> dict[str, Any]:
    """Delete a category and clear the references of its projects and children."""
    agency = state.agency
    agency.categories.remove(category.id)
    for child in [row for row in agency.categories.rows if row.parent_id == category.id]:
        agency.categories.put(replace(child, parent_id=None))
    for project in [row for row in agency.projects.rows if row.category_id == category.id]:
        _save(state, "projects", replace(project, category_id=None))
    return {"id": category.id}
