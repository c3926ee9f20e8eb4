"""What shows that a project ran, or ties it to its client, for the tests of what can no longer change."""

from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from regie.domains.records.projects.models import Project
from tests.conftest import NOON
from tests.factories.months import make_closed_month
from tests.factories.people import make_user
from tests.factories.work import make_invoice, make_payment, make_project, make_time
from tests.factories.world import World

Trace = Callable[[Session, Project], object]


def close_month(session: Session, _project: Project) -> None:
    make_closed_month(session, make_user(session).id, "2026-10", closed_at=NOON)


def add_invoice(session: Session, project: Project) -> None:
    make_invoice(session, client_id=project.client_id, project_id=project.id)


def decide_payment(session: Session, project: Project) -> None:
    make_payment(session, project_id=project.id, status="ready")


def log_hours(session: Session, project: Project) -> None:
    make_time(session, teamwork_project_id=project.teamwork_project_id)


def plan_payment(session: Session, project: Project) -> None:
    make_payment(session, project_id=project.id)


def make_traced(world: World, *traces: Trace, **fields: Any) -> str:
    with world.database.write() as session:
        values = {"monthly_fee": "1000.00", "start_on": date(2026, 3, 1), "teamwork_project_id": "fixed-terms"}
        project = make_project(session, **{**values, **fields})
        for trace in traces:
            trace(session, project)
        return project.api_id
