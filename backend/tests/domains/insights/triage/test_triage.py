"""Tests the triage list: its matters, their money at stake, their order and counts, and what each role sees."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from tests.browser import Browser
from tests.domains.insights.triage.reading import find_row, read_triage
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_user
from tests.factories.rates import make_rate
from tests.factories.retainers import log_time, make_retainer, refresh_all_ledgers
from tests.factories.work import make_client, make_deal, make_invoice, make_payment, make_project
from tests.factories.world import World

TODAY = date(2026, 11, 20)


def _client_of(session: Session, column: str, world: World, **fields: Any) -> Client:
    return make_client(session, account_manager_id=world.people[column].user.id, **fields)


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def test_overdue_invoices_of_a_client_are_one_matter(world: World, admin: Browser):
    with world.database.write() as session:
        client = _client_of(session, "account_manager", world)
        make_rate(session, "EUR", TODAY, "1.5")
        make_invoice(session, client_id=client.id, total="100.00", due_on=date(2026, 11, 10))
        make_invoice(session, client_id=client.id, total="10.00", due_on=date(2026, 10, 31), currency="EUR")
        make_invoice(session, client_id=client.id, total="70.00", due_on=date(2026, 12, 31))
        me = session.get_one(User, world.people["admin"].user.id)
        me.currency = "CAD"
        record, name = client.api_id, client.name
    row = find_row(admin, "overdue", record)
    assert row is not None
    assert row["client"] == {"api_id": record, "name": name}
    assert (row["count"], row["days"], row["at_stake"]) == (2, 20, {"amount": "115.00", "currency": "CAD"})
    assert (row["unconverted"], row["project"], row["is_assigned"], row["version"]) == ([], None, False, 0)
    assert row["owner"]["api_id"] == world.people["account_manager"].user.api_id


def test_amount_without_a_rate_is_not_ranked(world: World, admin: Browser):
    with world.database.write() as session:
        client = _client_of(session, "account_manager", world)
        make_invoice(session, client_id=client.id, total="900.00", due_on=date(2026, 11, 10), currency="NOK")
        record = client.api_id
    row = find_row(admin, "overdue", record)
    assert row is not None
    assert (row["at_stake"], row["unconverted"]) == (None, [{"amount": "900.00", "currency": "NOK"}])


def test_hours_over_are_worth_the_overage_rate(world: World, admin: Browser):
    with world.database.write() as session:
        over = make_retainer(session, included_hours=Decimal(10), overage_rate=Decimal("120.01"))
        log_time(session, over, date(2026, 11, 3), "12.5")
        below = make_retainer(session, included_hours=Decimal(10), overage_rate=Decimal("120.01"))
        log_time(session, below, date(2026, 11, 3), "9.5")
        over_id, below_id = over.api_id, below.api_id
        session.get_one(User, world.people["admin"].user.id).currency = "CAD"
    refresh_all_ledgers(world.database)
    row = find_row(admin, "over_hours", over_id)
    assert row is not None
    assert (row["hours"], row["at_stake"]) == ("2.50", {"amount": "300.03", "currency": "CAD"})
    assert row["project"]["can_open"] is True
    assert find_row(admin, "over_hours", below_id) is None


@pytest.mark.parametrize(
    ("fields", "days"),
    [
        ({"renews_on": date(2027, 1, 10), "auto_renew": True}, 21),
        ({"renews_on": date(2026, 12, 1), "auto_renew": False}, -19),
        ({"renews_on": date(2026, 11, 1), "auto_renew": False}, -49),
        ({"renews_on": date(2026, 12, 1), "auto_renew": True}, None),
        ({"renews_on": date(2027, 6, 1), "auto_renew": False}, None),
        ({"renews_on": date(2026, 12, 1), "end_on": date(2026, 12, 1)}, None),
        ({"renews_on": date(2026, 12, 1), "archived_at": "now"}, None),
    ],
)
def test_renewal_is_a_matter_until_it_is_decided(
    world: World, admin: Browser, fields: dict[str, Any], days: int | None
):
    if "archived_at" in fields:
        fields = fields | {"archived_at": world.stranger.created_at}
    with world.database.write() as session:
        session.get_one(User, world.people["admin"].user.id).currency = "CAD"
        retainer = make_retainer(session, **fields).api_id
    row = find_row(admin, "renewal", retainer)
    assert (row and row["days"]) == days
    if row:
        assert row["at_stake"] == {"amount": "48000.00", "currency": "CAD"}


def test_other_kinds_have_their_amounts(world: World, admin: Browser):
    with world.database.write() as session:
        session.get_one(User, world.people["admin"].user.id).currency = "CAD"
        client = _client_of(session, "account_manager", world)
        sale = make_oos_sale(session, client_id=client.id, amount=Decimal("700.00"))
        churn = make_churn(session)
        deal = make_deal(session, client_id=client.id, closed_on=date(2026, 11, 1))
        project = make_project(session, client_id=client.id)
        make_payment(
            session, project_id=project.id, due_on=date(2026, 11, 19), amount=Decimal("250.00"), status="ready"
        )
        make_payment(session, project_id=project.id, due_on=date(2026, 11, 19), amount=Decimal("90.00"))
        for day in (date(2026, 9, 30), date(2026, 11, 21)):
            make_payment(session, project_id=project.id, due_on=day, amount=Decimal("30.00"), status="ready")
        unscheduled = make_project(session, client_id=client.id, amount=Decimal("8000.00"))
        expected = {
            ("approval", sale.api_id): "700.00",
            ("churn", churn.api_id): "12000.00",
            ("deal", deal.api_id): "48500.00",
            ("to_invoice", client.api_id): "250.00",
            ("unscheduled", unscheduled.api_id): "8000.00",
        }
    for (kind, record), amount in expected.items():
        row = find_row(admin, kind, record)
        assert row is not None, kind
        assert row["at_stake"] == {"amount": amount, "currency": "CAD"}, kind
        assert row["may_decide"] is (True if kind == "approval" else None), kind


def test_list_is_ranked_by_money_and_counts_its_rows(world: World, admin: Browser):
    with world.database.write() as session:
        session.get_one(User, world.people["admin"].user.id).currency = "CAD"
        for total in ("1.00", "99000.00", "500.00"):
            make_invoice(session, client_id=make_client(session).id, total=total)
        make_deal(session, closed_on=date(2026, 11, 1), amount=None)
    found = read_triage(admin)
    amounts = [None if row["at_stake"] is None else Decimal(row["at_stake"]["amount"]) for row in found["rows"]]
    with_money = [amount for amount in amounts if amount is not None]
    assert with_money == sorted(with_money, reverse=True)
    assert amounts[len(with_money) :] == [None] * (len(amounts) - len(with_money))
    assert None in amounts
    assert sum(kind["count"] for kind in found["kinds"]) == found["total"] == len(found["rows"])
    overdue = next(kind for kind in found["kinds"] if kind["kind"] == "overdue")
    listed = admin.get("/api/v1/receivables-by-client?status=overdue&per_page=1").json()
    assert overdue["count"] == listed["meta"]["total"]
    rows = read_triage(admin, "kind=overdue&limit=500")["rows"]
    assert Decimal(overdue["at_stake"]["amount"]) == sum(
        Decimal(row["at_stake"]["amount"]) for row in rows if row["at_stake"]
    )
    assert len(read_triage(admin, "limit=2")["rows"]) == 2


def test_account_manager_sees_own_clients_only(world: World):
    with world.database.write() as session:
        own, other = _client_of(session, "account_manager", world), make_client(session)
        for client in (own, other):
            make_invoice(session, client_id=client.id)
        own_id, other_id = own.api_id, other.api_id
    manager = world.browser("account_manager")
    assert find_row(manager, "overdue", own_id, "mine") is not None
    assert find_row(manager, "overdue", other_id) is None
    assert find_row(world.browser("admin"), "overdue", own_id, "mine") is None
    assert read_triage(world.browser("employee"), "kind=overdue")["rows"] == []


def test_members_of_a_project_see_hours_without_money(world: World):
    employee = world.people["employee"]
    retainer_id = world.retainer("employee", "works_on")
    with world.database.write() as session:
        project = session.execute(select(Project).where(Project.api_id == retainer_id)).scalar_one()
        project.overage_rate, project.teamwork_project_id = Decimal("100.00"), "over-by-members"
        log_time(session, project, date(2026, 11, 3), "50")
    refresh_all_ledgers(world.database)
    row = find_row(employee.browser, "over_hours", retainer_id)
    assert row is not None
    assert (row["hours"], row["at_stake"], row["unconverted"]) == ("10.00", None, [])
    assert {kind["at_stake"] for kind in read_triage(employee.browser)["kinds"]} == {None}


def test_old_deals_are_offered_for_dismissal(world: World, admin: Browser):
    with world.database.write() as session:
        old = make_deal(session, closed_on=date(2026, 5, 1)).api_id
        limit = make_deal(session, closed_on=date(2026, 5, 24)).api_id
    assert find_row(admin, "deal", limit) is not None
    assert find_row(admin, "deal", old) is None
    assert find_row(admin, "deal", old, "old_deals") is not None
    assert old in read_triage(admin)["old_deals"]
    assert old not in read_triage(world.browser("account_manager"))["old_deals"]
    assert read_triage(world.browser("financial_manager"), "kind=deal")["rows"] == []


def test_inactive_users_own_no_new_matters(world: World, admin: Browser):
    """The list of assignees has active users only."""
    with world.database.write() as session:
        gone = make_user(session, roles=[], previous_roles=["admin"], status="deactivated").api_id
        client = _client_of(session, "account_manager", world)
        make_invoice(session, client_id=client.id)
        record = client.api_id
    found = admin.get(f"/api/v1/triage-assignees?kind=overdue&record={record}").json()["data"]
    ids = {user["api_id"] for user in found}
    people = world.people
    assert {people[role].user.api_id for role in ("admin", "financial_manager", "account_manager")} <= ids
    assert not {gone, people["employee"].user.api_id, people["churn_manager"].user.api_id, world.stranger.api_id} & ids
