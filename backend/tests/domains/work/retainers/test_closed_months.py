"""The hours of a closed month are fixed: its periods are locked after the closing, not adjusted or unlocked."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.months import make_closed_month
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/retainer-periods"
ADJUSTMENT = {"adjustment": "2.00", "adjustment_reason": "Bonus"}


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def closed_september(world: World) -> Iterator[None]:
    with world.database.write() as session:
        closed = make_closed_month(session, world.stranger.id, "2026-09", closed_at=NOON)
    yield
    with world.database.write() as session:
        session.delete(session.merge(closed))


def _periods(world: World, admin: Browser) -> dict[str, dict[str, Any]]:
    """The periods of a retainer that began in September, by first day."""
    with world.database.write() as session:
        project = make_retainer(session, start_on=date(2026, 9, 1))
        log_time(session, project, date(2026, 9, 10), "12")
    refresh_all_ledgers(world.database)
    found = admin.get(f"{PATH}?project={project.api_id}&per_page=100").json()["data"]
    return {period["starts_on"]: period for period in found}


@pytest.mark.usefixtures("closed_september")
def test_hours_of_a_closed_month_are_locked_but_not_adjusted_or_unlocked(world: World, admin: Browser):
    periods = _periods(world, admin)
    september, october = (f"{PATH}/{periods[day]['api_id']}" for day in ("2026-09-01", "2026-10-01"))
    with assert_unchanged(world.database):
        refused = admin.patch(september, ADJUSTMENT)
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
        assert (refused.json()["month"], refused.json()["first_open_day"]) == ("2026-09-01", "2026-10-01")
    assert admin.post(f"{september}/locks", None).status_code == 201
    with assert_unchanged(world.database):
        refused = admin.post(f"{september}/unlocks", {"reason": "Missing hours"})
        assert (refused.status_code, refused.json()["code"]) == (409, "month_closed")
    assert admin.patch(october, ADJUSTMENT).status_code == 200
    assert admin.post(f"{october}/locks", None).status_code == 201
    assert admin.post(f"{october}/unlocks", {"reason": "Missing hours"}).status_code == 201
