"""Adds what a client pays and owes in other currencies than its own, converted to its currency at today's rate."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Literal, TypeVar, cast, get_args

from sqlalchemy import BigInteger, Connection, case, select, type_coerce

from regie.core.lists.shape import read_restricted
from regie.core.money.amounts import AMOUNT_DIGITS, money
from regie.domains.records.clients.models import Client
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.invoices.figures import UNAPPLIED_NOW
from regie.domains.records.invoices.models import CustomerCredit, Invoice
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.work.clients.figures import FEE_IN_FORCE, IS_OVERDUE_NOW, IS_OWED_NOW
from regie.domains.work.clients.schemas import ClientBasicRow, ClientMoney, OtherCurrencies

_Name = Literal["mrr", "outstanding", "overdue"]
_NAMES: tuple[_Name, ...] = get_args(_Name)
Row = TypeVar("Row", bound=ClientBasicRow)
# The client's id, the currency and the amount of each retainer and invoice in another currency than the client's.
_FEES = (
    select(Client.api_id, Project.currency, ProjectFee.amount)
    .join(Project, Project.client_id == Client.id)
    .join(ProjectFee, ProjectFee.project_id == Project.id)
    .where(FEE_IN_FORCE, Project.currency != Client.currency)
)
_INVOICES = (
    select(Client.api_id, Invoice.currency, Invoice.balance, case((IS_OVERDUE_NOW, 1), else_=0))
    .join(Invoice, Invoice.client_id == Client.id)
    .where(IS_OWED_NOW, Invoice.currency != Client.currency)
)


_CREDITS = (
    select(Client.api_id, CustomerCredit.currency, -type_coerce(CustomerCredit.balance, BigInteger))
    .join(CustomerCredit, CustomerCredit.client_id == Client.id)
    .where(UNAPPLIED_NOW, CustomerCredit.currency != Client.currency)
)


def add_other_currencies(db: Connection, rows: Sequence[Row], today: date) -> list[Row]:
    """Add them to the rows whose amounts the caller sees; an amount without a rate is listed and not added."""
    visible = [row["api_id"] for row in rows if read_restricted(ClientMoney, row) is not None]
    amounts: dict[tuple[str, _Name], list[tuple[str, Decimal]]] = defaultdict(list)
    params = {"today_": today}
    for api_id, currency, fee in db.execute(_FEES.where(Client.api_id.in_(visible)), params):
        amounts[api_id, "mrr"].append((currency, fee))
    for api_id, currency, balance, is_overdue in db.execute(_INVOICES.where(Client.api_id.in_(visible)), params):
        amounts[api_id, "outstanding"].append((currency, balance))
        if is_overdue:
            amounts[api_id, "overdue"].append((currency, balance))
    for api_id, currency, units in db.execute(_CREDITS.where(Client.api_id.in_(visible)), params):
        amounts[api_id, "outstanding"].append((currency, Decimal(units).scaleb(-AMOUNT_DIGITS)))
    rates = read_rates(db, today)

    def describe(row: Row, own: ClientMoney) -> Row:
        target = row["currency"]
        totals: dict[_Name, Decimal] = {}
        found: OtherCurrencies = {"mrr": [], "outstanding": [], "overdue": []}
        for name in _NAMES:
            others = amounts[row["api_id"], name]
            converted = [(currency, rates.convert(amount, currency, target, today)) for currency, amount in others]
            known = [(currency, amount) for currency, amount in converted if amount is not None]
            totals[name] = sum((amount for _, amount in known), Decimal(own[name]["amount"]))
            found[name] = [
                {
                    "amount": money(_sum_of(others, currency), currency),
                    "converted": money(_sum_of(known, currency), target) if currency in dict(known) else None,
                }
                for currency in sorted(dict(others))
            ]
        money_fields = {name: money(total, target) for name, total in totals.items()}
        return cast("Row", {**row, **money_fields, "other_currencies": found})

    seen = [(row, read_restricted(ClientMoney, row)) for row in rows]
    return [row if own is None else describe(row, own) for row, own in seen]


def _sum_of(amounts: Sequence[tuple[str, Decimal]], currency: str) -> Decimal:
    return sum((amount for own, amount in amounts if own == currency), Decimal(0))
