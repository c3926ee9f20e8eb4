"""What a new client takes over from the records that are matched: where and how it is billed, website and language."""

from collections.abc import Callable
from typing import Any

import pytest

from regie.core.db.database import Database
from regie.domains.records.mirrors.models import HubspotCompany, QuickbooksCustomer, TeamworkCompany
from tests.browser import Browser
from tests.domains.integrations.matching.test_matches import add, choices, read
from tests.factories.people import make_user

SignIn = Callable[..., Browser]
ADDRESS = "12, rue Principale\nSaguenay\nQC\nG7H 1A1\nCA"


def _accept_only(database: Database, admin: Browser) -> dict[str, Any]:
    """Accept the only match and return the client."""
    with database.write() as session:
        manager = make_user(session, roles=["account_manager"]).api_id
    (match,) = [one for one in read(admin) if one["status"] != "matched"]
    client = {"name": "Pivoine", "account_manager": manager, "currency": "CAD"}
    body = {"kind": "client", "records": choices(match), "client": client}
    response = admin.post("/api/v1/matches", body)
    assert response.status_code == 201, response.text
    return admin.get(f"/api/v1/clients/{response.json()['data']['api_id']}").json()["data"]


def test_new_client_has_the_billing_details_of_its_customer(database: Database, sign_in_as: SignIn) -> None:
    with database.write() as session:
        add(session, TeamworkCompany, "1", "Pivoine", website="https://www.pivoine.example")
        add(session, HubspotCompany, "2", "Pivoine", domain="pivoine.example")
        add(
            session,
            QuickbooksCustomer,
            "3",
            "Pivoine",
            email="compta@pivoine.example; direction@pivoine.example",
            address=ADDRESS,
        )
        # Its sub-customer is billed elsewhere.
        add(session, QuickbooksCustomer, "0", "Pivoine Laval", parent_id="3", email="laval@pivoine.example")
    client = _accept_only(database, sign_in_as("admin"))
    assert client["billing_email"] == "compta@pivoine.example"
    assert (client["address"], client["language"], client["website"]) == (ADDRESS, "fr-ca", "https://pivoine.example")


@pytest.mark.parametrize(
    ("email", "region", "expected"),
    [
        ("no address", "ON", (None, None)),
        ("bad@, good@oak.example", "TX", ("good@oak.example", None)),
        (None, "Québec", (None, "fr-ca")),
    ],
)
def test_wrong_and_missing_details_are_left_out(
    database: Database, sign_in_as: SignIn, email: str | None, region: str, expected: tuple[str | None, str | None]
) -> None:
    with database.write() as session:
        add(session, QuickbooksCustomer, "3", "Oakline", email=email, address=f"1 Main Street\n{region}")
        add(session, TeamworkCompany, "1", "Oakline", website="not a website")
    client = _accept_only(database, sign_in_as("admin"))
    assert (client["billing_email"], client["language"], client["website"]) == (*expected, None)
