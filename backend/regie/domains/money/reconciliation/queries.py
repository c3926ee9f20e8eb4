"""Reads what is not reconciled, and the proposals for it."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, func, select, type_coerce

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.db.query_cache import QueryCache
from regie.core.db.row_tables import table_of
from regie.core.lists.pages import paginate
from regie.core.money.amounts import scaled_to_money
from regie.core.text.folding import fold
from regie.core.time.clock import Clock
from regie.domains.money.invoices.queries import INVOICES, invoice_row_scope, visible_invoices
from regie.domains.money.invoices.schemas import InvoiceQuery, InvoiceTotals
from regie.domains.money.payments.figures import OPEN_AMOUNT
from regie.domains.money.payments.queries import PAYMENTS, payment_row_scope
from regie.domains.money.payments.schemas import PaymentQuery, SuggestionReason
from regie.domains.money.reconciliation.rules import OpenInvoice, OpenPayment, match
from regie.domains.money.reconciliation.schemas import (
    Certainty,
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


# What matching needs of a payment, in the order of the statement.
_MATCHED_COLUMNS = (
    ProjectPayment.id, ProjectPayment.api_id, ProjectPayment.project_id, ProjectPayment.due_on,
    type_coerce(OPEN_AMOUNT, BigInteger), Project.client_id, Project.currency,
)  # fmt: skip
_PAYMENTS = (
    select(
        ProjectPayment.id,
        ProjectPayment.api_id,
        ProjectPayment.label,
        ProjectPayment.period_start,
        ProjectPayment.sequence,
        ProjectPayment.due_on,
        ProjectPayment.status,
        type_coerce(OPEN_AMOUNT, BigInteger).label("open_amount"),
        Project.api_id.label("project_api_id"),
        Project.name.label("project_name"),
        Project.currency,
        Client.api_id.label("client_api_id"),
        Client.name.label("client_name"),
    )
    .join(Project, Project.id == ProjectPayment.project_id)
    .join(Client, Client.id == Project.client_id)
    .outerjoin(Invoice, Invoice.id == ProjectPayment.invoice_id)
)
_OPEN_INVOICE = (
    Invoice.id,
    Invoice.api_id,
    func.coalesce(Invoice.number, Invoice.external_id).label("number"),
    Invoice.client_id,
    Invoice.project_id,
    Invoice.issued_on,
    Invoice.currency,
    UNALLOCATED.label("unallocated"),
)
_CLIENTS = select(Client.id, Client.api_id, Client.name_key)
# A client and a currency.
_Account = tuple[int, str]


class Proposed(NamedTuple):
    """A match without what describes it: there are many, and only those of a page are shown."""

    payment: int
    invoice: int
    amount: int
    certainty: Certainty
    reasons: tuple[SuggestionReason, ...]
    client: int
    currency: str


@dataclass(frozen=True, slots=True)
class Unreconciled:
    """The proposals in order by name, the api_ids of their clients, and the totals."""

    by_name: Mapping[str, Proposed]
    clients: Mapping[int, str]
    totals: Sequence[ProposalTotals]


@dataclass(frozen=True, slots=True)
class _Details:
    """The rows that describe the payments and invoices of some proposals."""

    payments: Mapping[int, Any]
    invoices: Mapping[int, Any]


def list_proposals(db: Connection, actor: Actor, query: ProposalQuery, clock: Clock) -> ProposalPage:
    """The proposals, the most certain first, then by client and day."""
    found = read_unreconciled(db, actor, clock.today())
    chosen = [
        (name, one)
        for name, one in found.by_name.items()
        if _is_chosen(query.certainty, one.certainty)
        and _is_chosen(query.client, found.clients[one.client])
        and _is_chosen(query.currency, one.currency)
        and (query.selected_ids is None or name in query.selected_ids)
    ]
    if words := fold(query.search).split():
        every = _read_details(db, [one for _, one in chosen])
        chosen = [(name, one) for name, one in chosen if _has_words(words, every, one)]
    start = (query.page - 1) * query.per_page
    shown = chosen if query.selected_ids is not None else chosen[start : start + query.per_page]
    details = _read_details(db, [one for _, one in shown])
    if not all(one.payment in details.payments for _, one in shown):
        # A payment was deleted meanwhile, so there are other proposals.
        return list_proposals(db, actor, query, clock)
    page = paginate(query, chosen, lambda pair: _serialize(details, *pair), order=ORDER)
    return {"data": page["data"], "meta": {**page["meta"], "totals": list(found.totals)}}


def _is_chosen(values: Sequence[str], value: str) -> bool:
    return not values or value in values


def _has_words(words: Sequence[str], details: _Details, one: Proposed) -> bool:
    """Whether each word is in the name of the client, of the project or of the payment, or in the invoice's number."""
    payment, invoice = details.payments.get(one.payment), details.invoices[one.invoice]
    if payment is None:
        return False
    text = fold(f"{payment.client_name} {payment.project_name} {payment.label} {invoice.number}")
    return all(word in text for word in words)


def _read_details(db: Connection, proposals: Sequence[Proposed]) -> _Details:
    payments, invoices = (
        select(table_of("keys", (("key", int),), [(key,) for key in keys]).c.key)
        for keys in ({one.payment for one in proposals}, {one.invoice for one in proposals})
    )
    return _Details(
        {row.id: row for row in db.execute(_PAYMENTS.where(ProjectPayment.id.in_(payments)))},
        {row.id: row for row in db.execute(select(*_OPEN_INVOICE).where(Invoice.id.in_(invoices)))},
    )


def read_unreconciled(db: Connection, actor: Actor, today: date) -> Unreconciled:
    key = (db.engine, actor.user_id, actor.roles, today)
    return _CACHE.get(db, key, lambda: _match_all(db, actor, today))


def _match_all(db: Connection, actor: Actor, today: date) -> Unreconciled:
    payments = _read_payments(db, actor, today + _DUE_WITHIN)
    invoices = _read_invoices(db, actor)
    clients = {key: (api_id, name) for key, api_id, name in db.execute(_CLIENTS)}
    of_account: dict[_Account, tuple[list[OpenPayment], list[OpenInvoice]]] = defaultdict(lambda: ([], []))
    # In a defined order, because the first of equal candidates is proposed.
    names: dict[int, str] = {}
    due: dict[str, int] = defaultdict(int)
    for key, api_id, project, due_on, amount, client, currency in sorted(payments, key=lambda row: (row[3], row[0])):
        names[key] = api_id
        of_account[client, currency][0].append(OpenPayment(key, project, due_on, int(amount)))
        if due_on <= today:
            due[currency] += int(amount)
    for row in sorted(invoices.values(), key=lambda one: (one.issued_on, one.id)):
        of_account[row.client_id, row.currency][1].append(
            OpenInvoice(row.id, row.project_id, row.issued_on, int(row.unallocated))
        )
    matches = [(one, account) for account, open_of_both in of_account.items() for one in match(*open_of_both)]
    matches.sort(
        key=lambda pair: (
            _CERTAINTIES.index(pair[0].certainty), clients[pair[1][0]][1], pair[0].payment.due_on, pair[0].payment.id,
            pair[0].invoice.id,
        )
    )  # fmt: skip
    by_name = {
        _name(names[one.payment.id], invoices[one.invoice.id].api_id, one.amount): Proposed(
            one.payment.id, one.invoice.id, one.amount, one.certainty, one.reasons, *account
        )
        for one, account in matches
    }
    # Those of unmatched customers too: no proposal is possible for them, but their money is unreconciled.
    totals = INVOICES.totals(db, invoice_row_scope(actor), _UNRECONCILED, InvoiceTotals)
    api_ids = {one.client: clients[one.client][0] for one in by_name.values()}
    return Unreconciled(by_name, api_ids, _add_up(by_name.values(), due, totals))


def _name(payment: str, invoice: str, amount: int) -> str:
    """A stable id of the payment, the invoice and the amount."""
    return str(uuid.uuid5(_SPACE, f"{payment} {invoice} {amount}"))


def _read_payments(db: Connection, actor: Actor, due_to: date) -> list[tuple[Any, ...]]:
    """The payments that are expected to be invoiced by a day."""
    query = PaymentQuery(
        status=["planned", "ready", "partially_invoiced", "invoice_voided", "invoice_deleted"], due_to=due_to
    )
    return PAYMENTS.values(db, payment_row_scope(actor), query, _MATCHED_COLUMNS)


def _read_invoices(db: Connection, actor: Actor) -> dict[int, Any]:
    """The valid invoices of clients with an unallocated amount, by key."""
    statement = select(*_OPEN_INVOICE).where(
        BILLED,
        Invoice.client_id.is_not(None),
        UNALLOCATED > 0,
        visible_invoices(actor.require(Permission.INVOICES_VIEW)),
    )
    return {row.id: row for row in db.execute(statement, actor.params)}


def _add_up(
    proposals: Iterable[Proposed], due: Mapping[str, int], invoices: Sequence[InvoiceTotals]
) -> list[ProposalTotals]:
    proposed: dict[str, int] = defaultdict(int)
    for one in proposals:
        proposed[one.currency] += one.amount
    unreconciled = {total["currency"]: total["unreconciled"] for total in invoices}
    return [
        {
            "currency": currency,
            "proposed": scaled_to_money(proposed[currency], currency),
            "payments": scaled_to_money(due.get(currency, 0), currency),
            "invoices": unreconciled.get(currency) or scaled_to_money(0, currency),
        }
        for currency in sorted({*proposed, *due, *unreconciled})
    ]


def _serialize(details: _Details, api_id: str, one: Proposed) -> Proposal:
    payment, invoice = details.payments[one.payment], details.invoices[one.invoice]
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
