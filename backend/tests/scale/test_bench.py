"""The parts of the bench that calculate: its requests, and how it judges and compares what it measured."""

import sys
from datetime import date

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT))

from bench.calls import Records, browse, change_invoices
from bench.load import Person, percentile
from bench.report import Result, at_least, at_most, compare, format_line

pytestmark = pytest.mark.one_database

RECORDS = Records(
    invoices=1_000,
    last_page=40,
    oldest=date(2024, 11, 1),
    newest=date(2026, 10, 31),
    invoice_ids=["i1"],
    client_ids=["c1", "c2"],
    words=["maison"],
    linkable=[("i1", "p1"), ("i2", "p2")],
    account_manager="u1",
)
PEOPLE = [Person("regie_session=one", ""), Person("regie_session=two", "")]


def test_percentile_is_interpolated():
    assert percentile([0.3, 0.1, 0.2], 50) == pytest.approx(0.2)
    assert percentile([float(number) for number in range(101)], 95) == pytest.approx(95)
    assert percentile([0.7], 95) == 0.7


def test_browsing_asks_for_no_page_twice_and_for_none_that_is_missing():
    calls = browse(RECORDS, PEOPLE)
    paths = [call.path for call in calls]
    assert len(paths) == len(set(paths)) > 1_000
    assert {call.person for call in calls} == set(PEOPLE)
    assert all(int(path.partition("&page=")[2].partition("&")[0]) <= RECORDS.last_page for path in paths)


def test_every_change_of_an_invoice_changes_it():
    changes = change_invoices(RECORDS, PEOPLE[0])
    sent = [(call.path[-2:], call.body) for call, _ in zip(changes, range(6), strict=False)]
    unlinked, linked = b'{"project": null}', b'{"project": "p1"}'
    assert [body for path, body in sent if path == "i1"] == [linked, unlinked, linked]


@pytest.mark.parametrize(
    ("result", "verdict"),
    [
        (at_least("list", 0.9, "×", 0.9), "ok"),
        (at_least("list", 0.89, "×", 0.9), "short"),
        (at_most("dashboard", 10, "×", 10), "ok"),
        (at_most("dashboard", 10.1, "×", 10), "short"),
        (Result("search", 3, "×"), ""),
    ],
)
def test_values_are_judged_by_their_goals(result: Result, verdict: str):
    assert result.verdict == verdict
    assert format_line(result).split()[0] == result.name


def test_comparison_shows_changes_and_what_falls_short():
    before = {"sqlite": [at_least("list", 1.0, "×", 0.9), at_most("same", 2, "×", 3), Result("only before", 1, "×")]}
    after = {"sqlite": [at_least("list", 0.8, "×", 0.9), at_most("same", 2.1, "×", 3)], "postgres": []}
    title, changed, unchanged = compare(before, after)
    assert title == "sqlite"
    assert changed.split() == ["list", "1.00", "→", "0.80", "×", "-20%", "ok", "→", "short"]
    assert unchanged.split() == ["same", "2.00", "→", "2.10", "×", "ok"]
