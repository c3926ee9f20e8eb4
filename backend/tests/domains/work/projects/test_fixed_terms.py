"""Tests of work that has run: its currency and first day are fixed, and it is not cancelled."""

import pytest

from tests.browser import Browser
from tests.domains.work.projects.traces import (
    Trace,
    add_invoice,
    close_month,
    decide_payment,
    log_hours,
    make_traced,
    plan_payment,
)
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects"


@pytest.fixture
def admin(own_world: World) -> Browser:
    return own_world.browser("admin")


@pytest.mark.parametrize(
    ("trace", "cause"), [(close_month, "closed_month"), (add_invoice, "invoice"), (decide_payment, "payment")]
)
def test_currency_and_first_day_are_fixed(own_world: World, admin: Browser, trace: Trace, cause: str):
    project = make_traced(own_world, trace)
    assert admin.get(f"{PATH}/{project}").json()["data"]["fixed_by"] == cause
    for field, value in (("start_on", "2026-02-01"), ("currency", "USD")):
        with assert_unchanged(own_world.database):
            response = admin.patch(f"{PATH}/{project}", {field: value})
        code = response.json()["code"]
        # A change of the days of the closed month itself is refused as such.
        assert code in ("project_terms_fixed", "month_closed"), response.text
        if code == "project_terms_fixed":
            assert list(response.json()["errors"]) == [field]
            assert "create a new one" in response.json()["errors"][field][0]
    french = admin.patch(f"{PATH}/{project}", {"start_on": "2026-02-01"}, headers={"X-Api-Locale": "fr-ca"}).json()
    assert french["errors"]["start_on"][0].startswith("Non modifiable, car")


def test_currency_and_first_day_change_before(own_world: World, admin: Browser):
    project = make_traced(own_world, plan_payment, log_hours)
    assert admin.get(f"{PATH}/{project}").json()["data"]["fixed_by"] is None
    assert admin.patch(f"{PATH}/{project}", {"start_on": "2026-02-01", "currency": "USD"}).status_code == 200


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (close_month, "ran in a closed month"),
        (add_invoice, "has invoices"),
        (decide_payment, "has scheduled payments that are no longer “Planned”"),
        (log_hours, "has logged hours"),
    ],
)
def test_work_that_ran_is_not_cancelled(own_world: World, admin: Browser, trace: Trace, words: str):
    project = make_traced(own_world, trace)
    with assert_unchanged(own_world.database):
        response = admin.patch(f"{PATH}/{project}", {"status": "cancelled"})
    if trace is close_month:
        assert response.json()["code"] in ("month_closed", "retainer_ran")
        return
    assert (response.status_code, response.json()["code"]) == (422, "retainer_ran")
    expected = f"This retainer cannot be canceled: it {words}. End it, or record its churn."
    assert response.json()["message"] == expected
    assert list(response.json()["errors"]) == ["status"]


def test_other_projects_are_completed_instead(own_world: World, admin: Browser):
    project = make_traced(own_world, log_hours, monthly_fee=None)
    with assert_unchanged(own_world.database):
        response = admin.patch(f"{PATH}/{project}", {"status": "cancelled"})
    assert response.json()["message"] == ("This project cannot be canceled: it has logged hours. Complete it instead.")


def test_work_that_never_ran_is_cancelled(own_world: World, admin: Browser):
    project = make_traced(own_world, plan_payment)
    assert admin.patch(f"{PATH}/{project}", {"status": "cancelled"}).json()["data"]["status"] == "cancelled"


def test_mistaken_end_is_undone(own_world: World, admin: Browser):
    project = make_traced(own_world, log_hours)
    ended = admin.patch(f"{PATH}/{project}", {"status": "ended"}).json()["data"]
    assert (ended["status"], ended["end_on"]) == ("ended", "2026-11-20")
    removal = {"name": "state", "effective_from": "2026-11-21"}
    assert admin.post(f"{PATH}/{project}/term-removals", removal).status_code == 200
    read = admin.get(f"{PATH}/{project}").json()["data"]
    assert (read["status"], read["end_on"], read["churn"]) == ("active", None, None)
