"""Tests of churn routes: recording, shares, validation, correction, confirmation and undoing."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from regie.core.db.ids import new_api_id
from regie.domains.records.projects.models import Project, ProjectFee
from tests.access.churns import CHURN
from tests.browser import Browser
from tests.domains.work.churns.accounts import Account, post_churn
from tests.factories.people import make_employee
from tests.factories.work import make_project, make_time
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/churned-projects"
EVENTS = "/api/v1/churn-events"


@pytest.fixture
def admin(world: World) -> Browser:
    return world.browser("admin")


def _event(browser: Browser, api_id: str) -> dict[str, Any]:
    return browser.get(f"{EVENTS}/{api_id}").json()["data"]


def _project(browser: Browser, api_id: str) -> dict[str, Any]:
    return browser.get(f"/api/v1/projects/{api_id}").json()["data"]


def test_recorded_churn_is_read_back(world: World, admin: Browser):
    account = Account(world)
    project = account.retainer(start_on=date(2026, 1, 1))
    with world.database.write() as session:
        key = session.execute(select(Project.id).where(Project.api_id == project)).scalar_one()
        session.add(ProjectFee(project_id=key, amount=Decimal("1250.50"), starts_on=date(2026, 6, 1)))
        session.add(ProjectFee(project_id=key, amount=Decimal("1900.00"), starts_on=date(2026, 12, 1)))
    extra = {"notice_on": "2026-10-01", "competitor": "Agence Boréale", "preventable": False, "initiated_by": "agency"}
    made = post_churn(admin, project, **extra)
    assert made == _event(admin, made["api_id"])
    for name, value in (CHURN | extra | {"effective_on": "2026-11-10"}).items():
        assert made[name] == value, name
    assert made["mrr_lost"] == {"amount": "1250.50", "currency": "CAD"}
    assert (made["scope"], made["tenure_months"], made["state"], made["won_back_on"]) == ("logo", 10, "recorded", None)
    assert made["client"]["name"] == account.client.name
    assert made["can"] == ["edit", "confirm", "reject"]
    (share,) = made["attribution"]
    assert (share["employee"]["api_id"], share["weight"], share["months_managed"]) == (account.employee, 100, 10)
    lost = _project(admin, project)
    assert (lost["status"], lost["end_on"]) == ("churned", "2026-11-10")
    (row,) = admin.get(f"{EVENTS}?project={project}").json()["data"]
    not_converted = dict.fromkeys(("share", "converted", "rate", "rate_on"))
    assert row == {name: made[name] for name in row if name not in not_converted} | not_converted


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        (
            {"effective_on": "2025-12-31"},
            "effective_on",
            "The last day cannot be before the retainer started, on January 1, 2026",
        ),
        ({"notice_on": "2026-11-11"}, "notice_on", "The notice cannot be after the last day"),
        ({"reason": "boredom"}, "reason", None),
        ({"note": "  "}, "note", None),
        ({"preventable": None}, "preventable", None),
        ({"initiated_by": "unknown"}, "initiated_by", "Choose one of: client, agency"),
        ({"attribution": []}, "attribution", "The field is required"),
    ],
)
def test_wrong_field_returns_422_and_stores_nothing(
    world: World, admin: Browser, fields: dict[str, Any], name: str, words: str | None
):
    project = Account(world).retainer()
    with assert_unchanged(world.database):
        response = admin.post(PATH, CHURN | {"project": project} | fields)
    assert response.status_code == 422
    assert list(response.json()["errors"]) == [name]
    assert words is None or response.json()["errors"][name] == [words]


def test_shares_must_add_up_to_100_without_repetition(world: World, admin: Browser):
    account = Account(world)
    project = account.retainer("1000.01")
    with world.database.write() as session:
        other, third = make_employee(session, status="left").api_id, make_employee(session).api_id

    def post_shares(*shares: tuple[str, int]) -> dict[str, Any]:
        sent = [{"employee": employee, "weight": weight} for employee, weight in shares]
        with assert_unchanged(world.database):
            response = admin.post(PATH, CHURN | {"project": project, "attribution": sent})
        assert response.status_code == 422
        return response.json()["errors"]

    assert post_shares((other, 60), (third, 39)) == {"attribution": ["The shares must add up to 100"]}
    assert post_shares((other, 50), (other, 50)) == {"attribution": ["The same person appears twice"]}
    assert post_shares((new_api_id(), 100)) == {
        "attribution": ["This record does not exist, or is not available to you"]
    }
    shares = [(other, 33), (third, 33), (account.employee, 34)]
    sent = [{"employee": employee, "weight": weight} for employee, weight in shares]
    event = post_churn(admin, project, attribution=sent)
    shares_listed = admin.get(f"/api/v1/employee-churns?project={project}").json()["data"]
    assert {part["employee"]["api_id"]: part["weight"] for part in shares_listed} == dict(shares)
    assert sum(Decimal(part["mrr_share"]["amount"]) for part in shares_listed) == Decimal("1000.01")
    assert {part["churn_event"] for part in shares_listed} == {event["api_id"]}
    one = admin.get(f"/api/v1/employee-churns/{shares_listed[0]['api_id']}").json()["data"]
    assert one == shares_listed[0]
    assert [row["project"]["api_id"] for row in admin.get(f"{EVENTS}?employee={other}").json()["data"]] == [project]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "fixed"}, "churn_only_retainers"),
        ({"monthly_fee": "900.00", "status": "draft"}, "churn_not_running"),
        ({"monthly_fee": "900.00", "status": "ended", "end_on": date(2026, 10, 1)}, "churn_not_running"),
        ({"monthly_fee": "900.00", "status": "churned", "end_on": date(2026, 10, 1)}, "churn_already"),
    ],
)
def test_only_a_running_retainer_can_churn(world: World, admin: Browser, fields: dict[str, Any], code: str):
    with world.database.write() as session:
        project = make_project(session, **fields).api_id
    with assert_unchanged(world.database):
        response = admin.post(PATH, CHURN | {"project": project})
    assert (response.status_code, response.json()["code"]) == (422, code)
    assert list(response.json()["errors"]) == ["project"]
    assert admin.get(f"/api/v1/churn-proposals/{project}").status_code == 422


def test_second_churn_of_a_retainer_returns_422(world: World, admin: Browser):
    project = Account(world).retainer()
    post_churn(admin, project)
    with assert_unchanged(world.database):
        again = admin.post(PATH, CHURN | {"project": project})
    assert (again.status_code, again.json()["errors"]) == (422, {"project": ["This retainer has already churned"]})


def test_last_day_cannot_be_after_a_known_end(world: World, admin: Browser):
    project = Account(world).retainer(end_on=date(2026, 12, 31))
    with assert_unchanged(world.database):
        response = admin.post(PATH, CHURN | {"project": project, "effective_on": "2027-01-01"})
    words = "The retainer ends on December 31, 2026. The last day cannot be later"
    assert response.json()["errors"] == {"effective_on": [words]}
    post_churn(admin, project, "2026-12-31")


def test_undoing_in_the_same_month_restores_the_project(world: World, admin: Browser):
    project = Account(world).retainer(status="on_hold", end_on=date(2026, 12, 31))
    event = post_churn(admin, project)
    assert admin.delete(f"{PATH}/{project}").status_code == 204
    after, restored = _event(admin, event["api_id"]), _project(admin, project)
    assert (after["state"], after["won_back_on"], after["can"]) == ("voided", None, [])
    assert (restored["status"], restored["end_on"]) == ("on_hold", "2026-12-31")
    with assert_unchanged(world.database):
        again = admin.delete(f"{PATH}/{project}")
    assert (again.status_code, again.json()["code"]) == (422, "churn_none")
    post_churn(admin, project)


def test_undoing_later_wins_the_retainer_back(world: World, admin: Browser):
    project = Account(world).retainer()
    event = post_churn(admin, project, "2026-10-31")
    assert event["can"] == ["edit", "confirm", "reject", "win_back"]
    assert admin.post("/api/v1/archived-projects", {"project": project}).status_code == 201
    assert admin.delete(f"{PATH}/{project}").status_code == 204
    after, restored = _event(admin, event["api_id"]), _project(admin, project)
    assert (after["state"], after["won_back_on"], after["scope"]) == ("won_back", "2026-11-20", "logo")
    assert (after["won_back_by"]["api_id"], after["won_back_reason"]) == (world.people["admin"].user.api_id, None)
    assert (restored["status"], restored["end_on"], restored["archived_at"]) == ("active", None, None)
    with assert_unchanged(world.database):
        early = admin.post(PATH, CHURN | {"project": project, "effective_on": "2026-11-19"})
    assert early.json()["errors"] == {
        "effective_on": ["The last day cannot be before the retainer was won back, on November 20, 2026"]
    }
    post_churn(admin, project, "2026-11-25")


def test_win_back_says_who_recorded_it_when_and_why(world: World, admin: Browser):
    project = Account(world).retainer()
    event = post_churn(admin, project, "2026-10-31")
    manager = world.browser("churn_manager")
    response = manager.post(
        f"{EVENTS}/{event['api_id']}/win-backs", {"reason": " Came back for SEO ", "version": event["version"]}
    )
    assert response.status_code == 201, response.text
    user = world.people["churn_manager"].user
    source = {
        "won_back_at": "2026-11-20T17:00:00Z",
        "won_back_by": {"api_id": user.api_id, "name": user.name},
        "won_back_reason": "Came back for SEO",
    }
    after = _event(admin, event["api_id"])
    assert {name: after[name] for name in source} == source
    assert (after["state"], after["won_back_on"], after["can"]) == ("won_back", "2026-11-20", [])
    assert _project(admin, project)["status"] == "active"
    terms = admin.get(f"/api/v1/projects/{project}/terms").json()["data"]["terms"]
    (back,) = [one for one in terms if (one["name"], one["state"]) == ("state", "active")]
    assert (back["effective_from"], back["reason"]) == ("2026-11-20", source["won_back_reason"])
    assert (back["recorded_at"], back["recorded_by"]) == (source["won_back_at"], source["won_back_by"])
    entries = admin.get(f"/api/v1/activity?subject={event['api_id']}&action=changed").json()["data"]
    logged = {change["field"]: change["after"] for change in entries[0]["changes"]}
    assert logged == {"state": "won_back", "won_back_on": "2026-11-20", "won_back_reason": source["won_back_reason"]}
    assert entries[0]["actor"]["name"] == user.name
    with assert_unchanged(world.database):
        again = admin.post(f"{EVENTS}/{event['api_id']}/win-backs", {})
    assert (again.status_code, again.json()["code"]) == (422, "churn_already_undone")


def test_retainer_is_won_back_only_after_the_month_of_its_churn(world: World, admin: Browser):
    event = post_churn(admin, Account(world).retainer())
    path = f"{EVENTS}/{event['api_id']}/win-backs"
    with assert_unchanged(world.database):
        early = admin.post(path, {"reason": "Revenu"})
        too_long = admin.post(path, {"reason": "x" * 201})
    assert (early.status_code, early.json()["code"]) == (422, "churn_not_over")
    assert early.json()["message"] == "The month of this churn is not over. Undo the churn instead."
    assert (too_long.status_code, set(too_long.json()["errors"])) == (422, {"reason"})


def test_win_back_of_a_version_that_was_changed_returns_409(world: World, admin: Browser):
    event = post_churn(admin, Account(world).retainer(), "2026-10-31")
    changed = admin.patch(f"{EVENTS}/{event['api_id']}", {"competitor": "Agence Boréale", "version": event["version"]})
    assert changed.status_code == 200, changed.text
    with assert_unchanged(world.database):
        late = admin.post(f"{EVENTS}/{event['api_id']}/win-backs", {"version": event["version"]})
    assert (late.status_code, late.json()["code"]) == (409, "changed")


@pytest.mark.parametrize(
    ("lost_on", "sent", "locked"),
    [("2026-10-31", {"currency": "EUR"}, "currency"), ("2026-10-31", {"kind": "fixed", "amount": "10.00"}, "kind"),
     ("2026-11-10", {"currency": "EUR"}, None), ("2026-11-10", {"kind": "fixed", "amount": "10.00"}, None)],
    ids=["currency after winning back", "kind after winning back", "currency after voiding", "kind after voiding"],
)  # fmt: skip
def test_churn_locks_kind_and_currency_unless_voided(
    world: World, admin: Browser, lost_on: str, sent: dict[str, Any], locked: str | None
):
    project = Account(world).retainer()
    post_churn(admin, project, lost_on)
    assert admin.delete(f"{PATH}/{project}").status_code == 204
    if locked is None:
        assert admin.patch(f"/api/v1/projects/{project}", sent).status_code == 200
        return
    with assert_unchanged(world.database):
        response = admin.patch(f"/api/v1/projects/{project}", sent)
    assert (response.status_code, list(response.json()["errors"])) == (422, [locked])


def test_future_churn_is_voided(world: World, admin: Browser):
    project = Account(world).retainer()
    event = post_churn(admin, project, "2027-02-28")
    assert event["can"] == ["edit", "confirm", "reject"]
    admin.delete(f"{PATH}/{project}")
    assert _event(admin, event["api_id"])["state"] == "voided"


def test_month_of_the_notice_counts_with_that_setting(world: World, admin: Browser):
    """The last day is in this month, the notice was given in the previous one."""
    admin.post("/api/v1/settings", {"churn_recognition": "notice"})
    project = Account(world).retainer()
    event = post_churn(admin, project, "2026-11-19", notice_on="2026-10-15")
    assert event["can"] == ["edit", "confirm", "reject", "win_back"]
    admin.delete(f"{PATH}/{project}")
    assert _event(admin, event["api_id"])["state"] == "won_back"
    other = post_churn(admin, Account(world).retainer(), "2026-11-19", notice_on="2026-11-02")
    assert other["can"] == ["edit", "confirm", "reject"]
    admin.post("/api/v1/settings", {"churn_recognition": "effective"})


def test_churn_can_be_corrected_until_confirmed(world: World, admin: Browser):
    account = Account(world)
    project = account.retainer(start_on=date(2026, 3, 1))
    with world.database.write() as session:
        other = make_employee(session).api_id
        key = session.execute(select(Project.id).where(Project.api_id == project)).scalar_one()
        session.add(ProjectFee(project_id=key, amount=Decimal("800.00"), starts_on=date(2026, 5, 1)))
    event = post_churn(admin, project, "2026-11-10")
    path = f"{EVENTS}/{event['api_id']}"
    shares = [{"employee": account.employee, "weight": 25}, {"employee": other, "weight": 75}]
    sent = {"effective_on": "2026-04-30", "reason": "competitor", "competitor": "Boréale", "attribution": shares}
    response = admin.patch(path, sent | {"version": event["version"]})
    assert response.status_code == 200, response.text
    changed = response.json()["data"]
    assert (changed["effective_on"], changed["mrr_lost"]["amount"], changed["tenure_months"]) == (
        "2026-04-30",
        "1000.00",
        2,
    )
    assert {share["employee"]["api_id"]: share["weight"] for share in changed["attribution"]} == {
        account.employee: 25,
        other: 75,
    }
    assert changed["version"] > event["version"]
    assert _project(admin, project)["end_on"] == "2026-04-30"
    with assert_unchanged(world.database):
        late = admin.patch(path, {"reason": "price", "version": event["version"]})
    assert late.status_code == 409
    assert late.json()["conflicts"] == {"reason": {"theirs": "competitor", "yours": "price"}}
    with assert_unchanged(world.database):
        assert admin.patch(path, {"note": ""}).json()["errors"] == {"note": ["The field is required"]}
        assert admin.patch(path, {"effective_on": "2026-02-28"}).status_code == 422
        stale = admin.post(f"{path}/confirmations", {"version": event["version"]})
    assert stale.status_code == 409
    confirmed = admin.post(f"{path}/confirmations", {"version": changed["version"]})
    assert (confirmed.status_code, confirmed.json()["data"]["state"]) == (201, "confirmed")
    with assert_unchanged(world.database):
        refused = admin.patch(path, {"note": "Autre"})
        assert (refused.status_code, refused.json()["code"]) == (422, "churn_not_open")


def test_last_day_of_a_churned_project_cannot_change(world: World, admin: Browser):
    project = Account(world).retainer()
    post_churn(admin, project)
    with assert_unchanged(world.database):
        response = admin.patch(f"/api/v1/projects/{project}", {"end_on": "2027-01-31"})
    assert response.json()["errors"] == {
        "end_on": ["This is defined by the churn on November 10, 2026. Undo the churn first"]
    }


def test_churn_is_logged_without_snapshots(world: World, admin: Browser):
    project = Account(world).retainer()
    event = post_churn(admin, project)
    path = f"/api/v1/activity?subject={event['api_id']}"
    (entry,) = world.browser("churn_manager").get(path).json()["data"]
    assert (entry["action"], entry["subject_type"]) == ("created", "churn")
    logged = {change["field"]: change["after"] for change in entry["changes"]}
    assert logged["reason"] == "price"
    assert logged["attribution"] == [share["employee"]["name"] + " (100 %)" for share in event["attribution"]]
    assert not {"mrr_lost", "former_status", "currency"} & set(logged)


def test_hours_without_a_project_allow_any_last_day(world: World, admin: Browser):
    project = Account(world).retainer(start_on=date(2026, 1, 1))
    with world.database.write() as session:
        make_time(session, teamwork_project_id=None, worked_on=date(2026, 11, 12))
    post_churn(admin, project, "2026-11-11")


def test_last_day_before_the_last_logged_hours_is_refused(world: World, admin: Browser):
    project = Account(world).retainer(start_on=date(2026, 1, 1), teamwork_project_id=(worked := new_api_id()))
    with world.database.write() as session:
        make_time(session, teamwork_project_id=worked, worked_on=date(2026, 11, 12))
    expected = ["Hours were logged until November 12, 2026. Choose that day or a later one as the last day"]
    with assert_unchanged(world.database):
        refused = admin.post(PATH, CHURN | {"project": project, "effective_on": "2026-11-11"})
    assert (refused.status_code, refused.json()["errors"]["effective_on"]) == (422, expected)
    made = post_churn(admin, project, "2026-11-12")
    path, early = f"{EVENTS}/{made['api_id']}", {"effective_on": "2026-11-11"}
    with assert_unchanged(world.database):
        for refused in (admin.patch(path, early), admin.post(f"{path}/confirmations", early)):
            assert (refused.status_code, refused.json()["errors"]["effective_on"]) == (422, expected)
    # Hours that are reported later change nothing.
    with world.database.write() as session:
        make_time(session, teamwork_project_id=worked, worked_on=date(2026, 11, 14))
    assert admin.patch(path, {"effective_on": "2026-11-12", "note": "Vu au téléphone"}).status_code == 200
    assert admin.post(f"{path}/confirmations", {}).status_code == 201
