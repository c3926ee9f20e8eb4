"""Matches the open payments and invoices of one client and currency; amounts are in ten-thousandths, without tax."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate, chain
from typing import Generic, NamedTuple, TypeVar

from regie.domains.money.payments.figures import month_of, score_invoice
from regie.domains.money.payments.schemas import SuggestionReason
from regie.domains.money.reconciliation.schemas import Certainty

T = TypeVar("T")
# Invoices are looked for as many days before and after a payment is due.
_WINDOW = timedelta(days=75)
# An invoice with the same amount is certain when no other one is within as many days of being as near.
_CLEAR_LEAD_DAYS = 12
_SURE_DAYS = 45
_MOST_PARTS = 4


class OpenPayment(NamedTuple):
    """A payment with the part of its amount that no invoice bills."""

    id: int
    project_id: int
    due_on: date
    amount: int


class OpenInvoice(NamedTuple):
    """An invoice with the part of its subtotal that bills no payment."""

    id: int
    project_id: int | None
    issued_on: date
    unallocated: int


class Match(NamedTuple):
    payment: OpenPayment
    invoice: OpenInvoice
    amount: int
    certainty: Certainty
    reasons: tuple[SuggestionReason, ...]


def match(payments: Sequence[OpenPayment], invoices: Sequence[OpenInvoice]) -> list[Match]:
    """Match each payment and each invoice once: equal amounts first, then sums, then parts of the same month."""
    found: list[Match] = []
    for step in (_match_equal, _match_several_payments, _match_several_invoices, _match_parts):
        matched_payments = {one.payment.id for one in found}
        matched_invoices = {one.invoice.id for one in found}
        found += step(
            [payment for payment in payments if payment.id not in matched_payments],
            [invoice for invoice in invoices if invoice.id not in matched_invoices],
        )
    return found


def _match_equal(payments: Sequence[OpenPayment], invoices: Sequence[OpenInvoice]) -> Iterator[Match]:
    pairs = [(one, other) for one, other in _pairs(payments, invoices) if one.amount == other.unallocated]
    of_payment: dict[int, list[_Pair]] = defaultdict(list)
    of_invoice: dict[int, list[_Pair]] = defaultdict(list)
    for pair in pairs:
        of_payment[pair[0].id].append(pair)
        of_invoice[pair[1].id].append(pair)
    for payment, invoice in _each_once(pairs):
        is_own, days = _is_own(payment, invoice), _days_apart(payment, invoice)
        rivals = (
            other
            for other in chain(of_payment[payment.id], of_invoice[invoice.id])
            if (other[0] is payment) != (other[1] is invoice)
            and _is_own(*other) == is_own
            and _days_apart(*other) < days + _CLEAR_LEAD_DAYS
        )
        is_sure = next(rivals, None) is None and (is_own or days <= _SURE_DAYS)
        yield _matched(payment, invoice, "high" if is_sure else "medium")


def _match_several_payments(payments: Sequence[OpenPayment], invoices: Sequence[OpenInvoice]) -> Iterator[Match]:
    """One invoice for consecutive payments of a project."""
    used: set[int] = set()
    by_day = _ByDay(payments, lambda one: one.due_on)
    for invoice in invoices:
        near = [one for one in by_day.near(invoice.issued_on) if one.id not in used and _is_for(invoice, one)]
        near.sort(key=lambda one: (one.project_id, one.due_on, one.id))
        for group in _runs(near, [one.amount for one in near], invoice.unallocated):
            if len({one.project_id for one in group}) == 1:
                used |= {one.id for one in group}
                yield from (_matched(one, invoice, "medium", "several_payments") for one in group)
                break


def _match_several_invoices(payments: Sequence[OpenPayment], invoices: Sequence[OpenInvoice]) -> Iterator[Match]:
    """One payment for consecutive invoices."""
    used: set[int] = set()
    by_day = _ByDay(sorted(invoices, key=lambda one: one.id), lambda one: one.issued_on)
    for payment in payments:
        near = [one for one in by_day.near(payment.due_on) if one.id not in used and _is_for(one, payment)]
        for group in _runs(near, [one.unallocated for one in near], payment.amount):
            used |= {one.id for one in group}
            yield from (_matched(payment, one, "medium", "several_invoices") for one in group)
            break


def _match_parts(payments: Sequence[OpenPayment], invoices: Sequence[OpenInvoice]) -> Iterator[Match]:
    """Other amounts of the same project or month: for a person to decide."""
    pairs = [
        (one, other)
        for one, other in _pairs(payments, invoices)
        if _is_own(one, other) or month_of(one.due_on) == month_of(other.issued_on)
    ]
    yield from (_matched(payment, invoice, "low") for payment, invoice in _each_once(pairs))


_Pair = tuple[OpenPayment, OpenInvoice]


class _ByDay(Generic[T]):
    """Items in the order of their days; those of one day stay in their order."""

    def __init__(self, items: Iterable[T], day_of: Callable[[T], date]) -> None:
        self._items = sorted(items, key=day_of)
        self._days = [day_of(one) for one in self._items]

    def near(self, day: date) -> list[T]:
        first = bisect_left(self._days, day - _WINDOW)
        return self._items[first : bisect_right(self._days, day + _WINDOW, first)]


def _pairs(payments: Sequence[OpenPayment], invoices: Sequence[OpenInvoice]) -> Iterator[_Pair]:
    by_day = _ByDay(invoices, lambda one: one.issued_on)
    return ((one, other) for one in payments for other in by_day.near(one.due_on) if _is_for(other, one))


def _is_for(invoice: OpenInvoice, payment: OpenPayment) -> bool:
    """An invoice of another project never bills the payment."""
    return invoice.project_id is None or invoice.project_id == payment.project_id


def _each_once(pairs: Sequence[_Pair]) -> Iterator[_Pair]:
    """The nearest pairs, those of the invoice's own project first, so that no payment or invoice is in two."""
    used_payments: set[int] = set()
    used_invoices: set[int] = set()
    for payment, invoice in sorted(pairs, key=_nearness):
        if payment.id not in used_payments and invoice.id not in used_invoices:
            used_payments.add(payment.id)
            used_invoices.add(invoice.id)
            yield payment, invoice


def _nearness(pair: _Pair) -> tuple[bool, int, int, int]:
    return not _is_own(*pair), _days_apart(*pair), pair[0].id, pair[1].id


def _runs(items: Sequence[T], amounts: Sequence[int], total: int) -> Iterator[Sequence[T]]:
    """Groups of two and more consecutive items whose amounts add up to the total, small groups first."""
    sums = [0, *accumulate(amounts)]
    for size in range(2, _MOST_PARTS + 1):
        for start in range(len(items) - size + 1):
            if sums[start + size] - sums[start] == total:
                yield items[start : start + size]


def _is_own(payment: OpenPayment, invoice: OpenInvoice) -> bool:
    return invoice.project_id == payment.project_id


def _days_apart(payment: OpenPayment, invoice: OpenInvoice) -> int:
    return abs((payment.due_on - invoice.issued_on).days)


def _matched(
    payment: OpenPayment, invoice: OpenInvoice, certainty: Certainty, sum_of: SuggestionReason | None = None
) -> Match:
    size, *others = score_invoice(payment, invoice).reasons
    reasons = (sum_of or size, *others)
    return Match(payment, invoice, min(payment.amount, invoice.unallocated), certainty, reasons)
