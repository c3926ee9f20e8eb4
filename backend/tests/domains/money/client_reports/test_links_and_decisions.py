"""Private links: who makes and withdraws them, and the client's decision with its proof."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select

from regie.domains.people.notifications.models import Notification
from regie.domains.records.projects.models import OosApproval, Project
from regie.domains.records.report_links.models import ReportLink
from tests.conftest import NOON
from tests.factories.activity import read_activity
from tests.factories.client_reports import (
    DECISIONS,
    SHARED,
    Retainer,
    decide,
    make_report_link,
    make_token,
    open_report,
    token_of,
    visitor,
)
from tests.factories.months import make_closed_month
from tests.factories.world import World, assert_unchanged


def _links(world: World, retainer: Retainer, column: str = "account_manager") -> list[dict[str, Any]]:
    return world.browser(column).get(retainer.links).json()["data"]["links"]


def _actions(world: World, retainer: Retainer) -> list[str]:
    entries = [row for row in read_activity(world.database) if row.subject_api_id == retainer.id]
    return [row.action for row in entries if row.action.startswith("report_")]


def test_link_is_listed_without_its_token_which_is_not_stored(world: World, retainer: Retainer):
    made = make_report_link(world, retainer)
    token = token_of(made)
    assert len(token) == 43
    listed = world.browser("account_manager").get(retainer.links)
    assert token not in listed.text
    assert set(listed.json()["data"]) == {"months", "locale", "can_share", "links"}
    assert listed.json()["data"]["months"] == ["2026-11-01", "2026-10-01", "2026-09-01"]
    (link,) = listed.json()["data"]["links"]
    assert link == {name: value for name, value in made.items() if name != "url"}
    assert (link["state"], link["month"], link["last_opened_at"]) == ("active", "2026-10-01", None)
    with world.database.read() as db:
        row = db.execute(select(ReportLink.__table__).where(ReportLink.api_id == link["api_id"])).one()
    assert token not in str(row)
    assert not any(token in str(entry) for entry in read_activity(world.database))


def test_opening_is_recorded_and_logged_once(world: World, retainer: Retainer):
    token = make_token(world, retainer)
    for _ in range(2):
        assert open_report(world, token).status_code == 200
    assert _links(world, retainer)[0]["last_opened_at"] is not None
    assert _actions(world, retainer) == ["report_shared", "report_opened"]
    opened = read_activity(world.database, "report_opened")[-1]
    assert (opened.actor_name, opened.topic) == (None, "money")


def test_withdrawing_is_logged_once_and_named(world: World, retainer: Retainer):
    link = make_report_link(world, retainer)
    for _ in range(2):
        assert world.browser("admin").delete(f"/api/v1/report-links/{link['api_id']}").status_code == 204
    (listed,) = _links(world, retainer)
    assert (listed["state"], listed["withdrawn_by"]["name"]) == ("withdrawn", world.people["admin"].user.name)
    assert _actions(world, retainer) == ["report_shared", "report_withdrawn"]


def test_approval_has_the_clients_click_as_its_proof(world: World, retainer: Retainer):
    token = make_token(world, retainer)
    response = decide(visitor(world), token)
    assert response.status_code == 200, response.text
    (work,) = response.json()["data"]["work"]
    assert (work["state"], work["state_text"]) == ("approved", "Approuvé par Jeanne Roy le 20 novembre 2026")
    assert response.json()["data"]["may_decide"] is False
    sale = world.browser("account_manager").get(f"/api/v1/projects/{retainer.sale}/oos-sale").json()["data"]
    approval = sale["approval"]
    assert (sale["status"], sale["approved_on"]) == ("in_work", "2026-11-20")
    assert {name: approval[name] for name in ("decision", "contact_name", "decided_by", "client_address", "note")} == {
        "decision": "approved", "contact_name": "Jeanne Roy", "decided_by": None, "client_address": "203.0.113.7",
        "note": None,
    }  # fmt: skip
    assert approval["link_made_at"].startswith("2026-11-20")
    with world.database.read() as db:
        stored = db.execute(select(OosApproval.__table__).where(OosApproval.project_id == retainer.sale_key)).one()
        kinds = db.execute(
            select(Notification.user_id).where(Notification.kind == "extra_work_decided")
        ).scalars().all()  # fmt: skip
    assert stored.created_at == NOON
    assert world.people["account_manager"].user.id in kinds
    log = read_activity(world.database)
    decided = [row for row in log if row.subject_type == "oos_approval" and row.action == "created"][-1]
    assert decided.actor_name is None
    assert decided.changes["contact_name"] == [None, "Jeanne Roy"]
    assert decided.changes["client_address"] == [None, "203.0.113.7"]


def test_decline_has_an_optional_reason_and_leaves_the_work_unapproved(world: World, retainer: Retainer):
    response = decide(visitor(world, locale="en-us"), make_token(world, retainer), "declined", reason="Trop cher")
    assert response.json()["data"]["work"][0]["state_text"] == "Declined by Jeanne Roy on November 20, 2026"
    sale = world.browser("admin").get(f"/api/v1/projects/{retainer.sale}/oos-sale").json()["data"]
    assert (sale["status"], sale["approved_on"], sale["approval"]["note"]) == ("declined", None, "Trop cher")


def test_name_is_required(world: World, retainer: Retainer):
    response = decide(visitor(world), make_token(world, retainer), name="  ")
    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["name"]


def test_key_of_another_link_or_record_decides_nothing(world: World, retainer: Retainer):
    token, browser = make_token(world, retainer), visitor(world)
    other = browser.post(SHARED, {"token": make_token(world, retainer)}).json()["data"]["work"][0]["key"]
    for key in (other, retainer.sale, "0" * 32):
        body = {"token": token, "key": key, "decision": "approved", "name": "Jeanne Roy"}
        with assert_unchanged(world.database):
            response = browser.post(DECISIONS, body)
            assert (response.status_code, response.json()["code"]) == (409, "report_work_gone")


def test_second_decision_is_refused(world: World, retainer: Retainer):
    first, second = make_token(world, retainer), make_token(world, retainer, "admin")
    assert decide(visitor(world), first).status_code == 200
    refused = decide(visitor(world, locale="en-us"), first, "declined")
    assert (refused.status_code, refused.json()["code"]) == (409, "report_decided")
    assert refused.json()["message"].startswith("Someone has already decided")
    assert len(open_report(world, second).json()["data"]["work"]) == 0


def test_of_concurrent_decisions_one_wins(world: World, retainer: Retainer):
    token = make_token(world, retainer)
    key = open_report(world, token).json()["data"]["work"][0]["key"]
    browsers = [visitor(world, address=f"203.0.113.{number}") for number in range(4)]

    def send(number: int) -> tuple[int, str]:
        decision = ("approved", "declined")[number % 2]
        body = {"token": token, "key": key, "decision": decision, "name": f"Personne {number}"}
        while (response := browsers[number].post(DECISIONS, body)).status_code == 503:
            pass
        return response.status_code, response.json().get("code", "")

    with ThreadPoolExecutor(4) as threads:
        results = sorted(threads.map(send, range(4)))
    assert results == [(200, ""), *[(409, "report_decided")] * 3]
    with world.database.read() as db:
        stored = db.execute(select(OosApproval.id).where(OosApproval.project_id == retainer.sale_key)).all()
    assert len(stored) == 1


@pytest.mark.usefixtures("open_months")
def test_work_of_a_closed_month_is_refused_in_words(world: World, retainer: Retainer):
    token = make_token(world, retainer)
    with world.database.write() as session:
        admin = world.people["admin"].user.id
        make_closed_month(session, admin, "2026-11", closed_at=NOON)
    browser = visitor(world, locale="en-us")
    key = browser.post(SHARED, {"token": token}).json()["data"]["work"][0]["key"]
    body = {"token": token, "key": key, "decision": "approved", "name": "Jeanne Roy"}
    with assert_unchanged(world.database):
        refused = browser.post(DECISIONS, body)
    assert (refused.status_code, refused.json()["code"]) == (409, "report_month_closed")
    assert "November 2026" in refused.json()["message"]


def test_clients_decision_is_undone_but_never_changed(world: World, retainer: Retainer):
    decide(visitor(world), make_token(world, retainer))
    admin = world.browser("admin")
    approval = admin.get(f"/api/v1/projects/{retainer.sale}/oos-sale").json()["data"]["approval"]
    path = f"/api/v1/oos-approvals/{approval['api_id']}"
    refused = admin.patch(path, {"contact_name": "Quelqu’un d’autre", "version": approval["version"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "decided_by_client")
    assert admin.delete(f"{path}?version={approval['version']}").status_code == 204
    with world.database.read() as db:
        assert db.execute(select(Project.approved_on).where(Project.id == retainer.sale_key)).scalar_one() is None
