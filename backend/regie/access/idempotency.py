"""Makes POST idempotent: the first response is stored in its own transaction and replayed."""

import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import ForeignKey, Integer, LargeBinary, String, UniqueConstraint, delete, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column
from starlette.requests import Request
from starlette.responses import Response

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.core.api.errors import FieldError, Invalid
from regie.core.db.inserts import insert_into
from regie.core.db.model import Model

HEADER = "idempotency-key"
KEY_RETENTION = timedelta(days=1)
_MAX_KEY_LENGTH = 100


class IdempotencyKey(Model):
    """The stored response of a key; `status` is 0 while its first request runs."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (UniqueConstraint("user_id", "key"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(String(_MAX_KEY_LENGTH))
    request_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int] = mapped_column(Integer, default=0)
    body: Mapped[bytes] = mapped_column(LargeBinary, default=b"")
    created_at: Mapped[datetime] = mapped_column(index=True)


def replay_or_run(
    session: Session, request: Request, actor: Actor | None, context: AppContext, run: Callable[[], Response]
) -> Response:
    """Run once per user and key: a second request waits for the first and gets its response."""
    key = request.headers.get(HEADER)
    if key is None or actor is None or request.method != "POST":
        return run()
    if not 1 <= len(key) <= _MAX_KEY_LENGTH or not key.isprintable():
        raise Invalid({"Idempotency-Key": FieldError("max", length=_MAX_KEY_LENGTH)})
    request_hash = _hash(context.secret, request)
    if not _reserve(session, actor, key, request_hash, context.clock.now()):
        return _replay(session, actor, key, request_hash)
    response = run()
    session.execute(
        update(IdempotencyKey)
        .where(IdempotencyKey.user_id == actor.user_id, IdempotencyKey.key == key)
        .values(status=response.status_code, body=bytes(response.body))
    )
    return response


def _hash(secret: str, request: Request) -> str:
    """Hash with a key: short requests, such as one with a code, could be guessed from a copy of the database."""
    content = f"idempotency\0{request.url.path}\n".encode() + request.scope.get("regie.body", b"")
    return hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()


def _reserve(session: Session, actor: Actor, key: str, request_hash: str, now: datetime) -> bool:
    session.execute(delete(IdempotencyKey).where(IdempotencyKey.created_at < now - KEY_RETENTION))
    reserved = session.execute(
        insert_into(session, IdempotencyKey)
        .values(user_id=actor.user_id, key=key, request_hash=request_hash, status=0, body=b"", created_at=now)
        .on_conflict_do_nothing(index_elements=["user_id", "key"])
        .returning(IdempotencyKey.id)
    )
    return reserved.first() is not None


def _replay(session: Session, actor: Actor, key: str, request_hash: str) -> Response:
    stored = session.execute(
        select(IdempotencyKey.request_hash, IdempotencyKey.status, IdempotencyKey.body).where(
            IdempotencyKey.user_id == actor.user_id, IdempotencyKey.key == key
        )
    ).one()
    if stored.request_hash != request_hash:
        raise Invalid({"Idempotency-Key": "idempotency_reused"})
    return Response(
        stored.body, status_code=stored.status, media_type="application/json", headers={"Idempotency-Replayed": "true"}
    )
