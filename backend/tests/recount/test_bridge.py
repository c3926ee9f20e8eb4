"""The bridge of recurring revenue, told again from the rows: 24 months, in one currency and in each retainer's own."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from tests.lengths import in_short
from tests.recount.agency import PEOPLE
from tests.recount.book import A_DAY, NOTHING
from tests.recount.history import CLOSES, day
from tests.recount.people import ALL, NONE
from tests.recount.retainers import KINDS, SIGNS, Month, Retainers
from tests.recount.story import Story

FIRST, LAST = day("2024-03-01"), CLOSES
TOLD_OF = [name for name in PEOPLE if name not in ("anne", "bo", "eve")]


def _retainers(story: Story, name: str) -> Retainers:
    person = story.recount(name).person
    return Retainers(story.book, person.manages(person.reach("churn")))


def _analysis(story: Story, name: str, first: date, last: date, currency: str) -> dict[str, Any]:
    asked = {"from": str(first), "to": str(last), "currency": currency}
    return story.agency.ask(name, "/api/v1/churns-analysis", **asked)["data"]


def _month(told: dict[str, Any]) -> Month:
    amounts = {name: Decimal(told[name]["amount"]) for name in ("mrr_start", "mrr_end", *KINDS)}
    lost = ((told[name]["lost"], told[name]["at_start"]) for name in ("logo_churn", "project_churn"))
    sums = {kind: amounts[kind] for kind in KINDS}
    begin, end = date.fromisoformat(told["starts_on"]), date.fromisoformat(told["ends_on"])
    month = Month(begin, end, amounts["mrr_start"], amounts["mrr_end"], sums, *lost)
    assert Decimal(told["fx"]["amount"]) == month.fx
    return month


def _percent(part: Decimal | int, whole: Decimal | int) -> str | None:
    share = Decimal(part) * 100 / Decimal(whole) if whole else None
    return None if share is None else str(share.quantize(Decimal("0.01"), ROUND_HALF_UP))


def _rates(month: Month) -> dict[str, str | None]:
    """Shares of what was there at the start."""
    gained = sum(amount for kind, amount in month.sums.items() if SIGNS[kind] > 0)
    lost = month.sums["churn"] + month.sums["contraction"]
    return {
        "gross_revenue_churn": _percent(lost, month.start),
        "net_revenue_retention": _percent(month.start + gained - month.sums["new"] - lost, month.start),
        "logo_churn": _percent(*month.logos),
        "project_churn": _percent(*month.projects),
    }


@pytest.mark.parametrize("currency", in_short(["CAD", "USD", "EUR", "JPY"], ["CAD", "EUR"]))
@pytest.mark.parametrize("name", in_short(TOLD_OF, ["admin", "churn", "chloe"]))
def test_every_month_is_what_the_rows_say_closes_and_goes_on_where_the_last_one_ended(
    story: Story, name: str, currency: str
):
    retainers, told = _retainers(story, name), _analysis(story, name, FIRST, LAST, currency)
    months, lacking = retainers.bridge(FIRST, LAST, currency)
    assert [one["currency"] for one in told["left_out"]] == lacking
    assert [_month(one) for one in told["months"]] == months
    for month, one in zip(months, told["months"], strict=True):
        assert {rate: one[rate]["percent"] for rate in _rates(month)} == _rates(month), month.first
    assert [month.start for month in months[1:]] == [month.end for month in months[:-1]]
    whole = _month(told["bridge"])
    assert (whole.start, whole.end) == (months[0].start, months[-1].end)
    for kind in KINDS:
        assert whole.sums[kind] == sum(month.sums[kind] for month in months)
    assert whole.fx == sum(month.fx for month in months)


def test_the_history_has_every_kind_of_movement_and_of_rate(story: Story):
    months, lacking = _retainers(story, "admin").bridge(FIRST, LAST, "CAD")
    assert lacking == ["NOK"]
    assert {kind for month in months for kind in KINDS if month.sums[kind]} == set(KINDS)
    assert any(month.fx > 0 for month in months)
    assert any(month.fx < 0 for month in months)
    assert {month.logos[0] for month in months} >= {0, 1}


def test_a_currency_without_rates_closes_in_itself(story: Story):
    retainers, told = _retainers(story, "admin"), _analysis(story, "admin", FIRST, LAST, "CAD")
    (own,) = told["left_out"]
    (month,) = _whole(retainers, own["currency"])
    assert {kind: Decimal(own[kind]["amount"]) for kind in KINDS} == month.sums
    assert (Decimal(own["mrr_start"]["amount"]), Decimal(own["mrr_end"]["amount"])) == (month.start, month.end)
    assert month.fx == 0


def _whole(retainers: Retainers, currency: str) -> Iterator[Month]:
    """The whole period at once, in one of the currencies itself."""
    month = Month(FIRST, LAST, retainers.balances(FIRST - A_DAY)[currency], retainers.balances(LAST)[currency])
    for client in retainers.by_client:
        for one in retainers.movements(client, LAST):
            if one.currency == currency and FIRST <= one.day <= LAST:
                month.sums[one.kind] += one.amount
    yield month


def test_each_currency_closes_without_any_rate(story: Story):
    asked = {"from": str(FIRST), "to": str(LAST)}
    told = story.agency.ask("admin", "/api/v1/churns-statistics", **asked)["data"]["currencies"]
    assert {one["currency"] for one in told} == {"CAD", "USD", "EUR", "JPY", "NOK"} - _never_told(story)
    for one in told:
        (month,) = _whole(_retainers(story, "admin"), one["currency"])
        assert {kind: Decimal(one[kind]["amount"]) for kind in KINDS} == month.sums
        assert (Decimal(one["mrr_start"]["amount"]), Decimal(one["mrr_end"]["amount"])) == (month.start, month.end)
        assert month.fx == 0, one["currency"]


def _never_told(story: Story) -> set[str]:
    """The only retainer in yen is paused: it counts on no day."""
    paused = story.book.where("projects", kind="retainer", status="on_hold")
    return {project["currency"] for project in paused}


@pytest.mark.parametrize("name", PEOPLE)
def test_movements_one_by_one_are_those_of_the_rows(story: Story, name: str):
    """Rights over a retainer's money, not over figures, open them."""
    person = story.recount(name).person
    rights = {"account_manager": 1, "employee": NONE}
    reach = max(rights.get(role, ALL) for role in person.user["roles"])
    path, asked = "/api/v1/mrr-movements", {"currency": "CAD", "per_page": 100}
    if reach == NONE:
        assert story.agency.browser(name).get(path, params=asked).status_code == 403
        return
    retainers = Retainers(story.book, person.manages(reach))
    keys = {row["id"]: row["api_id"] for row in story.book.rows["clients"]}
    expected = Counter(
        (keys[client], str(one.day), one.kind, one.currency, one.amount,
         story.book.convert(one.amount, one.currency, "CAD", one.day))
        for client in retainers.by_client
        for one in retainers.movements(client, date(2030, 1, 1))
    )  # fmt: skip
    rows = story.agency.ask(name, path, **asked)["data"]
    assert expected == Counter(
        (row["client"]["api_id"], row["on"], row["kind"], row["amount"]["currency"], Decimal(row["amount"]["amount"]),
         None if row["converted"] is None else Decimal(row["converted"]["amount"]))
        for row in rows
    )  # fmt: skip
    assert sum(expected.values()) > 0 or name in ("chloe", "dov")


def test_nothing_is_lost_between_days(story: Story):
    """Two looks at neighbouring spans are one look at both."""
    middle = day("2025-09-15")
    earlier = _month(_analysis(story, "admin", FIRST, middle, "USD")["bridge"])
    later = _month(_analysis(story, "admin", middle + A_DAY, LAST, "USD")["bridge"])
    whole = _month(_analysis(story, "admin", FIRST, LAST, "USD")["bridge"])
    assert earlier.end == later.start
    assert earlier.fx + later.fx == whole.fx
    for kind in KINDS:
        assert earlier.sums[kind] + later.sums[kind] == whole.sums[kind] >= NOTHING
