"""External costs of projects: entering, changing, refusing, listing, and who sees them."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.browser import Browser
from tests.conftest import NOON
from tests.factories.months import make_closed_month
from tests.factories.project_costs import make_cost
from tests.factories.work import make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/project-costs"
BODY: dict[str, Any] = {
    "incurred_on": "2026-11-03",
    "amount": "320.50",
    "currency": "USD",
    "description": "Traduction",
    "supplier": "Agence Babel",
}


@pytest.fixture
def project(world: World) -> str:
    with world.database.write() as session:
        return make_project(session, status="draft").api_id


@pytest.fixture
def finance(world: World) -> Browser:
    return world.browser("financial_manager")


def create(browser: Browser, project: str, **fields: Any) -> dict[str, Any]:
    answer = browser.post(PATH, {"project": project, **BODY, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def test_cost_in_another_currency_is_stored_changed_and_deleted(finance: Browser, project: str):
    cost = create(finance, project)
    assert cost["amount"] == {"amount": "320.50", "currency": "USD"}
    assert (cost["description"], cost["supplier"], cost["project"]["api_id"]) == ("Traduction", "Agence Babel", project)
    changed = finance.patch(f"{PATH}/{cost['api_id']}", {"amount": "300.00", "supplier": "", "version": 1})
    assert (changed.json()["data"]["amount"]["amount"], changed.json()["data"]["supplier"]) == ("300.00", None)
    conflict = finance.patch(f"{PATH}/{cost['api_id']}", {"amount": "310.00", "version": 1})
    assert conflict.status_code == 409
    assert conflict.json()["conflicts"] == {"amount": {"theirs": "300.00", "yours": "310.00"}}
    assert finance.delete(f"{PATH}/{cost['api_id']}").status_code == 204
    assert finance.get(f"{PATH}/{cost['api_id']}").status_code == 404


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amount", "-1.00"), ("amount", "0.00"), ("amount", 320), ("currency", "XXX"), ("incurred_on", "2026-13-01"),
        ("incurred_on", "2026-11-21"),
        ("description", ""), ("incurred_on", None), ("description", None), ("amount", None), ("currency", None),
    ],
)  # fmt: skip
def test_bad_input_is_refused(world: World, finance: Browser, project: str, field: str, value: object):
    cost = create(finance, project)
    with assert_unchanged(world.database):
        for answer in (
            finance.post(PATH, {"project": project, **BODY, field: value}),
            finance.patch(f"{PATH}/{cost['api_id']}", {field: value}),
        ):
            assert (answer.status_code, list(answer.json()["errors"])) == (422, [field])


def test_amount_has_no_more_decimals_than_its_currency(world: World, finance: Browser, project: str):
    cost = create(finance, project)
    with assert_unchanged(world.database):
        assert finance.post(PATH, {"project": project, **BODY, "currency": "JPY"}).status_code == 422
        # The stored amount has cents, which the new currency lacks.
        assert finance.patch(f"{PATH}/{cost['api_id']}", {"currency": "JPY"}).status_code == 422
    assert create(finance, project, currency="JPY", amount="320.00")["amount"]["amount"] == "320"


@pytest.mark.usefixtures("open_months")
def test_closed_month_is_refused(world: World, finance: Browser, project: str):
    cost = create(finance, project)
    with world.database.write() as session:
        row = make_cost(session, make_project(session), incurred_on=date(2026, 9, 30))
        closed = row.api_id
        make_closed_month(session, world.stranger.id, "2026-09", closed_at=NOON)
    with assert_unchanged(world.database):
        answers = [
            finance.post(PATH, {"project": project, **BODY, "incurred_on": "2026-09-01"}),
            finance.patch(f"{PATH}/{cost['api_id']}", {"incurred_on": "2026-09-30"}),
            finance.patch(f"{PATH}/{closed}", {"incurred_on": "2026-10-01"}),
            finance.patch(f"{PATH}/{closed}", {"amount": "1.00"}),
            finance.delete(f"{PATH}/{closed}"),
        ]
        assert [(one.status_code, one.json()["code"]) for one in answers] == [(409, "month_closed")] * 5


def test_project_with_costs_cannot_be_deleted(world: World, admin: Browser, finance: Browser, project: str):
    create(finance, project)
    with assert_unchanged(world.database):
        answer = admin.delete(f"/api/v1/projects/{project}")
    assert answer.status_code == 422
    assert "it has external costs" in answer.json()["message"]


def test_list_filters_searches_and_sorts_by_value(world: World, finance: Browser):
    with world.database.write() as session:
        project = make_project(session)
        make_cost(session, project, incurred_on=date(2026, 10, 2), amount=Decimal("90.00"))
        make_cost(session, project, description="Voix hors champ", supplier=None)
        api_id = project.api_id
    listed = finance.get(f"{PATH}?project={api_id}&sort=amount").json()["data"]
    assert [row["amount"]["amount"] for row in listed] == ["90.00", "250.00"]
    november = finance.get(f"{PATH}?project={api_id}&incurred_from=2026-11-01&incurred_to=2026-11-30").json()["data"]
    assert [row["description"] for row in november] == ["Voix hors champ"]
    assert len(finance.get(f"{PATH}?project={api_id}&search=lumen").json()["data"]) == 1
    assert finance.get(f"{PATH}?project={api_id}&currency=USD").json()["data"] == []


def test_log_shows_costs_to_finance_and_not_to_account_managers(world: World, finance: Browser):
    own = world.project("account_manager", "own")
    cost = create(finance, own)
    entries = finance.get(f"/api/v1/activity?subject={cost['api_id']}").json()["data"]
    assert [(entry["action"], entry["subject_type"], entry["subject"]) for entry in entries] == [
        ("created", "project_cost", "Traduction")
    ]
    seen = world.browser("account_manager").get("/api/v1/activity?per_page=100").json()["data"]
    assert not [entry for entry in seen if entry["subject_type"] == "project_cost"]
