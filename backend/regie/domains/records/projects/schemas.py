"""Describes the fee of a retainer as a plain value."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from regie.core.money.amounts import currency_digits

BillingInterval = Literal["month", "quarter", "year"]
_MONTHS: Mapping[str, int] = {"month": 1, "quarter": 3, "year": 12}


@dataclass(frozen=True, slots=True)
class FeeValue:
    """A fee as it is agreed: the amount that is billed for each interval."""

    interval: BillingInterval
    billed: Decimal

    @property
    def months(self) -> int:
        return _MONTHS[self.interval]

    def monthly(self, currency: str) -> Decimal:
        """Return the part of one month, rounded half up; figures count it."""
        if self.months == 1:
            return self.billed
        return (self.billed / self.months).quantize(Decimal(1).scaleb(-currency_digits(currency)), ROUND_HALF_UP)


def fee_value(interval: BillingInterval, interval_amount: Decimal | None, amount: Decimal) -> FeeValue:
    """Return a stored fee; the amount per interval is null for a monthly one."""
    return FeeValue(interval, amount if interval_amount is None else interval_amount)
