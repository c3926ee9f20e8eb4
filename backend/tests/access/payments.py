"""Builds the requests of the matrix for project payments; the last word of a row is the change."""

from datetime import date
from typing import Any

from sqlalchemy import select

from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project
from tests.access.accounts import Call
from tests.factories.work import make_invoice
from tests.factories.world import World

_PATH = "/api/v1/projects-payments"
_CHANGES: dict[str, dict[str, Any]] = {
    "ready": {"status": "ready", "version": 1},
    "note": {"note": "Bon de commande 4411"},
    "skip": {"status": "skipped", "reason": "Mois offert"},
    "off": {"status": "written_off", "reason": "Client insolvable"},
}


def _create(world: World, column: str, row: str) -> Call:
    body = {"project": world.project(column, row), "due_on": "2026-12-01", "amount": "1500.00"}
    return Call(_PATH, body)


def _create_schedule(world: World, column: str, row: str) -> Call:
    target, _, kind = row.partition("_")
    if kind:
        return Call(f"{_PATH}/schedules", {"project": world.project(column, target, monthly_fee="900.00")})
    return Call(f"{_PATH}/schedules", {"project": world.project(column, target), "count": 3})


def _update(world: World, column: str, row: str) -> Call:
    target, _, change = row.rpartition("_") if "_" in row else (row, "", "note")
    return Call(f"{_PATH}/{world.payment(column, target)}", _CHANGES[change])


def _delete(world: World, column: str, row: str) -> Call:
    target, _, status = row.partition("_")
    return Call(f"{_PATH}/{world.payment(column, target, status=status or 'planned')}")


def _allocate(world: World, column: str, row: str) -> Call:
    """An invoice of the payment's client."""
    payment = world.payment(column, row)
    return Call(f"{_PATH}/{payment}/allocations", {"invoice": _invoice_for(world, payment), "amount": "100.00"})


def _remove_allocation(world: World, column: str, row: str) -> Call:
    payment = world.payment(column, row)
    invoice = _invoice_for(world, payment)
    if row != "missing":
        body = {"invoice": invoice, "amount": "100.00"}
        assert world.fresh_browser("admin").post(f"{_PATH}/{payment}/allocations", body).status_code == 201
    return Call(f"{_PATH}/{payment}/allocations/{invoice}")


def _invoice_for(world: World, payment: str) -> str:
    with world.database.write() as session:
        client = session.execute(
            select(Project.client_id).join(ProjectPayment).where(ProjectPayment.api_id == payment)
        ).scalar_one_or_none()
        return make_invoice(session, client_id=client).api_id


def _decide(world: World, column: str, row: str) -> Call:
    """Undo what was reconciled; a proposal is named by what it proposes."""
    payment = world.payment(column, row)
    body = {"accepted": False, "payment": payment, "invoice": _invoice_for(world, payment), "amount": "1.00"}
    return Call("/api/v1/reconciliation-proposals/batches", {"ids": [payment], "change": body})


def _decide_extra_work(world: World, column: str, row: str) -> Call:
    project = world.project(column, row, kind="oos", approved_on=date(2026, 11, 4))
    return Call("/api/v1/extra-work-to-invoice/batches", {"ids": [project], "change": {"decision": "schedule"}})


def _quickbooks_file(world: World, column: str, row: str) -> Call:
    return Call(f"/api/v1/quickbooks-invoice-file?payment={world.payment(column, row)}&first_number=1001")


REQUESTS = {
    "POST /api/v1/extra-work-to-invoice/batches": _decide_extra_work,
    "GET /api/v1/quickbooks-invoice-file": _quickbooks_file,
    f"POST {_PATH}/{{id}}/allocations": _allocate,
    f"DELETE {_PATH}/{{id}}/allocations/{{invoice}}": _remove_allocation,
    "POST /api/v1/reconciliation-proposals/batches": _decide,
    "PUT /api/v1/payment-history": lambda *_: Call("/api/v1/payment-history", {"closed_before": None}),
    f"POST {_PATH}": _create,
    f"POST {_PATH}/schedules": _create_schedule,
    f"PATCH {_PATH}/{{id}}": _update,
    f"DELETE {_PATH}/{{id}}": _delete,
}
