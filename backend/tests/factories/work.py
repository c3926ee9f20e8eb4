"""Creates clients, projects, time entries, invoices, payments and deals."""

from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.money.payments.allocations import order_allocations, read_amounts
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoicePayment
from regie.domains.records.mirrors.models import HubspotDeal, TimeEntry
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import OosApproval, Project, ProjectFee
from regie.domains.records.terms.models import Term
from tests.factories.people import make_user

SYNCED = datetime(2026, 11, 20, 16, 0, tzinfo=UTC)
_numbers = count(1)


def make_client(session: Session, **fields: Any) -> Client:
    if "account_manager_id" not in fields:
        fields["account_manager_id"] = make_user(session, roles=["account_manager"]).id
    client = Client(**({"name": f"Maison Pivoine {next(_numbers)}", "currency": "CAD"} | fields))
    session.add(client)
    session.flush()
    return client


def make_pause(session: Session, project: Project, paused_on: date, resumed_on: date | None = None) -> None:
    """Pause a retainer from a day on, or until the day before `resumed_on`."""
    for day, state in ((paused_on, "on_hold"), (resumed_on, "active")):
        if day is not None:
            session.add(
                Term(
                    record="project", record_id=project.id, name="state", effective_from=day, value=state,
                    recorded_at=SYNCED,
                )
            )  # fmt: skip
    session.flush()


def make_project(
    session: Session, *, monthly_fee: str | None = None, paused_on: date | None = None, **fields: Any
) -> Project:
    """Create a retainer if a monthly fee is given, a fixed-price project otherwise.

    A retainer that is on hold is paused from `paused_on`, or from its first day. Work with a day of approval has the
    record of it.
    """
    if "client_id" not in fields:
        fields["client_id"] = make_client(session).id
    if "account_manager_id" not in fields:
        fields["account_manager_id"] = session.get_one(Client, fields["client_id"]).account_manager_id
    number = next(_numbers)
    values = {
        "number": f"T-{number:05d}",
        "name": f"Refonte {number}",
        "kind": "retainer" if monthly_fee else "fixed",
        "status": "active",
        "start_on": date(2026, 1, 1),
        "currency": "CAD",
    } | fields
    if values["kind"] != "retainer":
        values.setdefault("amount", Decimal("12000.00"))
    if values["kind"] == "oos":
        values.setdefault("sold_on", date(2026, 11, 2))
    project = Project(**values)
    session.add(project)
    session.flush()
    if monthly_fee:
        session.add(ProjectFee(project_id=project.id, amount=Decimal(monthly_fee), starts_on=project.start_on))
        session.flush()
    if project.approved_on:
        by = {"decided_on": project.approved_on, "decided_by_id": project.account_manager_id}
        session.add(OosApproval(project=project, decision="approved", note="Au téléphone", **by))
        session.flush()
    if project.kind == "retainer" and project.status == "on_hold":
        make_pause(session, project, paused_on or project.start_on)
    return project


def make_time(session: Session, **fields: Any) -> TimeEntry:
    """Create a Teamwork time entry of one hour."""
    values = {
        "external_id": f"time-{next(_numbers)}",
        "worked_on": date(2026, 11, 10),
        "minutes": 60,
        "synced_at": SYNCED,
    } | fields
    entry = TimeEntry(**values)
    session.add(entry)
    session.flush()
    return entry


def make_invoice(session: Session, **fields: Any) -> Invoice:
    number = next(_numbers)
    total = Decimal(fields.pop("total", "1149.75"))
    values = {
        "external_id": str(9000 + number),
        "number": f"AN-{number}",
        "customer_name": "Maison Pivoine",
        "issued_on": date(2026, 10, 1),
        "due_on": date(2026, 10, 31),
        "currency": "CAD",
        "subtotal": Decimal("1000.00"),
        "tax": Decimal("149.75"),
        "total": total,
        "balance": total,
        "synced_at": SYNCED,
    } | fields
    values.setdefault("payable_on", values["due_on"] or values["issued_on"])
    invoice = Invoice(**values)
    session.add(invoice)
    session.flush()
    return invoice


def make_receipt(session: Session, invoice: Invoice, amount: str, paid_on: date, **fields: Any) -> InvoicePayment:
    """Create a payment or credit of an invoice; its balance does not change."""
    number = next(_numbers)
    values = {
        "external_id": f"{number}:{invoice.external_id}:payment",
        "source_external_id": str(number),
        "invoice_external_id": invoice.external_id,
        "kind": "payment",
        "paid_on": paid_on,
        "amount": Decimal(amount),
        "currency": invoice.currency,
        "synced_at": SYNCED,
    } | fields
    receipt = InvoicePayment(**values)
    session.add(receipt)
    session.flush()
    return receipt


def make_credit(session: Session, balance: str, dated_on: date, **fields: Any) -> CustomerCredit:
    """Create a payment or credit note of which `balance` is not applied to invoices."""
    number, kind = next(_numbers), fields.pop("kind", "payment")
    values = {
        "external_id": f"{kind}:{number}",
        "source_external_id": str(number),
        "kind": kind,
        "number": f"VIR-{number}",
        "dated_on": dated_on,
        "currency": "CAD",
        "total": Decimal(balance),
        "balance": Decimal(balance),
        "synced_at": SYNCED,
    } | fields
    credit = CustomerCredit(**values)
    session.add(credit)
    session.flush()
    return credit


def make_payment(session: Session, **fields: Any) -> ProjectPayment:
    """Create a scheduled payment; the invoice of `invoice_id` bills all of it."""
    if "project_id" not in fields:
        fields["project_id"] = make_project(session).id
    values = {"sequence": next(_numbers), "due_on": date(2026, 12, 1), "amount": Decimal("1000.00")} | fields
    payment = ProjectPayment(**values)
    session.add(payment)
    session.flush()
    if payment.invoice_id is not None:
        make_allocation(session, payment, payment.invoice_id, payment.amount)
    return payment


def make_allocation(session: Session, payment: ProjectPayment, invoice_id: int, amount: Decimal) -> PaymentAllocation:
    """Bill a part of a payment with an invoice."""
    allocation = PaymentAllocation(payment_id=payment.id, invoice_id=invoice_id, amount=amount)
    session.add(allocation)
    session.flush()
    payment.is_split = list(read_amounts(session, payment).values()) != [payment.amount]
    session.flush()
    order_allocations(session, [invoice_id])
    return allocation


def make_deal(session: Session, **fields: Any) -> HubspotDeal:
    number = next(_numbers)
    values = {
        "external_id": str(70000 + number),
        "name": f"Boutique en ligne {number}",
        "amount": Decimal("48500.00"),
        "currency": "CAD",
        "state": "won",
        "synced_at": SYNCED,
    } | fields
    deal = HubspotDeal(**values)
    session.add(deal)
    session.flush()
    return deal
