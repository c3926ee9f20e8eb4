"""Base classes of all tables: UTC instants, public ids, and a version for optimistic locking."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect, Integer, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from regie.core.db.ids import new_api_id
from regie.core.db.schema import METADATA


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: requires a time zone, stored and returned in UTC on both engines."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Model(DeclarativeBase):
    """The base of every table."""

    metadata = METADATA
    type_annotation_map = {datetime: UtcDateTime()}


class Record(Model):
    """A table whose rows users read and edit: public id, timestamps, and a version for optimistic locking."""

    __abstract__ = True

    id: Mapped[int] = mapped_column(Integer, primary_key=True, sort_order=-10)
    api_id: Mapped[str] = mapped_column(String(36), unique=True, default=new_api_id, sort_order=-9)
    created_at: Mapped[datetime] = mapped_column(default=lambda: datetime.now(UTC), sort_order=90)
    updated_at: Mapped[datetime] = mapped_column(
        default=lambda: datetime.now(UTC), onupdate=lambda: datetime.now(UTC), sort_order=91
    )
    version: Mapped[int] = mapped_column(Integer, default=1, sort_order=92)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        if "__tablename__" in cls.__dict__:
            cls.__mapper_args__ = {"version_id_col": cls.version, **cls.__dict__.get("__mapper_args__", {})}
        super().__init_subclass__(**kwargs)
