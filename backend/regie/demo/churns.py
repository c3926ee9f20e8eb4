"""Creates churns for the demo's lost retainers, and a few that were won back or voided."""

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
from regie.core.money.amounts import currency_digits
from regie.demo.seeded_random import seeded_random
from regie.domains.records.churns.models import ChurnAttribution, ChurnEvent
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project, ProjectFee
from regie.domains.work.churns.figures import divide_money, fee_on, find_logos, whole_months
from regie.domains.work.churns.retainer_runs import read_runs

# (reason, preventable, initiator, note, competitor)
_REASONS: tuple[tuple[str, bool, str, str, str | None], ...] = (
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
_WIN_BACK_REASONS = (
    "The new marketing director had worked with us before.",
    "L’autre agence n’a pas tenu ses délais.",
    "They came back for the web part; content stays in-house.",
)
_AFTERNOON = time(15, 30)
_SPLIT = (60, 70, 75, 80)
# Running retainers that were lost and won back, and those whose churn was voided.
_MAX_WON_BACK, _MAX_VOIDED = 3, 2
_MIN_AGE = timedelta(days=400)
Fees = dict[int, list[tuple[date, Decimal]]]


@dataclass(frozen=True, slots=True)
class Attributees:
    by_user: dict[int, int]
    others: list[int]


def create_churns(database: Database, today: date) -> int:
    """Create a churn for each lost retainer without one, and once a few reversed ones; return their number."""
    with database.write() as session:
        known_projects = set(session.execute(select(ChurnEvent.project_id)).scalars())
        people, fees = _read_people(session), _read_fees(session)
        query = select(Project).where(Project.kind == "retainer").order_by(Project.id)
        retainers = list(session.execute(query).scalars())
        lost = [project for project in retainers if project.status == "churned" and project.id not in known_projects]
        events = [_make_event(project, _last_day(project, today), fees, today) for project in lost]
        events += [] if known_projects else list(_reversed_churns(retainers, fees, today))
        if events:
            session.execute(insert(ChurnEvent), events)
            projects = {project.id: project for project in retainers}
            _create_attributions(session, [event["project_id"] for event in events], projects, people)
            _set_scopes(session)
    return len(events)


def _last_day(project: Project, today: date) -> date:
    return project.end_on or max(project.start_on, today - timedelta(days=1))


def _make_event(project: Project, last_day: date, fees: Fees, today: date) -> dict[str, Any]:
    random = seeded_random("churn", project.teamwork_project_id or project.number)
    reason, preventable, initiated_by, note, competitor = random.choice(_REASONS)
    recorded_at = datetime.combine(last_day, _AFTERNOON, UTC)
    is_recent = last_day > today - timedelta(days=100)
    return {
        "name": project.name,
        "project_id": project.id,
        "notice_on": _notice_day(project, last_day, random),
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
        "won_back_at": None,
        "won_back_by_id": None,
        "won_back_reason": None,
        "former_status": "active",
        "former_end_on": None,
        "created_at": recorded_at,
        "updated_at": recorded_at,
    }


def _notice_day(project: Project, last_day: date, random: Random) -> date | None:
    notice = last_day - timedelta(days=random.choice((30, 45, 60)))
    return notice if notice >= project.start_on else None


def _reversed_churns(retainers: Sequence[Project], fees: Fees, today: date) -> Iterator[dict[str, Any]]:
    """Return churns of running retainers: lost in an earlier month and won back, or voided."""
    long_ago = today - _MIN_AGE
    running = [project for project in retainers if project.status == "active" and project.start_on < long_ago]
    for index, project in enumerate(running[: _MAX_WON_BACK + _MAX_VOIDED]):
        lost_on = (today.replace(day=1) - timedelta(days=1 + 62 * (index + 1))).replace(day=28)
        changes = _win_back(project, lost_on + timedelta(days=40)) if index < _MAX_WON_BACK else {"state": "voided"}
        yield _make_event(project, lost_on, fees, today) | changes


def _win_back(project: Project, day: date) -> dict[str, Any]:
    return {
        "state": "won_back",
        "won_back_on": day,
        "won_back_at": datetime.combine(day, _AFTERNOON, UTC),
        "won_back_by_id": project.account_manager_id,
        "won_back_reason": seeded_random("win back", project.number).choice(_WIN_BACK_REASONS),
    }


def _create_attributions(session: Session, keys: list[int], projects: dict[int, Project], people: Attributees) -> None:
    query = select(ChurnEvent.id, ChurnEvent.project_id, ChurnEvent.mrr_lost, ChurnEvent.tenure_months)
    rows = []
    for event in session.execute(query.where(ChurnEvent.project_id.in_(keys)).order_by(ChurnEvent.id)):
        project = projects[event.project_id]
        weights = _choose_weights(project, people)
        amounts = divide_money(event.mrr_lost, list(weights.values()), currency_digits(project.currency))
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


def _choose_weights(project: Project, people: Attributees) -> dict[int, int]:
    """Return the account manager's weight, sometimes shared with the project manager or another employee."""
    random = seeded_random("churn-shares", project.teamwork_project_id or project.number)
    first = people.by_user.get(project.account_manager_id) or project.project_manager_id or people.others[0]
    second = project.project_manager_id if random.random() < 0.5 else random.choice(people.others)
    if second is None or second == first or random.random() < 0.5:
        return {first: 100}
    weight = random.choice(_SPLIT)
    return {first: weight, second: 100 - weight}


def _set_scopes(session: Session) -> None:
    """Set the scopes of all clients' churns as recording them does."""
    losses: dict[int, list[tuple[int, int, date]]] = defaultdict(list)
    joined = select(Project.client_id, ChurnEvent.id, ChurnEvent.project_id, ChurnEvent.effective_on).join(
        Project, Project.id == ChurnEvent.project_id
    )
    for client_id, key, project_id, day in session.execute(joined.where(ChurnEvent.state != "voided")):
        losses[client_id].append((key, project_id, day))
    runs = read_runs(session, true(), {})
    logos = {key for client_id, of_client in losses.items() for key in find_logos(of_client, runs[client_id])}
    scope_update = update(ChurnEvent).where(ChurnEvent.id.in_(logos)).values(scope="logo")
    session.execute(without_audit(scope_update), execution_options={"synchronize_session": False})


def _read_people(session: Session) -> Attributees:
    """Return employees by user, as candidates for attribution; without any, the first employee."""
    query = select(Employee.id, Employee.user_id).order_by(Employee.id)
    by_user = {row.user_id: row.id for row in session.execute(query.where(Employee.user_id.is_not(None)))}
    return Attributees(by_user, list(by_user.values()) or list(session.execute(query.limit(1)).scalars()))


def _read_fees(session: Session) -> Fees:
    fees: Fees = defaultdict(list)
    for project_id, starts_on, amount in session.execute(
        select(ProjectFee.project_id, ProjectFee.starts_on, ProjectFee.amount).order_by(ProjectFee.starts_on)
    ):
        fees[project_id].append((starts_on, amount))
    return fees
