"""Lists a few terms of the demo whose first day no data say, as an upgrade does."""

from datetime import date

from sqlalchemy import select

from regie.core.db.database import Database
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import PAUSED, STATE, Project
from regie.domains.records.terms.models import Term, UndatedTerm

_NAMES = ("Camille Roy", "Alex Martin, Jo Lavoie")


def create_undated_terms(database: Database, today: date) -> int:
    """Create none where some exist, decided ones included."""
    with database.write() as session:
        if session.execute(select(UndatedTerm.id).limit(1)).first() is not None:
            return 0
        pauses = (
            select(Project, Term.effective_from)
            .join(Term, Term.record_id == Project.id)
            .where(Term.record == "project", Term.name == STATE, Term.value == PAUSED, Project.status == PAUSED)
            .order_by(Project.number)
            .limit(1)
        )
        rows = [
            UndatedTerm(
                record="project", record_id=project.id, name=STATE, value=PAUSED, cause="pause_without_day",
                earliest_on=day, latest_on=today,
            )
            for project, day in session.execute(pauses)
        ]  # fmt: skip
        clients = session.execute(select(Client).order_by(Client.name_key, Client.id).limit(len(_NAMES))).scalars()
        rows += [
            UndatedTerm(
                record="client", record_id=client.id, name="account_manager", cause="unknown_name", latest_on=today,
                details={"names": names},
            )
            for client, names in zip(clients, _NAMES, strict=False)
        ]  # fmt: skip
        session.add_all(rows)
        return len(rows)
