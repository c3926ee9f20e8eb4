"""Adds up the open deals by the month in which they are expected to close."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.core.money.amounts import money
from regie.core.time.months import end_of_month
from regie.domains.records.exchange_rates.queries import read_rates
from regie.domains.records.mirrors.models import HubspotDeal, HubspotStage
from regie.domains.records.users.queries import read_currency
from regie.domains.work.deals.figures import weigh
from regie.domains.work.deals.queries import DEALS, deal_row_scope
from regie.domains.work.deals.schemas import DealQuery, Pipeline, PipelineMonth, PipelinePart, PipelineQuery

_OPEN = DealQuery(state=["open"])
_COLUMNS = (HubspotDeal.closed_on, HubspotDeal.amount, HubspotDeal.currency, HubspotStage.probability)


class _Deal(NamedTuple):
    """An open deal with its amount in the requested currency; `month` is the first day of the month of its close."""

    closes_on: date | None
    amount: Decimal
    weighted: Decimal | None

    @property
    def month(self) -> date | None:
        return self.closes_on and self.closes_on.replace(day=1)


def read_pipeline(db: Connection, actor: Actor, query: PipelineQuery, today: date) -> Pipeline:
    currency = query.currency or read_currency(db, actor)
    rates = read_rates(db, today)
    rows = DEALS.values(db, deal_row_scope(actor), _OPEN, _COLUMNS)
    unconverted: dict[str, Decimal] = defaultdict(Decimal)
    deals: list[_Deal] = []
    priced = [row for row in rows if row[1] is not None and row[2] is not None]
    for closes_on, amount, own, probability in priced:
        converted = rates.convert(amount, own, currency, today)
        if converted is None:
            unconverted[own] += amount
        else:
            # Weighted before it is converted, as in the figure of the dashboard.
            share = None if probability is None else weigh(amount, probability, own)
            deals.append(_Deal(closes_on, converted, share and rates.convert(share, own, currency, today)))
    weighted = [deal for deal in deals if deal.weighted is not None]
    return {
        "as_of": today,
        "total": _add_up(weighted, currency),
        "late": _add_up([deal for deal in weighted if deal.closes_on and deal.closes_on < today], currency),
        "undated": _add_up([deal for deal in weighted if deal.closes_on is None], currency),
        "months": _by_month([deal for deal in weighted if deal.closes_on and deal.closes_on >= today], currency),
        "without_probability": _add_up([deal for deal in deals if deal.weighted is None], currency),
        "without_amount": len(rows) - len(priced),
        "unconverted": [money(amount, own) for own, amount in sorted(unconverted.items())],
    }


def _by_month(deals: Iterable[_Deal], currency: str) -> list[PipelineMonth]:
    months: Mapping[date, list[_Deal]] = defaultdict(list)
    for deal in deals:
        if deal.month:
            months[deal.month].append(deal)
    return [
        {
            "starts_on": first,
            "ends_on": end_of_month(first),
            **_add_up(found, currency),
        }
        for first, found in sorted(months.items())
    ]


def _add_up(deals: Iterable[_Deal], currency: str) -> PipelinePart:
    found = list(deals)
    return {
        "deals": len(found),
        "amount": money(sum((deal.amount for deal in found), Decimal(0)), currency),
        "weighted": money(sum((deal.weighted or Decimal(0) for deal in found), Decimal(0)), currency),
    }
