"""Routes of hours over: decisions and what they create."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.money.payments.generation import generate_payments
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.domains.money.overages.calls import (
    DECISIONS,
    PATH,
    RATE,
    approve,
    assert_refused,
    assert_undo_refused,
    decide,
    payments_of,
    periods_of,
    read,
    work_for,
)
from tests.factories.overages import add_rate, close_months, make_overage
from tests.factories.retainers import TODAY, log_time, make_retainer
from tests.factories.work import make_client
from tests.factories.world import World


def test_closed_month_with_hours_over_is_to_decide(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    found = read(admin, month)
    assert (found["state"], found["over_hours"], found["undecided_hours"]) == ("undecided", "8.00", "8.00")
    assert found["can"] == ["billed", "carried", "given", "sold"]
    assert (found["rate"]["amount"], found["rate_source"]) == ("150.00", "overage")
    assert found["undecided_amount"] == {"amount": "1200.00", "currency": "CAD"}
    assert found["decisions"] == []


def test_billed_hours_become_a_payment_that_is_ready_and_stays(world: World, admin: Browser):
    """The terms' generation neither removes the payment nor bills the month twice."""
    retainer, month = make_overage(world, **RATE)
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer)).scalar_one()
        project.client_id = make_client(session, language="fr-ca").id
        session.flush()
        generate_payments(session, [project.id], TODAY)
    before = payments_of(admin, retainer)
    found = decide(admin, month, "billed", undecided_hours="8.00")
    assert (found["state"], found["billed_hours"], found["undecided_hours"]) == ("decided", "8.00", "0.00")
    assert found["billed_amount"]["amount"] == "1200.00"
    (decision,) = found["decisions"]
    with world.database.write() as session:
        generate_payments(session, [project.id], TODAY)
    (payment,) = [one for one in payments_of(admin, retainer) if one not in before]
    assert payment["label"] == "Heures en trop, septembre 2026 (8,00 h)"
    assert (payment["status"], payment["amount"]["amount"], payment["due_on"]) == ("ready", "1200.00", "2026-11-20")
    assert (payment["period_start"], payment["follows_terms"]) == (None, False)
    assert decision["payment"] == {"api_id": payment["api_id"], "name": payment["label"]}
    assert len(payments_of(admin, retainer)) == len(before) + 1


def test_rate_in_force_on_the_last_day_of_the_month_bills(world: World, admin: Browser):
    with world.database.write() as session:
        project = make_retainer(session, overage_rate=Decimal("200.00"))
        add_rate(session, project, date(1900, 1, 1), "100.00")
        add_rate(session, project, date(2026, 9, 30), "125.50")
        add_rate(session, project, date(2026, 10, 1), "200.00")
        log_time(session, project, date(2026, 9, 10), "42")
        month = close_months(session, project)
    found = decide(admin, month, "billed", "2.00")
    assert (found["rate"]["amount"], found["billed_amount"]["amount"]) == ("125.50", "251.00")


def test_typed_rate_bills_hours_of_a_retainer_without_one(world: World, admin: Browser):
    _retainer, month = make_overage(world)
    assert_refused(world, admin, month, "rate", kind="billed")
    assert_refused(world, admin, month, "rate", kind="billed", rate="0.00")
    assert_refused(world, admin, month, "hours", kind="billed", hours="0.01", rate="0.10")
    found = decide(admin, month, "billed", rate="95.00", due_on="2026-12-15")
    assert found["billed_amount"]["amount"] == "760.00"
    assert found["decisions"][0]["rate_source"] == "typed"
    assert (found["rate"]["amount"], found["rate_source"]) == ("100.00", "effective")


def test_carried_hours_reduce_the_next_open_month_once(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    found = decide(admin, month, "carried")
    assert (found["carried_hours"], found["decisions"][0]["carried_to"]) == ("8.00", "2026-10-01")
    september, october, november = periods_of(admin, retainer)
    assert (september["adjustment"], september["overage_hours"]) == ("0.00", "8.00")
    assert (october["adjustment"], october["closing_balance"]) == ("-8.00", "32.00")
    assert october["adjustment_reason"] == "8.00 h over from September 2026, carried over"
    assert november["adjustment"] == "0.00"


def test_ledger_that_carries_hours_over_leaves_nothing_to_decide(world: World, admin: Browser):
    _retainer, month = make_overage(world, rollover="both", **RATE)
    assert admin.get(f"{PATH}/{month}").status_code == 404
    assert_refused(world, admin, month, "overage_none", kind="carried")


def test_given_hours_need_a_reason_and_are_valued(world: World, admin: Browser):
    _retainer, month = make_overage(world, **RATE)
    assert_refused(world, admin, month, "reason", kind="given")
    found = decide(admin, month, "given", reason="Retard de notre part")
    assert (found["given_hours"], found["given_amount"]["amount"]) == ("8.00", "1200.00")
    assert found["decisions"][0]["reason"] == "Retard de notre part"


def test_sold_hours_name_work_of_the_retainer(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    other, _month = make_overage(world, **RATE)
    for project in (
        None,
        new_api_id(),
        retainer,
        work_for(world, other),
        work_for(world, retainer, status="cancelled"),
        # It cannot have been sold for them.
        work_for(world, retainer, sold_on=date(2025, 1, 1)),
    ):
        assert_refused(world, admin, month, "project", kind="sold", project=project)
    work = work_for(world, retainer)
    found = decide(admin, month, "sold", project=work)
    assert found["decisions"][0]["project"]["api_id"] == work
    approve(admin, work)
    assert read(admin, month)["decisions"][0]["can_undo"] is False
    assert_undo_refused(world, admin, found["decisions"][0]["api_id"], "overage_work_approved")


def test_work_that_was_approved_before_can_be_named_and_taken_back(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    work = work_for(world, retainer)
    approve(admin, work)
    (decision,) = decide(admin, month, "sold", project=work)["decisions"]
    assert decision["can_undo"] is True
    assert admin.delete(f"{DECISIONS}/{decision['api_id']}").status_code == 204
    assert read(admin, month)["state"] == "undecided"


def test_work_takes_no_more_hours_than_its_budget(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    work = work_for(world, retainer, budget_hours=Decimal(5))
    assert_refused(world, admin, month, "hours", kind="sold", project=work, hours="5.01")
    decide(admin, month, "sold", "3.00", project=work)
    assert_refused(world, admin, month, "hours", kind="sold", project=work, hours="2.01")
    decide(admin, month, "sold", "2.00", project=work)


def test_hours_can_be_divided(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decide(admin, month, "billed", "3.50")
    decide(admin, month, "given", "2.00", reason="Geste")
    decide(admin, month, "sold", "1.00", project=work_for(world, retainer))
    found = decide(admin, month, "carried", "1.50")
    names = ("billed_hours", "given_hours", "sold_hours", "carried_hours", "undecided_hours")
    assert [found[name] for name in names] == ["3.50", "2.00", "1.00", "1.50", "0.00"]
    assert found["can"] == []


def test_decisions_are_logged_on_the_retainer(world: World, admin: Browser):
    retainer, month = make_overage(world, **RATE)
    decision = decide(admin, month, "given", reason="Retard de notre part")["decisions"][0]
    admin.delete(f"{DECISIONS}/{decision['api_id']}")
    logged = "action=overage_undone&action=overage_given"
    entries = admin.get(f"/api/v1/activity?subject={retainer}&{logged}").json()["data"]
    assert [entry["action"] for entry in entries] == ["overage_undone", "overage_given"]
    changes = {change["field"]: change["after"] for change in entries[1]["changes"]}
    assert changes == {
        "overage_month": "2026-09", "decided_hours": "8.00", "reason": "Retard de notre part", "amount": "1200.00",
        "currency": "CAD",
    }  # fmt: skip
