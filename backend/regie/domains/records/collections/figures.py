"""Derives whether a client has fulfilled its promise to pay."""

from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from sqlalchemy import BigInteger, ColumnElement, Select, func, literal_column, select, type_coerce
from sqlalchemy.orm import aliased

from regie.core.api.wire import Money, Output
from regie.core.lists.shape import Column
from regie.core.money.amounts import Amount, money
from regie.domains.records.collections.models import ClientCollection
from regie.domains.records.invoices.models import CustomerCredit, Invoice, InvoicePayment

CollectionState = Literal["none", "disputed", "in_collection"]
MailState = Literal["queued", "sent", "failed"]
PromiseStatus = Literal["due", "fulfilled", "broken"]
_PAYMENT = literal_column("'payment'")
_NO_UNITS = literal_column("0", BigInteger)


class ClientPromise(Output):
    """What a client promised to pay by a day; `received` is what it paid in that currency since `since`."""

    on: date
    amount: Money
    received: Money
    since: date
    status: PromiseStatus


class LastReminder(Output):
    """The last reminder to pay that was sent to a client, and what became of its mail."""

    sent_at: datetime
    mail_state: MailState


def _sum(amount: Column) -> ColumnElement[int]:
    return func.coalesce(func.sum(type_coerce(amount, BigInteger)), _NO_UNITS)


def _applied_since(promise: type[ClientCollection]) -> Select[int]:
    """The sum of the payments on the client's invoices in the currency of the promise since it was made."""
    return (
        select(_sum(InvoicePayment.amount).label("units"))
        .join(Invoice, Invoice.external_id == InvoicePayment.invoice_external_id)
        .where(
            Invoice.client_id == promise.client_id,
            InvoicePayment.currency == promise.promised_currency,
            InvoicePayment.paid_on >= promise.promised_since,
            InvoicePayment.kind == _PAYMENT,
            InvoicePayment.deleted_at.is_(None),
        )
    )


_APPLIED = _applied_since(ClientCollection).correlate(ClientCollection).scalar_subquery()
_UNAPPLIED = (
    select(_sum(CustomerCredit.balance))
    .where(
        CustomerCredit.client_id == ClientCollection.client_id,
        CustomerCredit.currency == ClientCollection.promised_currency,
        CustomerCredit.dated_on >= ClientCollection.promised_since,
        CustomerCredit.kind == _PAYMENT,
        CustomerCredit.deleted_at.is_(None),
    )
    .correlate(ClientCollection)
    .scalar_subquery()
)
# What the client paid in the currency of its promise since it promised, whether applied to invoices or not.
RECEIVED = type_coerce(_APPLIED + _UNAPPLIED, Amount)
_promise, _other_promise = aliased(ClientCollection), aliased(ClientCollection)
_FIRST_PROMISE = select(func.min(_other_promise.promised_since)).scalar_subquery()
# For lists of clients: found from the payments since the first promise, which are far fewer than the invoices.
APPLIED_TO_PROMISES = (
    _applied_since(_promise)
    .add_columns(_promise.client_id)
    .where(InvoicePayment.paid_on >= _FIRST_PROMISE)
    .group_by(_promise.client_id)
    .subquery("applied_to_promises")
)
# The same as `RECEIVED`, of clients joined with these sums.
RECEIVED_OF_JOINED = type_coerce(func.coalesce(APPLIED_TO_PROMISES.c.units, _NO_UNITS) + _UNAPPLIED, Amount)


def promise_status(promised_on: date, promised: Decimal, received: Decimal, today: date) -> PromiseStatus:
    """A promise is broken when its day has passed and less than its amount was paid since it was made."""
    if received >= promised:
        return "fulfilled"
    return "broken" if promised_on < today else "due"


def serialize_promise(
    on: date | None,
    amount: Decimal | None,
    currency: str | None,
    since: date | None,
    received: Decimal,
    today: date,
) -> ClientPromise | None:
    """Return the promise with its status; None for a client without one."""
    if on is None or amount is None or currency is None or since is None:
        return None
    return {
        "on": on,
        "amount": money(amount, currency),
        "received": money(received, currency),
        "since": since,
        "status": promise_status(on, amount, received, today),
    }
