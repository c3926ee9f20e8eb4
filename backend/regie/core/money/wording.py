"""Writes amounts with their currency in words of mail and documents, as the screens do."""

from decimal import Decimal

from regie.core.money.amounts import round_amount
from regie.core.text.locale import Locale, format_number

# As in Unicode's data of both languages; the code stands for all other currencies.
_SIGNS: dict[Locale, dict[str, str]] = {
    "en-us": {"CAD": "CA$", "USD": "$", "EUR": "€", "GBP": "£", "AUD": "A$", "NZD": "NZ$"},
    "fr-ca": {"CAD": "$", "USD": "$\u00a0US", "EUR": "€", "GBP": "£", "AUD": "$\u00a0AU", "NZD": "$\u00a0NZ"},
}


def format_money(amount: Decimal, currency: str, locale: Locale) -> str:
    """Format `CA$4,200.00` in English, `4 200,00 $` with no-break spaces in French."""
    digits = format_number(round_amount(abs(amount), currency), locale)
    minus = "\u2212" if amount < 0 else ""
    sign = _SIGNS[locale].get(currency)
    if locale == "fr-ca":
        return f"{minus}{digits}\u00a0{sign or currency}"
    return f"{minus}{sign}{digits}" if sign else f"{minus}{currency}\u00a0{digits}"
