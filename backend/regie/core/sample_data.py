"""Sample data: whether the records of this installation are fictional, and guards that keep real ones out.

The row exists from the request to load until the removal. Nothing that comes from outside may mix with the sample:
services are not connected and files are not imported meanwhile, so that a removal never deletes a real record.
"""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, Connection, ForeignKey, Integer, String, exists, select
from sqlalchemy.orm import Mapped, mapped_column

from regie.core.api.errors import Invalid
from regie.core.db.model import Model

# A reserved domain, which receives no mail; an address below it marks a fictional user.
SAMPLE_DOMAIN = "sample.regie.example"


class SampleData(Model):
    """One row, `id` 1; none while there is no sample.

    `in_removal` refers to no row, so a transaction can commit only when this row is gone. While it is set, the
    triggers of the activity log allow the removal of entries about the sample.
    """

    __tablename__ = "sample_data"
    __table_args__ = (CheckConstraint("id = 1", name="id"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    # "loading", then "failed" or "loaded"; at last "removing".
    state: Mapped[str] = mapped_column(String(8))
    # From 0 to 100, while it is loading.
    progress: Mapped[int] = mapped_column(Integer, default=0)
    # Why it could not be loaded, or not be removed: a key of the catalogue.
    error: Mapped[str | None] = mapped_column(String(20))
    requested_at: Mapped[datetime]
    requested_by_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    loaded_at: Mapped[datetime | None]
    # The last entry of the activity log before the sample.
    activity_before: Mapped[int | None] = mapped_column(BigInteger)
    # The last project number before the sample.
    number_before: Mapped[int | None] = mapped_column(Integer)
    # How many records that were added since the removal may delete.
    accepted: Mapped[int | None] = mapped_column(Integer)
    in_removal: Mapped[int | None] = mapped_column(
        ForeignKey("sample_data.id", deferrable=True, initially="DEFERRED"),
    )


_EXISTS = select(exists().where(SampleData.state != "failed"))
_IS_SHOWN = select(exists().where(SampleData.state.in_(("loaded", "removing"))))


def has_sample_data(db: Connection) -> bool:
    """Return whether there is sample data, or some being loaded."""
    return bool(db.execute(_EXISTS).scalar())


def shows_sample_data(db: Connection) -> bool:
    """Return whether the records of this installation are sample data."""
    return bool(db.execute(_IS_SHOWN).scalar())


def require_no_sample_data(db: Connection) -> None:
    """Raise Invalid for an action that would mix real records with the sample."""
    if has_sample_data(db):
        raise Invalid(code="sample_data")


def is_sample_email(email: str) -> bool:
    return email.endswith(f"@{SAMPLE_DOMAIN}")
