"""The entities of QuickBooks' query language, and the fields each can be filtered by."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from regie.sandbox.quickbooks import shapes
from regie.sandbox.state import SandboxState
from regie.sandbox.table import Table


@dataclass(frozen=True, slots=True)
class Field:
    """`kind` is text, number, day, moment, flag or id; a field with `is_filter` false is known but not queryable."""

    kind: str
    read: Callable[[Any], Any]
    is_filter: bool = True


@dataclass(frozen=True, slots=True)
class Entity:
    name: str
    table: Table[Any]
    serialize: Callable[[Any, shapes.Names], dict[str, Any]]
    fields: dict[str, Field]
    is_name_list: bool = False

    def is_readable(self, row: Any) -> bool:
        return self.is_name_list or not row.deleted


_COMMON = {
    "Id": Field("id", lambda row: row.id),
    "MetaData.CreateTime": Field("moment", lambda row: row.created // 1000),
    "MetaData.LastUpdatedTime": Field("moment", lambda row: row.updated // 1000),
}
_TRANSACTION = {
    **_COMMON,
    "TxnDate": Field("day", lambda row: row.day),
    "CustomerRef": Field("id", lambda row: row.customer_id),
    "TotalAmt": Field("number", lambda row: row.total / 100),
    "PrivateNote": Field("text", lambda row: row.note, is_filter=False),
    "CurrencyRef": Field("text", lambda row: row.currency, is_filter=False),
}
_CUSTOMER = {
    **_COMMON,
    "DisplayName": Field("text", lambda row: row.name),
    "FullyQualifiedName": Field("text", shapes.full_name),
    "CompanyName": Field("text", lambda row: row.company_name),
    "Active": Field("flag", lambda row: row.active),
    "Balance": Field("number", lambda row: row.balance / 100),
    "Job": Field("flag", lambda row: row.parent_id is not None),
}
_DOCUMENT = {**_TRANSACTION, "DocNumber": Field("text", lambda row: row.number)}
_INVOICE = {
    **_DOCUMENT,
    "DueDate": Field("day", lambda row: row.due_day),
    "Balance": Field("number", lambda row: row.balance / 100),
}
_PAYMENT = {**_TRANSACTION, "PaymentRefNum": Field("text", lambda row: row.reference)}


def make_entities(state: SandboxState) -> dict[str, Entity]:
    agency = state.agency
    return {
        "customer": Entity(
            "Customer", agency.customers, lambda row, _: shapes.customer_json(row), _CUSTOMER, is_name_list=True
        ),
        "invoice": Entity("Invoice", agency.invoices, shapes.invoice_json, _INVOICE),
        "payment": Entity("Payment", agency.payments, shapes.payment_json, _PAYMENT),
        "creditmemo": Entity("CreditMemo", agency.credit_memos, shapes.credit_memo_json, _DOCUMENT),
    }


def customer_names(state: SandboxState) -> shapes.Names:
    return {row.id: shapes.full_name(row) for row in state.agency.customers.rows}
