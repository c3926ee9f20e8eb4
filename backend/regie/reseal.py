"""Encrypts all stored secrets again after the application's secret was replaced."""

import sys
from typing import Any

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.orm import Session

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.core.encryption import SealedBox
from regie.core.mail.queue import SEALED_MAILS, QueuedMail
from regie.domains.integrations.connections.models import ConnectionSecret
from regie.domains.integrations.connections.queries import SEALED_CONNECTIONS
from regie.domains.records.users.models import SEALED_SECOND_FACTORS, TotpDevice
from regie.settings import Settings, SettingsError

_SEALED_COLUMNS: tuple[tuple[type, str, str], ...] = (
    (ConnectionSecret, "value", SEALED_CONNECTIONS),
    (TotpDevice, "sealed_secret", SEALED_SECOND_FACTORS),
    (QueuedMail, "content", SEALED_MAILS),
)


def reseal(settings: Settings) -> None:
    """Encrypt everything in one transaction; values that no known secret opens stay unchanged."""
    if not settings.web.former_secrets:
        raise SettingsError("Set REGIE_FORMER_SECRETS to the replaced secret; separate several with commas.")
    database = Database(settings.database_url)
    try:
        with database.write() as session:
            done = [_reseal_column(session, settings, *column) for column in _SEALED_COLUMNS]
    finally:
        database.close()
    sealed, unreadable = (sum(counts) for counts in zip(*done, strict=True))
    sys.stdout.write(f"{sealed} secrets are now encrypted with REGIE_SECRET; {unreadable} could not be read.\n")


def _reseal_column(session: Session, settings: Settings, model: type, name: str, purpose: str) -> tuple[int, int]:
    """Return how many values were encrypted again and how many no known secret opens."""
    box = SealedBox(settings.web.secret, purpose, settings.web.former_secrets)
    table: Table = model.__table__  # type: ignore[attr-defined]
    keys, column = list(table.primary_key.columns), table.c[name]
    updates: list[dict[str, Any]] = []
    unreadable = 0
    for row in session.execute(select(*keys, column).where(column.is_not(None), column != b"")):
        sealed = box.reseal(row[-1])
        unreadable += sealed is None
        if sealed is not None:
            updates.append(
                {"sealed_": sealed} | {f"key_{key.name}": value for key, value in zip(keys, row, strict=False)}
            )
    if updates:
        matches_key = (key == bindparam(f"key_{key.name}") for key in keys)
        session.execute(without_audit(update(table).where(*matches_key).values({name: bindparam("sealed_")})), updates)
    return len(updates), unreadable
