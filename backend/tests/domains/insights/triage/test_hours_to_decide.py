"""The matters of hours over: home asks about recent closed months until their hours are decided."""

from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.insights.triage.reading import find_row
from tests.factories.overages import close_months, make_overage
from tests.factories.retainers import log_time, make_retainer
from tests.factories.work import make_client
from tests.factories.world import World

RATE = {"overage_rate": Decimal("150.00")}


@pytest.fixture
def admin(world: World) -> Browser:
    """Reads amounts in the currency of the retainers."""
    with world.database.write() as session:
        session.get_one(User, world.people["admin"].user.id).currency = "CAD"
    return world.browser("admin")


def _decide(browser: Browser, month: str, hours: str) -> None:
    body = {"kind": "given", "hours": hours, "reason": "Geste"}
    assert browser.post(f"/api/v1/retainer-overages/{month}/decisions", body).status_code == 201


def test_home_asks_about_hours_over_until_all_are_decided(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    row = find_row(admin, "decide_hours", retainer)
    assert row is not None
    assert (row["hours"], row["count"], row["on"], row["days"]) == ("8.00", 1, "2026-09-01", 50)
    assert row["at_stake"] == {"amount": "1200.00", "currency": "CAD"}
    assert row["project"]["api_id"] == retainer
    _decide(admin, month, "3.00")
    row = find_row(admin, "decide_hours", retainer)
    assert row is not None
    assert (row["hours"], row["at_stake"]["amount"]) == ("5.00", "750.00")
    _decide(admin, month, "5.00")
    assert find_row(admin, "decide_hours", retainer) is None


def test_months_of_a_retainer_are_one_matter(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_retainer(session, **RATE)
        for day, hours in ((date(2026, 9, 10), "41"), (date(2026, 10, 8), "42.5")):
            log_time(session, project, day, hours)
        close_months(session, project, date(2026, 10, 31))
        retainer = project.api_id
    row = find_row(admin, "decide_hours", retainer)
    assert row is not None
    assert (row["hours"], row["count"], row["on"]) == ("3.50", 2, "2026-09-01")
    assert row["at_stake"]["amount"] == "525.00"


def test_older_months_are_left_to_the_list(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_retainer(session, start_on=date(2026, 6, 1), **RATE)
        log_time(session, project, date(2026, 7, 10), "48")
        month = close_months(session, project, date(2026, 7, 31))
        retainer = project.api_id
    assert find_row(admin, "decide_hours", retainer) is None
    assert admin.get(f"/api/v1/retainer-overages/{month}").json()["data"]["state"] == "undecided"


def test_only_those_who_may_decide_are_asked(world: World):
    manager = world.people["account_manager"]
    with world.database.write() as session:
        client = make_client(session, account_manager_id=manager.user.id)
    own, _month = make_overage(world, client_id=client.id, account_manager_id=manager.user.id, **RATE)
    other, _month = make_overage(world, **RATE)
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == own)).scalar_one()
        assert project.account_manager_id == manager.user.id
    assert find_row(world.browser("account_manager"), "decide_hours", own) is not None
    assert find_row(world.browser("account_manager"), "decide_hours", other) is None
    assert find_row(world.browser("financial_manager"), "decide_hours", other) is not None
    assert find_row(world.browser("employee"), "decide_hours", own) is None
