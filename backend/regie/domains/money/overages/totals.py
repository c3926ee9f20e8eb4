"""Adds up the listed hours over, and what they are worth, per currency."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, case, literal_column

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.money.amounts import money
from regie.domains.money.overages.figures import (
    AGREED_RATE,
    GIVEN_EFFECTIVE,
    GIVEN_UNVALUED,
    HOURS_BY_KIND,
    UNDECIDED,
    decided_amount,
    value_hours,
    value_rate,
)
from regie.domains.money.overages.queries import OVERAGES, overage_row_scope
from regie.domains.money.overages.schemas import OverageHourTotals, OverageQuery, OverageTotals
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod

_NOTHING = Decimal(0)
_HOURS = {"over": RetainerPeriod.overage_hours, **HOURS_BY_KIND, "undecided": UNDECIDED}
_MONEY = (
    AGREED_RATE, RetainerPeriod.fee, RetainerPeriod.base_hours, decided_amount("billed"), decided_amount("given"),
    GIVEN_EFFECTIVE, GIVEN_UNVALUED,
)  # fmt: skip


@dataclass(slots=True)
class _Sum:
    """The sums of one currency."""

    months: int = 0
    hours: dict[str, Decimal] = field(default_factory=lambda: dict.fromkeys(_HOURS, _NOTHING))
    undecided: Decimal = _NOTHING
    unvalued: Decimal = _NOTHING
    billed: Decimal = _NOTHING
    given: Decimal = _NOTHING
    given_effective: Decimal = _NOTHING
    given_unvalued: Decimal = _NOTHING

    def add_money(self, currency: str, undecided: Decimal, row: Sequence[Any]) -> None:
        agreed, fee, included, billed, given, effective, unvalued = row
        rate, _source = value_rate(agreed, fee, included, currency)
        worth = value_hours(undecided, rate, currency)
        self.undecided += worth or _NOTHING
        self.unvalued += undecided if worth is None else _NOTHING
        self.billed += billed or _NOTHING
        self.given += given or _NOTHING
        self.given_effective += effective
        self.given_unvalued += unvalued


def add_up_overages(db: Connection, actor: Actor, query: OverageQuery) -> list[OverageTotals | OverageHourTotals]:
    """Return the totals over all pages of `query`; amounts are those that the caller may see."""
    scope = overage_row_scope(actor)
    shown = case((scope.shows_restricted(), literal_column("1")), else_=literal_column("0"))
    columns = (Project.currency, shown, *_HOURS.values(), *_MONEY)
    sums: dict[str, _Sum] = {}
    for currency, shows_money, *values in OVERAGES.values(db, scope, query, columns):
        one = sums.setdefault(currency, _Sum())
        one.months += 1
        hours = dict(zip(_HOURS, values, strict=False))
        for name, value in hours.items():
            one.hours[name] += value
        if shows_money:
            one.add_money(currency, hours["undecided"], values[len(_HOURS) :])
    return list(_render(sums, shows_money=actor.can(Permission.PROJECTS_MRR)))


def _render(sums: dict[str, _Sum], *, shows_money: bool) -> Iterator[OverageTotals | OverageHourTotals]:
    for currency, one in sorted(sums.items()):
        hours: OverageHourTotals = {
            "currency": currency,
            "months": one.months,
            "over_hours": _text(one.hours["over"]),
            "billed_hours": _text(one.hours["billed"]),
            "carried_hours": _text(one.hours["carried"]),
            "given_hours": _text(one.hours["given"]),
            "sold_hours": _text(one.hours["sold"]),
            "undecided_hours": _text(one.hours["undecided"]),
        }
        if not shows_money:
            yield hours
            continue
        amounts: OverageTotals = {
            **hours,
            "undecided_amount": money(one.undecided, currency),
            "undecided_unvalued_hours": _text(one.unvalued),
            "billed_amount": money(one.billed, currency),
            "given_amount": money(one.given, currency),
            "given_effective_hours": _text(one.given_effective),
            "given_unvalued_hours": _text(one.given_unvalued),
        }
        yield amounts


def _text(hours: Decimal) -> str:
    return f"{hours:.2f}"
