"""Codes and links sent by e-mail: made, kept as keyed hashes, and taken once."""

import hashlib
import hmac
import secrets
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ForeignKey, Integer, String, delete, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.db.model import Model

Kind = Literal["code", "invitation", "reset"]
VALID_FOR: dict[Kind, timedelta] = {
    "code": timedelta(minutes=10),
    "invitation": timedelta(days=7),
    "reset": timedelta(minutes=60),
}
_TRIES = 5


class SignInSecret(Model):
    """A code or a link sent by e-mail: single use, short-lived; without a person it opens nothing."""

    __tablename__ = "sign_in_secrets"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), index=True)
    # The browser that asked; empty for links that may be opened anywhere.
    browser_hash: Mapped[str | None] = mapped_column(String(64), index=True)
    tries: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)


def new_link_token() -> str:
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """Six digits."""
    return f"{secrets.randbelow(1_000_000):06d}"


def keyed_hash(key: str, *parts: str) -> str:
    """Six digits are soon tried out: without the application's secret, a copy of the database tells nothing."""
    return hmac.new(key.encode(), "\0".join(parts).encode(), hashlib.sha256).hexdigest()


def keep_secret(
    session: Session, kind: Kind, secret_hash: str, user_id: int | None, now: datetime, browser: str | None = None
) -> None:
    """Keep the hash of a new code or link; a person's (or a browser's) earlier one of the kind is void."""
    whose = SignInSecret.browser_hash == browser if browser else SignInSecret.user_id == user_id
    session.execute(delete(SignInSecret).where(SignInSecret.kind == kind, whose))
    session.execute(delete(SignInSecret).where(SignInSecret.expires_at < now))
    session.add(
        SignInSecret(
            kind=kind,
            user_id=user_id,
            secret_hash=secret_hash,
            browser_hash=browser,
            created_at=now,
            expires_at=now + VALID_FOR[kind],
        )
    )
    session.flush()


def take_link(session: Session, kinds: tuple[Kind, ...], secret_hash: str, now: datetime) -> tuple[int, Kind] | None:
    """Whose link this is and of which kind, and it is used up; None for one that is unknown, old or used."""
    taken = session.execute(
        delete(SignInSecret)
        .where(SignInSecret.kind.in_(kinds), SignInSecret.secret_hash == secret_hash, SignInSecret.expires_at > now)
        .returning(SignInSecret.user_id, SignInSecret.kind)
    ).first()
    return None if taken is None or taken.user_id is None else (taken.user_id, taken.kind)


def count_code_try(session: Session, browser: str, now: datetime) -> bool:
    """Whether this browser's code may be tried once more; commit this whatever comes of the try."""
    counted = session.execute(
        update(SignInSecret)
        .where(
            SignInSecret.kind == "code",
            SignInSecret.browser_hash == browser,
            SignInSecret.expires_at > now,
            SignInSecret.tries < _TRIES,
        )
        .values(tries=SignInSecret.tries + 1)
        .returning(SignInSecret.id)
    )
    return counted.first() is not None


def take_code(session: Session, secret_hash: str, browser: str, now: datetime) -> int | None:
    """Whose code this is, and it is used up; None for a wrong one."""
    taken = session.execute(
        delete(SignInSecret)
        .where(
            SignInSecret.kind == "code",
            SignInSecret.secret_hash == secret_hash,
            SignInSecret.browser_hash == browser,
            SignInSecret.expires_at > now,
        )
        .returning(SignInSecret.user_id)
    )
    return taken.scalar_one_or_none()


def forget_links(session: Session, user_id: int, *kinds: Kind) -> None:
    """Whatever of these kinds, or of any, was sent to this person before opens nothing any more."""
    chosen = (SignInSecret.kind.in_(kinds),) if kinds else ()
    session.execute(delete(SignInSecret).where(SignInSecret.user_id == user_id, *chosen))
