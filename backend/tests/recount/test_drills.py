"""Where a figure in one currency leads to: each row says what it came to there, and all of them add up to the cent."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.lengths import in_short
from tests.recount.agency import PEOPLE
from tests.recount.book import A_DAY, NOTHING, month_end
from tests.recount.history import CLOSES, day
from tests.recount.retainers import KINDS, SIGNS
from tests.recount.story import Story

FIRST, LAST = day("2024-03-01"), CLOSES
# The euro has days without a rate, the Norwegian crown has none at all.
CURRENCIES = ["CAD", "USD", "EUR", "JPY"]
# Who sees all of it in every currency, everybody else in one.
TOLD = [*(("admin", currency) for currency in CURRENCIES), *((name, "USD") for name in PEOPLE if name != "admin")]
TOLD_IN_SHORT = [("admin", "CAD"), ("admin", "EUR"), ("bo", "USD"), ("churn", "USD"), ("chloe", "USD"), ("eve", "USD")]
LOSSES = ["recorded", "confirmed", "won_back"]
SOLD = ["approved", "in_work", "delivered", "invoiced", "paid"]
Json = dict[str, Any]


def _analysis(story: Story, name: str, what: str, currency: str, first: date = FIRST) -> Json | None:
    """None to those who are not told of it."""
    asked = {"from": str(first), "to": str(LAST), "currency": currency}
    answer = story.agency.browser(name).get(f"/api/v1/{what}-analysis", params=asked)
    assert answer.status_code in (200, 403), answer.text
    return answer.json()["data"] if answer.status_code == 200 else None


def _listed(story: Story, name: str, path: str, **asked: Any) -> tuple[list[Json], Json]:
    """The rows of all pages, and what the list says that they come to."""
    totals = {"churn-events": "churn-totals"}.get(path, f"{path}/totals")
    rows = story.agency.ask(name, f"/api/v1/{path}", **asked, per_page=100)
    assert rows["meta"]["last_page"] == 1
    return rows["data"], story.agency.ask(name, f"/api/v1/{totals}", **asked)["data"]


def _amount(money: Json | None) -> Decimal | None:
    return None if money is None else Decimal(money["amount"])


def _sum(amounts: Iterable[Decimal | None]) -> Decimal:
    return sum((amount for amount in amounts if amount is not None), NOTHING)


def _agrees(figure: Json, rows: list[Json], converted: Json | None) -> None:
    """The figure, what its rows add up to, and what the list says of them are one amount."""
    assert converted is not None
    assert _amount(figure) == _amount(converted["money"]) == _sum(_amount(row["converted"]) for row in rows)
    assert figure["currency"] == converted["money"]["currency"]


def _has_its_rate(story: Story, row: Json, amount: Decimal, target: str, on: str) -> None:
    currency, of = row["currency"], date.fromisoformat(on)
    assert _amount(row["converted"]) == story.book.convert(amount, currency, target, of), row
    assert (row["rate"] is None) == (row["rate_on"] is None) == (row["converted"] is None)
    assert row["rate_on"] is None or date.fromisoformat(row["rate_on"]) <= of


def _drills(told: Json) -> list[tuple[Json, Json, int]]:
    """Each figure of losses with what narrows the list to it, and how many it counts."""
    found = [
        ({name: one["value"]}, one["mrr_lost"], one["losses"])
        for name, group in (("reason", "reasons"), ("initiated_by", "initiated_by"), ("tenure", "tenures"))
        for one in told[group]
    ]
    share = told["preventable"]
    return [
        *found,
        ({}, share["mrr_lost"], share["losses"]),
        ({"preventable": "true"}, share["mrr_preventable"], share["preventable"]),
    ]


@pytest.mark.parametrize(("name", "currency"), in_short(TOLD, TOLD_IN_SHORT))
def test_what_was_lost_adds_up_in_its_list(story: Story, name: str, currency: str):
    told = _analysis(story, name, "churns", currency)
    if told is None or "churn-events" not in told["rows"]:
        return
    days = {"effective_from": str(FIRST), "effective_to": str(LAST), "state": LOSSES, "in": currency}
    assert sum(count for _, _, count in _drills(told)) > 0
    for narrowed, figure, count in _drills(told):
        rows, totals = _listed(story, name, "churn-events", **days, **narrowed)
        assert len(rows) == count
        _agrees(figure, rows, totals["converted"])
        apart = {one["currency"]: Decimal(one["amount"]) for one in totals["converted"]["unconverted"]}
        without = [row for row in rows if row["converted"] is None]
        assert apart == {
            own: _sum(_amount(row["mrr_lost"]) for row in without if row["currency"] == own)
            for own in {row["currency"] for row in without}
        }
        for row in rows:
            assert row["share"] is None
            _has_its_rate(story, row, Decimal(row["mrr_lost"]["amount"]), currency, row["effective_on"])


@pytest.mark.parametrize("currency", CURRENCIES)
def test_of_somebodys_losses_their_part_is_converted(story: Story, currency: str):
    told = _analysis(story, "admin", "churns", currency)
    assert told is not None
    assert len(told["employees"]) > 1
    events = {row["id"]: row["api_id"] for row in story.book.rows["churn_events"]}
    people = {row["api_id"]: row["id"] for row in story.book.rows["employees"]}
    days = {"effective_from": str(FIRST), "effective_to": str(LAST), "state": LOSSES, "in": currency}
    for person in told["employees"]:
        api_id = person["employee"]["api_id"]
        rows, totals = _listed(story, "admin", "churn-events", **days, employee=[api_id])
        assert len(rows) == person["losses"]
        _agrees(person["mrr_lost"], rows, totals["converted"])
        parts = story.book.where("churn_attributions", employee_id=people[api_id])
        held = {events[part["event_id"]]: part["mrr_share"] for part in parts}
        for row in rows:
            assert _amount(row["share"]) == held[row["api_id"]]
            _has_its_rate(story, row, held[row["api_id"]], currency, row["effective_on"])


@pytest.mark.parametrize(("name", "currency"), in_short(TOLD, TOLD_IN_SHORT))
def test_what_was_sold_adds_up_in_its_list(story: Story, name: str, currency: str):
    told = _analysis(story, name, "oos-sales", currency)
    if told is None:
        return
    whole = {"sold_from": str(FIRST), "sold_to": str(LAST)}
    drills: list[tuple[Json, Json]] = [(whole | {"status": SOLD}, told["sold"])]
    drills += [(whole | {"status": [one["status"]]}, one) for one in told["statuses"]]
    drills += [
        (whole | {"status": SOLD, "seller": [one["employee"]["api_id"]]}, one) for one in told["people"] if one["count"]
    ]
    drills += [
        ({"status": SOLD, "sold_from": one["starts_on"], "sold_to": str(min(LAST, day(one["ends_on"])))}, one)
        for one in told["months"]
    ]
    for narrowed, figure in drills:
        rows, totals = _listed(story, name, "oos-sales", **narrowed, **{"in": currency})
        seen = [row for row in rows if "amount" in row]
        assert (len(rows), len(rows) - len(seen)) == (figure["count"], figure["hidden"])
        _agrees(figure["money"], seen, totals["converted"])
        assert totals["converted"]["unconverted"] == figure["unconverted"]
        for row in seen:
            _has_its_rate(story, row, Decimal(row["amount"]["amount"]), currency, row["sold_on"])


@pytest.mark.parametrize("currency", ["CAD", "USD", "JPY"])
def test_movements_add_up_to_the_lines_of_the_bridge(story: Story, currency: str):
    told = _analysis(story, "admin", "churns", currency)
    assert told is not None
    for bridge in [told["bridge"], *told["months"]]:
        days = {"from": bridge["starts_on"], "to": bridge["ends_on"], "currency": currency}
        for kind in KINDS:
            _, totals = _listed(story, "admin", "mrr-movements", **days, kind=[kind])
            assert _amount(totals["converted"]["money"]) == Decimal(bridge[kind]["amount"]) * SIGNS[kind]
            assert totals["rates_of"] is None


@pytest.mark.parametrize("currency", ["CAD", "USD", "JPY"])
@pytest.mark.parametrize("first", [FIRST, day("2024-05-17")])
def test_what_a_cohort_paid_at_first_adds_up_at_the_rate_of_that_day(story: Story, currency: str, first: date):
    """Converted one by one: at another rate than the bridge has, that of the end of their first month."""
    told = _analysis(story, "admin", "churns", currency, first)
    assert told is not None
    days = {month["starts_on"]: month["ends_on"] for month in told["months"]}
    assert len(told["cohorts"]) > 1
    for cohort in told["cohorts"]:
        end = days[cohort["starts_on"]]
        assert day(end) in (month_end(day(end)), LAST)
        asked = {"from": cohort["starts_on"], "to": end, "currency": currency, "cohort": "true"}
        rows, totals = _listed(story, "admin", "mrr-movements", **asked)
        assert totals["rates_of"] == end
        paid = _sum((_amount(row["converted"]) or NOTHING) * SIGNS[row["kind"]] for row in rows)
        assert paid == _amount(totals["converted"]["money"]) == Decimal(cohort["months"][0]["mrr"]["amount"])
        assert len({row["client"]["api_id"] for row in rows}) == cohort["clients"]
        for row in rows:
            own = row["amount"]["currency"]
            _has_its_rate(story, row | {"currency": own}, Decimal(row["amount"]["amount"]), currency, end)


def test_a_cohort_of_a_month_that_goes_on_is_told_at_todays_rate(story: Story):
    asked = {"from": str(LAST.replace(day=1)), "to": str(LAST + 40 * A_DAY), "currency": "USD", "cohort": "true"}
    totals = story.agency.ask("admin", "/api/v1/mrr-movements/totals", **asked)["data"]
    assert totals["rates_of"] == str(LAST)


@pytest.mark.parametrize("name", in_short(PEOPLE, ["admin", "bo", "churn", "chloe", "eve"]))
@pytest.mark.parametrize("path", ["churn-events", "oos-sales"])
def test_what_is_not_shown_is_in_no_other_currency_either(story: Story, name: str, path: str):
    own = {"churn-events": "mrr_lost", "oos-sales": "amount"}[path]
    browser = story.agency.browser(name)
    answer = browser.get(f"/api/v1/{path}", params={"per_page": 100, "in": "USD"})
    if answer.status_code == 403:
        return
    rows = answer.json()["data"]
    for row in rows:
        assert ("converted" in row) == ("rate" in row) == (own in row)
    totals = story.agency.ask(
        name, f"/api/v1/{'churn-totals' if own == 'mrr_lost' else 'oos-sales/totals'}", **{"in": "USD"}
    )
    shown = [row for row in rows if own in row and row.get("state") != "voided"]
    if "converted" in totals["data"]:
        assert _amount(totals["data"]["converted"]["money"]) == _sum(_amount(row["converted"]) for row in shown)
    else:
        assert not shown
    plain = browser.get(f"/api/v1/{path}", params={"per_page": 100}).json()["data"]
    assert {row[key] for row in plain if own in row for key in ("converted", "rate", "rate_on")} <= {None}
