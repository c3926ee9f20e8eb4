"""Every figure of the dashboard, told again from the rows: many days, currencies, roles and scopes, and row by row."""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.lengths import in_short
from tests.recount.agency import PEOPLE
from tests.recount.book import Part, half_up
from tests.recount.figures import MONEY, NAMES
from tests.recount.history import CLOSES, day
from tests.recount.people import NONE
from tests.recount.spans import Span, before
from tests.recount.story import STOPS, Story, tell

SCOPES = ("all", "team", "own")
SPANS = [
    Span(day(first), day(last))
    for first, last in (
        ("2024-02-01", "2024-02-29"),
        ("2024-02-29", "2024-02-29"),
        ("2024-10-01", "2024-12-31"),
        ("2024-01-01", "2025-12-31"),
        ("2025-01-31", "2025-03-30"),
        ("2025-05-09", "2025-05-16"),
        ("2025-08-15", "2025-09-30"),
        ("2025-12-31", "2025-12-31"),
        ("2026-03-01", "2026-03-31"),
    )
]
CURRENCIES = ["CAD", "USD", "EUR", "JPY"]
# One of each kind of rights.
SHOWN_TO = ["admin", "bo", "churn", "chloe", "eve"]
TABLES = {
    "project": "projects", "invoice": "invoices", "deal": "hubspot_deals", "employee": "employees",
    "goal": "employee_goals", "award": "awards", "client": "clients",
}  # fmt: skip
# Where a single record of these kinds is read.
DOORS = {"project": "projects", "invoice": "invoices", "goal": "employee-goals", "client": "clients"}


def _agree(told: dict[str, Any], recounted: dict[str, Any]) -> None:
    assert set(told) == set(recounted)
    assert {name: told[name] for name in told if told[name] != recounted[name]} == {
        name: recounted[name] for name in told if told[name] != recounted[name]
    }


def _asked(span: Span, **asked: str) -> dict[str, str]:
    return {"from": str(span.first), "to": str(span.last), **asked}


@pytest.mark.parametrize("stop", STOPS, ids=str)
def test_on_the_way_every_figure_is_what_the_rows_of_that_day_come_to(story: Story, stop: date):
    for told, recounted in story.stops[stop]:
        _agree(told, recounted)


@pytest.mark.parametrize("span", in_short(SPANS, SPANS[::3]), ids=lambda span: f"{span.first}..{span.last}")
def test_looking_back_every_figure_is_what_the_rows_come_to(story: Story, span: Span):
    for currency in CURRENCIES:
        _agree(tell(story.agency, "admin", span, currency), story.recount("admin").dashboard(span, currency))


@pytest.mark.parametrize("name", in_short(PEOPLE, SHOWN_TO))
def test_everybody_is_told_what_their_rights_add_up_to(story: Story, name: str):
    for scope in SCOPES:
        for span, currency in ((SPANS[-1], "CAD"), (Span(day("2024-07-01"), day("2025-12-31")), "USD")):
            told = tell(story.agency, name, span, currency, scope)
            _agree(told, story.recount(name).dashboard(span, currency, scope))


def _listed(story: Story, name: str, figure: str, **asked: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    while True:
        page = {"page": len(rows) // 100 + 1, "per_page": 100}
        answer = story.agency.ask(name, "/api/v1/dashboard-rows", figure=figure, **page, **asked)
        rows += answer["data"]
        if len(rows) >= answer["meta"]["total"]:
            return rows


def _money(amount: dict[str, str] | None) -> tuple[Decimal, str] | None:
    return amount and (Decimal(amount["amount"]), amount["currency"])


def _row(row: dict[str, Any]) -> tuple[Any, ...]:
    numbers = (None if row[name] is None else Decimal(row[name]) for name in ("value", "of"))
    whose = (row["kind"], row["record"]["api_id"], row["group"], row["on"])
    return (*whose, _money(row["amount"]), _money(row["converted"]), *numbers)


def _expected(story: Story, part: Part, currency: str) -> tuple[Any, ...]:
    (record,) = story.book.where(TABLES[part.kind], id=part.key)
    digits = 4 if part.kind == "goal" else 2
    numbers = (half_up(part.value, digits), half_up(part.of, digits)) if part.of or part.value else (None, None)
    converted = story.book.convert(part.amount, part.currency, currency, part.day) if part.currency else None
    return (
        part.kind, record["api_id"], part.group, str(part.day),
        (part.amount, part.currency) if part.currency else None,
        None if converted is None else (converted, currency), *numbers,
    )  # fmt: skip


@pytest.mark.parametrize("name", in_short(PEOPLE, SHOWN_TO))
@pytest.mark.parametrize("scope", SCOPES)
def test_every_figure_opens_exactly_its_rows_and_none_beyond_rights(story: Story, name: str, scope: str):
    """To who sees all of them; anybody else is refused. What is listed can be opened one by one."""
    span, currency, recount = SPANS[-1], "USD", story.recount(name)
    opened: set[tuple[str, str]] = set()
    for figure in NAMES:
        reach = recount.person.reach(figure, scope)
        asked = _asked(span, currency=currency, scope=scope)
        if reach == NONE or not recount.person.sees_rows(figure, reach):
            path = "/api/v1/dashboard-rows"
            refused = story.agency.browser(name).get(path, params={"figure": figure, **asked})
            assert refused.status_code == 403, figure
            continue
        rows = _listed(story, name, figure, **asked)
        parts = recount.parts(figure, reach, Span(span.first, CLOSES))
        assert Counter(map(_row, rows)) == Counter(_expected(story, part, currency) for part in parts), figure
        opened |= {(row["kind"], row["record"]["api_id"]) for row in rows if row["kind"] in DOORS}
    for kind, api_id in opened if scope == "own" else ():
        story.agency.ask(name, f"/api/v1/{DOORS[kind]}/{api_id}")


def test_rows_of_a_group_add_up_to_it_in_every_month_of_two_years(story: Story):
    span, currency = Span(day("2024-03-01"), day("2026-02-28")), "EUR"
    asked = _asked(span, currency=currency)
    told = story.agency.ask("admin", "/api/v1/dashboard", **asked)["data"]["figures"]
    for figure in ("revenue", "receivables", "oos_sold"):
        rows = _listed(story, "admin", figure, **asked)
        for group in [*told[figure]["groups"], told[figure] | {"name": None}]:
            own = [row for row in rows if group["name"] in (None, row["group"])]
            converted = [Decimal(row["converted"]["amount"]) for row in own if row["converted"]]
            assert sum(converted, Decimal(0)) == Decimal(group["money"]["amount"]), (figure, group["name"])
            assert len(own) == group["count"]


def test_the_agency_has_something_of_everything(story: Story):
    """A figure of nothing would agree with anything."""
    for span, currency in ((SPANS[-1], "CAD"), (before(SPANS[3]), "USD")):
        assert set(story.recount("admin").dashboard(span, currency)) == set(NAMES)
    now = story.recount("admin").dashboard(SPANS[-1], "CAD")
    lost = {"lost_retainers", "lost_clients"}
    assert {name for name, figure in now.items() if not figure["count"]} == lost
    years = story.recount("admin").dashboard(SPANS[3], "CAD")
    assert {name for name in lost if years[name]["count"] < 3} == set()
    assert {name for name in MONEY if not now[name]["amount"][0]} == set()
    assert now["oos_sold"]["target"]["count"] == 2
    assert set(now["burn_at_risk"]["groups"]) == {"high", "over"}
    assert "NOK" in now["mrr"]["apart"]
    assert set(now["receivables"]["groups"]) == {"current", "1_30", "31_60", "61_90", "over_90"}
    states = {event["state"] for event in story.book.rows["churn_events"]}
    assert states == {"recorded", "voided", "won_back"}
