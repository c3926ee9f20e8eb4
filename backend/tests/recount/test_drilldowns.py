"""The lists behind figures in one currency: each row has its converted amount, and they add up to the cent."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.long_tests import mark_long
from tests.recount.agency import PEOPLE
from tests.recount.retainers import KINDS, SIGNS
from tests.recount.scenario import Scenario
from tests.recount.snapshot import A_DAY, ZERO, month_end
from tests.recount.timeline import LAST_DAY, day

FIRST, LAST = day("2024-03-01"), LAST_DAY
# The euro has days without a rate, and the Norwegian krone has no rates.
CURRENCIES = ["CAD", "USD", "EUR", "JPY"]
# The administrator in every currency, all other users in one.
CASES = [*(("admin", currency) for currency in CURRENCIES), *((name, "USD") for name in PEOPLE if name != "admin")]
SHORT_CASES = [("admin", "CAD"), ("admin", "EUR"), ("bo", "USD"), ("churn", "USD"), ("chloe", "USD"), ("eve", "USD")]
CHURN_STATES = ["recorded", "confirmed", "won_back"]
SALE_STATUSES = ["approved", "in_work", "delivered", "invoiced", "paid"]
Json = dict[str, Any]


def _analysis(scenario: Scenario, name: str, what: str, currency: str, first: date = FIRST) -> Json | None:
    """The analysis; None without permission."""
    params = {"from": str(first), "to": str(LAST), "currency": currency}
    response = scenario.agency.browser(name).get(f"/api/v1/{what}-analysis", params=params)
    assert response.status_code in (200, 403), response.text
    return response.json()["data"] if response.status_code == 200 else None


def _listed(scenario: Scenario, name: str, path: str, **params: Any) -> tuple[list[Json], Json]:
    """The rows of the list, and its totals."""
    totals = {"churn-events": "churn-totals"}.get(path, f"{path}/totals")
    rows = scenario.agency.get(name, f"/api/v1/{path}", **params, per_page=100)
    assert rows["meta"]["last_page"] == 1
    return rows["data"], scenario.agency.get(name, f"/api/v1/{totals}", **params)["data"]


def _amount(money: Json | None) -> Decimal | None:
    return None if money is None else Decimal(money["amount"])


def _sum(amounts: Iterable[Decimal | None]) -> Decimal:
    return sum((amount for amount in amounts if amount is not None), ZERO)


def _assert_agrees(figure: Json, rows: list[Json], converted: Json | None) -> None:
    """Assert that the figure, the sum of its rows and the list's total are equal."""
    assert converted is not None
    assert _amount(figure) == _amount(converted["money"]) == _sum(_amount(row["converted"]) for row in rows)
    assert figure["currency"] == converted["money"]["currency"]


def _assert_rate(scenario: Scenario, row: Json, amount: Decimal, target: str, on: str) -> None:
    currency, on_day = row["currency"], date.fromisoformat(on)
    assert _amount(row["converted"]) == scenario.snapshot.convert(amount, currency, target, on_day), row
    assert (row["rate"] is None) == (row["rate_on"] is None) == (row["converted"] is None)
    assert row["rate_on"] is None or date.fromisoformat(row["rate_on"]) <= on_day


def _churn_drilldowns(analysis: Json) -> list[tuple[Json, Json, int]]:
    """Each churn figure with the filters of its list and its count."""
    found = [
        ({name: one["value"]}, one["mrr_lost"], one["losses"])
        for name, group in (("reason", "reasons"), ("initiated_by", "initiated_by"), ("tenure", "tenures"))
        for one in analysis[group]
    ]
    share = analysis["preventable"]
    return [
        *found,
        ({}, share["mrr_lost"], share["losses"]),
        ({"preventable": "true"}, share["mrr_preventable"], share["preventable"]),
    ]


@pytest.mark.parametrize(("name", "currency"), mark_long(CASES, SHORT_CASES))
def test_churn_figures_equal_their_lists(scenario: Scenario, name: str, currency: str):
    analysis = _analysis(scenario, name, "churns", currency)
    if analysis is None or "churn-events" not in analysis["rows"]:
        return
    days = {"effective_from": str(FIRST), "effective_to": str(LAST), "state": CHURN_STATES, "in": currency}
    assert sum(count for _, _, count in _churn_drilldowns(analysis)) > 0
    for filters, figure, count in _churn_drilldowns(analysis):
        rows, totals = _listed(scenario, name, "churn-events", **days, **filters)
        assert len(rows) == count
        _assert_agrees(figure, rows, totals["converted"])
        unconverted = {one["currency"]: Decimal(one["amount"]) for one in totals["converted"]["unconverted"]}
        rows_without_rate = [row for row in rows if row["converted"] is None]
        assert unconverted == {
            own: _sum(_amount(row["mrr_lost"]) for row in rows_without_rate if row["currency"] == own)
            for own in {row["currency"] for row in rows_without_rate}
        }
        for row in rows:
            assert row["share"] is None
            _assert_rate(scenario, row, Decimal(row["mrr_lost"]["amount"]), currency, row["effective_on"])


@pytest.mark.parametrize("currency", CURRENCIES)
def test_churn_of_an_employee_converts_their_share(scenario: Scenario, currency: str):
    analysis = _analysis(scenario, "admin", "churns", currency)
    assert analysis is not None
    assert len(analysis["employees"]) > 1
    events = {row["id"]: row["api_id"] for row in scenario.snapshot.rows["churn_events"]}
    people = {row["api_id"]: row["id"] for row in scenario.snapshot.rows["employees"]}
    days = {"effective_from": str(FIRST), "effective_to": str(LAST), "state": CHURN_STATES, "in": currency}
    for person in analysis["employees"]:
        if person["employee"] is None:
            rows, totals = _listed(scenario, "admin", "churn-events", **days, attributed="false")
            assert len(rows) == person["losses"]
            _assert_agrees(person["mrr_lost"], rows, totals["converted"])
            continue
        api_id = person["employee"]["api_id"]
        rows, totals = _listed(scenario, "admin", "churn-events", **days, employee=[api_id])
        assert len(rows) == person["losses"]
        _assert_agrees(person["mrr_lost"], rows, totals["converted"])
        attributions = scenario.snapshot.where("churn_attributions", employee_id=people[api_id])
        shares = {events[share_row["event_id"]]: share_row["mrr_share"] for share_row in attributions}
        for row in rows:
            assert _amount(row["share"]) == shares[row["api_id"]]
            _assert_rate(scenario, row, shares[row["api_id"]], currency, row["effective_on"])


@pytest.mark.parametrize(("name", "currency"), mark_long(CASES, SHORT_CASES))
def test_sales_figures_equal_their_lists(scenario: Scenario, name: str, currency: str):
    analysis = _analysis(scenario, name, "oos-sales", currency)
    if analysis is None:
        return
    whole = {"sold_from": str(FIRST), "sold_to": str(LAST)}
    drilldowns: list[tuple[Json, Json]] = [(whole | {"status": SALE_STATUSES}, analysis["sold"])]
    drilldowns += [(whole | {"status": [one["status"]]}, one) for one in analysis["statuses"]]
    drilldowns += [
        (whole | {"status": SALE_STATUSES, "seller": [one["employee"]["api_id"]]}, one)
        for one in analysis["people"]
        if one["count"]
    ]
    drilldowns += [
        ({"status": SALE_STATUSES, "sold_from": one["starts_on"], "sold_to": str(min(LAST, day(one["ends_on"])))}, one)
        for one in analysis["months"]
    ]
    for filters, figure in drilldowns:
        rows, totals = _listed(scenario, name, "oos-sales", **filters, **{"in": currency})
        visible_rows = [row for row in rows if "amount" in row]
        assert (len(rows), len(rows) - len(visible_rows)) == (figure["count"], figure["hidden"])
        _assert_agrees(figure["money"], visible_rows, totals["converted"])
        assert totals["converted"]["unconverted"] == figure["unconverted"]
        for row in visible_rows:
            _assert_rate(scenario, row, Decimal(row["amount"]["amount"]), currency, row["sold_on"])


@pytest.mark.parametrize("currency", ["CAD", "USD", "JPY"])
def test_movements_add_up_to_the_bridge(scenario: Scenario, currency: str):
    analysis = _analysis(scenario, "admin", "churns", currency)
    assert analysis is not None
    for bridge in [analysis["bridge"], *analysis["months"]]:
        days = {"from": bridge["starts_on"], "to": bridge["ends_on"], "currency": currency}
        for kind in KINDS:
            _, totals = _listed(scenario, "admin", "mrr-movements", **days, kind=[kind])
            assert _amount(totals["converted"]["money"]) == Decimal(bridge[kind]["amount"]) * SIGNS[kind]
            assert totals["rates_of"] is None


@pytest.mark.parametrize("currency", ["CAD", "USD", "JPY"])
@pytest.mark.parametrize("first", [FIRST, day("2024-05-17")])
def test_first_month_of_a_cohort_adds_up_at_its_rate(scenario: Scenario, currency: str, first: date):
    """A cohort's rows are converted at the end of its first month, not at the rates of the bridge."""
    analysis = _analysis(scenario, "admin", "churns", currency, first)
    assert analysis is not None
    days = {month["starts_on"]: month["ends_on"] for month in analysis["months"]}
    assert len(analysis["cohorts"]) > 1
    for cohort in analysis["cohorts"]:
        end = days[cohort["starts_on"]]
        assert day(end) in (month_end(day(end)), LAST)
        params = {"from": cohort["starts_on"], "to": end, "currency": currency, "cohort": "true"}
        rows, totals = _listed(scenario, "admin", "mrr-movements", **params)
        assert totals["rates_of"] == end
        total = _sum((_amount(row["converted"]) or ZERO) * SIGNS[row["kind"]] for row in rows)
        assert total == _amount(totals["converted"]["money"]) == Decimal(cohort["months"][0]["mrr"]["amount"])
        assert len({row["client"]["api_id"] for row in rows}) == cohort["clients"]
        for row in rows:
            own = row["amount"]["currency"]
            _assert_rate(scenario, row | {"currency": own}, Decimal(row["amount"]["amount"]), currency, end)


def test_cohort_of_the_current_month_uses_todays_rate(scenario: Scenario):
    params = {"from": str(LAST.replace(day=1)), "to": str(LAST + 40 * A_DAY), "currency": "USD", "cohort": "true"}
    totals = scenario.agency.get("admin", "/api/v1/mrr-movements/totals", **params)["data"]
    assert totals["rates_of"] == str(LAST)


@pytest.mark.parametrize("name", mark_long(PEOPLE, ["admin", "bo", "churn", "chloe", "eve"]))
@pytest.mark.parametrize("path", ["churn-events", "oos-sales"])
def test_hidden_amount_is_not_converted(scenario: Scenario, name: str, path: str):
    own = {"churn-events": "mrr_lost", "oos-sales": "amount"}[path]
    browser = scenario.agency.browser(name)
    response = browser.get(f"/api/v1/{path}", params={"per_page": 100, "in": "USD"})
    if response.status_code == 403:
        return
    rows = response.json()["data"]
    for row in rows:
        assert ("converted" in row) == ("rate" in row) == (own in row)
    totals = scenario.agency.get(
        name, f"/api/v1/{'churn-totals' if own == 'mrr_lost' else 'oos-sales/totals'}", **{"in": "USD"}
    )
    shown = [row for row in rows if own in row and row.get("state") != "voided"]
    if "converted" in totals["data"]:
        assert _amount(totals["data"]["converted"]["money"]) == _sum(_amount(row["converted"]) for row in shown)
    else:
        assert not shown
    unconverted_rows = browser.get(f"/api/v1/{path}", params={"per_page": 100}).json()["data"]
    assert {row[key] for row in unconverted_rows if own in row for key in ("converted", "rate", "rate_on")} <= {None}
