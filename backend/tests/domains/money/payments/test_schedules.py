"""Payment schedules of fixed-price projects: equal parts or percentages, which replace planned payments."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regie.core.money.amounts import currency_digits
from regie.domains.money.payments.rules import split_by_percentages, split_evenly
from tests.browser import Browser
from tests.factories.work import make_client, make_payment, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects-payments"
CURRENCIES = st.sampled_from(["CAD", "JPY", "KWD"])


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _project(world: World, **fields: Any) -> Any:
    with world.database.write() as session:
        return make_project(session, client_id=make_client(session).id, **({"amount": Decimal("10000.00")} | fields))


def _make(browser: Browser, project: Any, **body: Any) -> Any:
    return browser.post(f"{PATH}/schedules", {"project": project.api_id, **body})


def _lines(response: Any) -> list[tuple[str, str, str]]:
    assert response.status_code == 201, response.text
    return [(row["label"], row["due_on"], row["amount"]["amount"]) for row in response.json()["data"]]


def test_equal_parts_are_due_monthly_and_the_last_has_the_remainder(world: World, admin: Browser):
    project = _project(world)
    assert _lines(_make(admin, project, count=3, starts_on="2026-12-31")) == [
        ("1/3", "2026-12-31", "3333.33"),
        ("2/3", "2027-01-31", "3333.33"),
        ("3/3", "2027-02-28", "3333.34"),
    ]
    assert _lines(_make(admin, project, count=1)) == [("1/1", "2026-11-20", "10000.00")]


def test_percentages_add_up_to_the_amount(world: World, admin: Browser):
    project = _project(world, amount=Decimal("9999.99"))
    made = _make(admin, project, percentages=["30", "33.33", "36.67"], starts_on="2026-12-01")
    assert _lines(made) == [
        ("30\u00a0%", "2026-12-01", "2999.99"),
        ("33.33\u00a0%", "2027-01-01", "3332.99"),
        ("36.67\u00a0%", "2027-02-01", "3667.01"),
    ]


def test_ready_and_written_off_payments_remain_and_reduce_the_amount(world: World, admin: Browser):
    project = _project(world)
    with world.database.write() as session:
        for status, amount in (("planned", 5000), ("ready", 2500), ("skipped", 700), ("written_off", 500)):
            make_payment(session, project_id=project.id, status=status, amount=Decimal(amount), reason="x")
    made = _make(admin, project, count=2).json()["data"]
    assert sorted((row["status"], row["amount"]["amount"]) for row in made) == [
        ("planned", "3500.00"),
        ("planned", "3500.00"),
        ("ready", "2500.00"),
        ("skipped", "700.00"),
        ("written_off", "500.00"),
    ]
    sequences = [row["sequence"] for row in made]
    assert len(set(sequences)) == len(sequences)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "count"),
        ({"count": 2, "percentages": ["50", "50"]}, "count"),
        ({"count": 0}, "count"),
        ({"count": 61}, "count"),
        ({"percentages": ["50", "49.99"]}, "percentages"),
        ({"percentages": ["100", "0"]}, "percentages"),
        ({"percentages": ["-50", "150"]}, "percentages"),
    ],
)
def test_invalid_schedule_returns_422(world: World, admin: Browser, body: dict[str, Any], field: str):
    project = _project(world)
    with world.database.write() as session:
        make_payment(session, project_id=project.id)
    with assert_unchanged(world.database):
        response = _make(admin, project, **body)
    assert response.status_code == 422
    assert {name.split(".")[0] for name in response.json()["errors"]} == {field}


def test_too_small_or_fully_scheduled_amount_returns_422(world: World, admin: Browser):
    small, done = _project(world, amount=Decimal("0.02")), _project(world)
    with world.database.write() as session:
        make_payment(session, project_id=done.id, status="ready", amount=Decimal("10000.00"))
    with assert_unchanged(world.database):
        assert set(_make(admin, small, count=3).json()["errors"]) == {"count"}
        assert set(_make(admin, done, count=3).json()["errors"]) == {"project"}


def test_retainer_schedule_follows_its_terms(world: World, admin: Browser):
    retainer = _project(world, monthly_fee="1000.00", amount=None)
    with assert_unchanged(world.database):
        assert set(_make(admin, retainer, count=3).json()["errors"]) == {"project"}
        line = {"project": retainer.api_id, "due_on": "2026-12-01", "amount": "5.00"}
        assert set(admin.post(PATH, line).json()["errors"]) == {"project"}
    made = _make(admin, retainer).json()["data"]
    assert {row["project_kind"] for row in made} == {"retainer"}
    assert made == _make(admin, retainer).json()["data"]
    assert "delete" not in made[0]["can"]
    with assert_unchanged(world.database):
        assert admin.delete(f"{PATH}/{made[0]['api_id']}").status_code == 422


@given(st.integers(1, 10**13), st.integers(1, 60), CURRENCIES)
def test_split_evenly_adds_up_and_differs_in_the_last_part_only(units: int, parts: int, currency: str):
    amount = Decimal(units).scaleb(-currency_digits(currency))
    made = split_evenly(amount, parts, currency)
    assert len(made) == parts
    assert sum(made) == amount
    assert len(set(made[:-1])) <= 1
    assert all(part == round(part, currency_digits(currency)) for part in made)
    assert 0 <= made[-1] - made[0] < Decimal(parts).scaleb(-currency_digits(currency))


@given(st.integers(1, 10**13), st.lists(st.integers(1, 9999), min_size=1, max_size=20), CURRENCIES)
def test_split_by_percentages_adds_up(units: int, weights: list[int], currency: str):
    shares = [Decimal(weight * 10_000 // sum(weights)) / 100 for weight in weights]
    shares[-1] += 100 - sum(shares)
    amount = Decimal(units).scaleb(-currency_digits(currency))
    made = split_by_percentages(amount, shares, currency)
    assert sum(made) == amount
    for part, share in zip(made[:-1], shares, strict=False):
        assert 0 <= amount * share / 100 - part < Decimal(1).scaleb(-currency_digits(currency))


def test_due_dates_at_month_end_stay_at_month_end(world: World, admin: Browser):
    made = _lines(_make(admin, _project(world), count=4, starts_on="2027-11-30"))
    assert [date.fromisoformat(day) for _, day, _ in made] == [
        date(2027, 11, 30), date(2027, 12, 30), date(2028, 1, 30), date(2028, 2, 29),
    ]  # fmt: skip
