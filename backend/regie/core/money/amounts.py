"""Stores, limits and formats amounts, hours and rates as exact decimals, never as floats."""

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any

from pydantic import ConfigDict, Field, with_config
from sqlalchemy import BigInteger, Dialect
from sqlalchemy.types import TypeDecorator
from typing_extensions import TypedDict

# The decimals of currencies that do not have two (ISO 4217).
_OTHER_DIGITS = {"JPY": 0, "KRW": 0, "CLP": 0, "XAF": 0, "XOF": 0, "VND": 0, "ISK": 0, "KWD": 3, "BHD": 3, "TND": 3}
CURRENCIES = (
    "CAD USD EUR GBP AUD NZD CHF SEK NOK DKK PLN CZK HUF RON BGN ISK TRY ILS AED SAR QAR KWD BHD ZAR MAD TND EGP NGN "
    "KES XAF XOF INR PKR BDT LKR CNY HKD TWD JPY KRW SGD MYR THB IDR PHP VND MXN BRL ARS CLP COP PEN UYU"
).split()


@with_config(ConfigDict(extra="forbid"))
class Money(TypedDict):
    amount: Annotated[str, Field(pattern=r"^-?\d+(\.\d+)?$")]
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]


class Scaled(TypeDecorator[Decimal]):
    """A decimal stored as an integer of 10^-digits units, which both engines sum exactly."""

    impl = BigInteger
    cache_ok = True

    def __init__(self, digits: int) -> None:
        super().__init__()
        self.digits = digits

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        scaled = value.scaleb(self.digits)
        if scaled != scaled.to_integral_value():
            raise ValueError(f"{value} has more than {self.digits} decimals")
        return int(scaled)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(int(value)).scaleb(-self.digits)


AMOUNT_DIGITS = 4
HOURS_DIGITS = 2
Amount = Scaled(AMOUNT_DIGITS)
Hours = Scaled(HOURS_DIGITS)
# Plain digits; Decimal itself also accepts exponents, underscores and digits of other scripts.
_PLAIN_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,10})?")
MAX_AMOUNT = Decimal("99999999999.99")


def currency_digits(currency: str) -> int:
    return _OTHER_DIGITS.get(currency, 2)


def write_scaled(value: int, digits: int, min_decimals: int) -> str:
    """Format `12500000, 4, 2` as `"1250.00"`: at least `min_decimals` decimals, more only if not zero."""
    sign = "-" if value < 0 else ""
    whole, fraction = divmod(abs(value), 10**digits)
    short, rest = divmod(fraction, 10 ** (digits - min_decimals))
    if rest == 0:
        return f"{sign}{whole}.{short:0{min_decimals}d}" if min_decimals else f"{sign}{whole}"
    return f"{sign}{whole}.{fraction:0{digits}d}".rstrip("0")


def round_amount(amount: Decimal, currency: str) -> Decimal:
    """Round half up to the smallest unit of the currency."""
    return amount.quantize(Decimal(1).scaleb(-currency_digits(currency)), ROUND_HALF_UP)


def money(amount: Decimal, currency: str) -> Money:
    """Return an amount as JSON: decimal text and currency."""
    return scaled_to_money(int(amount.scaleb(AMOUNT_DIGITS)), currency)


def scaled_to_money(amount: int, currency: str) -> Money:
    return {"amount": write_scaled(int(amount), AMOUNT_DIGITS, currency_digits(currency)), "currency": currency}


def read_decimal(text: str, digits: int = 2) -> Decimal:
    """Parse a plain decimal with at most `digits` significant decimals; raise ValueError otherwise."""
    if not _PLAIN_DECIMAL.fullmatch(text):
        raise ValueError(text)
    value = Decimal(text)
    if value != round(value, digits):
        raise ValueError(text)
    return value
