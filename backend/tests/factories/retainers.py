"""Creates retainers and projects with a budget, their time entries and hour ledgers."""

from datetime import date
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING, Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.domains.records.mirrors.models import TimeEntry
from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.work.retainers.actions import refresh_in_batches
from tests.conftest import NOON
from tests.factories.work import make_project, make_time

if TYPE_CHECKING:
    from tests.factories.world import World

TODAY = NOON.date()
_numbers = count(1)


def make_retainer(session: Session, **fields: Any) -> Project:
    """Create a retainer of forty hours a month from September 2026 on, without rollover."""
    values = {
        "monthly_fee": "4000.00",
        "start_on": date(2026, 9, 1),
        "included_hours": Decimal(40),
        "teamwork_project_id": f"retainer-{next(_numbers)}",
    }
    return make_project(session, **(values | fields))


def make_budget(session: Session, **fields: Any) -> Project:
    """Create a fixed-price project with a budget of forty hours."""
    values = {"budget_hours": Decimal(40), "teamwork_project_id": f"budget-{next(_numbers)}"}
    return make_project(session, **(values | fields))


def log_time(session: Session, project: Project, day: date, hours: str, **fields: Any) -> TimeEntry:
    """Create a Teamwork time entry on the project."""
    values = {"teamwork_project_id": project.teamwork_project_id, "minutes": int(Decimal(hours) * 60)}
    return make_time(session, worked_on=day, **(values | fields))


def make_stored_period(world: "World", retainer: str) -> str:
    """Store the retainer's ledger and return its oldest period's id; return an unknown retainer's id unchanged."""
    with world.database.write() as session:
        project = session.execute(select(Project.id).where(Project.api_id == retainer)).scalar()
        if project is None:
            return retainer
        refresh_in_batches(session, [project], TODAY)
        oldest = select(RetainerPeriod.api_id).where(RetainerPeriod.project_id == project)
        return session.execute(oldest.order_by(RetainerPeriod.starts_on).limit(1)).scalar_one()


def refresh_all_ledgers(database: Database, today: date = TODAY) -> None:
    """Refresh the ledgers of all projects, as the worker does at each run."""
    with database.write() as session:
        refresh_in_batches(session, session.execute(select(Project.id).order_by(Project.id)).scalars().all(), today)
