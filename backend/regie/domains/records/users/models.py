"""Defines the tables of users and of their credentials."""

from datetime import datetime

from sqlalchemy import JSON, ForeignKey, Integer, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.audit.activity import Audit
from regie.core.db.ids import new_api_id
from regie.core.db.model import Model, Record
from regie.core.lists.text_index import text_index
from regie.core.text.folding import SEARCHED, SEARCHED_AS_NAME, Searchable
from regie.core.text.locale import Locale
from regie.core.time.zones import DEFAULT_ZONE

STATUSES = ("invited", "active", "deactivated")


class User(Searchable, Record):
    """A person who signs in; a user without roles is deactivated."""

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
    name: Mapped[str] = mapped_column(String(200), info=SEARCHED_AS_NAME)
    first_name: Mapped[str] = mapped_column(String(100))
    last_name: Mapped[str] = mapped_column(String(100))
    locale: Mapped[Locale] = mapped_column(String(5), default="en-us")
    timezone: Mapped[str] = mapped_column(String(64), default=DEFAULT_ZONE)
    currency: Mapped[str] = mapped_column(String(3), default="USD")
    roles: Mapped[list[str]] = mapped_column(JSON, default=list)
    # The roles before the deactivation, restored at reactivation.
    previous_roles: Mapped[list[str]] = mapped_column(JSON, default=list)
    status: Mapped[str] = mapped_column(String(12), default="active")
    invited_at: Mapped[datetime | None]
    password_hash: Mapped[str | None] = mapped_column(String(200))
    # A short password is sufficient only with a second factor; the hash does not reveal the length.
    password_length: Mapped[int | None] = mapped_column(Integer)
    # Whether sign-in requires a confirmed TOTP device or a passkey after the first factor.
    two_factor: Mapped[bool] = mapped_column(default=False)
    # Incremented to end every session of the user.
    session_epoch: Mapped[int] = mapped_column(Integer, default=1)
    last_seen_at: Mapped[datetime | None]


class GoogleIdentity(Model):
    """A Google account that signs this user in, identified by issuer and subject because addresses change owners."""

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
    """An authenticator app; it is valid from `confirmed_at` on and never accepts the code of a step twice."""

    __tablename__ = "totp_devices"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    confirmed_at: Mapped[datetime | None]
    last_step: Mapped[int] = mapped_column(Integer, default=0)


class RecoveryCode(Model):
    """A printed code that replaces the second factor once."""

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
    """A user's picture, already reduced and of one of three MIME types."""

    __tablename__ = "avatars"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    mime: Mapped[str] = mapped_column(String(20))
    content: Mapped[bytes] = mapped_column(LargeBinary)
    digest: Mapped[str] = mapped_column(String(64))
