"""The MRR bridge, recalculated from database rows: 24 months, in one currency and in the retainers' own."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import Any

import pytest

from tests.long_tests import mark_long
from tests.recount.agency import PEOPLE
from tests.recount.people import ALL, NONE
from tests.recount.retainers import KINDS, SIGNS, Month, Retainers
from tests.recount.scenario import Scenario
from tests.recount.snapshot import A_DAY, ZERO
from tests.recount.timeline import LAST_DAY, day

FIRST, LAST = day("2024-03-01"), LAST_DAY
WITH_CHURN_FIGURES = [name for name in PEOPLE if name not in ("anne", "bo", "eve")]


def _retainers(scenario: Scenario, name: str) -> Retainers:
    person = scenario.recount(name).person
    return Retainers(scenario.snapshot, person.manages(person.scope("churn")))


def _analysis(scenario: Scenario, name: str, first: date, last: date, currency: str) -> dict[str, Any]:
    params = {"from": str(first), "to": str(last), "currency": currency}
    return scenario.agency.get(name, "/api/v1/churns-analysis", **params)["data"]


def _month(month: dict[str, Any]) -> Month:
    amounts = {name: Decimal(month[name]["amount"]) for name in ("mrr_start", "mrr_end", *KINDS)}
    lost = ((month[name]["lost"], month[name]["at_start"]) for name in ("logo_churn", "project_churn"))
    sums = {kind: amounts[kind] for kind in KINDS}
    begin, end = date.fromisoformat(month["starts_on"]), date.fromisoformat(month["ends_on"])
    parsed = Month(begin, end, amounts["mrr_start"], amounts["mrr_end"], sums, *lost)
    assert Decimal(month["fx"]["amount"]) == parsed.fx
    return parsed


def _percent(part: Decimal | int, whole: Decimal | int) -> str | None:
    share = Decimal(part) * 100 / Decimal(whole) if whole else None
    return None if share is None else str(share.quantize(Decimal("0.01"), ROUND_HALF_UP))


def _rates(month: Month) -> dict[str, str | None]:
    """The rates of the month, as percentages of its start."""
    gained = sum(amount for kind, amount in month.sums.items() if SIGNS[kind] > 0)
    lost = month.sums["churn"] + month.sums["contraction"]
    return {
        "gross_revenue_churn": _percent(lost, month.start),
        "net_revenue_retention": _percent(month.start + gained - month.sums["new"] - lost, month.start),
        "logo_churn": _percent(*month.logos),
        "project_churn": _percent(*month.projects),
    }


@pytest.mark.parametrize("currency", mark_long(["CAD", "USD", "EUR", "JPY"], ["CAD", "EUR"]))
@pytest.mark.parametrize("name", mark_long(WITH_CHURN_FIGURES, ["admin", "churn", "chloe"]))
def test_every_month_matches_the_rows_closes_and_starts_at_the_end_of_the_previous(
    scenario: Scenario, name: str, currency: str
):
    retainers, analysis = _retainers(scenario, name), _analysis(scenario, name, FIRST, LAST, currency)
    months, without_rate = retainers.bridge(FIRST, LAST, currency)
    assert [one["currency"] for one in analysis["left_out"]] == without_rate
    assert [_month(one) for one in analysis["months"]] == months
    for month, one in zip(months, analysis["months"], strict=True):
        assert {rate: one[rate]["percent"] for rate in _rates(month)} == _rates(month), month.first
    assert [month.start for month in months[1:]] == [month.end for month in months[:-1]]
    whole = _month(analysis["bridge"])
    assert (whole.start, whole.end) == (months[0].start, months[-1].end)
    for kind in KINDS:
        assert whole.sums[kind] == sum(month.sums[kind] for month in months)
    assert whole.fx == sum(month.fx for month in months)


def test_scenario_has_every_kind_of_movement_and_rate_change(scenario: Scenario):
    months, without_rate = _retainers(scenario, "admin").bridge(FIRST, LAST, "CAD")
    assert without_rate == ["NOK"]
    assert {kind for month in months for kind in KINDS if month.sums[kind]} == set(KINDS)
    assert any(month.fx > 0 for month in months)
    assert any(month.fx < 0 for month in months)
    assert {month.logos[0] for month in months} >= {0, 1}


def test_currency_without_rates_closes_in_its_own_amounts(scenario: Scenario):
    retainers, analysis = _retainers(scenario, "admin"), _analysis(scenario, "admin", FIRST, LAST, "CAD")
    (own,) = analysis["left_out"]
    (month,) = _single_month(retainers, own["currency"])
    assert {kind: Decimal(own[kind]["amount"]) for kind in KINDS} == month.sums
    assert (Decimal(own["mrr_start"]["amount"]), Decimal(own["mrr_end"]["amount"])) == (month.start, month.end)
    assert month.fx == 0


def _single_month(retainers: Retainers, currency: str) -> Iterator[Month]:
    """The whole period as one month, in one of the retainers' currencies."""
    month = Month(FIRST, LAST, retainers.balances(FIRST - A_DAY)[currency], retainers.balances(LAST)[currency])
    for client in retainers.by_client:
        for one in retainers.movements(client, LAST):
            if one.currency == currency and FIRST <= one.day <= LAST:
                month.sums[one.kind] += one.amount
    yield month


def test_each_currency_closes_without_conversion(scenario: Scenario):
    params = {"from": str(FIRST), "to": str(LAST)}
    currencies = scenario.agency.get("admin", "/api/v1/churns-statistics", **params)["data"]["currencies"]
    assert {one["currency"] for one in currencies} == {"CAD", "USD", "EUR", "JPY", "NOK"}
    for one in currencies:
        (month,) = _single_month(_retainers(scenario, "admin"), one["currency"])
        assert {kind: Decimal(one[kind]["amount"]) for kind in KINDS} == month.sums
        assert (Decimal(one["mrr_start"]["amount"]), Decimal(one["mrr_end"]["amount"])) == (month.start, month.end)
        assert month.fx == 0, one["currency"]


def _amount_of(money: dict[str, str]) -> tuple[str, Decimal]:
    return money["currency"], Decimal(money["amount"])


def _list_movements(retainers: Retainers, client: int, currency: str) -> Iterator[tuple[Any, ...]]:
    """The client's movements as rows; one for a day that adds in one currency and takes away in another."""
    for on, found in groupby(retainers.movements(client, date(2030, 1, 1)), key=lambda one: one.day):
        of_day = list(found)
        each = [retainers.snapshot.convert(one.amount, one.currency, currency, on) for one in of_day]
        changes = [(one.currency, SIGNS[one.kind] * one.amount) for one in of_day]
        if len({one.kind for one in of_day}) > 1 and None not in each:
            total = sum((SIGNS[one.kind] * (amount or 0) for one, amount in zip(of_day, each, strict=True)), ZERO)
            kind = "contraction" if total < 0 else "expansion"
            yield str(on), kind, (currency, abs(total)), abs(total), tuple(changes)
        else:
            for one, amount, change in zip(of_day, each, changes, strict=True):
                yield str(on), one.kind, (one.currency, one.amount), amount, (change,)


@pytest.mark.parametrize("name", PEOPLE)
def test_movements_match_the_rows(scenario: Scenario, name: str):
    """Movements require permission on the projects' money, not on figures."""
    person = scenario.recount(name).person
    scope_by_role = {"account_manager": 1, "employee": NONE}
    scope = max(scope_by_role.get(role, ALL) for role in person.user["roles"])
    path, params = "/api/v1/mrr-movements", {"currency": "CAD", "per_page": 100}
    if scope == NONE:
        assert scenario.agency.browser(name).get(path, params=params).status_code == 403
        return
    retainers = Retainers(scenario.snapshot, person.manages(scope))
    client_ids = {row["id"]: row["api_id"] for row in scenario.snapshot.rows["clients"]}
    expected = Counter(
        (client_ids[client], *row)
        for client in retainers.by_client
        for row in _list_movements(retainers, client, "CAD")
    )
    rows = scenario.agency.get(name, path, **params)["data"]
    assert expected == Counter(
        (row["client"]["api_id"], row["on"], row["kind"], _amount_of(row["amount"]),
         None if row["converted"] is None else Decimal(row["converted"]["amount"]),
         tuple(_amount_of(change) for change in row["changes"]))
        for row in rows
    )  # fmt: skip
    joined = [row for row in rows if len(row["changes"]) > 1]
    assert len(joined) == (name not in ("anne", "chloe", "dov"))
    assert all(row["rate"] is None for row in joined)
    apart = scenario.agency.get(name, path, **params, of_currency=["USD", "EUR"])["data"]
    assert Counter((row["on"], row["kind"], _amount_of(row["amount"])) for row in apart) == Counter(
        (str(one.day), one.kind, (one.currency, one.amount))
        for client in retainers.by_client
        for one in retainers.movements(client, date(2030, 1, 1))
        if one.currency in ("USD", "EUR")
    )
    assert sum(expected.values()) > 0 or name in ("chloe", "dov")


def test_adjacent_spans_add_up(scenario: Scenario):
    """The bridges of two adjacent spans add up to the bridge of both."""
    middle = day("2025-09-15")
    earlier = _month(_analysis(scenario, "admin", FIRST, middle, "USD")["bridge"])
    later = _month(_analysis(scenario, "admin", middle + A_DAY, LAST, "USD")["bridge"])
    whole = _month(_analysis(scenario, "admin", FIRST, LAST, "USD")["bridge"])
    assert earlier.end == later.start
    assert earlier.fx + later.fx == whole.fx
    for kind in KINDS:
        assert earlier.sums[kind] + later.sums[kind] == whole.sums[kind] >= ZERO
