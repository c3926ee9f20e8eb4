"""Creates the demo's accounts for every role, teams, and employees from Teamwork's users."""

from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.text.locale import DEFAULT_LOCALE
from regie.core.time.clock import Clock
from regie.demo.employee_details import complete_employees
from regie.demo.seeded_random import seeded_random
from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.people.users.actions import NewUser, create_user
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson
from regie.domains.records.users.models import User

OWNER = "super_admin@regie.example"
_ACCOUNTS = (
    NewUser(OWNER, "Geneviève", "Lapointe", ("super_admin",), "fr-ca", "CAD"),
    NewUser("admin@regie.example", "Olivier", "Gagnon", ("admin",), "en-us", "CAD"),
    NewUser("financial_manager@regie.example", "Nathalie", "Bergeron", ("financial_manager",), "fr-ca", "CAD"),
    NewUser("account_manager@regie.example", "Maëlle", "Tremblay", ("account_manager",), "fr-ca", "CAD"),
    NewUser("churn_manager@regie.example", "Samuel", "Côté", ("churn_manager",), "en-us", "USD"),
    NewUser("employee@regie.example", "Émilie", "Fortin", ("employee",), "fr-ca", "CAD"),
    NewUser("joel.lavoie@regie.example", "Joël", "Lavoie", ("account_manager",), "fr-ca", "CAD"),
    NewUser("sarah.mcallister@regie.example", "Sarah", "McAllister", ("account_manager",), "en-us", "USD"),
    NewUser("deactivated@regie.example", "Karine", "Dubé", (), "fr-ca", "CAD"),
)
_TEAMS = (
    ("Équipe Boréale", "account_manager@regie.example", ("employee@regie.example",)),
    ("Équipe du Fleuve", "joel.lavoie@regie.example", ("churn_manager@regie.example",)),
    ("Atlantic", "sarah.mcallister@regie.example", ("admin@regie.example",)),
)
# The metrics that employees see of themselves; leaders see all by their roles.
_METRICS = ("revenue", "retainers", "churn", "hours", "goals", "values")


def create_accounts(session: Session, password: str) -> int:
    """Create the missing accounts; return their number."""
    known_emails = set(session.execute(select(User.email)).scalars())
    missing = [account for account in _ACCOUNTS if account.email not in known_emails]
    for account in missing:
        create_user(session, account, password)
    return len(missing)


def create_teams(session: Session) -> None:
    if session.execute(select(Team.id).limit(1)).first() is not None:
        return
    users = {user.email: user.id for user in session.execute(select(User)).scalars()}
    for name, representative, others in _TEAMS:
        team = Team(name=name, representative_id=users[representative])
        session.add(team)
        session.flush()
        session.add_all(TeamMember(team_id=team.id, user_id=users[email]) for email in (representative, *others))


def make_owner_actor(session: Session, clock: Clock) -> Actor:
    """Return the actor who creates the demo data."""
    user = session.execute(select(User).where(User.email == OWNER)).scalar_one()
    return Actor(user.id, user.api_id, user.name, None, tuple(user.roles), DEFAULT_LOCALE, 0, clock.now())


def create_employees(session: Session, today: date) -> int:
    """Create the missing employees from Teamwork's users, linked to accounts by email; return their number."""
    users = {user.email: user for user in session.execute(select(User)).scalars()}
    query = select(TeamworkPerson).where(TeamworkPerson.kind == "account", TeamworkPerson.email.is_not(None))
    known_emails = set(session.execute(select(Employee.email)).scalars())
    everyone = session.execute(query.order_by(TeamworkPerson.id)).scalars()
    people = [person for person in everyone if person.email not in known_emails]
    employees = [_make_employee(person, users.get(person.email or "")) for person in people]
    session.add_all(employees)
    session.flush()
    complete_employees(session, employees, today)
    return len(people)


def _make_employee(person: TeamworkPerson, user: User | None) -> Employee:
    random = seeded_random("employee", person.external_id)
    since = person.remote_updated_at or person.synced_at
    has_left = person.deleted_at is not None
    return Employee(
        name=person.name[:200],
        first_name=(person.first_name or person.name)[:100],
        last_name=(person.last_name or "")[:100],
        email=person.email,
        user_id=user.id if user else None,
        job_title=person.job_title,
        started_on=since.date() - timedelta(days=random.randrange(200, 2_400)),
        ended_on=person.deleted_at.date() if person.deleted_at else None,
        teamwork_user_id=person.external_id,
        status="left" if has_left else "active",
        metric_scopes=["own"] if user else [],
        metric_permissions=list(_METRICS) if user else [],
    )
