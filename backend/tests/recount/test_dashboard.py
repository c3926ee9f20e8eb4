"""Every figure of the dashboard and its rows, recalculated from database rows, for many days, roles and currencies."""

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.long_tests import mark_long
from tests.recount.agency import PEOPLE
from tests.recount.date_span import DateSpan, previous_span
from tests.recount.figures import CURRENT_ONLY, MONEY, NAMES
from tests.recount.people import NONE
from tests.recount.scenario import CHECKPOINT_DAYS, Scenario, read_dashboard
from tests.recount.snapshot import Contribution, round_half_up
from tests.recount.timeline import LAST_DAY, day

SCOPES = ("all", "team", "own")
SPANS = [
    DateSpan(day(first), day(last))
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
# One user per combination of permissions.
SAMPLE_PEOPLE = ["admin", "bo", "churn", "chloe", "eve"]
TABLES = {
    "project": "projects", "invoice": "invoices", "deal": "hubspot_deals", "employee": "employees",
    "goal": "employee_goals", "award": "awards", "client": "clients", "credit": "customer_credits",
}  # fmt: skip
# The routes that read a single record, by kind.
READ_ROUTES = {"project": "projects", "invoice": "invoices", "goal": "employee-goals", "client": "clients"}


def _assert_equal(returned: dict[str, Any], expected: dict[str, Any]) -> None:
    assert set(returned) == set(expected)
    different = [name for name in returned if returned[name] != expected[name]]
    assert {name: returned[name] for name in different} == {name: expected[name] for name in different}


def _params(span: DateSpan, **params: str) -> dict[str, str]:
    return {"from": str(span.first), "to": str(span.last), **params}


@pytest.mark.parametrize("checkpoint", CHECKPOINT_DAYS, ids=str)
def test_dashboard_on_a_past_day_matched_the_rows_of_that_day(scenario: Scenario, checkpoint: date):
    for returned, expected in scenario.checkpoints[checkpoint]:
        _assert_equal(returned, expected)


@pytest.mark.parametrize("span", mark_long(SPANS, SPANS[::3]), ids=lambda span: f"{span.first}..{span.last}")
def test_dashboard_of_a_past_span_matches_the_rows(scenario: Scenario, span: DateSpan):
    for currency in CURRENCIES:
        returned = read_dashboard(scenario.agency, "admin", span, currency)
        _assert_equal(returned, scenario.recount("admin").dashboard(span, currency))


@pytest.mark.parametrize("name", mark_long(PEOPLE, SAMPLE_PEOPLE))
def test_dashboard_of_each_user_matches_their_permissions(scenario: Scenario, name: str):
    for scope in SCOPES:
        for span, currency in ((SPANS[-1], "CAD"), (DateSpan(day("2024-07-01"), day("2025-12-31")), "USD")):
            returned = read_dashboard(scenario.agency, name, span, currency, scope)
            _assert_equal(returned, scenario.recount(name).dashboard(span, currency, scope))


def _listed(scenario: Scenario, name: str, figure: str, **params: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    while True:
        page = {"page": len(rows) // 100 + 1, "per_page": 100}
        response = scenario.agency.get(name, "/api/v1/dashboard-rows", figure=figure, **page, **params)
        rows += response["data"]
        if len(rows) >= response["meta"]["total"]:
            return rows


def _money(amount: dict[str, str] | None) -> tuple[Decimal, str] | None:
    return amount and (Decimal(amount["amount"]), amount["currency"])


def _row(row: dict[str, Any]) -> tuple[Any, ...]:
    numbers = (None if row[name] is None else Decimal(row[name]) for name in ("value", "of"))
    whose = (row["kind"], row["record"]["api_id"], row["group"], row["on"])
    return (*whose, _money(row["amount"]), _money(row["converted"]), *numbers)


def _expected(scenario: Scenario, contribution: Contribution, currency: str) -> tuple[Any, ...]:
    (record,) = scenario.snapshot.where(TABLES[contribution.kind], id=contribution.key)
    digits = 4 if contribution.kind == "goal" else 2
    numbers = (
        (round_half_up(contribution.value, digits), round_half_up(contribution.of, digits))
        if contribution.of or contribution.value
        else (None, None)
    )
    converted = (
        scenario.snapshot.convert(contribution.amount, contribution.currency, currency, contribution.day)
        if contribution.currency
        else None
    )
    return (
        contribution.kind, record["api_id"], contribution.group, str(contribution.day),
        (contribution.amount, contribution.currency) if contribution.currency else None,
        None if converted is None else (converted, currency), *numbers,
    )  # fmt: skip


@pytest.mark.parametrize("name", mark_long(PEOPLE, SAMPLE_PEOPLE))
@pytest.mark.parametrize("scope", SCOPES)
def test_every_figure_lists_exactly_its_rows_within_permissions(scenario: Scenario, name: str, scope: str):
    """Rows require access to all of them; each listed record can be read by the same user."""
    span, currency, recount = SPANS[-1], "USD", scenario.recount(name)
    listed_records: set[tuple[str, str]] = set()
    for figure in NAMES:
        effective_scope = recount.person.scope(figure, scope)
        params = _params(span, currency=currency, scope=scope)
        if effective_scope == NONE or not recount.person.sees_rows(figure, effective_scope):
            path = "/api/v1/dashboard-rows"
            refused = scenario.agency.browser(name).get(path, params={"figure": figure, **params})
            assert refused.status_code == 403, figure
            continue
        rows = _listed(scenario, name, figure, **params)
        contributions = recount.contributions(figure, effective_scope, DateSpan(span.first, LAST_DAY))
        assert Counter(map(_row, rows)) == Counter(
            _expected(scenario, contribution, currency) for contribution in contributions
        ), figure
        listed_records |= {(row["kind"], row["record"]["api_id"]) for row in rows if row["kind"] in READ_ROUTES}
    for kind, api_id in listed_records if scope == "own" else ():
        scenario.agency.get(name, f"/api/v1/{READ_ROUTES[kind]}/{api_id}")


def test_rows_of_a_group_add_up_to_it_in_every_month(scenario: Scenario):
    span, currency = DateSpan(day("2024-03-01"), day("2026-02-28")), "EUR"
    params = _params(span, currency=currency)
    figures = scenario.agency.get("admin", "/api/v1/dashboard", **params)["data"]["figures"]
    for figure in ("revenue", "receivables", "oos_sold"):
        rows = _listed(scenario, "admin", figure, **params)
        for group in [*figures[figure]["groups"], figures[figure] | {"name": None}]:
            own = [row for row in rows if group["name"] in (None, row["group"])]
            converted = [Decimal(row["converted"]["amount"]) for row in own if row["converted"]]
            assert sum(converted, Decimal(0)) == Decimal(group["money"]["amount"]), (figure, group["name"])
            assert len(own) == group["count"]


def test_scenario_has_data_for_every_figure(scenario: Scenario):
    """Figures without data would match any calculation."""
    for span, names in ((SPANS[-1], set(NAMES)), (previous_span(SPANS[3]), set(NAMES) - set(CURRENT_ONLY))):
        assert set(scenario.recount("admin").dashboard(span, "CAD")) == names
    now = scenario.recount("admin").dashboard(SPANS[-1], "CAD")
    lost = {"lost_retainers", "lost_clients"}
    assert {name for name, figure in now.items() if not figure["count"]} == lost
    years = scenario.recount("admin").dashboard(SPANS[3], "CAD")
    assert {name for name in lost if years[name]["count"] < 3} == set()
    assert {name for name in MONEY if not now[name]["amount"][0]} == set()
    assert now["oos_sold"]["target"]["count"] == 2
    assert set(now["burn_at_risk"]["groups"]) == {"high", "over"}
    assert "NOK" in now["mrr"]["unconverted"]
    assert set(now["receivables"]["groups"]) == {"current", "1_30", "31_60", "61_90", "over_90", "unapplied"}
    states = {event["state"] for event in scenario.snapshot.rows["churn_events"]}
    assert states == {"recorded", "voided", "won_back"}
