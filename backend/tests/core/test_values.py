"""Exact values: amounts, ids, text for searching, dates, and the transaction that keeps or undoes them all."""

import uuid
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regie.core.db.ids import is_api_id, new_api_id
from regie.core.money.amounts import CURRENCIES, Scaled, digits_of, money, read_decimal, write_scaled
from regie.core.text.folding import escaped, fold
from regie.core.text.locale import write_number
from regie.core.time.clock import Clock


@given(st.decimals(min_value=-(10**10), max_value=10**10, places=4))
def test_an_amount_survives_the_database_and_the_wire(amount: Decimal):
    column = Scaled(4)
    stored = column.process_bind_param(amount, None)  # type: ignore[arg-type]
    assert column.process_result_value(stored, None) == amount  # type: ignore[arg-type]
    assert Decimal(money(amount, "CAD")["amount"]) == amount


@given(st.integers(-(10**15), 10**15), st.integers(0, 3))
def test_written_amounts_have_the_decimals_of_their_currency(value: int, least: int):
    text = write_scaled(value, 4, least)
    assert Decimal(text) == Decimal(value) / 10**4
    assert len(text.partition(".")[2]) >= least


def test_a_finer_amount_than_the_column_is_refused():
    with pytest.raises(ValueError, match="more than 2 decimals"):
        Scaled(2).process_bind_param(Decimal("0.001"), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["1e3", "1E400", "NaN", "Infinity", "-Infinity", "1_000", " 1", "1.", ".5", "+1", "１",
                                  "0x1", "", "1,5", "1.234", "--1", "1" * 16])  # fmt: skip
def test_only_plain_digits_are_an_amount(text: str):
    with pytest.raises(ValueError):  # noqa: PT011 - the text is the caller's
        read_decimal(text)


@pytest.mark.parametrize("text", ["0", "-0.5", "12.30", "999999999999999", "1.500"])
def test_plain_digits_are(text: str):
    assert read_decimal(text) == Decimal(text)


def test_currencies_are_codes_with_known_decimals():
    assert len(set(CURRENCIES)) == len(CURRENCIES)
    assert all(len(code) == 3 and code.isupper() for code in CURRENCIES)
    assert (digits_of("CAD"), digits_of("JPY"), digits_of("KWD")) == (2, 0, 3)


def test_numbers_are_grouped_as_the_language_has_it():
    number = Decimal("1000000.5")
    assert write_number(number, "en-us") == "1,000,000.5"
    assert write_number(number, "fr-ca") == "1\u00a0000\u00a0000,5"


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
def test_text_is_folded_as_people_search(text: str, folded: str):
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str):
    assert fold(fold(text)) == fold(text)


def test_a_pattern_takes_wildcards_literally():
    assert escaped("50%_\\") == "50\\%\\_\\\\"


def test_the_business_day_is_the_organizations():
    clock = Clock(lambda: datetime(2026, 3, 8, 4, 59, tzinfo=UTC))
    assert str(clock.today()) == "2026-03-07"
    assert str(clock.day_of(datetime(2026, 3, 8, 5, 0, tzinfo=UTC))) == "2026-03-08"
    assert str(clock.day_of(datetime(2026, 7, 8, 4, 0, tzinfo=UTC))) == "2026-07-08"
