"""Tests of fees found in the lines of invoices: each property is checked against the fees that the lines came from."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regie.core.time.months import add_months
from regie.domains.integrations.project_proposals.billing import (
    BilledLine,
    assign_lines,
    find_series,
    find_unnamed_series,
    words_of,
)

FIRST = date(2025, 1, 1)
_AMOUNTS = st.integers(100, 9_000).map(Decimal)


def _line(
    on: date, amount: Decimal | str | int, text: str = "Entretien – mensualité", currency: str = "CAD"
) -> BilledLine:
    return BilledLine(f"{on}{text}{amount}", on, currency, Decimal(amount), text)


def _monthly(amounts: list[Decimal], step: int = 1) -> list[BilledLine]:
    return [_line(add_months(FIRST, step * place), amount) for place, amount in enumerate(amounts)]


@st.composite
def fee_histories(draw: st.DrawFn) -> list[tuple[Decimal, int]]:
    """Different fees one after the other, each with its number of bills, two at least."""
    fees = draw(st.lists(_AMOUNTS, min_size=1, max_size=6))
    distinct = [fee for place, fee in enumerate(fees) if place == 0 or fee != fees[place - 1]]
    return [(fee, draw(st.integers(2, 9))) for fee in distinct]


@given(fee_histories(), st.sampled_from([(1, "month"), (3, "quarter"), (12, "year")]), st.randoms())
def test_every_change_of_a_fee_is_found_in_any_order_of_lines(history, interval, random):
    step, name = interval
    amounts = [fee for fee, count in history for _ in range(count)]
    if len(amounts) < 3:
        amounts.append(amounts[-1])
    lines = _monthly(amounts, step)
    random.shuffle(lines)
    found = find_series(lines)
    assert found is not None
    assert (found.interval, found.months, found.billing_day, found.one_offs) == (name, step, 1, 0)
    firsts, place = [], 0
    for fee, count in history:
        firsts.append((add_months(FIRST, step * place), fee))
        place += count
    assert list(found.fees) == firsts


@given(_AMOUNTS, st.integers(1, 8), _AMOUNTS)
def test_amount_of_a_single_bill_is_no_new_fee(fee, place, other):
    amounts = [fee] * 10
    amounts[place] = fee + other
    found = find_series(_monthly(amounts))
    assert found is not None
    assert (list(found.fees), found.one_offs) == ([(FIRST, fee)], 1)


def test_last_bill_of_another_amount_is_a_new_fee():
    found = find_series(_monthly([Decimal(100)] * 3 + [Decimal(120)]))
    assert found is not None
    assert [amount for _, amount in found.fees] == [Decimal(100), Decimal(120)]


def test_one_missing_bill_leaves_a_series_and_two_only_a_long_one():
    lines = _monthly([Decimal(100)] * 8)
    assert find_series([*lines[:3], *lines[4:]]) is not None
    assert find_series([*lines[:3], *lines[5:]]) is None
    lines = _monthly([Decimal(100)] * 13)
    assert find_series([*lines[:3], *lines[5:]]) is not None
    assert find_series([*lines[:3], *lines[6:]]) is None


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_bills_are_no_series(count: int):
    assert find_series(_monthly([Decimal(100)] * count)) is None


def test_parts_of_a_price_are_no_series():
    days = [FIRST, FIRST + timedelta(days=45), FIRST + timedelta(days=130), FIRST + timedelta(days=190)]
    assert find_series([_line(day, "4000") for day in days]) is None


def test_bills_of_one_month_are_added_and_credits_reduce_them():
    lines = _monthly([Decimal(100)] * 4)
    lines[1:2] = [_line(add_months(FIRST, 1), "60"), _line(add_months(FIRST, 1), "40")]
    lines.append(_line(add_months(FIRST, 2), "-100"))
    found = find_series(lines)
    assert found is not None
    assert (found.count, list(found.fees)) == (3, [(FIRST, Decimal(100))])


def test_bills_in_a_second_currency_are_not_added():
    lines = _monthly([Decimal(100)] * 4)
    found = find_series([*lines, _line(add_months(FIRST, 1), "75", currency="USD")])
    assert found is not None
    assert (found.currency, list(found.fees)) == ("CAD", [(FIRST, Decimal(100))])


def test_words_are_without_numbers_and_months():
    assert words_of("Site & SEO – mensualité, mars 2026 (3/12)") == "site seo mensualite"
    assert words_of("Monthly fee for May 2026") == "monthly fee"
    assert words_of("2026-03") == ""


def test_line_belongs_to_the_longest_name_that_it_contains():
    lines = [_line(FIRST, 1, "Entretien du site – mensualité"), _line(FIRST, 2, "Site web – jalon 1/3")]
    lines.append(_line(FIRST, 3, "Hébergement"))
    found = assign_lines(lines, ["Site", "Entretien du site", "Site web"])
    assert {name: [line.amount for line in of] for name, of in found.items()} == {
        "Entretien du site": [1],
        "Site web": [2],
        "": [3],
    }


def test_name_inside_another_word_is_not_named():
    assert list(assign_lines([_line(FIRST, 1, "Opposite – fee")], ["Site"])) == [""]


def test_bills_of_no_work_are_found_by_their_words_with_the_last_text():
    texts = ["Soutien – janvier 2025", "Soutien, février 2025", "Soutien - mars 2025"]
    lines = [_line(add_months(FIRST, month), 90, text) for month, text in enumerate(texts)]
    found = find_unnamed_series([*lines, _line(FIRST, 1, "12")])
    assert {words: (text, series.count) for words, (text, series) in found.items()} == {
        "soutien": ("Soutien - mars 2025", 3)
    }


@pytest.mark.parametrize("word", ["jalon", "Dépôt", "milestone", "Balance"])
def test_regular_parts_of_a_price_are_no_fee(word: str):
    lines = [_line(add_months(FIRST, month), 4000, f"Portail – {word} {month + 1}/4") for month in range(4)]
    assert find_unnamed_series(lines) == {}
