"""Amounts in words of mail: as the screens write them, in both languages."""

from decimal import Decimal

import pytest

from regie.core.money.wording import format_money


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("amount", "currency", "english", "french"),
    [
        ("1234.56", "CAD", "CA$1,234.56", "1 234,56 $"),
        ("1234.5", "USD", "$1,234.50", "1 234,50 $ US"),
        ("-7", "EUR", "\u2212€7.00", "\u22127,00 €"),
        ("1234.4", "JPY", "JPY 1,234", "1 234 JPY"),
        ("0.0005", "TND", "TND 0.001", "0,001 TND"),
    ],
)
def test_amounts_follow_the_language(amount: str, currency: str, english: str, french: str):
    written = [format_money(Decimal(amount), currency, locale) for locale in ("en-us", "fr-ca")]
    assert [text.replace("\u00a0", " ") for text in written] == [english, french]
    assert " " not in written[1]
