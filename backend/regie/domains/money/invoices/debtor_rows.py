"""Serializes a page of receivables by client."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, or_, select, true

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Money, Ref
from regie.core.money.amounts import scaled_to_money
from regie.domains.money.invoices.client_collections import ClientDebt
from regie.domains.money.invoices.debtors import INVOICE_NAME, Cell, Debtor, Debtors, owed_now
from regie.domains.money.invoices.queries import serialize_aging, visible_invoices
from regie.domains.money.invoices.schemas import ClientCurrency, ClientFollowUp, ClientReceivables
from regie.domains.records.invoices.figures import OVERDUE
from regie.domains.records.invoices.models import Invoice, InvoiceFollowUp

MAX_NAMED_CLIENTS = 1_000
# Invoices without a follow-up come first.
_HAS_FOLLOW_UP = InvoiceFollowUp.follow_up_on.is_not(None)


def serialize_rows(
    db: Connection, actor: Actor, debtors: Debtors, shown: Sequence[ClientDebt], owed_in: str | None
) -> list[ClientReceivables]:
    first = _read_first_invoices(db, actor, debtors, [one.debtor.key for one in shown], owed_in)
    return [_serialize(one, debtors, first.get(one.debtor.key)) for one in shown]


def _read_first_invoices(
    db: Connection, actor: Actor, debtors: Debtors, keys: Collection[int | None], owed_in: str | None
) -> Mapping[int | None, Ref]:
    """Return the invoice of each client to follow up first, where the caller may."""
    scope = actor.scope(Permission.INVOICES_FOLLOW_UP)
    if scope is None or not keys:
        return {}
    of_clients = Invoice.client_id.in_([key for key in keys if key is not None])
    if None in keys:
        of_clients = or_(of_clients, Invoice.client_id.is_(None))
    # An export reads all clients on one page: more than a statement may name.
    if len(keys) > MAX_NAMED_CLIENTS:
        of_clients = true()
    statement = (
        select(Invoice.client_id, Invoice.api_id, INVOICE_NAME.label("name"))
        .outerjoin(InvoiceFollowUp, InvoiceFollowUp.invoice_id == Invoice.id)
        .where(OVERDUE, of_clients, true() if scope is Scope.ALL else visible_invoices(scope))
        .order_by(_HAS_FOLLOW_UP, Invoice.payable_on, Invoice.id)
    )
    first: dict[int | None, Ref] = {}
    for row in db.execute(owed_now(actor, statement, owed_in), {**actor.params, **debtors.params}):
        first.setdefault(row.client_id, {"api_id": row.api_id, "name": row.name})
    return first


def _serialize(one: ClientDebt, debtors: Debtors, first: Ref | None) -> ClientReceivables:
    debtor, currency = one.debtor, debtors.currency
    counts = dict.fromkeys(debtors.buckets, 0)
    for cell in debtor.cells:
        counts[cell.bucket] += cell.invoices
    return {
        "api_id": debtor.api_id,
        "client": debtor.client,
        "invoices": debtor.invoices,
        "days_past_due": debtor.days_past_due,
        "currencies": [_serialize_currency(debtor, own, debtors) for own in debtor.currencies],
        "buckets": [
            {
                "bucket": name,
                "amount": scaled_to_money(debtor.amounts.get(name, 0), currency),
                "invoices": counts[name],
            }
            for name in debtors.buckets
        ],
        "total": scaled_to_money(debtor.total, currency),
        "overdue": scaled_to_money(debtor.overdue, currency),
        "unconverted": unconverted([debtor]),
        "follow_up": _serialize_follow_up(debtor, first),
        "collection": one.collection,
    }


def unconverted(debtors: Sequence[Debtor]) -> list[Money]:
    """Add up the amounts without a rate by currency."""
    sums: dict[str, int] = defaultdict(int)
    for amount in (amount for one in debtors for amount in (*one.cells, *one.credits) if amount.converted is None):
        sums[amount.currency] += amount.amount
    return [scaled_to_money(amount, currency) for currency, amount in sorted(sums.items())]


def _serialize_currency(debtor: Debtor, own: str, debtors: Debtors) -> ClientCurrency:
    cells: list[Cell] = [cell for cell in debtor.cells if cell.currency == own]
    credits = [credit for credit in debtor.credits if credit.currency == own]
    buckets = {cell.bucket: (cell.amount, cell.invoices, cell.undated) for cell in cells}
    converted = [one.converted for one in (*cells, *credits)]
    known = [amount for amount in converted if amount is not None]
    return {
        **serialize_aging(own, debtors.buckets, buckets, sum(credit.amount for credit in credits)),
        "converted": scaled_to_money(sum(known), debtors.currency) if known else None,
    }


def _serialize_follow_up(debtor: Debtor, first: Ref | None) -> ClientFollowUp:
    found = debtor.follow_ups
    return {
        "due": found.due,
        "planned": found.planned,
        "without_follow_up": debtor.without_follow_up,
        "next_on": found.next_on,
        "next_owner": found.next_owner,
        "last_noted_at": found.last_noted_at,
        "last_noted_on": found.last_noted_on,
        "invoice": first,
    }
