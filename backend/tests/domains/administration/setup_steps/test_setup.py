"""The setup steps over HTTP: their counts, what makes them done, and their dismissal."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from regie.core.audit.activity import ActivityEntry
from regie.core.db.database import Database
from regie.domains.records.clients.models import ClientLink
from regie.domains.records.mirrors.models import TeamworkCompany, TeamworkPerson
from tests.browser import Browser
from tests.factories.people import make_employee, make_user
from tests.factories.work import SYNCED, make_client
from tests.factories.world import assert_unchanged

SignIn = Callable[..., Browser]
SETUP, DISMISSAL = "/api/v1/setup", "/api/v1/setup-dismissal"


def read_steps(browser: Browser) -> dict[str, Any]:
    response = browser.get(SETUP)
    assert response.status_code == 200, response.text
    return {step["step"]: (step["is_done"], step["done"], step["open"]) for step in response.json()["data"]["steps"]}


def test_steps_of_an_empty_installation_are_open(sign_in_as: SignIn) -> None:
    owner = sign_in_as("super_admin")
    for service in ("hubspot", "quickbooks", "teamwork"):
        owner.delete(f"/api/v1/connections/{service}")
    assert read_steps(owner) == {
        "organization": (False, 0, 1),
        "connections": (False, 0, 3),
        # The owner's own account may be an employee.
        "people": (False, 0, 1),
        "clients": (False, 0, 0),
        "projects": (False, 0, 0),
        "payments": (False, 0, 0),
        "invitations": (False, 0, 1),
    }


def test_steps_count_what_is_matched_and_what_is_open(sign_in_as: SignIn, database: Database) -> None:
    owner = sign_in_as("super_admin")
    with database.write() as session:
        make_user(session, roles=["employee"])
        make_employee(session, teamwork_user_id="1", email="a@regie.example")
        client = make_client(session, name="Maison Pivoine")
        session.add(ClientLink(client_id=client.id, service="teamwork", external_id="1"))
        for external_id in ("1", "2"):
            session.add(TeamworkPerson(external_id=external_id, name=f"Person {external_id}", synced_at=SYNCED))
            session.add(TeamworkCompany(external_id=external_id, name=f"Company {external_id}", synced_at=SYNCED))
    assert owner.post("/api/v1/settings", {"name": "Agence Érable"}).status_code == 200
    steps = read_steps(owner)
    assert steps["organization"] == (True, 1, 0)
    # The environment of the tests configures all services.
    assert steps["connections"] == (True, 3, 0)
    # The other person and three accounts.
    assert steps["people"] == (False, 1, 4)
    assert steps["clients"] == (False, 1, 1)
    # The user above and the account manager of the client.
    assert steps["invitations"] == (True, 2, 0)


def test_dismissed_steps_are_hidden_until_they_are_shown_again(sign_in_as: SignIn, database: Database) -> None:
    owner, admin = sign_in_as("super_admin"), sign_in_as("admin")
    for is_dismissed in (True, True, False, False):
        assert owner.call("PUT", DISMISSAL, json={"is_dismissed": is_dismissed}).status_code == 204
        data = admin.get(SETUP).json()["data"]
        assert data["is_dismissed"] is is_dismissed
        assert bool(data["steps"]) is not is_dismissed
    with database.read() as db:
        entries = select(ActivityEntry.action).where(ActivityEntry.action.like("setup_%")).order_by(ActivityEntry.id)
        assert db.execute(entries).scalars().all() == ["setup_dismissed", "setup_resumed"]


def test_others_cannot_dismiss_the_steps(sign_in_as: SignIn, database: Database) -> None:
    manager = sign_in_as("account_manager", "financial_manager")
    with assert_unchanged(database, exclude=("sessions",)):
        assert manager.get(SETUP).status_code == 403
        assert manager.call("PUT", DISMISSAL, json={"is_dismissed": True}).status_code == 403
