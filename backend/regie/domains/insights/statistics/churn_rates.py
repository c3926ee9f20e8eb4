"""Calculates churn and retention of a month from what its closing published, as docs/metrics.md defines them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction

from regie.domains.insights.statistics.contributions import Contribution, FigureSum
from regie.domains.insights.statistics.schemas import ChurnRate
from regie.domains.records.exchange_rates.figures import Rates
from regie.domains.work.churns.figures import GAINS, LOSSES, find_common_kind

# The version of each definition.
CHURN_RATES: Mapping[ChurnRate, int] = {"gross_revenue_churn": 1, "net_revenue_retention": 1, "logo_churn": 1}


def calculate_churn_rates(
    start: FigureSum, movements: Mapping[str, FigureSum], clients_start: FigureSum, lost_clients: FigureSum
) -> dict[ChurnRate, FigureSum]:
    """The rates of the clients at the start of a month; `movements` are the totals by kind, losses negative."""
    moved = {kind: total.amount for kind, total in movements.items()}
    lost = -sum((moved.get(kind, Decimal(0)) for kind in LOSSES), Decimal(0))
    gained = sum((moved.get(kind, Decimal(0)) for kind in GAINS if kind != "new"), Decimal(0))
    shares: dict[ChurnRate, tuple[Decimal | int, Decimal | int]] = {
        "gross_revenue_churn": (lost, start.amount),
        "net_revenue_retention": (start.amount + gained - lost, start.amount),
        "logo_churn": (lost_clients.count, clients_start.count),
    }
    return {
        name: FigureSum("percent", start.currency, value=Fraction(part), of=Fraction(whole))
        for name, (part, whole) in shares.items()
    }


def join_currencies(found: Iterable[Contribution], rates: Rates, target: str) -> list[Contribution]:
    """Give what a client gains in one currency and loses in another on one day a kind in the reader's currency."""
    of_days: dict[tuple[int, date], list[Contribution]] = defaultdict(list)
    for one in found:
        of_days[one.key, one.day].append(one)

    def convert(amount: Decimal, currency: str, day: date) -> Decimal | None:
        return rates.convert(amount, currency, target, day)

    joined: list[Contribution] = []
    for of_day in of_days.values():
        kind = find_common_kind([(one.amount, one.currency, one.day) for one in of_day], convert)
        joined += of_day if kind is None else [one._replace(group=kind) for one in of_day]
    return joined
