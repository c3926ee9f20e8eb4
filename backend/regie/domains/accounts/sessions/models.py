"""Stores sessions and unfinished sign-ins; tokens and codes are stored as hashes only."""

from datetime import datetime

from sqlalchemy import ForeignKey, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.db.ids import new_api_id
from regie.core.db.model import Model

# The sign-in methods of sessions and the activity log.
METHODS = ("password", "code", "google", "invitation", "reset", "impersonation")

# The causes of a refused Google sign-in; the account is not stored.
CAUSES = ("attempt", "google", "unverified", "domain", "no_account")


class SignedInSession(Model):
    """A signed-in browser; `impersonator_id` is the real user of an impersonation."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    # The session is valid while this equals the user's `session_epoch`.
    epoch: Mapped[int] = mapped_column(Integer, default=1)
    remember: Mapped[bool] = mapped_column(default=False)
    # When the user last authenticated; some changes require that this is recent.
    reauthenticated_at: Mapped[datetime | None]
    method: Mapped[str] = mapped_column(String(20), default="password")
    address: Mapped[str] = mapped_column(String(45), default="")
    agent: Mapped[str] = mapped_column(String(300), default="")
    impersonator_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    impersonator_epoch: Mapped[int | None] = mapped_column(Integer)
    impersonated_until: Mapped[datetime | None]
    impersonation_reason: Mapped[str | None] = mapped_column(String(500))


class PendingSignIn(Model):
    """A sign-in that awaits its second factor, bound to one browser."""

    __tablename__ = "pending_sign_ins"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    browser_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    epoch: Mapped[int] = mapped_column(Integer)
    method: Mapped[str] = mapped_column(String(12))
    remember: Mapped[bool] = mapped_column(default=False)
    tries: Mapped[int] = mapped_column(Integer, default=0)
    challenge: Mapped[bytes | None] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class GoogleAttempt(Model):
    """A browser's unfinished sign-in with Google."""

    __tablename__ = "google_attempts"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    browser_hash: Mapped[str] = mapped_column(String(64), index=True)
    state_hash: Mapped[str] = mapped_column(String(64), unique=True)
    sealed: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class PasskeyChallenge(Model):
    """The challenge of a new passkey, for one session and a few minutes."""

    __tablename__ = "passkey_challenges"

    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True)
    challenge: Mapped[bytes] = mapped_column(LargeBinary)
    expires_at: Mapped[datetime]
