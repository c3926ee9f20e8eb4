"""Helpers that call the employee routes."""

from itertools import count
from typing import Any

from regie.core.db.database import Database
from regie.domains.records.mirrors.models import TeamworkPerson
from tests.browser import Browser
from tests.factories.work import SYNCED
from tests.factories.world import World

PATH = "/api/v1/employees"
_numbers = count(1)


def body(**fields: Any) -> dict[str, Any]:
    values = {
        "first_name": "Élodie",
        "last_name": "Bouchard",
        "started_on": "2024-03-04",
        "capacity_hours_week": "35.00",
    }
    return {**values, "email": f"elodie{next(_numbers)}@regie.example", **fields}


def create(world: World, **fields: Any) -> dict[str, Any]:
    response = world.browser("admin").post(PATH, body(**fields))
    assert response.status_code == 201, response.text
    return response.json()["data"]


def read(browser: Browser, person: dict[str, Any]) -> dict[str, Any]:
    response = browser.get(f"{PATH}/{person['api_id']}")
    assert response.status_code == 200, response.text
    return response.json()["data"]


def change(browser: Browser, person: dict[str, Any], **fields: Any) -> Any:
    return browser.patch(f"{PATH}/{person['api_id']}", fields)


def make_teamwork_person(database: Database, **fields: Any) -> str:
    """Create an agency member in the Teamwork copy and return their Teamwork id."""
    external_id = f"tw-{next(_numbers)}"
    with database.write() as session:
        session.add(TeamworkPerson(**({"external_id": external_id, "name": "Élodie", "synced_at": SYNCED} | fields)))
    return external_id
