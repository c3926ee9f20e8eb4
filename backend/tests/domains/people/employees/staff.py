"""What the tests of this folder ask for over HTTP."""

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
    answer = world.browser("admin").post(PATH, body(**fields))
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]


def read(browser: Browser, person: dict[str, Any]) -> dict[str, Any]:
    answer = browser.get(f"{PATH}/{person['api_id']}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def change(browser: Browser, person: dict[str, Any], **fields: Any) -> Any:
    return browser.patch(f"{PATH}/{person['api_id']}", fields)


def make_teamwork_person(database: Database, **fields: Any) -> str:
    """Somebody of the agency in Teamwork; returns their id there."""
    external_id = f"tw-{next(_numbers)}"
    with database.write() as session:
        session.add(TeamworkPerson(**({"external_id": external_id, "name": "Élodie", "synced_at": SYNCED} | fields)))
    return external_id
