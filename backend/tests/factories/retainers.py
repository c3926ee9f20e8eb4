"""Retainers with hours on them, and their ledger brought up to date."""

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
    """Forty hours a month from September on, with nothing that moves on."""
    values = {
        "monthly_fee": "4000.00",
        "start_on": date(2026, 9, 1),
        "included_hours": Decimal(40),
        "teamwork_project_id": f"retainer-{next(_numbers)}",
    }
    return make_project(session, **(values | fields))


def log_time(session: Session, project: Project, day: date, hours: str, **fields: Any) -> TimeEntry:
    """Hours that Teamwork has on the project."""
    values = {"teamwork_project_id": project.teamwork_project_id, "minutes": int(Decimal(hours) * 60)}
    return make_time(session, worked_on=day, **(values | fields))


def make_period(world: "World", retainer: str) -> str:
    """The retainer's ledger, stored: its oldest period; what belongs to no retainer where there is none."""
    with world.database.write() as session:
        project = session.execute(select(Project.id).where(Project.api_id == retainer)).scalar()
        if project is None:
            return retainer
        refresh_in_batches(session, [project], TODAY)
        oldest = select(RetainerPeriod.api_id).where(RetainerPeriod.project_id == project)
        return session.execute(oldest.order_by(RetainerPeriod.starts_on).limit(1)).scalar_one()


def refresh(database: Database, today: date = TODAY) -> None:
    """As the worker does at each of its looks."""
    with database.write() as session:
        refresh_in_batches(session, session.execute(select(Project.id).order_by(Project.id)).scalars().all(), today)
