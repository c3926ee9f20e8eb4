"""Tests of the exchange rate routes: lists, manual entry, corrections, deletion and fetches."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, select

from regie.core.audit.activity import ActivityEntry
from regie.domains.records.exchange_rates.models import ExchangeRate, RateFetch
from regie.domains.records.exchange_rates.queries import read_rates
from tests.factories.people import make_user
from tests.factories.rates import make_rate
from tests.factories.world import World, assert_unchanged

PATH, FETCHES = "/api/v1/exchange-rates", "/api/v1/exchange-rate-fetches"
FRIDAY, MONDAY, TODAY = date(2026, 11, 13), date(2026, 11, 16), date(2026, 11, 20)


@pytest.fixture(autouse=True)
def no_rates(world: World) -> None:
    with world.database.write() as session:
        session.connection().execute(delete(ExchangeRate))
        session.connection().execute(delete(RateFetch))


def _list_rates(world: World, query: str = "") -> list[dict[str, Any]]:
    response = world.browser("employee").get(f"{PATH}?per_page=100&{query}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def _create_rate(world: World, day: date, rate: str, currency: str = "USD") -> dict[str, Any]:
    body = {"currency": currency, "valid_on": str(day), "rate": rate}
    response = world.browser("financial_manager").post(PATH, body)
    assert response.status_code == 201, response.text
    return response.json()["data"]


def _expect_422(world: World, method: str, path: str, body: Any = None, column: str = "admin") -> dict[str, Any]:
    browser = world.browser(column)
    with assert_unchanged(world.database):
        response = browser.call(method, path, **({} if body is None else {"json": body}))
    assert response.status_code == 422, response.text
    return response.json()


def test_manual_rate_shows_its_author_and_can_be_deleted_the_same_day(world: World):
    entered = _create_rate(world, TODAY, "1.3712000001")
    assert (entered["rate"], entered["source"], entered["observed_on"]) == ("1.3712000001", "by_hand", str(TODAY))
    assert entered["entered_by"]["api_id"] == world.people["financial_manager"].user.api_id
    assert entered["can"] == ["edit", "delete"]
    assert _list_rates(world)[0]["can"] == []
    assert world.browser("admin").delete(f"{PATH}/{entered['api_id']}").status_code == 204
    assert _list_rates(world) == []


def test_manual_rates_fill_the_weekend_and_a_correction_changes_one_day(world: World):
    friday = _create_rate(world, FRIDAY, "1.37")
    _create_rate(world, MONDAY, "1.38")
    assert [(row["valid_on"], row["observed_on"]) for row in _list_rates(world)] == [
        ("2026-11-16", "2026-11-16"), ("2026-11-15", "2026-11-13"), ("2026-11-14", "2026-11-13"),
        ("2026-11-13", "2026-11-13"),
    ]  # fmt: skip
    before = _converted_by_day(world)
    correction = {"rate": "1.5", "reason": "Mauvaise colonne", "version": friday["version"]}
    response = world.browser("financial_manager").patch(f"{PATH}/{friday['api_id']}", correction)
    assert response.status_code == 200, response.text
    after = _converted_by_day(world)
    assert {day for day in before if before[day] != after[day]} == {FRIDAY}
    assert after[FRIDAY] == Decimal("150.00")
    changes = _read_log(world, friday["api_id"])["changes"]
    assert changes["rate"] == ["1.37", "1.50"]
    assert changes["reason"] == [None, "Mauvaise colonne"]


def _converted_by_day(world: World) -> dict[date, Decimal | None]:
    with world.database.read() as db:
        rates = read_rates(db, TODAY)
    days = [date(2026, 11, day) for day in range(10, 21)]
    return {day: rates.convert(Decimal(100), "USD", "CAD", day) for day in days}


def _read_log(world: World, api_id: str) -> Any:
    with world.database.read() as db:
        found = select(ActivityEntry.changes, ActivityEntry.topic, ActivityEntry.subject_name).where(
            ActivityEntry.subject_api_id == api_id
        )
        return db.execute(found.order_by(ActivityEntry.id.desc())).first()._mapping  # type: ignore[union-attr]


def test_bank_rate_can_be_corrected_but_not_deleted(world: World):
    with world.database.write() as session:
        api_id = make_rate(session, "USD", TODAY, "1.3712").api_id
    refusal = _expect_422(world, "DELETE", f"{PATH}/{api_id}")
    assert (refusal["code"], "today" in refusal["message"]) == ("rate_is_history", True)
    assert _expect_422(world, "PATCH", f"{PATH}/{api_id}", {"rate": "1.4"})["errors"]["reason"]
    response = world.browser("admin").patch(f"{PATH}/{api_id}", {"rate": "1.4", "reason": "Typo"})
    assert response.json()["data"] | {"rate": "1.40", "source": "by_hand"} == response.json()["data"]
    with assert_unchanged(world.database):
        stale = world.browser("admin").patch(f"{PATH}/{api_id}", {"rate": "1.6", "reason": "Typo", "version": 1})
    assert (stale.status_code, stale.json()["conflicts"]) == (409, {"rate": {"theirs": "1.40", "yours": "1.60"}})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"rate": "0"}, "rate"),
        ({"rate": "-1.3"}, "rate"),
        ({"rate": 1.3}, "rate"),
        ({"rate": "1,3"}, "rate"),
        ({"rate": "1e3"}, "rate"),
        ({"rate": "1000001"}, "rate"),
        ({"rate": "1.00000000001"}, "rate"),
        ({"currency": "XXX"}, "currency"),
        ({"currency": "CAD"}, "currency"),
        ({"valid_on": "2026-11-21"}, "valid_on"),
        ({"valid_on": "1989-12-31"}, "valid_on"),
        ({"valid_on": "20 novembre"}, "valid_on"),
        ({"source": "bank_of_canada"}, "source"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
@pytest.mark.parametrize("locale", ["en-us", "fr-ca"])
def test_invalid_rate_returns_422_in_the_callers_language(world: World, body: dict[str, Any], field: str, locale: str):
    browser = world.browser("admin")
    with assert_unchanged(world.database):
        whole = {"currency": "USD", "valid_on": str(TODAY), "rate": "1.37"} | body
        response = browser.post(PATH, whole, headers={"X-Api-Locale": locale})
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [field]
    # The message says what a rate is, not only that the value is invalid.
    words = {"en-us": "above zero and at most 1,000,000", "fr-ca": "supérieur à zéro et d’au plus 1"}
    assert field != "rate" or words[locale] in response.json()["errors"]["rate"][0]


def test_second_rate_of_a_day_returns_422(world: World):
    _create_rate(world, MONDAY, "1.37")
    body = {"currency": "USD", "valid_on": str(MONDAY), "rate": "1.4"}
    assert "Correct that rate" in _expect_422(world, "POST", PATH, body)["errors"]["valid_on"][0]


def test_rates_filter_by_currency_day_and_source(world: World):
    with world.database.write() as session:
        by = make_user(session).id
        make_rate(session, "USD", FRIDAY, "1.37")
        make_rate(session, "EUR", FRIDAY, "1.6", source="imported", entered_by_id=by)
        make_rate(session, "EUR", MONDAY, "1.61")
    found = {
        query: [f"{row['currency']} {row['valid_on'][-2:]}" for row in _list_rates(world, query)]
        for query in (
            "currency=EUR", "currency=EUR&currency=USD&sort=rate", "source=imported", "valid_from=2026-11-14",
            "valid_to=2026-11-13&sort=currency"
        )
    }  # fmt: skip
    assert list(found.values()) == [
        ["EUR 16", "EUR 13"], ["USD 13", "EUR 13", "EUR 16"], ["EUR 13"], ["EUR 16"], ["EUR 13", "USD 13"],
    ]  # fmt: skip


def test_two_fetch_requests_create_one_fetch(world: World):
    first, second = (world.browser("financial_manager").post(FETCHES).json()["data"] for _ in range(2))
    assert first == second
    assert (first["status"], first["requested_by"]["api_id"]) == (
        "queued",
        world.people["financial_manager"].user.api_id,
    )
    assert [row["api_id"] for row in world.browser("employee").get(FETCHES).json()["data"]] == [first["api_id"]]


def test_failed_fetch_shows_details_only_to_administrators(world: World):
    with world.database.write() as session:
        failed = {"status": "failed", "error": "server_error", "error_detail": "Bad gateway"}
        session.add(RateFetch(created_at=world.app.state.context.clock.now(), **failed))
    shown = {who: world.browser(who).get(FETCHES).json()["data"][0] for who in ("admin", "employee")}
    assert "Bad gateway" in shown["admin"]["message"]
    assert shown["employee"]["message"] == "The service reports a problem."
    assert shown["employee"]["what_to_do"].startswith("No action needed")


def test_fetch_with_manual_rates_returns_422(world: World):
    browser = world.browser("super_admin")
    before = browser.get("/api/v1/settings").json()["data"]["exchange_rate_source"]
    assert browser.post("/api/v1/settings", {"exchange_rate_source": "by_hand"}).status_code == 200
    assert _expect_422(world, "POST", FETCHES)["code"] == "rates_by_hand"
    assert browser.post("/api/v1/settings", {"exchange_rate_source": before}).status_code == 200
