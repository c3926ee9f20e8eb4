"""Rights to hours over and their money, and the totals of the list."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.domains.money.overages.calls import (
    PATH,
    RATE,
    assert_refused,
    assert_undo_refused,
    decide,
    read,
)
from tests.factories.overages import close_months, make_overage
from tests.factories.retainers import log_time
from tests.factories.work import make_client
from tests.factories.world import World


def _own_month(world: World, **fields: Any) -> str:
    manager = world.people["account_manager"].user.id
    with world.database.write() as session:
        client = make_client(session, account_manager_id=manager)
    return make_overage(world, client_id=client.id, account_manager_id=manager, **RATE, **fields)[1]


def test_account_manager_gives_away_and_carries_but_does_not_bill(world: World):
    manager = world.browser("account_manager")
    month = _own_month(world)
    assert read(manager, month)["can"] == ["carried", "given", "sold"]
    assert_refused(world, manager, month, "forbidden", 403, kind="billed")
    assert decide(manager, month, "given", reason="Geste")["given_amount"]["amount"] == "1200.00"


def test_account_manager_does_not_undo_a_bill(world: World, admin: Browser):
    month = _own_month(world)
    decision = decide(admin, month, "billed")["decisions"][0]
    manager = world.browser("account_manager")
    assert read(manager, month)["decisions"][0]["can_undo"] is False
    assert_undo_refused(world, manager, decision["api_id"], "forbidden", 403)


def test_financial_manager_bills_but_does_not_sell(world: World):
    _retainer, month = make_overage(world, **RATE)
    manager = world.browser("financial_manager")
    assert read(manager, month)["can"] == ["billed", "carried", "given"]
    assert_refused(world, manager, month, "forbidden", 403, kind="sold", project=new_api_id())
    assert decide(manager, month, "billed")["state"] == "decided"


def test_member_sees_hours_without_money(world: World, admin: Browser):
    retainer = world.retainer("employee", "works_on")
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        project.teamwork_project_id, project.overage_rate = "membre", Decimal("150.00")
        log_time(session, project, date(2026, 9, 10), "48")
        month = close_months(session, project)
    decide(admin, month, "given", "3.00", reason="Geste")
    employee = world.browser("employee")
    found = read(employee, month)
    assert (found["undecided_hours"], found["can"]) == ("5.00", [])
    names = {"rate", "rate_source", "undecided_amount", "billed_amount", "given_amount"}
    assert names.isdisjoint(found)
    assert {"rate", "amount", "payment", "project"}.isdisjoint(found["decisions"][0])
    (total,) = employee.get(f"{PATH}/totals?project={retainer}").json()["data"]["totals"]
    assert not [name for name in total if "amount" in name]
    assert_refused(world, employee, month, "forbidden", 403, kind="given", reason="Geste")


def test_totals_follow_the_filters(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session)
    _first, month = make_overage(world, "8", client_id=client.id, **RATE)
    make_overage(world, "2", client_id=client.id, included_hours=Decimal(40))
    decide(admin, month, "given", "3.00", reason="Geste")
    (total,) = admin.get(f"{PATH}/totals?client={client.api_id}").json()["data"]["totals"]
    assert (total["months"], total["over_hours"], total["undecided_hours"]) == (2, "10.00", "7.00")
    # 5 h at 150.00, and 2 h at 4,000.00 for 40 h.
    assert total["undecided_amount"]["amount"] == "950.00"
    assert (total["given_hours"], total["given_amount"]["amount"]) == ("3.00", "450.00")
    assert total["given_effective_hours"] == "0.00"
    (decided,) = admin.get(f"{PATH}/totals?client={client.api_id}&decision=given").json()["data"]["totals"]
    assert (decided["months"], decided["over_hours"]) == (1, "8.00")
    assert admin.get(f"{PATH}?client={client.api_id}&state=decided").json()["meta"]["total"] == 0
    assert admin.get(f"{PATH}?client={client.api_id}&starts_from=2026-10-01").json()["meta"]["total"] == 0
