"""Creates closed months and their packs."""

import io
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from regie.core.files.store import FileStore, new_storage_key
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile


def make_closed_month(
    session: Session, closed_by_id: int, name: str, *, closed_at: datetime, **fields: Any
) -> ClosedMonth:
    """A closing without published amounts."""
    month = date.fromisoformat(f"{name}-01")
    closing = ClosedMonth(name=name, month=month, closed_at=closed_at, closed_by_id=closed_by_id, formulas={}, **fields)
    session.add(closing)
    session.flush()
    return closing


def make_month_pack(session: Session, store: FileStore, closing: ClosedMonth) -> MonthPackFile:
    """A ready pack with one file."""
    content, key = b"%PDF-1.7", new_storage_key()
    store.put(key, io.BytesIO(content))
    pack = MonthPack(closing_id=closing.id, status="ready", created_at=closing.closed_at)
    session.add(pack)
    session.flush()
    file = MonthPackFile(
        pack_id=pack.id, format="pdf", locale="fr-ca", file_name="Dossier.pdf", storage_key=key, size=len(content),
        sha256="",
    )  # fmt: skip
    session.add(file)
    session.flush()
    return file
