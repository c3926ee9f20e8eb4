"""Routes of decisions about hours over: what can be undone, and what corrected hours leave to decide."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select, update

from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.domains.money.overages.calls import (
    DECISIONS,
    PAYMENTS,
    RATE,
    assert_refused,
    assert_undo_refused,
    decide,
    payments_of,
    periods_of,
    read,
    work_for,
)
from tests.factories.overages import make_overage
from tests.factories.retainers import log_time, refresh_all_ledgers
from tests.factories.work import make_invoice
from tests.factories.world import World, assert_unchanged


def test_undoing_carried_hours_leaves_other_adjustments(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    october = periods_of(admin, retainer)[1]["api_id"]
    admin.patch(f"/api/v1/retainer-periods/{october}", {"adjustment": "3.00", "adjustment_reason": "Geste"})
    found = decide(admin, month, "carried", reason="Convenu le 2 octobre")
    assert periods_of(admin, retainer)[1]["adjustment"] == "-5.00"
    assert admin.delete(f"{DECISIONS}/{found['decisions'][0]['api_id']}").status_code == 204
    now = periods_of(admin, retainer)[1]
    assert (now["adjustment"], now["adjustment_reason"]) == ("3.00", "Geste")
    assert read(admin, month)["undecided_hours"] == "8.00"


def test_undone_bill_removes_its_payment(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    before = payments_of(admin, retainer)
    decision = decide(admin, month, "billed")["decisions"][0]
    assert admin.delete(f"{DECISIONS}/{decision['api_id']}").status_code == 204
    assert payments_of(admin, retainer) == before
    assert read(admin, month)["state"] == "undecided"
    assert_undo_refused(world, admin, decision["api_id"], "not_found", 404)


def test_invoiced_payment_keeps_its_decision(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decision = decide(admin, month, "billed")["decisions"][0]
    with world.database.write() as session:
        client = session.execute(select(Project.client_id).where(Project.api_id == retainer)).scalar_one()
        invoice = make_invoice(session, client_id=client, subtotal=Decimal("1200.00")).api_id
    assert admin.patch(f"{PAYMENTS}/{decision['payment']['api_id']}", {"invoice": invoice}).status_code == 200
    assert read(admin, month)["decisions"][0]["can_undo"] is False
    assert_undo_refused(world, admin, decision["api_id"], "overage_payment_invoiced")


def test_payment_of_hours_over_is_removed_by_its_decision_only(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    payment = decide(admin, month, "billed")["decisions"][0]["payment"]["api_id"]
    admin.patch(f"{PAYMENTS}/{payment}", {"status": "planned"})
    with assert_unchanged(world.database):
        response = admin.delete(f"{PAYMENTS}/{payment}")
    assert (response.status_code, response.json()["code"]) == (422, "payment_bills_overage")
    # The hours would remain billed, without a payment of their amount.
    for change in ({"status": "skipped", "reason": "Geste"}, {"amount": "1.00"}):
        with assert_unchanged(world.database):
            response = admin.patch(f"{PAYMENTS}/{payment}", change)
        assert (response.status_code, response.json()["code"]) == (422, "payment_bills_overage")


def test_hours_carried_to_a_closed_month_stay(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decision = decide(admin, month, "carried")["decisions"][0]
    assert admin.post(f"/api/v1/retainer-periods/{periods_of(admin, retainer)[1]['api_id']}/locks").status_code == 201
    assert read(admin, month)["decisions"][0]["can_undo"] is False
    assert_undo_refused(world, admin, decision["api_id"], "overage_carried_locked")


def test_hours_found_after_reopening_are_to_decide(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decide(admin, month, "billed")
    path = f"/api/v1/retainer-periods/{month}"
    assert admin.post(f"{path}/unlocks", {"reason": "Heures manquantes"}).status_code == 201
    assert (read(admin, month)["state"], read(admin, month)["can"]) == ("reopened", [])
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        log_time(session, project, date(2026, 9, 29), "2.5")
    assert admin.post(f"{path}/locks").status_code == 201
    found = read(admin, month)
    assert (found["over_hours"], found["billed_hours"], found["undecided_hours"]) == ("10.50", "8.00", "2.50")
    assert decide(admin, month, "given", "2.50", reason="Geste")["state"] == "decided"


def test_fewer_hours_after_reopening_are_shown_as_decided_in_excess(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decision = decide(admin, month, "billed")["decisions"][0]
    path = f"/api/v1/retainer-periods/{month}"
    admin.post(f"{path}/unlocks", {"reason": "Heures en double"})
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        log_time(session, project, date(2026, 9, 29), "-2")
    admin.post(f"{path}/locks")
    assert (read(admin, month)["state"], read(admin, month)["undecided_hours"]) == ("excess", "-2.00")
    assert_refused(world, admin, month, "overage_decided", 409, kind="billed", hours="2.00")
    assert admin.delete(f"{DECISIONS}/{decision['api_id']}").status_code == 204
    assert read(admin, month)["undecided_hours"] == "6.00"


def test_deleted_work_leaves_its_hours_to_decide(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    work = work_for(world, retainer, status="draft")
    decide(admin, month, "sold", project=work)
    assert admin.delete(f"/api/v1/projects/{work}").status_code == 204
    assert (read(admin, month)["state"], read(admin, month)["sold_hours"]) == ("undecided", "0.00")


def test_month_that_the_retainer_no_longer_has_gives_its_hours_back(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decide(admin, month, "carried")
    with world.database.write() as session:
        ended = {"end_on": date(2026, 9, 30), "status": "ended"}
        session.execute(update(Project).where(Project.api_id == retainer).values(**ended))
    refresh_all_ledgers(world.database)
    found = read(admin, month)
    assert (found["carried_hours"], found["undecided_hours"], found["decisions"]) == ("0.00", "8.00", [])
