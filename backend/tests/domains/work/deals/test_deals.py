"""Tests of deals in the form of a new project."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from regie.core.db.database import Database
from tests.browser import Browser
from tests.factories.people import make_team, make_user
from tests.factories.work import make_client, make_deal, make_project

SignIn = Callable[..., Browser]


def names(browser: Browser, path: str = "") -> list[str]:
    response = browser.get(f"/api/v1/Deals{path}")
    assert response.status_code == 200, response.text
    return [row["name"] for row in response.json()["data"]]


def test_deal_contains_the_fields_of_a_project(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        seller = make_user(session, roles=["account_manager"])
        team = make_team(session)
        client = make_client(session, team_id=team.id)
        deal = make_deal(
            session,
            client_id=client.id,
            account_manager_id=seller.id,
            project_kind="retainer",
            stage="Gagnée",
            closed_on=date(2026, 11, 2),
            hourly_rate=Decimal("147.50"),
            currency="USD",
        )
        without_rate = make_deal(session)
    row = sign_in_as("admin").get(f"/api/v1/deals/{deal.api_id}/").json()["data"]
    assert row["budget"] == {"amount": "48500.00", "currency": "USD"}
    assert row["hourly_rate"] == {"amount": "147.50", "currency": "USD"}
    assert (row["project_type"], row["stage"], row["state"], row["closed_on"]) == (
        *("retainer", "Gagnée", "won"),
        "2026-11-02",
    )
    assert row["account_manager"]["api_id"] == seller.api_id
    assert row["project_team"]["api_id"] == team.api_id
    assert row["client"]["api_id"] == client.api_id
    assert row["project"] is None
    (listed,) = [one for one in sign_in_as("admin").get("/api/v1/Deals").json()["data"] if one["name"] == deal.name]
    assert listed == row
    mirrored = sign_in_as("admin").get(f"/api/v1/hubspot-deals/{deal.api_id}").json()["data"]
    assert mirrored["hourly_rate"] == row["hourly_rate"]
    assert sign_in_as("admin").get(f"/api/v1/Deals/{without_rate.api_id}").json()["data"]["hourly_rate"] is None


def test_account_managers_see_their_own_deals(database: Database, sign_in_as: SignIn) -> None:
    manager = sign_in_as("account_manager")
    with database.write() as session:
        make_deal(session, name="Mienne", account_manager_id=manager.user.id)
        other = make_deal(session, name="Autre", account_manager_id=make_user(session).id)
    assert names(manager) == ["Mienne"]
    assert manager.get("/api/v1/Deals").json()["meta"]["total"] == 1
    assert manager.get(f"/api/v1/Deals/{other.api_id}").status_code == 404
    assert sorted(names(sign_in_as("financial_manager"))) == ["Autre", "Mienne"]


@pytest.mark.parametrize("role", ["churn_manager", "employee"])
def test_other_roles_may_not_list_deals(sign_in_as: SignIn, role: str) -> None:
    assert sign_in_as(role).get("/api/v1/Deals").status_code == 403


def test_deals_filter_by_state_client_and_project(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        client = make_client(session)
        taken = make_deal(session, name="Prise", client_id=client.id)
        project = make_project(session, deal_id=taken.id)
        make_deal(session, name="Libre")
        make_deal(session, name="Ouverte", state="open")
        make_deal(session, name="Archivée", deleted_at=datetime(2026, 11, 1, tzinfo=UTC))
    admin = sign_in_as("admin")
    assert names(admin, "?state=won&with_project=false") == ["Libre"]
    assert names(admin, "?with_project=true") == ["Prise"]
    assert names(admin, f"?client={client.api_id}") == ["Prise"]
    assert names(admin, "?sort=name&state=open&state=won") == ["Libre", "Ouverte", "Prise"]
    row = admin.get(f"/api/v1/Deals/{taken.api_id}").json()["data"]
    assert row["project"] == {"api_id": project.api_id, "name": project.name}


def test_deals_filter_by_close_date_and_account_manager(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        seller = make_user(session, roles=["account_manager"])
        make_deal(session, name="Novembre", closed_on=date(2026, 11, 30), account_manager_id=seller.id)
        make_deal(session, name="Décembre", closed_on=date(2026, 12, 1))
        make_deal(session, name="Sans date")
    admin = sign_in_as("admin")
    assert names(admin, "?closes_from=2026-12-01") == ["Décembre"]
    assert names(admin, "?closes_to=2026-11-30") == ["Novembre"]
    assert names(admin, f"?account_manager={seller.api_id}") == ["Novembre"]
