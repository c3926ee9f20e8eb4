"""Reads the days on which clients' retainers run, without those between a churn and winning back."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, Connection, Date, cast, null, or_, select, union_all
from sqlalchemy.orm import Session, aliased

from regie.domains.records.churns.models import ChurnEvent
from regie.domains.records.projects.figures import FINISHED, NEVER_STARTED
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.records.projects.queries import read_pauses, without_pauses
from regie.domains.work.churns.figures import Run, mark_continued, split_by_losses

Params = Mapping[str, object]
_Starts = dict[int, list[tuple[int, date]]]
_Gaps = dict[int, list[tuple[date, date]]]


def read_runs(db: Connection | Session, within: ColumnElement[bool], params: Params) -> dict[int, list[Run]]:
    """Return the runs of the retainers that `within` finds, by client key, in four statements."""
    runs: dict[int, list[Run]] = defaultdict(list)
    fees, pauses = _fees(db, within, params), read_pauses(db, within, params)
    starts, gaps = _read_starts(db, within, params)
    retainers = select(
        Project.id, Project.client_id, Project.currency, Project.status, Project.start_on, Project.end_on
    ).where(Project.kind == "retainer", Project.status.not_in(NEVER_STARTED), within)
    for project, client, currency, status, starts_on, ends_on in db.execute(retainers.order_by(Project.id), params):
        # A finished retainer without a last day has no run.
        if ends_on is not None or status not in FINISHED:
            paused = tuple(pauses.get(project, ()))
            paid = tuple(without_pauses(fees[project], paused))
            whole = Run(client, project, currency, starts_on, ends_on, paid, paused)
            runs[client].extend(mark_continued(split_by_losses(whole, gaps[project]), starts[client]))
    return runs


def _read_starts(db: Connection | Session, within: ColumnElement[bool], params: Params) -> tuple[_Starts, _Gaps]:
    """Return (project, first day) of every run of these clients' retainers, and (last day, first day) around gaps.

    They include the client's retainers outside `within`: another contract continues one, whether or not it is seen.
    """
    starts: _Starts = defaultdict(list)
    gaps: _Gaps = defaultdict(list)
    other = aliased(Project)
    runs = (
        other.kind == "retainer",
        other.status.not_in(NEVER_STARTED),
        or_(other.end_on.is_not(None), other.status.not_in(FINISHED)),
        other.client_id.in_(select(Project.client_id).where(within)),
    )
    won_back = select(other.client_id, other.id, ChurnEvent.won_back_on, ChurnEvent.effective_on)
    statement = union_all(
        select(other.client_id, other.id, other.start_on, cast(null(), Date)).where(*runs),
        won_back.join(other, other.id == ChurnEvent.project_id).where(ChurnEvent.state == "won_back", *runs),
    )
    for client, project, first, lost_on in db.execute(statement, params):
        starts[client].append((project, first))
        if lost_on is not None:
            gaps[project].append((lost_on, first))
    return starts, gaps


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
