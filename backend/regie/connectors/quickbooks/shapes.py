"""Parses QuickBooks' records: missing values are None; amounts are in the record's currency."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from regie.connectors.field_reader import FieldReader
from regie.connectors.pages import FieldProblem

SERVICE = "quickbooks"

# Only the note distinguishes a voided invoice from one of zero. The notes of French-language companies are not
# documented; the French words are a precaution.
_VOID_WORDS = ("voided", "annulé", "annulée")


@dataclass(frozen=True, slots=True)
class Customer:
    """A sub-customer (a job) has a parent and its own invoices."""

    external_id: str
    name: str | None
    full_name: str | None
    company_name: str | None
    active: bool
    currency: str | None
    balance: Decimal | None
    email: str | None
    phone: str | None
    address_lines: tuple[str, ...]
    city: str | None
    region: str | None
    postal_code: str | None
    country: str | None
    is_sub_customer: bool
    parent_id: str | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Invoice:
    """A missing currency means the company's home currency."""

    external_id: str
    number: str | None
    customer_id: str | None
    customer_name: str | None
    currency: str | None
    exchange_rate: Decimal | None
    issued_on: date | None
    due_on: date | None
    subtotal: Decimal | None
    tax: Decimal | None
    total: Decimal | None
    balance: Decimal | None
    home_total: Decimal | None
    home_balance: Decimal | None
    is_voided: bool
    note: str | None
    payment_ids: tuple[str, ...]
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PaymentAllocation:
    """The part of a payment applied to one other transaction."""

    amount: Decimal | None
    entity: str
    external_id: str


@dataclass(frozen=True, slots=True)
class Payment:
    external_id: str
    customer_id: str | None
    customer_name: str | None
    currency: str | None
    exchange_rate: Decimal | None
    paid_on: date | None
    total: Decimal | None
    unapplied: Decimal | None
    reference: str | None
    is_voided: bool
    applied: tuple[PaymentAllocation, ...]
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CreditMemo:
    external_id: str
    number: str | None
    customer_id: str | None
    customer_name: str | None
    currency: str | None
    exchange_rate: Decimal | None
    issued_on: date | None
    total: Decimal | None
    remaining: Decimal | None
    is_voided: bool
    note: str | None
    created_at: datetime | None
    updated_at: datetime | None
    source_url: str
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tombstone:
    entity: str
    external_id: str
    deleted_at: datetime | None


@dataclass(frozen=True, slots=True)
class Preferences:
    home_currency: str
    multi_currency: bool
    raw: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """The changes since an instant; entities in `truncated` had too many: read their lists."""

    customers: tuple[Customer, ...]
    invoices: tuple[Invoice, ...]
    payments: tuple[Payment, ...]
    credit_memos: tuple[CreditMemo, ...]
    deleted: tuple[Tombstone, ...]
    truncated: tuple[str, ...]
    as_of: datetime
    problems: tuple[FieldProblem, ...]


def read_customer(raw: Any, problems: list[FieldProblem], app_url: str) -> Customer:
    fields = FieldReader(SERVICE, "customer", raw, problems, "Id")
    address, times = fields.child("BillAddr"), fields.child("MetaData")
    return Customer(
        external_id=fields.external_id,
        name=fields.text("DisplayName"),
        full_name=fields.text("FullyQualifiedName"),
        company_name=fields.text("CompanyName"),
        active=fields.flag("Active", default=True),
        currency=_reference(fields, "CurrencyRef"),
        balance=fields.amount("Balance"),
        email=fields.child("PrimaryEmailAddr").text("Address"),
        phone=fields.child("PrimaryPhone").text("FreeFormNumber"),
        address_lines=tuple(line for line in (address.text(f"Line{n}") for n in range(1, 6)) if line),
        city=address.text("City"),
        region=address.text("CountrySubDivisionCode"),
        postal_code=address.text("PostalCode"),
        country=address.text("Country"),
        is_sub_customer=fields.flag("Job"),
        parent_id=_reference(fields, "ParentRef"),
        created_at=times.instant("CreateTime"),
        updated_at=times.instant("LastUpdatedTime"),
        source_url=f"{app_url}/app/customerdetail?nameId={fields.external_id}",
        raw=fields.raw,
    )


def read_invoice(raw: Any, problems: list[FieldProblem], app_url: str) -> Invoice:
    fields = FieldReader(SERVICE, "invoice", raw, problems, "Id")
    times = fields.child("MetaData")
    total = fields.amount("TotalAmt")
    tax = fields.child("TxnTaxDetail").amount("TotalTax") or Decimal(0)
    return Invoice(
        external_id=fields.external_id,
        number=fields.text("DocNumber"),
        customer_id=_reference(fields, "CustomerRef"),
        customer_name=fields.child("CustomerRef").text("name"),
        currency=_reference(fields, "CurrencyRef"),
        exchange_rate=fields.amount("ExchangeRate"),
        issued_on=fields.day("TxnDate"),
        due_on=fields.day("DueDate"),
        # The total is authoritative: lines may have half-cent roundings and discounts.
        subtotal=None if total is None else total - tax,
        tax=None if total is None else tax,
        total=total,
        balance=fields.amount("Balance"),
        home_total=fields.amount("HomeTotalAmt"),
        home_balance=fields.amount("HomeBalance"),
        is_voided=_is_voided(fields, total),
        note=fields.text("PrivateNote"),
        payment_ids=tuple(link.external_id for link in _links(fields, fields, None) if link.entity == "Payment"),
        created_at=times.instant("CreateTime"),
        updated_at=times.instant("LastUpdatedTime"),
        source_url=f"{app_url}/app/invoice?txnId={fields.external_id}",
        raw=fields.raw,
    )


def read_payment(raw: Any, problems: list[FieldProblem], app_url: str) -> Payment:
    fields = FieldReader(SERVICE, "payment", raw, problems, "Id")
    times = fields.child("MetaData")
    total = fields.amount("TotalAmt")
    lines = [fields.nested(line) for line in fields.objects("Line")]
    return Payment(
        external_id=fields.external_id,
        customer_id=_reference(fields, "CustomerRef"),
        customer_name=fields.child("CustomerRef").text("name"),
        currency=_reference(fields, "CurrencyRef"),
        exchange_rate=fields.amount("ExchangeRate"),
        paid_on=fields.day("TxnDate"),
        total=total,
        unapplied=fields.amount("UnappliedAmt"),
        reference=fields.text("PaymentRefNum"),
        is_voided=_is_voided(fields, total),
        applied=tuple(link for line in lines for link in _links(fields, line, line.amount("Amount"))),
        created_at=times.instant("CreateTime"),
        updated_at=times.instant("LastUpdatedTime"),
        source_url=f"{app_url}/app/recvpayment?txnId={fields.external_id}",
        raw=fields.raw,
    )


def read_credit_memo(raw: Any, problems: list[FieldProblem], app_url: str) -> CreditMemo:
    fields = FieldReader(SERVICE, "credit_memo", raw, problems, "Id")
    times = fields.child("MetaData")
    total = fields.amount("TotalAmt")
    remaining = fields.amount("RemainingCredit" if "RemainingCredit" in fields.raw else "Balance")
    return CreditMemo(
        external_id=fields.external_id,
        number=fields.text("DocNumber"),
        customer_id=_reference(fields, "CustomerRef"),
        customer_name=fields.child("CustomerRef").text("name"),
        currency=_reference(fields, "CurrencyRef"),
        exchange_rate=fields.amount("ExchangeRate"),
        issued_on=fields.day("TxnDate"),
        total=total,
        remaining=remaining,
        is_voided=_is_voided(fields, total),
        note=fields.text("PrivateNote"),
        created_at=times.instant("CreateTime"),
        updated_at=times.instant("LastUpdatedTime"),
        source_url=f"{app_url}/app/creditmemo?txnId={fields.external_id}",
        raw=fields.raw,
    )


def read_tombstone(raw: Any, entity: str) -> Tombstone:
    fields = FieldReader(SERVICE, entity, raw, [], "Id")
    return Tombstone(entity, fields.external_id, fields.child("MetaData").instant("LastUpdatedTime"))


def _reference(fields: FieldReader, key: str) -> str | None:
    return fields.child(key).text("value")


def _links(fields: FieldReader, holder: FieldReader, amount: Decimal | None) -> tuple[PaymentAllocation, ...]:
    links = (fields.nested(link) for link in holder.objects("LinkedTxn"))
    pairs = ((link.text("TxnType"), link.text("TxnId")) for link in links)
    return tuple(
        PaymentAllocation(amount, entity, external_id) for entity, external_id in pairs if entity and external_id
    )


def _is_voided(fields: FieldReader, total: Decimal | None) -> bool:
    note = (fields.text("PrivateNote") or "").casefold()
    return total == 0 and note.startswith(_VOID_WORDS)
