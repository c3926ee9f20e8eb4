"""Rates over HTTP: looked up, entered, corrected with a reason, and asked for; history stays what it was."""

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
from tests.factories.world import World, unchanged

PATH, FETCHES = "/api/v1/exchange-rates", "/api/v1/exchange-rate-fetches"
FRIDAY, MONDAY, TODAY = date(2026, 11, 13), date(2026, 11, 16), date(2026, 11, 20)


@pytest.fixture(autouse=True)
def no_rates(world: World) -> None:
    with world.database.write() as session:
        session.connection().execute(delete(ExchangeRate))
        session.connection().execute(delete(RateFetch))


def _listed(world: World, query: str = "") -> list[dict[str, Any]]:
    answer = world.browser("employee").get(f"{PATH}?per_page=100&{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def _enter(world: World, day: date, rate: str, currency: str = "USD") -> dict[str, Any]:
    body = {"currency": currency, "valid_on": str(day), "rate": rate}
    answer = world.browser("financial_manager").post(PATH, body)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def _refused(world: World, method: str, path: str, body: Any = None, column: str = "admin") -> dict[str, Any]:
    browser = world.browser(column)
    with unchanged(world.database):
        answer = browser.call(method, path, **({} if body is None else {"json": body}))
    assert answer.status_code == 422, answer.text
    return answer.json()


def test_a_rate_entered_by_hand_says_by_whom_and_may_be_taken_back_on_its_day(world: World):
    entered = _enter(world, TODAY, "1.3712000001")
    assert (entered["rate"], entered["source"], entered["observed_on"]) == ("1.3712000001", "by_hand", str(TODAY))
    assert entered["entered_by"]["api_id"] == world.people["financial_manager"].user.api_id
    assert entered["can"] == ["edit", "delete"]
    assert _listed(world)[0]["can"] == []
    assert world.browser("admin").delete(f"{PATH}/{entered['api_id']}").status_code == 204
    assert _listed(world) == []


def test_the_weekend_before_is_settled_so_that_a_correction_moves_its_own_day_alone(world: World):
    friday = _enter(world, FRIDAY, "1.37")
    _enter(world, MONDAY, "1.38")
    assert [(row["valid_on"], row["observed_on"]) for row in _listed(world)] == [
        ("2026-11-16", "2026-11-16"), ("2026-11-15", "2026-11-13"), ("2026-11-14", "2026-11-13"),
        ("2026-11-13", "2026-11-13"),
    ]  # fmt: skip
    before = _converted(world)
    correction = {"rate": "1.5", "reason": "Mauvaise colonne", "version": friday["version"]}
    answer = world.browser("financial_manager").patch(f"{PATH}/{friday['api_id']}", correction)
    assert answer.status_code == 200, answer.text
    after = _converted(world)
    assert {day for day in before if before[day] != after[day]} == {FRIDAY}
    assert after[FRIDAY] == Decimal("150.00")
    changes = _log(world, friday["api_id"])["changes"]
    assert changes["rate"] == ["1.37", "1.50"]
    assert changes["reason"] == [None, "Mauvaise colonne"]


def _converted(world: World) -> dict[date, Decimal | None]:
    with world.database.read() as db:
        rates = read_rates(db, TODAY)
    days = [date(2026, 11, day) for day in range(10, 21)]
    return {day: rates.convert(Decimal(100), "USD", "CAD", day) for day in days}


def _log(world: World, api_id: str) -> Any:
    with world.database.read() as db:
        found = select(ActivityEntry.changes, ActivityEntry.topic, ActivityEntry.subject_name).where(
            ActivityEntry.subject_api_id == api_id
        )
        return db.execute(found.order_by(ActivityEntry.id.desc())).first()._mapping  # type: ignore[union-attr]


def test_what_the_bank_said_is_corrected_but_never_deleted(world: World):
    with world.database.write() as session:
        api_id = make_rate(session, "USD", TODAY, "1.3712").api_id
    refusal = _refused(world, "DELETE", f"{PATH}/{api_id}")
    assert (refusal["code"], "today" in refusal["message"]) == ("rate_is_history", True)
    assert _refused(world, "PATCH", f"{PATH}/{api_id}", {"rate": "1.4"})["errors"]["reason"]
    answer = world.browser("admin").patch(f"{PATH}/{api_id}", {"rate": "1.4", "reason": "Typo"})
    assert answer.json()["data"] | {"rate": "1.40", "source": "by_hand"} == answer.json()["data"]
    with unchanged(world.database):
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
def test_what_is_no_rate_is_refused_in_the_callers_language(
    world: World, body: dict[str, Any], field: str, locale: str
):
    browser = world.browser("admin")
    with unchanged(world.database):
        whole = {"currency": "USD", "valid_on": str(TODAY), "rate": "1.37"} | body
        answer = browser.post(PATH, whole, headers={"X-Api-Locale": locale})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]
    # None is left with "not valid" alone: it says what a rate is.
    words = {"en-us": "above zero and at most 1,000,000", "fr-ca": "supérieur à zéro et d’au plus 1"}
    assert field != "rate" or words[locale] in answer.json()["errors"]["rate"][0]


def test_a_day_that_has_a_rate_takes_no_second_one(world: World):
    _enter(world, MONDAY, "1.37")
    body = {"currency": "USD", "valid_on": str(MONDAY), "rate": "1.4"}
    assert "correct" in _refused(world, "POST", PATH, body)["errors"]["valid_on"][0]


def test_rates_are_found_by_currency_day_and_source(world: World):
    with world.database.write() as session:
        by = make_user(session).id
        make_rate(session, "USD", FRIDAY, "1.37")
        make_rate(session, "EUR", FRIDAY, "1.6", source="imported", entered_by_id=by)
        make_rate(session, "EUR", MONDAY, "1.61")
    found = {
        query: [f"{row['currency']} {row['valid_on'][-2:]}" for row in _listed(world, query)]
        for query in (
            "currency=EUR", "currency=EUR&currency=USD&sort=rate", "source=imported", "valid_from=2026-11-14",
            "valid_to=2026-11-13&sort=currency"
        )
    }  # fmt: skip
    assert list(found.values()) == [
        ["EUR 16", "EUR 13"], ["USD 13", "EUR 13", "EUR 16"], ["EUR 13"], ["EUR 16"], ["EUR 13", "USD 13"],
    ]  # fmt: skip


def test_asking_twice_for_a_fetch_asks_once(world: World):
    first, second = (world.browser("financial_manager").post(FETCHES).json()["data"] for _ in range(2))
    assert first == second
    assert (first["status"], first["asked_by"]["api_id"]) == (
        "queued",
        world.people["financial_manager"].user.api_id,
    )
    assert [row["api_id"] for row in world.browser("employee").get(FETCHES).json()["data"]] == [first["api_id"]]


def test_trouble_of_a_fetch_is_told_and_its_details_to_administrators(world: World):
    with world.database.write() as session:
        failed = {"status": "failed", "error": "server_error", "error_detail": "Bad gateway"}
        session.add(RateFetch(created_at=world.app.state.context.clock.now(), **failed))
    told = {who: world.browser(who).get(FETCHES).json()["data"][0] for who in ("admin", "employee")}
    assert "Bad gateway" in told["admin"]["message"]
    assert told["employee"]["message"] == "The service reports a problem of its own."
    assert told["employee"]["what_to_do"].startswith("Nothing for now")


def test_who_enters_rates_by_hand_asks_the_bank_for_none(world: World):
    browser = world.browser("super_admin")
    before = browser.get("/api/v1/settings").json()["data"]["exchange_rate_source"]
    assert browser.post("/api/v1/settings", {"exchange_rate_source": "by_hand"}).status_code == 200
    assert _refused(world, "POST", FETCHES)["code"] == "rates_by_hand"
    assert browser.post("/api/v1/settings", {"exchange_rate_source": before}).status_code == 200
