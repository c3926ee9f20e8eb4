"""Terms that contradict a retainer's days are refused in its form, its history and as a churn, in both languages."""

from datetime import date
from typing import Any

import pytest

from tests.access.churns import CHURN
from tests.browser import Browser
from tests.domains.work.projects.traces import add_invoice, close_month, log_hours, make_traced
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects"
FORM = ("PATCH", f"{PATH}/{{id}}")
TERMS = ("POST", f"{PATH}/{{id}}/terms")
CHURNS = ("POST", "/api/v1/churned-projects")
FRENCH = {"X-Api-Locale": "fr-ca"}
PAUSE = {"name": "state", "state": "on_hold", "effective_from": "2026-11-23"}


@pytest.fixture
def admin(own_world: World) -> Browser:
    return own_world.browser("admin")


def _call(browser: Browser, call: tuple[str, str], project: str, body: dict[str, Any], **options: Any) -> Any:
    method, path = call
    sent = CHURN | body | {"project": project} if call is CHURNS else body
    send = browser.patch if method == "PATCH" else browser.post
    return send(path.format(id=project), sent, **options)


BAD: dict[str, tuple[tuple[str, str], dict[str, Any], str]] = {
    "fee-before-the-start": (FORM, {"monthly_fee": "900.00", "fee_starts_on": "2026-02-27"}, "fee_starts_on"),
    "fee-before-a-later-start": (
        FORM, {"start_on": "2026-03-10", "monthly_fee": "900.00", "fee_starts_on": "2026-03-05"}, "fee_starts_on",
    ),
    "start-after-a-pause": (FORM, {"start_on": "2026-11-23"}, "start_on"),
    "end-before-the-start": (FORM, {"end_on": "2026-02-01"}, "end_on"),
    "end-before-hours": (FORM, {"end_on": "2026-11-01"}, "end_on"),
    "term-before-the-start": (TERMS, {**PAUSE, "effective_from": "2026-02-27"}, "effective_from"),
    "two-terms-on-one-day": (TERMS, {**PAUSE, "state": "active"}, "effective_from"),
    "pause-in-a-pause": (TERMS, {**PAUSE, "effective_from": "2026-11-25"}, "effective_from"),
    "end-before-hours-in-the-history": (
        TERMS, {"name": "state", "state": "ended", "effective_from": "2026-11-02"}, "effective_from",
    ),
    "churn-before-the-start": (CHURNS, {"effective_on": "2026-02-27"}, "effective_on"),
    "churn-before-hours": (CHURNS, {"effective_on": "2026-11-01"}, "effective_on"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_contradictory_terms_are_refused(own_world: World, admin: Browser, name: str):
    call, body, field = BAD[name]
    project = make_traced(own_world, log_hours)
    assert admin.post(f"{PATH}/{project}/terms", PAUSE).status_code == 201
    with assert_unchanged(own_world.database):
        english, french = (_call(admin, call, project, body, headers=words) for words in ({}, FRENCH))
    assert english.status_code == french.status_code == 422, english.text
    assert list(english.json()["errors"]) == [field]
    assert english.json()["errors"] != french.json()["errors"]


@pytest.mark.parametrize(
    ("call", "body"),
    [
        (FORM, {"monthly_fee": "900.00", "fee_starts_on": "2026-10-15"}),
        (FORM, {"end_on": "2026-10-15"}),
        (TERMS, {**PAUSE, "effective_from": "2026-10-15"}),
        (CHURNS, {"effective_on": "2026-10-15"}),
    ],
    ids=["fee", "end", "pause", "churn"],
)
def test_terms_of_a_closed_month_are_refused(
    own_world: World, admin: Browser, call: tuple[str, str], body: dict[str, Any]
):
    project = make_traced(own_world, close_month)
    with assert_unchanged(own_world.database):
        english, french = (_call(admin, call, project, body, headers=words) for words in ({}, FRENCH))
    for refused in (english, french):
        assert (refused.status_code, refused.json()["code"], refused.json()["month"]) == (
            409, "month_closed", "2026-10-01",
        )  # fmt: skip
    assert english.json()["message"].startswith("October 2026 is closed")
    assert french.json()["message"] != english.json()["message"]


def test_currency_after_an_invoice_is_refused(own_world: World, admin: Browser):
    project = make_traced(own_world, add_invoice)
    with assert_unchanged(own_world.database):
        english, french = (_call(admin, FORM, project, {"currency": "USD"}, headers=words) for words in ({}, FRENCH))
    assert (english.status_code, english.json()["code"]) == (422, "project_terms_fixed")
    assert english.json()["errors"]["currency"] != french.json()["errors"]["currency"]


def test_new_retainer_with_a_fee_before_its_start_is_refused(own_world: World, admin: Browser):
    existing = admin.get(f"{PATH}/{make_traced(own_world)}").json()["data"]
    sent = {
        "name": "Nouveau", "client": existing["client"]["api_id"], "currency": "CAD", "kind": "retainer",
        "account_manager": existing["account_manager"]["api_id"], "status": "active", "monthly_fee": "500.00",
        "start_on": "2026-11-02", "fee_starts_on": "2026-11-01",
    }  # fmt: skip
    with assert_unchanged(own_world.database):
        refused = admin.post(PATH, sent)
    expected = {"fee_starts_on": ["The retainer starts on November 2, 2026. Choose a later day"]}
    assert (refused.status_code, refused.json()["errors"]) == (422, expected)
    assert admin.post(PATH, {**sent, "fee_starts_on": "2026-11-02"}).status_code == 201


@pytest.mark.parametrize("day", ["2026-02-16", "2026-04-01"])
def test_first_fee_begins_with_the_retainer(own_world: World, admin: Browser, day: str):
    project = make_traced(own_world)
    assert admin.patch(f"{PATH}/{project}", {"start_on": day}).status_code == 200
    terms = admin.get(f"{PATH}/{project}/terms").json()["data"]["terms"]
    assert [(term["effective_from"], term["is_first"]) for term in terms if term["name"] == "fee"] == [(day, True)]


@pytest.mark.parametrize("call", [FORM, TERMS], ids=["form", "history"])
def test_of_two_people_who_change_terms_one_is_refused(own_world: World, admin: Browser, call: tuple[str, str]):
    project = make_traced(own_world)
    version = admin.get(f"{PATH}/{project}").json()["data"]["version"]
    fees = [
        {"monthly_fee": fee} if call is FORM else {"name": "fee", "amount": fee, "effective_from": str(day)}
        for fee, day in (("900.00", date(2026, 12, 1)), ("950.00", date(2026, 12, 2)))
    ]
    assert _call(admin, call, project, fees[0] | {"version": version}).status_code in (200, 201)
    other = own_world.browser("super_admin")
    with assert_unchanged(own_world.database):
        refused = _call(other, call, project, fees[1] | {"version": version})
    assert (refused.status_code, refused.json()["code"]) == (409, "changed")


def test_draft_does_not_begin_after_its_second_fee(own_world: World, admin: Browser):
    with own_world.database.write() as session:
        project = make_project(session, status="draft", start_on=date(2026, 12, 1), monthly_fee="1000.00").api_id
    second = {"monthly_fee": "2000.00", "fee_starts_on": "2027-01-01"}
    assert _call(admin, FORM, project, second).status_code == 200
    for body in ({"start_on": "2027-02-01"}, {"start_on": "2027-02-01", "status": "active"}):
        with assert_unchanged(own_world.database):
            refused = _call(admin, FORM, project, body)
        assert (refused.status_code, list(refused.json()["errors"])) == (422, ["start_on"])
    assert _call(admin, FORM, project, {"start_on": "2026-12-20"}).status_code == 200


def test_fee_of_a_form_says_who_recorded_it(own_world: World, admin: Browser):
    with own_world.database.write() as session:
        project = make_project(session, start_on=date(2026, 3, 2), monthly_fee="700.00").api_id
    raised = {"monthly_fee": "900.00", "fee_starts_on": "2027-01-01", "fee_reason": "Indexation"}
    assert _call(admin, FORM, project, raised).status_code == 200
    (fee,) = [
        one
        for one in admin.get(f"{PATH}/{project}/terms").json()["data"]["terms"]
        if one["effective_from"] == "2027-01-01"
    ]
    assert (fee["recorded_by"]["api_id"], fee["reason"]) == (admin.user.api_id, "Indexation")
    assert fee["recorded_at"] is not None


def test_second_fee_of_a_named_day_is_refused(own_world: World, admin: Browser):
    """A term is corrected by name; the form never overwrites it. Naming no day corrects the fee of today."""
    with own_world.database.write() as session:
        project = make_project(session, start_on=date(2026, 3, 2), monthly_fee="700.00").api_id
    raised = {"monthly_fee": "900.00", "fee_starts_on": "2027-01-01", "fee_reason": "Indexation"}
    assert _call(admin, FORM, project, raised).status_code == 200
    super_admin = own_world.browser("super_admin")
    with assert_unchanged(own_world.database):
        refused = _call(super_admin, FORM, project, {**raised, "monthly_fee": "950.00"})
    assert (refused.status_code, list(refused.json()["errors"])) == (422, ["fee_starts_on"])
    assert _call(super_admin, FORM, project, {**raised, "fee_reason": "Autre"}).status_code == 200
    for fee in ("800.00", "810.00"):
        assert _call(super_admin, FORM, project, {"monthly_fee": fee}).status_code == 200
    terms = admin.get(f"{PATH}/{project}/terms").json()["data"]["terms"]
    fees = [
        (one["amount"]["amount"], one["reason"], one["recorded_by"] and one["recorded_by"]["api_id"])
        for one in terms
        if one["name"] == "fee"
    ]
    assert fees == [
        ("700.00", None, None),
        ("810.00", None, super_admin.user.api_id),
        ("900.00", "Indexation", admin.user.api_id),
    ]
