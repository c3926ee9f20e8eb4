"""The tables of people who sign in, and of what proves that it is them."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Integer, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED, SEARCHED_NAME, Searchable
from regie.core.text.locale import Locale
from regie.core.time.zones import DEFAULT_ZONE

STATUSES = ("invited", "active", "deactivated")


class User(Searchable, Record):
    """A person who signs in; without roles, deactivated."""

    __tablename__ = "users"
    __table_args__ = (text_index("users"),)
    audit = Audit(
        "user",
        topic="access",
        hidden=frozenset(
            {"password_hash", "password_length", "session_epoch", "last_seen_at", "two_factor", "name", "invited_at"}
        ),
    )

    email: Mapped[str] = mapped_column(String(254), unique=True, info=SEARCHED)
    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_NAME)
    first_name: Mapped[str] = mapped_column(String(100))
    last_name: Mapped[str] = mapped_column(String(100))
    locale: Mapped[Locale] = mapped_column(String(5), default="en-us")
    timezone: Mapped[str] = mapped_column(String(64), default=DEFAULT_ZONE)
    currency: Mapped[str] = mapped_column(String(3), default="USD")
    roles: Mapped[list[str]] = mapped_column(JSON, default=list)
    # What the person held before they were deactivated, to give back at reactivation.
    previous_roles: Mapped[list[str]] = mapped_column(JSON, default=list)
    status: Mapped[str] = mapped_column(String(12), default="active")
    invited_at: Mapped[datetime | None]
    password_hash: Mapped[str | None] = mapped_column(String(200))
    # A short one is enough beside a second factor only; the hash does not tell.
    password_length: Mapped[int | None] = mapped_column(Integer)
    # Whether a confirmed TOTP device or a passkey is asked for after the first factor.
    two_factor: Mapped[bool] = mapped_column(default=False)
    # Raised to end every session of the person at once.
    session_epoch: Mapped[int] = mapped_column(Integer, default=1)
    last_seen_at: Mapped[datetime | None]


class GoogleIdentity(Model):
    """A Google account that signs this person in: known by issuer and subject, since addresses change hands."""

    __tablename__ = "google_identities"
    __table_args__ = (UniqueConstraint("issuer", "subject"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), unique=True)
    issuer: Mapped[str] = mapped_column(String(100))
    subject: Mapped[str] = mapped_column(String(255))
    email: Mapped[str] = mapped_column(String(254))
    linked_at: Mapped[datetime]


SEALED_SECOND_FACTORS = "second factors"


class TotpDevice(Model):
    """An authenticator app; it counts from `confirmed_at` on, and never takes the code of one step twice."""

    __tablename__ = "totp_devices"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]
    last_step: Mapped[int] = mapped_column(Integer, default=0)


class RecoveryCode(Model):
    """A code on paper that stands in for the second factor once."""

    __tablename__ = "recovery_codes"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64))
    used_at: Mapped[datetime | None]


class Passkey(Model):
    """A WebAuthn credential that serves as the second factor."""

    __tablename__ = "passkeys"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    credential_id: Mapped[bytes] = mapped_column(LargeBinary(1023), unique=True)
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]


class Avatar(Model):
    """A person's picture, small and already of one of three kinds."""

    __tablename__ = "avatars"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    mime: Mapped[str] = mapped_column(String(20))
    content: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(64))
