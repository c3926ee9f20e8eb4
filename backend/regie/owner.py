"""Prints a sign-in link for the first super administrator, or for one who lost access."""

import sys

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.email_tokens import EMAIL_TOKEN_VALIDITY, link_hash, new_link_token, save_email_token
from regie.access.permissions import Role
from regie.core.audit.activity import log_event
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.people.users.actions import NewUser, create_user
from regie.domains.records.users.models import User
from regie.migrate import is_current
from regie.settings import Settings, SettingsError


def print_owner_link(settings: Settings, email: str) -> None:
    """Print a link that sets a super administrator's password; create the user when the address is unknown."""
    database, clock = Database(settings.database_url), Clock()
    try:
        if not is_current(database):
            raise SettingsError("the database is of another version: run `regie migrate` first (REGIE_DATABASE_URL).")
        with database.write() as session:
            token = _create_link(session, settings, email.strip().lower(), clock)
    finally:
        database.close()
    days = EMAIL_TOKEN_VALIDITY["invitation"].days
    sys.stdout.write(f"{settings.web.origin}/auth/password#token={token}\n(valid for {days} days, and once)\n")


def _create_link(session: Session, settings: Settings, email: str, clock: Clock) -> str:
    user = session.execute(select(User).where(User.email == email)).scalar_one_or_none()
    if user is None:
        name = email.partition("@")[0]
        user = create_user(session, NewUser(email, name, "—", (Role.SUPER_ADMIN.value,)), None)
        user.status = "invited"
    elif Role.SUPER_ADMIN.value not in user.roles:
        raise SettingsError(f"{email} is not a super administrator: ask one of them for the role.")
    token = new_link_token()
    save_email_token(session, "invitation", link_hash(settings.web.secret, token), user.id, clock.now())
    log_event(session, "invited", subject="user", api_id=user.api_id, name=user.name, topic="access")
    return token
