"""Routes of goals: create, check in, close and reopen; refused requests change nothing."""

from typing import Any

import pytest

from regie.core.db.ids import new_api_id
from tests.access.goals import GOAL
from tests.browser import Browser
from tests.domains.insights.goals.helpers import GOALS, Member, check_in, close_goal, create_goal, read_goal
from tests.factories.world import World, assert_unchanged


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


@pytest.fixture
def member(world: World) -> Member:
    return Member(world)


def test_created_goal_is_returned_by_reads(admin: Browser, member: Member):
    sent = GOAL | {"description": "Trois par mois", "start_value": "2.50", "weight": 3, "visibility": "private"}
    made = admin.post(member.path, sent).json()["data"]
    assert {name: made[name] for name in sent} == sent
    assert made["employee"] == {"api_id": member.employee.api_id, "name": member.employee.name}
    assert (made["status"], made["unit"], made["direction"], made["currency"]) == ("draft", "number", "reach", None)
    assert (made["current_value"], made["attainment"], made["pace_status"]) == ("2.50", "0.0000", None)
    assert (made["check_ins"], made["can"]) == ([], ["edit", "activate", "delete"])
    assert made == read_goal(admin, made)
    (row,) = admin.get(f"{member.path}/?status=draft").json()["data"]
    assert row == {name: made[name] for name in row}


def test_check_ins_change_progress(admin: Browser, member: Member):
    """Today is 20 November: 19 of 60 days have elapsed, 31.67 points."""
    goal = create_goal(admin, member)
    assert (goal["elapsed"], goal["pace_status"]) == ("0.3167", "behind")
    noted = check_in(member.browser, goal, "3.00", checked_on="2026-11-18", note="Boréale et Pivoine")
    assert (noted["current_value"], noted["attainment"], noted["pace_status"]) == ("3.00", "0.2500", "on_track")
    earlier = check_in(admin, goal, "1.00", checked_on="2026-11-05")
    assert (earlier["current_value"], earlier["last_checked_on"]) == ("3.00", "2026-11-18")
    beyond = check_in(member.browser, goal, "15.00")
    assert (beyond["attainment"], beyond["last_checked_on"]) == ("1.2500", "2026-11-20")
    behind = check_in(member.browser, goal, "-3.00")
    assert (behind["attainment"], behind["pace_status"]) == ("-0.2500", "at_risk")
    days = [(one["checked_on"], one["value"]) for one in behind["check_ins"]]
    assert days == [("2026-11-20", "-3.00"), ("2026-11-20", "15.00"), ("2026-11-18", "3.00"), ("2026-11-05", "1.00")]
    assert behind["check_ins"][2]["made_by"]["name"] == member.user.name


def test_corrected_check_in_remains_listed(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member)
    (first,) = check_in(member.browser, goal, "30.00", checked_on="2026-11-18")["check_ins"]
    after = check_in(member.browser, goal, "3.00", corrects=first["api_id"], note="Un zéro de trop")
    right, wrong = after["check_ins"]
    assert (right["checked_on"], right["corrects"], right["is_corrected"]) == ("2026-11-18", first["api_id"], False)
    assert (wrong["value"], wrong["is_corrected"]) == ("30.00", True)
    assert (after["current_value"], after["attainment"]) == ("3.00", "0.2500")
    other = check_in(admin, create_goal(admin, member), "1.00")["check_ins"][0]["api_id"]
    refused = {first["api_id"]: "This check-in was already corrected. Correct the newer check-in instead"}
    refused |= dict.fromkeys((other, new_api_id()), "This record does not exist, or is not available to you")
    for corrects, words in refused.items():
        with assert_unchanged(world.database):
            response = member.browser.post(f"{GOALS}/{goal['api_id']}/check-ins", {"value": "4", "corrects": corrects})
        assert (response.status_code, response.json()["errors"]) == (422, {"corrects": [words]})


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({"value": "4.00", "checked_on": "2026-11-21"}, "checked_on", "This day is in the future"),
        ({"value": "4.00", "checked_on": "2026-10-31"}, "checked_on", "from November 1, 2026 to December 31, 2026"),
        ({"value": "quatre"}, "value", "decimal number"),
        ({"value": 4}, "value", "decimal number"),
        ({"value": "100000000000.00"}, "value", "at most"),
        ({}, "value", "required"),
        ({"value": "4.00", "by": "me"}, "by", "does not exist"),
    ],
    ids=["future", "before-period", "text", "number", "too-large", "empty", "unknown-field"],
)
def test_invalid_check_in_returns_422(
    world: World, admin: Browser, member: Member, fields: dict[str, Any], name: str, words: str
):
    goal = create_goal(admin, member)
    with assert_unchanged(world.database):
        response = member.browser.post(f"{GOALS}/{goal['api_id']}/check-ins", fields)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [name]
    assert words in response.json()["errors"][name][0]


_WRONG = {
    "no-title": ({"title": " "}, {"title": "required"}),
    "no-target": ({"target_value": None}, {"target_value": "required"}),
    "same": ({"start_value": "12.00"}, {"target_value": "differ from the starting value"}),
    "period": ({"period_end": "2026-11-01"}, {"period_end": "end after it starts"}),
    "measure": ({"measure": "mood"}, {"measure": "Choose one of"}),
    "weight": ({"weight": 0}, {"weight": "at least 1"}),
    "weight-as-text": ({"weight": "3"}, {"weight": "whole number"}),
    "closed-on-create": ({"status": "achieved"}, {"status": "Choose one of: draft, active"}),
    "metric-without-link": ({"metric_key": "oos_sold"}, {"metric_key": "Only a linked goal"}),
    "linked-without-metric": ({"measure": "linked"}, {"metric_key": "required"}),
    "currency-without-money": ({"currency": "CAD"}, {"currency": "Only a goal measured as an amount"}),
    "money-without-currency": ({"measure": "money"}, {"currency": "required"}),
    "linked-money-without-currency": ({"measure": "linked", "metric_key": "oos_sold"}, {"currency": "required"}),
    "unknown-currency": ({"measure": "money", "currency": "XXX"}, {"currency": "currency code"}),
    "decimals": (
        {"measure": "money", "currency": "JPY", "target_value": "12.50"},
        {"target_value": "at most 0 decimals"},
    ),
    "percent": ({"measure": "percent", "target_value": "10000.01"}, {"target_value": "at most 10,000"}),
    "yes-no-with-values": ({"measure": "yes_no"}, {"target_value": "yes-or-no goal"}),
    "two-errors": (
        {"measure": "money", "period_end": "2026-10-01"},
        {"currency": "required", "period_end": "end after it starts"},
    ),
}


@pytest.mark.parametrize("case", _WRONG)
def test_invalid_goal_returns_422_and_stores_nothing(world: World, admin: Browser, member: Member, case: str):
    fields, errors = _WRONG[case]
    with assert_unchanged(world.database):
        response = admin.post(member.path, GOAL | fields)
    assert response.status_code == 422
    returned = response.json()["errors"]
    assert set(returned) == set(errors)
    assert all(words in returned[name][0] for name, words in errors.items()), returned


def test_yes_no_goal_accepts_only_0_and_1(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member, measure="yes_no", target_value=None)
    assert (goal["start_value"], goal["target_value"], goal["unit"]) == ("0.00", "1.00", "yes_no")
    with assert_unchanged(world.database):
        response = member.browser.post(f"{GOALS}/{goal['api_id']}/check-ins", {"value": "0.50"})
    assert response.json()["errors"] == {"value": ["The value must be 1 for yes or 0 for no"]}
    done = check_in(member.browser, goal, "1")
    assert (done["attainment"], done["current_value"]) == ("1.0000", "1.00")


def test_allowance_is_behind_when_used_up_too_fast(admin: Browser, member: Member):
    goal = create_goal(admin, member, direction="at_most", target_value="10.00")
    assert goal["pace_status"] == "on_track"
    assert [check_in(member.browser, goal, value)["pace_status"] for value in ("3", "5", "7", "11")] == [
        "on_track",
        "behind",
        "at_risk",
        "at_risk",
    ]


def test_closed_goal_is_frozen_until_reopened(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member)
    check_in(member.browser, goal, "13.00")
    closed = close_goal(admin, goal, "achieved")
    assert (closed["status"], closed["closed_on"], closed["attainment"]) == ("achieved", "2026-11-20", "1.0833")
    assert (closed["pace_status"], closed["can"]) == (None, ["reopen"])
    path = f"{GOALS}/{goal['api_id']}"
    with assert_unchanged(world.database):
        refused = [
            admin.patch(path, {"title": "Autre"}),
            admin.post(f"{path}/check-ins", {"value": "1"}),
            admin.post(f"{path}/closings", {"status": "missed", "note": "Non"}),
        ]
        assert admin.delete(path).json()["code"] == "goal_not_draft"
    assert {response.json()["code"] for response in refused} == {"goal_closed"}
    assert read_goal(member.browser, goal)["can"] == []
    with assert_unchanged(world.database):
        assert admin.post(f"{path}/reopenings", {"reason": ""}).json()["errors"] == {
            "reason": ["The field is required"]
        }
    again = admin.post(f"{path}/reopenings", {"reason": "Fermé trop tôt", "version": closed["version"]})
    assert again.status_code == 201
    after = again.json()["data"]
    assert (after["status"], after["closed_on"], after["closing_note"], after["pace_status"]) == (
        "active",
        None,
        None,
        "on_track",
    )
    with assert_unchanged(world.database):
        assert admin.post(f"{path}/reopenings", {"reason": "Encore"}).json()["code"] == "goal_not_closed"
    entries = admin.get(f"/api/v1/activity?subject={goal['api_id']}").json()["data"]
    logged = {change["field"]: change["after"] for change in entries[0]["changes"]}
    assert (logged["status"], logged["reason"]) == ("active", "Fermé trop tôt")
    check_ins = [change for entry in entries for change in entry["changes"] if change["field"] == "check_in"]
    assert [change["after"] for change in check_ins] == ["2026-11-20: 13.00"]


@pytest.mark.parametrize(
    ("value", "status", "words"),
    [
        ("11.00", "achieved", "The figures do not show this result. Explain why in the closing note"),
        ("12.00", "missed", "The figures do not show this result. Explain why in the closing note"),
        ("12.00", "cancelled", "The field is required"),
    ],
)
def test_closing_against_the_figures_requires_a_note(
    world: World, admin: Browser, member: Member, value: str, status: str, words: str
):
    goal = create_goal(admin, member)
    check_in(member.browser, goal, value)
    with assert_unchanged(world.database):
        response = admin.post(f"{GOALS}/{goal['api_id']}/closings", {"status": status})
    assert (response.status_code, response.json()["errors"]) == (422, {"note": [words]})
    closed = close_goal(admin, goal, status, note="La cible a changé en cours de route")
    assert (closed["status"], closed["closing_note"]) == (status, "La cible a changé en cours de route")


def test_draft_goal_can_be_activated_or_deleted_but_not_checked_in(world: World, admin: Browser, member: Member):
    goal = admin.post(member.path, GOAL).json()["data"]
    path = f"{GOALS}/{goal['api_id']}"
    assert member.browser.get(path).status_code == 404
    with assert_unchanged(world.database):
        assert admin.post(f"{path}/check-ins", {"value": "1"}).json()["code"] == "goal_draft"
        assert admin.post(f"{path}/closings", {"status": "missed"}).json()["code"] == "goal_draft"
    begun = admin.patch(path, {"status": "active", "version": goal["version"]}).json()["data"]
    assert (begun["status"], begun["can"]) == ("active", ["edit", "check_in", "close"])
    assert member.browser.get(path).status_code == 200
    with assert_unchanged(world.database):
        response = admin.patch(path, {"status": "draft"})
        assert admin.delete(path).json()["code"] == "goal_not_draft"
    assert response.json()["errors"] == {"status": ["This goal is in progress and cannot become a draft again"]}
    other = admin.post(member.path, GOAL).json()["data"]
    assert admin.delete(f"{GOALS}/{other['api_id']}/").status_code == 204
    assert admin.get(f"{GOALS}/{other['api_id']}").status_code == 404


def test_update_with_outdated_version_returns_409(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member)
    path, version = f"{GOALS}/{goal['api_id']}", goal["version"]
    assert admin.patch(path, {"target_value": "20.00", "version": version}).status_code == 200
    with assert_unchanged(world.database):
        late = admin.patch(path, {"target_value": "15.00", "title": GOAL["title"], "version": version})
    assert late.status_code == 409
    assert late.json()["conflicts"] == {"target_value": {"theirs": "20.00", "yours": "15.00"}}
    with assert_unchanged(world.database):
        for name in ("title", "period_end", "weight", "measure"):
            assert admin.patch(path, {name: None}).json()["errors"] == {name: ["The field is required"]}


def test_goal_with_check_ins_keeps_its_measure(world: World, admin: Browser, member: Member):
    goal = create_goal(admin, member)
    path = f"{GOALS}/{goal['api_id']}"
    money = admin.patch(path, {"measure": "money", "currency": "USD", "start_value": "1.00"})
    assert money.json()["data"]["currency"] == "USD"
    plain = admin.patch(path, {"measure": "number"}).json()["data"]
    assert (plain["currency"], plain["metric_key"]) == (None, None)
    yes = admin.patch(path, {"measure": "yes_no"}).json()["data"]
    assert (yes["start_value"], yes["target_value"]) == ("0.00", "1.00")
    linked = {"measure": "linked", "metric_key": "utilisation", "start_value": "50", "target_value": "75"}
    assert admin.patch(path, linked).json()["data"]["unit"] == "percent"
    admin.patch(path, {"measure": "number"})
    check_in(member.browser, goal, "60.00", checked_on="2026-11-10")
    with assert_unchanged(world.database):
        response = admin.patch(path, {"measure": "percent", "start_value": "1.00", "target_value": "80.00"})
        period = admin.patch(path, {"period_start": "2026-11-11"})
    words = ["This can no longer be changed, because the goal has check-ins"]
    assert response.json()["errors"] == {"measure": words, "start_value": words}
    assert period.json()["errors"] == {"period_start": ["The period must include the days of all check-ins"]}
    longer = admin.patch(path, {"period_end": "2027-03-31", "target_value": "90.00"}).json()["data"]
    assert (longer["period_end"], longer["target_value"]) == ("2027-03-31", "90.00")


def test_repeated_create_request_creates_one_goal(world: World, admin: Browser, member: Member):
    key = {"Idempotency-Key": new_api_id()}
    first = admin.call("POST", member.path, json=GOAL, headers=key)
    again = admin.call("POST", member.path, json=GOAL, headers=key)
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert admin.get(member.path).json()["meta"]["total"] == 1


def test_goal_for_former_employee_returns_422(world: World, admin: Browser):
    former = Member(world, status="left")
    with assert_unchanged(world.database):
        response = admin.post(former.path, GOAL)
    assert (response.status_code, response.json()["code"]) == (422, "goal_of_leaver")
