"""Writes scheduled payments as the CSV file that QuickBooks Online imports as invoices."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.api.errors import Invalid, NotFound
from regie.core.audit.activity import log_event
from regie.core.files.spreadsheet_writer import ColumnHeader, Row, Sheet, csv_chunks
from regie.core.text.folding import fold
from regie.core.text.locale import DEFAULT_LOCALE, Locale, translate
from regie.core.time.instants import format_month
from regie.domains.money.payments.queries import PAYMENTS, payment_row_scope
from regie.domains.money.payments.schemas import PaymentDetails, PaymentQuery
from regie.domains.money.to_invoice.schemas import QuickbooksFileQuery
from regie.domains.records.clients.models import Client, ClientLink
from regie.domains.records.mirrors.models import QuickbooksCustomer
from regie.domains.records.settings.queries import settings_for

# The form's own names; the stars are its marks of required columns. Terms are left out, because QuickBooks refuses
# those that it does not have, and the due date says the same.
_HEADERS = (
    "*InvoiceNo", "*Customer", "*InvoiceDate", "*DueDate", "Memo", "Item(Product/Service)", "ItemDescription",
    "ItemQuantity", "ItemRate", "*ItemAmount", "Currency",
)  # fmt: skip
_TAX_HEADER = "ItemTaxCode"
_NUMBER = re.compile(r"^(.*?)([0-9]+)$")
_MOST = 100


class _Customer(NamedTuple):
    """How QuickBooks calls a client, in which language its lines are written, and when it has to pay."""

    name: str
    locale: Locale
    terms_days: int


def write_quickbooks_file(session: Session, actor: Actor, query: QuickbooksFileQuery, today: date) -> bytes:
    """Return the file, and log that it was written; payments of which nothing is to be invoiced are refused."""
    db = session.connection()
    payments = _read_payments(db, actor, query.payment)
    headers = [ColumnHeader(name, "text") for name in (*_HEADERS, *((_TAX_HEADER,) if query.tax_code else ()))]
    rows = list(_rows(db, actor, query, payments, query.issued_on or today))
    name = translate(actor.locale, "quickbooks.title")
    details = {"rows": len(rows), "format": "CSV"}
    log_event(session, "exported", subject="export", api_id=None, name=name, topic="money", details=details)
    # In English: its decimals and separators are those that the form expects.
    return b"".join(csv_chunks(Sheet("", headers, rows), lambda: None, DEFAULT_LOCALE))


def _read_payments(db: Connection, actor: Actor, ids: Sequence[str]) -> list[PaymentDetails]:
    query = PaymentQuery().with_selected(ids).with_page(1, _MOST)
    found = PAYMENTS.page(db, payment_row_scope(actor), query)["data"]
    if len(found) < len(set(ids)):
        raise NotFound
    if any(Decimal(payment["open_amount"]["amount"]) <= 0 for payment in found):
        raise Invalid({"payment": "nothing_to_invoice"})
    return found


def _rows(
    db: Connection, actor: Actor, query: QuickbooksFileQuery, payments: Sequence[PaymentDetails], issued_on: date
) -> Iterator[Row]:
    """One invoice for each client and currency: in QuickBooks, a customer has one currency."""
    customers = _read_customers(db, actor, payments)
    items = settings_for(db, actor)["default_locale"]
    ordered = sorted(payments, key=lambda one: (*_invoice_of(one), one["due_on"], one["api_id"]))
    for index, (_, lines) in enumerate(groupby(ordered, key=_invoice_of)):
        number = _count_up(query.first_number, index)
        for payment in lines:
            customer = customers[payment["client"]["api_id"], payment["currency"]]
            amount = Decimal(payment["open_amount"]["amount"])
            yield [
                number,
                customer.name,
                issued_on,
                issued_on + timedelta(days=customer.terms_days),
                payment["project"]["name"],
                translate(items, f"quickbooks.item.{payment['project_kind']}"),
                _describe(payment, customer.locale),
                Decimal(1),
                amount,
                amount,
                payment["currency"],
                *((query.tax_code,) if query.tax_code else ()),
            ]


def _invoice_of(payment: PaymentDetails) -> tuple[str, str, str]:
    return fold(payment["client"]["name"]), payment["client"]["api_id"], payment["currency"]


def _count_up(first: str, index: int) -> str:
    """The number of the next invoice: `R-0099` is followed by `R-0100`."""
    match = _NUMBER.match(first)
    assert match is not None
    prefix, digits = match.groups()
    return f"{prefix}{int(digits) + index:0{len(digits)}d}"


def _describe(payment: PaymentDetails, locale: Locale) -> str:
    """The project and the part of it; a payment of extra work has the project's name as its label."""
    name, label = payment["project"]["name"], payment["label"]
    if not label and payment["period_start"] is not None:
        label = format_month(payment["period_start"], locale)
    part = label or translate(locale, "export.projects-payments.number", number=payment["sequence"])
    return name if part == name else f"{name} – {part}"


def _read_customers(
    db: Connection, actor: Actor, payments: Sequence[PaymentDetails]
) -> Mapping[tuple[str, str], _Customer]:
    """By client and currency; a client without a matched customer of the currency goes by its own name."""
    settings = settings_for(db, actor)
    ids = {payment["client"]["api_id"] for payment in payments}
    clients = db.execute(
        select(Client.api_id, Client.name, Client.language, Client.payment_terms_days).where(Client.api_id.in_(ids))
    )
    of_client = {row.api_id: row for row in clients}
    names = _read_names(db, ids)
    found = {}
    for key in {(payment["client"]["api_id"], payment["currency"]) for payment in payments}:
        client = of_client[key[0]]
        days = settings["payment_terms_days"] if client.payment_terms_days is None else client.payment_terms_days
        locale: Locale = "fr-ca" if client.language == "fr-ca" else DEFAULT_LOCALE
        found[key] = _Customer(names.get(key) or client.name, locale, days)
    return found


def _read_names(db: Connection, clients: set[str]) -> dict[tuple[str, str | None], str]:
    statement = (
        select(Client.api_id, QuickbooksCustomer.currency, QuickbooksCustomer.name)
        .join(ClientLink, ClientLink.client_id == Client.id)
        .join(QuickbooksCustomer, QuickbooksCustomer.external_id == ClientLink.external_id)
        .where(ClientLink.service == "quickbooks", QuickbooksCustomer.is_active, Client.api_id.in_(clients))
        .order_by(QuickbooksCustomer.id.desc())
    )
    return {(row.api_id, row.currency): row.name for row in db.execute(statement) if row.name}
