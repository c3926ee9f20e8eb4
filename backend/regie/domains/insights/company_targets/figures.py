"""The units of the figures that have monthly targets, and reading the targets."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from sqlalchemy import Connection, select

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.domains.insights.company_targets.models import CompanyTarget, TargetFigure

UNITS: Mapping[TargetFigure, Literal["money", "count"]] = {
    "revenue": "money",
    "margin": "money",
    "mrr": "money",
    "oos_sold": "money",
    "lost_retainers": "count",
}


# What seeing the target of a figure needs; those of other figures need the right to closed months only.
_RIGHTS: Mapping[TargetFigure, tuple[Permission, ...]] = {
    "margin": (Permission.EMPLOYEES_COST_RATES, Permission.STATISTICS_REVENUE, Permission.STATISTICS_HOURS)
}


def may_see(actor: Actor, figure: TargetFigure) -> bool:
    return all(actor.scope(permission) is Scope.ALL for permission in _RIGHTS.get(figure, ()))


class Target(NamedTuple):
    id: int
    figure: TargetFigure
    month: date
    value: Decimal
    currency: str | None


def read_targets(db: Connection, first: date, last: date) -> Sequence[Target]:
    """The targets of the months that begin between these days."""
    statement = (
        select(
            CompanyTarget.id,
            CompanyTarget.figure,
            CompanyTarget.month,
            CompanyTarget.value,
            CompanyTarget.currency,
        )
        .where(CompanyTarget.month.between(first, last))
        .order_by(CompanyTarget.figure, CompanyTarget.month)
    )
    return [Target(*row) for row in db.execute(statement)]
