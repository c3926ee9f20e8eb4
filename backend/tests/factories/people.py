"""Creates users, employees, leaves and teams."""

from datetime import date
from functools import cache
from itertools import count
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy.orm import Session

from regie.domains.people.teams.models import Team, TeamMember
from regie.domains.records.employees.models import Employee, EmployeeLeave
from regie.domains.records.users.models import User

PASSWORD = "correct horse battery staple"
_numbers = count(1)


@cache
def _password_hash() -> str:
    """Hash with argon2id's lowest cost: a hash stores its own cost, and tests sign in often."""
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


def make_user(session: Session, **fields: Any) -> User:
    number = next(_numbers)
    first, last = fields.pop("first_name", "Maëlle"), fields.pop("last_name", f"Tremblay {number}")
    values = {
        "email": f"user{number}@regie.example",
        "name": f"{first} {last}",
        "roles": ["admin"],
        "password_hash": _password_hash(),
        "password_length": len(PASSWORD),
    } | fields
    values.setdefault("status", "active" if values["roles"] else "deactivated")
    user = User(first_name=first, last_name=last, **values)
    session.add(user)
    session.flush()
    return user


def make_employee(session: Session, **fields: Any) -> Employee:
    number = next(_numbers)
    first, last = fields.pop("first_name", "Joël"), fields.pop("last_name", f"Lavoie {number}")
    values = {"email": f"employee{number}@regie.example", "name": f"{first} {last}"} | fields
    employee = Employee(first_name=first, last_name=last, **values)
    session.add(employee)
    session.flush()
    return employee


def make_leave(session: Session, employee: Employee, **fields: Any) -> EmployeeLeave:
    """Create a leave, by default from 1 to 15 November 2026."""
    values = {"starts_on": date(2026, 11, 1), "ends_on": date(2026, 11, 15)} | fields
    leave = EmployeeLeave(employee_id=employee.id, **values)
    session.add(leave)
    session.flush()
    return leave


def make_team(session: Session, *members: User, **fields: Any) -> Team:
    """Create a team of these members; the first is its representative."""
    representative = {"representative_id": members[0].id} if members else {}
    team = Team(**({"name": f"Équipe {next(_numbers)}"} | representative | fields))
    session.add(team)
    session.flush()
    session.add_all(TeamMember(team_id=team.id, user_id=user.id) for user in members)
    session.flush()
    return team
