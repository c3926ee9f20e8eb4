"""Creates sign-in credentials: email links, TOTP devices, Google accounts and passkeys."""

from datetime import datetime
from typing import Any

from pyotp.totp import TOTP
from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.app_context import AppContext
from regie.access.email_tokens import EmailTokenKind, link_hash, new_link_token, save_email_token
from regie.access.sessions import hash_token
from regie.core.db.database import Database
from regie.domains.accounts.second_factors.totp import new_secret
from regie.domains.accounts.sessions.models import PendingSignIn
from regie.domains.records.users.models import GoogleIdentity, Passkey, TotpDevice, User
from tests.conftest import NOON


def totp_code(secret: str, now: datetime) -> str:
    """Return the code that the authenticator app shows at this instant."""
    return TOTP(secret).at(now)


def make_email_link(session: Session, context: AppContext, user: User, kind: EmailTokenKind = "reset") -> str:
    """Create an email link of this user; return its token."""
    token = new_link_token()
    save_email_token(session, kind, link_hash(context.secret, token), user.id, context.clock.now())
    return token


def make_totp_device(session: Session, context: AppContext, user: User, *, is_confirmed: bool = True) -> str:
    """Create an authenticator app of this user; return its secret."""
    secret, now = new_secret(), context.clock.now()
    sealed = context.sealed.seal(secret.encode())
    confirmed_at = now if is_confirmed else None
    session.add(TotpDevice(user_id=user.id, sealed_secret=sealed, created_at=now, confirmed_at=confirmed_at))
    if is_confirmed:
        session.merge(user).two_factor = True
    session.flush()
    return secret


def link_google_account(database: Database, api_id: str, subject: str = "") -> None:
    """Link a Google account to this user."""
    with database.write() as session:
        user = session.execute(select(User).where(User.api_id == api_id)).scalar_one()
        identity = {"issuer": "https://accounts.google.com", "subject": subject or api_id, "email": user.email}
        session.add(GoogleIdentity(user_id=user.id, linked_at=NOON, **identity))


def make_pending_sign_in(session: Session, context: AppContext, user: User, token: str, **fields: Any) -> None:
    """Store that this browser passed the user's first factor."""
    values = {"epoch": user.session_epoch, "method": "password", "expires_at": context.clock.now().replace(year=2027)}
    session.add(PendingSignIn(browser_hash=hash_token(token), user_id=user.id, **(values | fields)))
    session.flush()


def make_passkey(session: Session, user: User, now: datetime, **fields: Any) -> Passkey:
    """Create a passkey, with an empty public key unless the test gives one."""
    values = {"name": "Clé", "credential_id": user.api_id.encode(), "public_key": b"", "created_at": now} | fields
    passkey = Passkey(user_id=user.id, **values)
    session.add(passkey)
    session.flush()
    return passkey
