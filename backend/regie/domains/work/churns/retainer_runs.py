"""Reads the days on which clients' retainers run, without those between a churn and winning back."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, Connection, select
from sqlalchemy.orm import Session

from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.projects.figures import FINISHED, NEVER_STARTED
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.work.churns.figures import Run, split_by_losses

# Paused work brings no revenue; the days of a pause are not stored, so it counts on no day.
_NEVER_RUNS = (*NEVER_STARTED, "on_hold")
Params = Mapping[str, object]


def read_runs(db: Connection | Session, within: ColumnElement[bool], params: Params) -> dict[int, list[Run]]:
    """Return the runs of the retainers that `within` finds, by client key, in three statements."""
    runs: dict[int, list[Run]] = defaultdict(list)
    fees = _fees(db, within, params)
    gaps = _gaps(db, within, params)
    retainers = select(
        Project.id, Project.client_id, Project.currency, Project.status, Project.start_on, Project.end_on
    ).where(Project.kind == "retainer", Project.status.not_in(_NEVER_RUNS), within)
    for project, client, currency, status, starts_on, ends_on in db.execute(retainers.order_by(Project.id), params):
        # A finished retainer without a last day has no run.
        if ends_on is not None or status not in FINISHED:
            whole = Run(client, project, currency, starts_on, ends_on, tuple(fees[project]))
            runs[client].extend(split_by_losses(whole, gaps[project]))
    return runs


def _fees(
    db: Connection | Session, within: ColumnElement[bool], params: Params
) -> dict[int, list[tuple[date, Decimal]]]:
    found: dict[int, list[tuple[date, Decimal]]] = defaultdict(list)
    statement = select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.amount).join(
        Project, Project.id == ProjectFee.project_id
    )
    for project_id, starts_on, amount in db.execute(statement.where(within).order_by(ProjectFee.starts_on), params):
        found[project_id].append((starts_on, amount))
    return found


def _gaps(db: Connection | Session, within: ColumnElement[bool], params: Params) -> dict[int, list[tuple[date, date]]]:
    found: dict[int, list[tuple[date, date]]] = defaultdict(list)
    statement = select(ChurnEvent.project_id, ChurnEvent.effective_on, ChurnEvent.won_back_on).join(
        Project, Project.id == ChurnEvent.project_id
    )
    for project_id, lost_on, back_on in db.execute(statement.where(ChurnEvent.state == "won_back", within), params):
        assert back_on is not None, "what was won back has the day on which it was"
        found[project_id].append((lost_on, back_on))
    return found
