"""Finds the records that a client's input refers to."""

from typing import Any

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import visible_teams
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.users.models import User


def resolve_columns(session: Session, actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    """Return the table's columns for an input's fields, with references as keys of rows that the caller may see."""
    columns = dict(values)
    if "account_manager" in columns:
        columns["account_manager_id"] = find_reference(
            session,
            actor,
            User,
            columns.pop("account_manager"),
            field="account_manager",
            view=(Permission.DIRECTORY_VIEW, visible_account_managers),
        )
    if "team" in columns:
        team = columns.pop("team")
        seen = (Permission.DIRECTORY_VIEW, visible_teams)
        columns["team_id"] = team and find_reference(session, actor, Team, team, field="team", view=seen)
    return columns
