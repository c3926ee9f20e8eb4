"""Tests of amendments: of fixed prices from a day on, and of approved work with its own approval."""

from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from regie.core.time.clock import Clock
from regie.day_starts import build_day_start
from tests.browser import Browser
from tests.conftest import ORIGIN
from tests.domains.work.amendments.amendment_api import (
    APPROVED,
    add_amendment,
    amend,
    approve,
    decide,
    expect_422,
    make_fixed,
    make_sale,
    queued_amendments,
    read_amount,
    read_history,
    read_sold,
)
from tests.factories.oos_sales import make_oos_sale
from tests.factories.people import make_employee
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def test_fixed_price_is_amended_from_a_day_on(world: World, admin: Browser):
    project = make_fixed(world)
    version = read_history(admin, project)["version"]
    added = add_amendment(admin, project, "250.00", "2026-11-01", reason="Élargissement", version=version)
    history = read_history(admin, project)
    assert (history["original"]["amount"], history["total"]["amount"]) == ("1000.00", "1250.00")
    assert (history["version"], history["starts_on"], history["can_amend"]) == (version + 1, "2026-03-02", True)
    assert (added["state"], added["reason"], added["approval"], added["can_remove"]) == (
        "in_force", "Élargissement", None, True,
    )  # fmt: skip
    assert added["recorded_by"]["api_id"] == world.people["admin"].user.api_id
    assert read_amount(admin, project) == "1250.00"
    removed = admin.delete(f"/api/v1/project-amendments/{added['api_id']}?version={added['version']}")
    assert removed.status_code == 204
    assert (read_amount(admin, project), read_history(admin, project)["amendments"]) == ("1000.00", [])


def test_change_in_the_form_amends_a_fixed_price_today(world: World, admin: Browser):
    draft, active = make_fixed(world, status="draft"), make_fixed(world)
    for project in (draft, active):
        response = admin.patch(f"/api/v1/projects/{project}", {"amount": "900.00", "name": "Refonte", "version": 1})
        assert (response.status_code, response.json()["data"]["version"]) == (200, 2)
    assert (read_history(admin, draft)["original"]["amount"], read_history(admin, draft)["amendments"]) == (
        "900.00",
        [],
    )
    history = read_history(admin, active)
    assert (history["original"]["amount"], history["total"]["amount"]) == ("1000.00", "900.00")
    (one,) = history["amendments"]
    assert (one["amount"]["amount"], one["effective_on"], one["state"]) == ("-100.00", "2026-11-20", "in_force")


def test_amendment_to_come_changes_the_amount_on_its_day(world: World, admin: Browser):
    project = make_fixed(world)
    assert add_amendment(admin, project, "-400.00", "2026-11-21")["state"] == "planned"
    assert read_amount(admin, project) == "1000.00"
    context = world.app.state.context
    tomorrow = datetime(2026, 11, 21, 17, tzinfo=UTC)
    browser = Browser(world.app, ORIGIN).signed_in_as(world.people["admin"].user, tomorrow)
    world.app.state.context = replace(context, clock=Clock(lambda: tomorrow), day_start=build_day_start())
    try:
        history = read_history(browser, project)
    finally:
        world.app.state.context = context
    assert (history["original"]["amount"], history["total"]["amount"]) == ("1000.00", "600.00")
    assert [one["state"] for one in history["amendments"]] == ["in_force"]


def test_amendment_of_approved_work_counts_after_its_own_approval(world: World, admin: Browser):
    project = make_sale(world)
    before = read_sold(admin, "2026-10-01", "2026-10-31"), read_sold(admin, "2026-11-01", "2026-11-30")
    added = add_amendment(admin, project, "500.55")
    assert (added["state"], read_amount(admin, project)) == ("waiting", "1000.00")
    (waiting,) = [
        row for row in admin.get("/api/v1/oos-queue?per_page=100").json()["data"] if row["part"] != "original"
    ]
    assert (waiting["api_id"], waiting["project"]["api_id"], waiting["amount"]["amount"]) == (
        added["api_id"], project, "500.55",
    )  # fmt: skip
    assert (waiting["days_waiting"], waiting["may_decide"], waiting["status"]) == (10, True, "proposed")
    assert (read_sold(admin, "2026-10-01", "2026-10-31"), read_sold(admin, "2026-11-01", "2026-11-30")) == before
    approve(admin, project, added["api_id"])
    history = read_history(admin, project)
    assert (history["original"]["amount"], history["total"]["amount"]) == ("1000.00", "1500.55")
    (one,) = history["amendments"]
    assert (one["state"], one["can_remove"], one["approval"]["amendment"]) == ("in_force", False, added["api_id"])
    assert one["approval"]["note"] == "Au téléphone"
    assert read_sold(admin, "2026-10-01", "2026-10-31") == before[0]
    assert Decimal(read_sold(admin, "2026-11-01", "2026-11-30")) == Decimal(before[1]) + Decimal("500.55")
    assert not queued_amendments(admin)


def test_declined_amendment_changes_nothing_and_can_be_removed(world: World, admin: Browser):
    project = make_sale(world)
    added = add_amendment(admin, project, "500.00")
    approval = approve(admin, project, added["api_id"])
    path = f"/api/v1/oos-approvals/{approval}"
    with assert_unchanged(world.database):
        refused = admin.delete(f"/api/v1/project-amendments/{added['api_id']}")
    expect_422(refused, amendment="The client approved this amendment. Undo the approval first")
    assert admin.patch(path, {"decision": "declined", "version": 1}).status_code == 200
    assert (read_amount(admin, project), read_history(admin, project)["amendments"][0]["state"]) == (
        "1000.00",
        "declined",
    )
    assert admin.patch(path, {"decision": "approved"}).status_code == 200
    assert read_amount(admin, project) == "1500.00"
    assert admin.delete(path).status_code == 204
    assert (read_amount(admin, project), read_history(admin, project)["amendments"][0]["state"]) == (
        "1000.00",
        "waiting",
    )
    approve(admin, project, added["api_id"], decision="declined")
    assert admin.delete(f"/api/v1/project-amendments/{added['api_id']}").status_code == 204
    assert read_history(admin, project)["amendments"] == []
    assert admin.get(f"/api/v1/projects/{project}/oos-sale").json()["data"]["approval"]["amendment"] is None


def test_approved_amount_is_read_only_in_the_form(world: World, admin: Browser):
    approved, waiting = make_sale(world), make_sale(world, approved_on=None)
    with assert_unchanged(world.database):
        refused = admin.patch(f"/api/v1/projects/{approved}", {"amount": "1100.00"})
        early = amend(admin, waiting, "100.00")
    words = "The client approved this amount. Amend it on the “Amount” tab; the amendment needs its own approval"
    expect_422(refused, amount=words)
    assert early.status_code == 422
    assert "changed in the project’s form" in early.json()["errors"]["amount"][0]
    assert (read_history(admin, approved)["can_amend"], read_history(admin, waiting)["can_amend"]) == (True, False)
    assert admin.patch(f"/api/v1/projects/{waiting}", {"amount": "1100.00"}).status_code == 200


def test_list_has_a_row_per_part_and_seller(world: World, admin: Browser):
    with world.database.write() as session:
        first, second = make_employee(session, last_name="Abel"), make_employee(session, last_name="Zola")
    project = make_sale(world, sellers={first.id: 50, second.id: 50}, amount=Decimal("100.01"))
    approved, waiting = (
        add_amendment(admin, project, "-0.01", "2026-11-03"),
        add_amendment(admin, project, "9.99", "2026-11-05"),
    )
    approve(admin, project, approved["api_id"])
    found = admin.get("/api/v1/oos-sales?per_page=100&sort=sold_on,seller").json()["data"]
    rows = [row for row in found if row["project"]["api_id"] == project]
    shown = [(row["part"], row["seller"]["name"], row["amount"]["amount"], row["sold_on"]) for row in rows]
    assert shown == [
        ("original", first.name, "50.01", "2026-10-02"), ("original", second.name, "50.00", "2026-10-02"),
        ("amendment", first.name, "-0.01", "2026-11-03"), ("amendment", second.name, "0.00", "2026-11-03"),
        ("amendment", first.name, "5.00", "2026-11-05"), ("amendment", second.name, "4.99", "2026-11-05"),
    ]  # fmt: skip
    assert {row["project_amount"]["amount"] for row in rows} == {"100.00"}
    assert len({row["api_id"] for row in rows}) == 6
    for row, amendment in zip(rows[2::2], (approved, waiting), strict=True):
        one = admin.get(f"/api/v1/oos-sales/{row['api_id']}").json()["data"]
        assert (one["amount"], one["amendment"]) == (row["amount"], amendment["api_id"])
        assert (one["approval"] is not None) is (amendment is approved)
    totals = admin.get(f"/api/v1/oos-sales/totals?seller={first.api_id}").json()["data"]["totals"]
    assert [(one["counted"]["amount"], one["proposed"]["amount"]) for one in totals] == [("50.00", "5.00")]
    sale = admin.get(f"/api/v1/projects/{project}/oos-sale").json()["data"]
    assert [share["amount"]["amount"] for share in sale["sellers"]] == ["50.00", "50.00"]


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"amount": "0.00"}, "amount", "Enter a difference other than zero"),
    ({"amount": "-1000.01"}, "amount", "The amount of the project cannot be below zero on any day"),
    ({"amount": "0.001"}, "amount", "two decimals"),
    ({"effective_on": "2026-10-01"}, "effective_on", "The work was sold on"),
    ({"effective_on": "2026-11-21"}, "effective_on", "This day is in the future. Enter today or an earlier day"),
    ({"approved_on": "2026-11-20"}, "approved_on", "This field does not exist"),
]


@pytest.mark.parametrize(("fields", "name", "words"), WRONG)
def test_wrong_amendment_returns_422(world: World, admin: Browser, fields: dict[str, Any], name: str, words: str):
    project = make_sale(world)
    body = {"amount": "10.00", "effective_on": "2026-11-10"} | fields
    with assert_unchanged(world.database):
        response = admin.post(f"/api/v1/projects/{project}/amendments", body)
    assert (response.status_code, list(response.json()["errors"])) == (422, [name]), response.text
    assert words in response.json()["errors"][name][0]


def test_amount_of_no_day_may_be_negative(world: World, admin: Browser):
    fixed, sale = make_fixed(world), make_sale(world)
    add_amendment(admin, fixed, "500.00", "2026-12-01")
    increase = add_amendment(admin, sale, "500.00")
    approval = approve(admin, sale, increase["api_id"])
    reduction = add_amendment(admin, sale, "-1200.00", "2026-11-12")
    approve(admin, sale, reduction["api_id"])
    words = "The amount of the project cannot be below zero on any day"
    with assert_unchanged(world.database):
        expect_422(amend(admin, fixed, "-1200.00", "2026-11-12"), amount=words)
        expect_422(admin.delete(f"/api/v1/oos-approvals/{approval}"), amount=words)
        expect_422(admin.patch(f"/api/v1/oos-approvals/{approval}", {"decision": "declined"}), amount=words)
    assert read_amount(admin, sale) == "300.00"


def test_approval_of_an_amendment_needs_proof(world: World, admin: Browser):
    project, other = make_sale(world), make_sale(world)
    added = add_amendment(admin, project, "500.00")["api_id"]
    with assert_unchanged(world.database):
        bare = decide(admin, project, added, note="")
        elsewhere = decide(admin, other, added)
        unknown = decide(admin, project, new_api_id())
        early = decide(admin, project, added, decided_on="2026-11-21")
    expect_422(bare, attachment="Attach the client’s approval, or explain in the note how it was given")
    for response in (elsewhere, unknown):
        expect_422(response, amendment="This record does not exist, or is not available to you")
    assert early.status_code == 422
    approve(admin, project, added)
    with assert_unchanged(world.database):
        expect_422(
            decide(admin, project, added), project="The client’s decision is already recorded. Open it to change it"
        )


def test_pending_amendment_is_an_open_point_of_its_month(world: World, admin: Browser):
    def count(month: str) -> int:
        points = admin.get(f"/api/v1/months/{month}").json()["data"]["open_points"]
        return next((point["count"] for point in points if point["name"] == "approvals"), 0)

    project = make_sale(world)
    before = count("2026-09"), count("2026-10")
    added = add_amendment(admin, project, "500.00", "2026-10-20")["api_id"]
    assert (count("2026-09"), count("2026-10")) == (before[0], before[1] + 1)
    approve(admin, project, added)
    assert count("2026-10") == before[1]


def test_work_with_amendments_keeps_its_approval_kind_and_day(world: World, admin: Browser):
    project = make_sale(world)
    add_amendment(admin, project, "500.00")
    approval = admin.get(f"/api/v1/projects/{project}/oos-sale").json()["data"]["approval"]["api_id"]
    words = "The amount of this project has amendments. Remove them first"
    with assert_unchanged(world.database):
        expect_422(admin.delete(f"/api/v1/oos-approvals/{approval}"), decision=words)
        expect_422(admin.patch(f"/api/v1/oos-approvals/{approval}", {"decision": "declined"}), decision=words)
        expect_422(admin.patch(f"/api/v1/projects/{project}", {"currency": "USD"}), currency=words)
        later = admin.patch(f"/api/v1/projects/{project}", {"sold_on": "2026-11-11"})
    assert (later.status_code, list(later.json()["errors"])) == (422, ["sold_on"])
    assert admin.patch(f"/api/v1/oos-approvals/{approval}", {"contact_name": "Zoé"}).status_code == 200


def test_another_version_conflicts(world: World, admin: Browser):
    project = make_sale(world)
    version = read_history(admin, project)["version"]
    added = add_amendment(admin, project, "500.00", version=version)
    with assert_unchanged(world.database):
        late = amend(admin, project, "10.00", version=version)
    assert (late.status_code, late.json()["version"]) == (409, version + 1)
    approve(admin, project, added["api_id"], decision="declined")
    approval = approve(admin, project, add_amendment(admin, project, "20.00")["api_id"])
    with assert_unchanged(world.database):
        assert admin.delete(f"/api/v1/project-amendments/{added['api_id']}?version=7").status_code == 409
        assert admin.delete(f"/api/v1/oos-approvals/{approval}?version=7").status_code == 409


def test_repeated_request_records_one_amendment(world: World, admin: Browser):
    project, key = make_sale(world), {"Idempotency-Key": new_api_id()}
    body = {"amount": "10.00", "effective_on": "2026-11-10"}
    sent = [admin.post(f"/api/v1/projects/{project}/amendments", body, headers=key) for _ in range(2)]
    assert [response.status_code for response in sent] == [201, 201]
    assert len(read_history(admin, project)["amendments"]) == 1


def test_people_without_the_money_see_no_amounts(world: World, admin: Browser):
    with world.database.write() as session:
        sellers = {world.people["employee"].employee.id: 100}
        project = make_oos_sale(session, sellers=sellers, approved_on=APPROVED, sold_on=date(2026, 10, 2)).api_id
    add_amendment(admin, project, "10.00")
    seen = read_history(world.browser("employee"), project)
    assert not {"original", "total"} & seen.keys()
    assert [("amount" in one, one["state"], one["can_remove"]) for one in seen["amendments"]] == [
        (False, "waiting", False)
    ]
    assert (seen["can_amend"], seen["may_decide"]) == (False, False)
    retainer = world.project("admin", "own", status="active", monthly_fee="100.00")
    assert admin.get(f"/api/v1/projects/{retainer}/amendments").status_code == 404
    with assert_unchanged(world.database):
        assert amend(admin, retainer, "10.00").status_code == 404


def test_amendments_are_logged_with_amount_and_currency(world: World, admin: Browser):
    project = make_sale(world)
    added = add_amendment(admin, project, "500.00", reason="Écran de plus")["api_id"]
    approval = approve(admin, project, added)
    admin.delete(f"/api/v1/oos-approvals/{approval}")
    admin.delete(f"/api/v1/project-amendments/{added}")
    entries = admin.get(f"/api/v1/activity?subject={project}&sort=at&per_page=100").json()["data"]
    events = [entry for entry in entries if entry["action"].startswith("amend")]
    assert [entry["action"] for entry in events] == [
        "amended", "amendment_approved", "amendment_undecided", "amendment_removed",
    ]  # fmt: skip
    for entry in events:
        details = {change["field"]: change["after"] for change in entry["changes"]}
        assert details == {
            "amount_change": "500.00", "currency": "CAD", "effective_from": "2026-11-10", "reason": "Écran de plus",
        }  # fmt: skip
    amounts = [
        (change["before"], change["after"]) for entry in entries for change in entry["changes"]
        if change["field"] == "amount" and change["before"]
    ]  # fmt: skip
    assert amounts == [("1000.00", "1500.00"), ("1500.00", "1000.00")]
