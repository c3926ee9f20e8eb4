"""Tests amounts, currencies, ids, folding and the clock."""

import uuid
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regie.core.db.ids import is_api_id, new_api_id
from regie.core.money.amounts import CURRENCIES, Scaled, currency_digits, money, read_decimal, write_scaled
from regie.core.text.folding import escape_like, fold
from regie.core.text.locale import format_number
from regie.core.time.clock import Clock


@given(st.decimals(min_value=-(10**10), max_value=10**10, places=4))
def test_amount_is_exact_in_database_and_json(amount: Decimal):
    column = Scaled(4)
    stored = column.process_bind_param(amount, None)  # type: ignore[arg-type]
    assert column.process_result_value(stored, None) == amount  # type: ignore[arg-type]
    assert Decimal(money(amount, "CAD")["amount"]) == amount


@given(st.integers(-(10**15), 10**15), st.integers(0, 3))
def test_amounts_have_the_decimals_of_their_currency(value: int, min_decimals: int):
    text = write_scaled(value, 4, min_decimals)
    assert Decimal(text) == Decimal(value) / 10**4
    assert len(text.partition(".")[2]) >= min_decimals


def test_amount_with_too_many_decimals_is_refused():
    with pytest.raises(ValueError, match="more than 2 decimals"):
        Scaled(2).process_bind_param(Decimal("0.001"), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1e3", "1E400", "NaN", "Infinity", "-Infinity", "1_000", " 1", "1.", ".5", "+1", "１",
                                  "0x1", "", "1,5", "1.234", "--1", "1" * 16])  # fmt: skip
def test_amount_of_other_than_plain_digits_is_refused(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - the message is the caller's
        read_decimal(text)


@pytest.mark.parametrize("text", ["0", "-0.5", "12.30", "999999999999999", "1.500"])
def test_plain_digits_are_an_amount(text: str):
    assert read_decimal(text) == Decimal(text)


def test_currencies_are_codes_with_known_decimals():
    assert len(set(CURRENCIES)) == len(CURRENCIES)
    assert all(len(code) == 3 and code.isupper() for code in CURRENCIES)
    assert (currency_digits("CAD"), currency_digits("JPY"), currency_digits("KWD")) == (2, 0, 3)


def test_numbers_are_formatted_by_language():
    number = Decimal("1000000.5")
    assert format_number(number, "en-us") == "1,000,000.5"
    assert format_number(number, "fr-ca") == "1\u00a0000\u00a0000,5"


def test_ids_are_of_version_seven_and_sort_by_age():
    ids = [new_api_id() for _ in range(200)]
    assert len(set(ids)) == 200
    assert all(uuid.UUID(one).version == 7 and is_api_id(one) for one in ids)
    assert [one[:13] for one in ids] == sorted(one[:13] for one in ids)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Érable & Œuvre", "erable & oeuvre"),
        ("Straße", "strasse"),
        ("L’Île", "l'ile"),
        ("ÇA", "ca"),
        ("a\u00a0b", "a b"),
    ],
)
def test_text_is_folded_for_search(text: str, folded: str):
    assert fold(text) == folded


@given(st.text())
def test_folding_is_idempotent(text: str):
    assert fold(fold(text)) == fold(text)


def test_like_wildcards_are_escaped():
    assert escape_like("50%_\\") == "50\\%\\_\\\\"


def test_business_date_is_in_the_organization_time_zone():
    clock = Clock(lambda: datetime(2026, 3, 8, 4, 59, tzinfo=UTC))
    assert str(clock.today()) == "2026-03-07"
    assert str(clock.day_of(datetime(2026, 3, 8, 5, 0, tzinfo=UTC))) == "2026-03-08"
    assert str(clock.day_of(datetime(2026, 7, 8, 4, 0, tzinfo=UTC))) == "2026-07-08"
