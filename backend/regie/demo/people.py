"""The demo's people: accounts for every role, teams, and an employee for everyone who works at the agency."""

from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.text.locale import DEFAULT_LOCALE
from regie.core.time.clock import Clock
from regie.demo.dice import dice
from regie.demo.staff import describe
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
# What people may see of figures on their own pages; leaders see everything by their roles.
_METRICS = ("revenue", "retainers", "churn", "hours", "goals", "values")


def create_accounts(session: Session, password: str) -> int:
    """Those that are missing; how many that was."""
    known = set(session.execute(select(User.email)).scalars())
    missing = [account for account in _ACCOUNTS if account.email not in known]
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


def owner_actor(session: Session, clock: Clock) -> Actor:
    """In whose name the demo data is made."""
    user = session.execute(select(User).where(User.email == OWNER)).scalar_one()
    return Actor(user.id, user.api_id, user.name, None, tuple(user.roles), DEFAULT_LOCALE, 0, clock.now())


def create_employees(session: Session, today: date) -> int:
    """One for each of the staff in Teamwork who is none yet, tied to their account by the e-mail address."""
    users = {user.email: user for user in session.execute(select(User)).scalars()}
    staff = select(TeamworkPerson).where(TeamworkPerson.kind == "account", TeamworkPerson.email.is_not(None))
    known = set(session.execute(select(Employee.email)).scalars())
    everyone = session.execute(staff.order_by(TeamworkPerson.id)).scalars()
    people = [person for person in everyone if person.email not in known]
    employees = [_employee(person, users.get(person.email or "")) for person in people]
    session.add_all(employees)
    session.flush()
    describe(session, employees, today)
    return len(people)


def _employee(person: TeamworkPerson, user: User | None) -> Employee:
    random = dice("employee", person.external_id)
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
