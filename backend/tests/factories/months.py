"""Creates closed months and their packs."""

import io
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.files.store import FileStore, new_storage_key
from regie.domains.records.invoices.models import Invoice
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile
from regie.domains.records.projects.models import Project
from tests.conftest import NOON
from tests.factories.work import make_invoice, make_receipt


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


def apply_edit(database: Database, kind: str, amount: int, day: int) -> None:
    """Change an invoice of October as a service would report it late, or add one."""
    with database.write() as session:
        invoice = session.execute(select(Invoice).order_by(Invoice.id)).scalars().first()
        assert invoice is not None
        if kind == "pay":
            paid = min(Decimal(amount), invoice.balance)
            if paid:
                make_receipt(session, invoice, str(paid), date(2026, 10, day))
                invoice.balance -= paid
        elif kind == "void":
            invoice.is_voided = True
        elif kind == "delete":
            invoice.deleted_at = NOON
        elif kind == "date":
            invoice.issued_on = date(2026, 9, min(day, 30))
        elif kind == "amount":
            invoice.subtotal = invoice.total = invoice.balance = Decimal(amount)
        else:
            project = session.execute(select(Project)).scalars().first()
            assert project is not None
            make_invoice(
                session, client_id=project.client_id, project_id=project.id, issued_on=date(2026, 10, day),
                currency="CAD", subtotal=Decimal(amount), tax=Decimal(0), total=Decimal(amount),
                balance=Decimal(amount),
            )  # fmt: skip
