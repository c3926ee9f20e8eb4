"""Creates core values and recognitions."""

from datetime import date
from itertools import count
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.records.employees.models import Employee
from tests.conftest import NOON
from tests.factories.people import make_employee, make_user

_numbers = count(1)


def make_core_value(session: Session, **fields: Any) -> CoreValue:
    number = next(_numbers)
    values = {
        "name_en": f"Candour {number}",
        "name_fr": f"Franc-parler {number}",
        "icon": "message",
        "colour": "teal",
        "position": number,
    } | fields
    value = CoreValue(**values)
    session.add(value)
    session.flush()
    return value


def make_award(session: Session, **fields: Any) -> Award:
    """Create a recognition that everyone sees, given at NOON; its giver, receiver and value are new unless given."""
    values = {
        "message": "Merci d’avoir dit ce qui n’allait pas avant la mise en ligne.",
        "awarded_on": date(2026, 11, 20),
        "visibility": "everyone",
        "created_at": NOON,
    } | fields
    if "core_value_id" not in values:
        values["core_value_id"] = make_core_value(session).id
    if "receiver_id" not in values:
        values["receiver_id"] = make_employee(session).id
    if "giver_id" not in values:
        values["giver_id"] = make_user(session).id
    award = Award(name=session.get_one(Employee, values["receiver_id"]).name, **values)
    session.add(award)
    session.flush()
    return award
