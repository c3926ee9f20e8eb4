"""Reads the monthly targets of a year as a grid."""

from datetime import date
from decimal import Decimal

from sqlalchemy import Connection

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.core.money.amounts import money
from regie.domains.insights.company_targets.figures import UNITS, Target, may_see, read_targets
from regie.domains.insights.company_targets.models import TARGET_FIGURES
from regie.domains.insights.company_targets.schemas import CompanyTargets, MonthTarget
from regie.domains.records.settings.queries import settings_for


def read_year(db: Connection, actor: Actor, year: int) -> CompanyTargets:
    """Return the figures that the caller may see and the months of the year, those without a target too."""
    targets = read_targets(db, date(year, 1, 1), date(year, 12, 1))
    found = [target for target in targets if may_see(actor, target.figure)]
    by_cell = {(target.figure, target.month): target for target in found}
    months = [date(year, month, 1) for month in range(1, 13)]
    reporting = settings_for(db, actor)["reporting_currency"]
    return {
        "year": year,
        "currency": next((target.currency for target in found if target.currency), reporting),
        "figures": [
            {
                "figure": figure,
                "unit": UNITS[figure],
                "months": [_serialize(month, by_cell.get((figure, month))) for month in months],
            }
            for figure in TARGET_FIGURES
            if may_see(actor, figure)
        ],
        "can": ["edit"] if actor.can(Permission.MONTHS_CLOSE) else [],
    }


def _serialize(month: date, target: Target | None) -> MonthTarget:
    return {
        "month": month,
        "value": target and format_target(target.value, target.currency),
        "currency": target and target.currency,
    }


def format_target(value: Decimal, currency: str | None) -> str:
    """An amount with the decimals of its currency, or a whole number."""
    return money(value, currency)["amount"] if currency else f"{value:.0f}"
