"""Tests that the client of a project can be corrected until something belongs to it."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy.orm import Session

from regie.domains.records.projects.models import Project, ProjectSeller
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
from tests.factories.churns import make_churn
from tests.factories.oos_sales import make_approval, make_oos_sale
from tests.factories.people import make_employee
from tests.factories.work import make_client, make_deal, make_project
from tests.factories.world import World, assert_unchanged

PATH = "/api/v1/projects"
_EXTRA = {"kind": "oos", "amount": Decimal(500), "sold_on": date(2026, 11, 2)}


@pytest.fixture
def admin(own_world: World) -> Browser:
    return own_world.browser("admin")


def _churn(session: Session, project: Project) -> None:
    make_churn(session, project)


def _decide(session: Session, project: Project) -> None:
    session.add(ProjectSeller(project_id=project.id, employee_id=make_employee(session).id, weight=100))
    make_approval(session, project)


def _sell_extra(session: Session, project: Project) -> None:
    make_oos_sale(session, client_id=project.client_id, parent_project_id=project.id)


def _other_client(world: World, **fields: Any) -> str:
    with world.database.write() as session:
        return make_client(session, **fields).api_id


@pytest.mark.parametrize(
    ("trace", "tie", "fields"),
    [
        pytest.param(close_month, "closed_month", {}, id="closed month"),
        pytest.param(add_invoice, "invoice", {}, id="invoice"),
        pytest.param(decide_payment, "payment", {}, id="payment"),
        pytest.param(log_hours, "hours", {}, id="hours"),
        pytest.param(_churn, "churn", {}, id="churn"),
        pytest.param(_sell_extra, "extra_work", {}, id="out-of-scope work"),
        pytest.param(_decide, "approval", _EXTRA, id="approval"),
    ],
)
def test_client_is_fixed(own_world: World, admin: Browser, trace: Trace, tie: str, fields: dict[str, Any]):
    project, other = make_traced(own_world, trace, **fields), _other_client(own_world)
    assert admin.get(f"{PATH}/{project}").json()["data"]["client_fixed_by"] == tie
    for locale in ("en-us", "fr-ca"):
        with assert_unchanged(own_world.database):
            response = admin.patch(f"{PATH}/{project}", {"client": other}, headers={"X-Api-Locale": locale})
        assert (response.status_code, list(response.json()["errors"])) == (422, ["client"]), response.text
    assert response.json()["errors"]["client"][0].startswith("Non modifiable, car")


def test_client_can_be_corrected_before(own_world: World, admin: Browser):
    project, other = make_traced(own_world, plan_payment), _other_client(own_world, name="Brasserie")
    assert admin.get(f"{PATH}/{project}").json()["data"]["client_fixed_by"] is None
    response = admin.patch(f"{PATH}/{project}", {"client": other})
    assert response.status_code == 200, response.text
    assert response.json()["data"]["client"]["name"] == "Brasserie"
    (listed,) = admin.get(f"{PATH}?client={other}").json()["data"]
    assert listed["api_id"] == project
    assert admin.get(f"/api/v1/clients/{other}").json()["data"]["mrr"]["amount"] == "1000.00"


@pytest.mark.parametrize("bad", ["", "0197a2c4-0000-7000-8000-000000000009"])
def test_unknown_client_is_refused(own_world: World, admin: Browser, bad: str):
    project = make_traced(own_world)
    with assert_unchanged(own_world.database):
        response = admin.patch(f"{PATH}/{project}", {"client": bad})
    assert (response.status_code, list(response.json()["errors"])) == (422, ["client"])


def test_deal_of_another_client_stays_with_its_client(own_world: World, admin: Browser):
    with own_world.database.write() as session:
        client = make_client(session)
        deal = make_deal(session, client_id=client.id)
        project = make_project(session, client_id=client.id, deal_id=deal.id).api_id
    other = _other_client(own_world)
    with assert_unchanged(own_world.database):
        response = admin.patch(f"{PATH}/{project}", {"client": other})
    assert list(response.json()["errors"]) == ["client"]
