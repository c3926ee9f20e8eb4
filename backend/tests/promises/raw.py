"""The raw rows, as plain SQL finds them: nothing of the product works anything out on the way."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import RowMapping, text

from regie.core.db.database import Database

UNITS = 10_000


def rows(database: Database, statement: str, **values: Any) -> list[RowMapping]:
    with database.read() as db:
        return list(db.execute(text(statement), values).mappings())


def day(value: Any) -> date:
    """SQLite keeps days as text."""
    return value if isinstance(value, date) else date.fromisoformat(value)


def units(amount: dict[str, str]) -> int:
    """Money of the wire in the units in which it is stored."""
    return int(Decimal(amount["amount"]) * UNITS)
