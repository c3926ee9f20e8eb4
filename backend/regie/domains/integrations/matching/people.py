"""Reads employees, people in Teamwork and users, for matching."""

from typing import Any

from sqlalchemy import Connection, select

from regie.core.text.folding import fold
from regie.domains.integrations.matching.candidates import MatchCandidates
from regie.domains.integrations.matching.entries import OURS, Entry, Ref
from regie.domains.integrations.matching.names import sort_words
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import TeamworkPerson
from regie.domains.records.users.models import User

SINGLE_RECORD_SERVICES = frozenset({OURS, "teamwork", "regie"})
SERVICES = ("teamwork", "regie")
TABLES = ("employees", "teamwork_people", "users")


def read_match_candidates(db: Connection) -> MatchCandidates:
    employees = db.execute(_EMPLOYEES).all()
    links: dict[Ref, str] = {("teamwork", row.teamwork_user_id): row.api_id for row in employees}
    links |= {("regie", row.user_api_id): row.api_id for row in employees if row.user_api_id}
    candidates = MatchCandidates(targets=[])
    candidates.assign((person_entry(row) for row in db.execute(_TEAMWORK)), links)
    candidates.assign((user_entry(row) for row in db.execute(_USERS)), links)
    for row in employees:
        linked_ids = (("teamwork", row.teamwork_user_id), ("regie", row.user_api_id))
        linked_services = frozenset(service for service, key in linked_ids if key)
        candidates.targets.append(employee_entry(row, linked_services))
    return candidates


_EMPLOYEES = select(
    *(Employee.api_id, Employee.name, Employee.email, Employee.job_title, Employee.status),
    *(Employee.teamwork_user_id, User.api_id.label("user_api_id")),
).outerjoin(User, User.id == Employee.user_id)
# Staff only, without the contacts of clients.
_TEAMWORK = select(
    *(TeamworkPerson.external_id, TeamworkPerson.api_id, TeamworkPerson.name, TeamworkPerson.source_url),
    *(TeamworkPerson.first_name, TeamworkPerson.last_name, TeamworkPerson.email, TeamworkPerson.job_title),
).where(TeamworkPerson.kind == "account", TeamworkPerson.deleted_at.is_(None))
_USERS = select(User.api_id, User.name, User.first_name, User.last_name, User.email, User.status)


def employee_entry(row: Any, linked_services: frozenset[str]) -> Entry:
    return Entry(
        service=OURS,
        external_id=row.api_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_emails(row.email),
        linked_services=linked_services,
        detail=row.email,
        is_proposed=row.status != "left",
    )


def person_entry(row: Any) -> Entry:
    return Entry(
        service="teamwork",
        external_id=row.external_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_emails(row.email),
        detail=row.email,
        url=row.source_url,
        attributes={
            "first_name": row.first_name,
            "last_name": row.last_name,
            "email": row.email,
            "job_title": row.job_title,
        },
    )


def user_entry(row: Any) -> Entry:
    return Entry(
        service="regie",
        external_id=row.api_id,
        api_id=row.api_id,
        name=row.name,
        names=_names(row.name),
        addresses=_emails(row.email),
        detail=row.email,
        is_proposed=row.status != "deactivated",
        attributes={"first_name": row.first_name, "last_name": row.last_name, "email": row.email},
    )


def _names(name: str) -> frozenset[str]:
    return frozenset({sort_words(fold(name))}) - {""}


def _emails(email: str | None) -> frozenset[str]:
    return frozenset({email.lower()} if email else ())
