"""Serializes a page of receivables by client."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.core.api.wire import Money, Ref
from regie.core.money.amounts import scaled_to_money
from regie.domains.money.invoices.client_collections import ClientDebt
from regie.domains.money.invoices.debtor_details import PageDetails, read_page_details
from regie.domains.money.invoices.debtors import Cell, Debtor, Debtors
from regie.domains.money.invoices.queries import serialize_aging
from regie.domains.money.invoices.schemas import ClientCurrency, ClientFollowUp, ClientReceivables


def serialize_rows(
    db: Connection, actor: Actor, debtors: Debtors, shown: Sequence[ClientDebt], owed_in: str | None
) -> list[ClientReceivables]:
    details = read_page_details(db, actor, debtors, [one.debtor.key for one in shown], owed_in)
    return [_serialize(one, debtors, details) for one in shown]


def _serialize(one: ClientDebt, debtors: Debtors, details: PageDetails) -> ClientReceivables:
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
        "follow_up": _serialize_follow_up(debtor, details.first_invoices.get(debtor.key)),
        "collection": one.collection,
        "days_to_pay": [] if debtor.key is None else details.days_to_pay.get(debtor.key, []),
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
