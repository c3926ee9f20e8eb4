"""The demo's churn: why each lost retainer was lost and whose account it was; a few that came back, or never went."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from sqlalchemy import insert, select, true, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.core.money.amounts import digits_of
from regie.demo.dice import dice
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.work.churns.figures import divide_money, fee_on, find_logos, whole_months
from regie.domains.work.churns.retaining import read_runs

# (reason, preventable, who ended it, what happened, who won)
_STORIES: tuple[tuple[str, bool, str, str, str | None], ...] = (
    ("budget_cut", False, "client", "Budget marketing réduit de moitié pour le prochain exercice.", None),
    (
        "price",
        True,
        "client",
        "A cheaper offer came in; we answered too late.",
        "Northwind Digital",
    ),
    ("results", True, "client", "Deux trimestres sous les cibles, sans plan de redressement présenté.", None),
    ("in_house", False, "client", "They hired two people and took the work back in-house.", None),
    ("competitor", True, "client", "Appel d’offres perdu de peu, surtout sur la stratégie.", "Agence Boréale"),
    ("responsiveness", True, "client", "Requests waited up to a week in the spring.", None),
    ("strategy_change", False, "client", "Virage vers les événements; le contenu n’est plus une priorité.", None),
    ("merger", False, "client", "Bought by a group that has its own agency.", None),
    ("closed_down", False, "client", "Fermeture de l’entreprise.", None),
    ("non_payment", False, "agency", "Three invoices over 90 days; we ended the retainer.", None),
    ("poor_fit", True, "agency", "Trop de petites urgences hors de notre spécialité.", None),
    ("no_longer_needed", False, "client", "The site is launched and needs little from now on.", None),
)
_AFTERNOON = time(15, 30)
_SPLIT = (60, 70, 75, 80)
# Running retainers that were lost once and came back, and those whose loss was a mistake.
_WON_BACK, _VOIDED = 3, 2
_OLD_ENOUGH = timedelta(days=400)
Fees = dict[int, list[tuple[date, Decimal]]]


@dataclass(frozen=True, slots=True)
class People:
    by_user: dict[int, int]
    others: list[int]


def lose_retainers(database: Database, today: date) -> int:
    """A loss of every lost retainer that has none, and once a few that were undone; how many that was."""
    with database.write() as session:
        known = set(session.execute(select(ChurnEvent.project_id)).scalars())
        people, fees = _people(session), _fees(session)
        found = select(Project).where(Project.kind == "retainer").order_by(Project.id)
        retainers = list(session.execute(found).scalars())
        lost = [project for project in retainers if project.status == "churned" and project.id not in known]
        made = [_event(project, _last_day(project, today), fees, today) for project in lost]
        made += [] if known else list(_undone(retainers, fees, today))
        if made:
            session.execute(insert(ChurnEvent), made)
            projects = {project.id: project for project in retainers}
            _attribute(session, [event["project_id"] for event in made], projects, people)
            _set_scopes(session)
    return len(made)


def _last_day(project: Project, today: date) -> date:
    return project.end_on or max(project.start_on, today - timedelta(days=1))


def _event(project: Project, last_day: date, fees: Fees, today: date) -> dict[str, Any]:
    random = dice("churn", project.teamwork_project_id or project.number)
    reason, preventable, initiated_by, note, competitor = random.choice(_STORIES)
    told_at = datetime.combine(last_day, _AFTERNOON, UTC)
    is_recent = last_day > today - timedelta(days=100)
    return {
        "name": project.name,
        "project_id": project.id,
        "notice_on": _notice(project, last_day, random),
        "effective_on": last_day,
        "reason": reason,
        "preventable": preventable,
        "initiated_by": initiated_by,
        "note": note,
        "competitor": competitor,
        "state": "recorded" if is_recent else "confirmed",
        "currency": project.currency,
        "mrr_lost": fee_on(fees[project.id], last_day),
        "tenure_months": whole_months(project.start_on, last_day),
        "won_back_on": None,
        "former_status": "active",
        "former_end_on": None,
        "created_at": told_at,
        "updated_at": told_at,
    }


def _notice(project: Project, last_day: date, random: Random) -> date | None:
    notice = last_day - timedelta(days=random.choice((30, 45, 60)))
    return notice if notice >= project.start_on else None


def _undone(retainers: Sequence[Project], fees: Fees, today: date) -> Iterator[dict[str, Any]]:
    """Of retainers that run: lost in an earlier month and won back later, or recorded by mistake."""
    long_ago = today - _OLD_ENOUGH
    running = [project for project in retainers if project.status == "active" and project.start_on < long_ago]
    for place, project in enumerate(running[: _WON_BACK + _VOIDED]):
        lost_on = (today.replace(day=1) - timedelta(days=1 + 62 * (place + 1))).replace(day=28)
        back = {"state": "won_back", "won_back_on": lost_on + timedelta(days=40)}
        yield _event(project, lost_on, fees, today) | (back if place < _WON_BACK else {"state": "voided"})


def _attribute(session: Session, keys: list[int], projects: dict[int, Project], people: People) -> None:
    found = select(ChurnEvent.id, ChurnEvent.project_id, ChurnEvent.mrr_lost, ChurnEvent.tenure_months)
    rows = []
    for event in session.execute(found.where(ChurnEvent.project_id.in_(keys)).order_by(ChurnEvent.id)):
        project = projects[event.project_id]
        weights = _weights(project, people)
        amounts = divide_money(event.mrr_lost, list(weights.values()), digits_of(project.currency))
        rows += [
            {
                "event_id": event.id,
                "employee_id": employee_id,
                "weight": weight,
                "months_managed": event.tenure_months * weight // 100,
                "mrr_share": amount,
            }
            for (employee_id, weight), amount in zip(weights.items(), amounts, strict=True)
        ]
    session.execute(insert(ChurnAttribution), rows)


def _weights(project: Project, people: People) -> dict[int, int]:
    """The account manager's, shared with whoever led the project, or once in a while with somebody else."""
    random = dice("churn-shares", project.teamwork_project_id or project.number)
    first = people.by_user.get(project.account_manager_id) or project.project_manager_id or people.others[0]
    second = project.project_manager_id if random.random() < 0.5 else random.choice(people.others)
    if second is None or second == first or random.random() < 0.5:
        return {first: 100}
    weight = random.choice(_SPLIT)
    return {first: weight, second: 100 - weight}


def _set_scopes(session: Session) -> None:
    """As recording would have it, for all clients at once."""
    losses: dict[int, list[tuple[int, int, date]]] = defaultdict(list)
    joined = select(Project.client_id, ChurnEvent.id, ChurnEvent.project_id, ChurnEvent.effective_on).join(
        Project, Project.id == ChurnEvent.project_id
    )
    for client_id, key, project_id, day in session.execute(joined.where(ChurnEvent.state != "voided")):
        losses[client_id].append((key, project_id, day))
    runs = read_runs(session, true(), {})
    logos = {key for client_id, of_client in losses.items() for key in find_logos(of_client, runs[client_id])}
    named = update(ChurnEvent).where(ChurnEvent.id.in_(logos)).values(scope="logo")
    session.execute(without_audit(named), execution_options={"synchronize_session": False})


def _people(session: Session) -> People:
    """Employees by their accounts; who has one could have had a part, else the first of all."""
    everyone = select(Employee.id, Employee.user_id).order_by(Employee.id)
    by_user = {row.user_id: row.id for row in session.execute(everyone.where(Employee.user_id.is_not(None)))}
    return People(by_user, list(by_user.values()) or list(session.execute(everyone.limit(1)).scalars()))


def _fees(session: Session) -> Fees:
    fees: Fees = defaultdict(list)
    for project_id, starts_on, amount in session.execute(
        select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.amount).order_by(ProjectFee.starts_on)
    ):
        fees[project_id].append((starts_on, amount))
    return fees
