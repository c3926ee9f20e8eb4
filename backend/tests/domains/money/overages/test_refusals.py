"""Refused decisions about hours over: nothing is stored."""

from datetime import date
from decimal import Decimal

import pytest

from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.money.overages.calls import (
    PATH,
    RATE,
    assert_refused,
    assert_undo_refused,
    decide,
    periods_of,
    read,
    work_for,
)
from tests.factories.months import make_closed_month
from tests.factories.overages import make_overage
from tests.factories.world import World


def test_other_rate_than_the_agreed_one_is_refused(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    found = assert_refused(world, admin, month, "rate", kind="billed", rate="95.00")
    assert found["errors"]["rate"] == ["The rate agreed with the client is 150.00 CAD"]


def test_refusal_writes_the_agreed_rate_in_the_language_of_the_reader(
    world: World, admin: Browser, monkeypatch: pytest.MonkeyPatch
):
    _retainer, month = make_overage(world, **RATE)
    monkeypatch.setattr(admin, "locale", "fr-ca")
    found = assert_refused(world, admin, month, "rate", kind="billed", rate="95.00")
    assert found["errors"]["rate"] == ["Le taux convenu avec le client est de 150,00 CAD"]


def test_agreed_rate_of_zero_is_refused(world: World, admin: Browser):
    _retainer, month = make_overage(world, overage_rate=Decimal("0.00"))
    assert_refused(world, admin, month, "rate", kind="billed")


@pytest.mark.parametrize("hours", ["0.00", "8.01"])
def test_more_hours_than_are_undecided_are_refused(world: World, admin: Browser, hours: str):
    _retainer, month = make_overage(world, **RATE)
    found = assert_refused(world, admin, month, "hours", kind="billed", hours=hours)
    assert found["errors"]["hours"] == ["Enter more than 0 and at most 8.00 hours"]


def test_fields_of_other_decisions_are_refused(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    assert_refused(world, admin, month, "due_on", kind="given", reason="Geste", due_on="2026-12-01")
    assert_refused(world, admin, month, "project", kind="billed", project=work_for(world, retainer))
    assert_refused(world, admin, month, "rate", kind="carried", rate="150.00")


def test_open_month_is_refused(world: World, admin: Browser):
    retainer, _month = make_overage(world, **RATE)
    october = periods_of(admin, retainer)[1]["api_id"]
    found = assert_refused(world, admin, october, "overage_month_open", kind="billed")
    french = world.browser("super_admin").post(
        f"{PATH}/{october}/decisions", {"kind": "billed", "hours": "8.00"}, headers={"X-Api-Locale": "fr-ca"}
    )
    assert found["message"] != french.json()["message"]
    assert "n’est pas fermé" in french.json()["message"]


def test_month_without_hours_over_is_refused(world: World, admin: Browser):
    _retainer, month = make_overage(world, "0", **RATE)
    assert_refused(world, admin, month, "overage_none", kind="billed")
    assert admin.get(f"{PATH}/{month}").status_code == 404


def test_decided_hours_are_refused(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    decide(admin, month, "billed")
    assert_refused(world, admin, month, "overage_decided", 409, kind="given", reason="Geste")


def test_outdated_view_of_the_hours_is_refused(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    decide(admin, month, "given", "3.00", reason="Geste")
    found = assert_refused(world, admin, month, "changed", 409, kind="billed", hours="4.00", undecided_hours="8.00")
    assert found["conflicts"] == {"hours": {"theirs": "5.00", "yours": "4.00"}}


@pytest.mark.usefixtures("open_months")
def test_closed_accounting_month_is_refused(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    with world.database.write() as session:
        make_closed_month(session, world.stranger.id, "2026-10", closed_at=NOON)
    found = assert_refused(world, admin, month, "month_closed", 409, kind="billed", due_on="2026-10-15")
    assert found["first_open_day"] == "2026-11-01"
    carried = decide(admin, month, "carried", "2.00")
    assert carried["decisions"][0]["carried_to"] == "2026-11-01"
    billed = decide(admin, month, "billed", "6.00", due_on="2026-11-01")
    with world.database.write() as session:
        make_closed_month(session, world.stranger.id, "2026-11", closed_at=NOON)
    for decision in billed["decisions"]:
        assert_undo_refused(world, admin, decision["api_id"], "month_closed", 409)


def test_retainer_without_a_later_month_carries_nothing(world: World, admin: Browser):
    _retainer, month = make_overage(world, end_on=date(2026, 9, 30), status="ended", **RATE)
    assert read(admin, month)["can"] == ["billed", "given", "sold"]
    assert_refused(world, admin, month, "overage_no_next_month", kind="carried")
