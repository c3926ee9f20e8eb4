"""Reads what is not reconciled, and the proposals for it."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, func, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.db.query_cache import QueryCache
from regie.core.lists.pages import paginate
from regie.core.money.amounts import scaled_to_money
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.domains.money.invoices.queries import INVOICES, invoice_row_scope, visible_invoices
from regie.domains.money.invoices.schemas import InvoiceQuery, InvoiceTotals
from regie.domains.money.payments.figures import OPEN_AMOUNT
from regie.domains.money.payments.queries import PAYMENTS, payment_row_scope
from regie.domains.money.payments.schemas import PaymentQuery
from regie.domains.money.reconciliation.rules import Match, OpenInvoice, OpenPayment, match
from regie.domains.money.reconciliation.schemas import (
    Proposal,
    ProposalPage,
    ProposalQuery,
    ProposalTotals,
)
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.figures import BILLED, UNALLOCATED
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project

# Payments that are due later are not yet expected to have an invoice.
_DUE_WITHIN = timedelta(days=45)
_UNRECONCILED = InvoiceQuery(reconciliation=["none", "part"])
ORDER = "certainty"
_CERTAINTIES = ("high", "medium", "low")
_SPACE = uuid.UUID("6f9a3c1e-2f0b-4c57-9f43-6d3c0b8a51e7")
_TABLES = ("invoices", "payment_allocations", "project_payments", "projects", "clients", "team_members")
_CACHE: QueryCache["Unreconciled"] = QueryCache(_TABLES)


class _Payment(NamedTuple):
    id: int
    api_id: str
    label: str
    period_start: date | None
    sequence: int
    due_on: date
    status: str
    open_amount: int
    project_id: int
    project_api_id: str
    project_name: str
    currency: str
    client_id: int
    client_api_id: str
    client_name: str
    client_key: str


# In the order of the fields of `_Payment`.
_PAYMENT_COLUMNS = (
    ProjectPayment.id, ProjectPayment.api_id, ProjectPayment.label, ProjectPayment.period_start,
    ProjectPayment.sequence, ProjectPayment.due_on, ProjectPayment.status, type_coerce(OPEN_AMOUNT, BigInteger),
    ProjectPayment.project_id,
    Project.api_id, Project.name, Project.currency, Project.client_id, Client.api_id, Client.name, Client.name_key,
)  # fmt: skip
# A client and a currency.
_Account = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Unreconciled:
    """The proposals in order, with the rows that describe their payments and invoices, and the totals."""

    by_name: Mapping[str, Match]
    payments: Mapping[int, _Payment]
    invoices: Mapping[int, Any]
    totals: Sequence[ProposalTotals]


def list_proposals(db: Connection, actor: Actor, query: ProposalQuery, clock: Clock) -> ProposalPage:
    """The proposals, the most certain first, then by client and day."""
    found = read_unreconciled(db, actor, clock.today())
    words = fold(query.search).split()
    chosen = [
        (key, one)
        for key, one in found.by_name.items()
        if _is_chosen(query.certainty, one.certainty)
        and _is_chosen(query.client, found.payments[one.payment.id].client_api_id)
        and _is_chosen(query.currency, found.payments[one.payment.id].currency)
        and _has_words(words, found.payments[one.payment.id], found.invoices[one.invoice.id])
    ]
    page = paginate(query, chosen, lambda pair: _serialize(found, *pair), order=ORDER)
    return {"data": page["data"], "meta": {**page["meta"], "totals": list(found.totals)}}


def _is_chosen(values: Sequence[str], value: str) -> bool:
    return not values or value in values


def _has_words(words: Sequence[str], payment: _Payment, invoice: Any) -> bool:
    """Whether each word is in the name of the client, of the project or of the payment, or in the invoice's number."""
    if not words:
        return True
    text = fold(f"{payment.client_name} {payment.project_name} {payment.label} {invoice.number}")
    return all(word in text for word in words)


def read_unreconciled(db: Connection, actor: Actor, today: date) -> Unreconciled:
    key = (db.engine, actor.user_id, actor.roles, today)
    return _CACHE.get(db, key, lambda: _match_all(db, actor, today))


def _match_all(db: Connection, actor: Actor, today: date) -> Unreconciled:
    payments = _read_payments(db, actor, today + _DUE_WITHIN)
    invoices = _read_invoices(db, actor)
    of_account: dict[_Account, tuple[list[OpenPayment], list[OpenInvoice]]] = defaultdict(lambda: ([], []))
    # In a defined order, because the first of equal candidates is proposed.
    for row in sorted(payments.values(), key=lambda one: (one.due_on, one.id)):
        of_account[row.client_id, row.currency][0].append(
            OpenPayment(row.id, row.project_id, row.due_on, int(row.open_amount))
        )
    for row in sorted(invoices.values(), key=lambda one: (one.issued_on, one.id)):
        of_account[row.client_id, row.currency][1].append(
            OpenInvoice(row.id, row.project_id, row.issued_on, int(row.unallocated))
        )
    matches = [one for open_of_both in of_account.values() for one in match(*open_of_both)]
    matches.sort(
        key=lambda one: (
            _CERTAINTIES.index(one.certainty), payments[one.payment.id].client_key, one.payment.due_on, one.payment.id,
            one.invoice.id,
        )
    )  # fmt: skip
    by_name = {_name(payments[one.payment.id], invoices[one.invoice.id], one.amount): one for one in matches}
    # Those of unmatched customers too: no proposal is possible for them, but their money is unreconciled.
    totals = INVOICES.totals(db, invoice_row_scope(actor), _UNRECONCILED, InvoiceTotals)
    return Unreconciled(by_name, payments, invoices, _add_up(matches, payments, totals, today))


def _name(payment: Any, invoice: Any, amount: int) -> str:
    """A stable id of the payment, the invoice and the amount."""
    return str(uuid.uuid5(_SPACE, f"{payment.api_id} {invoice.api_id} {amount}"))


def _read_payments(db: Connection, actor: Actor, due_to: date) -> dict[int, _Payment]:
    """The payments that are expected to be invoiced by a day, by key."""
    query = PaymentQuery(
        status=["planned", "ready", "partially_invoiced", "invoice_voided", "invoice_deleted"], due_to=due_to
    )
    rows = PAYMENTS.values(db, payment_row_scope(actor), query, _PAYMENT_COLUMNS)
    return {row[0]: _Payment(*row) for row in rows}


def _read_invoices(db: Connection, actor: Actor) -> dict[int, Any]:
    """The valid invoices of clients with an unallocated amount, by key."""
    statement = select(
        Invoice.id,
        Invoice.api_id,
        func.coalesce(Invoice.number, Invoice.external_id).label("number"),
        Invoice.client_id,
        Invoice.project_id,
        Invoice.issued_on,
        Invoice.currency,
        UNALLOCATED.label("unallocated"),
    ).where(
        BILLED,
        Invoice.client_id.is_not(None),
        UNALLOCATED > 0,
        visible_invoices(actor.require(Permission.INVOICES_VIEW)),
    )
    return {row.id: row for row in db.execute(statement, actor.params)}


def _add_up(
    matches: Sequence[Match], payments: Mapping[int, _Payment], invoices: Sequence[InvoiceTotals], today: date
) -> list[ProposalTotals]:
    proposed: dict[str, int] = defaultdict(int)
    due: dict[str, int] = defaultdict(int)
    for one in matches:
        proposed[payments[one.payment.id].currency] += one.amount
    for payment in payments.values():
        if payment.due_on <= today:
            due[payment.currency] += int(payment.open_amount)
    unreconciled = {total["currency"]: total["unreconciled"] for total in invoices}
    return [
        {
            "currency": currency,
            "proposed": scaled_to_money(proposed[currency], currency),
            "payments": scaled_to_money(due[currency], currency),
            "invoices": unreconciled.get(currency) or scaled_to_money(0, currency),
        }
        for currency in sorted({*proposed, *due, *unreconciled})
    ]


def _serialize(found: Unreconciled, api_id: str, one: Match) -> Proposal:
    payment, invoice = found.payments[one.payment.id], found.invoices[one.invoice.id]
    return {
        "api_id": api_id,
        "client": {"api_id": payment.client_api_id, "name": payment.client_name},
        "project": {"api_id": payment.project_api_id, "name": payment.project_name},
        "payment": {
            "api_id": payment.api_id,
            "label": payment.label,
            "period_start": payment.period_start,
            "sequence": payment.sequence,
        },
        "is_planned": payment.status == "planned",
        "due_on": payment.due_on,
        "open_amount": scaled_to_money(int(payment.open_amount), payment.currency),
        "invoice": {"api_id": invoice.api_id, "name": invoice.number},
        "issued_on": invoice.issued_on,
        "unallocated": scaled_to_money(int(invoice.unallocated), payment.currency),
        "amount": scaled_to_money(one.amount, payment.currency),
        "certainty": one.certainty,
        "reasons": list(one.reasons),
    }
