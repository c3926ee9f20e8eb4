"""Counts how far each step of the setup is."""

from datetime import date

from sqlalchemy import Connection, func, select

from regie.core.sample_data import shows_sample_data
from regie.domains.administration.setup_steps.models import SetupDismissal
from regie.domains.administration.setup_steps.schemas import Setup, SetupStep, StepName
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.connections.queries import Environment, connected_services
from regie.domains.integrations.matching.queries import count_matches
from regie.domains.integrations.matching.schemas import KindCounts
from regie.domains.integrations.project_proposals.queries import count_open_proposals
from regie.domains.money.payments.queries import count_due_payments
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import DEFAULTS, read_settings
from regie.domains.records.users.models import User

_PROJECTS = select(func.count()).select_from(Project)
_USERS = select(func.count()).select_from(User).where(User.status.in_(("active", "invited")))


def read_setup(db: Connection, environment: Environment, today: date) -> Setup:
    """Return the steps, or none of them after they were dismissed, or while sample data stands for real records."""
    if db.execute(select(SetupDismissal.id)).first() is not None:
        return {"is_dismissed": True, "steps": []}
    if shows_sample_data(db):
        return {"is_dismissed": False, "steps": []}
    connected = len(connected_services(db, environment))
    matches = count_matches(db)
    others = db.execute(_USERS).scalar_one() - 1
    steps = [
        _step("organization", int(read_settings(db)["name"] != DEFAULTS["name"]), 1),
        _step("connections", connected, len(SERVICES)),
        _matching_step("people", matches["person"]),
        _matching_step("clients", matches["client"]),
        _projects_step(db),
        _payments_step(db, today),
        _step("invitations", others, max(others, 1)),
    ]
    return {"is_dismissed": False, "steps": steps}


def _matching_step(name: StepName, counts: KindCounts) -> SetupStep:
    """Count the records of the services: matched or ignored ones are done."""
    done, open_ = counts["matched"] + counts["ignored"], counts["proposed"] + counts["unmatched"]
    return {"step": name, "is_done": done > 0 and open_ == 0, "done": done, "open": open_}


def _projects_step(db: Connection) -> SetupStep:
    """Count projects, and the work of the services that is none yet."""
    done, open_ = db.execute(_PROJECTS).scalar_one(), count_open_proposals(db)
    return {"step": "projects", "is_done": done > 0 and open_ == 0, "done": done, "open": open_}


def _payments_step(db: Connection, today: date) -> SetupStep:
    """Count the payments that are due: those that an invoice bills, or that a person gave up, are done."""
    settled, open_ = count_due_payments(db, today)
    return {"step": "payments", "is_done": settled > 0 and open_ == 0, "done": settled, "open": open_}


def _step(name: StepName, done: int, needed: int) -> SetupStep:
    return {"step": name, "is_done": done >= needed, "done": done, "open": needed - done}
