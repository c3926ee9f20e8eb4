"""Generates QuickBooks' records: customers, invoices, payments and credit memos."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from regie.sandbox.agency.calendar import DAY_MS, day_of, instant, months_from
from regie.sandbox.agency.clients import Client
from regie.sandbox.agency.engagements import Engagement
from regie.sandbox.agency.habits import Habits, fee_text
from regie.sandbox.agency.rows import CreditMemo, Customer, Invoice, Line, Payment
from regie.sandbox.agency.scale import Scale

_FIRST_CUSTOMER, _FIRST_TRANSACTION, _FIRST_NUMBER = 58, 301, 1_001
TAXES = {
    "QC": (("7", 5.0), ("8", 9.975)),
    "ON": (("9", 13.0),),
    **dict.fromkeys(("NS", "NB"), (("10", 15.0),)),
    **dict.fromkeys(("SK", "BC", "AB", "MB", "YT"), (("7", 5.0),)),
}
_PROJECT_CUSTOMERS = {0: "Boutique", 2: "Succursale de Dartmouth", 10: "Tour B", 16: "Site du Nord", 26: "Fund II"}


@dataclass(slots=True)
class Money:
    customers: list[Customer]
    invoices: list[Invoice]
    payments: list[Payment]
    credit_memos: list[CreditMemo]


@dataclass(slots=True)
class InvoiceEvent:
    """An event of an invoice after it was sent."""

    at: int
    kind: str  # payment, credit or void; deposit or memo, which are applied to no invoice
    amount: int
    reference: str | None = None


@dataclass(slots=True)
class InvoiceHistory:
    invoice: Invoice
    events: list[InvoiceEvent] = field(default_factory=list)


def customer_id(client: Client) -> int:
    return _FIRST_CUSTOMER + client.position * 2


def build_money(clients: list[Client], engagements: list[Engagement], scale: Scale, seed: int, now: int) -> Money:
    histories = [history for item in engagements for history in _histories(item, scale, seed, now)]
    histories.sort(key=lambda history: history.invoice.created)
    if scale.max_invoices is not None:
        del histories[: max(0, len(histories) - scale.max_invoices)]
    for position, history in enumerate(histories):
        history.invoice.number = f"AN-{_FIRST_NUMBER + position}"
    customers = _customers(clients, engagements, now)
    payments, credit_memos = _number_transactions(histories)
    _set_balances(customers, histories)
    return Money(customers, [history.invoice for history in histories], payments, credit_memos)


def _customers(clients: list[Client], engagements: list[Engagement], now: int) -> list[Customer]:
    first = instant(738_260, 15)
    customers: list[Customer] = []
    foreign = {item.client.position for item in engagements if item.currency != item.client.currency}
    for client in clients:
        row = _make_customer(client, first + client.position * 11 % 700 * DAY_MS)
        customers.append(row)
        child = _PROJECT_CUSTOMERS.get(client.position)
        if child is not None:
            customers.append(_make_child(row, child))
        elif client.position in foreign:
            customers.append(replace(row, id=row.id + 1, name=f"{row.name} (USD)", currency="USD"))
    last = customers[-1]
    customers.append(
        Customer(last.id + 2, "Quincaillerie Vachon (deleted)", "Quincaillerie Vachon inc.", "CAD", "", "", "", "",
                 "", "", "", first, first + 500 * DAY_MS, active=False, sync_token=3)
    )  # fmt: skip
    return customers


def _make_customer(client: Client, created: int) -> Customer:
    return Customer(
        id=customer_id(client),
        name=client.customer_name,
        company_name=client.customer_name if "Québec inc." in client.customer_name else client.legal_name,
        currency=client.currency,
        email=client.email,
        phone=client.phone,
        address=client.address,
        city=client.city,
        region=client.region,
        postal_code=client.postal_code,
        country={"CA": "CAN", "US": "USA", "FR": "FRA"}[client.country],
        created=created,
        updated=created + DAY_MS,
    )


def _make_child(parent: Customer, name: str) -> Customer:
    return Customer(parent.id + 1, name, parent.company_name, parent.currency, "", "", "", "", "", "", "",
                    parent.created + 30 * DAY_MS, parent.created + 30 * DAY_MS, parent.id, parent.name)  # fmt: skip


def _exchange_rate(currency: str, day: int) -> float:
    """Return the home units per foreign unit on a day; the rate drifts over time."""
    if currency == "CAD":
        return 1.0
    base = 1.36 if currency == "USD" else 1.48
    return round(base + (day * 7 % 61 - 30) / 1000, 6)


def _histories(item: Engagement, scale: Scale, seed: int, now: int) -> Iterator[InvoiceHistory]:
    random, credits = Random(f"{seed}/money/{item.key}"), Random(f"{seed}/credits/{item.key}")
    for day, text, amount in _billed_lines(item, scale, seed, day_of(now)):
        invoice = _make_invoice(item, scale.habits, day, text, amount)
        events = _later_events(invoice, item, scale, random)
        if invoice.created > now or day < scale.money_since:
            continue
        if scale.habits.credit_share and credits.random() < scale.habits.credit_share:
            # Credited in parts and paid, or as a whole and replaced by an invoice of the same day.
            is_replaced = credits.random() < 0.5
            if is_replaced:
                replacing = _make_invoice(item, scale.habits, day, text, amount)
                yield InvoiceHistory(replacing, [event for event in events if event.at <= now])
            events = _credits_in_parts(invoice, events, is_whole=is_replaced)
        yield InvoiceHistory(invoice, [event for event in events if event.at <= now])


def _credits_in_parts(invoice: Invoice, events: list[InvoiceEvent], *, is_whole: bool) -> list[InvoiceEvent]:
    """Return two credit notes, of the whole invoice or of a fifth of it, whose rest is paid as it would have been."""
    first = invoice.total * (6 if is_whole else 1) // 10
    second = invoice.total - first if is_whole else first
    paid = max((event.at for event in events if event.kind == "payment"), default=None)
    credited = [
        InvoiceEvent(invoice.created + days * DAY_MS, "credit", amount) for days, amount in ((1, first), (2, second))
    ]
    if is_whole or paid is None:
        return credited
    return [*credited, InvoiceEvent(max(paid, invoice.created + 3 * DAY_MS), "payment", invoice.total - first - second)]


def _billed_lines(item: Engagement, scale: Scale, seed: int, today: int) -> Iterator[tuple[int, str, int]]:
    french = item.client.language == "fr"
    work = item.name.partition(" – ")[0]
    if item.kind == "retainer":
        yield from _billed_fees(item, scale.habits, work, seed, today)
        return
    parts = scale.milestones[0] if item.kind == "fixed" else scale.milestones[1]
    end = item.end or item.start
    share = item.amount // parts // 100 * 100
    for part in range(parts):
        amount = share if part < parts - 1 else item.amount - share * (parts - 1)
        day = item.start + (end - item.start) * part // max(1, parts - 1) if parts > 1 else end
        yield day, f"{work} – {'jalon' if french else 'milestone'} {part + 1}/{parts}", amount


def _billed_fees(item: Engagement, habits: Habits, work: str, seed: int, today: int) -> Iterator[tuple[int, str, int]]:
    """Yield a bill of each month, but those that were forgotten."""
    random, client = Random(f"{seed}/bills/{item.key}"), item.client
    for month in months_from(item.start, min(item.end or today, today)):
        if random.random() < habits.gap_share:
            continue
        fee = max(fee for fee in item.fees if fee[0] <= month)[1]
        yield (
            month + item.bill_day - 1,
            fee_text(habits, work, client.name, client.language, client.position, month),
            fee,
        )


def _make_invoice(item: Engagement, habits: Habits, day: int, text: str, amount: int) -> Invoice:
    taxes = tuple(
        (rate_id, percent, round(amount * percent / 100))
        for rate_id, percent in TAXES.get(item.client.region, ())
        if item.currency == "CAD"
    )
    total = amount + sum(tax[2] for tax in taxes)
    has_child = item.client.position in _PROJECT_CUSTOMERS and item.kind == "extra"
    is_foreign = item.currency != item.client.currency and item.client.position not in _PROJECT_CUSTOMERS
    created = instant(day, 14 + item.client.position % 6, item.client.position * 7 % 60)
    return Invoice(
        id=0,
        number="",
        customer_id=customer_id(item.client) + (1 if has_child or is_foreign else 0),
        day=day,
        due_day=day + (45 if item.client.position % 7 == 5 else 30),
        currency=item.currency,
        rate=_exchange_rate(item.currency, day),
        lines=(Line(text, amount),),
        taxes=taxes,
        total=total,
        balance=total,
        created=created,
        updated=created,
        is_tax_included=habits.is_tax_included,
    )


def _later_events(invoice: Invoice, item: Engagement, scale: Scale, random: Random) -> list[InvoiceEvent]:
    """Draw the invoice's later events; always the same number of draws, so that a later start adds events only."""
    outcome, split_draw, delay_draw, second_draw = random.random(), random.random(), random.random(), random.random()
    usual_delay_days = item.client.position * 13 % 40 - 14  # after the due date; negative is before it
    paid = instant(invoice.due_day, 15) + (usual_delay_days + int(delay_draw * 16) - 8) * DAY_MS
    paid = max(paid, invoice.created + DAY_MS)
    reference = f"VIR-{int(second_draw * 90_000) + 10_000}" if split_draw < 0.7 else None
    if outcome < 0.012:
        return [InvoiceEvent(invoice.created + 3 * DAY_MS, "void", 0)]
    if outcome < 0.037:
        return []
    if outcome < 0.055:
        credit = invoice.total // 5 // 100 * 100
        return [
            InvoiceEvent(invoice.created + 12 * DAY_MS, "credit", credit),
            InvoiceEvent(max(paid, invoice.created + 13 * DAY_MS), "payment", invoice.total - credit, reference),
        ]
    if outcome < 0.055 + scale.split_share:
        half = invoice.total * 2 // 5
        later = paid + (10 + int(second_draw * 40)) * DAY_MS
        return [
            InvoiceEvent(paid, "payment", half, reference),
            InvoiceEvent(later, "payment", invoice.total - half, reference),
        ]
    events = [InvoiceEvent(paid, "payment", invoice.total, reference)]
    if second_draw > 0.993:
        kind = "deposit" if split_draw < 0.5 else "memo"
        events.append(InvoiceEvent(paid + 2 * DAY_MS, kind, invoice.total // 8 // 100 * 100, reference))
    return events


def _number_transactions(histories: list[InvoiceHistory]) -> tuple[list[Payment], list[CreditMemo]]:
    """Number invoices, payments and credit memos in order of entry, and link them."""
    timeline: list[tuple[int, int, InvoiceHistory, InvoiceEvent | None]] = []
    for history in histories:
        timeline.append((history.invoice.created, len(timeline), history, None))
        timeline.extend((event.at, len(timeline) + turn, history, event) for turn, event in enumerate(history.events))
    timeline.sort(key=lambda event: event[:2])
    payments: list[Payment] = []
    credit_memos: list[CreditMemo] = []
    next_id = _FIRST_TRANSACTION
    for at, _, history, event in timeline:
        if event is None:
            history.invoice.id = next_id
            next_id += 1
        elif event.kind == "void":
            void_invoice(history.invoice, at)
        elif event.kind == "payment":
            payments.append(_make_payment(next_id, history.invoice, event))
            next_id += 1
        elif event.kind == "deposit":
            payments.append(_make_deposit(next_id, history.invoice, event))
            next_id += 1
        elif event.kind == "memo":
            credit_memos.append(_make_credit_memo(next_id, history.invoice, event, remaining=event.amount))
            next_id += 1
        else:
            memo = _make_credit_memo(next_id, history.invoice, event)
            credit_memos.append(memo)
            payments.append(_make_credit_application(next_id + 1, history.invoice, memo, event))
            next_id += 2
    return payments, credit_memos


def void_invoice(invoice: Invoice, at: int) -> None:
    """Void an invoice: set its amounts to zero and mark its note."""
    invoice.note = f"Voided - {invoice.note}" if invoice.note else "Voided"
    invoice.lines = tuple(Line(line.text, 0, line.quantity) for line in invoice.lines)
    invoice.taxes = tuple((rate_id, percent, 0) for rate_id, percent, _ in invoice.taxes)
    invoice.total = invoice.balance = 0
    invoice.voided = True
    invoice.updated = at
    invoice.sync_token += 1


def _make_payment(payment_id: int, invoice: Invoice, event: InvoiceEvent) -> Payment:
    apply_payment(invoice, payment_id, event.amount, event.at)
    return Payment(
        id=payment_id,
        customer_id=invoice.customer_id,
        day=day_of(event.at),
        currency=invoice.currency,
        rate=invoice.rate,
        total=event.amount,
        unapplied=0,
        reference=event.reference,
        applied=((event.amount, "Invoice", invoice.id),),
        created=event.at,
        updated=event.at,
    )


def apply_payment(invoice: Invoice, payment_id: int, amount: int, at: int) -> None:
    """Apply a payment to its invoice: balance, link, version and time of change."""
    invoice.balance -= amount
    invoice.payment_ids = (*invoice.payment_ids, payment_id)
    invoice.updated = max(invoice.updated, at)
    invoice.sync_token += 1


def _make_credit_memo(memo_id: int, invoice: Invoice, event: InvoiceEvent, remaining: int = 0) -> CreditMemo:
    return CreditMemo(
        id=memo_id,
        number=f"NC-{memo_id}",
        customer_id=invoice.customer_id,
        day=day_of(event.at),
        currency=invoice.currency,
        rate=invoice.rate,
        text=f"Crédit sur la facture / credit on invoice {invoice.number}",
        total=event.amount,
        remaining=remaining,
        created=event.at,
        updated=event.at,
    )


def _make_credit_application(payment_id: int, invoice: Invoice, memo: CreditMemo, event: InvoiceEvent) -> Payment:
    """Return the payment of zero through which a credit memo is applied to an invoice."""
    payment = _make_payment(payment_id, invoice, event)
    payment.total = 0
    payment.applied = ((event.amount, "Invoice", invoice.id), (event.amount, "CreditMemo", memo.id))
    return payment


def _set_balances(customers: list[Customer], histories: list[InvoiceHistory]) -> None:
    """Set each customer's balance and time of change from its invoices, less what is not applied to them."""
    by_id = {customer.id: customer for customer in customers}
    for history in histories:
        customer = by_id[history.invoice.customer_id]
        unapplied = sum(event.amount for event in history.events if event.kind in ("deposit", "memo"))
        customer.balance += history.invoice.balance - unapplied
        customer.updated = max(customer.updated, history.invoice.updated)


def _make_deposit(payment_id: int, invoice: Invoice, event: InvoiceEvent) -> Payment:
    """Return a payment of the invoice's customer that is applied to no invoice."""
    return Payment(
        id=payment_id,
        customer_id=invoice.customer_id,
        day=day_of(event.at),
        currency=invoice.currency,
        rate=invoice.rate,
        total=event.amount,
        unapplied=event.amount,
        reference=event.reference,
        applied=(),
        created=event.at,
        updated=event.at,
    )
