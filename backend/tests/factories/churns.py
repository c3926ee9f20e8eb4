"""Creates recorded churns and their attributions."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.projects.models import Project
from tests.factories.people import make_employee
from tests.factories.work import make_project

CHURNED_ON = date(2026, 11, 10)


def make_churn(session: Session, project: Project | None = None, **fields: Any) -> ChurnEvent:
    """Record the churn of a project, attributed entirely to one employee (`employee_id`)."""
    employee_id = fields.pop("employee_id", None) or make_employee(session).id
    project = project or make_project(session, monthly_fee="1000.00")
    values = {
        "name": project.name,
        "project_id": project.id,
        "effective_on": CHURNED_ON,
        "reason": "price",
        "preventable": True,
        "initiated_by": "client",
        "note": "Budget réduit de moitié",
        "scope": "logo",
        "currency": project.currency,
        "mrr_lost": Decimal("1000.00"),
        "tenure_months": 10,
        "former_status": project.status,
        "former_end_on": project.end_on,
    } | fields
    event = ChurnEvent(**values)
    session.add(event)
    project.status, project.end_on = "churned", values["effective_on"]
    session.flush()
    share = {"employee_id": employee_id, "weight": 100, "months_managed": 10, "mrr_share": event.mrr_lost}
    session.add(ChurnAttribution(event_id=event.id, **share))
    session.flush()
    return event
