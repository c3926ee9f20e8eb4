"""Reads database rows with plain SQL, without the product's code."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import RowMapping, text

from regie.core.db.database import Database

UNITS = 10_000


def read_rows(database: Database, statement: str, **values: Any) -> list[RowMapping]:
    with database.read() as db:
        return list(db.execute(text(statement), values).mappings())


def to_date(value: Any) -> date:
    """Convert a day to a date; SQLite stores days as text."""
    return value if isinstance(value, date) else date.fromisoformat(value)


def to_units(amount: dict[str, str]) -> int:
    """Convert money of the API to the units of stored amounts."""
    return int(Decimal(amount["amount"]) * UNITS)
