"""After the application's secret was replaced: everything that is kept encrypted, encrypted anew with the new one."""

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

_KEPT: tuple[tuple[type, str, str], ...] = (
    (ConnectionSecret, "value", SEALED_CONNECTIONS),
    (TotpDevice, "sealed_secret", SEALED_SECOND_FACTORS),
    (QueuedMail, "content", SEALED_MAILS),
)


def reseal(settings: Settings) -> None:
    """One transaction: all of it is under the new secret, or none. What no known secret opens stays as it is."""
    if not settings.web.former_secrets:
        raise SettingsError("Name the secret that was replaced in REGIE_FORMER_SECRETS; several are parted by commas.")
    database = Database(settings.database_url)
    try:
        with database.write() as session:
            done = [_reseal_column(session, settings, *kept) for kept in _KEPT]
    finally:
        database.close()
    sealed, unreadable = (sum(counts) for counts in zip(*done, strict=True))
    sys.stdout.write(f"{sealed} kept secrets are now under REGIE_SECRET; {unreadable} could not be read.\n")


def _reseal_column(session: Session, settings: Settings, model: type, name: str, purpose: str) -> tuple[int, int]:
    """How many values were sealed anew, and how many no known secret opens."""
    box = SealedBox(settings.web.secret, purpose, settings.web.former_secrets)
    table: Table = model.__table__  # type: ignore[attr-defined]
    keys, column = list(table.primary_key.columns), table.c[name]
    anew: list[dict[str, Any]] = []
    unreadable = 0
    for row in session.execute(select(*keys, column).where(column.is_not(None), column != b"")):
        sealed = box.reseal(row[-1])
        unreadable += sealed is None
        if sealed is not None:
            anew.append({"sealed_": sealed} | {f"key_{key.name}": value for key, value in zip(keys, row, strict=False)})
    if anew:
        these = (key == bindparam(f"key_{key.name}") for key in keys)
        session.execute(without_audit(update(table).where(*these).values({name: bindparam("sealed_")})), anew)
    return len(anew), unreadable
