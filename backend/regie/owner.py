"""Prints a sign-in link for the first super administrator, or for one who lost access."""

import sys
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from pydantic import Field, ValidationError
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.email_tokens import EMAIL_TOKEN_VALIDITY, link_hash, new_link_token, save_email_token
from regie.access.permissions import Role
from regie.core.api.wire import Currency, Input
from regie.core.audit.activity import log_event
from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.people.users.actions import NewUser, create_user
from regie.domains.people.users.schemas import Name
from regie.domains.records.settings.actions import store_reporting_currency
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User
from regie.domains.records.users.queries import is_first_owner
from regie.migrate import require_current
from regie.settings import Settings, SettingsError


@dataclass(frozen=True, slots=True)
class OwnerDetails:
    """A user's address; for a new one also the name, and the organization's currency while none is stored."""

    email: str
    first_name: str = ""
    last_name: str = ""
    currency: str = ""


class _NewOwner(Input):
    first_name: Annotated[Name, Field(min_length=1)]
    last_name: Annotated[Name, Field(min_length=1)]
    currency: Currency


def print_owner_link(settings: Settings, details: OwnerDetails, *, may_ask: bool = False) -> None:
    """Print a link that sets a super administrator's password; create the user when the address is unknown."""
    database, clock = Database(settings.database_url), Clock()
    details = replace(details, email=details.email.strip().lower())
    try:
        require_current(database)
        with database.read() as db:
            is_new = db.execute(select(User.id).where(User.email == details.email)).first() is None
            stored = read_settings(db)
        if is_new:
            details = _complete(details, stored["reporting_currency"] if stored["version"] else None, may_ask)
        with database.write() as session:
            user, token = _create_link(session, settings, details, clock)
            is_first = is_first_owner(session.connection(), user.id)
    finally:
        database.close()
    days = EMAIL_TOKEN_VALIDITY["invitation"].days
    proposed = {"currency": user.currency, "first_name": user.first_name, "last_name": user.last_name}
    # The page of the first owner asks for these and for the organization too.
    fragment = urlencode({"token": token} | (proposed if is_first else {}))
    link = f"{settings.web.origin}/auth/password#{fragment}"
    sys.stdout.write(f"{link}\n(valid for {days} days; works once)\n")


def _complete(details: OwnerDetails, stored_currency: str | None, may_ask: bool) -> OwnerDetails:
    """Ask for what the options leave out; SettingsError without a terminal, and for invalid values."""
    if stored_currency and details.currency.upper() not in ("", stored_currency):
        raise SettingsError(f"the organization's currency is {stored_currency}: its settings change it (--currency).")
    first_name = details.first_name or _ask("First name", "--first-name", may_ask)
    last_name = details.last_name or _ask("Last name", "--last-name", may_ask)
    currency = stored_currency or details.currency or _ask("The organization's currency", "--currency", may_ask)
    values = {"first_name": first_name, "last_name": last_name, "currency": currency.upper()}
    try:
        _NewOwner.model_validate(values)
    except ValidationError as error:
        option = str(error.errors()[0]["loc"][0]).replace("_", "-")
        raise SettingsError(f"this value is not valid (--{option}).") from error
    return OwnerDetails(details.email, **values)


def _ask(label: str, option: str, may_ask: bool) -> str:
    if not may_ask:
        raise SettingsError(f"a new user needs a name, and the organization a currency ({option}).")
    return input(f"{label}: ").strip()


def _create_link(session: Session, settings: Settings, details: OwnerDetails, clock: Clock) -> tuple[User, str]:
    user = session.execute(select(User).where(User.email == details.email)).scalar_one_or_none()
    if user is None:
        store_reporting_currency(session, details.currency)
        stored = read_settings(session.connection())
        new = NewUser(
            details.email,
            details.first_name,
            details.last_name,
            (Role.SUPER_ADMIN.value,),
            stored["default_locale"],
            details.currency,
            stored["timezone"],
        )
        user = create_user(session, new, None)
        user.status = "invited"
    elif Role.SUPER_ADMIN.value not in user.roles:
        raise SettingsError(f"{details.email} is not a super administrator: ask a super administrator for the role.")
    token = new_link_token()
    save_email_token(session, "invitation", link_hash(settings.web.secret, token), user.id, clock.now())
    log_event(session, "invited", subject="user", api_id=user.api_id, name=user.name, topic="access")
    return user, token
