"""What losses of a closed month are counted by is fixed with it; confirming a churn as recorded stays possible."""

from datetime import date
from typing import Any

import pytest

from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.work.churns.accounts import confirm, record_as_account_manager
from tests.factories.months import make_closed_month
from tests.factories.people import make_employee
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

EVENTS = "/api/v1/churn-events"
ANALYSIS = "/api/v1/churns-analysis?from=2026-10-01&to=2026-10-31"
_LOSSES = ("reasons", "initiated_by", "preventable", "employees")


@pytest.fixture
def manager(own_world: World) -> Browser:
    return own_world.browser("churn_manager")


@pytest.fixture
def event(own_world: World) -> dict[str, Any]:
    """A recorded churn of October, which is closed; one of two people has a cent more."""
    with own_world.database.write() as session:
        shares = [{"employee": make_employee(session).api_id, "weight": 50} for _ in range(2)]
    event = record_as_account_manager(own_world, "1250.01", effective_on="2026-10-20", attribution=shares)
    _close_october(own_world)
    return event


def _close_october(world: World) -> None:
    with world.database.write() as session:
        make_closed_month(session, world.stranger.id, "2026-10", closed_at=NOON)


def _losses(world: World) -> dict[str, Any]:
    response = world.browser("admin").get(ANALYSIS)
    assert response.status_code == 200, response.text
    return {name: response.json()["data"][name] for name in _LOSSES}


def _other_shares(world: World) -> list[dict[str, Any]]:
    with world.database.write() as session:
        return [{"employee": make_employee(session).api_id, "weight": 100}]


def test_what_losses_are_counted_by_is_fixed_with_the_month(own_world: World, manager: Browser, event: dict[str, Any]):
    changes: list[dict[str, Any]] = [
        {"reason": "results"}, {"preventable": not event["preventable"]}, {"initiated_by": "agency"},
        {"attribution": _other_shares(own_world)},
    ]  # fmt: skip
    for change in changes:
        with assert_unchanged(own_world.database):
            for refused in (manager.patch(f"{EVENTS}/{event['api_id']}", change), confirm(manager, event, **change)):
                assert (refused.status_code, refused.json()["code"]) == (409, "month_closed"), change
                assert (refused.json()["month"], refused.json()["first_open_day"]) == ("2026-10-01", "2026-11-01")


def test_churn_of_a_closed_month_is_confirmed_as_it_was_recorded(
    own_world: World, manager: Browser, event: dict[str, Any]
):
    before = _losses(own_world)
    shares = [{"employee": share["employee"]["api_id"], "weight": 50} for share in event["attribution"]]
    shares.reverse()
    same = {name: event[name] for name in ("effective_on", "reason", "preventable", "initiated_by")}
    notes = {"note": "Deux trimestres sous les cibles", "competitor": "Agence Boréale", "notice_on": "2026-10-02"}
    changed = manager.patch(f"{EVENTS}/{event['api_id']}", notes)
    assert (changed.status_code, changed.json()["data"]["note"]) == (200, notes["note"])
    made = confirm(manager, changed.json()["data"], **same, attribution=shares, note="Confirmé par écrit")
    assert (made.status_code, made.json()["data"]["state"]) == (201, "confirmed"), made.text
    assert _losses(own_world) == before


def test_loss_of_no_stated_reason_is_confirmed_without_a_reason_and_people(own_world: World, manager: Browser):
    """To name them would alter the losses of October by reason and person."""
    admin = own_world.browser("admin")
    with own_world.database.write() as session:
        project = make_project(session, monthly_fee="800.00", start_on=date(2026, 1, 5)).api_id
    assert admin.patch(f"/api/v1/projects/{project}", {"end_on": "2026-10-20"}).status_code == 200
    (event,) = admin.get(f"{EVENTS}?project={project}").json()["data"]
    _close_october(own_world)
    before, shares = _losses(own_world), _other_shares(own_world)
    with assert_unchanged(own_world.database):
        for change in ({"reason": "price"}, {"attribution": shares}):
            assert confirm(manager, event, **change).json()["code"] == "month_closed", change
    made = confirm(manager, event, note="Personne ne sait pourquoi")
    assert made.status_code == 201, made.text
    read = made.json()["data"]
    assert (read["state"], read["reason"], read["attribution"]) == ("confirmed", "not_stated", [])
    assert _losses(own_world) == before


def test_churn_of_an_open_month_is_corrected(own_world: World, manager: Browser):
    _close_october(own_world)
    event = record_as_account_manager(own_world, effective_on="2026-11-10")
    made = confirm(manager, event, reason="results", attribution=_other_shares(own_world))
    assert made.status_code == 201, made.text
