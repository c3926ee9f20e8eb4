"""What opens a house: links, codes, authenticator apps and passkeys, as a person would hold them."""

from datetime import datetime
from typing import Any

from pyotp.totp import TOTP
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.access.email_tokens import Kind, keep_secret, keyed_hash, new_link_token
from regie.access.sessions import hash_token
from regie.core.db.database import Database
from regie.domains.accounts.second_factors.totp import new_secret
from regie.domains.accounts.sessions.models import PendingSignIn
from regie.domains.records.users.models import GoogleIdentity, Passkey, TotpDevice, User
from tests.conftest import NOON


def code_of(secret: str, now: datetime) -> str:
    """What the app shows at this instant."""
    return TOTP(secret).at(now)


def make_link(session: Session, context: AppContext, user: User, kind: Kind = "reset") -> str:
    """The token of a link that was sent to this person."""
    token = new_link_token()
    keep_secret(session, kind, keyed_hash(context.secret, "link", token), user.id, context.clock.now())
    return token


def make_totp(session: Session, context: AppContext, user: User, *, is_confirmed: bool = True) -> str:
    """An authenticator app of this person's; returns its secret."""
    secret, now = new_secret(), context.clock.now()
    sealed = context.sealed.seal(secret.encode())
    confirmed_at = now if is_confirmed else None
    session.add(TotpDevice(user_id=user.id, sealed_secret=sealed, created_at=now, confirmed_at=confirmed_at))
    if is_confirmed:
        session.merge(user).two_factor = True
    session.flush()
    return secret


def link_google(database: Database, api_id: str, subject: str = "") -> None:
    """This person signs in with a Google account too."""
    with database.write() as session:
        user = session.execute(select(User).where(User.api_id == api_id)).scalar_one()
        kept = {"issuer": "https://accounts.google.com", "subject": subject or api_id, "email": user.email}
        session.add(GoogleIdentity(user_id=user.id, linked_at=NOON, **kept))


def make_pending(session: Session, context: AppContext, user: User, token: str, **fields: Any) -> None:
    """This browser has shown the person's first factor."""
    values = {"epoch": user.session_epoch, "method": "password", "expires_at": context.clock.now().replace(year=2027)}
    session.add(PendingSignIn(browser_hash=hash_token(token), user_id=user.id, **(values | fields)))
    session.flush()


def make_passkey(session: Session, user: User, now: datetime, **fields: Any) -> Passkey:
    """A passkey whose key nobody holds, unless the test gives one."""
    values = {"name": "Clé", "credential_id": user.api_id.encode(), "public_key": b"", "created_at": now} | fields
    passkey = Passkey(user_id=user.id, **values)
    session.add(passkey)
    session.flush()
    return passkey
