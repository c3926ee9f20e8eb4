"""Builds inserts that say what happens on a conflict, which SQLAlchemy spells for each database apart."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from regie.core.db.model import Model


def insert_into(db: Connection | Session, table: type[Model] | Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert with `on_conflict_do_nothing` and `on_conflict_do_update`."""
    bind = db.get_bind() if isinstance(db, Session) else db
    return sqlite.insert(table) if bind.dialect.name == "sqlite" else postgresql.insert(table)
