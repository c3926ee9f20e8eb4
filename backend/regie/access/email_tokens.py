"""Creates and consumes the codes and links sent by email; the database stores keyed hashes only."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ForeignKey, Integer, String, delete, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from regie.core.db.model import Model

EmailTokenKind = Literal["code", "invitation", "reset"]
EMAIL_TOKEN_VALIDITY: dict[EmailTokenKind, timedelta] = {
    "code": timedelta(minutes=10),
    "invitation": timedelta(days=7),
    "reset": timedelta(minutes=60),
}
_MAX_CODE_ATTEMPTS = 5


class EmailToken(Model):
    """A code or link sent by email: single use and short-lived; without a user it never matches an account."""

    __tablename__ = "email_tokens"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(12))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), index=True)
    # The browser that requested a code; null for links, which any browser can open.
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
    """Hash with a key: without it, six digits can be guessed from a copy of the database."""
    return hmac.new(key.encode(), "\0".join(parts).encode(), hashlib.sha256).hexdigest()


def link_hash(secret: str, token: str) -> str:
    return keyed_hash(secret, "link", token)


def link_hashes(secrets: Iterable[str], token: str) -> list[str]:
    """Return the hashes of a link that was sent under any of these secrets."""
    return [link_hash(secret, token) for secret in secrets]


def save_email_token(
    session: Session,
    kind: EmailTokenKind,
    secret_hash: str,
    user_id: int | None,
    now: datetime,
    browser: str | None = None,
) -> None:
    """Store the hash of a new code or link and delete the earlier one of this kind, user or browser."""
    owner = EmailToken.browser_hash == browser if browser else EmailToken.user_id == user_id
    session.execute(delete(EmailToken).where(EmailToken.kind == kind, owner))
    session.execute(delete(EmailToken).where(EmailToken.expires_at < now))
    session.add(
        EmailToken(
            kind=kind,
            user_id=user_id,
            secret_hash=secret_hash,
            browser_hash=browser,
            created_at=now,
            expires_at=now + EMAIL_TOKEN_VALIDITY[kind],
        )
    )
    session.flush()


def consume_link(
    session: Session, kinds: tuple[EmailTokenKind, ...], secret_hashes: Sequence[str], now: datetime
) -> tuple[int, EmailTokenKind] | None:
    """Delete the link and return its user and kind; None when it is unknown, expired or used."""
    consumed = session.execute(
        delete(EmailToken)
        .where(EmailToken.kind.in_(kinds), EmailToken.secret_hash.in_(secret_hashes), EmailToken.expires_at > now)
        .returning(EmailToken.user_id, EmailToken.kind)
    ).first()
    return None if consumed is None or consumed.user_id is None else (consumed.user_id, consumed.kind)


def count_code_attempt(session: Session, browser: str, now: datetime) -> bool:
    """Count an attempt and return whether it is allowed; commit even when the attempt fails."""
    counted = session.execute(
        update(EmailToken)
        .where(
            EmailToken.kind == "code",
            EmailToken.browser_hash == browser,
            EmailToken.expires_at > now,
            EmailToken.tries < _MAX_CODE_ATTEMPTS,
        )
        .values(tries=EmailToken.tries + 1)
        .returning(EmailToken.id)
    )
    return counted.first() is not None


def consume_code(session: Session, secret_hashes: Sequence[str], browser: str, now: datetime) -> int | None:
    """Delete the code and return its user's id; None for a wrong code."""
    consumed = session.execute(
        delete(EmailToken)
        .where(
            EmailToken.kind == "code",
            EmailToken.secret_hash.in_(secret_hashes),
            EmailToken.browser_hash == browser,
            EmailToken.expires_at > now,
        )
        .returning(EmailToken.user_id)
    )
    return consumed.scalar_one_or_none()


def revoke_links(session: Session, user_id: int, *kinds: EmailTokenKind) -> None:
    """Delete the user's codes and links of these kinds, or of all."""
    conditions = (EmailToken.kind.in_(kinds),) if kinds else ()
    session.execute(delete(EmailToken).where(EmailToken.user_id == user_id, *conditions))
