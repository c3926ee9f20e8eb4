"""Tests of project routes: kinds, statuses, fees, people, references, archiving and deletion."""

from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.mirrors.models import TeamworkProject
from regie.domains.records.projects.models import Project
from tests.browser import Browser
from tests.conftest import NOON
from tests.domains.work.projects.project_api import KINDS, PATH, body, create
from tests.factories.people import make_employee, make_team
from tests.factories.work import SYNCED, make_client, make_deal, make_invoice, make_time
from tests.factories.world import World, assert_unchanged

RETAINER = {
    "included_hours": "37.50", "billing_day": 1, "term_months": 12, "renews_on": "2027-11-01", "auto_renew": True,
    "notice_days": 60, "rollover": "surplus", "rollover_cap_hours": "10.00", "rollover_expiry_months": 3,
}  # fmt: skip


@pytest.fixture
def admin(world: World) -> Browser:
    world.cached_record(
        "client", "admin", "own"
    )  # the client of every body, created before a test compares the database
    return world.browser("admin")


def _employee(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_employee(session, **fields).api_id


def _money(amount: str) -> dict[str, str]:
    return {"amount": amount, "currency": "CAD"}


@pytest.mark.parametrize("kind", KINDS)
def test_created_project_is_read_back(world: World, admin: Browser, kind: str):
    people = [_employee(world, last_name="Abel"), _employee(world, last_name="Zola")]
    with world.database.write() as session:
        team = make_team(session).api_id
    common = {
        "description": "Deux langues", "tags": ["web"], "health": "green", "hourly_rate": "150.00",
        "budget_hours": "320.00", "counted_hours": "billable", "end_on": "2027-03-31",
    }  # fmt: skip
    extra = {
        "retainer": RETAINER | {"overage_rate": "175.00"},
        "oos": {"oos_type": "rush", "percent_done": 40},
        "fixed": {"percent_done": 0},
    }
    own = extra.get(kind, {})
    made = create(world, kind, **common, **own, members=people, project_manager=people[0], team=team)
    read = admin.get(f"{PATH}/{made['api_id']}").json()["data"]
    assert read == made
    for name, value in (common | own | KINDS[kind]).items():
        amounts = ("hourly_rate", "amount", "monthly_fee", "overage_rate")
        assert read[name] == (_money(value) if name in amounts else value), name
    assert {member["api_id"] for member in read["members"]} == set(people)
    assert (read["project_manager"]["api_id"], read["team"]["api_id"]) == (people[0], team)
    assert (read["status"], read["version"], read["hours_logged"], read["deal"]) == ("draft", 1, "0.00", None)
    for other, fields in KINDS.items():
        if other != kind:
            assert all(read[name] is None for name in fields if name not in KINDS[kind])
    (row,) = admin.get(f"{PATH}?search={made['number']}").json()["data"]
    assert row == {name: made[name] for name in row}


def test_numbers_have_no_gaps(world: World, admin: Browser):
    first = int(create(world)["number"].removeprefix("P-"))
    with assert_unchanged(world.database):
        assert admin.post(PATH, body(world, "fixed", deal=new_api_id())).status_code == 422
    assert int(create(world)["number"].removeprefix("P-")) == first + 1


WRONG = [
    ("fixed", {"amount": None}, "amount", "Required for this kind of project"),
    ("fixed", {"monthly_fee": "10.00"}, "monthly_fee", "This does not apply to a project of this kind"),
    ("fixed", {"sold_on": "2026-11-02"}, "sold_on", "This does not apply to a project of this kind"),
    ("oos", {"sold_by": []}, "sold_by", "Required for this kind of project"),
    ("oos", {"sold_on": None}, "sold_on", "Required for this kind of project"),
    ("oos", {"billing_day": 1}, "billing_day", "This does not apply to a project of this kind"),
    ("retainer", {"monthly_fee": ""}, "monthly_fee", "Required for this kind of project"),
    ("retainer", {"amount": "5.00"}, "amount", "This does not apply to a project of this kind"),
    ("fixed", {"end_on": "2026-10-31"}, "end_on", "The end must be on or after the start"),
    ("fixed", {"amount": 12.5}, "amount", "The field must be a decimal number with at most two decimals, as text"),
    ("fixed", {"amount": "12.345"}, "amount", "The field must be a decimal number with at most two decimals, as text"),
    ("fixed", {"amount": "1e3000"}, "amount", "The field must be a decimal number with at most two decimals, as text"),
    ("fixed", {"amount": "NaN"}, "amount", "The field must be a decimal number with at most two decimals, as text"),
    ("fixed", {"amount": "-1.00"}, "amount", "The field must be at least 0"),
    ("fixed", {"amount": "100000000000.00"}, "amount", "The field must be at most 99,999,999,999.99"),
    ("retainer", {"billing_day": 32}, "billing_day", "The field must be at most 31"),
    ("retainer", {"rollover": "some"}, "rollover", "Choose one of: none, surplus, both"),
    ("fixed", {"status": "completed"}, "status", "Choose one of: draft, active"),
    ("fixed", {"kind": "other"}, "kind", "Choose one of: fixed, oos, retainer"),
    ("fixed", {"number": "P-1"}, "number", "This field does not exist"),
]


@pytest.mark.one_database
@pytest.mark.parametrize(("kind", "fields", "name", "words"), WRONG)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, admin: Browser, kind: str, fields: dict[str, Any], name: str, words: str
):
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, kind, **fields))
    assert response.status_code == 422
    assert response.json()["errors"] == {name: [words]}


def test_limit_is_formatted_in_the_callers_language(world: World, admin: Browser):
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, "fixed", amount="100000000000.00"), headers={"X-Api-Locale": "fr-ca"})
    assert response.status_code == 422
    [words] = response.json()["errors"]["amount"]
    assert words.endswith(" 99\u00a0999\u00a0999\u00a0999,99")


def test_shares_must_add_up_to_100_without_repetition(world: World, admin: Browser):
    one, other = _employee(world), _employee(world)

    def sold(*shares: tuple[str, int]) -> dict[str, Any]:
        with assert_unchanged(world.database):
            sellers = [{"employee": employee, "weight": weight} for employee, weight in shares]
            return admin.post(PATH, body(world, "oos", sold_by=sellers)).json()["errors"]

    assert sold((one, 60), (other, 39)) == {"sold_by": ["The shares must add up to 100"]}
    assert sold((one, 50), (one, 50)) == {"sold_by": ["The same person appears twice"]}
    assert sold((one, 0), (other, 100)) == {"sold_by.0.weight": ["The field must be at least 1"]}
    assert sold((new_api_id(), 100)) == {"sold_by": ["This record does not exist, or is not available to you"]}
    made = create(world, "oos", sold_by=[{"employee": one, "weight": 60}, {"employee": other, "weight": 40}])
    assert {seller["employee"]["api_id"]: seller["weight"] for seller in made["sold_by"]} == {one: 60, other: 40}


REFERENCES = ("client", "account_manager", "project_manager", "team", "parent_project", "deal")


@pytest.mark.parametrize("name", REFERENCES)
def test_unknown_reference_returns_422(world: World, admin: Browser, name: str):
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, "oos", **{name: new_api_id()}))
    assert response.json()["errors"] == {name: ["This record does not exist, or is not available to you"]}


def test_former_employee_and_archived_team_cannot_be_assigned(world: World, admin: Browser):
    with world.database.write() as session:
        former = make_employee(session, status="left").api_id
        team = make_team(session, archived_at=NOON).api_id
    with assert_unchanged(world.database):
        for fields in ({"project_manager": former}, {"members": [former]}, {"team": team}):
            assert list(admin.post(PATH, body(world, "fixed", **fields)).json()["errors"]) == list(fields)


def test_parent_must_be_another_project_of_the_client(world: World, admin: Browser):
    parent, elsewhere = create(world, "retainer"), world.project("admin", "own")
    assert create(world, "oos", parent_project=parent["api_id"])["parent_project"]["api_id"] == parent["api_id"]
    made = create(world, "oos")
    with assert_unchanged(world.database):
        other = admin.post(PATH, body(world, "oos", parent_project=elsewhere))
        itself = admin.patch(f"{PATH}/{made['api_id']}", {"parent_project": made["api_id"]})
    assert other.json()["errors"] == {"parent_project": ["The parent project must belong to the same client"]}
    assert itself.json()["errors"] == {"parent_project": ["A project cannot be its own parent"]}


def test_deal_becomes_only_one_project(world: World, admin: Browser):
    deal = world.deal("admin", "own")
    made = create(world, deal=deal)
    assert (made["deal"]["api_id"], made["links"][0]["service"]) == (deal, "hubspot")
    with assert_unchanged(world.database):
        response = admin.post(PATH, body(world, "fixed", deal=deal))
    assert response.json()["errors"] == {"deal": ["A project already exists for this deal"]}


def _make_teamwork_project(world: World, *minutes: int, **entry: Any) -> str:
    external_id = new_api_id()
    with world.database.write() as session:
        session.add(TeamworkProject(external_id=external_id, name="Refonte", synced_at=SYNCED))
        for number in minutes:
            make_time(session, teamwork_project_id=external_id, minutes=number, **entry)
    return external_id


def test_hours_come_from_teamwork_and_are_rounded_once(world: World, admin: Browser):
    made = create(world, teamwork_project_id=_make_teamwork_project(world, 20, 20, 20, 50, 1))
    assert made["hours_logged"] == "1.85"
    assert made["links"][0]["service"] == "teamwork"
    deleted_hours = create(world, teamwork_project_id=_make_teamwork_project(world, 60, deleted_at=NOON))
    assert deleted_hours["hours_logged"] == "0.00"


def test_teamwork_project_must_exist_and_be_unlinked(world: World, admin: Browser):
    linked = create(world, teamwork_project_id=_make_teamwork_project(world))["links"][0]["external_id"]
    other = create(world)
    for external_id, words in (
        (linked, "This value is already in use"),
        ("999", "This record does not exist, or is not available to you"),
    ):
        with assert_unchanged(world.database):
            created = admin.post(PATH, body(world, "fixed", teamwork_project_id=external_id))
            patched = admin.patch(f"{PATH}/{other['api_id']}", {"teamwork_project_id": external_id})
        assert created.json()["errors"] == patched.json()["errors"] == {"teamwork_project_id": [words]}


TRANSITIONS = {
    "draft": {"active", "cancelled"},
    "active": {"on_hold", "completed", "cancelled"},
    "on_hold": {"active", "completed", "cancelled"},
    "completed": {"active"},
    "cancelled": {"draft"},
    "ended": {"active"},
    "churned": set(),
}


@pytest.mark.parametrize("kind", ["fixed", "retainer"])
@pytest.mark.parametrize("before", TRANSITIONS)
def test_status_transitions(world: World, admin: Browser, kind: str, before: str):
    fee = {"monthly_fee": "100.00"} if kind == "retainer" else {}
    allowed = {"ended" if kind == "retainer" and status == "completed" else status for status in TRANSITIONS[before]}
    for after in TRANSITIONS:
        api_id = world.project("admin", "own", kind=kind, status=before, **fee)
        response = admin.patch(f"{PATH}/{api_id}", {"status": after})
        expected = 200 if after in allowed | {before} else 422
        assert response.status_code == expected, (after, response.text)
        now = admin.get(f"{PATH}/{api_id}").json()["data"]["status"]
        assert now == (after if expected == 200 else before)


def test_fee_has_a_history_and_todays_is_shown(world: World, admin: Browser):
    made = create(world, "retainer", start_on="2026-01-01", monthly_fee="1000.00")
    path = f"{PATH}/{made['api_id']}"
    admin.patch(path, {"monthly_fee": "1100.00", "fee_starts_on": "2026-06-01", "fee_reason": "Indexation"})
    later = admin.patch(path, {"monthly_fee": "1200.00", "fee_starts_on": "2027-01-01"}).json()["data"]
    assert later["monthly_fee"] == _money("1100.00")
    assert [(fee["amount"]["amount"], fee["starts_on"], fee["reason"]) for fee in later["fees"]] == [
        ("1000.00", "2026-01-01", None),
        ("1100.00", "2026-06-01", "Indexation"),
        ("1200.00", "2027-01-01", None),
    ]
    corrected = admin.patch(path, {"monthly_fee": "1150.00", "fee_starts_on": "2026-06-01"}).json()["data"]
    assert [fee["amount"]["amount"] for fee in corrected["fees"]] == ["1000.00", "1150.00", "1200.00"]
    today = admin.patch(path, {"monthly_fee": "1175.00"}).json()["data"]
    assert (today["monthly_fee"], len(today["fees"])) == (_money("1175.00"), 4)


def test_changing_the_kind_clears_fields_of_the_old_one(world: World, admin: Browser):
    made = create(world, "retainer", **RETAINER)
    with assert_unchanged(world.database):
        lacking = admin.patch(f"{PATH}/{made['api_id']}", {"kind": "fixed"})
    assert lacking.json()["errors"] == {"amount": ["Required for this kind of project"]}
    changed = admin.patch(f"{PATH}/{made['api_id']}", {"kind": "fixed", "amount": "900.00"}).json()["data"]
    assert (changed["kind"], changed["amount"], changed["fees"]) == ("fixed", _money("900.00"), [])
    assert [changed[name] for name in ("monthly_fee", *RETAINER)] == [None] * (len(RETAINER) + 1)


def test_churned_project_cannot_change_kind_or_currency(world: World, admin: Browser):
    api_id = world.project("admin", "own", status="churned", monthly_fee="100.00", kind="retainer")
    for fields in ({"kind": "fixed", "amount": "1.00"}, {"currency": "EUR"}):
        with assert_unchanged(world.database):
            response = admin.patch(f"{PATH}/{api_id}", fields)
        assert list(response.json()["errors"]) == [next(iter(fields))]


@pytest.mark.parametrize("kind", KINDS)
def test_change_affects_only_sent_fields_and_increments_the_version(world: World, admin: Browser, kind: str):
    made = create(world, kind, members=[_employee(world)])
    changed = admin.patch(f"{PATH}/{made['api_id']}", {"tags": ["a"], "version": 1}).json()["data"]
    assert {name for name in made if made[name] != changed[name]} == {"tags", "version", "updated_at"}
    again = admin.patch(f"{PATH}/{made['api_id']}", {"members": [], "version": changed["version"]})
    assert again.json()["data"]["members"] == []
    assert again.json()["data"]["version"] == changed["version"] + 1


def test_outdated_version_returns_409_with_both_values(world: World, admin: Browser):
    made = create(world, "retainer", members=[])
    path, member = f"{PATH}/{made['api_id']}", _employee(world)
    admin.patch(path, {"monthly_fee": "5000.00", "end_on": "2027-01-31", "version": 1})
    yours = {"monthly_fee": "4500.00", "end_on": "2027-02-28", "members": [member], "tags": [], "version": 1}
    with assert_unchanged(world.database):
        response = admin.patch(path, yours)
    assert response.status_code == 409
    assert response.json()["conflicts"] == {
        "monthly_fee": {"theirs": "5000.00", "yours": "4500.00"},
        "end_on": {"theirs": "2027-01-31", "yours": "2027-02-28"},
        "members": {"theirs": [], "yours": [member]},
    }
    assert admin.patch(path, yours | {"version": response.json()["version"]}).status_code == 200


@pytest.mark.parametrize("status", ["active", "on_hold"])
def test_ongoing_project_cannot_be_archived(world: World, admin: Browser, status: str):
    api_id = world.project("admin", "own", status=status)
    with assert_unchanged(world.database):
        response = admin.post("/api/v1/archived-projects/", {"project": api_id})
    assert (response.status_code, response.json()["code"]) == (422, "project_active")


def test_project_is_archived_and_restored(world: World, admin: Browser):
    api_id = world.project("admin", "own", status="completed")
    away = admin.post("/api/v1/archived-projects/", {"project": api_id})
    assert (away.status_code, away.json()["data"]["archived_at"] is None) == (201, False)
    listed = {kind: _ids(admin, f"archived={kind}") for kind in ("exclude", "only", "include")}
    assert [api_id in listed[kind] for kind in listed] == [False, True, True]
    assert admin.delete(f"/api/v1/archived-projects/{api_id}/").status_code == 204
    assert admin.get(f"{PATH}/{api_id}").json()["data"]["archived_at"] is None


def _ids(browser: Browser, query: str) -> set[str]:
    return {row["api_id"] for row in browser.get(f"{PATH}?per_page=100&{query}").json()["data"]}


def test_only_an_unreferenced_draft_can_be_deleted(world: World, admin: Browser):
    with world.database.write() as session:
        client = make_client(session)
    billed = world.project("admin", "own", client_id=client.id)
    worked = create(world, teamwork_project_id=_make_teamwork_project(world, 15))["api_id"]
    parent = create(world, "retainer")["api_id"]
    create(world, "oos", parent_project=parent)
    with world.database.write() as session:
        key = session.execute(select(Project.id).where(Project.api_id == billed)).scalar_one()
        make_invoice(session, client_id=client.id, project_id=key)
    reasons = {
        world.project("admin", "own", status="active"): "is no longer a draft",
        worked: "has logged hours",
        parent: "has out-of-scope work",
        billed: "has invoices",
    }
    for api_id, reason in reasons.items():
        with assert_unchanged(world.database):
            response = admin.delete(f"{PATH}/{api_id}")
        assert (response.status_code, response.json().get("code")) == (422, "project_in_use")
        assert response.json()["message"] == f"This project cannot be deleted: it {reason}. Archive it instead."
    draft = create(world, "oos", members=[_employee(world)])
    assert "delete" in draft["can"]
    assert admin.delete(f"{PATH}/{draft['api_id']}").status_code == 204
    assert admin.get(f"{PATH}/{draft['api_id']}").status_code == 404


@pytest.mark.parametrize("column", ["admin", "financial_manager", "account_manager", "churn_manager", "employee"])
@pytest.mark.parametrize("target", ["own", "leads", "works_on", "other", "archived"])
@pytest.mark.parametrize("status", ["draft", "active"])
def test_can_lists_exactly_the_allowed_actions(world: World, column: str, target: str, status: str):
    if (target, status) == ("archived", "active"):
        return
    api_id, browser = world.project(column, target, status=status), world.browser(column)
    response = browser.get(f"{PATH}/{api_id}")
    if response.status_code == 404:
        return
    calls = {
        "edit": browser.patch(f"{PATH}/{api_id}", {"tags": ["a"]}),
        "edit_billing": browser.patch(f"{PATH}/{api_id}", {"end_on": "2027-01-31"}),
    }
    if target == "archived":
        calls["unarchive"] = browser.delete(f"/api/v1/archived-projects/{api_id}")
    else:
        calls["archive"] = browser.post("/api/v1/archived-projects", {"project": api_id})
    calls["delete"] = browser.delete(f"{PATH}/{api_id}")
    assert {name for name, call in calls.items() if call.status_code < 300} == set(response.json()["data"]["can"])


def test_account_manager_cannot_use_the_deal_of_another(world: World):
    sent = body(world, "fixed", deal=world.deal("account_manager", "other"))
    with assert_unchanged(world.database):
        response = world.browser("account_manager").post(PATH, sent)
    assert list(response.json()["errors"]) == ["deal"]
    with world.database.write() as session:
        mine = make_deal(session, account_manager_id=world.people["account_manager"].user.id).api_id
    assert world.browser("account_manager").post(PATH, body(world, "fixed", deal=mine)).status_code == 201


def test_new_project_starts_with_the_organizations_defaults(world: World, admin: Browser):
    settings = {"counted_hours": "billable", "rollover": "surplus", "rollover_cap_hours": "12.50"}
    assert admin.post("/api/v1/settings", settings).status_code == 200
    defaults = world.browser("account_manager").get("/api/v1/project-defaults").json()["data"]
    assert defaults == {**settings, "rollover_expiry_months": None}
    retainer, fixed = create(world, "retainer"), create(world, "fixed")
    assert {name: retainer[name] for name in settings} == settings
    assert (fixed["counted_hours"], fixed["rollover"]) == ("billable", None)
    own = create(world, "retainer", counted_hours="all", rollover="none", rollover_cap_hours=None)
    assert (own["counted_hours"], own["rollover"], own["rollover_cap_hours"]) == ("all", "none", None)
