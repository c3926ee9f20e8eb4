"""QuickBooks' side of the agency: customers, invoices, what was paid of them, when, and what never was."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from regie.sandbox.agency.calendar import DAY_MS, day_of, instant, months_from
from regie.sandbox.agency.clientele import Client
from regie.sandbox.agency.engagements import Engagement
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
class Step:
    """Something that happens to an invoice after it was sent."""

    at: int
    kind: str  # payment, credit or void
    amount: int
    reference: str | None = None


@dataclass(slots=True)
class Draft:
    invoice: Invoice
    steps: list[Step] = field(default_factory=list)


def customer_id(client: Client) -> int:
    return _FIRST_CUSTOMER + client.position * 2


def build_money(clients: list[Client], sold: list[Engagement], scale: Scale, seed: int, now: int) -> Money:
    drafts = [draft for item in sold for draft in _drafts(item, scale, seed, now)]
    drafts.sort(key=lambda draft: draft.invoice.created)
    if scale.most_invoices is not None:
        del drafts[: max(0, len(drafts) - scale.most_invoices)]
    for position, draft in enumerate(drafts):
        draft.invoice.number = f"AN-{_FIRST_NUMBER + position}"
    customers = _customers(clients, now)
    payments, credit_memos = _settle(drafts)
    _owe(customers, drafts)
    return Money(customers, [draft.invoice for draft in drafts], payments, credit_memos)


def _customers(clients: list[Client], now: int) -> list[Customer]:
    first = instant(738_260, 15)
    customers: list[Customer] = []
    for client in clients:
        row = _customer(client, first + client.position * 11 % 700 * DAY_MS)
        customers.append(row)
        child = _PROJECT_CUSTOMERS.get(client.position)
        if child is not None:
            customers.append(_child(row, child))
    last = customers[-1]
    customers.append(
        Customer(last.id + 2, "Quincaillerie Vachon (deleted)", "Quincaillerie Vachon inc.", "CAD", "", "", "", "",
                 "", "", "", first, first + 500 * DAY_MS, active=False, sync_token=3)
    )  # fmt: skip
    return customers


def _customer(client: Client, created: int) -> Customer:
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


def _child(parent: Customer, name: str) -> Customer:
    return Customer(parent.id + 1, name, parent.company_name, parent.currency, "", "", "", "", "", "", "",
                    parent.created + 30 * DAY_MS, parent.created + 30 * DAY_MS, parent.id, parent.name)  # fmt: skip


def _exchange_rate(currency: str, day: int) -> float:
    """Home units for one foreign unit; drifts, and is the same for everybody on one day."""
    if currency == "CAD":
        return 1.0
    base = 1.36 if currency == "USD" else 1.48
    return round(base + (day * 7 % 61 - 30) / 1000, 6)


def _drafts(item: Engagement, scale: Scale, seed: int, now: int) -> Iterator[Draft]:
    random = Random(f"{seed}/money/{item.key}")
    for day, text, amount in _invoiced(item, scale, day_of(now)):
        invoice = _invoice(item, day, text, amount)
        steps = _steps(invoice, item, scale, random)
        if invoice.created <= now and day >= scale.money_since:
            yield Draft(invoice, [step for step in steps if step.at <= now])


def _invoiced(item: Engagement, scale: Scale, today: int) -> Iterator[tuple[int, str, int]]:
    french = item.client.language == "fr"
    work = item.name.partition(" – ")[0]
    if item.kind == "retainer":
        for month in months_from(item.start, min(item.end or today, today)):
            yield month, f"{work} – {'mensualité' if french else 'monthly fee'}", item.amount
        return
    parts = scale.milestones[0] if item.kind == "fixed" else scale.milestones[1]
    end = item.end or item.start
    share = item.amount // parts // 100 * 100
    for part in range(parts):
        amount = share if part < parts - 1 else item.amount - share * (parts - 1)
        day = item.start + (end - item.start) * part // max(1, parts - 1) if parts > 1 else end
        yield day, f"{work} – {'jalon' if french else 'milestone'} {part + 1}/{parts}", amount


def _invoice(item: Engagement, day: int, text: str, amount: int) -> Invoice:
    taxes = tuple(
        (rate_id, percent, round(amount * percent / 100))
        for rate_id, percent in TAXES.get(item.client.region, ())
        if item.client.currency == "CAD"
    )
    total = amount + sum(tax[2] for tax in taxes)
    has_child = item.client.position in _PROJECT_CUSTOMERS and item.kind == "extra"
    created = instant(day, 14 + item.client.position % 6, item.client.position * 7 % 60)
    return Invoice(
        id=0,
        number="",
        customer_id=customer_id(item.client) + (1 if has_child else 0),
        day=day,
        due_day=day + (45 if item.client.position % 7 == 5 else 30),
        currency=item.client.currency,
        rate=_exchange_rate(item.client.currency, day),
        lines=(Line(text, amount),),
        taxes=taxes,
        total=total,
        balance=total,
        created=created,
        updated=created,
    )


def _steps(invoice: Invoice, item: Engagement, scale: Scale, random: Random) -> list[Step]:
    """Decided when the invoice is sent, with always as many draws, so that time only uncovers what follows."""
    fate, part, late, second = random.random(), random.random(), random.random(), random.random()
    habit = item.client.position * 13 % 40 - 14  # days after the due date this client takes by custom
    paid = instant(invoice.due_day, 15) + (habit + int(late * 16) - 8) * DAY_MS
    paid = max(paid, invoice.created + DAY_MS)
    reference = f"VIR-{int(second * 90_000) + 10_000}" if part < 0.7 else None
    if fate < 0.012:
        return [Step(invoice.created + 3 * DAY_MS, "void", 0)]
    if fate < 0.037:
        return []
    if fate < 0.055:
        credit = invoice.total // 5 // 100 * 100
        return [
            Step(invoice.created + 12 * DAY_MS, "credit", credit),
            Step(max(paid, invoice.created + 13 * DAY_MS), "payment", invoice.total - credit, reference),
        ]
    if fate < 0.055 + scale.split_share:
        half = invoice.total * 2 // 5
        later = paid + (10 + int(second * 40)) * DAY_MS
        return [
            Step(paid, "payment", half, reference),
            Step(later, "payment", invoice.total - half, reference),
        ]
    return [Step(paid, "payment", invoice.total, reference)]


def _settle(drafts: list[Draft]) -> tuple[list[Payment], list[CreditMemo]]:
    """Number invoices, payments and credit memos in the order they were entered, then tie them together."""
    events: list[tuple[int, int, Draft, Step | None]] = []
    for draft in drafts:
        events.append((draft.invoice.created, len(events), draft, None))
        events.extend((step.at, len(events) + turn, draft, step) for turn, step in enumerate(draft.steps))
    events.sort(key=lambda event: event[:2])
    payments: list[Payment] = []
    credit_memos: list[CreditMemo] = []
    following = _FIRST_TRANSACTION
    for at, _, draft, step in events:
        if step is None:
            draft.invoice.id = following
            following += 1
        elif step.kind == "void":
            void(draft.invoice, at)
        elif step.kind == "payment":
            payments.append(_payment(following, draft.invoice, step))
            following += 1
        else:
            memo = _credit_memo(following, draft.invoice, step)
            credit_memos.append(memo)
            payments.append(_application(following + 1, draft.invoice, memo, step))
            following += 2
    return payments, credit_memos


def void(invoice: Invoice, at: int) -> None:
    """What voiding leaves of an invoice: the row, its parties, and a word in the note."""
    invoice.note = f"Voided - {invoice.note}" if invoice.note else "Voided"
    invoice.lines = tuple(Line(line.text, 0, line.quantity) for line in invoice.lines)
    invoice.taxes = tuple((rate_id, percent, 0) for rate_id, percent, _ in invoice.taxes)
    invoice.total = invoice.balance = 0
    invoice.voided = True
    invoice.updated = at
    invoice.sync_token += 1


def _payment(payment_id: int, invoice: Invoice, step: Step) -> Payment:
    pay(invoice, payment_id, step.amount, step.at)
    return Payment(
        id=payment_id,
        customer_id=invoice.customer_id,
        day=day_of(step.at),
        currency=invoice.currency,
        rate=invoice.rate,
        total=step.amount,
        unapplied=0,
        reference=step.reference,
        applied=((step.amount, "Invoice", invoice.id),),
        created=step.at,
        updated=step.at,
    )


def pay(invoice: Invoice, payment_id: int, amount: int, at: int) -> None:
    """A payment changes its invoice: the balance, the link, the version and the time of the last change."""
    invoice.balance -= amount
    invoice.payment_ids = (*invoice.payment_ids, payment_id)
    invoice.updated = max(invoice.updated, at)
    invoice.sync_token += 1


def _credit_memo(memo_id: int, invoice: Invoice, step: Step) -> CreditMemo:
    return CreditMemo(
        id=memo_id,
        number=f"NC-{memo_id}",
        customer_id=invoice.customer_id,
        day=day_of(step.at),
        currency=invoice.currency,
        rate=invoice.rate,
        text=f"Crédit sur la facture / credit on invoice {invoice.number}",
        total=step.amount,
        remaining=0,
        created=step.at,
        updated=step.at,
    )


def _application(payment_id: int, invoice: Invoice, memo: CreditMemo, step: Step) -> Payment:
    """A credit memo is used up through a payment of nothing that links both."""
    payment = _payment(payment_id, invoice, step)
    payment.total = 0
    payment.applied = ((step.amount, "Invoice", invoice.id), (step.amount, "CreditMemo", memo.id))
    return payment


def _owe(customers: list[Customer], drafts: list[Draft]) -> None:
    """A customer's balance is what its invoices still ask for, and changes whenever they do."""
    by_id = {customer.id: customer for customer in customers}
    for draft in drafts:
        customer = by_id[draft.invoice.customer_id]
        customer.balance += draft.invoice.balance
        customer.updated = max(customer.updated, draft.invoice.updated)
