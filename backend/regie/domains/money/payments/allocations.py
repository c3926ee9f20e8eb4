"""Records which invoices bill a scheduled payment, and how much of it each of them bills."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal

from sqlalchemy import BigInteger, ColumnElement, cast, delete, func, select, tuple_, type_coerce, update
from sqlalchemy.orm import Session, aliased
from sqlalchemy.orm.attributes import flag_modified

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference
from regie.core.api.errors import FieldError, Invalid, NotFound
from regie.core.audit.activity import log_field_change, without_audit
from regie.core.money.amounts import Amount, currency_digits, money
from regie.domains.money.invoices.queries import visible_invoices
from regie.domains.records.invoices.figures import BILLED, BILLED_PART
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.payments.models import PaymentAllocation, ProjectPayment
from regie.domains.records.projects.models import Project

_SEEN = (Permission.INVOICES_VIEW, visible_invoices)
_NOTHING = Decimal(0)


def allocate_whole(session: Session, actor: Actor, payment: ProjectPayment, invoice: str | None) -> None:
    """Bill the whole payment with one invoice, or with none."""
    if invoice is None:
        _replace(session, payment, {})
        return
    key = _find_invoice(session, actor, invoice, "invoice")
    _allocate(session, payment, {key: payment.amount}, "invoice")


def allocate_part(session: Session, actor: Actor, payment: ProjectPayment, invoice: str, amount: Decimal) -> None:
    """Bill a part of the payment with an invoice, besides what valid invoices bill of it already.

    Invoices that were voided or deleted no longer bill it, those that were lowered less of it.
    """
    if amount <= 0:
        raise Invalid({"amount": "positive"})
    key = _find_invoice(session, actor, invoice, "invoice")
    before = _read_billed(session, payment)
    _allocate(session, payment, before | {key: before.get(key, _NOTHING) + amount}, "amount")


def allocate_by_number(session: Session, actor: Actor, payment: ProjectPayment, number: str) -> None:
    """Bill what is still to be invoiced of the payment with the client's invoice of this number."""
    project = session.get_one(Project, payment.project_id)
    of_client = (Invoice.client_id == project.client_id, Invoice.currency == project.currency, BILLED)
    may_see = visible_invoices(actor.require(Permission.INVOICES_VIEW))
    statement = select(Invoice.id).where(Invoice.number == number, *of_client, may_see).limit(2)
    found = session.execute(statement, actor.params).scalars().all()
    if len(found) != 1:
        code = "invoice_number_several" if found else "invoice_number_unknown"
        raise Invalid({"invoice_number": FieldError(code, number=number)})
    before = _read_billed(session, payment)
    rest = payment.amount - sum(before.values(), _NOTHING)
    if rest <= 0:
        raise Invalid({"invoice_number": "nothing_to_invoice"})
    _allocate(session, payment, before | {found[0]: before.get(found[0], _NOTHING) + rest}, "invoice_number")


def remove_allocation(session: Session, payment: ProjectPayment, invoice: str, part: Decimal | None = None) -> None:
    """Take the payment, or a part of it, off one of its invoices; raise NotFound if the invoice does not bill it."""
    if part is not None and part <= 0:
        raise Invalid({"amount": "positive"})
    amounts = read_amounts(session, payment)
    key = session.execute(select(Invoice.id).where(Invoice.api_id == invoice)).scalar_one_or_none()
    if key not in amounts or amounts[key] < (part or _NOTHING):
        raise NotFound
    rest = _NOTHING if part is None else amounts[key] - part
    if rest:
        _allocate(session, payment, amounts | {key: rest}, "amount")
        return
    _replace(session, payment, {other: amount for other, amount in amounts.items() if other != key})


def resize(session: Session, payment: ProjectPayment, before: Decimal) -> None:
    """Follow a changed amount of the payment: an invoice that billed all of it bills all of it, any other its part."""
    amounts = read_amounts(session, payment)
    if list(amounts.values()) == [before]:
        amounts = dict.fromkeys(amounts, payment.amount)
    if amounts:
        _require_enough(session, payment, amounts, "amount")
        _store(session, payment, amounts)


def lock_invoices(session: Session, api_id: str) -> None:
    """Lock the invoices of a payment whose day may change, before the payment: a synchronization locks it after them.

    A change of an invoice marks the days of its payments, and would not know the day of a change beside it.
    """
    of_payment = select(PaymentAllocation.invoice_id).join(
        ProjectPayment, ProjectPayment.id == PaymentAllocation.payment_id
    )
    _lock(session, session.execute(of_payment.where(ProjectPayment.api_id == api_id)).scalars())


def order_again(session: Session, payment: ProjectPayment) -> None:
    """Settle the payments of its invoices in the order of their new due dates."""
    amounts = read_amounts(session, payment)
    # Also those that were added before the payment was locked.
    _lock(session, amounts)
    order_allocations(session, amounts)


def read_amounts(session: Session, payment: ProjectPayment) -> dict[int, Decimal]:
    """What each invoice bills of the payment, by its key, the first one first."""
    statement = (
        select(PaymentAllocation.invoice_id, PaymentAllocation.amount)
        .where(PaymentAllocation.payment_id == payment.id)
        .order_by(PaymentAllocation.id)
    )
    return {row.invoice_id: row.amount for row in session.execute(statement)}


def _read_billed(session: Session, payment: ProjectPayment) -> dict[int, Decimal]:
    """What each invoice in force bills of the payment, by its key."""
    part = type_coerce(BILLED_PART, Amount).label("part")
    statement = (
        select(PaymentAllocation.invoice_id, part)
        .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
        .where(PaymentAllocation.payment_id == payment.id, BILLED)
        .order_by(PaymentAllocation.id)
    )
    return {row.invoice_id: row.part for row in session.execute(statement) if row.part}


def _find_invoice(session: Session, actor: Actor, invoice: str, field: str) -> int:
    return find_reference(session, actor, Invoice, invoice, field=field, view=_SEEN)


def _allocate(session: Session, payment: ProjectPayment, amounts: Mapping[int, Decimal], field: str) -> None:
    """Check and store the amounts; only invoices that are new or bill more must still be valid."""
    before = read_amounts(session, payment)
    project = session.get_one(Project, payment.project_id)
    added = [key for key, amount in amounts.items() if amount > before.get(key, _NOTHING)]
    for invoice in _lock(session, added):
        if invoice.client_id != project.client_id:
            raise Invalid({"invoice": "payment_client"})
        if invoice.currency != project.currency:
            raise Invalid({"invoice": FieldError("payment_currency", currency=project.currency)})
        if invoice.is_voided or invoice.deleted_at is not None:
            raise Invalid({"invoice": "payment_void"})
    for amount in amounts.values():
        if amount <= 0:
            raise Invalid({field: "positive"})
        if amount != round(amount, currency_digits(project.currency)):
            raise Invalid({field: FieldError("decimals", digits=currency_digits(project.currency))})
    if added:
        if payment.status not in ("planned", "ready"):
            raise Invalid({field: "payment_given_up"})
        payment.status = "ready"
    _require_enough(session, payment, {key: amounts[key] for key in added}, field, amounts)
    _replace(session, payment, amounts)


def _require_enough(
    session: Session,
    payment: ProjectPayment,
    added: Mapping[int, Decimal],
    field: str,
    amounts: Mapping[int, Decimal] | None = None,
) -> None:
    """Refuse amounts beyond the payment, or beyond what an invoice's other payments leave of its subtotal."""
    whole = sum((amounts or added).values(), _NOTHING)
    currency = session.get_one(Project, payment.project_id).currency
    if whole > payment.amount:
        raise Invalid({field: FieldError("payment_amount_exceeded", **_in_words(payment.amount, currency))})
    for invoice in _lock(session, added):
        others = select(func.sum(PaymentAllocation.amount)).where(
            PaymentAllocation.invoice_id == invoice.id, PaymentAllocation.payment_id != payment.id
        )
        left = invoice.subtotal - (session.execute(others).scalar_one() or _NOTHING)
        if left < added[invoice.id]:
            words = _in_words(max(left, _NOTHING), currency)
            raise Invalid({field: FieldError("invoice_amount_exceeded", invoice=_name(invoice), **words)})


def _in_words(amount: Decimal, currency: str) -> dict[str, Decimal | str]:
    # A number, so that the message writes it in the reader's language.
    return {"left": Decimal(money(amount, currency)["amount"]), "currency": currency}


def _lock(session: Session, keys: Iterable[int]) -> Sequence[Invoice]:
    statement = select(Invoice).where(Invoice.id.in_(list(keys))).order_by(Invoice.id).with_for_update()
    return session.execute(statement).scalars().all()


def _replace(session: Session, payment: ProjectPayment, amounts: Mapping[int, Decimal]) -> None:
    """Store the amounts and log them with the numbers of their invoices."""
    before = read_amounts(session, payment)
    _store(session, payment, amounts)
    shown = (_describe(session, payment, one) for one in (before, amounts))
    log_field_change(session, payment, "invoice", *shown)


def _store(session: Session, payment: ProjectPayment, amounts: Mapping[int, Decimal]) -> None:
    session.flush()
    before = read_amounts(session, payment)
    gone = before.keys() - amounts.keys()
    of_payment = PaymentAllocation.payment_id == payment.id
    session.execute(delete(PaymentAllocation).where(of_payment, PaymentAllocation.invoice_id.in_(gone)))
    left = session.execute(select(PaymentAllocation).where(of_payment).order_by(PaymentAllocation.id)).scalars()
    stored = {one.invoice_id: one for one in left}
    for key, amount in amounts.items():
        if key in stored:
            stored[key].amount = amount
        else:
            session.add(PaymentAllocation(payment_id=payment.id, invoice_id=key, amount=amount))
    session.flush()
    payment.invoice_id = next((key for key in (*stored, *amounts)), None)
    payment.is_split = list(amounts.values()) not in ([], [payment.amount])
    if amounts != before:
        # Another part of the same invoice changes no column, but what was read of the payment is outdated.
        flag_modified(payment, "is_split")
    session.flush()
    order_allocations(session, before.keys() | amounts.keys())


_of, _earlier, _earlier_of = aliased(ProjectPayment), aliased(PaymentAllocation), aliased(ProjectPayment)
_SETTLED_BEFORE = (
    select(cast(func.sum(type_coerce(_earlier.amount, BigInteger)), BigInteger))
    .join(_earlier_of, _earlier_of.id == _earlier.payment_id)
    .join(_of, _of.id == PaymentAllocation.payment_id)
    .where(
        _earlier.invoice_id == PaymentAllocation.invoice_id,
        tuple_(_earlier_of.due_on, _earlier_of.sequence, _earlier_of.id) < tuple_(_of.due_on, _of.sequence, _of.id),
    )
    .correlate(PaymentAllocation)
    .scalar_subquery()
)


def order_allocations(session: Session, keys: Iterable[int] | None = None) -> None:
    """Store where the settlement of each allocation begins: the earliest due payment of an invoice comes first.

    Of these invoices, by default of all.
    """
    begins = type_coerce(func.coalesce(_SETTLED_BEFORE, 0), Amount)
    statement = update(PaymentAllocation).values(settled_from=begins)
    if keys is not None:
        keys = list(keys)
        statement = statement.where(PaymentAllocation.invoice_id.in_(keys))
    session.execute(statement)
    _split_lowered(session, *(() if keys is None else (Invoice.id.in_(keys),)))


def follow_lowered_invoices(session: Session, external_ids: Collection[str]) -> None:
    """Add up the parts of payments that these invoices no longer bill completely, since the service lowered them."""
    _split_lowered(session, Invoice.external_id.in_(external_ids))


def _split_lowered(session: Session, *conditions: ColumnElement[bool]) -> None:
    """A lowered invoice bills less of its latest due payments; they are added up like those with several invoices."""
    lowered = (
        select(PaymentAllocation.payment_id)
        .join(Invoice, Invoice.id == PaymentAllocation.invoice_id)
        .where(BILLED, type_coerce(PaymentAllocation.amount, BigInteger) > BILLED_PART, *conditions)
    )
    statement = update(ProjectPayment).where(ProjectPayment.is_split.is_(False), ProjectPayment.id.in_(lowered))
    session.execute(without_audit(statement.values(is_split=True)))


def _describe(session: Session, payment: ProjectPayment, amounts: Mapping[int, Decimal]) -> str | None:
    """The invoices as the log names them, with the amounts that are parts of the payment."""
    found = session.execute(select(Invoice).where(Invoice.id.in_(amounts.keys()))).scalars()
    names = {invoice.id: (_name(invoice), invoice.currency) for invoice in found}
    shown = []
    for key, amount in amounts.items():
        name, currency = names[key]
        is_whole = list(amounts.values()) == [payment.amount]
        shown.append(name if is_whole else f"{name} ({money(amount, currency)['amount']} {currency})")
    return ", ".join(shown) or None


def _name(invoice: Invoice) -> str:
    return invoice.number or invoice.external_id
